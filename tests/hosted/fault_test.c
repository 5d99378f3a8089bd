// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * A driver that makes a mistake is a result: the run ends, says in which function and source line,
 * and the program goes on.
 */
#include <criterion/criterion.h>
#include <fcntl.h>
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

static int read_device(const struct twin_task_api *api, const char *path)
{
	char buf[16];

	return task_read(api, task_open(api, path, O_RDONLY, 0), buf, sizeof(buf));
}

static int sleep_then_wait(const struct twin_task_api *api, void *arg)
{
	task_sleep(api, 1000000000ULL);
	return read_device(api, "/dev/twin/wait");
}

/*
 * Regression: expired_timer_disarms_watchdog
 * Expected: a task that waits for ever is reported, whatever timers of it expired before.
 * Buggy: an expiry runs in another context than the task, so its timer was counted as armed for
 * good, and the run went on until the wall clock ended it.
 */
Test(fault, expired_timer_disarms_watchdog)
{
	struct hosted *h = hosted_new("dd", false);

	hosted_user(h, sleep_then_wait, NULL);
	hosted_run(h);
	cr_expect(h->machine->result.why == TW_STOP_STUCK ||
		  h->machine->result.code == MACHINE_NO_PROGRESS, "%s", h->why);
	cr_expect_lt(h->machine->result.now, 40000000000000ULL);
	cr_expect_not(strstr(h->why, "with a timer armed\n      in do_wait"), "%s", h->why);
	expect_text(h, "probe_wait (arch/twin/testing/faults.c:");
	hosted_free(h);
}

static int break_irq_then_compute(const struct twin_task_api *api, void *arg)
{
	read_device(api, "/dev/twin/irq_null");
	api->charge(400000000000ULL);
	return 0;
}

/*
 * Regression: interrupt_fault_during_user_time
 * Expected: a NULL dereference in an interrupt handler is a kernel crash, whoever was interrupted.
 * Buggy: while user code computed it was taken for a fault of the user code.
 */
Test(fault, interrupt_fault_during_user_time)
{
	struct hosted *h = hosted_new("dd", false);
	char err[TW_ERR_SIZE];

	hosted_user(h, break_irq_then_compute, NULL);
	cr_assert_eq(tw_board_raise(h->machine->board, HOSTED_TEST_LINE, 300000000000ULL, err), 0);
	hosted_run(h);
	cr_expect_eq(h->machine->result.why, TW_STOP_FAULT);
	cr_expect_lt(h->machine->result.now, 301000000000ULL);
	expect_text(h, "NULL pointer dereference");
	expect_text(h, "in probe_interrupt (arch/twin/testing/work.c:");
	hosted_free(h);
}
