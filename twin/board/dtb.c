// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dtb.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"

#define DTB_MAX (16 << 20)

static void *dtb_read(FILE *f, size_t *size)
{
	uint8_t *data = malloc(DTB_MAX + DTB_ROOM);

	*size = data ? fread(data, 1, DTB_MAX, f) : 0;
	return data;
}

void *dtb_load(const char *path, struct diag *diag)
{
	struct src_pos pos = { .file = path };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);	/* a pipe must not block */
	FILE *f = fd < 0 ? NULL : fdopen(fd, "rb");
	size_t size;
	void *dtb;

	if (!f) {
		diag_set(diag, pos, "%s", strerror(errno));
		diag_hint(diag, "build the kernel image first");
		return NULL;
	}
	dtb = dtb_read(f, &size);
	fclose(f);
	if (dtb && !fdt_check_full(dtb, size) && !fdt_open_into(dtb, dtb, size + DTB_ROOM))
		return dtb;
	diag_set(diag, pos, "not a device tree blob");
	free(dtb);
	return NULL;
}

bool dtb_okay(const void *dtb, int node)
{
	const char *status = fdt_getprop(dtb, node, "status", NULL);

	return !status || !strcmp(status, "okay") || !strcmp(status, "ok");
}

bool dtb_enabled(const void *dtb, int node)
{
	for (; node > 0; node = fdt_parent_offset(dtb, node))
		if (!dtb_okay(dtb, node))
			return false;
	return true;
}

int dtb_cell(const void *dtb, int node, const char *name, uint32_t *value)
{
	int len;
	const fdt32_t *p = fdt_getprop(dtb, node, name, &len);

	if (!p || len < 4)
		return -1;
	*value = fdt32_to_cpu(*p);
	return 0;
}

/* An empty ranges, or one entry that maps every address to itself. */
static bool bus_is_identity(const void *dtb, int bus)
{
	int len;
	const fdt32_t *p = fdt_getprop(dtb, bus, "ranges", &len);

	if (!p)
		return false;
	return len == 0 || (len == 12 && p[0] == p[1]);
}

int dtb_reg(const void *dtb, int node, uint64_t *base, uint64_t *size)
{
	return dtb_reg_at(dtb, node, 0, base, size);
}

int dtb_interrupt_parent(const void *dtb, int node)
{
	uint32_t phandle;

	for (; node >= 0; node = fdt_parent_offset(dtb, node))
		if (!dtb_cell(dtb, node, "interrupt-parent", &phandle))
			return fdt_node_offset_by_phandle(dtb, phandle);
	return -1;
}

int dtb_reg_at(const void *dtb, int node, int i, uint64_t *base, uint64_t *size)
{
	int parent = fdt_parent_offset(dtb, node), len;
	const fdt32_t *p = fdt_getprop(dtb, node, "reg", &len);

	if (!p || len < 8 * (i + 1) || fdt_address_cells(dtb, parent) != 1 ||
	    fdt_size_cells(dtb, parent) != 1)
		return -1;
	for (int bus = parent; bus > 0; bus = fdt_parent_offset(dtb, bus))
		if (!bus_is_identity(dtb, bus))
			return -1;
	*base = fdt32_to_cpu(p[2 * i]);
	*size = fdt32_to_cpu(p[2 * i + 1]);
	return *size ? 0 : -1;
}

/* The property of `table` whose value is this node's path. */
static const char *name_of_path(const void *dtb, const char *table, int node)
{
	int parent = fdt_path_offset(dtb, table), prop;
	char path[512];

	if (parent < 0 || fdt_get_path(dtb, node, path, sizeof(path)))
		return NULL;
	fdt_for_each_property_offset(prop, dtb, parent) {
		const char *name, *value = fdt_getprop_by_offset(dtb, prop, &name, NULL);

		if (value && !strcmp(value, path))
			return name;
	}
	return NULL;
}

const char *dtb_name(const void *dtb, int node)
{
	const char *label = name_of_path(dtb, "/__symbols__", node);

	return label ? label : fdt_get_name(dtb, node, NULL);
}

int dtb_find(const void *dtb, const char *name)
{
	const char *path = fdt_getprop(dtb, fdt_path_offset(dtb, "/__symbols__"), name, NULL);
	int node = path ? fdt_path_offset(dtb, path) : fdt_next_node(dtb, -1, NULL);

	/* a label is costly to ask for: only of nodes that have the unit name */
	while (!path && node >= 0 &&
	       (strcmp(fdt_get_name(dtb, node, NULL), name) || strcmp(dtb_name(dtb, node), name)))
		node = fdt_next_node(dtb, node, NULL);
	return node < 0 ? -1 : node;
}

int dtb_alias_index(const void *dtb, int node)
{
	const char *alias = name_of_path(dtb, "/aliases", node);
	size_t len = alias ? strlen(alias) : 0, digits = len;

	while (digits && isdigit((unsigned char)alias[digits - 1]))
		digits--;
	return digits < len ? atoi(alias + digits) : -1;
}

int dtb_node_at(const void *dtb, uint64_t phys, char *path, size_t path_size, char *compatible,
		size_t compatible_size)
{
	for (int node = fdt_next_node(dtb, -1, NULL); node >= 0;
	     node = fdt_next_node(dtb, node, NULL)) {
		const char *c = fdt_getprop(dtb, node, "compatible", NULL);
		uint64_t base, size;

		if (!c || !dtb_enabled(dtb, node) || dtb_reg(dtb, node, &base, &size) ||
		    phys - base >= size)
			continue;
		if (fdt_get_path(dtb, node, path, path_size))
			return -1;
		snprintf(compatible, compatible_size, "%s", c);
		return 0;
	}
	return -1;
}
