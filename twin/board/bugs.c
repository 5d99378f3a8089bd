// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Driver bugs that do not end a run by themselves: what the kernel complains of in its log, what
 * arch/twin sees, what the models and the rules over the event stream find. Each is named once, with
 * the code that did it where somebody was at it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define BUG "driver bug: "		/* also in faults of the models */
#define WARNED "driver warning: "	/* what a driver thinks of itself: changes no exit code */

static void add(struct machine *m, const char *head, const char *what, size_t len, char *where)
{
	char *text;

	if (m->nr_bugs == MACHINE_BUGS)
		return;
	if (asprintf(&text, "%s%.*s\n%s", head, (int)len, what, where ? where : "") < 0)
		abort();
	free(where);
	m->bugs[m->nr_bugs++] = text;
}

static bool begins(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

static void add_here(struct machine *m, const char *head, const char *what, size_t len)
{
	for (size_t i = 0; i < m->nr_bugs; i++)
		if (begins(m->bugs[i], head) && !strncmp(m->bugs[i] + strlen(head), what, len))
			return;
	if (m->nr_bugs < MACHINE_BUGS)
		add(m, head, what, len, machine_explain_here(m));
}

void bugs_here(struct machine *m, const char *what, size_t len)
{
	add_here(m, BUG, what, len);
}

void bugs_at_fault(struct machine *m, const char *what)
{
	char text[TW_ERR_SIZE + 32];
	int len = snprintf(text, sizeof(text), "%s, at %.6f s", what, m->cpu.now / 1e12);

	if (m->nr_bugs < MACHINE_BUGS)
		add(m, BUG, text, len, machine_explain_fault(m));
}

/* The line by which WARN() and lockdep say that a report of theirs follows. */
static bool announces(const char *text)
{
	return !strncmp(text, "------------[ cut here ]", 24) || !strncmp(text, "=====", 5);
}

/* WARN() in a driver's own file: some say so of a mere timeout, which is an ordinary result. */
static bool is_of_driver(const char *warning)
{
	const char *at = strstr(warning, " at ");

	return at && (begins(at, " at ./drivers/") || begins(at, " at drivers/"));
}

/* The line behind WARN()'s own says what is wrong, if the caller gave a text at all. */
static void finish_warning(struct machine *m, const char *text, int len)
{
	char what[sizeof(m->log_warning) + TW_ERR_SIZE];
	bool is_text = !begins(text, "CPU: ") && !begins(text, "Modules linked in:");
	int n = snprintf(what, sizeof(what), "%s%s%.*s", m->log_warning, is_text ? ": " : "",
			 is_text && len < TW_ERR_SIZE ? len : 0, text);

	m->log_warning[0] = '\0';
	add_here(m, is_of_driver(what) ? WARNED : BUG, what, n);
}

/*
 * Reports of the kernel's own checks, by how they begin. "WARNING: " alone is a driver's wording, and
 * its timeout an ordinary result; behind an announcement it is WARN() (so are the reports of the DMA
 * API's debugging) or lockdep.
 */
void bugs_in_log(struct machine *m, const char *text, size_t len)
{
	bool announced = m->log_announced;
	size_t line = strcspn(text, "\n");
	int n = line < len ? line : len;

	m->log_announced = announces(text);
	if (m->log_warning[0])
		finish_warning(m, text, n);
	else if (announced && begins(text, "WARNING: CPU: "))
		snprintf(m->log_warning, sizeof(m->log_warning), "%.*s", n, text);
	else if (begins(text, "BUG: ") || begins(text, "INFO: task ") ||
		 (announced && begins(text, "WARNING: ")))
		bugs_here(m, text, n);
}

static const char *device_of(const struct machine *m, int line)
{
	for (size_t i = 0; i < m->devices.nr_notes; i++)
		if (m->devices.notes[i].irq == line)
			return m->devices.notes[i].name;
	return "no device";
}

void bugs_at_end(struct machine *m, const struct lost_irq *lost)
{
	char text[TW_ERR_SIZE];

	if (lost->line >= 0) {
		snprintf(text, sizeof(text),
			 "lost interrupt: line %d (%s) was up from %.6f s to %.6f s and no handler "
			 "ran", lost->line, device_of(m, lost->line), lost->up / 1e12,
			 lost->until / 1e12);
		add(m, BUG, text, strlen(text), NULL);
	}
}

bool machine_is_driver_bug(const struct machine *m)
{
	for (size_t i = 0; i < m->nr_bugs; i++)
		if (begins(m->bugs[i], BUG))
			return true;
	return m->result.why == TW_STOP_MODEL && begins(m->result.text, BUG);
}

void bugs_free(struct machine *m)
{
	for (size_t i = 0; i < m->nr_bugs; i++)
		free(m->bugs[i]);
	m->nr_bugs = 0;
}
