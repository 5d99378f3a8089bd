// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Inline helpers of headers say little: their caller's line is what one looks for. */
static int is_header(const char *place)
{
	return strstr(place, "include/") != NULL;
}

static const char *without_dots(const char *place)
{
	while (!strncmp(place, "./", 2))
		place += 2;
	return place;
}

/* Our architecture's folder is beside the tree when it is compiled. */
static const char *folder_of(const char *place)
{
	return strncmp(place, "twin/", 5) ? "" : "arch/";
}

static void cut_at(char *text, const char *tail)
{
	char *at = strstr(text, tail);

	if (at)
		*at = '\0';
}

/*
 * addr2line -a -f -i: a line with the address, then pairs of function and file:line, innermost
 * first. The first pair that is not in a header is kept, else the last; with the real function
 * around it, where it was inlined.
 */
static void read_frame(FILE *f, char *line, size_t size, char *text)
{
	char place[SYMBOL_SIZE * 2], kept[SYMBOL_SIZE] = "", last[SYMBOL_SIZE] = "";
	int settled = 0;

	while (fgets(line, size, f) && strncmp(line, "0x", 2)) {
		line[strcspn(line, "\n")] = '\0';
		if (!fgets(place, sizeof(place), f))
			return;
		place[strcspn(place, "\n")] = '\0';
		cut_at(place, " (discriminator");
		if (!strcmp(line, "??"))
			continue;
		snprintf(last, sizeof(last), "%s", line);
		if (settled)
			continue;
		snprintf(kept, sizeof(kept), "%s", line);
		snprintf(text, SYMBOL_SIZE, "%.80s (%s%.100s)", line,
			 folder_of(without_dots(place)), without_dots(place));
		settled = !is_header(place);
	}
	if (strcmp(kept, last))
		snprintf(text + strlen(text), SYMBOL_SIZE - strlen(text), ", inlined in %.60s",
			 last);
}

static FILE *start_addr2line(const char *vmlinux, uint64_t base, const struct symbol *s, size_t n)
{
	size_t size = strlen(vmlinux) + 64 + n * 20, used;
	char *command = malloc(size);
	FILE *f = NULL;

	if (!command || strchr(vmlinux, '\''))
		goto out;
	used = snprintf(command, size, "addr2line -a -f -i -e '%s'", vmlinux);
	for (size_t i = 0; i < n; i++)
		used += snprintf(command + used, size - used, " %lx",
				 (unsigned long)(s[i].addr - base));
	snprintf(command + used, size - used, " 2>/dev/null");
	f = popen(command, "r");
out:
	free(command);
	return f;
}

void symbols_resolve(const char *vmlinux, uint64_t base, struct symbol *symbols, size_t n)
{
	char line[SYMBOL_SIZE];
	FILE *f;

	for (size_t i = 0; i < n; i++)
		snprintf(symbols[i].text, SYMBOL_SIZE, "image+0x%lx",
			 (unsigned long)(symbols[i].addr - base));
	if (!n)
		return;
	f = start_addr2line(vmlinux, base, symbols, n);
	if (!f)
		return;
	if (fgets(line, sizeof(line), f))
		for (size_t i = 0; i < n; i++)
			read_frame(f, line, sizeof(line), symbols[i].text);
	pclose(f);
}
