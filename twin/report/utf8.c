// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/utf8.h"

#include <stdint.h>
#include <string.h>

#include "trace/mem.h"

/* Length that a lead byte announces, 0 when it cannot lead. */
static size_t sequence_length(unsigned char c)
{
	if (c < 0x80)
		return c != 0;
	if (c >= 0xc2 && c <= 0xdf)
		return 2;
	if (c >= 0xe0 && c <= 0xef)
		return 3;
	return c >= 0xf0 && c <= 0xf4 ? 4 : 0;
}

/* Shortest form only, no surrogates, nothing above U+10FFFF. */
static int in_range(uint32_t code, size_t n)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

	return code >= least[n] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

static size_t valid_length(const unsigned char *s, size_t left)
{
	size_t n = sequence_length(*s);
	uint32_t code = n < 2 ? *s : *s & (0x7fu >> n);

	if (!n || n > left)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	return in_range(code, n) ? n : 0;
}

char *utf8_clean(const char *text, size_t len, size_t *out_len)
{
	char *out = mem_alloc(3 * len + 1);
	size_t used = 0, n;

	for (size_t i = 0; i < len; i += n ? n : 1) {
		n = valid_length((const unsigned char *)text + i, len - i);
		memcpy(out + used, n ? text + i : "\xef\xbf\xbd", n ? n : 3);
		used += n ? n : 3;
	}
	*out_len = used;
	return out;
}
