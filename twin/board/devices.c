// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "devices.h"

#include <libfdt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_errors.h"
#include "device_options.h"
#include "dtb.h"
#include "scenario/nearest.h"

/*
 * The first compatible of a node that has a model of that kind, behind the one of `after` unless
 * that is NULL.
 */
static const struct tw_model_info *node_model_after(const void *dtb, int node,
						    enum tw_model_kind kind,
						    const struct tw_model_info *after)
{
	int len;
	const char *c = fdt_getprop(dtb, node, "compatible", &len);

	for (int at = 0; c && at < len; at += strlen(c + at) + 1) {
		const struct tw_model_info *m = tw_model_find(c + at);

		if (m && m->kind == kind && !after)
			return m;
		if (m == after)
			after = NULL;
	}
	return NULL;
}

static const struct tw_model_info *node_model(const void *dtb, int node, enum tw_model_kind kind)
{
	return node_model_after(dtb, node, kind, NULL);
}

/* Adds to an error of a model that the node names another one, which may be what is meant. */
static int other_model(struct diag *diag, const struct devices *d, int node,
		       const struct tw_model_info *model)
{
	const struct tw_model_info *other = node_model_after(d->dtb, node, model->kind, model);

	while (other && other->options == model->options)	/* the same by another name */
		other = node_model_after(d->dtb, node, model->kind, other);
	if (!other)
		return -1;
	return diag_hint(diag, "its compatible names two models, \"%s\" and \"%s\": the first is "
			       "taken", model->compatible, other->compatible);
}

static struct device_note *note_add(struct devices *d, int node, const char *compatible,
				    const char *model)
{
	struct device_note *grown = realloc(d->notes, (d->nr_notes + 1) * sizeof(*grown));
	struct device_note *note;

	if (!grown)
		abort();
	d->notes = grown;
	note = &grown[d->nr_notes++];
	*note = (struct device_note){ .model = model, .controller = -1, .cs = -1,
				       .irq = -1 };
	snprintf(note->name, sizeof(note->name), "%s", dtb_name(d->dtb, node));
	snprintf(note->compatible, sizeof(note->compatible), "%s", compatible);
	fdt_get_path(d->dtb, node, note->node, sizeof(note->node));
	return note;
}

static bool is_storage(const struct devices *d, int node)
{
	for (size_t i = 0; i < d->desc->nr_storage; i++)
		if (d->storage[i] == node)
			return true;
	return false;
}

/*
 * The node's interrupts: its shared line, and of a GIC's node the private ones. A GIC's cells are
 * type (0 shared, 1 private), number and flags; other controllers begin with the line.
 */
static void find_interrupts(const void *dtb, int node, struct tw_bus_device *dev)
{
	int parent = dtb_interrupt_parent(dtb, node), len, line = -1;
	const fdt32_t *p = fdt_getprop(dtb, node, "interrupts", &len);

	dev->irq = p && len >= 4 ? (int)fdt32_to_cpu(p[0]) : -1;
	if (!p || parent < 0 || fdt_node_check_compatible(dtb, parent, "arm,gic-v3"))
		return;
	for (int i = 0; i + 3 <= len / 4; i += 3) {
		uint32_t number = fdt32_to_cpu(p[i + 1]);

		if (fdt32_to_cpu(p[i]) == 0 && line < 0)
			line = (int)number;
		else if (fdt32_to_cpu(p[i]) == 1 && dev->nr_ppi < TW_PPIS_MAX)
			dev->ppi[dev->nr_ppi++] = 16 + number % 16;
	}
	dev->irq = line;
}

/* Where the node's registers are; a device without any is only its CPUs' (arm,armv8-timer). */
static int find_registers(const struct devices *d, int node, struct tw_bus_device *dev,
			  struct tw_bus_region *more)
{
	const fdt32_t *hz;
	int len;

	if (!fdt_getprop(d->dtb, node, "reg", &len)) {
		hz = fdt_getprop(d->dtb, node, "clock-frequency", &len);
		dev->clock_hz = hz && len == 4 ? fdt32_to_cpu(*hz) : d->desc->bus_hz;
		return 0;
	}
	if (dtb_reg(d->dtb, node, &dev->base, &dev->size))
		return -1;
	/* Registers are words; the trees give the PIT one byte less than its last one needs. */
	dev->size = (dev->size + 3) & ~3ULL;
	while (dev->nr_more < TW_REGIONS_MAX &&
	       !dtb_reg_at(d->dtb, node, (int)dev->nr_more + 1, &more[dev->nr_more].base,
			   &more[dev->nr_more].size))
		dev->nr_more++;
	dev->more = more;
	return 0;
}

