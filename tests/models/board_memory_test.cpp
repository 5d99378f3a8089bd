// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <string>
#include <vector>

#include "core/options.h"
#include "memory/board_memory.h"
#include "memory/span_set.h"
#include "twin_dma.h"

#define PHYS 0x20000000ULL
#define SIZE 0x10000ULL

#define READS 0UL
#define WRITES TWIN_DMA_WRITABLE
#define SYNC (TWIN_DMA_WRITABLE | TWIN_DMA_SYNC)
#define SKIP (TWIN_DMA_WRITABLE | TWIN_DMA_NO_BYTES)

/* RAM of 64 KiB whose byte i is i & 0xff for the CPU. */
struct memory_bench {
	std::vector<uint8_t> ram = std::vector<uint8_t>(SIZE);
	tw::fault_sink faults;
	tw::board_memory memory{faults, ram.data(), PHYS, SIZE};

	memory_bench()
	{
		for (size_t i = 0; i < SIZE; i++)
			ram[i] = static_cast<uint8_t>(i);
	}

	/* As a device: fills, or reads one byte. */
	bool fill(uint64_t at, size_t n, uint8_t value)
	{
		std::vector<uint8_t> bytes(n, value);

		return memory.write("dev", PHYS + at, bytes.data(), n);
	}

	int get(uint64_t at)
	{
		uint8_t byte;

		return memory.read("dev", PHYS + at, &byte, 1) ? byte : -1;
	}
};

#define assert_fault(bench, expected)                                                              \
	do {                                                                                       \
		cr_assert((bench).faults.raised(), "no fault");                                    \
		cr_assert_str_eq((bench).faults.text().c_str(), expected);                         \
		(bench).faults.clear();                                                            \
	} while (0)

Test(board_memory, a_device_sees_what_was_given)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, READS);
	b.ram[0x100] = 0xaa;
	cr_assert_eq(b.get(0x100), 0x00);
	cr_assert_eq(b.get(0x11f), 0x1f);
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	b.memory.give(PHYS + 0x100, 0x20, READS);
	cr_assert_eq(b.get(0x100), 0xaa);
	cr_assert_not(b.faults.raised());
}

Test(board_memory, the_cpu_sees_old_bytes_until_it_takes_them)
{
	memory_bench b;
	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	cr_assert(b.fill(0x104, 8, 0xdd));
	cr_assert_eq(b.ram[0x104], 0x04);
	cr_assert_eq(b.get(0x104), 0xdd);
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_eq(b.ram[0x103], 0x03);
	cr_assert_eq(b.ram[0x104], 0xdd);
	cr_assert_eq(b.ram[0x10b], 0xdd);
	cr_assert_eq(b.ram[0x10c], 0x0c);
}

Test(board_memory, coherent_memory_is_one)
{
	memory_bench b;

	b.memory.share(PHYS + 0x1000, 0x1000);
	cr_assert(b.fill(0x1800, 4, 0x77));
	cr_assert_eq(b.ram[0x1803], 0x77);
	b.ram[0x1801] = 0x66;
	cr_assert_eq(b.get(0x1801), 0x66);
	b.memory.unshare(PHYS + 0x1000, 0x1000);
	cr_assert_eq(b.get(0x1801), -1);
	assert_fault(b, "driver bug: dev: DMA read of 1 bytes at 0x20001801, which is not mapped "
			"for a device now");
}

Test(board_memory, what_is_not_mapped_is_a_fault)
{
	memory_bench b;
	uint8_t byte = 0;

	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	b.memory.give(PHYS + 0x200, 0x20, READS);
	cr_assert_not(b.fill(0x11f, 2, 1));
	assert_fault(b, "driver bug: dev: DMA write of 2 bytes at 0x2000011f, which is not mapped "
			"for a device now");
	/* Nothing of it was written. */
	cr_assert_eq(b.get(0x11f), 0x1f);
	cr_assert_eq(b.get(0xff), -1);
	assert_fault(b, "driver bug: dev: DMA read of 1 bytes at 0x200000ff, which is not mapped "
			"for a device now");
	cr_assert_not(b.fill(0x200, 1, 1));
	assert_fault(b, "driver bug: dev: DMA write of 1 bytes at 0x20000200, which is mapped for "
			"devices to read only");
	cr_assert_not(b.memory.read("dev", PHYS + SIZE, &byte, 1));
	assert_fault(b, "dev: DMA read of 1 bytes at 0x20010000, where there is no RAM");
	cr_assert_not(b.memory.write("dev", 0, &byte, 1));
	assert_fault(b, "dev: DMA write of 1 bytes at 0x0, where there is no RAM");
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_eq(b.get(0x100), -1);
	cr_assert(b.faults.raised());
}

