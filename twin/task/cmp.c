// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * cmp of GNU diffutils 3.8, with its system calls (seen with strace) and messages. Not modelled:
 * program start (c-stack reads /proc/self/maps and sets up signal handlers).
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmp.h"
#include "gnu.h"
#include "kinds.h"

#define TROUBLE 2
#define CMP_BLOCK 8192		/* for files that name no block size */
#define CMP_MOST (1 << 20)

static int cmp_trouble(struct cmp_state *s, int f, long err)
{
	gnu_error(s->api, "cmp", err, "%s", s->o->file[f]);
	return TROUBLE;
}

int64_t cmp_position(struct cmp_state *s, int f)
{
	if (!s->positioned[f]) {
		long ret = task_lseek(s->api, s->fd[f], s->o->skip[f], SEEK_CUR);

		s->positioned[f] = true;
		s->position[f] = ret < 0 ? -1 : ret;
	}
	return s->position[f];
}

static int cmp_open(struct cmp_state *s, int f)
{
	const char *file = s->o->file[f];
	long ret;

	s->fd[f] = strcmp(file, "-") ? task_open(s->api, file, O_RDONLY, 0) : 0;
	ret = s->fd[f] < 0 ? s->fd[f] : task_fstat(s->api, s->fd[f], &s->st[f]);
	if (ret >= 0)
		return 0;
	if (s->fd[f] < 0 && s->o->flags & CMP_SILENT)
		return TROUBLE;
	return cmp_trouble(s, f, ret);
}

/* All of n bytes unless the file ends. */
static long cmp_read(struct cmp_state *s, int f, uint64_t n)
{
	uint64_t done = 0;

	while (done < n) {
		long ret = task_read(s->api, s->fd[f], s->buf[f] + done, n - done);

		if (ret < 0)
			return ret;
		if (!ret)
			break;
		done += ret;
	}
	return done;
}

static bool same_file(const struct cmp_state *s)
{
	return s->st[0].ino == s->st[1].ino && s->st[0].dev == s->st[1].dev;
}

/* With -s, sizes of regular files can tell. */
static bool cmp_sizes_differ(struct cmp_state *s)
{
	uint64_t left[2];

	if (!(s->o->flags & CMP_SILENT) || !S_ISREG(s->st[0].mode) || !S_ISREG(s->st[1].mode))
		return false;
	for (int f = 0; f < 2; f++) {
		int64_t rest = s->st[f].size - cmp_position(s, f);

		left[f] = rest < 0 ? 0 : rest;
	}
	return left[0] != left[1] && (left[0] < left[1] ? left[0] : left[1]) < s->o->bytes;
}

/* Comparing for nobody: the real tool looks whether its output goes to /dev/null. */
static void cmp_look_at_output(struct cmp_state *s)
{
	struct task_stat out, null;

	if (s->o->flags & CMP_SILENT)
		return;
	if (!task_fstat(s->api, 1, &out) && !task_stat(s->api, "/dev/null", &null))
		s->no_output = out.ino == null.ino && out.dev == null.dev;
}

/* Least common multiple of the files' block sizes. */
static uint64_t cmp_buffer_size(const struct cmp_state *s)
{
	uint64_t a = s->st[0].blksize, b = s->st[1].blksize, m, n, rest;

	if (!a || !b)
		return a ? a : b ? b : CMP_BLOCK;
	for (m = a, n = b; n; m = n, n = rest)
		rest = m % n;
	return a / m * b <= CMP_MOST ? a / m * b : a;
}

/* Bytes that are equal at the start of both buffers, and the lines in them. */
static uint64_t cmp_equal(struct cmp_state *s, uint64_t n)
{
	uint64_t i = 0;

	while (i < n && s->buf[0][i] == s->buf[1][i])
		i++;
	/* One pass of memcmp() tells equality; a difference is then looked for again. */
	task_loop(s->api, TWIN_COST_USER_PASS_BYTE, i < n ? 2 * i : n);
	s->byte += i;
	if (s->o->flags & (CMP_VERBOSE | CMP_SILENT) || s->no_output || !i)
		return i;
	for (uint64_t k = 0; k < i; k++)
		s->line += s->buf[0][k] == '\n';
	task_loop(s->api, TWIN_COST_USER_PASS_BYTE, i);
	s->at_line_start = s->buf[0][i - 1] == '\n';
	return i;
}

