// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Why a run ended before its time, for people: what happened, in which function and source line,
 * and who waits for what since when.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtb.h"
#include "host_fault.h"
#include "keep.h"
#include "machine.h"
#include "symbols.h"
#include "unwind.h"

#define MAX_FRAMES 24

struct text {
	char *buf;
	size_t len;
	FILE *f;
};

static void put(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct text *t, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vfprintf(t->f, format, ap);
	va_end(ap);
}

static void resolve(const struct machine *m, struct symbol *s, size_t n)
{
	char vmlinux[4200];

	snprintf(vmlinux, sizeof(vmlinux), "%s/vmlinux", m->image_dir);
	symbols_resolve(vmlinux, (uint64_t)m->image.base, s, n);
}

/*
 * Frames of the way into the host, of the scheduler and of printk() say nothing about who does
 * what.
 */
static bool uninteresting(const char *name)
{
	static const char *const prefixes[] = {
		"twin_", "__wrap_", "__sanitizer", "__switch_to", "schedule", "__schedule",
		"io_schedule", "context_switch", "call_console_driver", "console_flush_all",
		"vprintk", "_printk", "__warn ", "warn_slowpath_fmt", "dump_stack", "__dump_stack",
	};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

static void put_frames(struct text *t, const struct symbol *s, size_t n, const char *lead)
{
	const char *sep = lead;
	int shown = 0;

	for (size_t i = 0; i < n && shown < MAX_FRAMES; i++) {
		if (uninteresting(s[i].text))
			continue;
		put(t, "%s%s\n", sep, s[i].text);
		sep = "      called from ";
		shown++;
	}
}

/* Frames from a state of registers, with their texts. */
static size_t frames(const struct machine *m, const struct unwind_state *state, struct symbol *s)
{
	uint64_t pcs[MAX_FRAMES];
	size_t n = unwind(m, state, pcs, MAX_FRAMES);

	for (size_t i = 0; i < n; i++)
		s[i].addr = pcs[i];
	resolve(m, s, n);
	return n;
}

static void explain_fault(struct machine *m, struct text *t)
{
	struct symbol s[MAX_FRAMES];
	size_t n = frames(m, host_fault_state(), s);

	if (host_fault_signal() == SIGFPE)
		put(t, "kernel crash: division by zero\n");
	else if (host_fault_signal() == SIGILL)
		put(t, "kernel crash: undefined instruction\n");
	else if (machine_cpu(m)->fault_addr < 4096)
		put(t, "kernel crash: NULL pointer dereference (%s at address 0x%" PRIx64 ")\n",
		    machine_cpu(m)->fault_write ? "write" : "read", machine_cpu(m)->fault_addr);
	else
		put(t, "kernel crash: bad %s at address 0x%" PRIx64 "\n",
		    machine_cpu(m)->fault_write ? "write" : "read", machine_cpu(m)->fault_addr);
	put_frames(t, s, n, "   in ");
}

static void explain_frozen(struct machine *m, struct text *t)
{
	struct symbol s[MAX_FRAMES];
	size_t n = frames(m, host_fault_state(), s);

	put(t, "given up: the run took longer than wall_clock allows, in a loop in which no "
	    "simulated time passes\n");
	put_frames(t, s, n, "   in ");
}

static const char *last_of(const char *text, const char *word)
{
	const char *found = NULL;

	for (const char *p = text; p && (p = strstr(p, word)); p++)
		found = p;
	return found;
}

static void put_line(struct text *t, const char *lead, const char *line)
{
	if (line)
		put(t, "%s%.*s\n", lead, (int)strcspn(line, "\n"), line);
}

static void put_chain(struct machine *m, struct text *t, uint64_t sp, const char *lead)
{
	struct unwind_state state = unwind_switched_out(m, sp);
	struct symbol s[MAX_FRAMES];
	size_t n = frames(m, &state, s);

	put_frames(t, s, n, lead);
}

static void put_here(struct machine *m, struct text *t)
{
	struct machine_task_line w;

	for (const char *at = machine_describe(m); machine_task_line(&at, &w);)
		if (w.state == 'R' && w.pid == (int)machine_cpu(m)->current_pid)
			put_chain(m, t, w.sp, "   in ");
}

static void explain_panic(struct machine *m, struct text *t)
{
	const char *panic = m->log ? last_of(m->log, "Kernel panic") : NULL;

	put_line(t, "kernel crash: ", panic ? panic : "panic without a message");
	put_line(t, "   ", m->log ? last_of(m->log, "BUG: ") : NULL);
	put_here(m, t);
}

static void put_waiting(struct machine *m, struct text *t, const struct machine_task_line *w)
{
	put(t, "   %s (pid %d) %s since %.6f s%s\n", w->comm, w->pid,
	    w->state == 'R' ? "runs" : "sleeps", w->since / 1e12,
	    w->timers ? ", with a timer armed" : "");
	put_chain(m, t, w->sp, "      in ");
}

/* The one that runs first; then workload tasks, and whoever sleeps uninterruptibly or could run. */
static void explain_waits(struct machine *m, struct text *t)
{
	struct machine_task_line w;

	put(t, "who waits for what:\n");
	for (int current = 1; current >= 0; current--)
		for (const char *at = machine_describe(m); machine_task_line(&at, &w);)
			if (w.pid && (w.pid == (int)machine_cpu(m)->current_pid) == current &&
			    (w.tag || w.state == 'D' || w.state == 'R'))
				put_waiting(m, t, &w);
}

static void explain_no_model(struct machine *m, struct text *t)
{
	char node[256], compatible[128];

	if (dtb_node_at(m->dtb, m->unmapped, node, sizeof(node), compatible, sizeof(compatible)))
		put(t,
		    "a driver maps registers at 0x%" PRIx64 ", where the devicetree has no node\n",
		    m->unmapped);
	else
		put(t,
		    "node %s (compatible \"%s\") has no model, and a driver maps its registers\n",
		    node, compatible);
}

static void explain_stop(struct machine *m, struct text *t)
{
	switch ((enum machine_stop)m->result.code) {
	case MACHINE_NO_PROGRESS:
		put(t, "no progress: no task entered or left a system call for %.6g s, and nothing "
		    "they wait for has a timer\n", m->scenario->watchdog / 1e12);
		explain_waits(m, t);
		break;
	case MACHINE_NO_SCHEDULE:
		put(t, "stuck: one kernel context ran 20 s without scheduling\n");
		explain_waits(m, t);
		break;
	case MACHINE_WALL_CLOCK:
		if (machine_was_frozen()) {
			explain_frozen(m, t);
			break;
		}
		put(t, "given up: the run took longer than wall_clock allows\n");
		explain_waits(m, t);
		break;
	case MACHINE_NO_MODEL:
		explain_no_model(m, t);
		break;
	case MACHINE_BAD_MAP:
		put(t, "the host could not map memory for the hosted kernel\n");
		break;
	case MACHINE_INTERRUPTED:
		put(t, "interrupted\n");
		break;
	case MACHINE_LONG_BRANCH:	/* its process tells nobody */
	case MACHINE_RUNS:
		break;
	}
}

/* What the kernel said last often names the cause. */
static void put_log_end(struct machine *m, struct text *t)
{
	char *end = keep_log_end(m, 3), *rest = end, *line;

	while (*end && (line = strsep(&rest, "\n")))
		put(t, "   kernel log: %s\n", line);
	free(end);
}

char *machine_explain_here(struct machine *m)
{
	struct text t = { 0 };

	t.f = open_memstream(&t.buf, &t.len);
	if (!t.f)
		abort();
	put_here(m, &t);
	fclose(t.f);
	return t.buf;
}

char *machine_explain_fault(struct machine *m)
{
	struct text t = { 0 };
	struct symbol s[MAX_FRAMES];

	t.f = open_memstream(&t.buf, &t.len);
	if (!t.f)
		abort();
	put_frames(&t, s, frames(m, host_fault_state(), s), "   in ");
	fclose(t.f);
	return t.buf;
}

char *machine_explain(struct machine *m)
{
	struct text t = { 0 };

	t.f = open_memstream(&t.buf, &t.len);
	if (!t.f)
		abort();
	switch (m->result.why) {
	case TW_STOP_HALT:
		break;
	case TW_STOP_PANIC:
		explain_panic(m, &t);
		break;
	case TW_STOP_FAULT:
		if (machine_was_frozen())
			explain_frozen(m, &t);
		else
			explain_fault(m, &t);
		break;
	case TW_STOP_MODEL:
		put(&t, "%s%s\n", machine_is_driver_bug(m) ? "" : "model fault: ", m->result.text);
		explain_waits(m, &t);
		break;
	case TW_STOP_STUCK:
		put(&t, "no progress: %s\n", m->result.text);
		explain_waits(m, &t);
		break;
	case TW_STOP_CALL:
	case TW_STOP_POLL:
		explain_stop(m, &t);
		break;
	}
	for (size_t i = 0; i < m->nr_bugs; i++)
		put(&t, "%s", m->bugs[i]);
	if (m->result.why == TW_STOP_MODEL || m->result.why == TW_STOP_FAULT)
		put_log_end(m, &t);
	fclose(t.f);
	return t.buf;
}
