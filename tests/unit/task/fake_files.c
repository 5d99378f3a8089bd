// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FDS 16

struct fake_files files;

static struct {
	const struct fake_file *file;
	size_t at;
	int used;
} fds[FDS];

static uint8_t arena[1 << 20];
static size_t arena_used;

/* Memory of mmap(), zeroed; all of it comes back with the next plan. */
static long do_map(size_t n)
{
	uint8_t *p = arena + arena_used;

	if (n > sizeof(arena) - arena_used)
		return -ENOMEM;
	arena_used += (n + 15) & ~15UL;
	memset(p, 0, n);
	return (long)p;
}

void files_plan(const struct fake_file *list, long (*ioctl)(unsigned long request, void *arg))
{
	files = (struct fake_files){ .files = list, .ioctl = ioctl };
	memset(fds, 0, sizeof(fds));
	arena_used = 0;
}

static void note(const char *format, ...)
{
	size_t used = strlen(files.calls);
	va_list ap;

	va_start(ap, format);
	vsnprintf(files.calls + used, sizeof(files.calls) - used, format, ap);
	va_end(ap);
}

static const struct fake_file *find(const char *path)
{
	for (const struct fake_file *f = files.files; f && f->path; f++)
		if (!strcmp(f->path, path))
			return f;
	return NULL;
}

static size_t length(const struct fake_file *f)
{
	return f->len || !f->data ? f->len : strlen(f->data);
}

/* A file that is not in the list can be made, and is empty. */
static long do_open(const char *path, long flags)
{
	static const struct fake_file made;
	const struct fake_file *f = find(path);

	note("open(%s,0%lo) ", path, flags);
	if (!f && !(flags & O_CREAT))
		return -ENOENT;
	for (int fd = 3; fd < FDS; fd++)
		if (!fds[fd].used) {
			fds[fd].used = 1;
			fds[fd].file = f ? f : &made;
			fds[fd].at = 0;
			return fd;
		}
	abort();
}

static long do_close(long fd)
{
	note("close(%ld) ", fd);
	fds[fd].used = 0;
	return 0;
}

static long do_dup(long from, long to)
{
	note("dup(%ld,%ld) ", from, to);
	fds[to] = fds[from];
	return to;
}

static long do_read(long fd, char *buf, size_t n)
{
	const struct fake_file *f = fds[fd].file;

	note("read(%ld,%zu) ", fd, n);
	if (!f)
		return 0;
	if (f->read_error)
		return f->read_error;
	if (n > length(f) - fds[fd].at)
		n = length(f) - fds[fd].at;
	memcpy(buf, f->data + fds[fd].at, n);
	fds[fd].at += n;
	return n;
}

static long do_write(long fd, const char *buf, size_t n)
{
	if (fd == 1 || fd == 2) {
		strncat(files.said, buf, n);
		files.writes[fd]++;
		return n;
	}
	note("write(%ld,%zu) ", fd, n);
	memcpy(files.written + files.was_written, buf, n);
	files.was_written += n;
	return n;
}

static long do_seek(long fd, long offset, long whence)
{
	note("seek(%ld,%ld) ", fd, offset);
	if (!fds[fd].file)
		return -ESPIPE;
	fds[fd].at = whence == SEEK_CUR ? fds[fd].at + offset : (size_t)offset;
	if (fds[fd].at > length(fds[fd].file))
		fds[fd].at = length(fds[fd].file);
	return fds[fd].at;
}

static void fill_stat(const struct fake_file *f, struct task_stat *st)
{
	static const uint32_t modes[] = {
		[FAKE_REGULAR] = S_IFREG, [FAKE_CHAR] = S_IFCHR, [FAKE_BLOCK] = S_IFBLK,
		[FAKE_DIRECTORY] = S_IFDIR,
	};

	memset(st, 0, sizeof(*st));
	st->blksize = files.blksize ? files.blksize : 4096;
	if (!f)
		return;
	st->mode = modes[f->kind] | 0644;
	st->ino = 1 + (f->path ? f - files.files : 0);
	st->size = f->kind == FAKE_REGULAR ? length(f) : 0;
	st->rdev = f->rdev;
}

