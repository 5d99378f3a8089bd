/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Every kind of task; keep the list in alphabetical order. */
#ifndef TWIN_TASK_KINDS_H
#define TWIN_TASK_KINDS_H

#include "task.h"

extern const struct task_info kind_cat;
extern const struct task_info kind_cmp;
extern const struct task_info kind_cyclictest;
extern const struct task_info kind_dd;
extern const struct task_info kind_flash_erase;
extern const struct task_info kind_hexdump;
extern const struct task_info kind_lockbench;
extern const struct task_info kind_mtd_debug;
extern const struct task_info kind_sleep;
extern const struct task_info kind_spidev_test;
extern const struct task_info kind_sync;

#define TASK_KINDS \
	&kind_cat, &kind_cmp, &kind_cyclictest, &kind_dd, &kind_flash_erase, &kind_hexdump, \
	&kind_lockbench, &kind_mtd_debug, &kind_sleep, &kind_spidev_test, &kind_sync

#endif
