// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "watch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

const struct observe_symbol watch_symbols[] = {
	{OBSERVE_IRQ, "spi1", 25},
	{OBSERVE_IRQ, "tcb0", 26},
	{OBSERVE_FUNCTION, "schedule_timeout", 5},
	{OBSERVE_FUNCTION, "wait_for_completion", 3 | 1u << 31},
	{OBSERVE_FUNCTION, "wait_for_completion", 7 | 1u << 31},
	{OBSERVE_MMIO, "spi1", 0xf8008000},
};

const size_t watch_nr_symbols = sizeof(watch_symbols) / sizeof(watch_symbols[0]);

struct scenario watch_scenario(const char *from, const char *to)
{
	struct scenario s;
	struct diag diag;
	char text[1024];

	snprintf(text, sizeof(text),
		 "spitwin: 1\nboard: b\ntasks:\n  - {run: dd}\n  - {run: other}\n"
		 "observe:\n  - {name: x, from: '%s', to: \"%s\"}\n",
		 from, to);
	cr_assert_eq(scenario_load_text("s", text, strlen(text), NULL, 0, &s, &diag), 0, "%s",
		     diag.what);
	return s;
}

static struct watched summary(struct observe *o)
{
	struct observe_result r = observe_result(o, 0);
	struct dist_summary d = dist_summary(r.lengths);
	struct watched w = {
		.n = d.n,
		.total = d.total,
		.first = d.first,
		.last = d.last,
		.from_seen = r.from_seen,
		.to_seen = r.to_seen,
		.from_outside = r.from_outside,
		.to_outside = r.to_outside,
		.cut = r.cut,
	};

	observe_why_not(&r, w.why, sizeof(w.why));
	return w;
}

struct watched watch(const char *from, const char *to, const struct stream *s, uint64_t end)
{
	struct scenario scenario = watch_scenario(from, to);
	struct diag diag = {0};
	struct observe *o = observe_new(&scenario, &diag);
	struct trace *t = trace_new();
	struct reducer r;
	struct watched w;

	cr_assert(o, "%s", diag.what);
	cr_assert_eq(observe_resolve(o, watch_symbols, watch_nr_symbols, &diag), 0, "%s",
		     diag.what);
	r = observe_reducer(o);
	trace_add(t, &r);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, end, NULL), 0);
	w = summary(o);
	trace_free(t);
	observe_free(o);
	scenario_free(&scenario);
	return w;
}

void task(struct stream *s, uint64_t time, int starts, uint64_t tag)
{
	stream_add(s, time, TWIN_EV_WINDOW, starts, tag);
}
