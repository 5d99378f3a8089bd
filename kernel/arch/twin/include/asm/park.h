/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for other CPUs: for one's turn, and for a write of another one without looking again and
 * again.
 */
#ifndef _ASM_TWIN_PARK_H
#define _ASM_TWIN_PARK_H
#ifndef __ASSEMBLY__

#include <asm/share.h>

#ifdef CONFIG_SMP
/* Until every CPU that may still act before this one has done so. */
void twin_wait_turn(void);

/*
 * While the `size` bytes at p are `seen`, waits for a write of another CPU to their line, or for an
 * interrupt; may return early.
 */
void twin_park(const volatile void *p, unsigned long seen, unsigned int size);

/* The bytes of a value of at most eight, whatever its type. */
#define twin_bits(x)								\
({										\
	union {									\
		__unqual_scalar_typeof(x) value;				\
		unsigned long bits;						\
	} __bits = { .bits = 0 };						\
										\
	__bits.value = (x);							\
	__bits.bits;								\
})
#else
static inline void twin_wait_turn(void)
{
}
#endif

#endif
#endif
