/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Aligned columns of text. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stddef.h>
#include <stdio.h>

#define TABLE_COLUMNS 16

struct table {
	const char *align; /* one letter per column: l or r */
	char **cells;
	size_t used, cap;
};

/* `align` has at most TABLE_COLUMNS letters and outlives the table. */
void table_init(struct table *t, const char *align);
/* The next cell, row by row. */
void table_cell(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints with two blanks between columns and none at the end of lines; frees. */
void table_print(struct table *t, FILE *out, int indent);

#endif