static long do_stat(long fd, const char *path, struct task_stat *st)
{
	if (!*path) {
		note("fstat(%ld) ", fd);
		fill_stat(fds[fd].file, st);
		return 0;
	}
	note("stat(%s) ", path);
	if (!find(path))
		return -ENOENT;
	fill_stat(find(path), st);
	return 0;
}

/* All names at once, then nothing. */
static long do_getdents(long fd, char *buf)
{
	const char *name = fds[fd].file->data + fds[fd].at;
	char *to = buf;

	note("getdents(%ld) ", fd);
	for (; *name; name += strlen(name) + 1) {
		struct dirent64 *d = (struct dirent64 *)to;

		memset(d, 0, 19);
		d->d_reclen = (19 + strlen(name) + 1 + 7) & ~7;
		strcpy(d->d_name, name);
		to += d->d_reclen;
	}
	fds[fd].at = name - fds[fd].file->data;
	return to - buf;
}

static long do_ioctl(long fd, unsigned long request, void *arg)
{
	note("ioctl(%ld,%lx) ", fd, request);
	return files.ioctl ? files.ioctl(request, arg) : -ENOTTY;
}

static long do_pwrite(long fd, const char *buf, size_t n, long at)
{
	note("pwrite(%ld,%zu,%ld) ", fd, n, at);
	memcpy(files.written + files.was_written, buf, n);
	files.was_written += n;
	return n;
}

static long do_sleep(long clock, const struct timespec *t)
{
	note("sleep(%ld,%ld.%09ld) ", clock, t->tv_sec, t->tv_nsec);
	return files.sleep_result;
}

static long do_clock(struct timespec *t)
{
	*t = (struct timespec){ .tv_sec = 7 };
	return 0;
}

/* Calls that work on an open file. */
static long file_call(long nr, long fd, long b, long c, long d)
{
	switch (nr) {
	case 29:
		return do_ioctl(fd, b, (void *)c);
	case 61:
		return do_getdents(fd, (char *)b);
	case 62:
		return do_seek(fd, b, c);
	case 63:
		return do_read(fd, (char *)b, c);
	case 64:
		return do_write(fd, (const char *)b, c);
	case 68:
		return do_pwrite(fd, (const char *)b, c, d);
	case 223:
		note("fadvise(%ld,%ld) ", fd, d);
		return 0;
	}
	abort();
}

static long files_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	switch (nr) {
	case 24:
		return do_dup(a, b);
	case 48:
		note("access(%s) ", (const char *)b);
		return find((const char *)b) ? 0 : -ENOENT;
	case 56:
		return do_open((const char *)b, c);
	case 57:
		return do_close(a);
	case 79:
		return do_stat(a, (const char *)b, (struct task_stat *)c);
	case 81:
		note("sync() ");
		return 0;
	case 113:
		return do_clock((struct timespec *)b);
	case 115:
		return do_sleep(a, (const struct timespec *)c);
	case 131:
		files.signal = c;
		return 0;
	case 172:
	case 178:
		return 42;
	case 215:
		return 0;
	case 222:
		return do_map(b);
	}
	return file_call(nr, a, b, c, d);
}

static void files_charge(uint64_t ps)
{
	files.charged += ps;
}

static uint64_t files_now(void)
{
	return 0;
}

/* What the tests' figures are made of, fs per byte. */
static uint64_t files_cost(enum twin_cost id)
{
	return id == TWIN_COST_USER_PASS_BYTE	? 2000000
	       : id == TWIN_COST_USER_FILL_BYTE ? 800000
						: 1500000000;
}

const struct twin_task_api files_api = {
	.syscall = files_syscall, .charge = files_charge, .now = files_now,
	.cost = files_cost,
};
