/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that several CPUs use at the same time: atomics, acquire loads, release stores, and
 * everything that the files under kernel/locking read and write "once", for there CPUs poll. The
 * access waits until the CPU is the earliest of all, so that all CPUs see one order, and takes the
 * time that moving the cache line takes. The access itself must follow without a block boundary.
 */
#ifndef _ASM_TWIN_SHARE_H
#define _ASM_TWIN_SHARE_H
#ifndef __ASSEMBLY__

/* As the host names them: struct twin_lines. */
enum twin_share_kind { TWIN_SHARE_LOAD, TWIN_SHARE_STORE, TWIN_SHARE_ATOMIC };

#ifdef CONFIG_SMP
void twin_share(const volatile void *p, enum twin_share_kind kind);
/* The same for READ_ONCE() and WRITE_ONCE(); not for the preemption count, which is the CPU's own. */
void twin_share_once(const volatile void *p, enum twin_share_kind kind);
/* Waiting for a write of another CPU: asm/park.h.
 */
#else
static inline void twin_share(const volatile void *p, enum twin_share_kind kind)
{
}
#endif

/* Does the file being compiled poll memory of other CPUs? Known at compile time. */
#ifdef KBUILD_MODFILE
#define twin_is_hot_file()	(!__builtin_strncmp(KBUILD_MODFILE, "kernel/locking/", 15))
#else
#define twin_is_hot_file()	0
#endif

#endif
#endif
