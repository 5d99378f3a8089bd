// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "notes.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies of one function that inlining and cloning may leave under its plain name. */
#define MAX_COPIES 16

static char *trim(char *line)
{
	char *end;

	line[strcspn(line, "#\r\n")] = 0;
	while (isblank((unsigned char)*line))
		line++;
	end = line + strlen(line);
	while (end > line && isblank((unsigned char)end[-1]))
		*--end = 0;
	return line;
}

static int watch_add(struct watch_list *watch, const char *path, unsigned int number,
		     const char *name)
{
	void *grown;

	if (strlen(name) >= BLOCKTABLE_NAME || strpbrk(name, " \t")) {
		fprintf(stderr, "%s:%u:1: error: '%s' is no function's name; one per line, at most "
			"%d characters\n", path, number, name, BLOCKTABLE_NAME - 1);
		return -1;
	}
	grown = realloc(watch->names, (watch->count + 1) * sizeof(*watch->names));
	if (!grown) {
		fprintf(stderr, "blocktable: error: out of memory\n");
		return -1;
	}
	watch->names = grown;
	memset(watch->names[watch->count], 0, BLOCKTABLE_NAME);
	strcpy(watch->names[watch->count++], name);
	return 0;
}

int watch_read(struct watch_list *watch, const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned int number = 0;
	char *line = NULL;
	size_t room = 0;
	int result = 0;

	*watch = (struct watch_list){ 0 };
	errno = f ? 0 : errno;
	while (f && !result && getline(&line, &room, f) >= 0) {
		const char *name = trim(line);

		number++;
		if (*name)
			result = watch_add(watch, path, number, name);
	}
	if (!f || ferror(f)) {
		fprintf(stderr, "blocktable: error: %s: %s\n", path, strerror(errno));
		result = -1;
	}
	if (f)
		fclose(f);
	free(line);
	if (result)
		watch_free(watch);
	return result;
}

void watch_free(struct watch_list *watch)
{
	free(watch->names);
	*watch = (struct watch_list){ 0 };
}

/* A note of the block whose trace call is instruction i. */
static int add(struct notes *notes, const struct listing *l, const struct image *image, size_t i,
	       const char *name)
{
	struct blocktable_note *note;

	if (notes->count == notes->room) {
		size_t room = notes->room ? 2 * notes->room : 64;
		void *grown = realloc(notes->notes, room * sizeof(*notes->notes));

		if (!grown)
			return -1;
		notes->notes = grown;
		notes->room = room;
	}
	note = &notes->notes[notes->count++];
	*note = (struct blocktable_note){ .index = l->insns[i + 1].addr - image->text,
					  .insns = l->insns[i].charge };
	strncpy(note->name, name, sizeof(note->name) - 1);
	return 0;
}

/* Whether instruction i is a trace call whose return address the table has a byte for. */
static bool is_block(const struct listing *l, const struct image *image, size_t i)
{
	return l->insns[i].kind == INSN_TRACE && i + 1 < l->count &&
	       l->insns[i + 1].addr - image->text < image->text_size;
}

static int add_long(struct notes *notes, const struct listing *l, const struct image *image)
{
	for (size_t i = 0; i < l->count; i++) {
		if (is_block(l, image, i) && l->insns[i].charge >= BLOCKTABLE_NOTED &&
		    add(notes, l, image, i, ""))
			return -1;
	}
	return 0;
}

/* The first trace call of the function that starts at `addr`, or l->count. */
static size_t first_block(const struct listing *l, const struct image *image, uint64_t addr)
{
	const struct insn *start = listing_find(l, addr);
	size_t i = start ? (size_t)(start - l->insns) : l->count;

	while (i < l->count && !is_block(l, image, i)) {
		i++;
		if (i < l->count && (l->insns[i].flags & INSN_SYMBOL))
			return l->count;
	}
	return i;
}

static int add_watched(struct notes *notes, const struct listing *l, const struct image *image,
		       const char *name)
{
	uint64_t addrs[MAX_COPIES];
	size_t n = image_functions(image, name, addrs, MAX_COPIES), found = 0;

	for (size_t k = 0; k < n; k++) {
		size_t i = first_block(l, image, addrs[k]);

		if (i == l->count)
			continue;
		found++;
		if (add(notes, l, image, i, name))
			return -1;
	}
	if (!found)
		fprintf(stderr, "blocktable: warning: %s '%s' to watch\n",
			n ? "no basic block in function" : "no function", name);
	return 0;
}

/* By index; of two for one index, the one with a name first. */
static int compare(const void *a, const void *b)
{
	const struct blocktable_note *x = a, *y = b;

	if (x->index != y->index)
		return x->index < y->index ? -1 : 1;
	return strcmp(y->name, x->name);
}

static void drop_doubles(struct notes *notes)
{
	size_t kept = 0;

	for (size_t k = 0; k < notes->count; k++) {
		if (!kept || notes->notes[kept - 1].index != notes->notes[k].index)
			notes->notes[kept++] = notes->notes[k];
	}
	notes->count = kept;
}

int notes_make(struct notes *notes, const struct listing *l, const struct image *image,
	       const struct watch_list *watch, uint8_t *table)
{
	*notes = (struct notes){ 0 };
	if (add_long(notes, l, image))
		return -1;
	for (size_t k = 0; k < watch->count; k++) {
		if (add_watched(notes, l, image, watch->names[k]))
			return -1;
	}
	if (notes->count)
		qsort(notes->notes, notes->count, sizeof(*notes->notes), compare);
	drop_doubles(notes);
	for (size_t k = 0; k < notes->count; k++)
		table[notes->notes[k].index] = BLOCKTABLE_NOTED;
	return 0;
}

void notes_free(struct notes *notes)
{
	free(notes->notes);
	*notes = (struct notes){ 0 };
}
