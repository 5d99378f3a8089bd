/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Atomic exchange without the lock prefix: one host thread runs everything and an interrupt is only
 * ever taken at the start of a basic block, so one instruction is atomic. What must not happen is a
 * block boundary inside, hence assembly rather than C with an if.
 */
#ifndef _ASM_TWIN_CMPXCHG_H
#define _ASM_TWIN_CMPXCHG_H

#include <linux/types.h>
#include <linux/build_bug.h>
#include <asm/share.h>

static __always_inline unsigned long twin_xchg(volatile void *p, unsigned long v, int size)
{
	unsigned long old;

	switch (size) {
	case 1:
		old = *(volatile u8 *)p;
		*(volatile u8 *)p = v;
		return old;
	case 2:
		old = *(volatile u16 *)p;
		*(volatile u16 *)p = v;
		return old;
	case 4:
		old = *(volatile u32 *)p;
		*(volatile u32 *)p = v;
		return old;
	case 8:
		old = *(volatile u64 *)p;
		*(volatile u64 *)p = v;
		return old;
	}
	BUILD_BUG();
	return 0;
}

#define TWIN_CMPXCHG(suffix, type)								\
	({											\
		type __old = (type)o;								\
		asm volatile("cmpxchg" suffix " %2, %1"						\
			     : "+a"(__old), "+m"(*(volatile type *)p)				\
			     : "r"((type)n) : "memory", "cc");					\
		(unsigned long)__old;								\
	})

static __always_inline unsigned long twin_cmpxchg(volatile void *p, unsigned long o,
						  unsigned long n, int size)
{
	switch (size) {
	case 1:
		return TWIN_CMPXCHG("b", u8);
	case 2:
		return TWIN_CMPXCHG("w", u16);
	case 4:
		return TWIN_CMPXCHG("l", u32);
	case 8:
		return TWIN_CMPXCHG("q", u64);
	}
	BUILD_BUG();
	return 0;
}

static __always_inline unsigned long twin_shared_xchg(volatile void *p, unsigned long v, int size)
{
	twin_share(p, TWIN_SHARE_ATOMIC);
	return twin_xchg(p, v, size);
}

static __always_inline unsigned long twin_shared_cmpxchg(volatile void *p, unsigned long o,
							 unsigned long n, int size)
{
	twin_share(p, TWIN_SHARE_ATOMIC);
	return twin_cmpxchg(p, o, n, size);
}

#define arch_xchg(ptr, x) \
	((__typeof__(*(ptr)))twin_shared_xchg((ptr), (unsigned long)(x), sizeof(*(ptr))))
#define arch_cmpxchg(ptr, o, n) \
	((__typeof__(*(ptr)))twin_shared_cmpxchg((ptr), (unsigned long)(o), (unsigned long)(n), \
						 sizeof(*(ptr))))
#define arch_cmpxchg64		arch_cmpxchg
/* Only this CPU uses it. */
#define arch_cmpxchg_local(ptr, o, n) \
	((__typeof__(*(ptr)))twin_cmpxchg((ptr), (unsigned long)(o), (unsigned long)(n), \
					  sizeof(*(ptr))))
#define arch_cmpxchg64_local	arch_cmpxchg_local
#endif
