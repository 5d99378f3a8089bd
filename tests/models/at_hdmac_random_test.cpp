// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random transfers: a reception, a transmission and a copy at once, as lists of buffers of random
 * lengths, widths and costs. Memory and what the peripheral saw are compared with what the lists
 * say; and all of it, with every instant, must be the same however late the quiet events are run.
 */
#include "at_hdmac_bench.h"
#include "fake_kernel.h"

#define STEP 5000000ULL /* the CPU looks at EBCISR this often */
#define LINK(channel, n) (LIST + 512 * (channel) + 32 * (n))
#define RX_BUFFER (RAM_BASE + 0x10000)
#define TX_BUFFER (RAM_BASE + 0x20000)
#define FROM_BUFFER (RAM_BASE + 0x30000)
#define TO_BUFFER (RAM_BASE + 0x40000)
#define AREA 0x8000u

enum way { on_time, in_big_steps, in_small_steps, nr_ways };

struct random_run {
	bench b;
	uint32_t state;
	way how;
	/* Per channel: whether BTC is enabled in each buffer, how many bytes in all. */
	std::vector<bool> btc[8];
	uint64_t bytes[8] = {};
	uint64_t now = 0, seen_until = 0;
	size_t done_seen[8] = {};

	random_run(uint32_t seed, way how) : state(seed), how(how) {}

	uint32_t random(uint32_t below)
	{
		state = state * 1664525u + 1013904223u;
		return (state >> 8) % below;
	}

	/* A list of buffers for a channel: addresses go on from one buffer to the next. */
	void list(unsigned int channel, uint32_t saddr, uint32_t daddr, uint32_t ctrlb, bool chunks)
	{
		unsigned int n = 1 + random(5);
		uint32_t src = random(3), dst = random(3);
		uint32_t ctrla = src << 24 | dst << 28 | (chunks ? SRC_CHUNK_4 | DST_CHUNK_4 : 0);

		for (unsigned int i = 0; i < n; i++) {
			uint32_t length = 4 * (1 + random(60)), from = saddr, to = daddr;
			bool last = i == n - 1, quiet = random(2);

			if (!(ctrlb >> 24 & 3))
				from += static_cast<uint32_t>(bytes[channel]);
			if (!(ctrlb >> 28 & 3))
				to += static_cast<uint32_t>(bytes[channel]);
			b.describe(LINK(channel, i), from, to, ctrla | length >> src,
				   ctrlb | (last ? LAST_OF_LIST : 0) | (quiet ? NO_BTC : 0),
				   last ? 0 : LINK(channel, i + 1));
			btc[channel].push_back(!quiet);
			bytes[channel] += length;
		}
		width_[channel][0] = 1u << src;
		width_[channel][1] = 1u << dst;
	}

	void set_up()
	{
		unsigned int rx = random(4), tx = 4 + random(4), copy = (rx + 1) % 4;
		bool chunks = random(3) == 0, promised = !chunks && random(2);
		uint32_t fifo = random(3) << 28;

		for (twin_cost c :
		     {TWIN_COST_DMA_REQUEST, TWIN_COST_DMA_PERIPH_READ, TWIN_COST_DMA_PERIPH_WRITE,
		      TWIN_COST_DMA_MEM_READ, TWIN_COST_DMA_MEM_WRITE, TWIN_COST_DMA_DESCRIPTOR})
			b.costs[c] = 1 + random(120000);
		b.ready();
		b.write(0, EBCIER, 0xff00);
		b.write(0, GCFG, random(2) << 4);
		b.memory(TWIN_DMA_GIVE, RX_BUFFER, AREA, true);
		b.memory(TWIN_DMA_GIVE, TX_BUFFER, AREA, false);
		b.memory(TWIN_DMA_GIVE, FROM_BUFFER, AREA, false);
		b.memory(TWIN_DMA_GIVE, TO_BUFFER, AREA, true);
		list(rx, PACED_DATA_IN & 0xffffffff, RX_BUFFER, PER2MEM, chunks);
		list(tx, TX_BUFFER, PACED_DATA_OUT & 0xffffffff, MEM2PER, chunks);
		list(copy, FROM_BUFFER, TO_BUFFER, MEM2MEM | random(2) << 4, false);
		b.start(random(300000), rx, FIFO_ALL(RX_CFG) | fifo, LINK(rx, 0));
		b.start(300000 + random(300000), tx, FIFO_ALL(TX_CFG) | fifo, LINK(tx, 0));
		b.start(600000 + random(300000), copy, fifo, LINK(copy, 0));
		b.peripheral().receive(1000000 + random(1000000),
				       chunks ? 1 : 20000 + random(900000),
				       bytes[rx] / width_[rx][0], promised);
		b.peripheral().send(1000000 + random(1000000), chunks ? 1 : 20000 + random(900000),
				    bytes[tx] / width_[tx][1], promised);
		rx_ = rx;
		tx_ = tx;
		copy_ = copy;
	}

