/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_MMU_CONTEXT_H
#define _ASM_TWIN_MMU_CONTEXT_H

#include <linux/mm_types.h>
#include <asm-generic/mm_hooks.h>

int init_new_context(struct task_struct *task, struct mm_struct *mm);
#define init_new_context init_new_context
void destroy_context(struct mm_struct *mm);
#define destroy_context destroy_context
void switch_mm(struct mm_struct *prev, struct mm_struct *next, struct task_struct *task);

#include <asm-generic/mmu_context.h>
#endif
