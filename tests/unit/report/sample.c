// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "stream.h"

static struct measure *measure;
static struct observe *observe;
static struct check *check;
static struct scenario scenario;

/* One span, one that never occurs, and verdicts of both kinds. */
static const char lines[] =
	"spitwin: 1\nboard: b\ntasks: [{run: dd}]\nobserve:\n"
	"  - {name: low, from: spi1 cs0 fall, to: spi1 cs0 rise}\n"
	"  - {name: never, from: irq 7 raise, to: irq 7 fall}\n"
	"expect:\n"
	"  - {what: low.mean, value: 1 us, tol: 25 %, source: \"a <scope> & \\\"hand\\\"\"}\n"
	"  - {what: low.max, value: 2 us, tol: 5 %, at_most: 2.1 us}\n"
	"  - {what: spi1.messages, at_least: 1, at_most: 2}\n";

static const struct report_cost costs[] = {
	{"cpu.insn", "ps per instruction", "core factor", "guess", 1894, 1500, 4000,
	 REPORT_ASSUMED},
	{"bus.apb_read", "ps", "CPU load", "SAMA5D3 data sheet", 100000, 80000, 150000,
	 REPORT_DATASHEET},
	{"mem.copy_byte", "fs per byte", "memcpy", NULL, 2000000, 500000, 5000000, REPORT_MEASURED},
	{"cpu.idle_exit", "ps", "WFI", "residual", 1500000, 1000000, 2000000, REPORT_FITTED},
};

static const struct report_device devices[] = {
	{"spi1", "/ahb/apb/spi@f8008000", "atmel,at91rm9200-spi", "registers", -1, -1},
	{"flash0", "/ahb/apb/spi@f8008000/flash@0", "jedec,spi-nor", "spi device", 1, 0},
};

static const char dd_output[] = "1+0 records in\n1+0 records out\nbad byte \xff, no newline";

static const struct report_task tasks[] = {
	{"dd", "dd if=/dev/mtd0 of=/dev/null bs=512 count=1", 7, dd_output, sizeof(dd_output) - 1,
	 true, 0, 0},
	{"ghost", "dd if=/dev/mtd9", 99, NULL, 0, false, 0, 0},
};

static const char *const notes[] = {"3 records came late"};

static const struct measure_result *run(int with_events)
{
	char err[TRACE_ERR_SIZE];
	struct stream s = {0};
	struct trace *t = trace_new();
	struct reducer r;

	sample_free();
	if (scenario_load_text("s", lines, sizeof(lines) - 1, NULL, 0, &scenario, NULL))
		abort();
	measure = measure_new(NULL);
	r = measure_reducer(measure);
	trace_add(t, &r);
	observe = observe_new(&scenario, NULL);
	check = check_new(&scenario, NULL);
	r = observe_reducer(observe);
	trace_add(t, &r);
	if (with_events)
		stream_story(&s);
	stream_push(&s, t);
	trace_end(t, STORY_END, err);
	trace_free(t);
	stream_free(&s);
	return measure_result(measure);
}

struct run_report sample_empty(void)
{
	return (struct run_report){
		.scenario = "nothing",
		.board = "sama5d36ek",
		.image = "linux-6.1",
		.outcome = "ok",
		.measure = run(0),
	};
}

static const struct check *judged(const struct measure_result *m)
{
	const struct figure_source from = {m, observe};

	check_judge(check, &from, NULL);
	check_interval(check, 0, 1100 * NS, 1300 * NS);
	return check;
}

struct run_report sample_report(void)
{
	const struct measure_result *m = run(1);

	return (struct run_report){
		.scenario = "sama5d36ek-dd-512",
		.board = "sama5d36ek",
		.image = "linux-6.1",
		.kernel = "6.1.192-3",
		.seed = 1,
		.outcome = "ok",
		.text = "all tasks ended",
		.boot = 10 * US,
		.blocks = 2600000,
		.insns = 11000000,
		.costs = costs,
		.nr_costs = 4,
		.devices = devices,
		.nr_devices = 2,
		.tasks = tasks,
		.nr_tasks = 2,
		.notes = notes,
		.nr_notes = 1,
		.measure = m,
		.observe = observe,
		.check = judged(m),
	};
}

void sample_free(void)
{
	measure_free(measure);
	measure = NULL;
	observe_free(observe);
	observe = NULL;
	check_free(check);
	check = NULL;
	scenario_free(&scenario);
}

char *sample_text(const struct run_report *r)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	report_text(f, r);
	fclose(f);
	return text;
}
