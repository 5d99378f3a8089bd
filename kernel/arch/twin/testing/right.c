// SPDX-License-Identifier: GPL-2.0-only
/* Legal use that looks like a bug: nobody may complain. Each returns 0, or -EIO for wrong bytes. */
#include <linux/completion.h>
#include <linux/slab.h>
#include "copy.h"
#include "testing.h"

/* A completion counts, may be completed for all, looked at, and started afresh. */
ssize_t probe_complete_count(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);
	int i;

	for (i = 0; i < 3; i++)
		complete(&done);
	for (i = 0; i < 2; i++)
		wait_for_completion(&done);
	if (!completion_done(&done) || !try_wait_for_completion(&done))
		return -EIO;
	complete_all(&done);
	complete(&done);
	wait_for_completion(&done);
	reinit_completion(&done);
	complete(&done);
	complete(&done);
	reinit_completion(&done);
	return try_wait_for_completion(&done) ? -EIO : 0;
}

/* Copies `value` and looks at the destination from `start` on; the buffers are mapped. */
static int copy_value(struct copy *c, u8 value, int start, int len)
{
	int err, i;

	memset(c->from, value, COPY_LEN);
	dma_sync_single_for_device(copy_device(c), c->from_bus, COPY_LEN, DMA_TO_DEVICE);
	reinit_completion(&c->done);
	err = copy_run(c);
	if (err)
		return err;
	dma_sync_single_range_for_cpu(copy_device(c), c->to_bus, start, len, DMA_FROM_DEVICE);
	for (i = start; i < start + len; i++)
		if (c->to[i] != value)
			return -EIO;
	return 0;
}

/*
 * Mappings that live on: a part is synced and read, the device goes on without a sync_for_device
 * (the CPU wrote nothing), a result is never looked at and the buffer given to the device again.
 */
ssize_t probe_dma_ring(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	err = err ?: copy_value(&c, 'a', 0, COPY_LEN);
	err = err ?: copy_value(&c, 'b', 8, 8);
	err = err ?: copy_value(&c, 'c', 0, 1);
	if (!err) {
		dma_sync_single_for_device(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE);
		err = copy_value(&c, 'd', 1, 4);
	}
	copy_unmap(&c);
	copy_free(&c);
	return err;
}

/* One buffer mapped twice to be read; the first mapping ends before the copy. */
ssize_t probe_dma_twice(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);
	dma_addr_t again;

	err = err ?: copy_map(&c, &again, c.from, DMA_TO_DEVICE, 0);
	if (!err) {
		dma_unmap_single(copy_device(&c), again, COPY_LEN, DMA_TO_DEVICE);
		err = copy_run(&c);
	}
	copy_unmap(&c);
	if (!err && c.to[0] != 'n')
		err = -EIO;
	copy_free(&c);
	return err;
}

/* Mapped and unmapped without cache maintenance, which the driver does itself where it reads. */
ssize_t probe_dma_skip(char __user *buf, size_t n)
{
	const unsigned long skip = DMA_ATTR_SKIP_CPU_SYNC;
	struct copy c;
	int err = copy_init(&c);

	if (!err) {
		dma_unmap_single(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE);
		err = copy_map(&c, &c.to_bus, c.to, DMA_FROM_DEVICE, skip);
	}
	err = err ?: copy_value(&c, 'e', 0, 4);
	if (!err) {
		/* what is not read needs no sync, and the memory serves another purpose */
		dma_unmap_single_attrs(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE, skip);
		c.to_bus = 0;
		memset(c.to, 'z', COPY_LEN);
	}
	if (!err && c.to[COPY_LEN - 1] != 'z')
		err = -EIO;
	copy_unmap(&c);
	copy_free(&c);
	return err;
}

/* What one transfer wrote is what the next one reads: the CPU never looks. */
ssize_t probe_dma_chain(char __user *buf, size_t n)
{
	struct copy first, second;
	int err = copy_init(&first);
	dma_addr_t middle, own;

	err = copy_init(&second) ?: err ?: copy_run(&first);
	err = err ?: copy_map(&first, &middle, first.to, DMA_TO_DEVICE, 0);
	if (!err) {
		own = second.from_bus;
		second.from_bus = middle;
		err = copy_run(&second);
		second.from_bus = own;
		dma_unmap_single(copy_device(&first), middle, COPY_LEN, DMA_TO_DEVICE);
	}
	copy_unmap(&second);
	if (!err && second.to[COPY_LEN - 1] != 'n')
		err = -EIO;
	copy_unmap(&first);
	copy_free(&first);
	copy_free(&second);
	return err;
}

/* Buffers that a run ends with: mapped, coherent, with bytes that nobody has looked at. */
ssize_t probe_dma_kept(char __user *buf, size_t n)
{
	static struct copy kept;
	int err = copy_init(&kept);

	return err ?: copy_run(&kept);
}
