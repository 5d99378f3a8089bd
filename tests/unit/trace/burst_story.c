// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "burst_story.h"

#include <stdbool.h>
#include <string.h>

#include "trace/pins.h"
#include "trace/tqueue.h"

/* A word of a burst on its own: behind all other records of its instant. */
struct late_word {
	uint64_t key;
	struct twin_event ev[2];
};

struct maker {
	struct burst_story *story;
	struct tqueue late; /* single words of bursts, by the bursts' begin */
	uint64_t state;
	uint64_t edges[4096]; /* times of word edges, for records that fall on them */
	size_t nr_edges;
};

static uint64_t below(struct maker *m, uint64_t n)
{
	m->state = m->state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (m->state >> 33) % n;
}

static bool percent(struct maker *m, unsigned int chance)
{
	return below(m, 100) < chance;
}

/* A record of both streams. */
static void both(struct maker *m, uint64_t time, unsigned int type, uint64_t a, uint64_t b)
{
	struct stream *streams[] = {&m->story->bursts, &m->story->singles};

	for (int i = 0; i < 2; i++) {
		stream_add(streams[i], time, type, a, b);
		streams[i]->ev[streams[i]->used - 1].task = 5 + time % 3;
		streams[i]->ev[streams[i]->used - 1].cpu = time / 7 % 2;
	}
}

static void note_edge(struct maker *m, uint64_t time)
{
	m->edges[m->nr_edges++ % 4096] = time;
}

static void one_word(struct maker *m, const struct word_shape *w, uint64_t n0)
{
	uint32_t mask = w->bits == 32 ? UINT32_MAX : (1u << w->bits) - 1;
	uint32_t mosi = (uint32_t)below(m, 1ULL << 31) & mask;
	uint32_t miso = (uint32_t)below(m, 1ULL << 31) & mask;

	stream_word(&m->story->bursts, w, n0, mosi, miso);
	stream_word(&m->story->singles, w, n0, mosi, miso);
	note_edge(m, pin_half_cycle(n0, w->hz));
}

static uint32_t value_at(const uint8_t *bytes, const struct word_shape *w, unsigned int i)
{
	return w->bits > 8 ? bytes[2 * i] << 8 | bytes[2 * i + 1] : bytes[i];
}

static void late_word(struct maker *m, const struct word_shape *w, uint64_t begin, uint64_t n0,
		      uint32_t mosi, uint32_t miso)
{
	struct late_word *late = tqueue_insert(&m->late, begin);
	struct stream s = {0};

	stream_word(&s, w, n0, mosi, miso);
	memcpy(late->ev, s.ev, sizeof(late->ev));
	stream_free(&s);
}

static void burst(struct maker *m, const struct word_shape *w, uint64_t n0, uint64_t step,
		  unsigned int n)
{
	uint8_t mosi[2048], miso[2048];

	for (unsigned int i = 0; i < 2048; i++) {
		mosi[i] = (uint8_t)below(m, 256);
		miso[i] = (uint8_t)below(m, 256);
	}
	/* Bits above the word's own are never recorded. */
	for (unsigned int i = 0; i < n; i++) {
		if (w->bits <= 8)
			mosi[i] &= miso[i] &= (1 << w->bits) - 1;
		else
			mosi[2 * i] &= miso[2 * i] &= (1 << (w->bits - 8)) - 1;
	}
	stream_burst(&m->story->bursts, w, n0, step, n, mosi, miso);
	for (unsigned int i = 0; i < n; i++) {
		late_word(m, w, pin_half_cycle(n0, w->hz), n0 + i * step, value_at(mosi, w, i),
			  value_at(miso, w, i));
		if (percent(m, 10))
			note_edge(m, pin_half_cycle(n0 + i * step, w->hz));
		if (percent(m, 10))
			note_edge(m, pin_half_cycle(n0 + i * step + (2 * w->bits - 1) * w->scbr,
						    w->hz));
	}
	m->story->in_bursts += n;
}

