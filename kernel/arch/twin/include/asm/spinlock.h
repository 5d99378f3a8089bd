/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SPINLOCK_H
#define _ASM_TWIN_SPINLOCK_H
#ifdef CONFIG_TWIN_QUEUED_LOCKS
#include <asm/qspinlock.h>
#include <asm/qrwlock.h>
#else
#include <asm-generic/spinlock.h>
#endif
#endif
