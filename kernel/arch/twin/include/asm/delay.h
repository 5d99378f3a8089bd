/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_DELAY_H
#define _ASM_TWIN_DELAY_H
/* Exact: loops_per_jiffy plays no part. */
void __udelay(unsigned long us);
void __ndelay(unsigned long ns);
void __delay(unsigned long loops);
#define udelay(n)	__udelay(n)
#define ndelay(n)	__ndelay(n)
#endif
