// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * `spitwin run`: everything is checked and opened before anything is simulated, and nothing appears
 * under its final name before the run is complete.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "cli/verbs.h"
#include "exports.h"
#include "judgement.h"
#include "keep.h"
#include "machine.h"
#include "measure/measure.h"
#include "outputs.h"
#include "profile.h"
#include "report/outdir.h"
#include "report/report.h"
#include "report/uncertainty.h"
#include "study.h"
#include "trace/vcd.h"

/* All that one run holds; run_close() releases whatever there is. */
struct run {
	const struct cli_run *cli;
	struct scenario scenario;
	struct machine *machine;
	struct outdir *outdir;
	struct vcd *vcd;		/* --vcd */
	struct vcd *vcd_in_dir;		/* pins.vcd of -o */
	struct exports exports;		/* --ftrace, --perfetto */
	struct measure *measure;
	struct judgement judgement;
	struct lost_irq_rule *lost_irq;
	char *why;
	struct report_task *tasks;
	struct report_device *devices;
	struct report_cost costs[TWIN_COST_NR];
	size_t nr_costs;
	const char *notes[8];
	char note_text[8][320];
	struct run_report report;
	char err[TRACE_ERR_SIZE];
};

static struct vcd_window window_of(const struct cli_run *cli)
{
	return (struct vcd_window){ .kind = (enum vcd_window_kind)cli->vcd_window,
				    .from = cli->vcd_from, .to = cli->vcd_to };
}

/* r->err is about a file that another part writes, perhaps in the run directory. */
static int file_error(struct run *r, struct diag *diag)
{
	if (r->outdir)
		outdir_name_error(r->outdir, r->err);
	return diag_line(diag, r->err);
}

static int open_outputs(struct run *r, struct diag *diag)
{
	struct vcd_window window = window_of(r->cli);

	if (judgement_open(&r->judgement, r->cli->junit, diag))
		return -1;
	if (r->cli->out_dir) {
		r->outdir = outdir_prepare(r->cli->out_dir, r->err);
		if (!r->outdir)
			return diag_line(diag, r->err);
		r->vcd_in_dir = vcd_open(outdir_file(r->outdir, "pins.vcd"), &window, r->err);
		if (!r->vcd_in_dir)
			return file_error(r, diag);
	}
	if (r->cli->vcd) {
		r->vcd = vcd_open(r->cli->vcd, &window, r->err);
		if (!r->vcd)
			return diag_line(diag, r->err);
	}
	return exports_open(&r->exports, r->cli, r->err) ? diag_line(diag, r->err) : 0;
}

static int open_trace(struct run *r, struct diag *diag)
{
	struct trace *trace = trace_new();
	struct vcd *vcds[] = { r->vcd, r->vcd_in_dir };
	struct reducer reducer;

	r->machine->trace = trace;
	r->measure = measure_new(NULL);
	reducer = measure_reducer(r->measure);
	trace_add(trace, &reducer);
	r->lost_irq = lost_irq_new();
	reducer = lost_irq_reducer(r->lost_irq);
	trace_add(trace, &reducer);
	reducer = observe_reducer(r->judgement.observe);
	trace_add(trace, &reducer);
	r->machine->nr_measured = 3;
	for (int i = 0; i < 2; i++) {
		if (!vcds[i])
			continue;
		reducer = vcd_reducer(vcds[i]);
		trace_add(trace, &reducer);
	}
	exports_listen(&r->exports, trace);
	if (r->outdir && trace_record(trace, outdir_file(r->outdir, "events.twe"), ~0U, r->err))
		return file_error(r, diag);
	return 0;
}

static int prepare(struct run *r, struct diag *diag)
{
	struct machine *m = r->machine;

	if (scenario_load(r->cli->scenario, r->cli->sets, r->cli->nr_sets, &r->scenario, diag))
		return -1;
	if ((r->cli->check && judgement_demand(&r->scenario, diag)) ||
	    judgement_read(&r->judgement, &r->scenario, diag))
		return -1;
	m->scenario = &r->scenario;
	m->root = r->cli->root;
	m->sync_block = r->cli->sync_block || r->cli->profile;
	m->quantum = r->cli->quantum;
	m->log_to_stderr = r->cli->verbose;
	if (machine_load(m, diag) || machine_tasks(m, diag))
		return -1;
	if (r->cli->intervals != CLI_INTERVALS_NEVER && !r->cli->profile)
		study_plan(m);
	m->branches.patient = r->cli->intervals == CLI_INTERVALS_ALWAYS;
	if (outputs_check(r->cli, &r->scenario, &m->need, diag) || open_outputs(r, diag) ||
	    open_trace(r, diag) || machine_build(m, diag) ||
	    (r->cli->profile && profile_open(m, diag)))
		return -1;
	exports_know(&r->exports, m);
	return judgement_resolve(&r->judgement, m, diag);
}

