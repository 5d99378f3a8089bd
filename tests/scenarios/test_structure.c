// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What Linux 6.1 is known to do for one read of 512 bytes from a SPI NOR flash by PIO. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(structure, .init = place_enter, .fini = place_leave);

static json_t *run_once(const char *command)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", command), "--json");

	expect_code(&s, 0);
	return report_of(s.out);
}

Test(structure, one_message_of_three_transfers)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(report_int(r, "counts.messages"), 1);
	cr_assert_eq(report_int(r, "counts.transfers"), 3);
	cr_assert_eq(report_int(r, "spi.0.words"), 517);
	cr_assert_eq(report_int(r, "transactions.0.bytes"), 517);
}

/* spi_sync() of an idle controller runs the message in the caller. */
Test(structure, nobody_else_is_woken)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(report_int(r, "counts.kworker_wakeups"), 0);
	cr_assert_eq(report_int(r, "counts.spi_worker_wakeups"), 0);
}

/* The driver's PIO takes one interrupt per word. */
Test(structure, one_interrupt_per_word)
{
	json_t *r = run_once(DD_512);

	cr_assert_geq(report_int(r, "counts.irqs"), 517);
	cr_assert_leq(report_int(r, "counts.irqs"), 519); /* a tick may fall into it */
}

/* mtdchar reads in pieces of at most the block size; each is one message. */
Test(structure, one_message_per_read)
{
	json_t *r = run_once("dd if=/dev/mtd0 of=/dev/null bs=64 count=7");

	cr_assert_eq(report_int(r, "counts.messages"), 7);
	cr_assert_eq(report_int(r, "counts.transfers"), 21);
	cr_assert_eq(report_int(r, "spi.0.words"), 7 * 69);
	cr_assert_eq(json_array_size(report_at(r, "transactions")), 7);
}

/* The devicetree allows 50 MHz; the driver divides 132 MHz by 3. */
Test(structure, clock_rate)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(report_int(r, "spi.0.clock_hz"), 132000000);
	/* Each word clocks 15.5 half periods of 3 half cycles between its first and last edge. */
	cr_assert_lt(report_int(r, "spi.0.clocked_ps"), 517LL * 8 * 22728);
	cr_assert_gt(report_int(r, "spi.0.clocked_ps"), 517LL * 7 * 22727);
}

static int64_t sum_of(json_t *object)
{
	json_t *value;
	const char *key;
	int64_t sum = 0;

	json_object_foreach(object, key, value) sum += json_integer_value(value);
	return sum;
}

/*
 * All of the time with chip select low is accounted for, to the picosecond: it is clocked time and
 * gaps, and the gaps are the contexts that ran meanwhile, class by class.
 */
Test(structure, times_add_up)
{
	static const char *const classes[] = { "cs_setup", "word", "transfer", "cs_hold" };
	json_t *r = run_once(DD_512);
	int64_t unclocked = report_int(r, "spi.0.unclocked_ps"), gaps = 0;
	char path[64], by[64];

	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "spi.0.gaps.%s.total_ps", classes[i]);
		gaps += report_int(r, path);
		snprintf(by, sizeof(by), "spi.0.gaps.%s.by_context", classes[i]);
		cr_assert_eq(sum_of(report_at(r, by)), report_int(r, path));
	}
	cr_assert_eq(gaps, unclocked);
	cr_assert_eq(sum_of(report_at(r, "spi.0.unclocked_by_context")), unclocked);
	cr_assert_eq(report_int(r, "spi.0.clocked_ps") + unclocked,
		     report_int(r, "spi.0.cs_low_ps"));
	cr_assert_eq(report_int(r, "tasks.0.duration_ps"), report_int(r, "window.length_ps"));
}

/* spi-atmel waits for a completion after every word, even for one that is there already. */
Test(structure, one_wait_per_word)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(report_int(r, "spi.0.work.waits"), report_int(r, "spi.0.words"));
	cr_assert_geq(report_int(r, "spi.0.work.irqs"), report_int(r, "spi.0.words"));
}

Test(structure, window_by_context_adds_up)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(sum_of(report_at(r, "window.by_context")), report_int(r, "window.length_ps"));
}
