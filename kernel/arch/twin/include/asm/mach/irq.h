/* SPDX-License-Identifier: GPL-2.0-only */
/* Interrupt controller drivers of ARM parts expect these from it. */
#ifndef _ASM_TWIN_MACH_IRQ_H
#define _ASM_TWIN_MACH_IRQ_H
#include <linux/irq.h>
#endif
