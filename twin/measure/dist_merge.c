// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Two distributions into one. */
#include "measure/dist_parts.h"

#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

static void add_count(void *ctx, uint64_t value, uint64_t count)
{
	struct dist *d = ctx;

	d->classes[dist_class_of(value)] += count;
}

static void append_pair(void *ctx, uint64_t value, uint64_t count)
{
	struct dist *d = ctx;

	d->pairs[d->nr_pairs++] = (struct dist_pair){value, count};
}

/* Both are exact: the pairs of both, put in order, equal values joined. */
static void merge_pairs(struct dist *d, struct dist *from)
{
	size_t used = 0, n = d->nr_pairs + from->nr_pairs;
	struct dist_pair *both = mem_alloc((n + 1) * sizeof(*both));

	if (d->nr_pairs)
		memcpy(both, d->pairs, d->nr_pairs * sizeof(*both));
	free(d->pairs);
	d->pairs = both;
	dist_each(from, d, append_pair);
	qsort(both, n, sizeof(*both), dist_compare);
	for (size_t i = 0; i < n; i++)
		dist_append(both, &used, both[i]);
	d->nr_pairs = used;
	if (used > DIST_DISTINCT)
		dist_give_up_exactness(d);
}

void dist_merge(struct dist *d, struct dist *from)
{
	if (!from->n)
		return;
	dist_settle(d);
	dist_settle(from);
	if (!d->n)
		d->min = from->min, d->first = from->first;
	if (from->min < d->min)
		d->min = from->min;
	if (from->max > d->max)
		d->max = from->max;
	d->n += from->n;
	d->total += from->total;
	d->last = from->last;
	if (!d->classes && !from->classes) {
		merge_pairs(d, from);
		return;
	}
	if (!d->classes)
		dist_give_up_exactness(d);
	dist_each(from, d, add_count);
}
