/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_BARRIER_H
#define _ASM_TWIN_BARRIER_H
#ifndef __ASSEMBLY__

/* A DSB/DMB of the board: costs time, orders nothing more than a compiler barrier here. */
void twin_barrier(void);
/* Also where a polling loop lets time pass. */
void twin_relax(void);

#define mb()		twin_barrier()
#define rmb()		twin_barrier()
#define wmb()		twin_barrier()
#define cpu_relax()	twin_relax()
/* ARMv8 drivers name them; the instruction barrier is free on the cores here (assumed). */
#define dsb(scope)	twin_barrier()
#define isb()		barrier()

#ifdef CONFIG_SMP
#include <asm/park.h>

/* DMB ISH: between CPUs alone, so it waits for no device. */
void twin_smp_barrier(void);
#define __smp_mb()	twin_smp_barrier()
#define __smp_rmb()	twin_smp_barrier()
#define __smp_wmb()	twin_smp_barrier()

/* STLR and LDAR of ARMv8. */
#define __smp_store_release(p, v)						\
do {										\
	typeof(p) __release = (p);						\
	typeof(*p) __value = (v);						\
										\
	compiletime_assert_atomic_type(*p);					\
	twin_share(__release, TWIN_SHARE_STORE);				\
	barrier();								\
	*(volatile typeof(*p) *)__release = __value;				\
} while (0)

#define __smp_load_acquire(p)							\
({										\
	typeof(p) __acquire = (p);						\
	typeof(*p) __value = (twin_share(__acquire, TWIN_SHARE_LOAD),		\
			      *(const volatile typeof(*p) *)__acquire);		\
										\
	compiletime_assert_atomic_type(*p);					\
	barrier();								\
	(typeof(*p))__value;							\
})

/* As on ARMv8 a CPU waits in WFE for a change of the line, rather than load it again and again. */
#define smp_cond_load_relaxed(ptr, cond_expr)					\
({										\
	typeof(ptr) __PTR = (ptr);						\
	__unqual_scalar_typeof(*ptr) VAL;					\
										\
	for (;;) {								\
		twin_share(__PTR, TWIN_SHARE_LOAD);				\
		VAL = *(const volatile typeof(*ptr) *)__PTR;			\
		if (cond_expr)							\
			break;							\
		twin_park(__PTR, twin_bits(VAL), sizeof(VAL));			\
	}									\
	(typeof(*ptr))VAL;							\
})

#define smp_cond_load_acquire(ptr, cond_expr)					\
({										\
	typeof(*ptr) __loaded = smp_cond_load_relaxed(ptr, cond_expr);		\
										\
	barrier();								\
	__loaded;								\
})
#endif

#include <asm-generic/barrier.h>
#endif
#endif
