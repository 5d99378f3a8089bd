// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/twe_read.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/event_table.h"
#include "trace/twe_chunk.h"
#include "trace/twe_format.h"

struct twe_reader {
	FILE *f;
	char *path;
	uint64_t size;
	struct twe_header header;
	struct twe_footer footer;
	struct twe_chunk *index;
	uint16_t *types; /* the file's type -> ours, TWIN_EV_NONE: unknown */
	struct twe_packer *packer;
	struct twe_info info;
};

static int damaged(const struct twe_reader *r, const char *what, char *err)
{
	return fail(err, "%s: error: damaged event file: %s; run the scenario again", r->path,
		    what);
}

static bool get_bytes(struct twe_reader *r, uint64_t offset, void *data, size_t len)
{
	return offset <= r->size && len <= r->size - offset &&
	       !fseeko(r->f, (off_t)offset, SEEK_SET) && fread(data, 1, len, r->f) == len;
}

static int get_size(struct twe_reader *r, char *err)
{
	off_t size = -1;

	if (!fseeko(r->f, 0, SEEK_END))
		size = ftello(r->f);
	if (size < 0)
		return fail(err, "%s: error: cannot read: %s; give a regular file", r->path,
			    strerror(errno));
	r->size = (uint64_t)size;
	return 0;
}

static int get_header(struct twe_reader *r, char *err)
{
	struct twe_header *h = &r->header;

	if (!get_bytes(r, 0, h, sizeof(*h)) || memcmp(h->magic, TWE_MAGIC, sizeof(h->magic)))
		return fail(err, "%s: error: not an event file; give the events.twe of a run",
			    r->path);
	if (h->version != TWE_VERSION || h->record_size != sizeof(struct twin_event))
		return fail(err,
			    "%s: error: event file version %u with %u byte records; "
			    "this program reads version %u with %zu bytes",
			    r->path, h->version, h->record_size, TWE_VERSION,
			    sizeof(struct twin_event));
	if (h->table_len > TWE_TABLE_MAX || h->nr_types > UINT16_MAX)
		return damaged(r, "absurd event table", err);
	return 0;
}

/* One line "name class a|b" per type. */
static int map_types(struct twe_reader *r, char *text, char *err)
{
	char *line = text;

	r->types = mem_alloc(r->header.nr_types * sizeof(*r->types));
	for (uint32_t i = 0; i < r->header.nr_types; i++) {
		char *end = strchr(line, '\n'), *space = strchr(line, ' ');

		if (!end || !space || space > end)
			return damaged(r, "event table is incomplete", err);
		*space = '\0';
		r->types[i] = event_by_name(line);
		r->info.unknown_types += i && !r->types[i];
		line = end + 1;
	}
	return 0;
}

static int get_table(struct twe_reader *r, char *err)
{
	uint32_t len = r->header.table_len;
	char *text = mem_alloc((size_t)len + 1);
	int ret;

	if (!get_bytes(r, sizeof(r->header), text, len) ||
	    event_hash(EVENT_HASH_INIT, text, len) != r->header.table_hash)
		ret = damaged(r, "event table does not match its checksum", err);
	else
		ret = map_types(r, text, err);
	free(text);
	return ret;
}

static bool footer_fits(const struct twe_reader *r)
{
	const struct twe_footer *f = &r->footer;
	uint64_t index_end = r->size - sizeof(*f);

	return f->index_offset <= index_end && f->nr_chunks <= r->size / sizeof(struct twe_chunk) &&
	       index_end - f->index_offset == f->nr_chunks * sizeof(struct twe_chunk);
}

static int get_index(struct twe_reader *r, char *err)
{
	struct twe_footer *f = &r->footer;
	size_t len;

	if (r->size < sizeof(*f) || !get_bytes(r, r->size - sizeof(*f), f, sizeof(*f)) ||
	    memcmp(f->magic, TWE_END_MAGIC, sizeof(f->magic)) || !footer_fits(r))
		return damaged(r, "the end is missing", err);
	len = f->nr_chunks * sizeof(*r->index);
	r->index = mem_alloc(len);
	if (!get_bytes(r, f->index_offset, r->index, len) || twe_index_hash(r->index, f) != f->hash)
		return damaged(r, "the index does not match its checksum", err);
	return 0;
}

