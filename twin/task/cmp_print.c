// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>
#include <sys/stat.h>

#include "cmp.h"

/* As wide as the last number of a byte can be. */
int cmp_width(struct cmp_state *s)
{
	uint64_t most = s->o->bytes < INT64_MAX ? s->o->bytes : INT64_MAX;
	int width = 1;

	for (int f = 0; f < 2; f++)
		if (S_ISREG(s->st[f].mode)) {
			int64_t rest = s->st[f].size - cmp_position(s, f);

			if (rest < (int64_t)most)
				most = rest;
		}
	while (most /= 10)
		width++;
	return width;
}

/* A byte as cat -t shows it. */
static const char *shown(char *to, unsigned char c)
{
	char *p = to;

	if (c < 32 || c > 126) {
		if (c >= 128) {
			p = stpcpy(p, "M-");
			c -= 128;
		}
		if (c < 32 || c == 127) {
			*p++ = '^';
			c ^= 64;
		}
	}
	*p++ = c;
	*p = '\0';
	return to;
}

void cmp_print_first(struct cmp_state *s, unsigned char a, unsigned char b)
{
	char x[8], y[8];

	if (s->no_output)
		return;
	stream_printf(&s->out, "%s %s differ: %s %lu, line %lu", s->o->file[0], s->o->file[1],
		      s->o->flags & CMP_PRINT_BYTES ? "byte" : "char", (unsigned long)s->byte,
		      (unsigned long)s->line);
	if (s->o->flags & CMP_PRINT_BYTES)
		stream_printf(&s->out, " is %3o %s %3o %s", a, shown(x, a), b, shown(y, b));
	stream_put(&s->out, "\n", 1);
}

void cmp_print_each(struct cmp_state *s, uint64_t n, uint64_t from)
{
	char x[8], y[8];

	for (uint64_t i = from; i < n; i++, s->byte++) {
		unsigned char a = s->buf[0][i], b = s->buf[1][i];

		if (a == b || s->no_output)
			continue;
		if (s->o->flags & CMP_PRINT_BYTES)
			stream_printf(&s->out, "%*lu %3o %-4s %3o %s\n", s->width,
				      (unsigned long)s->byte, a, shown(x, a), b, shown(y, b));
		else
			stream_printf(&s->out, "%*lu %3o %3o\n", s->width,
				      (unsigned long)s->byte, a, b);
	}
}

void cmp_print_end(struct cmp_state *s, const char *file)
{
	if (s->byte == 1)
		task_printf(s->api, 2, "cmp: EOF on %s which is empty\n", file);
	else if (s->o->flags & CMP_VERBOSE || s->no_output)
		task_printf(s->api, 2, "cmp: EOF on %s after byte %lu\n", file,
			    (unsigned long)s->byte - 1);
	else
		task_printf(s->api, 2, "cmp: EOF on %s after byte %lu, %sline %lu\n", file,
			    (unsigned long)s->byte - 1, s->at_line_start ? "" : "in ",
			    (unsigned long)s->line - s->at_line_start);
}
