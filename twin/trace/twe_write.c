// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "trace/twe_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/event_table.h"
#include "trace/mem.h"
#include "trace/twe_chunk.h"
#include "trace/twe_format.h"

struct twe_writer {
	FILE *f;
	char *path, *tmp;
	int error; /* errno of the first failure */
	uint64_t offset;
	uint64_t records;
	struct twin_event events[TWE_CHUNK_EVENTS];
	uint32_t used;
	struct twe_chunk *index;
	size_t nr_chunks, cap;
	struct twe_packer *packer;
};

static void put_bytes(struct twe_writer *w, const void *data, size_t len)
{
	if (w->error || !len)
		return;
	errno = 0;
	if (fwrite(data, 1, len, w->f) != len)
		w->error = errno ? errno : EIO;
	w->offset += len;
}

static void put_header(struct twe_writer *w)
{
	char *text = event_table_text();
	struct twe_header h = {
		.magic = TWE_MAGIC,
		.version = TWE_VERSION,
		.record_size = sizeof(struct twin_event),
		.nr_types = TWIN_EV_NR,
		.table_len = strlen(text),
	};

	h.table_hash = event_hash(EVENT_HASH_INIT, text, h.table_len);
	put_bytes(w, &h, sizeof(h));
	put_bytes(w, text, h.table_len);
	free(text);
}

struct twe_writer *twe_create(const char *path, char *err)
{
	struct twe_writer *w = mem_alloc(sizeof(*w));

	w->path = mem_text(path);
	if (asprintf(&w->tmp, "%s.tmp", path) < 0)
		w->tmp = mem_alloc(1);
	w->packer = twe_packer_new();
	w->f = fopen(w->tmp, "wb");
	if (!w->f) {
		fail(err, "%s: error: cannot write: %s; check the directory", path,
		     strerror(errno));
		twe_abandon(w);
		return NULL;
	}
	put_header(w);
	return w;
}

static struct twe_chunk describe(const struct twin_event *ev, uint32_t n)
{
	struct twe_chunk c = {
		.magic = TWE_CHUNK_MAGIC,
		.records = n,
		.first = UINT64_MAX,
	};

	for (uint32_t i = 0; i < n; i++) {
		c.first = ev[i].time < c.first ? ev[i].time : c.first;
		c.last = ev[i].time > c.last ? ev[i].time : c.last;
		c.classes |= event_info(ev[i].type)->class;
	}
	return c;
}

static void flush_chunk(struct twe_writer *w)
{
	struct twe_chunk c = describe(w->events, w->used);
	const void *packed;

	if (!w->used)
		return;
	packed = twe_pack(w->packer, w->events, w->used, &c.stored);
	c.offset = w->offset;
	put_bytes(w, &c, sizeof(c));
	put_bytes(w, packed, c.stored);
	w->index = mem_grow(w->index, w->nr_chunks, &w->cap, sizeof(c));
	w->index[w->nr_chunks++] = c;
	w->records += w->used;
	w->used = 0;
}

void twe_put(struct twe_writer *w, const struct twin_event *ev)
{
	w->events[w->used++] = *ev;
	if (w->used == TWE_CHUNK_EVENTS)
		flush_chunk(w);
}

bool twe_failed(const struct twe_writer *w)
{
	return w->error;
}

static void put_footer(struct twe_writer *w, uint64_t end)
{
	struct twe_footer f = {
		.index_offset = w->offset,
		.nr_chunks = w->nr_chunks,
		.records = w->records,
		.end = end,
		.magic = TWE_END_MAGIC,
	};

	f.hash = twe_index_hash(w->index, &f);
	put_bytes(w, w->index, w->nr_chunks * sizeof(*w->index));
	put_bytes(w, &f, sizeof(f));
}

static void close_file(struct twe_writer *w)
{
	if (fclose(w->f) && !w->error)
		w->error = errno;
	w->f = NULL;
	if (!w->error && rename(w->tmp, w->path))
		w->error = errno;
}

int twe_finish(struct twe_writer *w, uint64_t end, char *err)
{
	int ret = 0;

	flush_chunk(w);
	put_footer(w, end);
	close_file(w);
	if (w->error)
		ret = fail(err, "%s: error: cannot write: %s; nothing was kept", w->path,
			   strerror(w->error));
	else
		w->tmp[0] = '\0';
	twe_abandon(w);
	return ret;
}

void twe_abandon(struct twe_writer *w)
{
	if (w->f)
		fclose(w->f);
	if (w->tmp[0])
		unlink(w->tmp);
	twe_packer_free(w->packer);
	free(w->index);
	free(w->path);
	free(w->tmp);
	free(w);
}
