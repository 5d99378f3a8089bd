// SPDX-License-Identifier: GPL-2.0-only
/* RAM: one flat bank where the board has it. */
#include <linux/init.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <asm/pgalloc.h>
#include <asm/setup.h>
#include <asm/twin.h>

unsigned long twin_ram_phys, twin_ram_virt, twin_ram_size;
unsigned long twin_vmalloc_start;
struct page *twin_zero_page;
pgd_t swapper_pg_dir[PTRS_PER_PGD] __aligned(PAGE_SIZE);

static const pgprot_t protection_map[16] = {
	[VM_NONE]					= PAGE_NONE,
	[VM_READ]					= PAGE_READONLY,
	[VM_WRITE]					= PAGE_READONLY,
	[VM_WRITE | VM_READ]				= PAGE_READONLY,
	[VM_EXEC]					= PAGE_READONLY_X,
	[VM_EXEC | VM_READ]				= PAGE_READONLY_X,
	[VM_EXEC | VM_WRITE]				= PAGE_READONLY_X,
	[VM_EXEC | VM_WRITE | VM_READ]			= PAGE_READONLY_X,
	[VM_SHARED]					= PAGE_NONE,
	[VM_SHARED | VM_READ]				= PAGE_READONLY,
	[VM_SHARED | VM_WRITE]				= PAGE_SHARED,
	[VM_SHARED | VM_WRITE | VM_READ]		= PAGE_SHARED,
	[VM_SHARED | VM_EXEC]				= PAGE_READONLY_X,
	[VM_SHARED | VM_EXEC | VM_READ]			= PAGE_READONLY_X,
	[VM_SHARED | VM_EXEC | VM_WRITE]		= PAGE_SHARED_X,
	[VM_SHARED | VM_EXEC | VM_WRITE | VM_READ]	= PAGE_SHARED_X,
};
DECLARE_VM_GET_PAGE_PROT

void __init paging_init(void)
{
	unsigned long zone_end[MAX_NR_ZONES] = { };
	void *zero;

	min_low_pfn = PFN_UP(memblock_start_of_DRAM());
	max_low_pfn = max_pfn = PFN_DOWN(memblock_end_of_DRAM());
	high_memory = __va(PFN_PHYS(max_low_pfn));
	zone_end[ZONE_NORMAL] = max_low_pfn;
	free_area_init(zone_end);
	zero = memblock_alloc(PAGE_SIZE, PAGE_SIZE);
	if (!zero)
		panic("twin: no memory for the zero page");
	twin_zero_page = virt_to_page(zero);
}

void __init mem_init(void)
{
	memblock_free_all();
}

/* The image lies outside the board's RAM: its init section is not memory to be given back. */
void free_initmem(void)
{
}
