// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/dist.h"

#include <stdlib.h>

#include "trace/mem.h"

#define CLASS_BITS 9
#define NR_CLASSES ((64 - CLASS_BITS + 1) << CLASS_BITS)

struct dist_pair {
	uint64_t value, count;
};

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Small values have a class each; above, the leading bit and the next CLASS_BITS bits count. */
static size_t class_of(uint64_t value)
{
	unsigned int shift;

	if (value < (1u << CLASS_BITS))
		return value;
	shift = 63 - __builtin_clzll(value) - CLASS_BITS;
	return ((size_t)(shift + 1) << CLASS_BITS) + (size_t)(value >> shift) - (1u << CLASS_BITS);
}

static uint64_t class_floor(size_t class)
{
	size_t octave = class >> CLASS_BITS, in = class & ((1u << CLASS_BITS) - 1);

	return octave ? (uint64_t)(in + (1u << CLASS_BITS)) << (octave - 1) : in;
}

static void append(struct dist_pair *pairs, size_t *used, struct dist_pair p)
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

	qsort(d->pending, d->nr_pending, sizeof(*d->pending), compare);
	while (i < d->nr_pairs || k < d->nr_pending) {
		if (k == d->nr_pending || (i < d->nr_pairs && d->pairs[i].value <= d->pending[k]))
			append(out, &used, d->pairs[i++]);
		else
			append(out, &used, (struct dist_pair){d->pending[k++], 1});
	}
	free(d->pairs);
	d->pairs = out;
	d->nr_pairs = used;
	d->nr_pending = 0;
}

static void give_up_exactness(struct dist *d)
{
	d->classes = mem_alloc(NR_CLASSES * sizeof(*d->classes));
	for (size_t i = 0; i < d->nr_pairs; i++)
		d->classes[class_of(d->pairs[i].value)] += d->pairs[i].count;
	free(d->pairs);
	free(d->pending);
	d->pairs = NULL;
	d->pending = NULL;
	d->nr_pairs = 0;
}

static void settle(struct dist *d)
{
	if (!d->nr_pending)
		return;
	merge_pending(d);
	if (d->nr_pairs > DIST_DISTINCT)
		give_up_exactness(d);
}

/* A value seen before is counted where it is: gaps and periods come in few different lengths. */
static bool count_known(struct dist *d, uint64_t value)
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
	d->pairs[lo].count++;
	return true;
}

void dist_add(struct dist *d, uint64_t value)
{
	if (!d->n || value < d->min)
		d->min = value;
	if (value > d->max)
		d->max = value;
	d->n++;
	d->total += value;
	if (d->classes) {
		d->classes[class_of(value)]++;
		return;
	}
	if (count_known(d, value))
		return;
	if (!d->pending)
		d->pending = mem_alloc(DIST_PENDING * sizeof(*d->pending));
	d->pending[d->nr_pending++] = value;
	if (d->nr_pending == DIST_PENDING)
		settle(d);
}

static uint64_t class_quantile(const struct dist *d, uint64_t rank)
{
	size_t i = 0;

	for (uint64_t seen = d->classes[0]; seen < rank; seen += d->classes[i])
		i++;
	return class_floor(i);
}

static uint64_t pair_quantile(const struct dist *d, uint64_t rank)
{
	size_t i = 0;

	for (uint64_t seen = d->pairs[0].count; seen < rank; seen += d->pairs[i].count)
		i++;
	return d->pairs[i].value;
}

uint64_t dist_quantile(struct dist *d, unsigned int percent)
{
	uint64_t rank = ((unsigned __int128)d->n * percent + 99) / 100;

	settle(d);
	if (!rank)
		return 0;
	return d->classes ? class_quantile(d, rank) : pair_quantile(d, rank);
}

struct dist_summary dist_summary(struct dist *d)
{
	return (struct dist_summary){
		.n = d->n,
		.min = d->min,
		.p50 = dist_quantile(d, 50),
		.p90 = dist_quantile(d, 90),
		.p99 = dist_quantile(d, 99),
		.max = d->max,
		.mean = d->n ? (uint64_t)((d->total + d->n / 2) / d->n) : 0,
		.total = d->total > UINT64_MAX ? UINT64_MAX : (uint64_t)d->total,
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
