// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device_errors.h"

#include <stdio.h>
#include <string.h>

#include "dtb.h"

int devicetree_error(struct diag *diag, const struct devices *d, const char *err)
{
	const struct scenario_texts *overlays = &d->scenario->overlays;
	char names[256] = "";
	size_t len = 0;

	if (!overlays->nr)
		return diag_set(diag, (struct src_pos){ .file = d->desc->dts }, "%s", err);
	for (size_t i = 0; i < overlays->nr && len < sizeof(names); i++)
		len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s", i ? ", " : "",
					overlays->items[i]);
	return diag_set(diag, scenario_where(d->scenario, "overlays"), "%s with %s: %s",
			d->desc->dts, names, err);
}

/* Where the scenario gives what a model complains about: "option 'KEY'" or "KEY 'VALUE'". */
static struct src_pos place_of(const struct devices *d, const struct scenario_device *dev,
			       const char *err)
{
	char option[96], value[96];

	for (size_t i = 0; i < dev->nr_options; i++) {
		const char *key = dev->options[i].key;

		snprintf(option, sizeof(option), " option '%s'", key);
		snprintf(value, sizeof(value), " %s '", key);
		if (strstr(err, option) || strstr(err, value))
			return scenario_where(d->scenario, "devices.%s.%s", dev->label, key);
	}
	return scenario_where(d->scenario, "devices.%s", dev->label);
}

int device_error(struct diag *diag, const struct devices *d, const char *name, const char *err)
{
	const struct scenario_device *dev = scenario_device(d->scenario, name);

	if (strstr(err, ": error: "))	/* about a file of its own, with a place in it */
		return diag_line(diag, err);
	if (dev)
		return diag_set(diag, place_of(d, dev, err), "%s", err);
	return devicetree_error(diag, d, err);
}

int device_missing(struct diag *diag, const struct devices *d, const char *label, const char *near)
{
	struct src_pos pos = scenario_where(d->scenario, "devices.%s", label);
	int node = dtb_find(d->dtb, label);

	if (node >= 0 && !dtb_enabled(d->dtb, node)) {
		diag_set(diag, pos, "device '%s' of board %s exists but is disabled", label,
			 d->desc->name);
		return diag_hint(diag, "an overlay may enable it: status = \"okay\"");
	}
	diag_set(diag, pos, "board %s has no enabled device '%s' with a model", d->desc->name,
		 label);
	return near ? diag_hint(diag, "did you mean '%s'?", near) : -1;
}
