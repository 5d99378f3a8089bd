// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "stream.h"

static struct measure *measure;

static const struct report_cost costs[] = {
	{"cpu.insn", "ps per instruction", "core factor", "guess", 1894, 1500, 4000,
	 REPORT_ASSUMED},
	{"bus.apb_read", "ps", "CPU load", "SAMA5D3 data sheet", 100000, 80000, 150000,
	 REPORT_DATASHEET},
	{"mem.copy_byte", "fs per byte", "memcpy", NULL, 500, 300, 900, REPORT_MEASURED},
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
	measure = measure_new(NULL);
	r = measure_reducer(measure);
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

struct run_report sample_report(void)
{
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
		.measure = run(1),
	};
}

void sample_free(void)
{
	measure_free(measure);
	measure = NULL;
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
