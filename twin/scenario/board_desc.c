// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/board_desc.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenario/nearest.h"
#include "scenario/record.h"

#define FIELD(part, name) offsetof(struct part, name)

/* The parts of the file that are no plain fields. */
struct board_file {
	uint64_t version;
	const struct yaml_node *board, *images, *cpu, *ram, *segments, *storage;
};

static const struct record_field file_fields[] = {
	{ "spitwin_board", RECORD_NUMBER, FIELD(board_file, version), 0, 0, 0 },
	{ "images", RECORD_NODE, FIELD(board_file, images), 0, 0, 0 },
	{ "cpu", RECORD_NODE, FIELD(board_file, cpu), 0, 0, 0 },
	{ "ram", RECORD_NODE, FIELD(board_file, ram), 0, 0, 0 },
	{ "segments", RECORD_NODE, FIELD(board_file, segments), 0, 0, 0 },
	{ "storage", RECORD_NODE, FIELD(board_file, storage), 0, 0, 0 },
	{ "board", RECORD_NODE, FIELD(board_file, board), 0, 0, 0 },
};

static const struct record_field board_fields[] = {
	{ "title", RECORD_TEXT, FIELD(board_desc, title), 0, 0, 0 },
	{ "dts", RECORD_TEXT, FIELD(board_desc, dts), 0, 0, 1 },
	{ "overlay", RECORD_TEXT, FIELD(board_desc, overlay), 0, 0, 1 },
	{ "kernel_config", RECORD_TEXT, FIELD(board_desc, kernel_config), 0, 0, 0 },
	{ "costs", RECORD_TEXT, FIELD(board_desc, costs), 0, 0, 0 },
	{ "boot_state", RECORD_TEXT, FIELD(board_desc, boot_state), 0, 0, 0 },
	{ "bus_clock", RECORD_NUMBER, FIELD(board_desc, bus_hz), UNIT_FREQ, 0, 0 },
};

static const struct record_field cpu_fields[] = {
	{ "name", RECORD_TEXT, FIELD(board_desc, cpu), 0, 0, 0 },
	{ "count", RECORD_NUMBER, FIELD(board_desc, nr_cpus), 0, 0, 0 },
	{ "clock", RECORD_NUMBER, FIELD(board_desc, cpu_hz), UNIT_FREQ, 0, 0 },
	{ "icache", RECORD_NODE, FIELD(board_desc, icache_node), 0, 0, 0 },
	{ "topology", RECORD_NODE, FIELD(board_desc, shape_node), 0, 0, 1 },
};

static const struct record_field shape_fields[] = {
	{ "cpus_per_cluster", RECORD_NUMBER, FIELD(board_shape, cpus_per_cluster), 0, 0, 0 },
	{ "clusters_per_socket", RECORD_NUMBER, FIELD(board_shape, clusters_per_socket), 0, 0, 0 },
	{ "sockets", RECORD_NUMBER, FIELD(board_shape, sockets), 0, 0, 0 },
	{ "line", RECORD_NUMBER, FIELD(board_shape, line), UNIT_SIZE, 0, 0 },
};

static const struct record_field ram_fields[] = {
	{ "base", RECORD_NUMBER, FIELD(board_desc, ram_base), 0, 0, 0 },
	{ "size", RECORD_NUMBER, FIELD(board_desc, ram_size), UNIT_SIZE, 0, 0 },
};

static const struct record_field icache_fields[] = {
	{ "size", RECORD_NUMBER, FIELD(board_desc, icache.size), UNIT_SIZE, 0, 0 },
	{ "ways", RECORD_NUMBER, FIELD(board_desc, icache.ways), 0, 0, 0 },
	{ "line", RECORD_NUMBER, FIELD(board_desc, icache.line), UNIT_SIZE, 0, 0 },
};

static const struct record_field range_fields[] = {
	{ "from", RECORD_NUMBER, FIELD(board_range, from), 0, 0, 0 },
	{ "to", RECORD_NUMBER, FIELD(board_range, to), 0, 0, 0 },
	{ "segment", RECORD_CHOICE, FIELD(board_range, segment), 0, "ahb|apb|sys", 0 },
};

static const struct record_field storage_fields[] = {
	{ "node", RECORD_TEXT, FIELD(board_storage, node), 0, 0, 0 },
	{ "why", RECORD_TEXT, FIELD(board_storage, why), 0, 0, 0 },
};

#define TABLE(fields) fields, sizeof(fields) / sizeof((fields)[0])

