// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/junit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge.h"
#include "report/text_parts.h"
#include "report/utf8.h"
#include "trace/mem.h"

/* What XML has no way to write, not even escaped: controls, U+FFFE and U+FFFF. */
static bool impossible(const char *c)
{
	return ((unsigned char)*c < ' ' && !strchr("\t\n\r", *c)) ||
	       !strncmp(c, "\xef\xbf\xbe", 3) || !strncmp(c, "\xef\xbf\xbf", 3);
}

/* Any bytes, as text or attribute. */
static void put(FILE *out, const char *text)
{
	size_t len;
	char *clean = utf8_clean(text, strlen(text), &len);

	for (const char *c = clean; c < clean + len; c++) {
		if (impossible(c)) {
			fputs("\xef\xbf\xbd", out);
			c += (unsigned char)*c < ' ' ? 0 : 2;
		} else if (strchr("&<>\"'\t\n\r", *c)) {
			fprintf(out, "&#%d;", *c);
		} else {
			putc(*c, out);
		}
	}
	free(clean);
}

static void begin_case(FILE *out, const struct run_report *r, const char *name, unsigned int nr)
{
	fputs("    <testcase classname=\"", out);
	put(out, r->scenario);
	fputs("\" name=\"", out);
	put(out, name);
	if (nr)
		fprintf(out, " #%u", nr + 1);
	fputs("\"", out);
}

static void put_failure(FILE *out, const char *kind, const char *message, const char *text)
{
	fprintf(out, ">\n      <%s message=\"", kind);
	put(out, message);
	fputs("\">", out);
	put(out, text);
	fprintf(out, "</%s>\n    </testcase>\n", kind);
}

static const char *or_none(char *buf, bool has, uint64_t value, enum unit_class unit)
{
	return has ? check_quantity(buf, value, unit) : "none";
}

/* Low and high are the value itself when nothing moves it or the run was not varied. */
static char *describe(const struct run_report *r, const struct expectation *e)
{
	char is[CHECK_QUANTITY], low[CHECK_QUANTITY], high[CHECK_QUANTITY], value[CHECK_QUANTITY];
	char tol[CHECK_QUANTITY], least[CHECK_QUANTITY], most[CHECK_QUANTITY], *text;

	if (asprintf(&text,
		     "predicted %s, low %s, high %s%s, reference %s, tolerance %s, at least %s, "
		     "at most %s%s%s",
		     or_none(is, e->known, e->predicted.value, e->unit),
		     or_none(low, e->known, e->predicted.low, e->unit),
		     or_none(high, e->known, e->predicted.high, e->unit), text_open_mark(r),
		     or_none(value, e->has_value, e->value, e->unit),
		     or_none(tol, e->has_value, e->tol, UNIT_RATIO),
		     or_none(least, e->has_least, e->least, e->unit),
		     or_none(most, e->has_most, e->most, e->unit), *e->source ? "; source: " : "",
		     e->source) < 0)
		text = mem_alloc(1);
	return text;
}

static void put_met(FILE *out, const char *text)
{
	fputs(">\n      <system-out>", out);
	put(out, text);
	fputs("</system-out>\n    </testcase>\n", out);
}

/* How many expectations before this one name the same figure: cases have names of their own. */
static unsigned int same_before(const struct check *c, size_t i)
{
	unsigned int n = 0;

	for (size_t k = 0; k < i; k++)
		n += !strcmp(c->list[k].what, c->list[i].what);
	return n;
}

static void put_expectations(FILE *out, const struct run_report *r)
{
	for (size_t i = 0; i < r->check->nr; i++) {
		const struct expectation *e = &r->check->list[i];
		char *text = describe(r, e);

		begin_case(out, r, e->what, same_before(r->check, i));
		if (e->met)
			put_met(out, text);
		else
			put_failure(out, "failure", e->why, text);
		free(text);
	}
}

/* In order: nothing but unmet expectations. */
static bool run_failed(const struct run_report *r)
{
	return strcmp(r->outcome, "ok") && strcmp(r->outcome, "expectation-failed");
}

static void put_suite(FILE *out, const struct run_report *r)
{
	bool failed = run_failed(r);

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"",
	      out);
	put(out, r->scenario);
	fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"0\">\n",
		r->check->nr + failed, check_failed(r->check), failed);
	if (failed) {
		begin_case(out, r, "run", 0);
		put_failure(out, "error", r->outcome, r->text ? r->text : "");
	}
	put_expectations(out, r);
	fputs("  </testsuite>\n</testsuites>\n", out);
}

char *report_junit(const struct run_report *r)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return mem_alloc(1);
	put_suite(out, r);
	fclose(out);
	return text;
}
