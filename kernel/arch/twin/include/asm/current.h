/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_CURRENT_H
#define _ASM_TWIN_CURRENT_H
#ifndef __ASSEMBLY__
struct task_struct;
extern struct task_struct *twin_current;
#define current twin_current
#endif
#endif
