// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dd.h"
#include "gnu.h"

#define OPEN_FLAGS (DD_FULLBLOCK - 1)
#define PAGE 4096

static void dd_move_fd(const struct dd_state *s, int from, int to)
{
	if (from == to)
		return;
	task_dup2(s->api, from, to);
	task_close(s->api, from);
}

/* Flags of a descriptor that was open before. */
static int dd_set_flags(struct dd_state *s, int fd, uint32_t flags, const char *name)
{
	long old, ret = 0;

	flags &= OPEN_FLAGS & ~(O_NOCTTY | O_NOFOLLOW);
	if (!flags)
		return 0;
	old = task_fcntl(s->api, fd, F_GETFL, 0);
	if (old >= 0 && flags & O_DIRECTORY)
		ret = -ENOTDIR;
	else if (old >= 0 && (old | flags) != old)
		ret = task_fcntl(s->api, fd, F_SETFL, old | flags);
	if (old >= 0 && ret >= 0)
		return 0;
	dd_error_name(s, "setting flags for", name, old < 0 ? old : ret);
	return 1;
}

static int dd_open_in(struct dd_state *s)
{
	long fd;

	if (!*s->o->in)
		return dd_set_flags(s, 0, s->o->iflags, "standard input");
	fd = task_open(s->api, s->o->in, O_RDONLY | (s->o->iflags & OPEN_FLAGS), 0);
	if (fd < 0) {
		dd_error_name(s, "failed to open", s->o->in, fd);
		return 1;
	}
	dd_move_fd(s, fd, 0);
	return 0;
}

/* Offset of so many blocks and bytes, or -1: too far. */
static int64_t dd_offset(uint64_t blocks, uint64_t size, uint64_t rest)
{
	int64_t offset;

	if (__builtin_mul_overflow(blocks, size, &offset) ||
	    __builtin_add_overflow(offset, rest, &offset))
		return -1;
	return offset;
}

/* What was behind the place to seek to goes; only regular files must be cut. */
static int dd_truncate(struct dd_state *s, int64_t size)
{
	long ret = task_truncate(s->api, 1, size);
	char quoted[GNU_QUOTED];
	struct task_stat st;

	if (ret >= 0)
		return 0;
	if (task_fstat(s->api, 1, &st) < 0 || !(S_ISREG(st.mode) || S_ISDIR(st.mode)))
		return 0;
	/* GNU goes on after this, and its exit status does not tell. */
	dd_error(s, ret, "failed to truncate to %ld bytes in output file %s", (long)size,
		 gnu_quote(quoted, s->o->out));
	return 0;
}

/* Reading is asked for when blocks are to be passed over, in case that takes reading. */
static long dd_open_out_file(const struct dd_state *s, bool truncates)
{
	int flags = s->o->oflags | (s->o->conv & DD_NOCREAT ? 0 : O_CREAT) |
		    (s->o->conv & DD_EXCL ? O_EXCL : 0) | (truncates ? O_TRUNC : 0);
	long fd = -1;

	if (s->o->seek)
		fd = task_open(s->api, s->o->out, O_RDWR | flags, 0666);
	return fd < 0 ? task_open(s->api, s->o->out, O_WRONLY | flags, 0666) : fd;
}

static int dd_open_out(struct dd_state *s)
{
	const struct dd_options *o = s->o;
	int64_t size = dd_offset(o->seek, o->obs, o->seek_rest);
	bool cuts = !(o->conv & DD_NOTRUNC);
	long fd;

	if (!*o->out)
		return dd_set_flags(s, 1, o->oflags, "standard output");
	if (size < 0 && cuts) {
		dd_error(s, 0, "offset too large: cannot truncate to a length of seek=%lu "
			 "(%lu-byte) blocks", (unsigned long)o->seek, (unsigned long)o->obs);
		return 1;
	}
	fd = dd_open_out_file(s, cuts && !o->seek);
	if (fd < 0) {
		dd_error_name(s, "failed to open", o->out, fd);
		return 1;
	}
	dd_move_fd(s, fd, 1);
	return cuts && o->seek ? dd_truncate(s, size) : 0;
}

int dd_open_files(struct dd_state *s)
{
	long offset;

	if (dd_open_in(s))
		return 1;
	offset = task_lseek(s->api, 0, 0, SEEK_CUR);
	s->seekable = offset >= 0;
	s->seek_error = offset < 0 ? offset : 0;
	s->offset = offset < 0 ? 0 : offset;
	return dd_open_out(s);
}

/* Neither lseek() nor the end of the file: read and throw away. What is left goes to *blocks. */
static int dd_read_over(struct dd_state *s, int fd, uint64_t size, long seek_error,
			uint64_t *blocks, uint64_t *rest)
{
	if (dd_alloc(s))
		return 1;
	while (*blocks || *rest) {
		long n = dd_read(s, fd, fd ? s->out : s->in, *blocks ? size : *rest);

		if (n < 0 && fd) {
			char quoted[GNU_QUOTED];

			dd_error(s, seek_error, "%s: cannot seek",
				 gnu_quote_if_needed(quoted, dd_out_name(s)));
		} else if (n < 0) {
			dd_error_name(s, "error reading", dd_in_name(s), n);
			if (s->o->conv & DD_NOERROR)
				dd_statistics(s);
		}
		if (n < 0)
			return dd_quit(s);
		if (!n)
			break;
		s->offset += fd ? 0 : n;
		if (*blocks)
			--*blocks;
		else
			*rest = 0;
	}
	return 0;
}

