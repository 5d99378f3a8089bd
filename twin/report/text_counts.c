// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* How often things happened while tasks ran. */
#include <inttypes.h>

#include "report/table.h"
#include "report/text_parts.h"

struct fact {
	const char *what, *key; /* its name in JSON */
	uint64_t n;
};

static void print_fact(struct table *t, const struct run_report *r, const struct fact *f)
{
	table_cell(t, "%s", f->what);
	table_cell(t, "%" PRIu64, f->n);
	text_interval_cells(t, r, "counts.%s", f->key);
}

/* Two facts side by side. */
static void print_heads(struct table *t, const struct run_report *r)
{
	for (int i = 0; i < 2 && r->uncertainty; i++) {
		table_cell(t, "%s", "");
		table_cell(t, "n");
		text_interval_heads(t, r);
	}
}

void text_counts(FILE *out, const struct run_report *r)
{
	const struct counts *c = &r->measure->counts;
	const struct fact facts[] = {
		{"register reads", "mmio_reads", c->mmio_reads},
		{"register writes", "mmio_writes", c->mmio_writes},
		{"hard interrupts", "irqs", c->irqs},
		{"softirqs", "softirqs", c->softirqs},
		{"context switches", "context_switches", c->switches},
		{"kernel timers fired", "timers", c->timers},
		{"tasks woken", "wakeups", c->wakeups},
		{"kworkers woken", "kworker_wakeups", c->kworker_wakeups},
		{"SPI pump threads woken", "spi_worker_wakeups", c->spi_worker_wakeups},
		{"system calls", "syscalls", c->syscalls},
		{"SPI messages", "messages", c->messages},
		{"SPI transfers", "transfers", c->transfers},
	};
	struct table t;

	fprintf(out, "\nWhile tasks ran\n");
	table_init(&t, r->uncertainty ? "lrrrlrrr" : "lrlr");
	print_heads(&t, r);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		print_fact(&t, r, &facts[i]);
	table_print(&t, out, 2);
}
