// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Suspending, resuming, terminating; and transfers that go wrong. */
#include "at_hdmac_bench.h"

#define R REQUEST
#define PR PERIPH_READ
#define PW PERIPH_WRITE
#define MR MEM_READ
#define MW MEM_WRITE
#define D DESCRIPTOR
#define A 2000000ULL
#define P 181818ULL
#define READ(k) (A + (k)*P + R + PR)
#define TERMINATE 0x101u /* RES and DIS of channel 0, as the driver's atc_terminate_all() */

/* A reception of n bytes on channel 0, one per P from A on. */
static void receive(bench &b, uint32_t n, uint32_t ctrla = 0)
{
	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, n, true);
	b.describe(LIST, PACED_DATA_IN, BUFFER, n | ctrla, PER2MEM | LAST_OF_LIST, 0);
	b.start(1000000, 0, RX_CFG, LIST);
	b.peripheral().receive(A, P, n);
}

/* Suspended: what is in the FIFO goes on to memory, nothing more is read. */
Test(at_hdmac_stop, suspend_and_resume)
{
	bench b;
	uint64_t pause = READ(2) + 1, resume = A + 6 * P + 1000;

	receive(b, 8);
	cr_assert_eq(b.read(pause, CHSR), 0x00fe0001u);
	b.write(pause, CHER, 0x100);
	cr_assert_eq(b.read(pause + 3 * MW - 1, CHSR), 0x00fe0101u);
	cr_assert_eq(b.read(pause + 3 * MW, CHSR), 0x00ff0101u);
	b.advance(resume);
	cr_assert_eq(b.peripheral().log.size(), 3u);
	b.write(resume, CHDR, 0x100);
	cr_assert_eq(b.read(resume, CHSR), 0x00ff0001u);
	/* The line has been up for long: the access starts at once, the next after R. */
	b.advance(A + 20 * P);
	cr_assert_eq(b.peripheral().log[3].time, resume + PR);
	cr_assert_eq(b.peripheral().log[4].time, resume + PR + R + PR);
	cr_assert_eq(b.peripheral().log.size(), 8u);
	cr_assert_eq(b.interrupts().size(), 1u);
	b.memory(TWIN_DMA_TAKE, BUFFER, 8, true);
	cr_assert_eq(b.word(BUFFER + 4), 0x07060504u);
}

/* An access that has started is done. */
Test(at_hdmac_stop, suspended_in_an_access)
{
	bench b;

	receive(b, 8);
	b.write(READ(2) - 1, CHER, 0x100);
	b.advance(A + 20 * P);
	cr_assert_eq(b.peripheral().log.size(), 3u);
	cr_assert_eq(b.peripheral().log[2].time, READ(2));
}

/* With words as destination three bytes stay in the FIFO; they are not lost by the pause. */
Test(at_hdmac_stop, bytes_of_half_a_word_wait)
{
	bench b;

	receive(b, 8, DST_WORD);
	b.write(READ(2), CHER, 0x100);
	cr_assert_eq(b.read(READ(2) + 100 * MW, CHSR), 0x00ff0101u);
	b.write(A + 60 * P, CHDR, 0x100);
	b.advance(A + 90 * P);
	b.memory(TWIN_DMA_TAKE, BUFFER, 8, true);
	cr_assert_eq(b.word(BUFFER), 0x03020100u);
	cr_assert_eq(b.word(BUFFER + 4), 0x07060504u);
}

static const struct {
	const char *what;
	uint64_t at;   /* of the CHDR write */
	uint64_t ends; /* CHSR.ENA falls */
	size_t reads;
} terminations[] = {
	{"between accesses", READ(2) + 1, READ(2) + 1, 3},
	{"while a request waits", A + 2 * P + R - 1, A + 2 * P + R - 1, 2},
	{"in an access", A + 2 * P + R, READ(2), 3},
	{"at the end of an access", READ(2) - 1, READ(2), 3},
	{"before anything", 1000000 + D + 1, 1000000 + D + 1, 0},
	{"while the descriptor is read", 1000001, 1000000 + D, 0},
};

Test(at_hdmac_stop, terminate)
{
	bench b;

	for (size_t i = 0; i < sizeof(terminations) / sizeof(*terminations); i++) {
		/* A case on each board would need a process each; here each runs once, shifted. */
		const auto &c = terminations[i];
		uint64_t base = i * 100 * P, before = b.peripheral().log.size();

		if (!i)
			b.ready();
		b.memory(TWIN_DMA_GIVE, BUFFER, 8, true);
		b.describe(LIST, PACED_DATA_IN, BUFFER, 8, PER2MEM | LAST_OF_LIST, 0);
		b.start(base + 1000000, 0, RX_CFG, LIST);
		b.peripheral().receive(base + A, P, 8);
		b.write(base + c.at, CHDR, TERMINATE);
		if (c.ends > c.at) {
			cr_assert_eq(b.read(base + c.ends - 1, CHSR) & 1, 1u, "%s", c.what);
			b.advance(base + c.ends);
		}
		cr_assert_eq(b.read(base + c.ends, CHSR), 0x00ff0000u, "%s", c.what);
		b.advance(base + A + 20 * P);
		cr_assert_eq(b.peripheral().log.size() - before, c.reads, "%s", c.what);
		cr_assert_eq(b.interrupts().size(), 0u, "%s", c.what);
		cr_assert_eq(b.read(base + A + 20 * P, EBCISR), 0u, "%s", c.what);
		cr_assert_eq(b.word(LIST + 8), 8u, "%s", c.what);
		/* What it had read of the source is in CTRLA still. */
		if (c.at > 1000000 + D)
			cr_assert_eq(b.read(base + A + 20 * P, bench::channel(0, CTRLA)), c.reads);
		b.peripheral().withdraw_receive(base + A + 20 * P);
		b.memory(TWIN_DMA_TAKE, BUFFER, 8, true);
	}
}

