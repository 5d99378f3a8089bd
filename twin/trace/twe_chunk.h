/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Packing of the records of one chunk, and the checksum of the index. */
#ifndef TRACE_TWE_CHUNK_H
#define TRACE_TWE_CHUNK_H

#include <stdint.h>

#include "trace/twe_format.h"
#include "twin_abi.h"

struct twe_packer;

struct twe_packer *twe_packer_new(void);
/* A zstd frame with checksum, *stored bytes, valid until the next call. n <= TWE_CHUNK_EVENTS. */
const void *twe_pack(struct twe_packer *p, const struct twin_event *ev, uint32_t n,
		     uint32_t *stored);
/* Room for a frame of a chunk; NULL when no chunk can be that large. */
void *twe_unpack_buffer(struct twe_packer *p, uint32_t stored);
/* The records of the frame in the buffer; NULL when it is damaged or does not hold exactly n. */
struct twin_event *twe_unpack(struct twe_packer *p, uint32_t stored, uint32_t n);
void twe_packer_free(struct twe_packer *p);

uint64_t twe_index_hash(const struct twe_chunk *index, const struct twe_footer *footer);

#endif
