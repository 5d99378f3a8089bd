// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/perfetto_json.h"

#include <inttypes.h>

/* Names are bytes of any kind: what is no printable ASCII is written by its number. */
static void put_string(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

static void put_start(struct pf_out *j)
{
	fputs(j->begun ? ",\n" : "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", j->file);
	j->begun = true;
}

void pf_begin(struct pf_out *j, char phase, uint64_t time, struct pf_place at, const char *name)
{
	put_start(j);
	j->now = time > j->now ? time : j->now;
	fprintf(j->file, "{\"ph\":\"%c\",\"ts\":%" PRIu64 ".%06u,\"pid\":%u,\"tid\":%u", phase,
		j->now / 1000000, (unsigned int)(j->now % 1000000), at.process, at.thread);
	if (phase == 'i')
		fputs(",\"s\":\"t\"", j->file);
	if (name) {
		fputs(",\"name\":", j->file);
		put_string(j->file, name);
	}
	fputs(",\"args\":{", j->file);
	j->args = 0;
}

static void put_key(struct pf_out *j, const char *key)
{
	fprintf(j->file, "%s\"%s\":", j->args++ ? "," : "", key);
}

void pf_text(struct pf_out *j, const char *key, const char *value)
{
	put_key(j, key);
	put_string(j->file, value);
}

void pf_number(struct pf_out *j, const char *key, int64_t value)
{
	put_key(j, key);
	fprintf(j->file, "%" PRId64, value);
}

void pf_end(struct pf_out *j)
{
	fputs("}}", j->file);
}

static void put_meta(struct pf_out *j, const char *what, struct pf_place at)
{
	put_start(j);
	fprintf(j->file, "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{",
		at.process, at.thread, what);
}

void pf_name(struct pf_out *j, const char *what, struct pf_place at, const char *name)
{
	put_meta(j, what, at);
	fputs("\"name\":", j->file);
	put_string(j->file, name);
	pf_end(j);
}

void pf_sort(struct pf_out *j, const char *what, struct pf_place at, uint64_t index)
{
	put_meta(j, what, at);
	fprintf(j->file, "\"sort_index\":%" PRIu64, index);
	pf_end(j);
}

void pf_finish(struct pf_out *j)
{
	if (!j->begun)
		put_start(j);
}
