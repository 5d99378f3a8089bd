// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/junit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge.h"
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

static void put_unmet(FILE *out, const struct expectation *e)
{
	char is[CHECK_QUANTITY], value[CHECK_QUANTITY], tol[CHECK_QUANTITY], least[CHECK_QUANTITY];
	char most[CHECK_QUANTITY], *text;

	if (asprintf(&text, "predicted %s, reference %s, tolerance %s, at least %s, at most %s%s%s",
		     or_none(is, e->known, e->predicted.value, e->unit),
		     or_none(value, e->has_value, e->value, e->unit),
		     or_none(tol, e->has_value, e->tol, UNIT_RATIO),
		     or_none(least, e->has_least, e->least, e->unit),
		     or_none(most, e->has_most, e->most, e->unit), *e->source ? "; source: " : "",
		     e->source) < 0)
		text = mem_alloc(1);
	put_failure(out, "failure", e->why, text);
	free(text);
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
		begin_case(out, r, r->check->list[i].what, same_before(r->check, i));
		if (r->check->list[i].met)
			fputs("/>\n", out);
		else
			put_unmet(out, &r->check->list[i]);
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