/* A run that ended in order is judged by its tasks. */
static int exit_code_of(const struct machine *m)
{
	if (m->result.why == TW_STOP_CALL && m->result.code == MACHINE_NO_MODEL)
		return EXIT_BAD_INPUT;
	if (m->result.why == TW_STOP_POLL && m->result.code == MACHINE_INTERRUPTED)
		return EXIT_INTERRUPTED;
	if (m->result.why != TW_STOP_HALT || machine_is_driver_bug(m))
		return EXIT_MODEL_FAULT;
	for (size_t i = 0; i < m->nr_tasks; i++)
		if (!m->tasks[i].exited || m->tasks[i].status)
			return EXIT_CHECK_FAILED;
	return EXIT_FINE;
}

static const char *outcome_of(const struct machine *m, int code)
{
	switch (m->result.why) {
	case TW_STOP_HALT:
		return machine_is_driver_bug(m) ? "driver-bug" : code ? "task-failed" : "ok";
	case TW_STOP_PANIC:
		return "kernel-crash";
	case TW_STOP_FAULT:
		return machine_was_frozen() ? "wall-clock" : "kernel-crash";
	case TW_STOP_MODEL:
		return machine_is_driver_bug(m) ? "driver-bug" : "model-fault";
	case TW_STOP_POLL:
		return m->result.code == MACHINE_WALL_CLOCK ? "wall-clock" : "no-progress";
	default:
		return "no-progress";
	}
}

static void report_costs(struct run *r)
{
	for (int i = 0; i < TWIN_COST_NR; i++) {
		const struct cost *c = &r->machine->costs.entry[i];

		if (!c->source)
			continue;
		r->costs[r->nr_costs++] = (struct report_cost){
			.key = cost_key(i), .unit = cost_unit(i), .doc = cost_doc(i),
			.source = c->source, .value = c->value, .low = c->lo, .high = c->hi,
			.provenance = (enum report_provenance)c->kind,
		};
	}
}

static bool name_taken(const struct machine *m, size_t i, const char *name)
{
	for (size_t k = 0; k < m->nr_tasks; k++)
		if (k != i && !strcmp(m->tasks[k].name, name))
			return true;
	return false;
}

/*
 * Two tasks of one name get a number, since each has a file of its own; more dashes when the result
 * is another task's name.
 */
static const char *unique_name(const struct machine *m, size_t i, char *buf, size_t size)
{
	const char *name = m->tasks[i].name;

	snprintf(buf, size, "%s", name);
	for (int dashes = 1; name_taken(m, i, buf) && dashes < 9; dashes++)
		snprintf(buf, size, "%.15s%.*s%u", name, dashes, "--------", (unsigned int)i);
	return buf;
}

static int report_tasks(struct run *r)
{
	const struct machine *m = r->machine;
	char (*names)[40];

	r->tasks = calloc(m->nr_tasks + 1, sizeof(*r->tasks) + sizeof(*names));
	if (!r->tasks)
		return -1;
	names = (void *)(r->tasks + m->nr_tasks);
	for (size_t i = 0; i < m->nr_tasks; i++) {
		const struct machine_task *t = &m->tasks[i];

		r->tasks[i] = (struct report_task){
			.name = unique_name(m, i, names[i], sizeof(names[i])),
			.command = r->scenario.tasks[i].run, .tag = i + 1,
			.output = t->output ? t->output : "", .output_len = t->output_len,
			.exited = t->exited, .exit_status = WEXITSTATUS(t->status),
			.signal = WTERMSIG(t->status),
		};
	}
	return 0;
}

static int report_devices(struct run *r)
{
	const struct devices *d = &r->machine->devices;

	r->devices = calloc(d->nr_notes + 1, sizeof(*r->devices));
	if (!r->devices)
		return -1;
	for (size_t i = 0; i < d->nr_notes; i++)
		r->devices[i] = (struct report_device){
			.name = d->notes[i].name, .node = d->notes[i].node,
			.compatible = d->notes[i].compatible, .model = d->notes[i].model,
			.controller = d->notes[i].controller, .cs = d->notes[i].cs,
		};
	return 0;
}

