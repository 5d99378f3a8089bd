/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Canned code for tests: counts a listing of one instruction per address. */
#ifndef TEST_CANNED_H
#define TEST_CANNED_H

#include <criterion/criterion.h>
#include <string.h>

#include "blocks.h"

#define TRACE "call   900 <__sanitizer_cov_trace_pc>"

/* One instruction per address from 0 on; a line "NAME:" starts a symbol. */
static inline struct listing listing_of(const char *const *lines, size_t n)
{
	struct listing l = { 0 };
	char text[128];
	uint64_t addr = 0;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(lines[i]);

		if (lines[i][len - 1] == ':')
			snprintf(text, sizeof(text), "%016lx <%.*s>:\n", addr, (int)len - 1,
				 lines[i]);
		else
			snprintf(text, sizeof(text), "  %lx:\t%s\n", addr++, lines[i]);
		cr_assert_eq(listing_line(&l, text), 0);
	}
	return l;
}

struct result {
	struct blocktable_header header;
	uint8_t table[64];
	struct traced_stats stats;
	char log[512];
};

static inline struct result count(const char *const *lines, size_t n, struct static_key *keys,
			   size_t nr_keys)
{
	struct listing l = listing_of(lines, n);
	struct image image = { .text_size = 64, .keys = keys, .nr_keys = nr_keys };
	struct result r = { 0 };

	FILE *log = fmemopen(r.log, sizeof(r.log), "w");

	cr_assert_not_null(log);
	cr_assert_eq(blocks_count(&l, &image, &r.header, r.table, &r.stats, log), 0);
	fclose(log);
	listing_free(&l);
	return r;
}

#define COUNT(lines, keys, nr) count(lines, sizeof(lines) / sizeof((lines)[0]), keys, nr)

#endif
