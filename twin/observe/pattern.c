// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/pattern.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/nearest.h"
#include "trace/mem.h"
#include "twin_abi.h"

/* What names are of, by enum observe_symbol_kind. */
static const struct {
	const char *what, *hint;
} names[] = {
	[OBSERVE_IRQ] = {"device with an interrupt", "name a devicetree label, or a line's number"},
	[OBSERVE_TASK] = {"task", "tasks[].name, or the name of its command"},
	[OBSERVE_FUNCTION] = {"watched function", "kernel/watch lists them"},
	[OBSERVE_MMIO] = {"device with registers", "name a devicetree label"},
};

/* -1: the pattern has no name, or a number in its place. */
static int symbol_kind(const struct pattern *p)
{
	if (p->kind == PATTERN_TASK)
		return OBSERVE_TASK;
	if (p->kind == PATTERN_FUNCTION)
		return OBSERVE_FUNCTION;
	if (p->kind == PATTERN_MMIO)
		return OBSERVE_MMIO;
	return p->kind == PATTERN_IRQ && *p->name ? OBSERVE_IRQ : -1;
}

static int unknown_name(const struct pattern *p, int kind, const struct observe_symbol *symbols,
			size_t nr, struct src_pos at, struct diag *diag)
{
	struct nearest near;

	nearest_start(&near, p->name);
	for (size_t i = 0; i < nr; i++)
		if ((int)symbols[i].kind == kind)
			nearest_offer(&near, symbols[i].name);
	at.col += (int)p->name_at;
	diag_set(diag, at, "no %s is called '%s'", names[kind].what, p->name);
	return near.best ? diag_hint(diag, "did you mean '%s'?", near.best)
			 : diag_hint(diag, "%s", names[kind].hint);
}

static bool is_of_spi(const struct pattern *p)
{
	return p->kind == PATTERN_CS || p->kind == PATTERN_SCK || p->kind == PATTERN_MESSAGE ||
	       p->kind == PATTERN_TRANSFER;
}

/* Is there something on SPI that the pattern can be of? Without any such symbol nobody knows. */
static int check_spi(const struct pattern *p, const struct observe_symbol *symbols, size_t nr,
		     struct src_pos at, struct diag *diag)
{
	bool known = false, controller = false;

	for (size_t i = 0; i < nr; i++) {
		if (symbols[i].kind != OBSERVE_SPI)
			continue;
		known = true;
		if ((int)(symbols[i].value >> 16) != p->controller)
			continue;
		controller = true;
		if (p->cs < 0 || p->cs == (int)(symbols[i].value & 0xffff))
			return 0;
	}
	if (!known)
		return 0;
	if (controller)
		return diag_set(diag, at, "the board has no device at spi%d cs%d", p->controller,
				p->cs);
	return diag_set(diag, at, "the board has no controller spi%d with a device", p->controller);
}

int pattern_resolve(struct pattern *p, const struct observe_symbol *symbols, size_t nr,
		    struct src_pos at, struct diag *diag)
{
	int kind = symbol_kind(p);

	if (is_of_spi(p))
		return check_spi(p, symbols, nr, at, diag);
	if (kind < 0)
		return 0;
	free(p->values);
	p->values = mem_alloc((nr + 1) * sizeof(*p->values));
	p->nr_values = 0;
	for (size_t i = 0; i < nr; i++)
		if ((int)symbols[i].kind == kind && !strcmp(symbols[i].name, p->name))
			p->values[p->nr_values++] = symbols[i].value + p->offset;
	return p->nr_values ? 0 : unknown_name(p, kind, symbols, nr, at, diag);
}

uint32_t pattern_classes(const struct pattern *p)
{
	static const uint32_t classes[] = {
		[PATTERN_CS] = TWIN_CLASS_PIN,	       [PATTERN_SCK] = TWIN_CLASS_PIN,
		[PATTERN_IRQ] = TWIN_CLASS_IRQ,	       [PATTERN_TASK] = TWIN_CLASS_META,
		[PATTERN_MESSAGE] = TWIN_CLASS_SPI,    [PATTERN_TRANSFER] = TWIN_CLASS_SPI,
		[PATTERN_FUNCTION] = TWIN_CLASS_SCHED, [PATTERN_MMIO] = TWIN_CLASS_MMIO,
	};

	return classes[p->kind];
}

void pattern_free(struct pattern *p)
{
	free(p->values);
	*p = (struct pattern){0};
}
