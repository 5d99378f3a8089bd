// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/twe_chunk.h"

#include <stddef.h>
#include <stdlib.h>
#include <zstd.h>

#include "trace/event_table.h"
#include "trace/mem.h"

#define RAW_SIZE (TWE_CHUNK_EVENTS * sizeof(struct twin_event))

struct twe_packer {
	ZSTD_CCtx *cctx;
	ZSTD_DCtx *dctx;
	size_t size; /* of packed */
	void *packed;
	struct twin_event events[TWE_CHUNK_EVENTS];
};

struct twe_packer *twe_packer_new(void)
{
	struct twe_packer *p = mem_alloc(sizeof(*p));

	p->size = ZSTD_compressBound(RAW_SIZE);
	p->packed = mem_alloc(p->size);
	p->cctx = ZSTD_createCCtx();
	p->dctx = ZSTD_createDCtx();
	ZSTD_CCtx_setParameter(p->cctx, ZSTD_c_compressionLevel, TWE_LEVEL);
	ZSTD_CCtx_setParameter(p->cctx, ZSTD_c_checksumFlag, 1);
	return p;
}

const void *twe_pack(struct twe_packer *p, const struct twin_event *ev, uint32_t n,
		     uint32_t *stored)
{
	/* Cannot fail: the buffer has the bound's size. */
	*stored = ZSTD_compress2(p->cctx, p->packed, p->size, ev, n * sizeof(*ev));
	return p->packed;
}

void *twe_unpack_buffer(struct twe_packer *p, uint32_t stored)
{
	return stored <= p->size ? p->packed : NULL;
}

struct twin_event *twe_unpack(struct twe_packer *p, uint32_t stored, uint32_t n)
{
	size_t got = ZSTD_decompressDCtx(p->dctx, p->events, RAW_SIZE, p->packed, stored);

	return got == n * sizeof(struct twin_event) ? p->events : NULL;
}

void twe_packer_free(struct twe_packer *p)
{
	ZSTD_freeCCtx(p->cctx);
	ZSTD_freeDCtx(p->dctx);
	free(p->packed);
	free(p);
}

uint64_t twe_index_hash(const struct twe_chunk *index, const struct twe_footer *footer)
{
	uint64_t hash =
		event_hash(EVENT_HASH_INIT, index, footer->nr_chunks * sizeof(struct twe_chunk));

	return event_hash(hash, footer, offsetof(struct twe_footer, hash));
}
