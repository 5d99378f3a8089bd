// SPDX-License-Identifier: GPL-2.0-only
/*
 * DMA on a board whose data cache devices do not see, as arch/arm's dma-mapping.c and cache
 * routines have it: a buffer that goes to a device is cleaned or invalidated line by line, one that
 * returns is invalidated again where the core may have fetched speculatively. Who may touch what is
 * told to the host by dma_calls.c; coherent allocations are told here.
 */
#include <linux/dma-map-ops.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <asm/twin.h>

static void dma_lines(enum twin_cost per_line, phys_addr_t phys, size_t size)
{
	u64 first = phys / CONFIG_TWIN_DCACHE_LINE;
	u64 last = (phys + size - 1) / CONFIG_TWIN_DCACHE_LINE;

	twin_charge_times(per_line, last - first + 1);
	twin_charge_cost(TWIN_COST_BARRIER);
}

void arch_sync_dma_for_device(phys_addr_t phys, size_t size, enum dma_data_direction dir)
{
	if (!size)
		return;
	dma_lines(dir == DMA_FROM_DEVICE ? TWIN_COST_CACHE_LINE_INVAL :
					   TWIN_COST_CACHE_LINE_CLEAN, phys, size);
	twin_emit(TWIN_EV_DMA_MAP, TWIN_CLASS_DMA, phys, size | (u64)dir << 56);
}

void arch_sync_dma_for_cpu(phys_addr_t phys, size_t size, enum dma_data_direction dir)
{
	if (!size)
		return;
	if (IS_ENABLED(CONFIG_TWIN_DMA_UNMAP_INVALIDATES) && dir != DMA_TO_DEVICE)
		dma_lines(TWIN_COST_CACHE_LINE_INVAL, phys, size);
	twin_emit(TWIN_EV_DMA_UNMAP, TWIN_CLASS_DMA, phys, size | (u64)dir << 56);
}

/* The linear map serves as the uncached one: to the host both are the same bytes. */
void *arch_dma_alloc(struct device *dev, size_t size, dma_addr_t *handle, gfp_t gfp,
		     unsigned long attrs)
{
	void *p;

	size = PAGE_ALIGN(size);
	p = alloc_pages_exact(size, gfp & ~(__GFP_DMA | __GFP_DMA32 | __GFP_HIGHMEM));
	if (!p)
		return NULL;
	memset(p, 0, size);
	dma_lines(TWIN_COST_CACHE_LINE_CLEAN, virt_to_phys(p), size);
	*handle = virt_to_phys(p);
	twin_call(TWIN_CALL_DMA, TWIN_DMA_SHARE, *handle, size, 0);
	return p;
}

void arch_dma_free(struct device *dev, size_t size, void *p, dma_addr_t handle,
		   unsigned long attrs)
{
	size = PAGE_ALIGN(size);
	twin_call(TWIN_CALL_DMA, TWIN_DMA_UNSHARE, handle, size, 0);
	free_pages_exact(p, size);
}
