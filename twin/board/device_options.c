// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtb.h"
#include "trace/mem.h"

/*
 * Properties (one cell) by which a binding tells the driver what the hardware has; the model has to
 * be the same hardware. A model without that option is not concerned.
 */
static const struct {
	const char *property, *option;
} properties[] = {
	{ "atmel,fifo-size", "fifo" },	/* bindings/spi/atmel,at91rm9200-spi.yaml */
};

#define NR_PROPERTIES (sizeof(properties) / sizeof(properties[0]))

/* The model's option of that name, or NULL. */
static const struct tw_option_doc *option_of(const struct tw_model_info *m, const char *key)
{
	const struct tw_option_doc *o = m->options;

	while (o && o->key && strcmp(o->key, key))
		o++;
	return o && o->key ? o : NULL;
}

static bool is_file(const struct tw_model_info *model, const char *key)
{
	const struct tw_option_doc *o = model ? option_of(model, key) : NULL;

	return o && !strcmp(o->form, "FILE");
}

static char *value_for_model(const struct devices *d, const char *label,
			     const struct tw_model_info *model,
			     const struct scenario_option *given)
{
	char *path;

	if (!*given->value || !is_file(model, given->key))
		return mem_text(given->value);
	path = scenario_file(d->scenario, given->value, "devices.%s.%s", label, given->key);
	if (!path)
		abort();
	return path;
}

static bool has_option(const struct tw_option *options, size_t nr, const char *key)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(options[i].key, key))
			return true;
	return false;
}

static size_t add_properties(const struct devices *d, int node, const struct tw_model_info *model,
			     struct tw_option *options, size_t nr)
{
	for (size_t i = 0; model && i < NR_PROPERTIES; i++) {
		const char *key = properties[i].option;
		char text[16];
		uint32_t cell;

		if (!option_of(model, key) || has_option(options, nr, key) ||
		    dtb_cell(d->dtb, node, properties[i].property, &cell))
			continue;
		snprintf(text, sizeof(text), "%u", cell);
		options[nr].key = key;
		options[nr++].value = mem_text(text);
	}
	return nr;
}

struct tw_option *device_options(const struct devices *d, int node, const char *label,
				 const struct tw_model_info *model, size_t *nr)
{
	const struct scenario_device *dev = scenario_device(d->scenario, label);
	struct tw_option *options;

	*nr = dev ? dev->nr_options : 0;
	options = mem_alloc((*nr + NR_PROPERTIES) * sizeof(*options));
	for (size_t i = 0; i < *nr; i++) {
		options[i].key = dev->options[i].key;
		options[i].value = value_for_model(d, label, model, &dev->options[i]);
	}
	*nr = add_properties(d, node, model, options, *nr);
	return options;
}

void device_options_free(struct tw_option *options, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free((char *)options[i].value);
	free(options);
}
