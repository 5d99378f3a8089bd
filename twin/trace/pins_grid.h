/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The half-cycle grid of a peripheral clock: half-cycle n begins at floor(n * 10^12 / (2 f)) ps.
 * The fraction is kept in lowest terms: then nearly all of it is 64-bit arithmetic, and a division
 * of 128 bits is left for times beyond 6 days (at 132 MHz).
 */
#ifndef TRACE_PINS_GRID_H
#define TRACE_PINS_GRID_H

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialised: no clock known. */
struct pin_grid {
	uint64_t hz;
	uint64_t num, den;  /* ps per half-cycle, lowest terms */
	uint64_t rest;	    /* num % den */
	uint64_t narrow_to; /* up to this half-cycle 64 bits are enough */
};

/* hz: 1 .. 10^12; anything else is no clock. */
struct pin_grid pin_grid_of(uint64_t hz);

/* n * num / den as it is, for a check against 2^64. */
static inline unsigned __int128 pin_grid_wide(const struct pin_grid *g, uint64_t n)
{
	return (unsigned __int128)n * g->num / g->den;
}

/* When half-cycle n begins, or how long n half-cycles from 0 last, ps. */
static inline uint64_t pin_grid_time(const struct pin_grid *g, uint64_t n)
{
	return n <= g->narrow_to ? n * g->num / g->den : (uint64_t)pin_grid_wide(g, n);
}

/* The first half-cycle that begins at `time` or later, UINT64_MAX when it is beyond. */
uint64_t pin_grid_from(const struct pin_grid *g, uint64_t time);

/*
 * The lengths of `count` intervals of `length` half-cycles, the first from half-cycle `n`, the
 * others `step` apart: each is `shortest` ps or 1 ps longer, and `longer` says how many are.
 * count < 2^22.
 */
struct pin_lengths {
	uint64_t shortest, longer;
	uint64_t total; /* count * shortest + longer */
};

struct pin_lengths pin_grid_lengths(const struct pin_grid *g, uint64_t n, uint64_t step,
				    uint64_t count, uint64_t length);

#endif
