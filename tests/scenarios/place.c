// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "place.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

static char place[] = "/tmp/spitwin-scenario-XXXXXX";

void place_enter(void)
{
	cr_assert(mkdtemp(place));
	cr_assert(!chdir(place));
	setenv("SPITWIN_ROOT", top(), 1);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

void place_leave(void)
{
	if (!chdir("/"))
		nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void write_file(const char *name, const void *data, size_t len)
{
	FILE *f = fopen(name, "wb");

	cr_assert(f && fwrite(data, 1, len, f) == len && !fclose(f), "cannot write %s", name);
}

const char *scenario(const char *name, const char *lines)
{
	const char *all = text(HEAD "%s", lines);

	write_file(name, all, strlen(all));
	return name;
}

const char *scenario_of(const char *name, const char *flash, const char *command)
{
	return scenario(name,
			text("devices:\n  flash0: {%s}\n  spi1: {dma: off}\ntasks:\n  - run: %s\n",
			     flash, command));
}

char *read_file(const char *name, size_t *len)
{
	FILE *f = fopen(name, "rb");
	struct stat st;
	char *buf;

	cr_assert(f, "no file %s", name);
	fstat(fileno(f), &st);
	buf = keep(calloc(1, st.st_size + 1));
	cr_assert_eq(fread(buf, 1, st.st_size, f), (size_t)st.st_size);
	fclose(f);
	if (len)
		*len = st.st_size;
	return buf;
}

bool exists(const char *name)
{
	return !access(name, F_OK);
}

int entries(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	int n = 0;

	cr_assert(d, "no folder %s", dir);
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/* Some bytes from there on, printable. */
static const char *shown(const unsigned char *bytes, size_t len, size_t from)
{
	char *s = text("%s", "");

	for (size_t i = from; i < len && i < from + 40; i++)
		s = bytes[i] >= ' ' && bytes[i] < 127 ? text("%s%c", s, bytes[i])
						      : text("%s\\x%02x", s, bytes[i]);
	return s;
}

void same_bytes(const void *a, size_t a_len, const void *b, size_t b_len, const char *what)
{
	const unsigned char *x = a, *y = b;
	size_t i = 0;

	while (i < a_len && i < b_len && x[i] == y[i])
		i++;
	cr_assert(i == a_len && i == b_len, "%s: %zu and %zu bytes, different at byte %zu: %s | %s",
		  what, a_len, b_len, i, shown(x, a_len, i), shown(y, b_len, i));
}

void same_files(const char *a, const char *b)
{
	size_t a_len, b_len;
	char *x = read_file(a, &a_len), *y = read_file(b, &b_len);

	same_bytes(x, a_len, y, b_len, text("%s and %s", a, b));
}
