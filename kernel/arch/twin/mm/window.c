// SPDX-License-Identifier: GPL-2.0-only
/*
 * User windows. Every mm has a fixed range of the host's address space to itself; the host maps RAM
 * pages there on first touch and forgets them at the kernel's TLB flushes.
 */
#include <linux/bitmap.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <asm/mmu_context.h>
#include <asm/park.h>
#include <asm/pgalloc.h>
#include <asm/since.h>
#include <asm/tlbflush.h>
#include <asm/twin.h>
#include <asm/window.h>

static DECLARE_BITMAP(twin_windows, TWIN_USER_WINDOWS);

int init_new_context(struct task_struct *task, struct mm_struct *mm)
{
	unsigned int i;

	/* Another CPU may take the same one in between. */
	do {
		i = find_first_zero_bit(twin_windows, TWIN_USER_WINDOWS);
		if (i == TWIN_USER_WINDOWS)
			return -ENOMEM;
	} while (test_and_set_bit(i, twin_windows));
	mm->context.window = twin_boot->user_virt + i * TWIN_USER_WINDOW;
	return 0;
}

void destroy_context(struct mm_struct *mm)
{
	unsigned long window = mm->context.window;

	if (!window)
		return;
	twin_call(TWIN_CALL_UNMAP, window, TWIN_USER_WINDOW, 0, 0);
	clear_bit((window - twin_boot->user_virt) / TWIN_USER_WINDOW, twin_windows);
}

unsigned long twin_window_base(void)
{
	return current->mm ? current->mm->context.window : twin_boot->user_virt;
}

unsigned long twin_window_top(void)
{
	return twin_window_base() + TWIN_USER_WINDOW;
}

void arch_pick_mmap_layout(struct mm_struct *mm, struct rlimit *rlim_stack)
{
	mm->mmap_base = mm->context.window + 16 * PAGE_SIZE;
#if !TWIN_SINCE(6, 10)	/* bottom up, which is since then what no flag means */
	mm->get_unmapped_area = arch_get_unmapped_area;
#endif
}

void switch_mm(struct mm_struct *prev, struct mm_struct *next, struct task_struct *task)
{
	if (prev == next)
		return;
	twin_charge_cost(TWIN_COST_SWITCH_MM);
	if (IS_ENABLED(CONFIG_TWIN_VIRTUAL_CACHES))
		twin_icache_forget();
}

/* Only what lies in the mm's own window can be mapped in the host. */
void twin_tlb_flush(struct mm_struct *mm, unsigned long start, unsigned long end)
{
	unsigned long window = mm->context.window;

	if (!window)
		return;
	start = max(start, window);
	end = min(end, window + (unsigned long)TWIN_USER_WINDOW);
	if (start < end)
		twin_call(TWIN_CALL_UNMAP, start & PAGE_MASK,
			  PAGE_ALIGN(end) - (start & PAGE_MASK), 0, 0);
}

void flush_tlb_mm(struct mm_struct *mm)
{
	twin_tlb_flush(mm, 0, ~0UL);
}

void flush_tlb_range(struct vm_area_struct *vma, unsigned long start, unsigned long end)
{
	twin_tlb_flush(vma->vm_mm, start, end);
}

void flush_tlb_page(struct vm_area_struct *vma, unsigned long addr)
{
	twin_tlb_flush(vma->vm_mm, addr, addr + PAGE_SIZE);
}

/* The page table entry of a user address, or NULL. */
static pte_t *twin_user_pte(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *pgd = pgd_offset(mm, addr);
	pud_t *pud = pud_offset(p4d_offset(pgd, addr), addr);
	pmd_t *pmd;

	if (pud_none(*pud))
		return NULL;
	pmd = pmd_offset(pud, addr);
	if (pmd_none(*pmd))
		return NULL;
	return pte_offset_kernel(pmd, addr);
}

static bool twin_allows(pte_t pte, bool write)
{
	if (!(pte_val(pte) & _PAGE_PRESENT))
		return false;
	return !write || (pte_write(pte) && pte_dirty(pte));
}

bool twin_window_fill(unsigned long addr, bool write)
{
	struct mm_struct *mm = current->mm;
	unsigned long window = mm->context.window;
	pte_t *ptep;
	u64 prot;

	if (addr - window >= TWIN_USER_WINDOW)
		return false;
	/* Another CPU that takes the page away tells the host after its change: not in between. */
	twin_wait_turn();
	ptep = twin_user_pte(mm, addr);
	if (!ptep || !twin_allows(*ptep, write))
		return false;
	prot = twin_allows(*ptep, true) ? 3 : 1;
	twin_call(TWIN_CALL_MAP, addr & PAGE_MASK, pte_pfn(*ptep) << PAGE_SHIFT, PAGE_SIZE, prot);
	return true;
}

static vm_fault_t twin_fault_once(struct vm_area_struct *vma, unsigned long addr, bool write,
				  unsigned int flags)
{
	if (write ? !(vma->vm_flags & VM_WRITE) : !(vma->vm_flags & (VM_READ | VM_EXEC)))
		return VM_FAULT_SIGSEGV;
	return handle_mm_fault(vma, addr, flags, NULL);
}

/* Which signal user code gets for it: SIGBUS, SIGSEGV with SEGV_ACCERR, or with SEGV_MAPERR. */
static int twin_fault_error(vm_fault_t fault)
{
	if (fault & (VM_FAULT_SIGBUS | VM_FAULT_HWPOISON | VM_FAULT_HWPOISON_LARGE))
		return -EIO;
	if (fault & VM_FAULT_SIGSEGV)
		return -EACCES;
	return fault & VM_FAULT_ERROR ? -EFAULT : 0;
}

int twin_fault_in(unsigned long addr, bool write)
{
	unsigned int flags = FAULT_FLAG_DEFAULT | FAULT_FLAG_USER | (write ? FAULT_FLAG_WRITE : 0);
	struct mm_struct *mm = current->mm;
	struct vm_area_struct *vma;
	vm_fault_t fault;

	if (!mm || faulthandler_disabled())
		return -EFAULT;
	for (;;) {
		vma = lock_mm_and_find_vma(mm, addr, NULL);
		if (!vma)
			return -EFAULT;
		fault = twin_fault_once(vma, addr, write, flags);
		if (fault & VM_FAULT_COMPLETED)
			return 0;
		if (fault & VM_FAULT_RETRY) {
			flags |= FAULT_FLAG_TRIED;
			continue;
		}
		mmap_read_unlock(mm);
		return twin_fault_error(fault);
	}
}

/* Where the kernel reads or writes a user page: its address in the linear map, or NULL. */
void *twin_user_page(unsigned long addr, bool write)
{
	struct mm_struct *mm = current->mm;
	pte_t *ptep;

	if (!mm || addr >= TASK_SIZE)
		return NULL;
	ptep = twin_user_pte(mm, addr);
	if (!ptep || !twin_allows(*ptep, write)) {
		if (twin_fault_in(addr, write))
			return NULL;
		ptep = twin_user_pte(mm, addr);
		if (!ptep || !twin_allows(*ptep, write))
			return NULL;
	}
	return pfn_to_virt(pte_pfn(*ptep)) + offset_in_page(addr);
}