/* A list of mappings, each of which fills one item. */
static int read_items(struct board_desc *board, const struct yaml_node *list, const char *shown,
		      const struct record_field *fields, size_t nr_fields, size_t size,
		      void *items, size_t *nr, struct diag *diag)
{
	const struct yaml_node *node;
	char *item;

	if (record_kind(list, shown, YAML_LIST, diag))
		return -1;
	item = yaml_alloc(board->tree, (yaml_count(list) + 1) * size);
	if (!item)
		return diag_set(diag, list->pos, "out of memory");
	memcpy(items, &item, sizeof(item));
	for (*nr = 0, node = list->first; node; node = node->next, item += size, ++*nr)
		if (record_read(node, shown, fields, nr_fields, item, diag))
			return -1;
	return 0;
}

static int check_ranges(const struct board_desc *board, const struct yaml_node *list,
			struct diag *diag)
{
	const struct yaml_node *node = list->first;

	for (size_t i = 0; i < board->nr_ranges; i++, node = node->next) {
		const struct board_range *range = &board->ranges[i];

		if (range->from > range->to)
			return diag_set(diag, node->pos, "segments: a range ends before it starts");
		for (size_t j = 0; j < i; j++)
			if (range->from <= board->ranges[j].to &&
			    board->ranges[j].from <= range->to)
				return diag_set(diag, node->pos, "segments: ranges overlap");
	}
	return 0;
}

static bool power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

/* What arch/twin's tag model can hold: kernel/arch/twin/kernel/icache.h. */
static int check_icache(const struct board_desc *board, struct diag *diag)
{
	const struct board_icache *c = &board->icache;

	if (power_of_two(c->size) && power_of_two(c->line) && c->line >= 8 && c->line <= 256 &&
	    power_of_two(c->ways) && c->ways <= 8 && c->size >= c->ways * c->line &&
	    c->size / c->line / c->ways <= 1024)
		return 0;
	diag_set(diag, board->icache_node->pos, "cpu.icache: not a cache that can be modelled");
	return diag_hint(diag,
			 "powers of two; lines of 8 B to 256 B, 1 to 8 ways, at most 1024 sets");
}

static int read_shape(struct board_desc *board, const struct yaml_node *cpu, struct diag *diag)
{
	struct board_shape *s = &board->shape;
	uint64_t places;

	*s = (struct board_shape){ 1, 1, 1, 64 };
	if (!board->shape_node)
		return board->nr_cpus < 2 ? 0 :
		       diag_set(diag, cpu->pos, "cpu.topology is missing: where the %d CPUs are",
				(int)board->nr_cpus);
	if (record_read(board->shape_node, "cpu.topology", TABLE(shape_fields), s, diag))
		return -1;
	places = s->cpus_per_cluster * s->clusters_per_socket * s->sockets;
	if (s->cpus_per_cluster > 64 || s->clusters_per_socket > 64 || s->sockets > 64 ||
	    places > 64 || places < board->nr_cpus)
		return diag_set(diag, board->shape_node->pos,
				"cpu.topology: it must have %d%s places for CPUs",
				(int)board->nr_cpus, board->nr_cpus < 64 ? " to 64" : "");
	if (!power_of_two(s->line) || s->line < 16 || s->line > 4096)
		return diag_set(diag, board->shape_node->pos,
				"cpu.topology.line: a power of two, 16 B to 4 KiB");
	return 0;
}

static int check_numbers(const struct board_desc *board, const struct board_file *file,
			 struct diag *diag)
{
	if (file->version != 1)
		return diag_set(diag, board->tree->root->pos,
				"spitwin_board: only version 1 is known");
	if (board->nr_cpus < 1 || board->nr_cpus > 64)
		return diag_set(diag, yaml_get(file->cpu, "count")->pos, "cpu.count: from 1 to 64");
	if (!board->cpu_hz || !board->bus_hz)
		return diag_set(diag, file->cpu->pos, "a clock of 0 Hz");
	if (!board->ram_size || board->ram_base + board->ram_size < board->ram_base ||
	    board->ram_size % 4096 || board->ram_base % 4096)
		return diag_set(diag, file->ram->pos, "ram: not a range of whole pages");
	return 0;
}

static int read_parts(const struct board_file *file, struct board_desc *board, struct diag *diag)
{
	if (record_read(file->cpu, "cpu", TABLE(cpu_fields), board, diag) ||
	    record_read(file->ram, "ram", TABLE(ram_fields), board, diag) ||
	    record_read(board->icache_node, "cpu.icache", TABLE(icache_fields), board, diag) ||
	    record_texts(board->tree, file->images, "images", &board->images, &board->nr_images,
			 diag))
		return -1;
	if (read_items(board, file->segments, "segments", TABLE(range_fields),
		       sizeof(*board->ranges), &board->ranges, &board->nr_ranges, diag) ||
	    read_items(board, file->storage, "storage", TABLE(storage_fields),
		       sizeof(*board->storage), &board->storage, &board->nr_storage, diag))
		return -1;
	return check_ranges(board, file->segments, diag) || check_icache(board, diag) ||
	       check_numbers(board, file, diag) || read_shape(board, file->cpu, diag) ? -1 : 0;
}

