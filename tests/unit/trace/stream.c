// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "stream.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "trace/names.h"
#include "trace/pins.h"

void stream_add(struct stream *s, uint64_t time, unsigned int type, uint64_t a, uint64_t b)
{
	s->ev = mem_grow(s->ev, s->used, &s->cap, sizeof(*s->ev));
	s->ev[s->used++] = (struct twin_event){
		.time = time,
		.type = type,
		.cpu = s->cpu,
		.task = s->pid,
		.a = a,
		.b = b,
	};
}

void stream_clock(struct stream *s, unsigned int controller, uint64_t hz)
{
	stream_add(s, 0, TWIN_EV_CLOCK, controller, hz);
}

void stream_cs(struct stream *s, uint64_t time, unsigned int line, int level)
{
	stream_add(s, time, TWIN_EV_PIN_CS, line, level);
}

void stream_cs_initial(struct stream *s, unsigned int line, int level)
{
	stream_cs(s, 0, line, level);
	s->ev[s->used - 1].flags = 1;
}

static uint64_t form_of(const struct word_shape *w)
{
	return (uint64_t)w->controller << 8 | w->cs | (uint64_t)w->bits << 16 |
	       (uint64_t)w->mode << 24 | (uint64_t)w->floats << 32;
}

void stream_word(struct stream *s, const struct word_shape *w, uint64_t n0, uint32_t mosi,
		 uint32_t miso)
{
	uint64_t time = pin_half_cycle(n0, w->hz);

	stream_add(s, time, TWIN_EV_PIN_WORD, mosi | (uint64_t)miso << 32, n0);
	stream_add(s, time, TWIN_EV_PIN_WORD_FORM, form_of(w), w->scbr);
}

static uint64_t packed(const uint8_t *bytes, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n && i < 8; i++)
		value |= (uint64_t)bytes[i] << 8 * i;
	return value;
}

void stream_burst(struct stream *s, const struct word_shape *w, uint64_t n0, uint64_t step,
		  unsigned int n, const uint8_t *mosi, const uint8_t *miso)
{
	uint64_t time = pin_half_cycle(n0, w->hz);
	size_t bytes = n * (w->bits > 8 ? 2 : 1);

	stream_add(s, time, TWIN_EV_PIN_BURST, form_of(w), n | w->scbr << 32);
	stream_add(s, time, TWIN_EV_PIN_BURST_STEP, n0, step);
	for (size_t at = 0; at < bytes; at += 8) {
		stream_add(s, time, TWIN_EV_PIN_BURST_DATA, packed(mosi + at, bytes - at),
			   packed(miso + at, bytes - at));
		s->ev[s->used - 1].flags = (uint8_t)(at / 8);
	}
}

void stream_context(struct stream *s, uint64_t time, int from, int to)
{
	stream_add(s, time, TWIN_EV_CONTEXT, from, to);
}

void stream_task_name(struct stream *s, uint32_t pid, const char *name)
{
	struct twin_event parts[8];
	size_t n = names_string_events(0, 1000 + pid, name, parts, 8);

	for (size_t i = 0; i < n; i++) {
		stream_add(s, 0, TWIN_EV_STRING, parts[i].a, parts[i].b);
		s->ev[s->used - 1].flags = parts[i].flags;
	}
	stream_add(s, 0, TWIN_EV_TASK, pid, 1000 + pid);
}

void stream_push(const struct stream *s, struct trace *trace)
{
	trace_push(trace, s->ev, s->used);
}

void stream_free(struct stream *s)
{
	free(s->ev);
	*s = (struct stream){0};
}

static void story_head(struct stream *s, const struct word_shape *w)
{
	stream_clock(s, 1, w->hz);
	stream_cs_initial(s, 0x100, 1);
	stream_task_name(s, 5, "dd");
	stream_task_name(s, 6, "kworker/u2:0");
	stream_task_name(s, 7, "spi1");
	stream_cs(s, 1 * US, 0x100, 0);
	stream_word(s, w, 150, 0x9f, 0xff);
	stream_cs(s, 2 * US, 0x100, 1);
	s->pid = 5;
	stream_add(s, 10 * US, TWIN_EV_WINDOW, 1, 7);
	stream_context(s, 10 * US, TWIN_CTX_BOOT, TWIN_CTX_USER);
	stream_context(s, 11 * US, TWIN_CTX_USER, TWIN_CTX_THREAD);
	stream_add(s, 11200 * NS, TWIN_EV_SPI_MSG_START, 1, 0x100);
}

