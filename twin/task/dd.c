// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * dd, with the system calls that GNU dd 9.1 makes (seen with strace) and its messages. Not modelled:
 * program start (loader, locale files) before the first open.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dd_options.h"
#include "human.h"
#include "kinds.h"

#define NR_ftruncate 46
#define NR_fsync 82

struct dd_state {
	const struct dd_options *o;
	const struct twin_task_api *api;
	char *buf;
	uint64_t in_full, in_part, out_full, out_part, bytes;
	uint64_t start;
};

static void dd_complain(const struct dd_state *s, const char *what, const char *file, long err)
{
	task_printf(s->api, 2, "dd: %s '%s': %s\n", what, file, task_strerror(err));
}

static void dd_move_fd(const struct dd_state *s, int from, int to)
{
	if (from == to)
		return;
	task_dup2(s->api, from, to);
	task_close(s->api, from);
}

static int dd_open_in(struct dd_state *s)
{
	long fd;

	if (!*s->o->in)
		return 0;
	fd = task_open(s->api, s->o->in, O_RDONLY, 0);
	if (fd < 0) {
		dd_complain(s, "failed to open", s->o->in, fd);
		return -1;
	}
	dd_move_fd(s, fd, 0);
	return 0;
}

static bool dd_seeks(const struct dd_state *s)
{
	return s->o->seek || s->o->seek_rest;
}

/* Offset of so many blocks and bytes, or -1: too far. */
static int64_t dd_offset(const struct dd_state *s, uint64_t blocks, uint64_t rest)
{
	int64_t offset;

	if (__builtin_mul_overflow(blocks, s->o->bs, &offset) ||
	    __builtin_add_overflow(offset, rest, &offset))
		return -1;
	return offset;
}

/* What was behind the place to seek to goes; files that cannot be cut stay as they are. */
static void dd_truncate(const struct dd_state *s)
{
	int64_t size = dd_offset(s, s->o->seek, s->o->seek_rest);

	if (dd_seeks(s) && size >= 0 && !(s->o->conv & DD_NOTRUNC))
		s->api->syscall(NR_ftruncate, 1, size, 0, 0, 0, 0);
}

static int dd_open_out(struct dd_state *s)
{
	int flags = s->o->conv & DD_NOCREAT ? 0 : O_CREAT;
	long fd = -1;

	if (!*s->o->out)
		return 0;
	if (!(s->o->conv & DD_NOTRUNC) && !dd_seeks(s))
		flags |= O_TRUNC;
	if (dd_seeks(s))
		fd = task_open(s->api, s->o->out, O_RDWR | flags, 0666);
	if (fd < 0)
		fd = task_open(s->api, s->o->out, O_WRONLY | flags, 0666);
	if (fd < 0) {
		dd_complain(s, "failed to open", s->o->out, fd);
		return -1;
	}
	dd_move_fd(s, fd, 1);
	dd_truncate(s);
	return 0;
}

static const char *dd_in_name(const struct dd_state *s)
{
	return *s->o->in ? s->o->in : "standard input";
}

static const char *dd_out_name(const struct dd_state *s)
{
	return *s->o->out ? s->o->out : "standard output";
}

/* GNU quotes a name here only when it has a blank. */
static int dd_cannot(const struct dd_state *s, const char *name, const char *what, long err)
{
	const char *quote = strchr(name, ' ') ? "'" : "";

	task_printf(s->api, 2, "dd: %s%s%s: cannot %s: %s\n", quote, name, quote, what,
		    task_strerror(err));
	return -1;
}

/* Offset after moving by whole blocks, or -errno. */
static long dd_lseek(const struct dd_state *s, int fd, uint64_t blocks, uint64_t rest)
{
	int64_t offset = dd_offset(s, blocks, rest);

	return offset < 0 ? -EOVERFLOW : task_lseek(s->api, fd, offset, SEEK_CUR);
}

static int dd_seek(struct dd_state *s)
{
	long ret = 0;

	if (s->o->skip || s->o->skip_rest)
		ret = dd_lseek(s, 0, s->o->skip, s->o->skip_rest);
	if (ret < 0)
		return dd_cannot(s, dd_in_name(s), "skip", ret);
	ret = dd_seeks(s) ? dd_lseek(s, 1, s->o->seek, s->o->seek_rest) : 0;
	return ret < 0 ? dd_cannot(s, dd_out_name(s), "seek", ret) : 0;
}

static void dd_print_bytes(const struct dd_state *s, uint64_t ns)
{
	char si[32], iec[32], rate[32], both[80] = "";

	human_size(si, sizeof(si), s->bytes, 1000);
	human_size(iec, sizeof(iec), s->bytes, 1024);
	human_rate(rate, sizeof(rate), s->bytes, ns ? ns : 1);
	if (s->bytes >= 1024)
		snprintf(both, sizeof(both), " (%s, %s)", si, iec);
	else if (s->bytes >= 1000)
		snprintf(both, sizeof(both), " (%s)", si);
	task_printf(s->api, 2, "%lu byte%s%s copied, %g s, %s/s", (unsigned long)s->bytes,
		    s->bytes == 1 ? "" : "s", both, ns / 1e9, rate);
	task_printf(s->api, 2, "\n");
}

