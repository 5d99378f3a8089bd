// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One line whatever the input held; bytes above 127 are UTF-8 and stay. */
static void make_printable(char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text))
			*text = '?';
}

/* Cutting at DIAG_TEXT_SIZE may have split a UTF-8 sequence. */
static void drop_partial_utf8(char *text)
{
	size_t len = strlen(text), back = 0;

	while (back < len && back < 3 && ((unsigned char)text[len - 1 - back] & 0xc0) == 0x80)
		back++;
	if (back < len && (unsigned char)text[len - 1 - back] >= 0xc0)
		text[len - 1 - back] = '\0';
}

static void format_text(char *to, const char *fmt, va_list args)
{
	if (vsnprintf(to, DIAG_TEXT_SIZE, fmt, args) >= DIAG_TEXT_SIZE)
		drop_partial_utf8(to);
	make_printable(to);
}

/* The end of a long path says more than its start. */
static void set_file(struct diag *diag, const char *file)
{
	size_t len = file ? strlen(file) : 0;

	if (len < DIAG_FILE_SIZE)
		snprintf(diag->file, DIAG_FILE_SIZE, "%s", file ? file : "");
	else
		snprintf(diag->file, DIAG_FILE_SIZE, "...%s", file + len - (DIAG_FILE_SIZE - 4));
	make_printable(diag->file);
}

int diag_set(struct diag *diag, struct src_pos pos, const char *fmt, ...)
{
	va_list args;

	if (!diag)
		return -1;
	set_file(diag, pos.file);
	diag->line = pos.line;
	diag->col = pos.col;
	diag->hint[0] = '\0';
	va_start(args, fmt);
	format_text(diag->what, fmt, args);
	va_end(args);
	return -1;
}

int diag_hint(struct diag *diag, const char *fmt, ...)
{
	va_list args;

	if (!diag)
		return -1;
	va_start(args, fmt);
	format_text(diag->hint, fmt, args);
	va_end(args);
	return -1;
}

int diag_line(struct diag *diag, const char *line)
{
	static const char mark[] = "error: ";
	const char *what = strstr(line, mark);
	char file[DIAG_FILE_SIZE] = "";

	if (!what)
		return diag_set(diag, (struct src_pos){ 0 }, "%s", line);
	if (what - line > 2)
		snprintf(file, sizeof(file), "%.*s", (int)(what - line) - 2, line);
	return diag_set(diag, (struct src_pos){ .file = file }, "%s", what + sizeof(mark) - 1);
}

static int format_place(const struct diag *diag, char *buf, size_t size)
{
	if (!diag->file[0])
		return snprintf(buf, size, "spitwin: ");
	if (diag->line < 1)
		return snprintf(buf, size, "%s: ", diag->file);
	if (diag->col < 1)
		return snprintf(buf, size, "%s:%d: ", diag->file, diag->line);
	return snprintf(buf, size, "%s:%d:%d: ", diag->file, diag->line, diag->col);
}

static int format_line(const struct diag *diag, const char *on, const char *off, char *buf,
		       size_t size)
{
	char place[DIAG_FILE_SIZE + 32];

	format_place(diag, place, sizeof(place));
	return snprintf(buf, size, "%s%serror:%s %s%s%s", place, on, off, diag->what,
			diag->hint[0] ? "; " : "", diag->hint);
}

int diag_format(const struct diag *diag, char *buf, size_t size)
{
	return format_line(diag, "", "", buf, size);
}

void diag_print(const struct diag *diag)
{
	char line[DIAG_FILE_SIZE + 2 * DIAG_TEXT_SIZE + 64];
	const char *no_color = getenv("NO_COLOR");
	int color = isatty(STDERR_FILENO) && !(no_color && *no_color);

	format_line(diag, color ? "\033[1;31m" : "", color ? "\033[0m" : "", line, sizeof(line));
	fprintf(stderr, "%s\n", line);
}
