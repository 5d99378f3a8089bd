// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dd.h"
#include "gnu.h"
#include "human.h"

#define NS_PER_S 1000000000U

static void dd_end_line(struct dd_state *s)
{
	if (s->progress)
		task_printf(s->api, 2, "\n");
	s->progress = 0;
}

void dd_error(struct dd_state *s, long err, const char *format, ...)
{
	char text[GNU_QUOTED + 64];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	dd_end_line(s);
	gnu_error(s->api, "dd", err, "%s", text);
}

void dd_error_name(struct dd_state *s, const char *what, const char *file, long err)
{
	char quoted[GNU_QUOTED];

	dd_error(s, err, "%s %s", what, gnu_quote(quoted, file));
}

const char *dd_in_name(const struct dd_state *s)
{
	return *s->o->in ? s->o->in : "standard input";
}

const char *dd_out_name(const struct dd_state *s)
{
	return *s->o->out ? s->o->out : "standard output";
}

/* "1.1 MB, 1.0 MiB" in brackets, as far as there are such units. */
static void dd_sizes(char *both, size_t size, uint64_t bytes)
{
	char si[32], iec[32];

	human_size(si, sizeof(si), bytes, 1000);
	human_size(iec, sizeof(iec), bytes, 1024);
	*both = '\0';
	if (bytes >= 1024)
		snprintf(both, size, " (%s, %s)", si, iec);
	else if (bytes >= 1000)
		snprintf(both, size, " (%s)", si);
}

/* The line about bytes and time, without newline; whole seconds in progress lines. Its length. */
static int dd_line(struct dd_state *s, uint64_t now, const char *seconds_format)
{
	char rate[32] = "Infinity B", both[80], seconds[24], text[256];
	uint64_t ns = now > s->start ? now - s->start : 0;
	int n;

	if (ns)
		human_rate(rate, sizeof(rate), s->bytes, ns);
	dd_sizes(both, sizeof(both), s->bytes);
	snprintf(seconds, sizeof(seconds), seconds_format, ns / 1e9);
	n = snprintf(text, sizeof(text), "%lu byte%s%s copied, %s, %s/s", (unsigned long)s->bytes,
		     s->bytes == 1 ? "" : "s", both, seconds, rate);
	task_printf(s->api, 2, "%s", text);
	s->reported = s->bytes;
	return n;
}

void dd_progress(struct dd_state *s)
{
	uint64_t now;
	int n;

	if (s->o->status != DD_STATUS_PROGRESS)
		return;
	now = task_clock(s->api);
	if (now < s->next)
		return;
	task_printf(s->api, 2, "\r");
	n = dd_line(s, now, "%.0f s");
	if (n < s->progress)
		task_printf(s->api, 2, "%*s", s->progress - n, "");
	s->progress = n;
	s->next += NS_PER_S;
}

static void dd_transfer(struct dd_state *s)
{
	dd_line(s, task_clock(s->api), "%g s");
	task_printf(s->api, 2, "\n");
}

void dd_progress_end(struct dd_state *s)
{
	if (s->o->status == DD_STATUS_PROGRESS && s->conv & (DD_FSYNC | DD_FDATASYNC) &&
	    s->reported < s->bytes)
		dd_transfer(s);
}

void dd_statistics(struct dd_state *s)
{
	if (s->o->status == DD_STATUS_NONE)
		return;
	dd_end_line(s);
	task_printf(s->api, 2, "%lu+%lu records in\n%lu+%lu records out\n",
		    (unsigned long)s->in_full, (unsigned long)s->in_part,
		    (unsigned long)s->out_full, (unsigned long)s->out_part);
	if (s->o->status != DD_STATUS_NOXFER)
		dd_transfer(s);
}
