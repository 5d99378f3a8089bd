// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * A static branch is an instruction that is patched, as on the board: off it costs that one
 * instruction, which does nothing, and no load or test.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "hosted.h"

static void run_read(const void *arg, void *out)
{
	struct hosted *h = hosted_new(arg, false);

	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	/* the device fails where a branch was taken though it was off, or not though it was on */
	cr_assert_eq(h->machine->tasks[0].status, 0);
	*(uint64_t *)out = machine_insns(h->machine);
	hosted_free(h);
}

/* Instructions of one more round of a device of kernel/arch/twin/testing/rounds.c. */
static uint64_t round_of(const char *device)
{
	uint64_t insns[2];

	for (int i = 0; i < 2; i++) {
		char command[96];

		snprintf(command, sizeof(command), "dd if=/dev/twin/%s of=/dev/null bs=%d count=1",
			 device, 10 + i);
		hosted_in_child(run_read, command, &insns[i], sizeof(insns[i]));
	}
	return insns[1] - insns[0];
}

Test(static_branch, off_after_on_costs_one_instruction)
{
	cr_assert_eq(round_of("branch_off"), round_of("branch_none") + 1);
}

Test(static_branch, on_costs_what_it_jumps_to)
{
	cr_assert_gt(round_of("branch_on"), round_of("branch_off"));
}
