// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "check/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PPM 1000000

static void because(struct expectation *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* One more reason why it is not met. */
static void because(struct expectation *e, const char *fmt, ...)
{
	size_t len = strlen(e->why);
	va_list args;

	if (len && len + 2 < CHECK_WHY) {
		memcpy(e->why + len, "; ", 3);
		len += 2;
	}
	va_start(args, fmt);
	vsnprintf(e->why + len, CHECK_WHY - len, fmt, args);
	va_end(args);
	e->met = false;
}

static void deviate(struct expectation *e)
{
	uint64_t is = e->predicted.value, value = e->value;
	uint64_t distance = is < value ? value - is : is - value;
	unsigned __int128 scaled = (unsigned __int128)distance * PPM;
	char tol[CHECK_QUANTITY];

	e->has_deviation = value;
	e->below = is < value;
	if (value) {
		unsigned __int128 ppm = (scaled + value / 2) / value;

		e->deviation = ppm > INT64_MAX ? INT64_MAX : (uint64_t)ppm;
	}
	if (scaled <= (unsigned __int128)value * e->tol)
		return;
	if (e->tol)
		because(e, "deviates by more than %s", check_quantity(tol, e->tol, UNIT_RATIO));
	else
		because(e, "differs, and has no tolerance");
}

static void compare(struct expectation *e)
{
	char bound[CHECK_QUANTITY];

	if (e->has_value)
		deviate(e);
	if (e->has_least && e->predicted.value < e->least)
		because(e, "less than %s", check_quantity(bound, e->least, e->unit));
	if (e->has_most && e->predicted.value > e->most)
		because(e, "more than %s", check_quantity(bound, e->most, e->unit));
}

/* A bound on the number of spans is explained by what was seen instead. */
static void explain_none(struct expectation *e, const struct figure_source *from)
{
	struct observe_result r;

	if (e->met || e->figure.kind != FIGURE_SPAN || e->predicted.value || e->unit != UNIT_NONE)
		return;
	r = observe_result(from->observe, e->figure.index);
	observe_why_not(&r, e->why, sizeof(e->why));
}

void judge(struct expectation *e, const struct figure_source *from, const char *ended)
{
	char why[CHECK_WHY] = "";
	uint64_t value = 0;

	e->known = figure_value(&e->figure, from, &value, why, sizeof(why));
	e->predicted = (struct check_figure){.value = value, .low = value, .high = value};
	e->why[0] = '\0';
	e->met = true;
	e->has_deviation = false;
	if (e->known) {
		compare(e);
		explain_none(e, from);
	} else {
		because(e, "%s", why);
	}
	if (ended)
		because(e, "the run ended before its time: %s", ended);
}

const char *check_quantity(char *buf, uint64_t value, enum unit_class unit)
{
	unit_format(value, unit, buf, CHECK_QUANTITY);
	return buf;
}
