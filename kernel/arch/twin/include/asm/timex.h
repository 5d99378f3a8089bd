/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_TIMEX_H
#define _ASM_TWIN_TIMEX_H
#include <linux/types.h>
typedef unsigned long cycles_t;
/* Entropy of the random driver; the board's core has no cycle counter that 6.1 would read here. */
static inline cycles_t get_cycles(void)
{
	return 0;
}
#define get_cycles get_cycles
#endif
