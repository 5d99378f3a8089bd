/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_IRQ_H
#define _ASM_TWIN_IRQ_H
#define NR_IRQS 64
#include <asm-generic/irq.h>
#endif
