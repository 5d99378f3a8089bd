// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/schema.h"

#include <string.h>

#include "scenario/nearest.h"
#include "scenario/scenario.h"

#define AT(field) offsetof(struct scenario, field)
#define IN(part, field) offsetof(struct scenario_##part, field)
#define ITEMS(part) .offset = AT(part), .item_size = sizeof(*((struct scenario *)0)->part)

#define PS_MAX 18000000000000000000ULL	/* 5000 h; leaves room below the end of time */

static const struct schema_key keys[] = {
	{ "spitwin", SCHEMA_INT, AT(version), .min = 1, .max = 1,
	  .doc = "Version of the schema; must be the first key of the file." },
	{ "board", SCHEMA_NAME, AT(board), .max = 64,
	  .doc = "Name of a folder in `boards/` (see `spitwin list`)." },

	{ "kernel", SCHEMA_MAP, .def = "", .doc = "The kernel to run." },
	{ "kernel.image", SCHEMA_NAME, AT(kernel.image), .max = 64, .def = "linux-6.1",
	  .doc = "Name of an image in `kernel/images` (see `spitwin list`)." },
	{ "kernel.tree", SCHEMA_TEXT, AT(kernel.tree), .max = 4096, .def = "",
	  .doc = "Folder of Linux sources to build the image from, instead of its package's; relative "
		 "to the scenario's folder (from `--set` or `--kernel-tree`: to the working directory). "
		 "See `docs/kernels.md`." },
	{ "kernel.cmdline", SCHEMA_TEXT, AT(kernel.cmdline), .max = 1024, .def = "",
	  .doc = "Kernel parameters, added to those of the board." },

	{ "design", SCHEMA_MAP, .def = "",
	  .doc = "What replaces what in the kernel; empty: as the board's kernel has it." },
	{ "design.pump", SCHEMA_NAME, AT(design.pump), .max = 64, .def = "", .only = "",
	  .doc = "SPI message pump that replaces the SPI core's." },
	{ "design.driver", SCHEMA_NAME, AT(design.driver), .max = 64, .def = "", .only = "",
	  .doc = "Controller driver that replaces the kernel's." },
	{ "design.client", SCHEMA_NAME, AT(design.client), .max = 64, .def = "", .only = "",
	  .doc = "Protocol driver above the SPI core." },
	{ "design.cmdq", SCHEMA_NAME, AT(design.cmdq), .max = 64, .def = "", .only = "",
	  .doc = "SMMU command queue design that replaces the kernel's." },
	{ "design.change", SCHEMA_TEXTS, AT(design.change), .max = 4096, .def = "[]",
	  .doc = "Changes to kernel files, applied to copies in this order: names in "
		 "`drivers/changes/`, or files `*.cocci` relative to the scenario's folder." },
	{ "design.*", SCHEMA_OPTION, AT(design.options), .max = 1024, .only = "",
	  .doc = "Any other key is an option of the parts named above." },

	{ "overlays", SCHEMA_TEXTS, AT(overlays), .max = 4096, .def = "[]",
	  .doc = "Device tree overlays (sources) that change the board for this scenario, in "
		 "order; relative to the scenario's folder." },

	{ "devices", SCHEMA_LABELS, ITEMS(devices), .def = "{}",
	  .doc = "Options of devices, by devicetree label." },
	{ "devices.*.dma", SCHEMA_CHOICE, IN(device, dma), .choices = "devicetree|off|on",
	  .def = "devicetree",
	  .doc = "Whether a controller may use its DMA channels; by default when the "
		 "devicetree has some." },
	{ "devices.*.fidelity", SCHEMA_CHOICE, IN(device, fidelity), .choices = "tlm|rtl",
	  .def = "tlm", .only = "tlm",
	  .doc = "Register model, or verilated hardware description." },
	{ "devices.*.faults", SCHEMA_TEXTS, IN(device, faults), .max = 256, .def = "[]", .only = "",
	  .doc = "Faults that the device shows." },
	{ "devices.*.*", SCHEMA_OPTION, IN(device, options), .max = 4096,
	  .doc = "Any other key is an option of the device's model, see `spitwin list`. File names "
		 "are relative to the scenario's folder (from `--set`: to the working "
		 "directory)." },

	{ "tasks", SCHEMA_LIST, ITEMS(tasks), .def = "[]",
	  .doc = "The workload: command lines, each run as a user process; at most 255." },
	{ "tasks[].run", SCHEMA_TEXT, IN(task, run), .min = 1, .max = 4096,
	  .doc = "Command line as typed on the board." },
	{ "tasks[].at", SCHEMA_QUANTITY, IN(task, at), .unit = UNIT_TIME, .max = PS_MAX,
	  .def = "0 s", .doc = "When it starts, after the system is up." },
	{ "tasks[].cpu", SCHEMA_CPU, IN(task, cpu), .max = 63, .def = "any",
	  .doc = "CPU it is bound to." },
	{ "tasks[].policy", SCHEMA_POLICY, IN(task, policy), .def = "other",
	  .doc = "Scheduling policy; N is the real-time priority, 1 to 99." },
	{ "tasks[].nice", SCHEMA_INT, IN(task, nice), .min = -20, .max = 19, .def = "0",
	  .doc = "Nice value." },
	{ "tasks[].name", SCHEMA_NAME, IN(task, name), .max = 15, .def = "",
	  .doc = "Name in reports; empty: the name of the command." },

	{ "loads", SCHEMA_LIST, ITEMS(loads), .def = "[]", .only = "",
	  .doc = "What else the system is busy with." },
	{ "loads[].kind", SCHEMA_NAME, IN(load, kind), .max = 64, .doc = "Name of a load." },
	{ "loads[].cpu", SCHEMA_CPU, IN(load, cpu), .max = 63, .def = "any",
	  .doc = "CPU it is bound to." },
	{ "loads[].policy", SCHEMA_POLICY, IN(load, policy), .def = "other",
	  .doc = "Scheduling policy, as of a task." },
	{ "loads[].nice", SCHEMA_INT, IN(load, nice), .min = -20, .max = 19, .def = "0",
	  .doc = "Nice value." },
	{ "loads[].duty", SCHEMA_QUANTITY, IN(load, duty), .unit = UNIT_RATIO, .max = 1000000,
	  .def = "100 %", .doc = "Part of each period in which it is active." },
	{ "loads[].period", SCHEMA_QUANTITY, IN(load, period), .unit = UNIT_TIME, .min = 1000,
	  .max = PS_MAX, .def = "10 ms", .doc = "Period of its activity." },

	{ "runs", SCHEMA_MAP, .def = "", .doc = "Repetitions." },
	{ "runs.seeds", SCHEMA_SEEDS, AT(runs.seeds), .max = UINT32_MAX, .def = "1",
	  .only = "single", .doc = "Seed of the run, or a range A..B with one run for each." },
	{ "runs.warmup", SCHEMA_INT, AT(runs.warmup), .max = 1000000, .def = "0", .only = "0",
	  .doc = "Repetitions of the workload before those that count." },

	{ "observe", SCHEMA_LIST, ITEMS(observe), .def = "[]",
	  .doc = "Named time spans between two events, see `docs/observe.md`." },
	{ "observe[].name", SCHEMA_NAME, IN(observe, name), .max = 64, .doc = "Name of the span." },
	{ "observe[].from", SCHEMA_TEXT, IN(observe, from), .min = 1, .max = 256,
	  .doc = "Event that opens it, for instance `spi1 cs0 fall op=05`." },
	{ "observe[].to", SCHEMA_TEXT, IN(observe, to), .min = 1, .max = 256,
	  .doc = "Event that closes it. A span that never occurs is a failed expectation." },

	{ "expect", SCHEMA_LIST, ITEMS(expect), .def = "[]",
	  .doc = "Reference figures the run is checked against, each by `value`, bounds or both." },
	{ "expect[].what", SCHEMA_NAME, IN(expect, what), .max = 128,
	  .doc = "Figure: span and statistic, for instance `read.mean`, or one of those in "
		 "`docs/observe.md`." },
	{ "expect[].value", SCHEMA_ANY, IN(expect, value), .def = "",
	  .doc = "Its reference value, with unit." },
	{ "expect[].tol", SCHEMA_QUANTITY, IN(expect, tol), .unit = UNIT_RATIO, .max = 1000000000,
	  .def = "0 %", .doc = "Largest deviation, relative to `value`." },
	{ "expect[].at_least", SCHEMA_ANY, IN(expect, at_least), .def = "",
	  .doc = "Lower bound, with unit." },
	{ "expect[].at_most", SCHEMA_ANY, IN(expect, at_most), .def = "",
	  .doc = "Upper bound, with unit." },
	{ "expect[].source", SCHEMA_TEXT, IN(expect, source), .max = 1024, .def = "",
	  .doc = "Where the figure is from." },

	{ "watchdog", SCHEMA_QUANTITY, AT(watchdog), .unit = UNIT_TIME, .min = 1000000,
	  .max = PS_MAX, .def = "30 s",
	  .doc = "Simulated time without any progress of the workload that ends the run; while "
		 "what it waits for has a timer armed, it counts as progress." },
	{ "wall_clock", SCHEMA_QUANTITY, AT(wall_clock), .unit = UNIT_TIME, .min = 1000000000,
	  .max = PS_MAX, .def = "600 s",
	  .doc = "Host time that ends the run, that of its variants included. It never "
		 "alters a result." },
};

