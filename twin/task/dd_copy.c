// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "dd.h"
#include "gnu.h"
#include "human.h"

static void dd_no_memory(struct dd_state *s, const char *which, uint64_t size)
{
	char text[32];

	human_size(text, sizeof(text), size, 1024);
	dd_error(s, 0, "memory exhausted by %s buffer of size %lu bytes (%s)", which,
		 (unsigned long)size, text);
}

int dd_alloc(struct dd_state *s)
{
	if (!s->in)
		s->in = task_alloc(s->api, s->o->ibs);
	if (!s->in)
		dd_no_memory(s, "input", s->o->ibs);
	if (s->in && !s->out)
		s->out = s->o->two_buffers ? task_alloc(s->api, s->o->obs) : s->in;
	if (s->in && !s->out)
		dd_no_memory(s, "output", s->o->obs);
	return s->in && s->out ? 0 : 1;
}

/* GNU tells of a short read when it reads on after it. */
static void dd_warn_partial(struct dd_state *s, uint64_t n)
{
	if (!s->warn_partial || s->last_read <= 0 || (uint64_t)s->last_read >= n)
		return;
	if (s->o->status != DD_STATUS_NONE)
		dd_error(s, 0, "warning: partial read (%ld byte%s); suggest iflag=fullblock",
			 s->last_read, s->last_read == 1 ? "" : "s");
	s->warn_partial = false;
}

static long dd_read_once(struct dd_state *s, int fd, char *buf, uint64_t n)
{
	long ret = task_read(s->api, fd, buf, n);

	/* After a short read with O_DIRECT the file's offset is not aligned: that is the end. */
	if (ret == -EINVAL && s->last_read > 0 && (uint64_t)s->last_read < n &&
	    s->o->iflags & O_DIRECT)
		ret = 0;
	if (ret > 0)
		dd_warn_partial(s, n);
	s->last_read = ret;
	return ret;
}

long dd_read(struct dd_state *s, int fd, char *buf, uint64_t n)
{
	uint64_t done = 0;

	if (!(s->o->iflags & DD_FULLBLOCK))
		return dd_read_once(s, fd, buf, n);
	while (done < n) {
		long ret = dd_read_once(s, fd, buf + done, n - done);

		if (ret < 0)
			return ret;
		if (!ret)
			break;
		done += ret;
	}
	return done;
}

/* The last, short block cannot go around the page cache: it goes through it, and is synced. */
static void dd_end_direct(struct dd_state *s)
{
	long flags = task_fcntl(s->api, 1, F_GETFL, 0);
	long ret = task_fcntl(s->api, 1, F_SETFL, flags & ~O_DIRECT);
	char quoted[GNU_QUOTED];

	if (ret < 0 && s->o->status != DD_STATUS_NONE)
		dd_error(s, ret, "failed to turn off O_DIRECT: %s",
			 gnu_quote_if_needed(quoted, dd_out_name(s)));
	s->discard = true;
	dd_discard(s);
	s->conv |= DD_FSYNC;
}

uint64_t dd_write(struct dd_state *s, const char *buf, uint64_t n, long *err)
{
	uint64_t done = 0;

	*err = 0;
	if (s->o->oflags & O_DIRECT && n < s->o->obs)
		dd_end_direct(s);
	while (done < n) {
		long ret = task_write(s->api, 1, buf + done, n - done);

		if (ret <= 0) {
			*err = ret ? ret : -ENOSPC;
			break;
		}
		done += ret;
	}
	return done;
}

/* An output block that is complete. */
static int dd_write_collected(struct dd_state *s)
{
	long err;
	uint64_t n = dd_write(s, s->out, s->o->obs, &err);

	s->bytes += n;
	s->used = 0;
	if (n == s->o->obs) {
		s->out_full++;
		return 0;
	}
	dd_error_name(s, "writing to", dd_out_name(s), err);
	s->out_part += n != 0;
	return dd_quit(s);
}

static int dd_collect(struct dd_state *s, const char *from, uint64_t n)
{
	while (n) {
		uint64_t part = s->o->obs - s->used;

		part = part < n ? part : n;
		memcpy(s->out + s->used, from, part);
		task_loop(s->api, TWIN_COST_USER_PASS_BYTE, part);
		s->used += part;
		from += part;
		n -= part;
		if (s->used == s->o->obs && dd_write_collected(s))
			return 2;
	}
	return 0;
}

/* bs=: each block is written as it was read. */
static int dd_pass_on(struct dd_state *s, uint64_t n)
{
	long err;
	uint64_t done = dd_write(s, s->in, n, &err);

	s->bytes += done;
	if (done != n) {
		dd_error_name(s, "error writing", dd_out_name(s), err);
		return 1;
	}
	*(n == s->o->ibs ? &s->out_full : &s->out_part) += 1;
	return 0;
}

