// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "profile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct function {
	char name[128];
	uint64_t addr;		/* link address */
	uint64_t blocks, insns, ps;
};

struct functions {
	struct function *items;
	size_t nr, room;
};

static size_t nr_entries(const struct machine *m)
{
	return m->blocks.text_size / 4 + 1;
}

int profile_open(struct machine *m, struct diag *diag)
{
	if (m->desc.nr_cpus > 1)
		return diag_line(diag, "--profile: not available on a board with several CPUs");
	m->profile = calloc(nr_entries(m), sizeof(*m->profile));
	return m->profile ? 0 : diag_line(diag, "out of memory");
}

void profile_begin(struct machine *m)
{
	m->boot.profile = m->profile;
}

void profile_end(struct machine *m)
{
	m->boot.profile = NULL;
	m->profile_end = machine_cpu(m)->now;
}

void profile_free(struct machine *m)
{
	free(m->profile);
	m->profile = NULL;
}

/* What the compiler made of a function (.part.0, .isra.0, .cold) counts as the function. */
static void add_function(struct functions *f, uint64_t addr, const char *name)
{
	struct function *items = f->items;

	if (f->nr == f->room) {
		f->room = f->room ? 2 * f->room : 4096;
		items = reallocarray(f->items, f->room, sizeof(*items));
		if (!items)
			return;
		f->items = items;
	}
	items[f->nr] = (struct function){ .addr = addr };
	snprintf(items[f->nr++].name, sizeof(items->name), "%.*s", (int)strcspn(name, "."), name);
}

/* nm: "ADDRESS TYPE NAME" by address. */
static int read_functions(const struct machine *m, struct functions *f, struct diag *diag)
{
	char command[4300], name[256], type;
	uint64_t addr;
	FILE *pipe = NULL;

	snprintf(command, sizeof(command), "nm -n --defined-only '%s/vmlinux' 2>/dev/null",
		 m->image_dir);
	if (!strchr(m->image_dir, '\''))
		pipe = popen(command, "r");
	while (pipe && fscanf(pipe, "%" SCNx64 " %c %255s", &addr, &type, name) == 3)
		if (strchr("tTwW", type) && *name != '.')
			add_function(f, addr, name);
	if (pipe)
		pclose(pipe);
	return f->nr ? 0 : diag_line(diag, "--profile: no symbols in the kernel image; rebuild it");
}

static struct function *function_at(const struct functions *f, uint64_t addr)
{
	size_t low = 0, high = f->nr;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (f->items[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &f->items[low - 1] : NULL;
}

/* Of the block that starts at entry i of the table; long ones have a note. */
static uint32_t insns_at(const struct machine *m, size_t i)
{
	uint32_t insns = m->block_table[i] & 0xff;

	if (insns != TWIN_BLOCK_NOTE)
		return insns;
	for (uint32_t k = 0; k < m->blocks.nr_notes; k++)
		if ((m->notes[k].addr - m->boot.text) / 4 == i)
			return m->notes[k].insns;
	return insns;
}

static uint64_t count(const struct machine *m, const struct functions *f)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nr_entries(m); i++) {
		const struct twin_profile *p = &m->profile[i];
		struct function *at = p->blocks ? function_at(f, m->blocks.text_start + 4 * i) : NULL;

		if (!at)
			continue;
		at->blocks += p->blocks;
		at->insns += p->blocks * insns_at(m, i);
		at->ps += p->ps;
		sum += p->ps;
	}
	return sum;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct function *)a)->name, ((const struct function *)b)->name);
}

static int by_time(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->ps != y->ps)
		return x->ps < y->ps ? 1 : -1;
	return by_name(a, b);
}

/* Leaves those that ran, one of a name. */
static void merge(struct functions *f)
{
	size_t n = 0;

	qsort(f->items, f->nr, sizeof(*f->items), by_name);
	for (size_t i = 0; i < f->nr; i++) {
		struct function *to = n ? &f->items[n - 1] : NULL, *from = &f->items[i];

		if (!from->blocks)
			continue;
		if (!to || strcmp(to->name, from->name)) {
			f->items[n++] = *from;
			continue;
		}
		to->blocks += from->blocks;
		to->insns += from->insns;
		to->ps += from->ps;
	}
	f->nr = n;
	qsort(f->items, f->nr, sizeof(*f->items), by_time);
}

static void print(FILE *to, const struct machine *m, const struct functions *f, uint64_t rest)
{
	fprintf(to, "# spitwin profile 1: function, blocks, instructions, ps\n# image %s, board %s\n",
		m->need.title, m->desc.name);
	for (size_t i = 0; i < m->nr_tasks; i++)
		fprintf(to, "# task %s\n", m->scenario->tasks[i].run);
	for (size_t i = 0; i < f->nr; i++)
		fprintf(to, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", f->items[i].name,
			f->items[i].blocks, f->items[i].insns, f->items[i].ps);
	fprintf(to, "-\t0\t0\t%" PRIu64 "\n", rest);
}

static int write_whole(const struct machine *m, const struct functions *f, uint64_t rest,
		       const char *path, struct diag *diag)
{
	char temp[4200];
	FILE *to;

	snprintf(temp, sizeof(temp), "%s.%d", path, (int)getpid());
	to = fopen(temp, "w");
	if (to) {
		print(to, m, f, rest);
		if (!ferror(to) & !fclose(to) && !rename(temp, path))
			return 0;
		unlink(temp);
	}
	return diag_set(diag, (struct src_pos){ .file = path }, "cannot write the profile: %s",
			strerror(errno));
}

int profile_write(const struct machine *m, const char *path, struct diag *diag)
{
	uint64_t total = m->profile_end > m->boot_time ? m->profile_end - m->boot_time : 0, sum;
	struct functions f = { 0 };
	int ret = read_functions(m, &f, diag);

	if (!ret) {
		sum = count(m, &f);
		merge(&f);
		ret = write_whole(m, &f, total > sum ? total - sum : 0, path, diag);
	}
	free(f.items);
	return ret;
}
