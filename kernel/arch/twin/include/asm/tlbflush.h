/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The host's mapping of a user window is a translation cache: filled when user code touches a page
 * (the fault looks at the page table first), emptied here.
 */
#ifndef _ASM_TWIN_TLBFLUSH_H
#define _ASM_TWIN_TLBFLUSH_H

struct mm_struct;
struct vm_area_struct;

void twin_tlb_flush(struct mm_struct *mm, unsigned long start, unsigned long end);
void flush_tlb_mm(struct mm_struct *mm);
void flush_tlb_range(struct vm_area_struct *vma, unsigned long start, unsigned long end);
void flush_tlb_page(struct vm_area_struct *vma, unsigned long addr);
static inline void flush_tlb_all(void) { }
static inline void flush_tlb_kernel_range(unsigned long start, unsigned long end) { }
#endif
