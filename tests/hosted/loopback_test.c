// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The kernel's own SPI loopback test over a jumper wire. It compares every byte and checks that no
 * message is faster than its bits and the delays it asks for (elapsed time); here it must pass, and
 * no message may be slower than both together + 25 % + 300 us.
 *
 * The exception: messages of 64 KiB and more at 44 MHz. There the DMA controller's way (its costs
 * are assumed) takes longer than the clock: from byte to byte 31 cycles of 132 MHz, 234.8 ns, of
 * which 24, 181.8 ns, are bits. The gap of 53.0 ns is 29 % of them; what exceeds 25 % uses up the
 * 300 us within 40 KB, and the test has no length between 10 KB and 64 KiB. All of these messages
 * exceed the bound: they are counted, and may take their bytes at that pace + 5 % (the driver maps
 * and cleans every page) + 300 us. At 10 MHz a byte takes 848 ns, 25 % are 212 ns: none does.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

#define SLACK_PS 300000000ULL
#define CLOCK_HZ 132000000ULL
/* From byte to byte by DMA, in cycles of that clock, at 44 MHz. */
#define DMA_BYTE_CYCLES 31
#define LONG_BITS (8 * 65536ULL)
#define LONG_MESSAGES 260

struct speed {
	const char *overlays;
	uint64_t divider;	/* of CLOCK_HZ: what the driver makes of spi-max-frequency */
	size_t exceptions;	/* long messages that exceed the bound of all others */
};

static const char scenario[] =
	"spitwin: 1\n"
	"board: sama5d36ek\n"
	"kernel: {image: linux-6.1-test, cmdline: spi_loopback_test.loopback=1}\n"
	"overlays: [%s]\n"
	"tasks: []\n"
	"watchdog: 10 min\n";

/*
 * What the transfers of a test ask for: delay.value in drivers/spi/spi-loopback-test.c. All the
 * others ask for none; the one behind it, with three transfers, the log does not name.
 */
#define DELAY_TEST "two tx+rx transfers - delay after transfer"
#define DELAY_TRANSFERS 2
#define DELAY_PS (DELAY_TRANSFERS * 1000000000ULL)

#define MOST_MESSAGES 4096

struct messages {
	struct message {
		uint64_t took, bits;
		unsigned int transfers;
	} all[MOST_MESSAGES];
	size_t nr;
	uint64_t start;	/* of all[nr], which runs; 0: none does */
};

static void on_event(void *state, const struct twin_event *ev)
{
	struct messages *m = state;

	if (ev->type == TWIN_EV_SPI_MSG_START) {
		cr_assert_lt(m->nr, MOST_MESSAGES);
		m->start = ev->time;
	} else if (ev->type == TWIN_EV_SPI_XFER_START && m->start) {
		m->all[m->nr].transfers++;
		m->all[m->nr].bits += 8 * (ev->b >> 32);
	} else if (ev->type == TWIN_EV_SPI_MSG_DONE && m->start) {
		m->all[m->nr++].took = ev->time - m->start;
		m->start = 0;
	}
}

static uint64_t cycles_ps(uint64_t cycles)
{
	return (uint64_t)((unsigned __int128)cycles * 1000000000000ULL / CLOCK_HZ);
}

/* What the log and the events of a run say together. */
struct verdict {
	size_t nr, with_delay, nr_long;
	size_t slow;		/* above the bound */
	size_t exceptions;	/* above it, but long, and within the bound of those */
	uint64_t worst;		/* of the slow ones, ps above the bound */
};

static void judge(struct verdict *v, const struct message *m, uint64_t delay,
		  const struct speed *speed)
{
	uint64_t least = cycles_ps(m->bits * speed->divider) + delay;
	uint64_t most = least + least / 4 + SLACK_PS;
	uint64_t by_dma = cycles_ps(m->bits / 8 * DMA_BYTE_CYCLES);
	uint64_t most_by_dma = by_dma + by_dma / 20 + delay + SLACK_PS;

	cr_expect_geq(m->took, least, "a message of %" PRIu64 " bits took %" PRIu64 " ps", m->bits,
		      m->took);
	if (m->took <= most)
		return;
	if (speed->exceptions && m->bits >= LONG_BITS && m->took <= most_by_dma) {
		v->exceptions++;
		return;
	}
	v->slow++;
	v->worst = m->took - most > v->worst ? m->took - most : v->worst;
}

/* Before each message the log has a line: the test's name, or the values of its next variant. */
static struct verdict judge_all(const struct messages *m, char *log, const struct speed *speed)
{
	struct verdict v = { 0 };
	bool named = false;

	for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
		const struct message *msg = &m->all[v.nr];
		bool delayed;

		if (strstr(line, "Running test "))
			named = strstr(line, "Running test " DELAY_TEST);
		else if (!strstr(line, "  with iteration values: "))
			continue;
		cr_assert_lt(v.nr++, m->nr, "the log has more messages");
		delayed = named && msg->transfers == DELAY_TRANSFERS;
		judge(&v, msg, delayed ? DELAY_PS : 0, speed);
		v.with_delay += delayed;
		v.nr_long += msg->bits >= LONG_BITS;
	}
	return v;
}

static void check_messages(const struct messages *m, char *log, const struct speed *speed)
{
	struct verdict v = judge_all(m, log, speed);

	cr_expect_eq(v.nr, m->nr, "%zu messages in the log, %zu seen", v.nr, m->nr);
	cr_expect_gt(v.with_delay, 10);
	cr_expect_eq(v.slow, 0, "%zu of %zu messages, by up to %" PRIu64 " ps", v.slow, v.nr,
		     v.worst);
	cr_expect_eq(v.nr_long, LONG_MESSAGES, "%zu long messages", v.nr_long);
	cr_expect_eq(v.exceptions, speed->exceptions, "%zu long messages exceed the bound",
		     v.exceptions);
}

static uint64_t bytes_of(const struct messages *m)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < m->nr; i++)
		bits += m->all[i].bits;
	return bits / 8;
}

static void run_at(const struct speed *speed)
{
	struct messages *m = calloc(1, sizeof(*m));
	struct reducer reducer = { .name = "messages", .event = on_event, .state = m,
				   .classes = TWIN_CLASS_SPI };
	char text[sizeof(scenario) + 100];
	struct hosted *h;

	snprintf(text, sizeof(text), scenario, speed->overlays);
	h = hosted_text(text, false, &reducer);
	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	cr_expect(strstr(h->machine->log, "Finished spi-loopback-tests with return: 0"), "%s",
		  h->machine->log);
	cr_expect_gt(m->nr, 1800);
	cr_expect_gt(bytes_of(m), 28000000);
	check_messages(m, h->machine->log, speed);
	hosted_free(h);
	free(m);
}

Test(loopback, the_kernels_own_test_passes_within_bounds, .timeout = 600)
{
	run_at(&(struct speed){ "overlays/spi1-loopback.dtso", 14, 0 });
}

Test(loopback, at_44_mhz_only_the_long_messages_exceed_the_bound, .timeout = 600)
{
	run_at(&(struct speed){ "overlays/spi1-loopback.dtso, overlays/spi1-loopback-44mhz.dtso", 3,
				LONG_MESSAGES });
}
