// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/detail.h"

#include <stdlib.h>

#include "trace/mem.h"
#include "twin_trace_flags.h"

struct details {
	struct detail of_cpu[256];
};

struct details *details_new(void)
{
	return mem_alloc(sizeof(struct details));
}

static void add_bytes(struct detail *d, const struct twin_event *ev)
{
	struct detail_bytes *to = ev->flags & TWIN_BYTES_RX ? &d->rx : &d->tx;
	unsigned int n = ev->flags & TWIN_BYTES_COUNT;

	for (unsigned int i = 0; i < n && i < 16 && to->nr < DETAIL_BYTES; i++)
		to->bytes[to->nr++] = (uint8_t)((i < 8 ? ev->a : ev->b) >> 8 * (i % 8));
}

void details_event(struct details *d, const struct twin_event *ev)
{
	struct detail *detail = &d->of_cpu[ev->cpu];

	if (ev->type == TWIN_EV_SPI_XFER_BYTES) {
		add_bytes(detail, ev);
	} else if (ev->type == TWIN_EV_SPI_MSG_FRAME) {
		detail->frame_length = ev->b;
	} else if (ev->type == TWIN_EV_TIMER_TIMES) {
		detail->timer = ev->a;
		detail->times = ev->b;
	}
}

struct detail *details_of(struct details *d, const struct twin_event *ev)
{
	return &d->of_cpu[ev->cpu];
}

void details_free(struct details *d)
{
	free(d);
}
