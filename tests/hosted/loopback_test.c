// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The kernel's own SPI loopback test over a jumper wire. It compares every byte and checks that no
 * message is faster than its bits and the delays it asks for (elapsed time); here it must pass, and
 * no message may be slower than both together + 25 % + 300 us.
 *
 * 10 MHz, where a byte takes 848 ns on the wire. The DMA controller leaves a gap between bytes (its
 * costs are assumed), which does not shrink with the clock: at 44 MHz long messages exceed the
 * bound, docs/time-model.md has by how much.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

#define SLACK_PS 300000000ULL
/* 132 MHz / 14: what the driver makes of 10 MHz. */
#define SCK_DIVIDER 14
#define CLOCK_HZ 132000000ULL

static const char scenario[] =
	"spitwin: 1\n"
	"board: sama5d36ek\n"
	"kernel: {image: linux-6.1-test, cmdline: spi_loopback_test.loopback=1}\n"
	"overlays: [overlays/spi1-loopback.dtso]\n"
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

static uint64_t bus_time(uint64_t bits)
{
	return (uint64_t)((unsigned __int128)bits * SCK_DIVIDER * 1000000000000ULL / CLOCK_HZ);
}

/* How much a message is too slow, ps; 0: it is not. */
static uint64_t excess(const struct message *m, uint64_t delay)
{
	uint64_t least = bus_time(m->bits) + delay, most = least + least / 4 + SLACK_PS;

	cr_expect_geq(m->took, least, "a message of %" PRIu64 " bits took %" PRIu64 " ps", m->bits,
		      m->took);
	return m->took > most ? m->took - most : 0;
}

/* Before each message the log has a line: the test's name, or the values of its next variant. */
static void check_messages(const struct messages *m, char *log)
{
	size_t n = 0, slow = 0, with_delay = 0;
	uint64_t worst = 0;
	bool named = false;

	for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
		bool delayed;
		uint64_t by;

		if (strstr(line, "Running test "))
			named = strstr(line, "Running test " DELAY_TEST);
		else if (!strstr(line, "  with iteration values: "))
			continue;
		cr_assert_lt(n, m->nr, "the log has more messages");
		delayed = named && m->all[n].transfers == DELAY_TRANSFERS;
		by = excess(&m->all[n++], delayed ? DELAY_PS : 0);
		slow += !!by;
		worst = by > worst ? by : worst;
		with_delay += delayed;
	}
	cr_expect_eq(n, m->nr, "%zu messages in the log, %zu seen", n, m->nr);
	cr_expect_gt(with_delay, 10);
	cr_expect_eq(slow, 0, "%zu of %zu messages, by up to %" PRIu64 " ps", slow, n, worst);
}

static uint64_t bytes_of(const struct messages *m)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < m->nr; i++)
		bits += m->all[i].bits;
	return bits / 8;
}

Test(loopback, the_kernels_own_test_passes_within_bounds, .timeout = 600)
{
	struct messages *m = calloc(1, sizeof(*m));
	struct reducer reducer = { .name = "messages", .event = on_event, .state = m,
				   .classes = TWIN_CLASS_SPI };
	struct hosted *h = hosted_text(scenario, false, &reducer);

	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	cr_expect(strstr(h->machine->log, "Finished spi-loopback-tests with return: 0"), "%s",
		  h->machine->log);
	cr_expect_gt(m->nr, 1800);
	cr_expect_gt(bytes_of(m), 28000000);
	check_messages(m, h->machine->log);
	hosted_free(h);
	free(m);
}
