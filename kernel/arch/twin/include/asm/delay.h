/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_DELAY_H
#define _ASM_TWIN_DELAY_H

/* As arch/arm has it: a timer driver offers its counter for delays and for get_cycles(). */
struct delay_timer {
	unsigned long (*read_current_timer)(void);
	unsigned long freq;
};

void register_current_timer_delay(const struct delay_timer *timer);

/* Exact: loops_per_jiffy plays no part. */
void __udelay(unsigned long us);
void __ndelay(unsigned long ns);
void __delay(unsigned long loops);
#define udelay(n)	__udelay(n)
#define ndelay(n)	__ndelay(n)
#endif
