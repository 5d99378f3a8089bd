// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/dist_parts.h"

#include <stdlib.h>

#include "trace/mem.h"

int dist_compare(const void *a, const void *b)
{
	const struct dist_pair *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

size_t dist_class_of(uint64_t value)
{
	unsigned int shift;

	if (value < (1u << DIST_CLASS_BITS))
		return value;
	shift = 63 - __builtin_clzll(value) - DIST_CLASS_BITS;
	return ((size_t)(shift + 1) << DIST_CLASS_BITS) + (size_t)(value >> shift) -
	       (1u << DIST_CLASS_BITS);
}

uint64_t dist_class_floor(size_t class)
{
	size_t octave = class >> DIST_CLASS_BITS, in = class & ((1u << DIST_CLASS_BITS) - 1);

	return octave ? (uint64_t)(in + (1u << DIST_CLASS_BITS)) << (octave - 1) : in;
}

void dist_append(struct dist_pair *pairs, size_t *used, struct dist_pair p)
{
	if (*used && pairs[*used - 1].value == p.value)
		pairs[*used - 1].count += p.count;
	else
		pairs[(*used)++] = p;
}

static void merge_pending(struct dist *d)
{
	struct dist_pair *out = mem_alloc((d->nr_pairs + d->nr_pending) * sizeof(*out));
	size_t used = 0, i = 0, k = 0;

	qsort(d->pending, d->nr_pending, sizeof(*d->pending), dist_compare);
	while (i < d->nr_pairs || k < d->nr_pending) {
		if (k == d->nr_pending ||
		    (i < d->nr_pairs && d->pairs[i].value <= d->pending[k].value))
			dist_append(out, &used, d->pairs[i++]);
		else
			dist_append(out, &used, d->pending[k++]);
	}
	free(d->pairs);
	d->pairs = out;
	d->nr_pairs = used;
	d->nr_pending = 0;
}

void dist_give_up_exactness(struct dist *d)
{
	d->classes = mem_alloc(DIST_CLASSES * sizeof(*d->classes));
	for (size_t i = 0; i < d->nr_pairs; i++)
		d->classes[dist_class_of(d->pairs[i].value)] += d->pairs[i].count;
	free(d->pairs);
	free(d->pending);
	d->pairs = NULL;
	d->pending = NULL;
	d->nr_pairs = 0;
}

void dist_settle(struct dist *d)
{
	if (!d->nr_pending)
		return;
	merge_pending(d);
	if (d->nr_pairs > DIST_DISTINCT)
		dist_give_up_exactness(d);
}

/* A value seen before is counted where it is: gaps and periods come in few different lengths. */
static bool count_known(struct dist *d, uint64_t value, uint64_t count)
{
	size_t lo = 0, hi = d->nr_pairs;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->pairs[mid].value < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == d->nr_pairs || d->pairs[lo].value != value)
		return false;
	d->pairs[lo].count += count;
	return true;
}

static void add_equal(struct dist *d, uint64_t value, uint64_t count)
{
	if (!count)
		return;
	if (!d->n || value < d->min)
		d->min = value;
	if (value > d->max)
		d->max = value;
	d->n += count;
	d->total += (unsigned __int128)value * count;
	if (d->classes) {
		d->classes[dist_class_of(value)] += count;
		return;
	}
	if (count_known(d, value, count))
		return;
	if (!d->pending)
		d->pending = mem_alloc(DIST_PENDING * sizeof(*d->pending));
	d->pending[d->nr_pending++] = (struct dist_pair){value, count};
	if (d->nr_pending == DIST_PENDING)
		dist_settle(d);
}

void dist_add(struct dist *d, uint64_t value)
{
	if (!d->n)
		d->first = value;
	add_equal(d, value, 1);
	d->last = value;
}

void dist_add_run(struct dist *d, const struct dist_run *run)
{
	if (!run->n)
		return;
	if (!d->n)
		d->first = run->first;
	add_equal(d, run->value, run->n - run->larger);
	add_equal(d, run->value + 1, run->larger);
	d->last = run->last;
}

static uint64_t class_quantile(const struct dist *d, uint64_t rank)
{
	size_t i = 0;

	for (uint64_t seen = d->classes[0]; seen < rank; seen += d->classes[i])
		i++;
	return dist_class_floor(i);
}

static uint64_t pair_quantile(const struct dist *d, uint64_t rank)
{
	size_t i = 0;

	for (uint64_t seen = d->pairs[0].count; seen < rank; seen += d->pairs[i].count)
		i++;
	return d->pairs[i].value;
}

uint64_t dist_rank(struct dist *d, unsigned int num, unsigned int den)
{
	uint64_t rank = ((unsigned __int128)d->n * num + den - 1) / den;

	dist_settle(d);
	if (!rank)
		return 0;
	return d->classes ? class_quantile(d, rank) : pair_quantile(d, rank);
}

uint64_t dist_quantile(struct dist *d, unsigned int percent)
{
	return dist_rank(d, percent, 100);
}

void dist_each(struct dist *d, void *ctx, void (*fn)(void *ctx, uint64_t value, uint64_t count))
{
	dist_settle(d);
	for (size_t i = 0; !d->classes && i < d->nr_pairs; i++)
		fn(ctx, d->pairs[i].value, d->pairs[i].count);
	for (size_t i = 0; d->classes && i < DIST_CLASSES; i++)
		if (d->classes[i])
			fn(ctx, dist_class_floor(i), d->classes[i]);
}

struct dist_summary dist_summary(struct dist *d)
{
	return (struct dist_summary){
		.n = d->n,
		.min = d->min,
		.p50 = dist_quantile(d, 50),
		.p90 = dist_quantile(d, 90),
		.p99 = dist_quantile(d, 99),
		.p99_9 = dist_rank(d, 999, 1000),
		.max = d->max,
		.mean = d->n ? (uint64_t)((d->total + d->n / 2) / d->n) : 0,
		.sd = dist_deviation(d),
		.total = d->total > UINT64_MAX ? UINT64_MAX : (uint64_t)d->total,
		.first = d->first,
		.last = d->last,
		.exact = !d->classes,
	};
}

void dist_free(struct dist *d)
{
	free(d->pending);
	free(d->pairs);
	free(d->classes);
	*d = (struct dist){0};
}