/* File names in board.yaml are relative to its folder. */
static int join_dir(struct board_desc *board, const char **name)
{
	size_t size;
	char *path;

	if (!*name)
		return 0;
	size = strlen(board->dir) + strlen(*name) + 2;
	path = yaml_alloc(board->tree, size);
	if (!path)
		return -1;
	snprintf(path, size, "%s/%s", board->dir, *name);
	*name = path;
	return 0;
}

static int read_board(struct board_desc *board, struct diag *diag)
{
	struct board_file file;

	if (record_read(board->tree->root, "the file", TABLE(file_fields), &file, diag) ||
	    record_read(file.board, "board", TABLE(board_fields), board, diag) ||
	    read_parts(&file, board, diag))
		return -1;
	if (join_dir(board, &board->overlay) || join_dir(board, &board->kernel_config) ||
	    join_dir(board, &board->costs) || join_dir(board, &board->boot_state))
		return diag_set(diag, board->tree->root->pos, "out of memory");
	return 0;
}

struct board_search {
	struct nearest near;
	char best[64];
};

static void offer_board(void *ctx, const char *name)
{
	struct board_search *found = ctx;

	nearest_offer(&found->near, name);
	if (found->near.best == name) {
		snprintf(found->best, sizeof(found->best), "%s", name);
		found->near.best = found->best;
	}
}

static int unknown_board(const char *root, const char *name, struct src_pos pos,
			 struct diag *diag)
{
	struct board_search found;

	nearest_start(&found.near, name);
	board_list(root, offer_board, &found);
	diag_set(diag, pos, "unknown board '%s'", name);
	if (found.near.best)
		return diag_hint(diag, "did you mean '%s'?", found.best);
	return diag_hint(diag, "'spitwin list' shows the boards");
}

static int load(const char *path, const char *name, size_t dir_len, struct board_desc *board,
		struct diag *diag)
{
	if (yaml_load(board->tree, path, diag))
		return -1;
	board->name = yaml_strdup(board->tree, name, strlen(name));
	board->dir = yaml_strdup(board->tree, path, dir_len);
	if (!board->name || !board->dir)
		return diag_set(diag, board->tree->root->pos, "out of memory");
	return read_board(board, diag);
}

int board_desc_load(const char *root, const char *name, struct src_pos pos,
		    struct board_desc *board, struct diag *diag)
{
	char *path = NULL;
	int ret = -1;

	memset(board, 0, sizeof(*board));
	if (asprintf(&path, "%s/boards/%s/board.yaml", root, name) < 0)
		return diag_set(diag, pos, "out of memory");
	board->tree = calloc(1, sizeof(*board->tree));
	if (!board->tree)
		diag_set(diag, pos, "out of memory");
	else if (access(path, F_OK))
		unknown_board(root, name, pos, diag);
	else
		ret = load(path, name, strlen(path) - strlen("/board.yaml"), board, diag);
	free(path);
	if (ret)
		board_desc_free(board);
	return ret;
}

void board_desc_free(struct board_desc *board)
{
	if (board->tree) {
		yaml_free(board->tree);
		free(board->tree);
	}
	memset(board, 0, sizeof(*board));
}

int board_segment_of(const struct board_desc *board, uint64_t phys)
{
	for (size_t i = 0; i < board->nr_ranges; i++)
		if (phys >= board->ranges[i].from && phys <= board->ranges[i].to)
			return board->ranges[i].segment;
	return -1;
}

const struct board_storage *board_storage(const struct board_desc *board, const char *label)
{
	for (size_t i = 0; i < board->nr_storage; i++)
		if (!strcmp(board->storage[i].node, label))
			return &board->storage[i];
	return NULL;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int board_list(const char *root, void (*fn)(void *ctx, const char *name), void *ctx)
{
	struct dirent **entries;
	char path[4096];
	int nr, i, boards = 0;

	snprintf(path, sizeof(path), "%s/boards", root);
	nr = scandir(path, &entries, not_hidden, by_name);
	for (i = 0; i < nr; i++) {
		snprintf(path, sizeof(path), "%s/boards/%s/board.yaml", root, entries[i]->d_name);
		if (!access(path, F_OK)) {
			fn(ctx, entries[i]->d_name);
			boards++;
		}
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
	return nr < 0 ? -1 : boards;
}