/* A result that nobody looked at may be given away again. */
Test(board_memory, a_buffer_is_used_again_unread)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	b.fill(0x100, 4, 0xdd);
	b.memory.give(PHYS + 0x100, 0x20, SYNC);
	cr_assert(b.fill(0x102, 2, 0xee));
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_eq(b.ram[0x101], 0x01);
	cr_assert_eq(b.ram[0x102], 0xee);
	cr_assert_eq(b.get(0x100), -1);
	assert_fault(b, "driver bug: dev: DMA read of 1 bytes at 0x20000100, which is not mapped "
			"for a device now");
}

/* What a device wrote into a mapping stays for the device that reads the same bytes next. */
Test(board_memory, one_device_hands_over_to_another)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	b.fill(0x108, 0x10, 0xdd);
	b.memory.give(PHYS + 0x110, 0x20, READS);
	cr_assert_eq(b.get(0x110), 0xdd);
	cr_assert_eq(b.get(0x118), 0x18);
	cr_assert_eq(b.get(0x12f), 0x2f);
	b.memory.take(PHYS + 0x110, 0x20, READS);
	cr_assert_eq(b.ram[0x110], 0x10);
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_eq(b.ram[0x110], 0xdd);
	cr_assert_not(b.faults.raised());
}

Test(board_memory, a_buffer_mapped_twice_is_unmapped_twice)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, READS);
	b.memory.give(PHYS + 0x100, 0x20, READS);
	b.memory.take(PHYS + 0x100, 0x20, READS);
	cr_assert_eq(b.get(0x100), 0x00);
	b.memory.take(PHYS + 0x100, 0x20, READS);
	cr_assert_eq(b.get(0x100), -1);
}

/* Each direction is a mapping of its own. */
Test(board_memory, the_mapping_to_read_stays_when_the_one_to_write_ends)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, READS);
	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	cr_assert(b.fill(0x100, 1, 0xdd));
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_eq(b.ram[0x100], 0xdd);
	cr_assert_eq(b.get(0x101), 0x01);
	cr_assert_not(b.fill(0x100, 1, 0xee));
	assert_fault(b, "driver bug: dev: DMA write of 1 bytes at 0x20000100, which is mapped for "
			"devices to read only");
}

/* The CPU wrote nothing, so the device may go on without a sync_for_device. */
Test(board_memory, a_sync_for_the_cpu_ends_no_mapping)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, WRITES);
	for (uint8_t round = 1; round < 4; round++) {
		cr_assert(b.fill(0x100, 0x20, round));
		b.memory.take(PHYS + 0x100, 0x20, SYNC);
		cr_assert_eq(b.ram[0x11f], round);
	}
	b.memory.take(PHYS + 0x100, 0x20, WRITES);
	cr_assert_not(b.fill(0x100, 1, 9));
}

/* DMA_ATTR_SKIP_CPU_SYNC at both ends, and syncs between, as the SPI core does it. */
Test(board_memory, a_mapping_without_cache_maintenance)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x20, SKIP);
	cr_assert(b.fill(0x100, 0x20, 0xd1));
	cr_assert_eq(b.ram[0x100], 0x00);
	b.memory.take(PHYS + 0x100, 0x10, SYNC);
	cr_assert_eq(b.ram[0x10f], 0xd1);
	cr_assert_eq(b.ram[0x110], 0x10);
	b.memory.take(PHYS + 0x100, 0x20, SKIP);
	cr_assert_eq(b.ram[0x110], 0x10);
	cr_assert_eq(b.get(0x100), -1);
	b.faults.clear();
	/* Its memory serves another purpose: the bytes that nobody took are gone. */
	b.ram[0x110] = 0x77;
	b.memory.give(PHYS + 0x110, 0x10, READS);
	cr_assert_eq(b.get(0x110), 0x77);
	cr_assert_eq(b.get(0x11f), 0x1f);
}

