// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <csetjmp>
#include <csignal>
#include <cstring>

#include <sys/mman.h>

#include "core/fault_sink.h"
#include "memory/board_memory.h"
#include "memory/stale_watch.h"
#include "twin_dma.h"

#define PHYS 0x20000000ULL
#define PAGE 4096ULL
#define SIZE (4 * PAGE)

using touch = tw::stale_watch::touch;

static sigjmp_buf refused;

static void on_segv(int)
{
	siglongjmp(refused, 1);
}

/* Four pages of RAM; an access that is refused is shown to the watch, as the program does. */
struct watch_bench {
	uint8_t *ram = static_cast<uint8_t *>(
		mmap(nullptr, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	tw::fault_sink faults;
	tw::board_memory memory{faults, ram, PHYS, SIZE};

	watch_bench()
	{
		struct sigaction action = {};

		action.sa_handler = on_segv;
		sigaction(SIGSEGV, &action, nullptr);
		memory.watch().turn(true);
	}

	void device_writes(uint64_t at, size_t n)
	{
		uint8_t bytes[2 * PAGE];

		memset(bytes, 0xdd, n);
		cr_assert(memory.write("dev", PHYS + at, bytes, n));
	}

	bool refuses(uint64_t at)
	{
		if (sigsetjmp(refused, 1))
			return true;
		(void)*static_cast<volatile uint8_t *>(ram + at);
		return false;
	}

	/* One access of the CPU, by the instruction. */
	touch cpu(uint64_t at, bool write)
	{
		touch t = touch::not_guarded;

		if (refuses(at)) {
			t = memory.watch().touched(ram + at, write, true);
			cr_assert_not(refuses(at), "the page is not open");
		}
		if (write)
			ram[at] = 0xcc;
		memory.watch().stepped();
		return t;
	}

	/* As the models do. */
	int peek(uint64_t at)
	{
		tw::stale_watch::access open(memory.watch(), PHYS + at, PHYS + at + 1);

		return ram[at];
	}

	touch reads(uint64_t at)
	{
		return cpu(at, false);
	}
	touch writes(uint64_t at)
	{
		return cpu(at, true);
	}
};

Test(stale_watch, a_read_before_the_sync)
{
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x20);
	cr_assert_eq(b.reads(0x11f), touch::stale);
	cr_assert_str_eq(b.memory.watch().found().c_str(),
			 "stale data: the CPU read 0x2000011f, but what dev wrote at "
			 "0x2000011f..0x20000120 was not synced for it (missing dma_sync_*_for_cpu "
			 "or unmap)");
	cr_assert_eq(b.reads(0x120), touch::harmless);
	cr_assert_eq(b.reads(0xff), touch::harmless);
}

Test(stale_watch, a_read_after_the_sync)
{
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x40);
	b.memory.take(PHYS + 0x100, 0x10, TWIN_DMA_WRITABLE | TWIN_DMA_SYNC);
	cr_assert_eq(b.reads(0x10f), touch::harmless);
	cr_assert_eq(b.peek(0x10f), 0xdd);
	cr_assert_eq(b.reads(0x110), touch::stale);
	b.memory.take(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	cr_assert_not(b.refuses(0x110));
}

/* Written, bytes are the CPU's: those of the store, and no others than its 8. */
Test(stale_watch, the_cpu_writes)
{
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x40);
	cr_assert_eq(b.writes(0x100), touch::harmless);
	cr_assert_eq(b.reads(0x100), touch::harmless);
	cr_assert_eq(b.peek(0x100), 0xcc);
	cr_assert_eq(b.reads(0x107), touch::harmless);
	cr_assert_eq(b.reads(0x108), touch::stale);
}

/*
 * Expected: unmapped without a sync, the memory is somebody else's, who writes a part of it and
 * copies all (a structure with padding): no finding. Buggy: the mapping was gone, but its bytes
 * were still watched, and that copy was named.
 */
