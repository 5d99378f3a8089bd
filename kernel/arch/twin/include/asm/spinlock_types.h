/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SPINLOCK_TYPES_H
#define _ASM_TWIN_SPINLOCK_TYPES_H
#ifdef CONFIG_TWIN_QUEUED_LOCKS
#include <asm-generic/qspinlock_types.h>
#include <asm-generic/qrwlock_types.h>
#else
#include <asm-generic/spinlock_types.h>
#endif
#endif
