// SPDX-License-Identifier: GPL-2.0-only
#include <linux/slab.h>
#include "copy.h"

static void copy_done(void *arg)
{
	complete(arg);
}

void copy_unmap(struct copy *c)
{
	if (c->to_bus)
		dma_unmap_single(copy_device(c), c->to_bus, COPY_LEN, DMA_FROM_DEVICE);
	if (c->from_bus)
		dma_unmap_single(copy_device(c), c->from_bus, COPY_LEN, DMA_TO_DEVICE);
}

void copy_free(struct copy *c)
{
	kfree(c->from);
	kfree(c->to);
	if (!IS_ERR_OR_NULL(c->chan))
		dma_release_channel(c->chan);
}

int copy_map(struct copy *c, dma_addr_t *bus, u8 *buf, enum dma_data_direction dir,
	     unsigned long attrs)
{
	*bus = dma_map_single_attrs(copy_device(c), buf, COPY_LEN, dir, attrs);
	if (!dma_mapping_error(copy_device(c), *bus))
		return 0;
	*bus = 0;
	return -ENOMEM;
}

int copy_init(struct copy *c)
{
	dma_cap_mask_t mask;

	dma_cap_zero(mask);
	dma_cap_set(DMA_MEMCPY, mask);
	*c = (struct copy){ .chan = dma_request_chan_by_mask(&mask) };
	c->from = kmalloc(COPY_LEN, GFP_KERNEL);
	c->to = kmalloc(COPY_LEN, GFP_KERNEL);
	init_completion(&c->done);
	if (IS_ERR(c->chan) || !c->from || !c->to)
		return -ENOMEM;
	memset(c->from, 'n', COPY_LEN);
	memset(c->to, 'o', COPY_LEN);
	return copy_map(c, &c->from_bus, c->from, DMA_TO_DEVICE, 0) ?:
	       copy_map(c, &c->to_bus, c->to, DMA_FROM_DEVICE, 0);
}

int copy_run(struct copy *c)
{
	struct dma_async_tx_descriptor *tx;

	tx = dmaengine_prep_dma_memcpy(c->chan, c->to_bus, c->from_bus, COPY_LEN,
				       DMA_PREP_INTERRUPT);
	if (!tx)
		return -EIO;
	tx->callback = copy_done;
	tx->callback_param = &c->done;
	dmaengine_submit(tx);
	dma_async_issue_pending(c->chan);
	return wait_for_completion_timeout(&c->done, HZ) ? 0 : -ETIMEDOUT;
}