/* The input moved by `offset`; a regular file ends somewhere. */
static void dd_skipped(struct dd_state *s, int64_t offset, uint64_t *blocks)
{
	struct task_stat st;

	*blocks = 0;
	task_fstat(s->api, 0, &st);
	if (S_ISREG(st.mode) && st.size - s->offset < offset) {
		*blocks = (offset - st.size) / s->o->ibs;
		offset = st.size - s->offset;
	}
	s->offset += offset;
}

/* Moves by so many blocks and bytes; *blocks and *rest are what could not be passed over. */
static int dd_move(struct dd_state *s, int fd, uint64_t size, uint64_t *blocks, uint64_t *rest)
{
	const char *name = fd ? dd_out_name(s) : dd_in_name(s);
	int64_t offset = dd_offset(*blocks, size, *rest);
	long ret = offset < 0 ? -EOVERFLOW : task_lseek(s->api, fd, offset, SEEK_CUR);
	char quoted[GNU_QUOTED];

	if (ret >= 0 && fd)
		*blocks = *rest = 0;
	else if (ret >= 0)
		dd_skipped(s, offset, blocks);
	if (ret >= 0)
		return 0;
	if (task_lseek(s->api, fd, 0, SEEK_END) < 0)
		return dd_read_over(s, fd, size, ret, blocks, rest);
	dd_error(s, ret, "%s: cannot %s", gnu_quote_if_needed(quoted, name), fd ? "seek" : "skip");
	return dd_quit(s);
}

static int dd_skip(struct dd_state *s)
{
	uint64_t blocks = s->o->skip, rest = s->o->skip_rest;
	int64_t wanted = dd_offset(blocks, s->o->ibs, rest), before = s->offset;
	char quoted[GNU_QUOTED];

	if (dd_move(s, 0, s->o->ibs, &blocks, &rest))
		return 1;
	if ((blocks || s->offset - before != wanted) && s->o->status != DD_STATUS_NONE)
		dd_error(s, 0, "%s: cannot skip to specified offset",
			 gnu_quote_if_needed(quoted, dd_in_name(s)));
	return 0;
}

/* Zeros in place of what could not be passed over. */
static int dd_seek(struct dd_state *s)
{
	uint64_t blocks = s->o->seek, rest = s->o->seek_rest;
	long err;

	if (dd_move(s, 1, s->o->obs, &blocks, &rest))
		return 1;
	if (!blocks && !rest)
		return 0;
	memset(s->out, 0, blocks ? s->o->obs : rest);
	task_loop(s->api, TWIN_COST_USER_FILL_BYTE, blocks ? s->o->obs : rest);
	while (blocks || rest) {
		uint64_t n = blocks ? s->o->obs : rest;

		if (dd_write(s, s->out, n, &err) != n) {
			dd_error_name(s, "writing to", dd_out_name(s), err);
			return dd_quit(s);
		}
		if (blocks)
			blocks--;
		else
			rest = 0;
	}
	return 0;
}

int dd_skip_files(struct dd_state *s)
{
	if ((s->o->skip || s->o->skip_rest) && dd_skip(s))
		return 1;
	return s->o->seek || s->o->seek_rest ? dd_seek(s) : 0;
}

/* A file that cannot sync its data is asked to sync all of it. */
int dd_sync(struct dd_state *s)
{
	uint32_t conv = s->conv;
	int status = 0;
	long ret;

	s->conv &= ~(DD_FSYNC | DD_FDATASYNC);
	if (conv & DD_FDATASYNC) {
		ret = task_fdatasync(s->api, 1);
		if (ret < 0 && ret != -ENOSYS && ret != -EINVAL) {
			dd_error_name(s, "fdatasync failed for", dd_out_name(s), ret);
			status = 1;
		}
		if (ret < 0)
			conv |= DD_FSYNC;
	}
	ret = conv & DD_FSYNC ? task_fsync(s->api, 1) : 0;
	if (ret < 0)
		dd_error_name(s, "fsync failed for", dd_out_name(s), ret);
	return ret < 0 ? 1 : status;
}

void dd_discard(struct dd_state *s)
{
	if (s->out_offset == -2)
		s->out_offset = task_lseek(s->api, 1, 0, SEEK_CUR);
	if (s->out_offset >= 0)
		task_fadvise(s->api, 1, s->out_offset - s->out_offset % PAGE, 0,
			     POSIX_FADV_DONTNEED);
	else
		s->out_offset = -1;
}

int dd_quit(struct dd_state *s)
{
	if (dd_sync(s))
		return 1;
	task_close(s->api, 0);
	task_close(s->api, 1);
	dd_statistics(s);
	return 1;
}
