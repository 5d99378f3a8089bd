/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Layout of an event file (*.twe), little endian throughout:
 *
 *	struct twe_header, event table text
 *	{ struct twe_chunk, zstd frame of its records }...
 *	struct twe_chunk [nr_chunks]	(the time index: the same heads again)
 *	struct twe_footer
 *
 * The event table names every type of the build that wrote the file, so a file stays readable when
 * types are added.
 */
#ifndef TRACE_TWE_FORMAT_H
#define TRACE_TWE_FORMAT_H

#include <stdint.h>

#define TWE_MAGIC "SPITWIN\n"
#define TWE_END_MAGIC "TWINEND\n"
#define TWE_CHUNK_MAGIC 0x4b4e4843u /* "CHNK" */
#define TWE_VERSION 1
#define TWE_CHUNK_EVENTS 16384
#define TWE_TABLE_MAX (1u << 20)
#define TWE_LEVEL 3 /* of zstd; one thread, so equal input gives equal output */

struct twe_header {
	char magic[8];
	uint32_t version;
	uint32_t record_size;
	uint32_t nr_types;
	uint32_t table_len;
	uint64_t table_hash; /* event_hash() of the text */
};

struct twe_chunk {
	uint32_t magic;
	uint32_t records;
	uint64_t offset;      /* of this head in the file */
	uint64_t first, last; /* lowest and highest time in it, ps */
	uint32_t classes;     /* union of enum twin_event_class */
	uint32_t stored;      /* bytes of the zstd frame */
};

struct twe_footer {
	uint64_t index_offset;
	uint64_t nr_chunks;
	uint64_t records;
	uint64_t end;  /* end of the run, ps */
	uint64_t hash; /* event_hash() of the index and of the footer up to here */
	char magic[8];
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files are written as memory holds them");
_Static_assert(sizeof(struct twe_header) == 32, "no padding in files");
_Static_assert(sizeof(struct twe_chunk) == 40, "no padding in files");
_Static_assert(sizeof(struct twe_footer) == 48, "no padding in files");

#endif