/* Two buffers in one cache line: each is its driver's own. */
Test(board_memory, neighbours_in_a_line)
{
	memory_bench b;

	b.memory.give(PHYS + 0x100, 0x10, WRITES);
	b.memory.give(PHYS + 0x110, 0x10, WRITES);
	cr_assert(b.fill(0x10c, 4, 0xa1));
	cr_assert(b.fill(0x110, 4, 0xa2));
	b.memory.take(PHYS + 0x100, 0x10, WRITES);
	cr_assert_eq(b.ram[0x10f], 0xa1);
	cr_assert_eq(b.ram[0x110], 0x10);
	b.memory.give(PHYS + 0x100, 0x10, WRITES);
	b.memory.take(PHYS + 0x110, 0x10, WRITES);
	cr_assert_eq(b.ram[0x110], 0xa2);
	cr_assert_not(b.faults.raised());
}

/* A driver that syncs the part it reads, and gives that part back, keeps its mapping. */
Test(board_memory, parts_of_a_mapping_are_synced)
{
	memory_bench b;

	b.memory.give(PHYS + 0x400, 0x100, WRITES);
	b.fill(0x400, 0x100, 0xd1);
	b.memory.take(PHYS + 0x400, 0x10, SYNC);
	b.memory.take(PHYS + 0x440, 0x10, SYNC);
	cr_assert_eq(b.ram[0x40f], 0xd1);
	cr_assert_eq(b.ram[0x410], 0x10);
	cr_assert_eq(b.ram[0x440], 0xd1);
	b.memory.give(PHYS + 0x440, 0x10, SYNC);
	b.memory.give(PHYS + 0x400, 0x10, SYNC);
	cr_assert_not(b.faults.raised());
	b.fill(0x408, 1, 0xd2);
	b.memory.take(PHYS + 0x400, 0x100, WRITES);
	cr_assert_eq(b.ram[0x408], 0xd2);
	cr_assert_eq(b.ram[0x410], 0xd1);
	cr_assert_eq(b.ram[0x4ff], 0xd1);
	/* The parts were no mappings. */
	cr_assert_eq(b.get(0x440), -1);
}

/* An access may go over from one mapping to the next. */
Test(board_memory, mappings_that_touch)
{
	memory_bench b;
	uint8_t bytes[8];

	b.memory.give(PHYS + 0x100, 4, WRITES);
	b.memory.share(PHYS + 0x104, 4);
	cr_assert(b.fill(0x102, 4, 0xee));
	cr_assert_eq(b.ram[0x103], 0x03);
	cr_assert_eq(b.ram[0x105], 0xee);
	cr_assert(b.memory.read("dev", PHYS + 0x100, bytes, 8));
	cr_assert_eq(memcmp(bytes, "\x00\x01\xee\xee\xee\xee\x06\x07", 8), 0);
	b.memory.take(PHYS + 0x100, 4, WRITES);
	cr_assert_eq(b.ram[0x103], 0xee);
}

Test(board_memory, ranges_outside_ram_are_left_alone)
{
	memory_bench b;

	b.memory.give(PHYS + SIZE - 4, 8, WRITES);
	b.memory.give(0x1000, 8, WRITES);
	b.memory.share(~0ULL - 4, 8);
	b.memory.take(0x1000, 8, WRITES);
	b.memory.unshare(0x1000, 8);
	cr_assert_eq(b.get(SIZE - 4), -1);
}

Test(board_memory, a_board_without_ram)
{
	tw::fault_sink faults;
	tw::board_memory memory(faults, nullptr, 0, 0x1000);
	uint8_t byte;

	memory.give(0, 16, WRITES);
	cr_assert_not(memory.read("dev", 0, &byte, 1));
	cr_assert_str_eq(faults.text().c_str(),
			 "dev: DMA read of 1 bytes at 0x0, where there is no RAM");
}

/* Against a plain array of flags. */
Test(span_set, agrees_with_an_array)
{
	for (uint32_t seed = 1; seed <= 100; seed++) {
		tw::span_set set;
		std::vector<bool> in(64, false);
		uint32_t random = seed;

		for (int step = 0; step < 200; step++) {
			random = random * 1664525 + 1013904223;

			uint64_t start = random >> 26, length = random >> 20 & 15;
			uint64_t end = std::min<uint64_t>(64, start + length + 1);
			bool add = random >> 16 & 1;

			if (add)
				set.add(start, end);
			else
				set.remove(start, end);
			for (uint64_t i = start; i < end; i++)
				in[i] = add;
			for (uint64_t from = 0; from < 64; from++) {
				tw::span s = set.first_in(from, 64);
				uint64_t first = from, last;

				while (first < 64 && !in[first])
					first++;
				for (last = first; last < 64 && in[last];)
					last++;
				if (first == 64)
					cr_assert_eq(s.start, s.end);
				else
					cr_assert(s.start == first && s.end == last,
						  "seed %u step %d: %" PRIu64 "..%" PRIu64, seed,
						  step, s.start, s.end);
			}
		}
	}
}

