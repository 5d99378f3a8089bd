// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What Linux 6.1 is known to do for one read of 512 bytes from a SPI NOR flash by PIO. */
#include <criterion/criterion.h>
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

/* The devicetree asks for 44 MHz: 132 MHz / 3. */
Test(structure, clock_rate)
{
	json_t *r = run_once(DD_512);

	cr_assert_eq(report_int(r, "spi.0.clock_hz"), 132000000);
	/* Each word clocks 15.5 half periods of 3 half cycles between its first and last edge. */
	cr_assert_lt(report_int(r, "spi.0.clocked_ps"), 517LL * 8 * 22728);
	cr_assert_gt(report_int(r, "spi.0.clocked_ps"), 517LL * 7 * 22727);
}

/* All of the time with chip select low is accounted for, to the picosecond. */
Test(structure, times_add_up)
{
	json_t *r = run_once(DD_512);
	int64_t low = report_int(r, "spi.0.cs_low_ps");

	cr_assert_eq(low, report_int(r, "transactions.0.end_ps") -
				  report_int(r, "transactions.0.start_ps"));
	cr_assert_eq(report_int(r, "window.length_ps"),
		     report_int(r, "window.to_ps") - report_int(r, "window.from_ps"));
	cr_assert_eq(report_int(r, "tasks.0.duration_ps"), report_int(r, "window.length_ps"));
}

Test(structure, window_by_context_adds_up)
{
	json_t *contexts = report_at(run_once(DD_512), "window.by_context"), *value;
	const char *key;
	int64_t sum = 0;

	json_object_foreach(contexts, key, value) sum += json_integer_value(value);
	cr_assert_eq(sum, report_int(run_once(DD_512), "window.length_ps"));
}