static void story_first(struct stream *s, const struct word_shape *w)
{
	stream_add(s, 11500 * NS, TWIN_EV_SPI_XFER_START, 2, 0x100 | 2ULL << 32);
	stream_cs(s, 12 * US, 0x100, 0);
	stream_word(s, w, 1250, 0x13, 0xff);
	stream_add(s, 12600 * NS, TWIN_EV_SWITCH, 5 | 2ULL << 32, 0);
	stream_context(s, 12600 * NS, TWIN_CTX_THREAD, TWIN_CTX_IDLE);
	s->pid = 0;
	stream_context(s, 12900 * NS, TWIN_CTX_IDLE, TWIN_CTX_HARDIRQ);
	stream_add(s, 12900 * NS, TWIN_EV_IRQ_ENTRY, 25, 0);
	stream_add(s, 12950 * NS, TWIN_EV_WAKING, 5, 0);
	stream_context(s, 13000 * NS, TWIN_CTX_HARDIRQ, TWIN_CTX_THREAD);
	s->pid = 5;
	stream_word(s, w, 1320, 0x00, 0xff);
	stream_add(s, 13400 * NS, TWIN_EV_SPI_XFER_STOP, 2, 0x100 | 2ULL << 32);
	stream_add(s, 13450 * NS, TWIN_EV_SPI_XFER_START, 3, 0x100 | 2ULL << 32);
	stream_word(s, w, 1365, 0x00, 0xde);
	stream_word(s, w, 1381, 0x00, 0xad);
	stream_add(s, 14000 * NS, TWIN_EV_SPI_XFER_STOP, 3, 0x100 | 2ULL << 32);
	stream_cs(s, 14160 * NS, 0x100, 1);
}

static void story_second(struct stream *s, const struct word_shape *w)
{
	stream_context(s, 15160 * NS, TWIN_CTX_THREAD, TWIN_CTX_USER);
	stream_add(s, 16000 * NS, TWIN_EV_WAKING, 6, 0);
	stream_add(s, 16100 * NS, TWIN_EV_WAKING, 7, 0);
	stream_add(s, 17000 * NS, TWIN_EV_MMIO_READ, 0xf8008010, 0);
	stream_add(s, 17100 * NS, TWIN_EV_MMIO_WRITE, 0xf8008010, 0);
	stream_add(s, 17200 * NS, TWIN_EV_MMIO_WRITE, 0xf8008010, 0);
	stream_add(s, 18000 * NS, TWIN_EV_SYS_ENTER, 63, 0);
	stream_cs(s, 20160 * NS, 0x100, 0);
	stream_word(s, w, 2020, 0x05, 0x02);
	stream_cs(s, 20400 * NS, 0x100, 1);
	stream_add(s, 25400 * NS, TWIN_EV_WINDOW, 0, 7);
	stream_context(s, 25400 * NS, TWIN_CTX_USER, TWIN_CTX_IDLE);
}

void stream_story(struct stream *s)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};

	story_head(s, &w);
	story_first(s, &w);
	story_second(s, &w);
}

char *slurp(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *data = NULL;
	size_t cap = 0, used = 0, got;

	if (!f)
		return NULL;
	do {
		data = mem_grow(data, used, &cap, 1);
		got = fread(data + used, 1, cap - used, f);
		used += got;
	} while (got);
	fclose(f);
	data = mem_grow(data, used, &cap, 1);
	data[used] = '\0';
	if (len)
		*len = used;
	return data;
}

static char scratch[] = "/tmp/spitwin-stream-XXXXXX";

void enter_scratch(void)
{
	if (!mkdtemp(scratch) || chdir(scratch))
		exit(1);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

void leave_scratch(void)
{
	if (!chdir("/"))
		nftw(scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