static void add_note(struct run *r, const char *text, uint64_t count)
{
	size_t n = r->report.nr_notes;

	if (!count)
		return;
	snprintf(r->note_text[n], sizeof(r->note_text[n]), "%lu %s", (unsigned long)count, text);
	r->notes[n] = r->note_text[n];
	r->report.nr_notes++;
}

/* What was changed on the command line: the scenario's name alone would mislead. */
static void note_changes(struct run *r)
{
	size_t n = r->report.nr_notes, used;
	char *text = r->note_text[n];

	if (!r->cli->nr_sets)
		return;
	used = snprintf(text, sizeof(r->note_text[n]), "changed on the command line:");
	for (size_t i = 0; i < r->cli->nr_sets && used < sizeof(r->note_text[n]); i++)
		used += snprintf(text + used, sizeof(r->note_text[n]) - used, "%s %s", i ? ";" : "",
				 r->cli->sets[i]);
	r->notes[r->report.nr_notes++] = text;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int make_report(struct run *r)
{
	struct machine *m = r->machine;
	int code = exit_code_of(m);

	report_costs(r);
	if (report_tasks(r) || report_devices(r))
		return -1;
	r->report = (struct run_report){
		.scenario = base_name(r->cli->scenario), .board = r->scenario.board,
		.image = m->need.title, .seed = r->scenario.runs.seeds.first,
		.outcome = outcome_of(m, code), .text = *r->why ? r->why : NULL,
		.exit_code = code, .boot = m->boot_time, .blocks = machine_blocks(m),
		.insns = machine_insns(m), .costs = r->costs, .nr_costs = r->nr_costs,
		.devices = r->devices, .nr_devices = m->devices.nr_notes, .tasks = r->tasks,
		.nr_tasks = m->nr_tasks, .notes = r->notes,
		.measure = measure_result(r->measure),
	};
	judgement_pass(&r->judgement, &r->report, m->result.why == TW_STOP_HALT);
	add_note(r, "event records came later than the reordering window", trace_late(m->trace));
	r->notes[r->report.nr_notes++] = "SCK of an odd divider is drawn with 50 % duty (assumed)";
	note_changes(r);
	if (!m->nr_tasks)
		r->notes[r->report.nr_notes++] = "no tasks: what the kernel did at boot, and how "
						 "its own tests ended, is in its log (-v)";
	if (r->vcd_in_dir || r->vcd)
		add_note(r, "words could not be drawn in the VCD",
			 vcd_bad(r->vcd ? r->vcd : r->vcd_in_dir));
	return 0;
}

/* manifest.txt of the image: "key value..." per line. */
static size_t read_manifest(const struct machine *m, struct outdir_pair *pairs, size_t max,
			    char *text, size_t size)
{
	char path[4200], *line, *save = NULL;
	struct stat st;
	size_t n = 0, len;
	FILE *f;

	snprintf(path, sizeof(path), "%s/manifest.txt", m->image_dir);
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return 0;
	f = fopen(path, "r");
	len = f ? fread(text, 1, size - 1, f) : 0;
	if (f)
		fclose(f);
	text[len] = '\0';
	for (line = strtok_r(text, "\n", &save); line && n < max;
	     line = strtok_r(NULL, "\n", &save)) {
		char *space = strchr(line, ' ');

		if (!space)
			continue;
		*space = '\0';
		if (!strcmp(line, "sha256") && strchr(space + 1, ' ')) {
			line = space + 1;
			space = strchr(line, ' ');
			*space = '\0';
		}
		pairs[n++] = (struct outdir_pair){ line, space + 1 };
	}
	return n;
}

static int write_outdir(struct run *r, struct diag *diag)
{
	struct outdir_pair pairs[64 + KEEP_PAIRS];
	char text[8192];
	size_t n = read_manifest(r->machine, pairs, 64, text, sizeof(text));
	int ret;

	if (!r->outdir)
		return 0;
	ret = keep_inputs(r->outdir, r->cli, r->machine, pairs + n, r->err);
	if (ret < 0)
		return diag_line(diag, r->err);
	n += ret;
	/* run_close() removes what a failure leaves; outdir_commit() ends it either way */
	if (outdir_report(r->outdir, &r->report, pairs, n, r->err) ||
	    outdir_write(r->outdir, "kernel.log", r->machine->log ? r->machine->log : "",
			 r->machine->log_len, r->err))
		return diag_line(diag, r->err);
	ret = outdir_commit(r->outdir, r->err);
	r->outdir = NULL;
	return ret ? diag_line(diag, r->err) : 0;
}

static int close_vcds(struct run *r, struct diag *diag)
{
	struct vcd **vcds[] = { &r->vcd, &r->vcd_in_dir };

	for (int i = 0; i < 2; i++) {
		struct vcd *vcd = *vcds[i];

		*vcds[i] = NULL;
		if (vcd && vcd_close(vcd, r->err))
			return file_error(r, diag);
	}
	return 0;
}

static int close_exports(struct run *r, struct diag *diag)
{
	return exports_finish(&r->exports, r->err) ? diag_line(diag, r->err) : 0;
}

static int print_report(struct run *r)
{
	char *json;

	if (!r->cli->json) {
		(r->cli->check ? report_check_text : report_text)(stdout, &r->report);
		return 0;
	}
	json = report_json(&r->report);
	fputs(json, stdout);
	free(json);
	return 0;
}

static int finish(struct run *r, struct diag *diag)
{
	struct machine *m = r->machine;
	struct lost_irq lost;
	const char *note;

	if (trace_end(m->trace, m->result.now, r->err))
		return file_error(r, diag);
	lost = lost_irq_result(r->lost_irq);
	bugs_at_end(m, &lost);
	r->why = machine_explain(m);
	if (exit_code_of(m) == EXIT_BAD_INPUT)
		return diag_set(diag, scenario_where(&r->scenario, "board"), "%.*s",
				(int)strcspn(r->why, "\n"), r->why);
	if (make_report(r))
		return diag_set(diag, (struct src_pos){ 0 }, "out of memory");
	if (m->branches.is_child)
		study_deliver(m, &r->report);
	study_conclude(m, &r->report, r->judgement.check, &note);
	if (note)
		r->notes[r->report.nr_notes++] = note;
	if (machine_interrupted())
		r->report.exit_code = EXIT_INTERRUPTED;
	if (r->report.exit_code == EXIT_INTERRUPTED)
		return 0;
	if (machine_save(m, diag) || close_vcds(r, diag) || close_exports(r, diag) ||
	    (r->cli->profile && profile_write(m, r->cli->profile, diag)) ||
	    judgement_write(&r->judgement, &r->report, diag) || write_outdir(r, diag))
		return -1;
	print_report(r);
	if (fflush(stdout) || ferror(stdout))
		return diag_set(diag, (struct src_pos){ 0 }, "cannot write the report: %s",
				strerror(errno));
	return 0;
}

static void run_close(struct run *r)
{
	vcd_abandon(r->vcd);
	vcd_abandon(r->vcd_in_dir);
	exports_close(&r->exports);
	outdir_abort(r->outdir);
	judgement_close(&r->judgement);
	measure_free(r->measure);
	lost_irq_free(r->lost_irq);
	uncertainty_free((struct uncertainty *)r->report.uncertainty);
	free(r->why);
	free(r->tasks);
	free(r->devices);
	if (r->machine) {
		trace_free(r->machine->trace);
		machine_free(r->machine);
		free(r->machine);
	}
	if (r->scenario.tree)
		scenario_free(&r->scenario);
}

int run_verb(const struct cli_run *cli)
{
	struct run r = { .cli = cli, .machine = calloc(1, sizeof(*r.machine)) };
	struct diag diag = { 0 };
	int code = EXIT_BAD_INPUT;

	if (!r.machine) {
		fputs("spitwin: error: out of memory\n", stderr);
		return EXIT_MODEL_FAULT;
	}
	r.machine->memory.fd = -1;
	machine_signals_catch();
	if (!prepare(&r, &diag) && !machine_run(r.machine, &diag) && !finish(&r, &diag))
		code = r.report.exit_code;
	else if (r.machine->branches.is_child)
		branch_fail(&r.machine->branches, diag.what);	/* what is open is the parent's */
	else
		diag_print(&diag);
	if (code == EXIT_INTERRUPTED)
		fputs("spitwin: interrupted; nothing was written\n", stderr);
	run_close(&r);
	machine_signals_release();
	return code;
}
