/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef BENCH_SMP_ROWS_H
#define BENCH_SMP_ROWS_H

/* Rows of a board with 64 CPUs; a line that says so when its image is not built. */
void smp_rows(void);

#endif
