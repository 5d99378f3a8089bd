/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Sizes and rates as GNU tools print them ("1.5 kB", "40.7 MB/s"). */
#ifndef TWIN_TASK_HUMAN_H
#define TWIN_TASK_HUMAN_H
#include <stddef.h>
#include <stdint.h>
/* base 1000 ("kB") or 1024 ("KiB"); one decimal below 10, ties to even. */
void human_size(char *buf, size_t size, uint64_t bytes, unsigned int base);
/*
 * bytes per second over ns > 0, base 1000. As GNU dd: at least "kB" and one decimal below 100, but
 * as human_size() when ns divides a second or is whole seconds.
 */
void human_rate(char *buf, size_t size, uint64_t bytes, uint64_t ns);
#endif
