/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The names of figures, and where each is in the results. */
#ifndef CHECK_FIGURE_TABLES_H
#define CHECK_FIGURE_TABLES_H

#include <stddef.h>

#include "scenario/units.h"

/* A member of a structure; tables end with a name that is NULL. */
struct figure_member {
	const char *name;
	size_t offset;
	enum unit_class unit;
};

/* Statistics: uint64_t of struct dist_summary. */
extern const struct figure_member figure_stats[];
/* Distributions: struct dist of struct spi_view. */
extern const struct figure_member figure_dists[];
/* Counts of a chip select: uint64_t of struct spi_view. */
extern const struct figure_member figure_lines[];
/* Counts of everything: uint64_t of struct counts. */
extern const struct figure_member figure_counts[];

/* Index of a name of `len` bytes in a table, or -1. */
int figure_member_find(const struct figure_member *table, const char *name, size_t len);

#endif
