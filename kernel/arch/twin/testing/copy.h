/* SPDX-License-Identifier: GPL-2.0-only */
/* A memory-to-memory copy by the board's DMA controller, and the buffers for it. */
#ifndef _TWIN_TESTING_COPY_H
#define _TWIN_TESTING_COPY_H
#include <linux/completion.h>
#include <linux/dma-mapping.h>
#include <linux/dmaengine.h>

#define COPY_LEN 64

struct copy {
	struct dma_chan *chan;
	struct completion done;
	u8 *from, *to;			/* COPY_LEN bytes each: 'n', 'o' */
	dma_addr_t from_bus, to_bus;
};

/* The channel, the buffers and their mappings; 0 or -errno. copy_free() in either case. */
int copy_init(struct copy *c);
/* Maps one of the buffers; 0, or -errno with a bus address of 0. */
int copy_map(struct copy *c, dma_addr_t *bus, u8 *buf, enum dma_data_direction dir,
	     unsigned long attrs);
/* Copies, in at most a second. The buffers stay mapped. */
int copy_run(struct copy *c);
/* Of what copy_init() mapped; does nothing where it failed. */
void copy_unmap(struct copy *c);
void copy_free(struct copy *c);

static inline struct device *copy_device(const struct copy *c)
{
	return c->chan->device->dev;
}
#endif
