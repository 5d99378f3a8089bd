/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Three levels of page tables that only the kernel walks (and the host's user windows follow, see
 * tlbflush.h). 39 bits of address.
 */
#ifndef _ASM_TWIN_PGTABLE_H
#define _ASM_TWIN_PGTABLE_H

#include <asm/since.h>
#include <asm-generic/pgtable-nopud.h>

#define PGDIR_SHIFT	30
#define PGDIR_SIZE	(1UL << PGDIR_SHIFT)
#define PGDIR_MASK	(~(PGDIR_SIZE - 1))
#define PMD_SHIFT	21
#define PMD_SIZE	(1UL << PMD_SHIFT)
#define PMD_MASK	(~(PMD_SIZE - 1))
#define PTRS_PER_PGD	512
#define PTRS_PER_PMD	512
#define PTRS_PER_PTE	512
#define USER_PTRS_PER_PGD	(TASK_SIZE / PGDIR_SIZE)

#define _PAGE_PRESENT	(1UL << 0)
#define _PAGE_READ	(1UL << 1)
#define _PAGE_WRITE	(1UL << 2)
#define _PAGE_EXEC	(1UL << 3)
#define _PAGE_USER	(1UL << 4)
#define _PAGE_ACCESSED	(1UL << 5)
#define _PAGE_DIRTY	(1UL << 6)
#define _PAGE_SPECIAL	(1UL << 7)
#define _PAGE_PROTNONE	(1UL << 8)
#define _PAGE_SWP_EXCLUSIVE	(1UL << 2)
#define _PAGE_FLAGS	(PAGE_SIZE - 1)
#define _PAGE_CHG_MASK	(~_PAGE_FLAGS | _PAGE_ACCESSED | _PAGE_DIRTY | _PAGE_SPECIAL)

#define _PAGE_BASE	(_PAGE_PRESENT | _PAGE_ACCESSED | _PAGE_READ)
#define _PAGE_UBASE	(_PAGE_BASE | _PAGE_USER)
#define PAGE_NONE	__pgprot(_PAGE_PROTNONE | _PAGE_ACCESSED)
#define PAGE_READONLY	__pgprot(_PAGE_UBASE)
#define PAGE_READONLY_X	__pgprot(_PAGE_UBASE | _PAGE_EXEC)
#define PAGE_SHARED	__pgprot(_PAGE_UBASE | _PAGE_WRITE)
#define PAGE_SHARED_X	__pgprot(_PAGE_UBASE | _PAGE_WRITE | _PAGE_EXEC)
#define PAGE_KERNEL	__pgprot(_PAGE_BASE | _PAGE_WRITE | _PAGE_DIRTY | _PAGE_EXEC)

#ifndef __ASSEMBLY__
#include <linux/mm_types.h>

extern pgd_t swapper_pg_dir[PTRS_PER_PGD];
extern struct page *twin_zero_page;
extern unsigned long twin_vmalloc_start;

#define ZERO_PAGE(vaddr)	(twin_zero_page)
#define VMALLOC_START		twin_vmalloc_start
#define VMALLOC_END		(twin_vmalloc_start + TWIN_VMALLOC_BYTES)
#define TWIN_VMALLOC_BYTES	0x40000000UL

#define pte_ERROR(e)	pr_err("%s:%d: bad pte %016lx\n", __FILE__, __LINE__, pte_val(e))
#define pmd_ERROR(e)	pr_err("%s:%d: bad pmd %016lx\n", __FILE__, __LINE__, pmd_val(e))
#define pgd_ERROR(e)	pr_err("%s:%d: bad pgd %016lx\n", __FILE__, __LINE__, pgd_val(e))

/* Upper levels hold the physical address of the next table, with the present bit. */
static inline int pmd_none(pmd_t pmd)
{
	return !pmd_val(pmd);
}

static inline int pmd_present(pmd_t pmd)
{
	return pmd_val(pmd) & _PAGE_PRESENT;
}

static inline int pmd_bad(pmd_t pmd)
{
	return (pmd_val(pmd) & _PAGE_FLAGS) != _PAGE_PRESENT;
}

static inline void set_pmd(pmd_t *p, pmd_t v)
{
	*p = v;
}

static inline void pmd_clear(pmd_t *p)
{
	*p = __pmd(0);
}

static inline unsigned long pmd_pfn(pmd_t pmd)
{
	return pmd_val(pmd) >> PAGE_SHIFT;
}

static inline unsigned long pmd_page_vaddr(pmd_t pmd)
{
	return (unsigned long)pfn_to_virt(pmd_pfn(pmd));
}

#define pmd_page(pmd)	pfn_to_page(pmd_pfn(pmd))

static inline int pud_none(pud_t pud)
{
	return !pud_val(pud);
}

static inline int pud_present(pud_t pud)
{
	return pud_val(pud) & _PAGE_PRESENT;
}

static inline int pud_bad(pud_t pud)
{
	return (pud_val(pud) & _PAGE_FLAGS) != _PAGE_PRESENT;
}

