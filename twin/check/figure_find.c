// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From the name of a figure to the figure. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/figure.h"
#include "check/figure_tables.h"
#include "scenario/nearest.h"
#include "trace/mem.h"

struct search {
	const struct scenario *scenario;
	size_t item; /* of expect */
	const char *what;
	const char *rest; /* behind "spi1." and "cs0." */
	struct figure *f;
	struct diag *diag;
};

static struct src_pos pos_at(const struct search *s, const char *at)
{
	return scenario_inside(s->scenario, (size_t)(at - s->what), "expect.%zu.what", s->item);
}

/* First and last are in order of time, which several chip selects together have none of. */
static size_t nr_stats(enum figure_kind kind)
{
	size_t n = 0;

	while (figure_stats[n].name &&
	       (kind == FIGURE_SPAN || strcmp(figure_stats[n].name, "first")))
		n++;
	return n;
}

static int unknown_stat(const struct search *s, const char *stat)
{
	char list[160] = "";
	struct nearest near;

	nearest_start(&near, stat);
	for (size_t i = 0; i < nr_stats(s->f->kind); i++) {
		strcat(strcat(list, i ? ", " : ""), figure_stats[i].name);
		nearest_offer(&near, figure_stats[i].name);
	}
	diag_set(s->diag, pos_at(s, stat), "'%s' is no statistic of %.*s", stat,
		 (int)(stat - s->what) - 1, s->what);
	if (near.best && *stat)
		return diag_hint(s->diag, "did you mean '%s'?", near.best);
	return diag_hint(s->diag, "there are %s", list);
}

static int find_stat(const struct search *s, const char *stat)
{
	int i = figure_member_find(figure_stats, stat, strlen(stat));

	if (i < 0 || (size_t)i >= nr_stats(s->f->kind))
		return unknown_stat(s, stat);
	s->f->stat = (size_t)i;
	s->f->unit = figure_stats[i].unit;
	return 0;
}

/* "NAME." at the begin of `text`: what follows, or NULL. */
static const char *behind(const char *text, const char *name)
{
	size_t len = strlen(name);

	return strncmp(text, name, len) || text[len] != '.' ? NULL : text + len + 1;
}

/* Names of spans may hold dots: the longest that fits. Returns: 1 when there is none. */
static int find_span(struct search *s)
{
	const struct scenario *sc = s->scenario;
	const char *stat = NULL;

	for (size_t i = 0; i < sc->nr_observe; i++) {
		const char *rest = behind(s->what, sc->observe[i].name);

		if (!rest || (stat && rest < stat))
			continue;
		stat = rest;
		*s->f = (struct figure){.kind = FIGURE_SPAN, .index = i};
	}
	return stat ? find_stat(s, stat) : 1;
}

/* Takes "spi1." or "cs0." from the begin of `rest`: the number, or -1. */
static int take_number(const char **rest, const char *prefix)
{
	size_t len = strlen(prefix);
	const char *digits = *rest + len;
	size_t n = strspn(digits, "0123456789");

	if (strncmp(*rest, prefix, len) || !n || n > 3 || digits[n] != '.')
		return -1;
	*rest = digits + n + 1;
	return atoi(digits);
}

static int find_line(struct search *s)
{
	int i;

	s->rest = s->what;
	*s->f = (struct figure){.kind = FIGURE_DIST};
	s->f->controller = take_number(&s->rest, "spi");
	s->f->cs = s->f->controller < 0 ? -1 : take_number(&s->rest, "cs");
	for (i = 0; figure_dists[i].name; i++) {
		const char *stat = behind(s->rest, figure_dists[i].name);

		s->f->index = (size_t)i;
		if (stat)
			return find_stat(s, stat);
	}
	i = figure_member_find(figure_lines, s->rest, strlen(s->rest));
	if (i < 0)
		return 1;
	if (s->f->controller < 0) {
		diag_set(s->diag, pos_at(s, s->what), "%s is a figure of a controller", s->what);
		return diag_hint(s->diag, "say of which, as in spi1.%s", s->what);
	}
	s->f->kind = FIGURE_LINE;
	s->f->index = (size_t)i;
	s->f->unit = figure_lines[i].unit;
	return 0;
}

static int find_count(struct search *s)
{
	int i = figure_member_find(figure_counts, s->what, strlen(s->what));

	if (!strcmp(s->what, "window.length")) {
		*s->f = (struct figure){.kind = FIGURE_WINDOW, .unit = UNIT_TIME};
		return 0;
	}
	if (i < 0)
		return 1;
	*s->f = (struct figure){
		.kind = FIGURE_COUNT, .index = (size_t)i, .unit = figure_counts[i].unit};
	return 0;
}

