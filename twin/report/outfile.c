// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/mem.h"

struct outfile {
	char *path, *temp;
	FILE *file;
	int fd;
	int error; /* errno of the first write that failed: it may be long ago at the end */
};

/* Returns fewer than `n` when the rest cannot be written, as fopencookie() wants it. */
static ssize_t on_write(void *cookie, const char *buf, size_t n)
{
	struct outfile *f = cookie;
	size_t done = 0;

	while (done < n) {
		ssize_t some = write(f->fd, buf + done, n - done);

		if (some > 0) {
			done += (size_t)some;
		} else if (some == 0 || errno != EINTR) {
			f->error = f->error ? f->error : some ? errno : EIO;
			break;
		}
	}
	return (ssize_t)done;
}

static int on_seek(void *cookie, off64_t *pos, int whence)
{
	struct outfile *f = cookie;

	*pos = lseek64(f->fd, *pos, whence);
	return *pos < 0 ? -1 : 0;
}

static int on_close(void *cookie)
{
	struct outfile *f = cookie;

	return close(f->fd);
}

static FILE *open_stream(struct outfile *f)
{
	const cookie_io_functions_t io = {.write = on_write, .seek = on_seek, .close = on_close};
	FILE *file;

	f->fd = open(f->temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (f->fd < 0)
		return NULL;
	file = fopencookie(f, "w", io);
	if (!file)
		close(f->fd);
	return file;
}

struct outfile *outfile_open(const char *path, char *err)
{
	struct outfile *f = mem_alloc(sizeof(*f));

	f->path = mem_text(path);
	if (asprintf(&f->temp, "%s.%ld.tmp", path, (long)getpid()) < 0)
		f->temp = mem_alloc(1);
	f->file = open_stream(f);
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

	bad |= fflush(f->file) != 0 || ferror(f->file);
	bad |= fclose(f->file) != 0;
	f->file = NULL;
	if (bad || rename(f->temp, f->path)) {
		ret = fail(err, "%s: error: cannot write: %s; free some space", f->path,
			   strerror(f->error ? f->error : errno));
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
