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

#define HEAD "driver bug: "	/* also in faults of the models */

static void add(struct machine *m, const char *what, size_t len, char *where)
{
	char *text;

	if (m->nr_bugs == MACHINE_BUGS)
		return;
	if (asprintf(&text, HEAD "%.*s\n%s", (int)len, what, where ? where : "") < 0)
		abort();
	free(where);
	m->bugs[m->nr_bugs++] = text;
}

static bool known(const struct machine *m, const char *what, size_t len)
{
	for (size_t i = 0; i < m->nr_bugs; i++)
		if (!strncmp(m->bugs[i] + strlen(HEAD), what, len))
			return true;
	return false;
}

void bugs_here(struct machine *m, const char *what, size_t len)
{
	if (!known(m, what, len) && m->nr_bugs < MACHINE_BUGS)
		add(m, what, len, machine_explain_here(m));
}

/* How the kernel's own checks begin their reports. */
void bugs_in_log(struct machine *m, const char *text, size_t len)
{
	static const char *const heads[] = { "BUG: ", "WARNING: ", "DMA-API: ", "INFO: task " };
	size_t line = strcspn(text, "\n");

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (!strncmp(text, heads[i], strlen(heads[i])))
			bugs_here(m, text, line < len ? line : len);
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
		add(m, text, strlen(text), NULL);
	}
	if (m->board && tw_board_driver_bug(m->board, text))
		add(m, text, strlen(text), NULL);
}

bool machine_is_driver_bug(const struct machine *m)
{
	return m->nr_bugs ||
	       (m->result.why == TW_STOP_MODEL && !strncmp(m->result.text, HEAD, strlen(HEAD)));
}

void bugs_free(struct machine *m)
{
	for (size_t i = 0; i < m->nr_bugs; i++)
		free(m->bugs[i]);
	m->nr_bugs = 0;
}
