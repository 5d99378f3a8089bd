/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_EXCEPTION_H
#define _ASM_TWIN_EXCEPTION_H
#include <linux/interrupt.h>
#define __exception_irq_entry	__irq_entry
#endif
