// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* addr2line -f: a line with the function, a line with file:line. */
static int read_pair(FILE *f, char *text, size_t size)
{
	char name[SYMBOL_SIZE], place[SYMBOL_SIZE * 2];

	if (!fgets(name, sizeof(name), f) || !fgets(place, sizeof(place), f))
		return -1;
	name[strcspn(name, "\n")] = '\0';
	place[strcspn(place, " \n")] = '\0';
	if (!strcmp(name, "??"))
		return 0;
	snprintf(text, size, "%.100s (%.140s)", name, place[0] == '.' ? place + 2 : place);
	return 0;
}

static FILE *start_addr2line(const char *vmlinux, uint64_t base, const struct symbol *s, size_t n)
{
	size_t size = strlen(vmlinux) + 64 + n * 20, used;
	char *command = malloc(size);
	FILE *f = NULL;

	if (!command || strchr(vmlinux, '\''))
		goto out;
	used = snprintf(command, size, "addr2line -f -e '%s'", vmlinux);
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
	FILE *f;

	for (size_t i = 0; i < n; i++)
		snprintf(symbols[i].text, SYMBOL_SIZE, "image+0x%lx",
			 (unsigned long)(symbols[i].addr - base));
	if (!n)
		return;
	f = start_addr2line(vmlinux, base, symbols, n);
	if (!f)
		return;
	for (size_t i = 0; i < n && !read_pair(f, symbols[i].text, SYMBOL_SIZE); i++)
		;
	pclose(f);
}
