// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * A driver that makes a mistake is a result: the run ends, says in which function and source line,
 * and the program goes on.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "hosted.h"

static struct hosted *run_fault(const char *device)
{
	char run[128];
	struct hosted *h;

	snprintf(run, sizeof(run), "dd if=/dev/twin/%s of=/dev/null bs=16 count=1", device);
	h = hosted_new(run, false);
	hosted_run(h);
	return h;
}

static void expect_text(const struct hosted *h, const char *text)
{
	cr_expect(strstr(h->why, text), "'%s' is not in:\n%s", text, h->why);
}

Test(fault, a_null_dereference_names_function_and_line)
{
	struct hosted *h = run_fault("null");

	cr_expect_eq(h->machine->result.why, TW_STOP_FAULT);
	expect_text(h, "NULL pointer dereference (read at address 0x20)");
	expect_text(h, "in probe_null (arch/twin/testing/faults.c:");
	expect_text(h, "called from vfs_read (fs/read_write.c:");
	hosted_free(h);
}

Test(fault, a_bug_names_function_and_line)
{
	struct hosted *h = run_fault("bug");

	cr_expect_eq(h->machine->result.why, TW_STOP_PANIC);
	expect_text(h, "BUG: failure at");
	expect_text(h, "probe_bug (arch/twin/testing/faults.c:");
	hosted_free(h);
}

Test(fault, a_driver_that_spins_for_ever_is_stopped_after_20_s)
{
	struct hosted *h = run_fault("spin");

	cr_expect_eq(h->machine->result.why, TW_STOP_POLL);
	cr_expect_eq(h->machine->result.code, MACHINE_NO_SCHEDULE);
	cr_expect_lt(h->machine->result.now, 21000000000000ULL);
	expect_text(h, "dd (pid");
	expect_text(h, "probe_spin (arch/twin/testing/faults.c:");
	hosted_free(h);
}

Test(fault, so_is_one_that_spins_with_interrupts_off)
{
	struct hosted *h = run_fault("spin_off");

	cr_expect_eq(h->machine->result.code, MACHINE_NO_SCHEDULE);
	expect_text(h, "probe_spin_off (arch/twin/testing/faults.c:");
	hosted_free(h);
}

Test(fault, a_wait_for_an_interrupt_that_never_comes_is_no_progress)
{
	struct hosted *h = run_fault("wait");

	cr_expect(h->machine->result.why == TW_STOP_STUCK ||
		  h->machine->result.code == MACHINE_NO_PROGRESS);
	expect_text(h, "no progress");
	expect_text(h, "dd (pid");
	expect_text(h, "in do_wait_for_common (kernel/sched/completion.c:");
	expect_text(h, "called from probe_wait (arch/twin/testing/faults.c:");
	hosted_free(h);
}

Test(fault, a_driver_that_times_out_by_itself_is_an_ordinary_failure)
{
	struct hosted *h = run_fault("timeout");

	cr_expect_eq(h->machine->result.why, TW_STOP_HALT);
	cr_expect_eq(WEXITSTATUS(h->machine->tasks[0].status), 1);
	cr_expect(strstr(h->machine->tasks[0].output,
			 "dd: error reading '/dev/twin/timeout': Connection timed out\n"),
		  "%s", h->machine->tasks[0].output);
	hosted_free(h);
}

Test(fault, registers_without_a_model_name_node_and_compatible)
{
	struct hosted *h = run_fault("unmapped");

	cr_expect_eq(h->machine->result.code, MACHINE_NO_MODEL);
	expect_text(h, "node /ahb/apb/ethernet@f0028000");
	expect_text(h, "has no model");
	hosted_free(h);
}

/* No block starts in the loop, so only the wall clock can end it: 2 s and the grace period. */
Test(fault, a_loop_without_blocks_is_ended_by_the_wall_clock)
{
	struct hosted *h = hosted_new("dd if=/dev/twin/frozen of=/dev/null count=1", false);

	h->scenario.wall_clock = 2000000000000ULL;
	hosted_run(h);
	expect_text(h, "given up: the run took longer than wall_clock allows");
	expect_text(h, "probe_frozen (arch/twin/testing/faults.c:");
	hosted_free(h);
}