static int add_bus_device(struct devices *d, int node, struct diag *diag)
{
	const struct tw_model_info *model = node_model(d->dtb, node, TW_MODEL_BUS);
	struct tw_bus_device dev = { .clock_hz = d->desc->bus_hz };
	const struct boot_node *regs;
	const char *label;
	bool storage = is_storage(d, node);
	char err[TW_ERR_SIZE], path[192];
	struct tw_option *options;
	struct tw_bus_region more[TW_REGIONS_MAX];
	int segment = 0, ret;

	if ((!model && !storage) || find_registers(d, node, &dev, more))
		return 0;
	dev.name = label = dtb_name(d->dtb, node);
	if (dev.size)
		segment = board_segment_of(d->desc, dev.base);
	if (segment < 0)
		return diag_set(diag, (struct src_pos){ .file = d->desc->name },
				"no bus segment covers address 0x%lx of %s", (long)dev.base, label);
	fdt_get_path(d->dtb, node, path, sizeof(path));
	dev.node = path;
	dev.compatible = storage ? "storage" : model->compatible;
	find_interrupts(d->dtb, node, &dev);
	dev.index = dtb_alias_index(d->dtb, node);
	dev.segment = (enum tw_segment)segment;
	options = device_options(d, node, label, storage ? NULL : model, &dev.nr_options);
	dev.options = options;
	regs = boot_state_find(d->state, label);
	dev.init = regs ? (const struct tw_reg_init *)regs->regs : NULL;
	dev.nr_init = regs ? regs->nr : 0;
	ret = tw_board_add(d->board, &dev, err);
	device_options_free(options, dev.nr_options);
	if (ret)
		return device_error(diag, d, label, err);
	note_add(d, node, dev.compatible, storage ? "storage" : "registers")->irq = dev.irq;
	return 0;
}

/* Linux takes a GPIO chip select as active low unless the device says spi-cs-high. */
static int wire_cs(struct devices *d, int controller, int node, uint32_t cs, struct diag *diag)
{
	int len, active_low = !fdt_getprop(d->dtb, node, "spi-cs-high", NULL);
	const fdt32_t *p = fdt_getprop(d->dtb, controller, "cs-gpios", &len);
	const char *name = dtb_name(d->dtb, controller);
	uint32_t i = 0;
	char err[TW_ERR_SIZE];

	for (int at = 0; p && at < len / 4; i++) {
		int bank = fdt_node_offset_by_phandle(d->dtb, fdt32_to_cpu(p[at]));

		if (fdt32_to_cpu(p[at]) && i == cs) {
			if (bank < 0 || at + 3 > len / 4)
				return device_error(diag, d, name, "damaged cs-gpios");
			if (tw_board_wire_cs(d->board, dtb_name(d->dtb, bank),
					     fdt32_to_cpu(p[at + 1]), name, cs, active_low, err))
				return device_error(diag, d, name, err);
			return 0;
		}
		at += fdt32_to_cpu(p[at]) ? 3 : 1;
	}
	return 0;	/* native chip select */
}

static int add_spi_device(struct devices *d, int controller, int node, struct diag *diag)
{
	const struct tw_model_info *model = node_model(d->dtb, node, TW_MODEL_SPI_DEVICE);
	struct tw_spi_device dev = { .name = dtb_name(d->dtb, node),
				     .controller = dtb_name(d->dtb, controller) };
	struct device_note *note;
	char err[TW_ERR_SIZE + 192], path[192];
	struct tw_option *options;
	uint32_t cs;
	int ret;

	if (!dtb_enabled(d->dtb, node) || dtb_cell(d->dtb, node, "reg", &cs))
		return 0;
	fdt_get_path(d->dtb, node, path, sizeof(path));
	if (!model) {
		const char *c = fdt_getprop(d->dtb, node, "compatible", NULL);

		snprintf(err, sizeof(err), "node %s (compatible \"%s\") has no model", path,
			 c ? c : "");
		devicetree_error(diag, d, err);
		return diag_hint(diag, "see `spitwin list` for the models there are");
	}
	dev.node = path;
	dev.compatible = model->compatible;
	dev.cs = cs;
	options = device_options(d, node, dev.name, model, &dev.nr_options);
	dev.options = options;
	ret = tw_board_add_spi(d->board, &dev, err);
	device_options_free(options, dev.nr_options);
	if (ret) {
		device_error(diag, d, dev.name, err);
		return other_model(diag, d, node, model);
	}
	note = note_add(d, node, dev.compatible, "spi device");
	note->controller = dtb_alias_index(d->dtb, controller);
	note->cs = cs;
	return wire_cs(d, controller, node, cs, diag);
}

