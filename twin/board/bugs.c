// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Driver bugs that do not end a run by themselves: what the kernel complains of in its log, what
 * arch/twin sees, what the models and the rules over the event stream find. Each is named once,
 * with the code that did it where somebody was at it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bug_text.h"
#include "machine.h"

#define BUG "driver bug: "		/* also in faults of the models */
#define WARNED "driver warning: "	/* what a driver thinks of itself: changes no exit code */

static bool begins(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

/* Warnings take no more than half of the places, so that a bug that comes later is counted. */
static bool is_full(const struct machine *m, const char *head)
{
	size_t same = 0;

	for (size_t i = 0; i < m->nr_bugs; i++)
		same += begins(m->bugs[i], head);
	return m->nr_bugs == MACHINE_BUGS || (!strcmp(head, WARNED) && same == MACHINE_BUGS / 2);
}

/* Both texts are the caller's no more; where: lines of a call chain, or NULL. */
static void add(struct machine *m, char *said, char *where)
{
	char *text;

	if (asprintf(&text, "%s%s", said, where ? where : "") < 0)
		abort();
	free(said);
	free(where);
	m->bugs[m->nr_bugs++] = text;
}

/* Does a bug's text say this, and no more but where? */
static bool says(const char *bug, const char *said)
{
	return begins(bug, said) && !begins(bug + strlen(said), BUG_TEXT_INDENT);
}

static void add_here(struct machine *m, const char *head, const char *what, size_t len)
{
	char *said = bug_text_wrap(head, what, len);
	bool known = false;

	for (size_t i = 0; i < m->nr_bugs; i++)
		known |= says(m->bugs[i], said);
	if (known || is_full(m, head))
		free(said);
	else
		add(m, said, machine_explain_here(m));
}

void bugs_here(struct machine *m, const char *what, size_t len)
{
	add_here(m, BUG, what, len);
}

void bugs_at_fault(struct machine *m, const char *what)
{
	char text[TW_ERR_SIZE + 32];
	int len = snprintf(text, sizeof(text), "%s, at %.6f s", what, machine_cpu(m)->now / 1e12);

	if (!is_full(m, BUG))
		add(m, bug_text_wrap(BUG, text, len), machine_explain_fault(m));
}

/* The line by which WARN() and lockdep say that a report of theirs follows. */
static bool announces(const char *text)
{
	return !strncmp(text, "------------[ cut here ]", 24) || !strncmp(text, "=====", 5);
}

/* The line behind WARN()'s own says what is wrong, if the caller gave a text at all. */
static void finish_warning(struct machine *m, const char *text, int len)
{
	char what[sizeof(m->log_warning) + TW_ERR_SIZE];
	bool is_text = !begins(text, "CPU: ") && !begins(text, "Modules linked in:");
	int room = TW_ERR_SIZE - 3;

	snprintf(what, sizeof(what), "%s%s%.*s", m->log_warning, is_text ? ": " : "",
		 !is_text ? 0 : len < room ? len : room, text);
	m->log_warning[0] = '\0';
	add_here(m, bug_text_is_drivers_own(what) ? WARNED : BUG, what, strlen(what));
}

static void finish_lockdep(struct machine *m)
{
	char what[sizeof(m->log_locks.text)];

	strcpy(what, m->log_locks.text);
	m->log_locks.text[0] = '\0';
	bugs_here(m, what, strlen(what));
}

/* A record of the log has several lines where its text says so. */
static void continue_lockdep(struct machine *m, const char *text, size_t len)
{
	while (len && m->log_locks.text[0]) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end - text) : len;

		if (lockdep_text_line(&m->log_locks, text, line))
			finish_lockdep(m);
		line += end ? 1 : 0;
		text += line;
		len -= line;
	}
}

/*
 * Reports of the kernel's own checks, by how they begin. "WARNING: " alone is a driver's wording,
 * and its timeout an ordinary result; behind an announcement it is WARN() (so are the reports of
 * the DMA API's debugging) or lockdep.
 */
void bugs_in_log(struct machine *m, const char *text, size_t len)
{
	bool announced = m->log_announced;
	size_t line = strcspn(text, "\n");
	int n = line < len ? line : len;

	m->log_announced = announces(text);
	if (m->log_locks.text[0])
		continue_lockdep(m, text, len);
	else if (m->log_warning[0])
		finish_warning(m, text, n);
	else if (announced && begins(text, "WARNING: CPU: "))
		snprintf(m->log_warning, sizeof(m->log_warning), "%.*s",
			 (int)bug_text_without_address(text, n), text);
	else if (announced && begins(text, "WARNING: "))
		lockdep_text_begin(&m->log_locks, text, n);
	else if (begins(text, "BUG: ") || begins(text, "INFO: task ") ||
		 begins(text, "INFO: trying to register non-static key"))
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

	if (m->log_locks.text[0])
		finish_lockdep(m);	/* the run ended within the report */
	if (lost->line >= 0 && !is_full(m, BUG)) {
		snprintf(text, sizeof(text),
			 "lost interrupt: line %d (%s) was up from %.6f s to %.6f s and no handler "
			 "ran", lost->line, device_of(m, lost->line), lost->up / 1e12,
			 lost->until / 1e12);
		add(m, bug_text_wrap(BUG, text, strlen(text)), NULL);
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