static void summarise(struct twe_reader *r)
{
	struct twe_info *info = &r->info;

	info->records = r->footer.records;
	info->chunks = r->footer.nr_chunks;
	info->end = r->footer.end;
	info->first = info->chunks ? UINT64_MAX : 0;
	for (uint64_t i = 0; i < info->chunks; i++) {
		const struct twe_chunk *c = &r->index[i];

		info->first = c->first < info->first ? c->first : info->first;
		info->last = c->last > info->last ? c->last : info->last;
		info->classes |= c->classes;
	}
}

struct twe_reader *twe_open(const char *path, char *err)
{
	struct twe_reader *r = mem_alloc(sizeof(*r));

	r->path = mem_text(path);
	r->packer = twe_packer_new();
	r->f = fopen(path, "rb");
	if (!r->f)
		fail(err, "%s: error: cannot read: %s; check the name", path, strerror(errno));
	else if (!get_size(r, err) && !get_header(r, err) && !get_table(r, err) &&
		 !get_index(r, err)) {
		summarise(r);
		return r;
	}
	twe_close(r);
	return NULL;
}

const struct twe_info *twe_info(const struct twe_reader *r)
{
	return &r->info;
}

static struct twin_event *get_chunk(struct twe_reader *r, const struct twe_chunk *c, char *err)
{
	struct twe_chunk head;
	struct twin_event *ev = NULL;
	void *packed = twe_unpack_buffer(r->packer, c->stored);

	if (packed && c->records <= TWE_CHUNK_EVENTS &&
	    get_bytes(r, c->offset, &head, sizeof(head)) && !memcmp(&head, c, sizeof(head)) &&
	    get_bytes(r, c->offset + sizeof(head), packed, c->stored))
		ev = twe_unpack(r->packer, c->stored, c->records);
	if (!ev)
		damaged(r, "a chunk of records cannot be unpacked", err);
	return ev;
}

/* Our type of a record of the file, TWIN_EV_NONE when there is none, -1 when it is damaged. */
static int our_type(const struct twe_reader *r, const struct twin_event *ev)
{
	return ev->type < r->header.nr_types ? r->types[ev->type] : -1;
}

struct selection {
	uint64_t from, to;
	uint32_t classes;
	twe_fn fn;
	void *ctx;
};

static int visit(struct twe_reader *r, struct twin_event *ev, const struct selection *s, char *err)
{
	int type = our_type(r, ev);

	if (type < 0)
		return damaged(r, "a record has an impossible type", err);
	ev->type = type;
	if (ev->type == TWIN_EV_NONE || ev->time < s->from || ev->time > s->to ||
	    !(event_info(ev->type)->class & s->classes))
		return 0;
	return s->fn(s->ctx, ev);
}

static bool chunk_wanted(const struct twe_chunk *c, const struct selection *s)
{
	return c->last >= s->from && c->first <= s->to && (c->classes & s->classes);
}

static int read_chunk(struct twe_reader *r, const struct twe_chunk *c, const struct selection *s,
		      char *err)
{
	struct twin_event *ev = get_chunk(r, c, err);
	int ret = ev ? 0 : -1;

	for (uint32_t i = 0; !ret && i < c->records; i++)
		ret = visit(r, &ev[i], s, err);
	return ret;
}

int twe_read(struct twe_reader *r, uint64_t from, uint64_t to, uint32_t classes, twe_fn fn,
	     void *ctx, char *err)
{
	struct selection s = {from, to, classes, fn, ctx};
	int ret = 0;

	for (uint64_t i = 0; !ret && i < r->footer.nr_chunks; i++)
		if (chunk_wanted(&r->index[i], &s))
			ret = read_chunk(r, &r->index[i], &s, err);
	return ret;
}

static int nothing(void *ctx, const struct twin_event *ev)
{
	return 0;
}

int twe_verify(struct twe_reader *r, char *err)
{
	struct selection s = {0, UINT64_MAX, UINT32_MAX, nothing, NULL};
	uint64_t records = 0;
	int ret = 0;

	for (uint64_t i = 0; !ret && i < r->footer.nr_chunks; i++) {
		ret = read_chunk(r, &r->index[i], &s, err);
		records += r->index[i].records;
	}
	if (!ret && records != r->footer.records)
		ret = damaged(r, "the number of records is wrong", err);
	return ret;
}

void twe_close(struct twe_reader *r)
{
	if (r->f)
		fclose(r->f);
	twe_packer_free(r->packer);
	free(r->index);
	free(r->types);
	free(r->path);
	free(r);
}
