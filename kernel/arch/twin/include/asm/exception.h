/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_EXCEPTION_H
#define _ASM_TWIN_EXCEPTION_H
/* Marks the root handler of an ARM interrupt controller driver. */
#define __exception_irq_entry
#endif
