// SPDX-License-Identifier: GPL-2.0-only
/* The vmalloc window: the host maps RAM pages there as the kernel's page table says. */
#include <linux/mm.h>
#include <linux/vmalloc.h>
#include <asm/cacheflush.h>
#include <asm/twin.h>

void flush_cache_vmap(unsigned long start, unsigned long end)
{
	unsigned long addr;

	for (addr = start; addr < end; addr += PAGE_SIZE) {
		struct page *page = vmalloc_to_page((void *)addr);

		if (page)
			twin_call(TWIN_CALL_MAP, addr, page_to_phys(page), PAGE_SIZE, 3);
	}
}

void flush_cache_vunmap(unsigned long start, unsigned long end)
{
	twin_call(TWIN_CALL_UNMAP, start, end - start, 0, 0);
}