/*
 * The handshaking interface in a DMA specifier of "atmel,at91sam9g45-dma": AT91_DMA_CFG_PER_ID, the
 * low byte of the second cell (dt-bindings/dma/at91.h).
 */
static uint32_t dma_interface(const fdt32_t *cells)
{
	return fdt32_to_cpu(cells[2]) & 0xff;
}

/* One entry of `dmas`: phandle and two cells; the i-th of dma-names is its line. */
static int wire_dma_line(struct devices *d, int node, const fdt32_t *cells, int i,
			 struct diag *diag)
{
	int controller = fdt_node_offset_by_phandle(d->dtb, fdt32_to_cpu(*cells)), len;
	const char *line = fdt_stringlist_get(d->dtb, node, "dma-names", i, &len);
	const char *name = dtb_name(d->dtb, node);
	char err[TW_ERR_SIZE];

	if (controller < 0 || !line)
		return device_error(diag, d, name, "damaged dmas or dma-names");
	if (!dtb_enabled(d->dtb, controller) || !node_model(d->dtb, controller, TW_MODEL_BUS))
		return 0;
	if (tw_board_wire_dma(d->board, dtb_name(d->dtb, controller), dma_interface(cells), name,
			      line, err)) {
		device_error(diag, d, name, err);
		return diag_hint(diag, "'dma: off' takes the channels out of the devicetree");
	}
	return 0;
}

/* Controllers with DMA requests that are modelled: SPI. */
static int wire_dma(struct devices *d, int node, struct diag *diag)
{
	int len;
	const fdt32_t *p = fdt_getprop(d->dtb, node, "dmas", &len);

	for (int at = 0, i = 0; p && at + 3 <= len / 4; at += 3, i++)
		if (wire_dma_line(d, node, p + at, i, diag))
			return -1;
	return 0;
}

static int add_spi_devices(struct devices *d, int controller, struct diag *diag)
{
	int node;

	if (strncmp(fdt_get_name(d->dtb, controller, NULL), "spi@", 4) ||
	    !dtb_enabled(d->dtb, controller) || !node_model(d->dtb, controller, TW_MODEL_BUS))
		return 0;
	fdt_for_each_subnode(node, d->dtb, controller)
		if (add_spi_device(d, controller, node, diag))
			return -1;
	return wire_dma(d, controller, diag);
}

/*
 * Every enabled node in the tree's order. Disabled parents are left out on the way down: asking
 * each node for its parents would walk the whole blob each time.
 */
static int for_each_node(struct devices *d, struct diag *diag,
			 int (*fn)(struct devices *d, int node, struct diag *diag))
{
	int depth = 0, disabled = INT_MAX;

	for (int node = fdt_next_node(d->dtb, -1, &depth); node >= 0 && depth >= 0;
	     node = fdt_next_node(d->dtb, node, &depth)) {
		if (depth > disabled)
			continue;
		disabled = dtb_okay(d->dtb, node) ? INT_MAX : depth;
		if (disabled == INT_MAX && fn(d, node, diag))
			return -1;
	}
	return 0;
}

/* Every label that the scenario gives options must have got a model. */
static int check_labels(const struct devices *d, struct diag *diag)
{
	const struct scenario *s = d->scenario;

	for (size_t i = 0; i < s->nr_devices; i++) {
		const char *label = s->devices[i].label;
		struct nearest best;
		size_t k;

		nearest_start(&best, label);
		for (k = 0; k < d->nr_notes && strcmp(d->notes[k].name, label); k++)
			nearest_offer(&best, d->notes[k].name);
		if (k == d->nr_notes)
			return device_missing(diag, d, label, best.best);
	}
	return 0;
}

/* Nodes declared storage, looked up once: a node's name is costly to ask for. */
static void find_storage(struct devices *d)
{
	d->storage = calloc(d->desc->nr_storage + 1, sizeof(*d->storage));
	if (!d->storage)
		abort();
	for (size_t i = 0; i < d->desc->nr_storage; i++)
		d->storage[i] = dtb_find(d->dtb, d->desc->storage[i].node);
}

int devices_build(struct devices *d, struct diag *diag)
{
	find_storage(d);
	if (for_each_node(d, diag, add_bus_device) || for_each_node(d, diag, add_spi_devices))
		return -1;
	return check_labels(d, diag);
}

void devices_free(struct devices *d)
{
	free(d->notes);
	free(d->storage);
	d->notes = NULL;
	d->storage = NULL;
	d->nr_notes = 0;
}
