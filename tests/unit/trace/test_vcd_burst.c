// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A waveform does not show whether its words came in bursts. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "burst_story.h"
#include "trace/vcd.h"

static char err[TRACE_ERR_SIZE];

TestSuite(vcd_burst, .init = enter_scratch, .fini = leave_scratch);

static char *draw(const struct stream *s, const struct vcd_window *w, size_t *len)
{
	struct trace *t = trace_new();
	struct vcd *vcd = vcd_open("out.vcd", w, err);
	struct reducer r;

	cr_assert(vcd, "%s", err);
	r = vcd_reducer(vcd);
	trace_add(t, &r);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, BURST_STORY_END, err), 0, "%s", err);
	cr_assert_eq(vcd_bad(vcd), 0);
	cr_assert_eq(vcd_close(vcd, err), 0, "%s", err);
	trace_free(t);
	return slurp("out.vcd", len);
}

static void same_picture(uint64_t seed, const struct vcd_window *w)
{
	struct burst_story story;
	size_t len_a, len_b;
	char *a, *b;

	burst_story_make(&story, seed);
	cr_assert_gt(story.in_bursts, 0);
	a = draw(&story.bursts, w, &len_a);
	b = draw(&story.singles, w, &len_b);
	cr_assert_eq(len_a, len_b, "seed %lu: %zu, %zu bytes", (unsigned long)seed, len_a, len_b);
	cr_assert_str_eq(a, b, "seed %lu", (unsigned long)seed);
	free(a);
	free(b);
	burst_story_free(&story);
}

Test(vcd_burst, all)
{
	for (uint64_t seed = 1; seed <= 12; seed++)
		same_picture(seed, &(struct vcd_window){.kind = VCD_ALL});
}

Test(vcd_burst, tasks)
{
	for (uint64_t seed = 21; seed <= 28; seed++)
		same_picture(seed, &(struct vcd_window){.kind = VCD_TASKS});
}

/* Begins and ends within bursts as a rule. */
Test(vcd_burst, range)
{
	for (uint64_t seed = 31; seed <= 38; seed++)
		same_picture(seed, &(struct vcd_window){VCD_RANGE, 2 * seed * US, 5 * seed * US});
}