Test(stale_watch, memory_that_serves_another_purpose)
{
	const uint64_t skip = TWIN_DMA_WRITABLE | TWIN_DMA_NO_BYTES;
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x40);
	b.memory.take(PHYS + 0x100, 0x40, skip);
	cr_assert_not(b.refuses(0x100));
	cr_assert_eq(b.writes(0x100), touch::not_guarded);
	cr_assert_eq(b.reads(0x120), touch::not_guarded);
}

/* Mapped once more, its bytes can be synced still. */
Test(stale_watch, one_of_two_mappings_ends_without_a_sync)
{
	const uint64_t skip = TWIN_DMA_WRITABLE | TWIN_DMA_NO_BYTES;
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.memory.give(PHYS + 0x100, 0x40, skip);
	b.device_writes(0x100, 0x40);
	b.memory.take(PHYS + 0x100, 0x40, skip);
	cr_assert_eq(b.reads(0x120), touch::stale);
	b.memory.take(PHYS + 0x100, 0x40, skip);
	cr_assert_not(b.refuses(0x120));
}

/* Other buffers of the page, other pages, coherent memory, and the models' own accesses. */
Test(stale_watch, neighbours)
{
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.memory.give(PHYS + 0x200, 0x40, TWIN_DMA_WRITABLE);
	b.memory.share(PHYS + 0x300, 0x40);
	b.device_writes(0x100, 0x40);
	b.device_writes(0x200, 0x40);
	b.device_writes(0x300, 0x40);
	b.memory.take(PHYS + 0x200, 0x40, TWIN_DMA_WRITABLE);
	cr_assert_eq(b.reads(0x200), touch::harmless);
	cr_assert_eq(b.peek(0x23f), 0xdd);
	cr_assert_eq(b.reads(0x300), touch::harmless);
	cr_assert_eq(b.peek(0x300), 0xdd);
	cr_assert_eq(b.reads(PAGE), touch::not_guarded);
	cr_assert_eq(b.reads(0x100), touch::stale);
}

Test(stale_watch, a_buffer_over_two_pages)
{
	watch_bench b;

	b.memory.give(PHYS + PAGE - 8, 16, TWIN_DMA_WRITABLE);
	b.device_writes(PAGE - 8, 16);
	cr_assert_eq(b.reads(PAGE + 7), touch::stale);
	cr_assert_eq(b.reads(PAGE - 8), touch::stale);
	b.memory.take(PHYS + PAGE - 8, 16, TWIN_DMA_WRITABLE);
	cr_assert_not(b.refuses(PAGE - 8));
	cr_assert_not(b.refuses(PAGE));
}

/* Touched for ever beside such bytes, or by the host: given up rather than slow. */
Test(stale_watch, gives_up)
{
	watch_bench b;
	int refusals = 0;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x40);
	while (refusals < 5000 && b.reads(0x200) == touch::harmless)
		refusals++;
	cr_assert_eq(refusals, 1000);
	cr_assert_eq(b.reads(0x100), touch::not_guarded);
	b.device_writes(0x100, 0x40);
	cr_assert_not(b.refuses(0x100));

	b.memory.give(PHYS + PAGE, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(PAGE, 0x40);
	cr_assert(b.refuses(PAGE));
	cr_assert_eq(b.memory.watch().touched(b.ram + PAGE + 0x100, false, false), touch::harmless);
	cr_assert_not(b.refuses(PAGE));
}

Test(stale_watch, off)
{
	watch_bench b;

	b.memory.give(PHYS + 0x100, 0x40, TWIN_DMA_WRITABLE);
	b.device_writes(0x100, 0x40);
	cr_assert(b.refuses(0x100));
	b.memory.watch().turn(false);
	cr_assert_not(b.refuses(0x100));
	b.device_writes(0x100, 0x40);
	cr_assert_not(b.refuses(0x100));
	cr_assert_eq(b.memory.watch().touched(b.ram, false, true), touch::not_guarded);
}
