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

#include <asm-generic/barrier.h>
#endif
#endif
