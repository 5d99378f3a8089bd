// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_kernel.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct fake_kernel fake;

static uint8_t memory[1 << 16];

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
	for (size_t i = 0; i < n; i++)
		buf[i] = fake.was_read++ * 7 + 1;
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
	uint64_t ns = fake.clock_looks++ ? fake.ns : 0;

	*t = (struct timespec){ .tv_sec = 5 + ns / 1000000000, .tv_nsec = ns % 1000000000 };
	return 0;
}

static long fake_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	switch (nr) {
	case 24:
		note("dup(%ld,%ld) ", a, b);
		return b;
	case 46:
		note("truncate(%ld,%ld) ", a, b);
		return 0;
	case 56:
		return fake_open((const char *)b, c);
	case 57:
		note("close(%ld) ", a);
		return 0;
	case 62:
		note("seek(%ld,%ld) ", a, b);
		return b ? (fake.seek_error ? fake.seek_error : b) : 0;
	case 63:
		return fake_read((uint8_t *)b, c);
	case 64:
		return fake_write(a, (const uint8_t *)b, c);
	case 82:
		note("fsync(%ld) ", a);
		return fake.fsync_error;
	case 113:
		return fake_clock((struct timespec *)b);
	case 222:
		return b > (long)sizeof(memory) ? -12 : (long)memory;
	}
	abort();
}

static void fake_charge(uint64_t ps)
{
}

static uint64_t fake_now(void)
{
	return 0;
}

const struct twin_task_api fake_api = {
	.syscall = fake_syscall, .charge = fake_charge, .now = fake_now,
};
