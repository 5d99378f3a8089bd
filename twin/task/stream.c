// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "stream.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define TCGETS 0x5401
#define TERMIOS_SIZE 64		/* more than struct termios has */

void stream_open(struct task_stream *s, const struct twin_task_api *api, int fd)
{
	s->api = api;
	s->fd = fd;
	s->asked = s->lines = false;
	s->used = 0;
}

/* The C library does this when it makes the buffer. */
static void stream_ask(struct task_stream *s)
{
	char termios[TERMIOS_SIZE];
	struct task_stat st;

	if (s->asked)
		return;
	s->asked = true;
	if (!task_fstat(s->api, s->fd, &st) && S_ISCHR(st.mode))
		s->lines = !task_ioctl(s->api, s->fd, TCGETS, termios);
}

long stream_flush(struct task_stream *s)
{
	size_t done = 0;
	long ret = 0;

	while (done < s->used && ret >= 0) {
		ret = task_write(s->api, s->fd, s->buf + done, s->used - done);
		done += ret > 0 ? ret : 0;
	}
	s->used = 0;
	return ret < 0 ? ret : 0;
}

void stream_put(struct task_stream *s, const char *text, size_t n)
{
	const char *newline = memrchr(text, '\n', n);

	stream_ask(s);
	while (n) {
		size_t part = sizeof(s->buf) - s->used;

		part = part < n ? part : n;
		memcpy(s->buf + s->used, text, part);
		s->used += part;
		text += part;
		n -= part;
		if (s->used == sizeof(s->buf) && n)
			stream_flush(s);
	}
	if (s->lines && newline)
		stream_flush(s);
}

void stream_printf(struct task_stream *s, const char *format, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	stream_put(s, text, n < (int)sizeof(text) ? n : (int)sizeof(text) - 1);
}