	/* Until `until`, in the steps of this way; reads that change nothing. */
	void pass(uint64_t until)
	{
		static uint32_t other = 1;

		while (how != in_big_steps && now < until) {
			other = other * 22695477u + 1;
			now = std::min(until,
				       now + (other >> 12) % (how == on_time ? 40000 : 1500000));
			if (other >> 8 & 1)
				b.read(now, CHSR);
			else
				b.advance(now);
		}
		now = until;
	}

	/* Flags must be those of the buffers that ended since the last look. */
	void check_status()
	{
		uint32_t expected = 0, status = b.read(now, EBCISR);

		b.take();
		for (const twin_event &e : b.events) {
			unsigned int c = e.a & 0xff;

			if (e.type != TWIN_EV_DMA_DONE || e.time <= seen_until || e.time > now)
				continue;
			if (btc[c][done_seen[c]++])
				expected |= 1u << c;
			if (done_seen[c] == btc[c].size())
				expected |= 0x100u << c;
		}
		seen_until = now;
		bench_check(status == expected, "flags " + std::to_string(status) + ", not " +
							std::to_string(expected) + " at " +
							std::to_string(now));
		bench_check(!b.irq(), "the line stays up");
	}

	void check_data()
	{
		std::vector<uint8_t> sent;
		uint64_t reads = 0;

		for (const auto &a : b.peripheral().log) {
			reads += !a.write;
			for (unsigned int k = 0; a.write && k < a.size; k++)
				sent.push_back(static_cast<uint8_t>(a.value >> 8 * k));
		}
		bench_check(reads == bytes[rx_] / width_[rx_][0], "number of reads");
		bench_check(sent.size() == bytes[tx_], "number of bytes sent");
		b.memory(TWIN_DMA_TAKE, RX_BUFFER, AREA, true);
		b.memory(TWIN_DMA_TAKE, TO_BUFFER, AREA, true);
		for (uint64_t i = 0; i < sent.size(); i++)
			bench_check(sent[i] == bench::pattern(0x20000 + i), "byte sent");
		for (uint64_t i = 0; i < AREA; i++) {
			uint8_t received = i < bytes[rx_] ? static_cast<uint8_t>(i)
							  : bench::pattern(0x10000 + i);
			uint8_t copied = bench::pattern((i < bytes[copy_] ? 0x30000 : 0x40000) + i);

			bench_check(b.ram[0x10000 + i] == received, "byte received");
			bench_check(b.ram[0x40000 + i] == copied, "byte copied");
		}
	}

	/* Every instant, as text. */
	std::string story()
	{
		uint64_t hash = 14695981039346656037ULL;
		auto mix = [&](uint64_t x) { hash = (hash ^ x) * 1099511628211ULL; };

		for (const auto &a : b.peripheral().log) {
			mix(a.time);
			mix(a.value);
			mix(a.write);
		}
		for (const twin_event &e : b.events)
			if (e.type == TWIN_EV_IRQ_LINE || e.type == TWIN_EV_DMA_DONE) {
				mix(e.time);
				mix(e.a);
			}
		return std::to_string(hash) + " " + std::to_string(b.interrupts().size());
	}

	std::string run()
	{
		set_up();
		now = 1000000;
		for (unsigned int k = 1; k < 400 && (k < 4 || b.read(now, CHSR) & 0xff); k++) {
			pass(k * STEP);
			if (random(6) == 0)
				b.write(now, random(2) ? +CHER : +CHDR, 0x100u << rx_);
			check_status();
		}
		b.write(now, CHDR, 0xff00);
		pass(now + 400 * STEP);
		check_status();
		bench_check(b.read(now, CHSR) == 0x00ff0000, "a channel is not done");
		check_data();
		return story();
	}

      private:
	unsigned int rx_ = 0, tx_ = 0, copy_ = 0;
	unsigned int width_[8][2] = {};
};

static std::string random_story(int number)
{
	bench_throws = true;
	try {
		random_run r(static_cast<uint32_t>(number) / nr_ways + 1,
			     static_cast<way>(number % nr_ways));

		return r.run();
	} catch (const std::exception &failure) {
		return std::string("failed: ") + failure.what();
	}
}

Test(at_hdmac_random, data_counts_interrupts_and_lateness)
{
	for (int seed = 0; seed < 100; seed++) {
		std::string first = in_child(random_story, seed * nr_ways);

		for (int how = 1; how < nr_ways; how++) {
			std::string other = in_child(random_story, seed * nr_ways + how);

			cr_assert_eq(first, other, "seed %d way %d: %s / %s", seed, how,
				     first.c_str(), other.c_str());
		}
		cr_assert_neq(first.compare(0, 6, "failed"), 0, "seed %d: %s", seed, first.c_str());
	}
}