#define NR_KEYS (sizeof(keys) / sizeof(keys[0]))

const struct schema_key *schema_at(size_t i)
{
	return i < NR_KEYS ? &keys[i] : NULL;
}

/* The part of a path after `prefix` when that is its last part; else NULL. */
static const char *last_part(const char *path, const char *prefix)
{
	size_t len = strlen(prefix);

	if (len && (strncmp(path, prefix, len) || path[len] != '.'))
		return NULL;
	path += len ? len + 1 : 0;
	return strchr(path, '.') ? NULL : path;
}

const struct schema_key *schema_child(const char *prefix, size_t i)
{
	for (const struct schema_key *key = keys; key < keys + NR_KEYS; key++)
		if (last_part(key->path, prefix) && !i--)
			return key;
	return NULL;
}

const struct schema_key *schema_find(const char *prefix, const char *name)
{
	const struct schema_key *key, *any = NULL;

	for (size_t i = 0; (key = schema_child(prefix, i)); i++) {
		if (key->type == SCHEMA_OPTION)
			any = key;
		else if (!strcmp(last_part(key->path, prefix), name))
			return key;
	}
	return any;
}

static void list_keys(const char *prefix, char *buf, size_t size)
{
	const struct schema_key *key;
	size_t used = 0;

	buf[0] = '\0';
	for (size_t i = 0; (key = schema_child(prefix, i)) && used < size; i++)
		if (key->type != SCHEMA_OPTION)
			used += (size_t)snprintf(buf + used, size - used, "%s%s", i ? ", " : "",
						 last_part(key->path, prefix));
}

const char *schema_nearest(const char *prefix, const char *name)
{
	const struct schema_key *key;
	struct nearest near;

	nearest_start(&near, name);
	for (size_t i = 0; (key = schema_child(prefix, i)); i++)
		if (key->type != SCHEMA_OPTION)
			nearest_offer(&near, last_part(key->path, prefix));
	return near.best;
}

int schema_unknown(const char *prefix, const char *shown, const char *name, struct src_pos pos,
		   struct diag *diag)
{
	const char *near = schema_nearest(prefix, name);
	char known[256];

	diag_set(diag, pos, "unknown key '%s'%s%s", name, *shown ? " in " : "", shown);
	if (near)
		return diag_hint(diag, "did you mean '%s'?", near);
	list_keys(prefix, known, sizeof(known));
	return diag_hint(diag, "known here: %s", known);
}

int schema_choice(const char *list, const char *word)
{
	size_t len = strlen(word);
	int index = 0;

	for (;; list++, index++) {
		const char *end = strchrnul(list, '|');

		if ((size_t)(end - list) == len && !strncmp(list, word, len))
			return index;
		if (!*end)
			return -1;
		list = end;
	}
}
