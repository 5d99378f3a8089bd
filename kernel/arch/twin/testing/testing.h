/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Character devices /dev/twin/NAME that do one thing when they are read: the faults and the kinds
 * of work that tests want to see in a kernel. They cost nothing until somebody opens them.
 */
#ifndef _TWIN_TESTING_H
#define _TWIN_TESTING_H
#include <linux/types.h>

/* What a read of `n` bytes at `buf` does; bytes read or -errno. */
typedef ssize_t (*probe_fn)(char __user *buf, size_t n);

/* faults.c */
ssize_t probe_null(char __user *buf, size_t n);
ssize_t probe_bug(char __user *buf, size_t n);
ssize_t probe_spin(char __user *buf, size_t n);
ssize_t probe_spin_off(char __user *buf, size_t n);
ssize_t probe_frozen(char __user *buf, size_t n);
ssize_t probe_wait(char __user *buf, size_t n);
ssize_t probe_timeout(char __user *buf, size_t n);
ssize_t probe_unmapped(char __user *buf, size_t n);
/* bugs.c */
ssize_t probe_dma(char __user *buf, size_t n);
ssize_t probe_dma_unmapped(char __user *buf, size_t n);
ssize_t probe_dma_stale(char __user *buf, size_t n);
ssize_t probe_dma_stale_byte(char __user *buf, size_t n);
ssize_t probe_sleep_atomic(char __user *buf, size_t n);
ssize_t probe_irq_lost(char __user *buf, size_t n);
ssize_t probe_lock_order(char __user *buf, size_t n);
ssize_t probe_lock_irq(char __user *buf, size_t n);
ssize_t probe_lock_kept(char __user *buf, size_t n);
/* lockbench.c: the order is in the buffer, see twin_lockbench.h */
ssize_t probe_lockbench(char __user *buf, size_t n);
/* log.c */
ssize_t probe_warn(char __user *buf, size_t n);
ssize_t probe_warn_core(char __user *buf, size_t n);
ssize_t probe_log(char __user *buf, size_t n);
/* right.c */
ssize_t probe_complete_count(char __user *buf, size_t n);
ssize_t probe_dma_ring(char __user *buf, size_t n);
ssize_t probe_dma_twice(char __user *buf, size_t n);
ssize_t probe_dma_skip(char __user *buf, size_t n);
ssize_t probe_dma_chain(char __user *buf, size_t n);
ssize_t probe_dma_kept(char __user *buf, size_t n);
ssize_t probe_dma_reuse(char __user *buf, size_t n);
ssize_t probe_spi_shared(char __user *buf, size_t n);
ssize_t probe_spi_and_timer(char __user *buf, size_t n);
/* spi_twice.c */
ssize_t probe_spi_right(char __user *buf, size_t n);
ssize_t probe_spi_transfer_twice(char __user *buf, size_t n);
ssize_t probe_spi_message_twice(char __user *buf, size_t n);
ssize_t probe_spi_callback_twice(char __user *buf, size_t n);
/* rounds.c */
ssize_t probe_kmalloc(char __user *buf, size_t n);
ssize_t probe_switch(char __user *buf, size_t n);
ssize_t probe_sleep(char __user *buf, size_t n);
ssize_t probe_async(char __user *buf, size_t n);
ssize_t probe_branch_none(char __user *buf, size_t n);
ssize_t probe_branch_off(char __user *buf, size_t n);
ssize_t probe_branch_on(char __user *buf, size_t n);
/* work.c */
ssize_t probe_compute(char __user *buf, size_t n);
ssize_t probe_masked(char __user *buf, size_t n);
ssize_t probe_delay(char __user *buf, size_t n);
ssize_t probe_copy(char __user *buf, size_t n);
ssize_t probe_mmio(char __user *buf, size_t n);
ssize_t probe_spi(char __user *buf, size_t n);
ssize_t probe_irq_null(char __user *buf, size_t n);
ssize_t probe_pin(char __user *buf, size_t n);
ssize_t probe_pin_irq(char __user *buf, size_t n);
int probe_irq_init(void);
#endif
