// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/mem.h"

struct outfile {
	char *path, *temp;
	FILE *file;
};

struct outfile *outfile_open(const char *path, char *err)
{
	struct outfile *f = mem_alloc(sizeof(*f));

	f->path = mem_text(path);
	if (asprintf(&f->temp, "%s.%ld.tmp", path, (long)getpid()) < 0)
		f->temp = mem_alloc(1);
	f->file = fopen(f->temp, "wb");
	if (f->file)
		return f;
	fail(err, "%s: error: cannot write: %s; check the directory", path, strerror(errno));
	outfile_abandon(f);
	return NULL;
}

FILE *outfile_stream(struct outfile *f)
{
	return f->file;
}

int outfile_finish(struct outfile *f, const char *text, char *err)
{
	int bad = fputs(text, f->file) < 0, ret = 0;

	errno = 0;
	bad |= fflush(f->file) != 0 || ferror(f->file);
	bad |= fclose(f->file) != 0;
	f->file = NULL;
	if (bad || rename(f->temp, f->path)) {
		ret = fail(err, "%s: error: cannot write: %s; free some space", f->path,
			   strerror(errno ? errno : EIO));
		unlink(f->temp);
	}
	outfile_abandon(f);
	return ret;
}

void outfile_abandon(struct outfile *f)
{
	if (!f)
		return;
	if (f->file) {
		fclose(f->file);
		unlink(f->temp);
	}
	free(f->path);
	free(f->temp);
	free(f);
}