static int ambiguous_task(const struct search *s, const char *name, size_t len)
{
	diag_set(s->diag, pos_at(s, name), "more than one task is called '%.*s'", (int)len, name);
	return diag_hint(s->diag, "give them names of their own (tasks[].name)");
}

/* "tasks.NAME.took" */
static int find_task(struct search *s)
{
	const char *name = behind(s->what, "tasks"), *dot = name ? strrchr(name, '.') : NULL;
	size_t found = 0;

	if (!dot || strcmp(dot, ".took"))
		return 1;
	for (size_t i = 0; i < s->scenario->nr_tasks; i++) {
		const char *task = s->scenario->tasks[i].name;

		if (strlen(task) != (size_t)(dot - name) || strncmp(task, name, strlen(task)))
			continue;
		if (found++)
			return ambiguous_task(s, name, strlen(task));
		*s->f = (struct figure){.kind = FIGURE_TASK, .index = i, .unit = UNIT_TIME};
	}
	return !found;
}

/* Names must outlive the search for the nearest. */
struct offers {
	struct nearest near;
	char **names;
	size_t nr, cap;
};

static void offer(void *ctx, const char *name)
{
	struct offers *o = ctx;

	o->names = mem_grow(o->names, o->nr, &o->cap, sizeof(*o->names));
	o->names[o->nr] = mem_text(name);
	nearest_offer(&o->near, o->names[o->nr++]);
}

static int unknown(const struct search *s)
{
	struct offers o = {0};

	nearest_start(&o.near, s->rest);
	figure_names(s->scenario, &o, offer);
	diag_set(s->diag, pos_at(s, s->rest), "'%s' is no figure of a run", s->rest);
	if (o.near.best)
		diag_hint(s->diag, "did you mean '%s'?", o.near.best);
	else
		diag_hint(s->diag, "write NAME.mean for a span of observe; docs/observe.md lists "
				   "the others");
	for (size_t i = 0; i < o.nr; i++)
		free(o.names[i]);
	free(o.names);
	return -1;
}

int figure_find(const struct scenario *scenario, size_t i, struct figure *f, struct diag *diag)
{
	struct search s = {.scenario = scenario,
			   .item = i,
			   .what = scenario->expect[i].what,
			   .f = f,
			   .diag = diag};
	int ret = find_span(&s);

	if (ret > 0)
		ret = find_count(&s);
	if (ret > 0)
		ret = find_task(&s);
	if (ret > 0)
		ret = find_line(&s);
	return ret > 0 ? unknown(&s) : ret;
}

bool figure_is_reserved(const char *name)
{
	static const char *const heads[] = {"interrupts", "counts", "tasks", "window"};
	size_t len = strcspn(name, ".");

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (strlen(heads[i]) == len && !strncmp(heads[i], name, len))
			return true;
	if (!strncmp(name, "spi", 3) && isdigit((unsigned char)name[3]))
		return strspn(name + 3, "0123456789") == len - 3;
	return figure_member_find(figure_dists, name, len) >= 0;
}

static void each_stat(const char *head, enum figure_kind kind, void *ctx,
		      void (*fn)(void *ctx, const char *name))
{
	char name[160];

	for (size_t i = 0; i < nr_stats(kind); i++) {
		snprintf(name, sizeof(name), "%s.%s", head, figure_stats[i].name);
		fn(ctx, name);
	}
}

void figure_names(const struct scenario *scenario, void *ctx,
		  void (*fn)(void *ctx, const char *name))
{
	char name[64];

	for (size_t i = 0; i < scenario->nr_observe; i++)
		each_stat(scenario->observe[i].name, FIGURE_SPAN, ctx, fn);
	for (size_t i = 0; figure_dists[i].name; i++)
		each_stat(figure_dists[i].name, FIGURE_DIST, ctx, fn);
	for (size_t i = 0; figure_lines[i].name; i++)
		fn(ctx, figure_lines[i].name);
	for (size_t i = 0; figure_counts[i].name; i++)
		fn(ctx, figure_counts[i].name);
	for (size_t i = 0; i < scenario->nr_tasks; i++) {
		snprintf(name, sizeof(name), "tasks.%s.took", scenario->tasks[i].name);
		fn(ctx, name);
	}
	fn(ctx, "window.length");
}
