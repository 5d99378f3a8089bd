// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * hexdump -C of util-linux 2.38 (Debian's bsdextrautils) for one file. Not modelled: program start;
 * formats of the user; that its C library moves the file back to the last byte shown when it ends.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kinds.h"
#include "numbers.h"
#include "options.h"
#include "stream.h"

#define HEX_LINE 16
#define HEX_READ 4096

enum hex_flag { HEX_CANONICAL = 1, HEX_ALL = 2 };

struct hex_options {
	struct option_head head;
	uint32_t flags;
	uint64_t skip, length;
	char file[OPTION_PATH];
};

static int hex_set_number(void *options, const struct option_row *row, const char *value, char *err)
{
	uint64_t *to = (uint64_t *)((char *)options + row->offset);

	if (!number_parse(value, strlen(value), NUMBER_ANY_BASE, to) && *to <= INT64_MAX)
		return 0;
	return option_error(err, "failed to parse %s: '%.40s'", row->name, value);
}

#define FORMATS "only -C is simulated"
#define AT(field) offsetof(struct hex_options, field)

static const struct option_row hex_rows[] = {
	{ "canonical", 'C', NULL, "hexadecimal and ASCII; this one must be given", option_set_bit,
	  AT(flags), HEX_CANONICAL },
	{ "length", 'n', "LENGTH", "so many bytes at most", hex_set_number, AT(length), 0 },
	{ "skip", 's', "OFFSET", "pass over so many bytes", hex_set_number, AT(skip), 0 },
	{ "no-squeezing", 'v', NULL, "equal lines too", option_set_bit, AT(flags), HEX_ALL },
	{ "one-byte-octal", 'b', NULL, FORMATS, NULL, 0, 0 },
	{ "one-byte-char", 'c', NULL, FORMATS, NULL, 0, 0 },
	{ "two-bytes-decimal", 'd', NULL, FORMATS, NULL, 0, 0 },
	{ "two-bytes-octal", 'o', NULL, FORMATS, NULL, 0, 0 },
	{ "two-bytes-hex", 'x', NULL, FORMATS, NULL, 0, 0 },
	{ "format", 'e', "FORMAT", FORMATS, NULL, 0, 0 },
	{ "format-file", 'f', "FILE", FORMATS, NULL, 0, 0 },
	{ "help", 'h', NULL, "print this and exit", option_set_help, 0, 0 },
	{ "version", 'V', NULL, "print the version of the tool that this stands for and exit",
	  option_set_version, 0, 0 },
};

static int hex_operand(void *options, unsigned int i, const char *text, char *err)
{
	return option_path(((struct hex_options *)options)->file, text, err);
}

static void hex_defaults(void *options)
{
	((struct hex_options *)options)->length = UINT64_MAX;
}

static int hex_check(void *options, char *err)
{
	if (((struct hex_options *)options)->flags & HEX_CANONICAL)
		return 0;
	return option_error(err, FORMATS "; add -C");
}

static const struct option_table hex_table = {
	.tool = "hexdump", .operands = "[FILE]", .version = "hexdump from util-linux 2.38.1",
	.rows = hex_rows, .nr_rows = sizeof(hex_rows) / sizeof(hex_rows[0]), .max = 1,
	.operand = hex_operand, .defaults = hex_defaults, .check = hex_check,
	.size = sizeof(struct hex_options),
};

struct hex_state {
	const struct twin_task_api *api;
	const struct hex_options *o;
	struct task_stream out;
	uint8_t in[HEX_READ], line[HEX_LINE], last[HEX_LINE];
	long filled, used;
	uint64_t address, left;
	bool squeezed, first;
	int status;
};

/* The next byte, -1 at the end. */
static int hex_byte(struct hex_state *s)
{
	if (!s->left || s->filled < 0)
		return -1;
	if (s->used == s->filled) {
		s->filled = task_read(s->api, 0, s->in, sizeof(s->in));
		s->used = 0;
		if (s->filled < 0) {
			task_printf(s->api, 2, "hexdump: %s: %s\n",
				    *s->o->file ? s->o->file : "stdin", task_strerror(s->filled));
			s->status = 1;
		}
		if (s->filled <= 0) {
			s->filled = -1;
			return -1;
		}
	}
	s->left--;
	return s->in[s->used++];
}

