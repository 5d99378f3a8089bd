// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtb.h"

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

bool device_takes_options(const struct tw_model_info *model, const struct scenario_device *dev)
{
	for (size_t i = 0; dev && i < dev->nr_options; i++)
		if (!option_of(model, dev->options[i].key))
			return false;
	return true;
}

static bool is_file(const struct tw_model_info *model, const char *key)
{
	const struct tw_option_doc *o = model ? option_of(model, key) : NULL;

	return o && !strcmp(o->form, "FILE");
}

static struct tw_option given_option(const struct devices *d, const char *label,
					const struct tw_model_info *model, const char *key,
					const char *value)
{
	char *text = is_file(model, key) && *value
			     ? scenario_file(d->scenario, value, "devices.%s.%s", label, key)
			     : strdup(value);

	return text ? (struct tw_option){ key, text } : (abort(), (struct tw_option){ 0 });
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
		options[nr].value = strdup(text);
		if (!options[nr++].value)
			abort();
	}
	return nr;
}

struct tw_option *device_options(const struct devices *d, int node, const char *label,
				 const struct tw_model_info *model, size_t *nr)
{
	const struct scenario_device *dev = scenario_device(d->scenario, label);
	struct tw_option *options;

	*nr = dev ? dev->nr_options : 0;
	options = calloc(*nr + NR_PROPERTIES, sizeof(*options));
	if (!options)
		abort();
	for (size_t i = 0; i < *nr; i++)
		options[i] = given_option(d, label, model, dev->options[i].key,
					     dev->options[i].value);
	*nr = add_properties(d, node, model, options, *nr);
	return options;
}

void device_options_free(struct tw_option *options, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free((char *)options[i].value);
	free(options);
}
