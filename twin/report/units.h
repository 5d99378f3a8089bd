/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Quantities for people. Rounded to nearest, half up; no floating point. */
#ifndef REPORT_UNITS_H
#define REPORT_UNITS_H

#include <stdint.h>

#define UNITS_SIZE 48

/* "812 ps", "1.234 us", "12.000 ms": three decimals from ns on. Returns buf (UNITS_SIZE). */
const char *unit_time(char *buf, uint64_t ps);
/* "44.000 MHz" */
const char *unit_hz(char *buf, uint64_t hz);
/* "45.6 %" of a whole; "-" of nothing. */
const char *unit_percent(char *buf, uint64_t part, uint64_t whole);
/* "1.25": n / d with two decimals; "-" when d is 0. */
const char *unit_ratio(char *buf, uint64_t n, uint64_t d);
/* A value in a unit of costs.def: times in whole ps as unit_time(), others as they are. */
const char *unit_cost(char *buf, uint64_t value, const char *unit);
/* The same of a time without what it is per, for the second and third value of a line. */
const char *unit_cost_alone(char *buf, uint64_t value, const char *unit);

#endif
