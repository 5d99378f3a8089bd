/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Character devices /dev/twin/NAME that do one thing when they are read: the faults and the kinds
 * of work that tests want to see in a kernel. They cost nothing until somebody opens them.
 */
#ifndef _TWIN_TESTING_H
#define _TWIN_TESTING_H
#include <linux/types.h>

/* What a read of `n` bytes at `buf` does; bytes read or -errno. */
typedef ssize_t (*twin_test_fn)(char __user *buf, size_t n);

/* faults.c */
ssize_t twin_test_null(char __user *buf, size_t n);
ssize_t twin_test_bug(char __user *buf, size_t n);
ssize_t twin_test_spin(char __user *buf, size_t n);
ssize_t twin_test_spin_off(char __user *buf, size_t n);
ssize_t twin_test_frozen(char __user *buf, size_t n);
ssize_t twin_test_wait(char __user *buf, size_t n);
ssize_t twin_test_timeout(char __user *buf, size_t n);
ssize_t twin_test_unmapped(char __user *buf, size_t n);
/* work.c */
ssize_t twin_test_compute(char __user *buf, size_t n);
ssize_t twin_test_masked(char __user *buf, size_t n);
ssize_t twin_test_delay(char __user *buf, size_t n);
ssize_t twin_test_copy(char __user *buf, size_t n);
ssize_t twin_test_mmio(char __user *buf, size_t n);
ssize_t twin_test_pin(char __user *buf, size_t n);
int twin_test_irq_init(void);
#endif