/* Devices' and CPU's bytes against two arrays and the rules in words, over random operations. */
Test(board_memory, agrees_with_two_arrays)
{
	for (uint32_t seed = 1; seed <= 60; seed++) {
		memory_bench b;
		std::vector<uint8_t> cpu = b.ram, dev = b.ram;
		std::vector<bool> unseen(256, false);
		bool given[8] = {};
		uint32_t random = seed;

		for (int step = 0; step < 400; step++) {
			random = random * 1664525 + 1013904223;

			unsigned int which = random >> 29; /* one of eight buffers of 32 bytes */
			uint64_t at = which * 32, offset = random >> 16 & 15,
				 n = (random >> 20 & 15) + 1;

			switch (random >> 26 & 3) {
			case 0:
				if (given[which])
					break;
				b.memory.give(PHYS + at, 32, WRITES);
				std::copy_n(&cpu[at], 32, &dev[at]);
				given[which] = true;
				break;
			case 1:
				if (!given[which])
					break;
				b.memory.take(PHYS + at, 32, WRITES);
				for (uint64_t i = at; i < at + 32; i++)
					if (unseen[i])
						cpu[i] = dev[i];
				std::fill_n(unseen.begin() + at, 32, false);
				given[which] = false;
				break;
			case 2:
				if (!given[which])
					break;
				cr_assert(b.fill(at + offset, n, static_cast<uint8_t>(step)));
				std::fill_n(&dev[at + offset], n, static_cast<uint8_t>(step));
				std::fill_n(unseen.begin() + at + offset, n, true);
				break;
			case 3: /* the CPU writes: seen by devices from the next give() on */
				b.ram[at + offset] = cpu[at + offset] = static_cast<uint8_t>(~step);
				break;
			}
			cr_assert_not(b.faults.raised(), "%s", b.faults.text().c_str());
			cr_assert(b.ram == cpu, "seed %u step %d", seed, step);
			for (unsigned int k = 0; k < 8; k++)
				for (uint64_t i = k * 32; given[k] && i < k * 32 + 32; i++)
					cr_assert_eq(b.get(i), dev[i]);
		}
	}
}

/* Mappings that overlap in all ways: a byte is a device's when any of them has it. */
struct overlap_model {
	std::vector<int> readers = std::vector<int>(256), writers = std::vector<int>(256);

	void map(uint64_t at, uint64_t n, bool writable, int by)
	{
		for (uint64_t i = at; i < at + n; i++)
			(writable ? writers : readers)[i] += by;
	}

	bool allows(uint64_t at, uint64_t n, bool write) const
	{
		for (uint64_t i = at; i < at + n; i++)
			if (!writers[i] && (write || !readers[i]))
				return false;
		return true;
	}
};

Test(board_memory, mappings_that_overlap)
{
	struct mapping {
		uint64_t at, n;
		bool writable;
	};

	for (uint32_t seed = 1; seed <= 60; seed++) {
		memory_bench b;
		overlap_model model;
		std::vector<mapping> live;
		uint32_t random = seed;

		for (int step = 0; step < 300; step++) {
			random = random * 1664525 + 1013904223;

			uint64_t at = random >> 25, n = (random >> 19 & 63) + 1;
			bool write = random >> 18 & 1, map = random >> 17 & 1;
			uint8_t bytes[64] = {};

			if (map && live.size() < 12) {
				b.memory.give(PHYS + at, n, write ? WRITES : READS);
				model.map(at, n, write, 1);
				live.push_back({at, n, write});
			} else if (!live.empty()) {
				size_t which = random >> 8 & 255;
				mapping m = live[which % live.size()];

				live.erase(live.begin() +
					   static_cast<ptrdiff_t>(which % live.size()));
				b.memory.take(PHYS + m.at, m.n, m.writable ? WRITES : READS);
				model.map(m.at, m.n, m.writable, -1);
			}
			at = (at * 7 + step) % 192;
			for (bool w : {false, true}) {
				bool done = w ? b.memory.write("dev", PHYS + at, bytes, n)
					      : b.memory.read("dev", PHYS + at, bytes, n);

				cr_assert_eq(done, model.allows(at, n, w),
					     "seed %u step %d: %d of %" PRIu64 " at %" PRIu64, seed,
					     step, w, n, at);
				b.faults.clear();
			}
		}
	}
}