static inline void set_pud(pud_t *p, pud_t v)
{
	*p = v;
}

static inline void pud_clear(pud_t *p)
{
	set_pud(p, (pud_t){ (p4d_t){ __pgd(0) } });
}

#define pud_pfn(pud)	(pud_val(pud) >> PAGE_SHIFT)
#define pud_page(pud)	pfn_to_page(pud_pfn(pud))

static inline pmd_t *pud_pgtable(pud_t pud)
{
	return (pmd_t *)pfn_to_virt(pud_pfn(pud));
}

static inline int pte_none(pte_t pte)
{
	return !pte_val(pte);
}

static inline int pte_present(pte_t pte)
{
	return pte_val(pte) & (_PAGE_PRESENT | _PAGE_PROTNONE);
}

static inline void set_pte(pte_t *p, pte_t v)
{
	*p = v;
}

#define PFN_PTE_SHIFT	PAGE_SHIFT
#if !TWIN_SINCE(6, 6)	/* since then it is the tree's, from the two above */
static inline void set_pte_at(struct mm_struct *mm, unsigned long addr, pte_t *p, pte_t v)
{
	set_pte(p, v);
}
#endif

static inline void pte_clear(struct mm_struct *mm, unsigned long addr, pte_t *p)
{
	set_pte(p, __pte(0));
}

#define TWIN_PTE_TEST(name, bit)						\
static inline int pte_##name(pte_t pte)						\
{										\
	return !!(pte_val(pte) & (bit));					\
}

#define TWIN_PTE_SET(name, bit)							\
static inline pte_t pte_##name(pte_t pte)					\
{										\
	return __pte(pte_val(pte) | (bit));					\
}

#define TWIN_PTE_CLEAR(name, bit)						\
static inline pte_t pte_##name(pte_t pte)					\
{										\
	return __pte(pte_val(pte) & ~(bit));					\
}

TWIN_PTE_TEST(write, _PAGE_WRITE)
TWIN_PTE_TEST(dirty, _PAGE_DIRTY)
TWIN_PTE_TEST(young, _PAGE_ACCESSED)
TWIN_PTE_TEST(special, _PAGE_SPECIAL)
#if TWIN_SINCE(6, 6)
TWIN_PTE_SET(mkwrite_novma, _PAGE_WRITE)
#else
TWIN_PTE_SET(mkwrite, _PAGE_WRITE)
#endif
TWIN_PTE_SET(mkdirty, _PAGE_DIRTY)
TWIN_PTE_SET(mkyoung, _PAGE_ACCESSED)
TWIN_PTE_SET(mkspecial, _PAGE_SPECIAL)
TWIN_PTE_CLEAR(wrprotect, _PAGE_WRITE)
TWIN_PTE_CLEAR(mkclean, _PAGE_DIRTY)
TWIN_PTE_CLEAR(mkold, _PAGE_ACCESSED)
TWIN_PTE_TEST(swp_exclusive, _PAGE_SWP_EXCLUSIVE)
TWIN_PTE_SET(swp_mkexclusive, _PAGE_SWP_EXCLUSIVE)
TWIN_PTE_CLEAR(swp_clear_exclusive, _PAGE_SWP_EXCLUSIVE)
#define __HAVE_ARCH_PTE_SWP_EXCLUSIVE

static inline pte_t pte_modify(pte_t pte, pgprot_t prot)
{
	return __pte((pte_val(pte) & _PAGE_CHG_MASK) | pgprot_val(prot));
}

static inline pte_t pfn_pte(unsigned long pfn, pgprot_t prot)
{
	return __pte((pfn << PAGE_SHIFT) | pgprot_val(prot));
}

#define pte_pfn(pte)		(pte_val(pte) >> PAGE_SHIFT)
#define pte_page(pte)		pfn_to_page(pte_pfn(pte))
#define mk_pte(page, prot)	pfn_pte(page_to_pfn(page), prot)

/* Swap entries: bits 0 (present) and 8 (none) clear; type in 3..7, offset from 12. */
#define __swp_type(e)		(((e).val >> 3) & 0x1f)
#define __swp_offset(e)		((e).val >> PAGE_SHIFT)
#define __swp_entry(type, off)	((swp_entry_t){ ((type) << 3) | ((off) << PAGE_SHIFT) })
#define __pte_to_swp_entry(pte)	((swp_entry_t){ pte_val(pte) })
#define __swp_entry_to_pte(e)	((pte_t){ (e).val })

/* The host's window is filled on its first access: a translation cache, nothing more. */
#if TWIN_SINCE(6, 6)
struct vm_fault;
static inline void update_mmu_cache_range(struct vm_fault *fault, struct vm_area_struct *vma,
					  unsigned long addr, pte_t *p, unsigned int nr)
{
}
#define update_mmu_cache(vma, addr, p)	update_mmu_cache_range(NULL, vma, addr, p, 1)
#else
static inline void update_mmu_cache(struct vm_area_struct *vma, unsigned long addr, pte_t *p)
{
}
#endif

#endif
#endif
