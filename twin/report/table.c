// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

void table_init(struct table *t, const char *align)
{
	*t = (struct table){.align = align};
}

void table_cell(struct table *t, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = mem_alloc(1);
	va_end(ap);
	t->cells = mem_grow(t->cells, t->used, &t->cap, sizeof(*t->cells));
	t->cells[t->used++] = text;
}

static void measure_columns(const struct table *t, size_t columns, size_t *width)
{
	for (size_t i = 0; i < t->used; i++) {
		size_t len = strlen(t->cells[i]);

		if (len > width[i % columns])
			width[i % columns] = len;
	}
}

/* Blanks are owed until something follows them. */
static void print_row(const struct table *t, FILE *out, size_t row, size_t columns,
		      const size_t *width, int indent)
{
	size_t owed = (size_t)indent;

	for (size_t c = 0; c < columns && row + c < t->used; c++) {
		const char *cell = t->cells[row + c];
		size_t len = strlen(cell), pad = width[c] - len;

		if (t->align[c] == 'r')
			owed += pad;
		if (len) {
			fprintf(out, "%*s%s", (int)owed, "", cell);
			owed = 0;
		}
		owed += 2 + (t->align[c] == 'l' ? pad : 0);
	}
	putc('\n', out);
}

void table_print(struct table *t, FILE *out, int indent)
{
	size_t columns = strlen(t->align), width[TABLE_COLUMNS] = {0};

	measure_columns(t, columns, width);
	for (size_t row = 0; row < t->used; row += columns)
		print_row(t, out, row, columns, width, indent);
	for (size_t i = 0; i < t->used; i++)
		free(t->cells[i]);
	free(t->cells);
}