enum cmp_result { CMP_SAME, CMP_DIFFERENT, CMP_TROUBLE, CMP_GO_ON };

/* What differs in a pair of blocks; *differs is kept for -l. */
static enum cmp_result cmp_blocks(struct cmp_state *s, uint64_t n0, uint64_t n1, bool *differs)
{
	uint64_t n = n0 < n1 ? n0 : n1, equal = cmp_equal(s, n);

	if (equal < n) {
		*differs = true;
		if (s->no_output && !(s->o->flags & CMP_SILENT))
			return CMP_DIFFERENT;
		if (!(s->o->flags & (CMP_VERBOSE | CMP_SILENT)))
			cmp_print_first(s, s->buf[0][equal], s->buf[1][equal]);
		if (!(s->o->flags & CMP_VERBOSE))
			return CMP_DIFFERENT;
		cmp_print_each(s, n, equal);
	}
	if (n0 != n1) {
		if (!(s->o->flags & CMP_SILENT))
			cmp_print_end(s, s->o->file[n1 < n0]);
		return CMP_DIFFERENT;
	}
	if (n0 == s->size)
		return CMP_GO_ON;
	return *differs ? CMP_DIFFERENT : CMP_SAME;
}

/* What is to be passed over in a file that cannot be moved in. */
static long cmp_read_over(struct cmp_state *s, int f)
{
	uint64_t left = s->o->skip[f];

	if (!left || cmp_position(s, f) != -1)
		return 0;
	while (left) {
		uint64_t want = left < s->size ? left : s->size;
		long n = cmp_read(s, f, want);

		if (n < 0)
			return n;
		if ((uint64_t)n != want)
			break;
		left -= n;
	}
	return 0;
}

static enum cmp_result cmp_contents(struct cmp_state *s)
{
	enum cmp_result result = CMP_GO_ON;
	uint64_t left = s->o->bytes, want;
	bool differs = false;
	long n[2];

	if (s->o->flags & CMP_VERBOSE && !s->no_output)
		s->width = cmp_width(s);
	for (int f = 0; f < 2; f++) {
		n[f] = cmp_read_over(s, f);
		if (n[f] < 0)
			return cmp_trouble(s, f, n[f]);
	}
	while (result == CMP_GO_ON) {
		want = left < s->size ? left : s->size;
		left -= left == UINT64_MAX ? 0 : want;
		for (int f = 0; f < 2; f++) {
			n[f] = cmp_read(s, f, want);
			if (n[f] < 0)
				return cmp_trouble(s, f, n[f]);
		}
		result = cmp_blocks(s, n[0], n[1], &differs);
	}
	return result;
}

static int cmp_alloc(struct cmp_state *s)
{
	s->size = cmp_buffer_size(s);
	s->buf[0] = task_alloc(s->api, 2 * s->size);
	if (!s->buf[0]) {
		gnu_error(s->api, "cmp", 0, "memory exhausted");
		return -1;
	}
	s->buf[1] = s->buf[0] + s->size;
	return 0;
}

static int cmp_run(const struct twin_task_api *api, void *arg)
{
	struct cmp_state s = { .api = api, .o = arg, .byte = 1, .line = 1, .at_line_start = true };
	enum cmp_result result;

	if (options_shown(api, &cmp_table, &s.o->head))
		return 0;
	stream_open(&s.out, api, 1);
	for (int f = 0; f < 2; f++) {
		if (f && s.o->skip[0] == s.o->skip[1] && !strcmp(s.o->file[0], s.o->file[1]))
			return 0;
		if (cmp_open(&s, f))
			return TROUBLE;
	}
	if (same_file(&s) && cmp_position(&s, 0) == cmp_position(&s, 1))
		return 0;
	cmp_look_at_output(&s);
	if (cmp_sizes_differ(&s))
		return 1;
	if (cmp_alloc(&s))
		return TROUBLE;
	result = cmp_contents(&s);
	if (result != CMP_TROUBLE) {
		task_close(api, s.fd[0]);
		task_close(api, s.fd[1]);
	}
	stream_flush(&s.out);
	return result;
}

static int cmp_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&cmp_table, argv, arg, word, err);
}

const struct task_info kind_cmp = {
	.name = "cmp",
	.doc = "compare two files byte by byte (GNU diffutils)",
	.options = &cmp_table,
	.prepare = cmp_prepare,
	.run = cmp_run,
	.release = free,
};
