// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../tools/blocktable/blocktable.h"
#include "image.h"

static int table_fail(const char *path, const char *what, char *err)
{
	snprintf(err, IMAGE_ERR, "%s: error: %s; rebuild the kernel image", path, what);
	return -1;
}

/* Notes ascend and have a name that ends; each 255 has its note, for the kernel relies on that. */
static int notes_check(const struct block_table *t, const char *path, char *err)
{
	const uint8_t *end = t->insns + t->text_size, *byte = t->insns;
	uint64_t noted = 0;

	for (uint32_t i = 0; i < t->nr_notes; i++) {
		const struct blocktable_note *note = &t->notes[i];

		if (note->index >= t->text_size || (i && note->index <= note[-1].index) ||
		    note->name[BLOCKTABLE_NAME - 1])
			return table_fail(path, "block table has a damaged note", err);
		noted += t->insns[note->index] == BLOCKTABLE_NOTED;
	}
	while (byte < end && (byte = memchr(byte, BLOCKTABLE_NOTED, end - byte))) {
		byte++;
		noted--;
	}
	return noted ? table_fail(path, "block table lacks a note", err) : 0;
}

static int table_check(struct block_table *t, const char *path, char *err)
{
	const struct blocktable_header *h = t->map;
	uint64_t room = t->map_size - sizeof(*h), notes_at;

	if (t->map_size < sizeof(*h) || memcmp(h->magic, BLOCKTABLE_MAGIC, sizeof(h->magic)) ||
	    h->version != BLOCKTABLE_VERSION || h->header_size != sizeof(*h))
		return table_fail(path, "not a block table of this version", err);
	/* file sizes are far below 2^63: with text_size in bounds nothing here overflows */
	notes_at = (h->text_size + 7) & ~7ull;
	if (!h->text_size || h->text_size > room || notes_at > room ||
	    (room - notes_at) % sizeof(*t->notes) ||
	    (room - notes_at) / sizeof(*t->notes) != h->nr_notes || h->nr_notes > UINT32_MAX)
		return table_fail(path, "block table is truncated", err);
	t->insns = (const uint8_t *)(h + 1);
	t->text_start = h->text;
	t->text_size = h->text_size;
	t->blocks = h->blocks;
	t->notes = (const struct blocktable_note *)(t->insns + notes_at);
	t->nr_notes = h->nr_notes;
	return notes_check(t, path, err);
}

int block_table_load(struct block_table *t, const char *path, char *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	*t = (struct block_table){ 0 };
	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || !st.st_size) {
		if (fd >= 0)
			close(fd);
		return table_fail(path, fd < 0 ? strerror(errno) : "empty file", err);
	}
	t->map_size = st.st_size;
	t->map = mmap(NULL, t->map_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	close(fd);
	if (t->map == MAP_FAILED) {
		t->map = NULL;
		return table_fail(path, strerror(errno), err);
	}
	if (!table_check(t, path, err))
		return 0;
	block_table_unload(t);
	return -1;
}

void block_table_unload(struct block_table *t)
{
	if (t->map)
		munmap(t->map, t->map_size);
	*t = (struct block_table){ 0 };
}
