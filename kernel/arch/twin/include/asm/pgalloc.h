/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_PGALLOC_H
#define _ASM_TWIN_PGALLOC_H

#include <linux/mm.h>
#include <asm/since.h>
#define __HAVE_ARCH_PGD_FREE
#include <asm-generic/pgalloc.h>

static inline pgd_t *pgd_alloc(struct mm_struct *mm)
{
	return (pgd_t *)get_zeroed_page(GFP_KERNEL);
}

static inline void pgd_free(struct mm_struct *mm, pgd_t *pgd)
{
	free_page((unsigned long)pgd);
}

static inline void pmd_populate_kernel(struct mm_struct *mm, pmd_t *pmd, pte_t *pte)
{
	set_pmd(pmd, __pmd(__pa(pte) | _PAGE_PRESENT));
}

static inline void pmd_populate(struct mm_struct *mm, pmd_t *pmd, pgtable_t pte)
{
	set_pmd(pmd, __pmd(page_to_phys(pte) | _PAGE_PRESENT));
}

static inline void pud_populate(struct mm_struct *mm, pud_t *pud, pmd_t *pmd)
{
	set_pud(pud, (pud_t){ (p4d_t){ __pgd(__pa(pmd) | _PAGE_PRESENT) } });
}

#if TWIN_SINCE(6, 6)
#define __pte_free_tlb(tlb, pte, addr)				\
	do {							\
		pagetable_pte_dtor(page_ptdesc(pte));		\
		tlb_remove_page_ptdesc((tlb), page_ptdesc(pte)); \
	} while (0)
#define __pmd_free_tlb(tlb, pmd, addr)				\
	do {							\
		pagetable_pmd_dtor(virt_to_ptdesc(pmd));	\
		tlb_remove_page_ptdesc((tlb), virt_to_ptdesc(pmd)); \
	} while (0)
#else
#define __pte_free_tlb(tlb, pte, addr)			\
	do {						\
		pgtable_pte_page_dtor(pte);		\
		tlb_remove_page((tlb), (pte));		\
	} while (0)
#define __pmd_free_tlb(tlb, pmd, addr)				\
	do {							\
		pgtable_pmd_page_dtor(virt_to_page(pmd));	\
		tlb_remove_page((tlb), virt_to_page(pmd));	\
	} while (0)
#endif
#endif
