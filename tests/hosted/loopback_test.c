// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The kernel's own SPI loopback test over a jumper wire. It compares every byte and checks that no
 * message is faster than its bits (elapsed time against speed and delays); here it must pass, and no
 * message may be slower than bus time + 25 % + 300 us, sleeps that it asks for aside.
 *
 * 10 MHz, so that the gap a DMA controller leaves between bytes (assumed: some 100 ns) is well below
 * a quarter of a byte's time; at 44 MHz it is more than half of it.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

#define SLACK_PS 300000000ULL
#define SLEEP_PS 1100000000ULL	/* delay_usecs = 1000 sleeps up to 10 % longer */
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

struct messages {
	uint64_t start, bits, sleeps;	/* of the one that runs; start 0: none does */
	uint64_t count, bytes, slow, worst;
};

static uint64_t bus_time(uint64_t bits)
{
	return (uint64_t)((unsigned __int128)bits * SCK_DIVIDER * 1000000000000ULL / CLOCK_HZ);
}

static void message_done(struct messages *m, uint64_t now)
{
	uint64_t took = now - m->start, bus = bus_time(m->bits);
	uint64_t most = bus + bus / 4 + SLACK_PS + m->sleeps * SLEEP_PS;

	m->count++;
	m->bytes += m->bits / 8;
	cr_expect_geq(took, bus, "a message of %" PRIu64 " bits took %" PRIu64 " ps", m->bits, took);
	if (took > most) {
		m->slow++;
		m->worst = took - most > m->worst ? took - most : m->worst;
	}
	m->start = 0;
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct messages *m = state;

	if (ev->type == TWIN_EV_SPI_MSG_START)
		*m = (struct messages){ .start = ev->time, .count = m->count, .bytes = m->bytes,
					.slow = m->slow, .worst = m->worst };
	else if (ev->type == TWIN_EV_SPI_XFER_START && m->start)
		m->bits += 8 * (ev->b >> 32);
	else if (ev->type == TWIN_EV_TIMER_EXPIRE && m->start)
		m->sleeps++;
	else if (ev->type == TWIN_EV_SPI_MSG_DONE && m->start)
		message_done(m, ev->time);
}

Test(loopback, the_kernels_own_test_passes_within_bounds, .timeout = 600)
{
	struct messages m = { 0 };
	struct reducer reducer = { .name = "messages", .event = on_event, .state = &m,
				   .classes = TWIN_CLASS_SPI | TWIN_CLASS_TIMER };
	struct hosted *h = hosted_text(scenario, false, &reducer);

	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	cr_expect(strstr(h->machine->log, "Finished spi-loopback-tests with return: 0"), "%s",
		  h->machine->log);
	cr_expect_gt(m.count, 1800);
	cr_expect_gt(m.bytes, 28000000);
	cr_expect_eq(m.slow, 0, "%" PRIu64 " of %" PRIu64 " messages, by up to %" PRIu64 " ps", m.slow,
		     m.count, m.worst);
	hosted_free(h);
}
