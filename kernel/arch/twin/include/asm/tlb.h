/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_TLB_H
#define _ASM_TWIN_TLB_H
struct mmu_gather;
static void tlb_flush(struct mmu_gather *tlb);
#define tlb_flush tlb_flush
#include <asm-generic/tlb.h>
static inline void tlb_flush(struct mmu_gather *tlb)
{
	if (tlb->fullmm)
		flush_tlb_mm(tlb->mm);
	else
		twin_tlb_flush(tlb->mm, tlb->start, tlb->end);
}
#endif
