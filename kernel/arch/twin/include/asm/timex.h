/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_TIMEX_H
#define _ASM_TWIN_TIMEX_H
#include <linux/types.h>
typedef unsigned long cycles_t;
/* As arch/arm has it: the timer registered for delays, with the register access that costs. */
cycles_t twin_get_cycles(void);
#define get_cycles() twin_get_cycles()
#endif
