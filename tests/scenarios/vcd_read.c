// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "vcd_read.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"

static void take_var(struct vcd_data *v, const char *line)
{
	char id, name[64];

	if (sscanf(line, "$var wire 1 %c %63s $end", &id, name) != 2)
		return;
	if (!strcmp(name, "spi1_sck"))
		v->sck = id;
	else if (!strcmp(name, "spi1_mosi"))
		v->mosi = id;
	else if (!strcmp(name, "spi1_miso"))
		v->miso = id;
	else if (!strcmp(name, "spi1_cs0"))
		v->cs = id;
}

static void take_line(struct vcd_data *v, const char *line)
{
	if (line[0] == '#') {
		uint64_t at = strtoull(line + 1, NULL, 10);

		cr_assert(at >= v->last, "time goes backwards at %" PRIu64, at);
		v->first = v->last ? v->first : at;
		v->last = at;
	} else if (strchr("01xz", line[0])) {
		cr_assert_eq(strlen(line), 2, "malformed: %s", line);
		v->changes[v->nr++] = (struct vcd_change){v->last, line[1], line[0]};
	} else {
		cr_assert_eq(line[0], '$', "malformed: %s", line);
		take_var(v, line);
	}
}

struct vcd_data vcd_read(const char *name)
{
	struct vcd_data v = {0};
	size_t len;
	char *all = read_file(name, &len), *save = NULL;

	cr_assert(len && all[len - 1] == '\n', "%s is not complete", name);
	v.changes = keep(calloc(len / 3 + 1, sizeof(*v.changes)));
	for (char *line = strtok_r(all, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		take_line(&v, line);
	cr_assert(v.sck && v.mosi && v.miso && v.cs, "%s lacks a pin of spi1", name);
	return v;
}

static void take_bit(struct vcd_words *w, int bit, char mosi, char miso)
{
	if (!bit)
		w->mosi[w->nr] = w->miso[w->nr] = 0;
	w->mosi[w->nr] |= (mosi == '1') << (7 - bit);
	w->miso[w->nr] |= (miso == '1') << (7 - bit);
	w->nr += bit == 7;
}

struct vcd_words vcd_words(const struct vcd_data *v)
{
	struct vcd_words w = {keep(calloc(v->nr + 1, 1)), keep(calloc(v->nr + 1, 1)), 0};
	char level[128] = {0};
	int bit = 0;

	for (size_t i = 0; i < v->nr; i++) {
		const struct vcd_change *c = &v->changes[i];
		char before = level[c->id & 127];

		level[c->id & 127] = c->value;
		if (c->id == v->cs)
			bit = 0;
		if (c->id != v->sck || before != '0' || c->value != '1' || level[(int)v->cs] != '0')
			continue;
		take_bit(&w, bit, level[(int)v->mosi], level[(int)v->miso]);
		bit = (bit + 1) % 8;
	}
	return w;
}