static int dd_write_rest(struct dd_state *s)
{
	uint64_t n;
	long err;

	if (!s->used)
		return 0;
	n = dd_write(s, s->out, s->used, &err);
	s->bytes += n;
	s->out_part += n != 0;
	if (n == s->used)
		return 0;
	dd_error_name(s, "error writing", dd_out_name(s), err);
	return 1;
}

/* The file's offset may or may not have moved when reading failed. Whether it is behind now. */
static bool dd_pass_over(struct dd_state *s, uint64_t n)
{
	char quoted[GNU_QUOTED];
	long err = s->seek_error;

	if (!s->seekable && err == -ESPIPE)
		return true;
	if (s->seekable) {
		int64_t apart;

		s->offset += n;
		err = task_lseek(s->api, 0, 0, SEEK_CUR);
		if (err == s->offset)
			return true;
		apart = s->offset - err;
		if (err >= 0 && (apart < 0 || apart > (int64_t)n) &&
		    s->o->status != DD_STATUS_NONE)
			dd_error(s, 0, "warning: invalid file offset after failed read");
		if (err >= 0)
			err = task_lseek(s->api, 0, apart, SEEK_CUR);
		if (err >= 0)
			return true;
	}
	dd_error(s, err, "%s: cannot seek", gnu_quote_if_needed(quoted, dd_in_name(s)));
	return false;
}

enum dd_after { DD_GO_ON, DD_PAD, DD_END };

/* What to do after a read error; `part` is the size of the short block before it. */
static enum dd_after dd_read_failed(struct dd_state *s, long err, uint64_t part, int *status)
{
	if (!(s->o->conv & DD_NOERROR) || s->o->status != DD_STATUS_NONE)
		dd_error_name(s, "error reading", dd_in_name(s), err);
	if (!(s->o->conv & DD_NOERROR)) {
		*status = 1;
		return DD_END;
	}
	dd_statistics(s);
	if (!dd_pass_over(s, s->o->ibs - part)) {
		*status = 1;
		s->seekable = false;
		s->seek_error = -ESPIPE;
	}
	return s->o->conv & DD_SYNC && !part ? DD_PAD : DD_GO_ON;
}

static void dd_fill(struct dd_state *s, uint64_t from)
{
	memset(s->in + from, 0, s->o->ibs - from);
	task_loop(s->api, TWIN_COST_USER_FILL_BYTE, s->o->ibs - from);
}

/* Counts a block that was read; its length after padding. */
static uint64_t dd_count(struct dd_state *s, uint64_t n, uint64_t *part)
{
	if (n == s->o->ibs) {
		s->in_full++;
		*part = 0;
		return n;
	}
	s->in_part++;
	*part = n;
	if (!(s->o->conv & DD_SYNC))
		return n;
	if (!(s->o->conv & DD_NOERROR))
		dd_fill(s, n);
	return s->o->ibs;
}

/* Bytes the next block may have; 0: that was the last one of count=. */
static uint64_t dd_wanted(const struct dd_state *s)
{
	uint64_t blocks = s->in_part + s->in_full;

	if (blocks < s->o->count)
		return s->o->ibs;
	return blocks == s->o->count ? s->o->count_rest : 0;
}

/* Until the end of the input or of count=. 0, 1 failed, 2 dd has quit. */
static int dd_loop(struct dd_state *s, int *status)
{
	enum dd_after after = DD_GO_ON;
	uint64_t part = 0, wanted;
	int ret = 0;
	long n;

	while (!ret) {
		dd_progress(s);
		wanted = dd_wanted(s);
		if (!wanted)
			break;
		if (s->o->conv & DD_SYNC && s->o->conv & DD_NOERROR)
			dd_fill(s, 0);
		n = dd_read(s, 0, s->in, wanted);
		if (n < 0)
			after = dd_read_failed(s, n, part, status);
		if (!n || (n < 0 && after == DD_END))
			break;
		if (n < 0 && after == DD_GO_ON)
			continue;
		n = n < 0 ? 0 : n;
		s->offset += n;
		n = dd_count(s, n, &part);
		ret = s->o->two_buffers ? dd_collect(s, s->in, n) : dd_pass_on(s, n);
	}
	return ret;
}

int dd_copy(struct dd_state *s)
{
	int status = 0, ret;

	if (!s->o->count && !s->o->count_rest)
		return 0;
	if (dd_alloc(s))
		return 2;
	ret = dd_loop(s, &status);
	if (!ret && dd_write_rest(s))
		ret = 1;
	if (!ret)
		dd_progress_end(s);
	return ret ? ret : status;
}
