// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "task/task.h"

struct fake_kernel fake;

static uint8_t memory[2][1 << 16];
static unsigned int buffers;

static void note(const char *format, ...)
{
	size_t used = strlen(fake.calls);
	va_list ap;

	va_start(ap, format);
	vsnprintf(fake.calls + used, sizeof(fake.calls) - used, format, ap);
	va_end(ap);
}

static long fake_open(const char *path, long flags)
{
	note("open(%s,0%lo) ", path, flags);
	return (flags & O_ACCMODE) == O_RDONLY ? fake.open_in : fake.open_out;
}

static long fake_read(uint8_t *buf, size_t n)
{
	note("read(%zu) ", n);
	fake.reads++;
	if (fake.read_error && fake.reads >= fake.read_error_at &&
	    (!fake.read_errors || fake.reads < fake.read_error_at + fake.read_errors))
		return fake.read_error;
	if (n > fake.input - fake.was_read)
		n = fake.input - fake.was_read;
	if (fake.read_most && n > fake.read_most)
		n = fake.read_most;
	for (size_t i = 0; i < n; i++)
		buf[i] = fake.was_read++ * 7 + 1;
	fake.position += n;
	return n;
}

/* What arrives must be the input in order, or the zeros of conv=sync behind its end. */
static void check_data(const uint8_t *buf, size_t n)
{
	for (size_t i = 0; i < n; i++, fake.was_written++) {
		uint8_t want = fake.was_written < fake.input ? fake.was_written * 7 + 1 : 0;

		if (buf[i] != want && (!fake.padding || buf[i]))
			abort();
	}
}

static long fake_write(long fd, const uint8_t *buf, size_t n)
{
	if (fd == 2) {
		strncat(fake.messages, (const char *)buf, n);
		return n;
	}
	note("write(%zu) ", n);
	if (fake.write_error && fake.was_written >= fake.write_room)
		return fake.write_error;
	if (fake.write_error && n > fake.write_room - fake.was_written)
		n = fake.write_room - fake.was_written;
	if (fake.write_most && n > fake.write_most)
		n = fake.write_most;
	check_data(buf, n);
	return n;
}

static long fake_clock(struct timespec *t)
{
	uint64_t ns = fake.clock_looks ? fake.ns + (fake.clock_looks - 1) * fake.ns_step : 0;

	fake.clock_looks++;

	*t = (struct timespec){ .tv_sec = 5 + ns / 1000000000, .tv_nsec = ns % 1000000000 };
	return 0;
}

/* Descriptor 0 has a position, 1 is where its seeks say. */
static long fake_seek(long fd, long offset, long whence)
{
	note("seek(%ld,%ld%s) ", fd, offset, whence == SEEK_END ? ",end" : "");
	if (fake.no_seek)
		return -ESPIPE;
	if (whence == SEEK_END)
		return fake.input;
	if (offset && fake.seek_error)
		return fake.seek_error;
	if (fd == 0)
		fake.position += offset;
	return fd == 0 ? fake.position : offset;
}

static long fake_fstat(long fd, struct task_stat *st)
{
	note("stat(%ld) ", fd);
	*st = (struct task_stat){ .mode = fake.regular ? 0100644 : 020644, .size = fake.input };
	return 0;
}

static long fake_fcntl(long fd, long command, long flags)
{
	note(command == F_SETFL ? "setfl(%ld,0%lo) " : "getfl(%ld) ", fd, flags);
	return command == F_SETFL ? 0 : fake.direct;
}

/* The input buffer, then the output buffer. */
static long fake_map(size_t n)
{
	return n > sizeof(memory[0]) ? -12 : (long)memory[buffers++ % 2];
}

static long fake_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	switch (nr) {
	case 24:
		note("dup(%ld,%ld) ", a, b);
		return b;
	case 25:
		return fake_fcntl(a, b, c);
	case 46:
		note("truncate(%ld,%ld) ", a, b);
		return fake.truncate_error;
	case 56:
		return fake_open((const char *)b, c);
	case 57:
		note("close(%ld) ", a);
		return 0;
	case 62:
		return fake_seek(a, b, c);
	case 63:
		return fake_read((uint8_t *)b, c);
	case 64:
		return fake_write(a, (const uint8_t *)b, c);
	case 79:
		return fake_fstat(a, (struct task_stat *)c);
	case 83:
		note("fdatasync(%ld) ", a);
		return fake.fdatasync_error;
	case 223:
		note("fadvise(%ld,%ld,%ld) ", a, b, c);
		return 0;
	case 82:
		note("fsync(%ld) ", a);
		return fake.fsync_error;
	case 113:
		return fake_clock((struct timespec *)b);
	case 222:
		return fake_map(b);
	}
	abort();
}

static void fake_charge(uint64_t ps)
{
	fake.charged += ps;
}

static uint64_t fake_now(void)
{
	return 0;
}

/* What the tests' figures are made of, fs per byte. */
static uint64_t fake_cost(enum twin_cost id)
{
	return id == TWIN_COST_USER_PASS_BYTE	? 2000000
	       : id == TWIN_COST_USER_FILL_BYTE ? 800000
						: 1500000000;
}

const struct twin_task_api fake_api = {
	.syscall = fake_syscall, .charge = fake_charge, .now = fake_now,
	.cost = fake_cost,
};
