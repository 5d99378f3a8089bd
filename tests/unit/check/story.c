// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "story.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct scenario story_scenario(const char *lines)
{
	struct scenario s;
	struct diag diag = {0};
	char text[4096];

	snprintf(text, sizeof(text), "spitwin: 1\nboard: b\ntasks: [{run: dd}]\n%s", lines);
	cr_assert_eq(scenario_load_text("s", text, strlen(text), NULL, 0, &s, &diag), 0, "%s; %s",
		     diag.what, diag.hint);
	return s;
}

struct check *story_check(const struct scenario *scenario)
{
	struct diag diag = {0};
	struct check *c = check_new(scenario, &diag);

	cr_assert(c, "%d:%d: %s; %s", diag.line, diag.col, diag.what, diag.hint);
	return c;
}

void story_run(struct story *story, const struct scenario *scenario, bool ends)
{
	struct trace *t = trace_new();
	struct stream s = {0};
	struct reducer r;

	story->measure = measure_new(NULL);
	story->observe = observe_new(scenario, NULL);
	cr_assert(story->observe);
	cr_assert_eq(observe_resolve(story->observe, NULL, 0, NULL), 0);
	r = measure_reducer(story->measure);
	trace_add(t, &r);
	r = observe_reducer(story->observe);
	trace_add(t, &r);
	stream_story(&s);
	for (size_t i = 0; i < s.used; i++)
		if (s.ev[i].type == TWIN_EV_WINDOW)
			s.ev[i].b = s.ev[i].a || ends ? 1 : 9;
	stream_push(&s, t);
	cr_assert_eq(trace_end(t, STORY_END, NULL), 0);
	trace_free(t);
	stream_free(&s);
	story->source = (struct figure_source){measure_result(story->measure), story->observe};
}

void story_free(struct story *story)
{
	measure_free(story->measure);
	observe_free(story->observe);
}
