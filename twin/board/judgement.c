// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "judgement.h"

#include <stdlib.h>

#include "../../tools/blocktable/blocktable.h"
#include "cli/verbs.h"
#include "dtb.h"
#include "report/junit.h"
#include "trace/mem.h"

int judgement_read(struct judgement *j, const struct scenario *scenario, struct diag *diag)
{
	j->observe = observe_new(scenario, diag);
	if (j->observe)
		j->check = check_new(scenario, diag);
	return j->check ? 0 : -1;
}

int judgement_demand(const struct scenario *scenario, struct diag *diag)
{
	if (scenario->nr_expect)
		return 0;
	diag_set(diag, (struct src_pos){ .file = scenario->file }, "has no expectations to check");
	return diag_hint(diag, "add a list `expect`, see docs/observe.md");
}

int judgement_open(struct judgement *j, const char *junit, struct diag *diag)
{
	char err[TRACE_ERR_SIZE];

	if (!junit)
		return 0;
	j->junit = outfile_open(junit, err);
	return j->junit ? 0 : diag_line(diag, err);
}

struct symbols_list {
	struct observe_symbol *list;
	size_t nr, cap;
};

static void add_symbol(struct symbols_list *s, enum observe_symbol_kind kind, const char *name,
		       uint64_t value)
{
	s->list = mem_grow(s->list, s->nr, &s->cap, sizeof(*s->list));
	s->list[s->nr++] = (struct observe_symbol){ kind, name, value };
}

/* Registers and interrupt line, of a device on the bus. */
static void add_device(struct symbols_list *s, const void *dtb, const struct device_note *note)
{
	int node = note->controller < 0 ? dtb_find(dtb, note->name) : -1;
	uint64_t base, size;

	if (node >= 0 && !dtb_reg(dtb, node, &base, &size))
		add_symbol(s, OBSERVE_MMIO, note->name, base);
	if (note->irq >= 0)
		add_symbol(s, OBSERVE_IRQ, note->name, (uint64_t)note->irq);
}

/*
 * Devices on SPI, unless the devicetree does not number a controller: then the kernel gives it a
 * number of its own.
 */
static void add_spi(struct symbols_list *s, const struct devices *d)
{
	for (size_t i = 0; i < d->nr_notes; i++)
		if (d->notes[i].cs >= 0 && d->notes[i].controller < 0)
			return;
	for (size_t i = 0; i < d->nr_notes; i++)
		if (d->notes[i].cs >= 0)
			add_symbol(s, OBSERVE_SPI, d->notes[i].name,
				   (uint64_t)d->notes[i].controller << 16 |
					   (uint64_t)d->notes[i].cs);
}

int judgement_resolve(struct judgement *j, const struct machine *m, struct diag *diag)
{
	struct symbols_list s = { 0 };
	int ret;

	for (size_t i = 0; i < m->devices.nr_notes; i++)
		add_device(&s, m->dtb, &m->devices.notes[i]);
	add_spi(&s, &m->devices);
	for (size_t i = 0; i < m->blocks.nr_notes; i++)
		if (m->notes[i].watch)
			add_symbol(&s, OBSERVE_FUNCTION, m->blocks.notes[i].name,
				   m->notes[i].watch);
	ret = observe_resolve(j->observe, s.list, s.nr, diag);
	free(s.list);
	return ret;
}

void judgement_pass(struct judgement *j, struct run_report *r, bool ended)
{
	const struct figure_source from = { r->measure, j->observe };

	check_judge(j->check, &from, ended ? NULL : r->outcome);
	r->observe = j->observe;
	r->check = j->check;
	if (r->exit_code != EXIT_FINE || !check_failed(j->check))
		return;
	r->exit_code = EXIT_CHECK_FAILED;
	r->outcome = "expectation-failed";
}

int judgement_write(struct judgement *j, const struct run_report *r, struct diag *diag)
{
	char err[TRACE_ERR_SIZE], *text;
	int ret;

	if (!j->junit)
		return 0;
	text = report_junit(r);
	ret = outfile_finish(j->junit, text, err);
	j->junit = NULL;
	free(text);
	return ret ? diag_line(diag, err) : 0;
}

void judgement_close(struct judgement *j)
{
	outfile_abandon(j->junit);
	check_free(j->check);
	observe_free(j->observe);
}