/* Words from half-cycle n0 on; returns where the next may begin. */
static uint64_t some_words(struct maker *m, const struct word_shape *w, uint64_t n0)
{
	uint64_t clocked = (2 * w->bits - 1) * w->scbr, step = clocked;
	unsigned int n = percent(m, 3) ? 1024 : 2 + (unsigned int)below(m, 60);

	if (percent(m, 40) || w->bits > 16) {
		one_word(m, w, n0);
		return n0 + clocked + below(m, 300);
	}
	step += percent(m, 40) ? below(m, w->scbr + 2) : below(m, 200);
	burst(m, w, n0, step, n);
	return n0 + (n - 1) * step + clocked + (percent(m, 30) ? w->scbr : below(m, 300));
}

static void clock_words(struct maker *m, unsigned int controller, uint64_t hz)
{
	struct word_shape w = {.controller = (uint8_t)controller, .hz = hz};
	uint64_t n = 50, end = BURST_STORY_END / 2000000 * (2 * hz / 1000000);

	both(m, 0, TWIN_EV_CLOCK, controller, hz);
	while (n < end) {
		w.cs = (uint8_t)below(m, 3);
		w.bits = (uint8_t)(percent(m, 60) ? 8 : 1 + below(m, 16));
		if (percent(m, 3))
			w.bits = 32;
		w.mode = (uint8_t)below(m, 4);
		w.floats = percent(m, 20);
		w.scbr = 1 + below(m, 9);
		for (uint64_t i = below(m, 6); i-- > 0;)
			n = some_words(m, &w, n);
		n += below(m, 2000);
	}
}

/* Any instant, or that of an edge. */
static uint64_t some_time(struct maker *m)
{
	if (percent(m, 50))
		return below(m, BURST_STORY_END);
	return m->edges[below(m, m->nr_edges < 4096 ? m->nr_edges : 4096)];
}

static void other_record(struct maker *m)
{
	static const uint16_t work[] = {
		TWIN_EV_IRQ_ENTRY, TWIN_EV_WAKING,	 TWIN_EV_SWITCH,    TWIN_EV_FUNC,
		TWIN_EV_MMIO_READ, TWIN_EV_TIMER_EXPIRE, TWIN_EV_SYS_ENTER,
	};
	static const uint16_t spi[] = {
		TWIN_EV_SPI_MSG_START,
		TWIN_EV_SPI_XFER_START,
		TWIN_EV_SPI_XFER_STOP,
	};
	uint64_t time = some_time(m), line = (1 + below(m, 2)) << 8 | below(m, 3);

	switch (below(m, 5)) {
	case 0:
		both(m, time, TWIN_EV_PIN_CS, line, below(m, 2));
		break;
	case 1:
		both(m, time, spi[below(m, 3)], 1, line);
		break;
	case 2:
		both(m, time, work[below(m, 7)], 5 + below(m, 3), below(m, 2));
		break;
	case 3:
		if (percent(m, 5))
			both(m, time, TWIN_EV_WINDOW, below(m, 2), below(m, 2));
		break;
	default:
		both(m, time, TWIN_EV_CONTEXT, 0, below(m, TWIN_CTX_NR));
		break;
	}
}

static void add_late_words(struct maker *m)
{
	struct late_word *late;

	while ((late = tqueue_first(&m->late))) {
		for (int i = 0; i < 2; i++)
			stream_add(&m->story->singles, late->ev[i].time, late->ev[i].type,
				   late->ev[i].a, late->ev[i].b);
		tqueue_drop(&m->late);
	}
	tqueue_free(&m->late);
}

void burst_story_make(struct burst_story *story, uint64_t seed)
{
	static const uint64_t clocks[] = {132000000, 50000000, 66666667, 83000001, 133333333};
	struct maker m = {
		.story = story, .state = seed, .late = {.elem = sizeof(struct late_word)}};

	*story = (struct burst_story){0};
	both(&m, 0, TWIN_EV_WINDOW, percent(&m, 70), 7);
	for (unsigned int controller = 1; controller <= 2; controller++)
		clock_words(&m, controller, clocks[below(&m, 5)]);
	for (uint64_t i = 100 + below(&m, 800); i-- > 0;)
		other_record(&m);
	add_late_words(&m);
}

void burst_story_free(struct burst_story *story)
{
	stream_free(&story->bursts);
	stream_free(&story->singles);
}