static void hex_print_line(struct hex_state *s, int n)
{
	char text[80];
	int at = snprintf(text, sizeof(text), "%08lx", (unsigned long)s->address);

	for (int i = 0; i < HEX_LINE; i++) {
		at += snprintf(text + at, sizeof(text) - at, i == 8 ? "  " : " ");
		if (!i)
			text[at++] = ' ';
		if (i < n)
			at += snprintf(text + at, sizeof(text) - at, "%02x", s->line[i]);
		else
			at += snprintf(text + at, sizeof(text) - at, "  ");
	}
	at += snprintf(text + at, sizeof(text) - at, "  |");
	for (int i = 0; i < n; i++)
		text[at++] = s->line[i] >= 32 && s->line[i] < 127 ? s->line[i] : '.';
	task_loop(s->api, TWIN_COST_USER_PRINT_BYTE, n);
	stream_put(&s->out, text, at);
	stream_put(&s->out, "|\n", 2);
}

/* One line of what is there; a full one that equals the last one is a "*". */
static bool hex_line(struct hex_state *s)
{
	int n = 0, c;

	while (n < HEX_LINE && (c = hex_byte(s)) >= 0)
		s->line[n++] = c;
	if (!n)
		return false;
	if (n == HEX_LINE && !s->first && !(s->o->flags & HEX_ALL) &&
	    !memcmp(s->line, s->last, HEX_LINE)) {
		if (!s->squeezed)
			stream_put(&s->out, "*\n", 2);
		s->squeezed = true;
		task_loop(s->api, TWIN_COST_USER_PASS_BYTE, HEX_LINE);
	} else {
		hex_print_line(s, n);
		s->squeezed = false;
		s->first = false;
		memcpy(s->last, s->line, HEX_LINE);
	}
	s->address += n;
	return n == HEX_LINE;
}

/* A regular file that is shorter than what is to be passed over is passed over to its end. */
static int hex_skip(struct hex_state *s)
{
	uint64_t skip = s->o->skip;
	struct task_stat st;
	long ret;

	if (!skip)
		return 0;
	ret = task_fstat(s->api, 0, &st);
	if (ret >= 0 && S_ISREG(st.mode) && (uint64_t)st.size <= skip) {
		s->address = st.size;
		s->left = 0;
		return 0;
	}
	if (ret >= 0)
		ret = task_lseek(s->api, 0, skip, SEEK_SET);
	s->address = skip;
	if (ret >= 0)
		return 0;
	task_printf(s->api, 2, "hexdump: %s: %s\n", s->o->file, task_strerror(ret));
	return -1;
}

static int hex_open(struct hex_state *s)
{
	const char *file = s->o->file;
	struct task_stat st;
	long fd;

	if (*file) {
		fd = task_open(s->api, file, O_RDONLY, 0);
		if (fd < 0) {
			task_printf(s->api, 2, "hexdump: %s: %s\nhexdump: all input file arguments "
				    "failed\n", file, task_strerror(fd));
			return -1;
		}
		task_dup2(s->api, fd, 0);
		task_close(s->api, fd);
	}
	task_fstat(s->api, 0, &st);
	return hex_skip(s);
}

static int hex_run(const struct twin_task_api *api, void *arg)
{
	struct hex_state s = { .api = api, .o = arg, .first = true };

	if (options_shown(api, &hex_table, &s.o->head))
		return 0;
	s.left = s.o->length;
	stream_open(&s.out, api, 1);
	if (hex_open(&s))
		return 1;
	while (hex_line(&s))
		;
	if (s.address)
		stream_printf(&s.out, "%08lx\n", (unsigned long)s.address);
	stream_flush(&s.out);
	return s.status;
}

static int hex_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&hex_table, argv, arg, word, err);
}

const struct task_info kind_hexdump = {
	.name = "hexdump",
	.doc = "show a file's bytes, with -C (util-linux)",
	.options = &hex_table,
	.prepare = hex_prepare,
	.run = hex_run,
	.release = free,
};
