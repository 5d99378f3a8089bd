// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

const char *report_provenance_name(enum report_provenance p)
{
	static const char *const names[] = {"datasheet", "measured", "fitted", "assumed"};

	return names[p];
}

const struct report_device *report_spi_device(const struct run_report *r, int controller, int cs)
{
	for (size_t i = 0; i < r->nr_devices; i++)
		if (r->devices[i].controller == controller && r->devices[i].cs == cs)
			return &r->devices[i];
	return NULL;
}

size_t report_view_index(const struct run_report *r, const struct spi_view *v)
{
	size_t i = 0;

	while (r->measure->views[i] != v)
		i++;
	return i;
}

const char *report_context_name(int context)
{
	static const char *const names[TWIN_CTX_NR] = {
		[TWIN_CTX_HARDIRQ] = "hardirq", [TWIN_CTX_SOFTIRQ] = "softirq",
		[TWIN_CTX_THREAD] = "thread",	[TWIN_CTX_USER] = "user",
		[TWIN_CTX_IDLE] = "idle",	[TWIN_CTX_BOOT] = "boot",
	};

	return names[context];
}

/* Every line of a text behind `prefix`. */
static void print_lines(FILE *out, const char *prefix, const char *text, size_t len)
{
	while (len) {
		const char *end = memchr(text, '\n', len);
		size_t n = end ? (size_t)(end - text) : len;

		fputs(prefix, out);
		fwrite(text, 1, n, out);
		putc('\n', out);
		n += end != NULL;
		text += n;
		len -= n;
	}
}

static void print_head(FILE *out, const struct run_report *r)
{
	fprintf(out, "%s on %s, image %s%s%s, seed %" PRIu64 "\n", r->scenario, r->board, r->image,
		r->kernel ? ", Linux " : "", r->kernel ? r->kernel : "", r->seed);
	fprintf(out, "result: %s, exit code %d\n", r->outcome, r->exit_code);
	if (r->text)
		print_lines(out, "  ", r->text, strlen(r->text));
	for (size_t i = 0; i < r->nr_notes; i++)
		fprintf(out, "note: %s\n", r->notes[i]);
	if (r->uncertainty)
		fprintf(out,
			"low, high: the least and the most seen in this run and %zu more with "
			"other constants. What is without moved by less\n"
			"           than a thousandth or than its last digit, is not varied (boot) "
			"or has them in JSON only (starts, contexts)\n",
			uncertainty_variants(r->uncertainty));
}

static const struct task_span *span_of(const struct measure_result *m, uint64_t tag)
{
	for (size_t i = 0; i < m->nr_tasks; i++)
		if (m->tasks[i].tag == tag)
			return &m->tasks[i];
	return NULL;
}

static void print_exit(FILE *out, const struct report_task *t)
{
	if (!t->exited)
		fprintf(out, "did not end\n");
	else if (t->signal)
		fprintf(out, "killed by signal %d\n", t->signal);
	else
		fprintf(out, "exit status %d\n", t->exit_status);
}

static void print_task(FILE *out, const struct run_report *r, size_t i)
{
	const struct report_task *t = &r->tasks[i];
	const struct task_span *s = span_of(r->measure, t->tag);
	char a[UNITS_SIZE], b[UNITS_SIZE], aside[TEXT_ASIDE];

	fprintf(out, "  $ %s\n", t->command);
	print_lines(out, "  | ", t->output, t->output_len);
	fprintf(out, "    ");
	if (s)
		fprintf(out, "start %s after reset, took %s%s, ", unit_time(a, s->begin),
			unit_time(b, s->end - s->begin),
			text_interval_aside(aside, r, "tasks.%zu.duration_ps", i));
	print_exit(out, t);
}

static void print_tasks(FILE *out, const struct run_report *r)
{
	fprintf(out, "\nTasks\n");
	for (size_t i = 0; i < r->nr_tasks; i++)
		print_task(out, r, i);
	if (!r->nr_tasks)
		fprintf(out, "  none\n");
}

static void run_time(FILE *out, const struct run_report *r, const char *what, uint64_t ps,
		     const char *path)
{
	char buf[UNITS_SIZE], aside[TEXT_ASIDE];

	fprintf(out, "%s %s%s", what, unit_time(buf, ps),
		text_interval_aside(aside, r, "%s", path));
}

/* Variants begin where boot ends. */
static void print_run(FILE *out, const struct run_report *r)
{
	char buf[UNITS_SIZE], aside[TEXT_ASIDE];

	fprintf(out, "\nRun, simulated\n  boot to the first task %s%s\n", unit_time(buf, r->boot),
		r->uncertainty ? " (not varied)" : "");
	run_time(out, r, "  tasks", r->measure->window_length, "window.length_ps");
	run_time(out, r, ", whole run", r->measure->run_end, "run.end_ps");
	fprintf(out, "\n  %" PRIu64 " basic blocks of the kernel%s\n", r->blocks,
		text_interval_aside(aside, r, "run.blocks"));
	fprintf(out, "  %" PRIu64 " instructions in them%s\n", r->insns,
		text_interval_aside(aside, r, "run.instructions"));
}

static void print_devices(FILE *out, const struct run_report *r)
{
	struct table t;

	if (!r->nr_devices)
		return;
	fprintf(out, "\nDevices\n");
	table_init(&t, "lll");
	for (size_t i = 0; i < r->nr_devices; i++) {
		table_cell(&t, "%s", r->devices[i].name);
		table_cell(&t, "%s", r->devices[i].compatible);
		table_cell(&t, "%s", r->devices[i].model);
	}
	table_print(&t, out, 2);
}

static size_t count_provenance(const struct run_report *r, enum report_provenance p)
{
	size_t n = 0;

	for (size_t i = 0; i < r->nr_costs; i++)
		n += r->costs[i].provenance == p;
	return n;
}

static void cost_row(struct table *t, const struct report_cost *c)
{
	char v[UNITS_SIZE], lo[UNITS_SIZE], hi[UNITS_SIZE];

	table_cell(t, "%s", c->key);
	table_cell(t, "%s", unit_cost(v, c->value, c->unit));
	table_cell(t, "%s .. %s", unit_cost_alone(lo, c->low, c->unit),
		   unit_cost_alone(hi, c->high, c->unit));
	table_cell(t, "%s", report_provenance_name(c->provenance));
}

static void print_costs(FILE *out, const struct run_report *r)
{
	struct table t;

	fprintf(out,
		"\nConstants it rests on: %zu datasheet, %zu measured, %zu fitted, %zu assumed\n",
		count_provenance(r, REPORT_DATASHEET), count_provenance(r, REPORT_MEASURED),
		count_provenance(r, REPORT_FITTED), count_provenance(r, REPORT_ASSUMED));
	table_init(&t, "llll");
	for (size_t i = 0; i < r->nr_costs; i++)
		cost_row(&t, &r->costs[i]);
	table_print(&t, out, 2);
}

void report_text(FILE *out, const struct run_report *r)
{
	print_head(out, r);
	print_tasks(out, r);
	text_unmet(out, r);
	for (size_t i = 0; i < r->measure->nr_views; i++)
		text_spi(out, r, r->measure->views[i]);
	if (!r->measure->nr_views)
		fprintf(out, "\nNothing happened on any SPI pin.\n");
	text_observed(out, r);
	text_counts(out, r);
	print_run(out, r);
	print_devices(out, r);
	text_uncertainty(out, r);
	print_costs(out, r);
}

void report_check_text(FILE *out, const struct run_report *r)
{
	print_head(out, r);
	text_expectations(out, r);
	text_uncertainty(out, r);
}