static void dd_statistics(const struct dd_state *s)
{
	uint64_t ns;

	if (s->o->status == DD_STATUS_NONE)
		return;
	task_printf(s->api, 2, "%lu+%lu records in\n%lu+%lu records out\n",
		    (unsigned long)s->in_full, (unsigned long)s->in_part,
		    (unsigned long)s->out_full, (unsigned long)s->out_part);
	if (s->o->status == DD_STATUS_NOXFER)
		return;
	ns = task_clock(s->api) - s->start;
	dd_print_bytes(s, ns);
}

/* A block that cannot be read: what was copied so far, and on behind it. */
static void dd_pass_over(const struct dd_state *s)
{
	dd_statistics(s);
	task_lseek(s->api, 0, 0, SEEK_CUR);
	task_lseek(s->api, 0, s->o->bs, SEEK_CUR);
}

/* All n bytes, in several calls when the file takes fewer at once. 0, or -1 after a complaint. */
static int dd_write(struct dd_state *s, long n)
{
	long done = 0;

	while (done < n) {
		long ret = task_write(s->api, 1, s->buf + done, n - done);

		if (ret <= 0) {
			dd_complain(s, "error writing", dd_out_name(s), ret ? ret : -ENOSPC);
			break;
		}
		done += ret;
	}
	s->bytes += done;
	return done == n ? 0 : -1;
}

/* One block of at most `want` bytes: 1 copied, 0 end of input, -1 failed. */
static int dd_block(struct dd_state *s, uint64_t want)
{
	long n = task_read(s->api, 0, s->buf, want);

	if (!n)
		return 0;
	if (n < 0) {
		dd_complain(s, "error reading", dd_in_name(s), n);
		if (!(s->o->conv & DD_NOERROR))
			return -1;
		dd_pass_over(s);
		if (!(s->o->conv & DD_SYNC))
			return 1;
		n = 0;
	}
	*((uint64_t)n == s->o->bs ? &s->in_full : &s->in_part) += 1;
	if (s->o->conv & DD_SYNC && (uint64_t)n < s->o->bs) {
		memset(s->buf + n, 0, s->o->bs - n);
		n = s->o->bs;
	}
	if (dd_write(s, n))
		return -1;
	*((uint64_t)n == s->o->bs ? &s->out_full : &s->out_part) += 1;
	return 1;
}

static int dd_copy(struct dd_state *s)
{
	while (s->in_full + s->in_part < s->o->count) {
		int ret = dd_block(s, s->o->bs);

		if (ret <= 0)
			return ret;
	}
	return s->o->count_rest ? dd_block(s, s->o->count_rest) : 0;
}

static int dd_fsync(const struct dd_state *s)
{
	long ret = s->o->conv & DD_FSYNC ? s->api->syscall(NR_fsync, 1, 0, 0, 0, 0, 0) : 0;

	if (ret < 0)
		dd_complain(s, "fsync failed for", dd_out_name(s), ret);
	return ret < 0 ? -1 : 0;
}

static int dd_run(const struct twin_task_api *api, void *arg)
{
	struct dd_state s = { .o = arg, .api = api };
	int ret;

	if (dd_open_in(&s))
		return 1;
	task_lseek(api, 0, 0, SEEK_CUR);	/* GNU asks whether it can seek */
	if (dd_open_out(&s))
		return 1;
	s.start = task_clock(api);
	if (dd_seek(&s)) {
		dd_statistics(&s);
		return 1;
	}
	s.buf = task_alloc(api, s.o->bs);
	if (!s.buf) {
		task_printf(api, 2, "dd: memory exhausted by input buffer of size %lu bytes\n",
			    (unsigned long)s.o->bs);
		return 1;
	}
	ret = dd_copy(&s) < 0 ? -1 : dd_fsync(&s);
	task_close(api, 0);
	task_close(api, 1);
	dd_statistics(&s);
	return ret ? 1 : 0;
}

static int dd_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	struct dd_options *o = malloc(sizeof(*o));

	if (!o) {
		snprintf(err, TASK_ERR, "out of memory");
		return -1;
	}
	if (dd_parse(argv, o, word, err)) {
		free(o);
		return -1;
	}
	*arg = o;
	return 0;
}

const struct task_info task_dd = {
	.name = "dd",
	.doc = "copy a file, block by block (GNU coreutils)",
	.usage = "dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N] [seek=N] "
		 "[conv=notrunc,fsync,sync,noerror,nocreat] [status=none|noxfer]",
	.prepare = dd_prepare,
	.run = dd_run,
	.release = free,
};
