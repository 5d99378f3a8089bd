// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who may touch which memory now, told to the host. The linker sends the DMA API's calls here first
 * (--wrap in the Makefile): only they tell a mapping's end from a sync, after which a device may go
 * on, and a mapping without cache maintenance from none. Costs no simulated time.
 */
#include <linux/dma-direct.h>
#include <linux/dma-map-ops.h>
#include <linux/scatterlist.h>
#include <asm/since.h>
#include <asm/twin.h>
#include <twin_dma.h>

static void tell(struct device *dev, enum twin_dma_op op, phys_addr_t phys, size_t size,
		 enum dma_data_direction dir, u64 flags)
{
	if (!size || dev_is_dma_coherent(dev))
		return;
	if (dir != DMA_TO_DEVICE)
		flags |= TWIN_DMA_WRITABLE;
	twin_call(TWIN_CALL_DMA, op, phys, size, flags);
}

/* for_each_sg() would call instrumented code. */
static void tell_sg(struct device *dev, enum twin_dma_op op, struct scatterlist *sg, int nents,
		    enum dma_data_direction dir, u64 flags)
{
	while (nents--) {
		tell(dev, op, sg_phys(sg), sg->length, dir, flags);
		if (sg_is_last(sg))
			return;
		sg++;
		if (sg_is_chain(sg))
			sg = sg_chain_ptr(sg);
	}
}

static u64 flags_of(unsigned long attrs)
{
	return attrs & DMA_ATTR_SKIP_CPU_SYNC ? TWIN_DMA_NO_BYTES : 0;
}

dma_addr_t __real_dma_map_page_attrs(struct device *dev, struct page *page, size_t offset,
				     size_t size, enum dma_data_direction dir, unsigned long attrs);
dma_addr_t __wrap_dma_map_page_attrs(struct device *dev, struct page *page, size_t offset,
				     size_t size, enum dma_data_direction dir, unsigned long attrs);

dma_addr_t __wrap_dma_map_page_attrs(struct device *dev, struct page *page, size_t offset,
				     size_t size, enum dma_data_direction dir, unsigned long attrs)
{
	dma_addr_t addr = __real_dma_map_page_attrs(dev, page, offset, size, dir, attrs);

	if (addr != DMA_MAPPING_ERROR)
		tell(dev, TWIN_DMA_GIVE, page_to_phys(page) + offset, size, dir, flags_of(attrs));
	return addr;
}

void __real_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs);
void __wrap_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs);

void __wrap_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs)
{
	__real_dma_unmap_page_attrs(dev, addr, size, dir, attrs);
	tell(dev, TWIN_DMA_TAKE, dma_to_phys(dev, addr), size, dir, flags_of(attrs));
}

unsigned int __real_dma_map_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
				     enum dma_data_direction dir, unsigned long attrs);
unsigned int __wrap_dma_map_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
				     enum dma_data_direction dir, unsigned long attrs);

unsigned int __wrap_dma_map_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
				     enum dma_data_direction dir, unsigned long attrs)
{
	unsigned int mapped = __real_dma_map_sg_attrs(dev, sg, nents, dir, attrs);

	if (mapped)
		tell_sg(dev, TWIN_DMA_GIVE, sg, nents, dir, flags_of(attrs));
	return mapped;
}

int __real_dma_map_sgtable(struct device *dev, struct sg_table *sgt, enum dma_data_direction dir,
			   unsigned long attrs);
int __wrap_dma_map_sgtable(struct device *dev, struct sg_table *sgt, enum dma_data_direction dir,
			   unsigned long attrs);

int __wrap_dma_map_sgtable(struct device *dev, struct sg_table *sgt, enum dma_data_direction dir,
			   unsigned long attrs)
{
	int err = __real_dma_map_sgtable(dev, sgt, dir, attrs);

	if (!err)
		tell_sg(dev, TWIN_DMA_GIVE, sgt->sgl, sgt->orig_nents, dir, flags_of(attrs));
	return err;
}

void __real_dma_unmap_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
			       enum dma_data_direction dir, unsigned long attrs);
void __wrap_dma_unmap_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
			       enum dma_data_direction dir, unsigned long attrs);

void __wrap_dma_unmap_sg_attrs(struct device *dev, struct scatterlist *sg, int nents,
			       enum dma_data_direction dir, unsigned long attrs)
{
	__real_dma_unmap_sg_attrs(dev, sg, nents, dir, attrs);
	tell_sg(dev, TWIN_DMA_TAKE, sg, nents, dir, flags_of(attrs));
}

#define WRAP_SYNC_SINGLE(name, op)							\
void __real_##name(struct device *dev, dma_addr_t addr, size_t size,			\
		   enum dma_data_direction dir);					\
void __wrap_##name(struct device *dev, dma_addr_t addr, size_t size,			\
		   enum dma_data_direction dir);					\
void __wrap_##name(struct device *dev, dma_addr_t addr, size_t size,			\
		   enum dma_data_direction dir)						\
{											\
	__real_##name(dev, addr, size, dir);						\
	tell(dev, op, dma_to_phys(dev, addr), size, dir, TWIN_DMA_SYNC);		\
}

#define WRAP_SYNC_SG(name, op)								\
void __real_##name(struct device *dev, struct scatterlist *sg, int nents,		\
		   enum dma_data_direction dir);					\
void __wrap_##name(struct device *dev, struct scatterlist *sg, int nents,		\
		   enum dma_data_direction dir);					\
void __wrap_##name(struct device *dev, struct scatterlist *sg, int nents,		\
		   enum dma_data_direction dir)						\
{											\
	__real_##name(dev, sg, nents, dir);						\
	tell_sg(dev, op, sg, nents, dir, TWIN_DMA_SYNC);				\
}

#if TWIN_SINCE(6, 10)
WRAP_SYNC_SINGLE(__dma_sync_single_for_cpu, TWIN_DMA_TAKE)
WRAP_SYNC_SINGLE(__dma_sync_single_for_device, TWIN_DMA_GIVE)
WRAP_SYNC_SG(__dma_sync_sg_for_cpu, TWIN_DMA_TAKE)
WRAP_SYNC_SG(__dma_sync_sg_for_device, TWIN_DMA_GIVE)
#else
WRAP_SYNC_SINGLE(dma_sync_single_for_cpu, TWIN_DMA_TAKE)
WRAP_SYNC_SINGLE(dma_sync_single_for_device, TWIN_DMA_GIVE)
WRAP_SYNC_SG(dma_sync_sg_for_cpu, TWIN_DMA_TAKE)
WRAP_SYNC_SG(dma_sync_sg_for_device, TWIN_DMA_GIVE)
#endif
