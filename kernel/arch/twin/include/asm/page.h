/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_PAGE_H
#define _ASM_TWIN_PAGE_H

#include <linux/const.h>

#define PAGE_SHIFT	12
#define PAGE_SIZE	(_AC(1, UL) << PAGE_SHIFT)
#define PAGE_MASK	(~(PAGE_SIZE - 1))

#ifndef __ASSEMBLY__
#include <linux/types.h>

/* RAM: where the board has it, where the host mapped it, how much. Set before start_kernel(). */
extern unsigned long twin_ram_phys, twin_ram_virt, twin_ram_size;

#define PAGE_OFFSET		twin_ram_virt
#define PHYS_OFFSET		twin_ram_phys
#define ARCH_PFN_OFFSET		(PHYS_OFFSET >> PAGE_SHIFT)

typedef struct { unsigned long pte; } pte_t;
typedef struct { unsigned long pmd; } pmd_t;
typedef struct { unsigned long pgd; } pgd_t;
typedef struct { unsigned long pgprot; } pgprot_t;
typedef struct page *pgtable_t;

#define pte_val(x)	((x).pte)
#define pmd_val(x)	((x).pmd)
#define pgd_val(x)	((x).pgd)
#define pgprot_val(x)	((x).pgprot)
#define __pte(x)	((pte_t){ (x) })
#define __pmd(x)	((pmd_t){ (x) })
#define __pgd(x)	((pgd_t){ (x) })
#define __pgprot(x)	((pgprot_t){ (x) })

void clear_page(void *page);
void copy_page(void *to, const void *from);

#define clear_user_page(page, vaddr, pg)	clear_page(page)
#define copy_user_page(to, from, vaddr, pg)	copy_page(to, from)

#define __pa(x)			((unsigned long)(x) - PAGE_OFFSET + PHYS_OFFSET)
#define __va(x)			((void *)((unsigned long)(x) - PHYS_OFFSET + PAGE_OFFSET))
#define __pa_symbol(x)		__pa(x)

#define virt_to_pfn(v)		(__pa(v) >> PAGE_SHIFT)
#define pfn_to_virt(pfn)	__va((unsigned long)(pfn) << PAGE_SHIFT)
#define virt_to_page(v)		pfn_to_page(virt_to_pfn(v))
#define page_to_virt(page)	pfn_to_virt(page_to_pfn(page))
#define page_to_phys(page)	((phys_addr_t)page_to_pfn(page) << PAGE_SHIFT)

static inline int twin_pfn_valid(unsigned long pfn)
{
	return pfn - ARCH_PFN_OFFSET < twin_ram_size >> PAGE_SHIFT;
}

#define pfn_valid(pfn)		twin_pfn_valid(pfn)
#define virt_addr_valid(v)	((unsigned long)(v) - PAGE_OFFSET < twin_ram_size)

#include <linux/personality.h>
#define VM_DATA_DEFAULT_FLAGS	VM_DATA_FLAGS_NON_EXEC

#include <asm-generic/memory_model.h>
#include <asm-generic/getorder.h>
#endif
#endif