/* The next transfer is a fresh one. */
Test(at_hdmac_stop, start_again_after_a_termination)
{
	bench b;
	uint64_t again = A + 40 * P;

	receive(b, 8, DST_WORD);
	b.write(READ(2), CHDR, TERMINATE);
	b.advance(again);
	b.peripheral().withdraw_receive(again);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 4 | DST_WORD, PER2MEM | LAST_OF_LIST, 0);
	b.start(again, 0, RX_CFG, LIST);
	b.peripheral().receive(again + 1000000, P, 4);
	b.advance(again + 100 * P);
	cr_assert_eq(b.interrupts(),
		     std::vector<uint64_t>({again + 1000000 + 3 * P + R + PR + MW + MW}));
	b.memory(TWIN_DMA_TAKE, BUFFER, 8, true);
	/* Bytes 0 to 2 were read before the end, 3 to 7 taken away. */
	cr_assert_eq(b.word(BUFFER), 0x0b0a0908u);
}

/* The driver's at_dma_off(): EN = 0 and CHSR is polled. */
Test(at_hdmac_stop, controller_off)
{
	bench b;

	receive(b, 8);
	b.write(READ(2) - 1, EN, 0);
	cr_assert_eq(b.read(READ(2) - 1, CHSR) & 0xff, 1u);
	cr_assert_eq(b.read(READ(2), CHSR) & 0xff, 0u);
	b.advance(A + 20 * P);
	cr_assert_eq(b.peripheral().log.size(), 3u);
	cr_assert_eq(b.try_write(A + 20 * P, CHER, 1), -1);
}

static std::string fault_of(bench &b)
{
	uint64_t t = A + 100 * P;

	b.advance(t);
	cr_assert_eq(b.try_write(t, EBCIER, 0), -1, "no fault");
	return b.err;
}

Test(at_hdmac_stop, destination_not_mapped)
{
	bench b;
	std::string text;

	receive(b, 8, DST_WORD);
	b.memory(TWIN_DMA_TAKE, BUFFER, 8, true);
	text = fault_of(b);
	cr_assert_str_eq(text.c_str(), "driver bug: dma1 channel 0: DMA write of 8 bytes at "
				       "0x20008000, which is not mapped for a device now");
}

Test(at_hdmac_stop, source_not_mapped)
{
	bench b;
	std::string text;

	b.ready();
	b.describe(LIST, BUFFER, PACED_DATA_OUT, 3, MEM2PER | LAST_OF_LIST, 0);
	b.start(1000000, 2, TX_CFG, LIST);
	text = fault_of(b);
	cr_assert_str_eq(text.c_str(), "driver bug: dma1 channel 2: DMA read of 3 bytes at "
				       "0x20008000, which is not mapped for a device now");
}

Test(at_hdmac_stop, descriptor_not_mapped)
{
	bench b;
	std::string text;

	b.write(0, EN, 1);
	b.start(1000000, 0, RX_CFG, LIST);
	text = fault_of(b);
	cr_assert_str_eq(text.c_str(), "driver bug: dma1 channel 0: DMA read of 20 bytes at "
				       "0x20001000, which is not mapped for a device now");
}

Test(at_hdmac_stop, descriptor_with_rubbish)
{
	bench b;
	std::string text;

	b.ready();
	b.describe(LIST, BUFFER, BUFFER, 1, 7u << 21, 0);
	b.start(1000000, 0, RX_CFG, LIST);
	text = fault_of(b);
	cr_assert(strstr(text.c_str(), "dma1 channel 0: peripheral to peripheral"), "%s",
		  text.c_str());
}

/* Nobody at the peripheral's address: ERR, and the driver disables the channel. */
Test(at_hdmac_stop, bus_error)
{
	bench b;
	uint64_t error = A + R + PR;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 8, true);
	b.describe(LIST, 0xf0000008, BUFFER, 8, PER2MEM | LAST_OF_LIST, 0);
	b.start(1000000, 3, RX_CFG, LIST);
	b.peripheral().receive(A, P, 1);
	b.advance(A + 10 * P);
	cr_assert_eq(b.interrupts(), std::vector<uint64_t>({error}));
	cr_assert_eq(b.read(A + 10 * P, EBCISR), 1u << 19);
	cr_assert_eq(b.read(A + 10 * P, CHSR) & 0xff, 8u);
	b.write(A + 10 * P, CHDR, 0x808);
	cr_assert_eq(b.read(A + 10 * P, CHSR) & 0xff, 0u);
}

/* A driver that reads the buffer without a sync sees what was there before. */
Test(at_hdmac_stop, stale_data)
{
	bench b;
	uint64_t t = A + 20 * P;
	uint32_t before = b.word(BUFFER);

	receive(b, 4, DST_WORD);
	b.advance(t);
	cr_assert_eq(b.interrupts().size(), 1u);
	cr_assert_eq(b.word(BUFFER), before);
	b.memory(TWIN_DMA_TAKE, BUFFER, 4, true);
	cr_assert_eq(b.word(BUFFER), 0x03020100u);
}
