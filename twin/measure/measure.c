// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/measure.h"

#include <stdlib.h>
#include <string.h>

#include "measure/spi_line.h"
#include "trace/mem.h"
#include "trace/names.h"
#include "trace/pins_order.h"

struct measure {
	struct measure_result result;
	struct context_clock clock;
	struct window window;
	struct names *names;
	struct pin_order pins;
	struct spi_bytes bytes;
	struct spi_env env;
	struct spi_line **lines; /* sorted by (controller, cs) */
	size_t nr_lines, cap_lines;
	struct spi_transaction *transactions;
	size_t cap_transactions;
	uint64_t next_mark;
	uint64_t mismatched;
};

static unsigned int line_key(const struct spi_line *l)
{
	return l->view.controller << 8 | l->view.cs;
}

static struct spi_line *get_line(struct measure *m, unsigned int key)
{
	size_t at = 0;

	while (at < m->nr_lines && line_key(m->lines[at]) < key)
		at++;
	if (at < m->nr_lines && line_key(m->lines[at]) == key)
		return m->lines[at];
	m->lines = mem_grow(m->lines, m->nr_lines, &m->cap_lines, sizeof(*m->lines));
	memmove(&m->lines[at + 1], &m->lines[at], (m->nr_lines++ - at) * sizeof(*m->lines));
	m->lines[at] = mem_alloc(sizeof(struct spi_line));
	m->lines[at]->view.controller = key >> 8 & 0xff;
	m->lines[at]->view.cs = key & 0xff;
	return m->lines[at];
}

/* The earliest begin of an interval that lies before now, or NULL. */
static struct spi_line *first_mark(const struct measure *m)
{
	struct spi_line *first = NULL;

	for (size_t i = 0; i < m->nr_lines; i++) {
		struct spi_line *l = m->lines[i];

		if (l->mark_pending && (!first || l->mark_time < first->mark_time))
			first = l;
	}
	return first;
}

static void pass_marks(struct measure *m, uint64_t time)
{
	struct spi_line *l;

	while ((l = first_mark(m)) && l->mark_time <= time) {
		context_clock_advance(&m->clock, l->mark_time);
		spi_line_mark(l, &m->env);
	}
	m->next_mark = l ? l->mark_time : TWIN_TIME_NEVER;
}

static void advance(struct measure *m, uint64_t time)
{
	if (m->next_mark <= time)
		pass_marks(m, time);
	context_clock_advance(&m->clock, time);
}

static void keep_transaction(struct measure *m, const struct spi_transaction *tx)
{
	if (m->result.nr_transactions == MEASURE_TRANSACTIONS) {
		m->result.dropped_transactions++;
		return;
	}
	m->transactions = mem_grow(m->transactions, m->result.nr_transactions, &m->cap_transactions,
				   sizeof(*tx));
	m->transactions[m->result.nr_transactions++] = *tx;
}

static void on_cs(struct measure *m, const struct twin_event *ev)
{
	struct spi_line *l = get_line(m, ev->a & 0xffff);

	if (!ev->b)
		spi_line_cs_low(l, &m->env, ev->time);
	else if (spi_line_cs_high(l, &m->env, ev->time))
		keep_transaction(m, &l->tx);
}

/* The line of its own chip select, else the one of the controller that is low. */
static struct spi_line *line_of_word(struct measure *m, const struct pin_word *w)
{
	struct spi_line *own = get_line(m, (unsigned int)w->controller << 8 | w->cs);

	for (size_t i = 0; !own->low && i < m->nr_lines; i++)
		if (m->lines[i]->view.controller == w->controller && m->lines[i]->low)
			return m->lines[i];
	return own;
}

static uint64_t time_of_last(const struct pin_words *words)
{
	struct pin_word last = pin_words_nth(words, words->n - 1);

	return pin_word_first(&last);
}

/* Words between which nothing else happens; the first one's record is of `time`. */
static void on_words(struct measure *m, const struct pin_words *words, uint64_t time)
{
	struct pin_words first = pin_words_part(words, 0, 1), more;
	struct spi_line *l = line_of_word(m, &words->word);

	advance(m, time);
	if (l->low)
		spi_line_word(l, &m->env, &first);
	else
		l->view.stray_words += m->env.window_open ? words->n : 0;
	if (words->n > 1) {
		more = pin_words_part(words, 1, words->n - 1);
		advance(m, time_of_last(&more));
		if (l->low)
			spi_line_more_words(l, &m->env, &more);
	}
	if (l->mark_pending && l->mark_time < m->next_mark)
		m->next_mark = l->mark_time;
}

static void on_window_step(struct measure *m, enum window_step step)
{
	m->env.window_open = window_open(&m->window);
	m->clock.summing = m->env.window_open;
	if (step == WINDOW_OPENS)
		m->env.window_mark = m->clock.total;
	if (step != WINDOW_CLOSES)
		return;
	for (size_t i = 0; i < m->nr_lines; i++)
		spi_line_window_closes(m->lines[i], &m->env);
	struct ctx_split span = ctx_minus(&m->clock.total, &m->env.window_mark);

	ctx_add(&m->result.window_by, &span);
}

static bool is_spi(const struct twin_event *ev)
{
	return ev->type >= TWIN_EV_SPI_MSG_SUBMIT && ev->type <= TWIN_EV_SPI_XFER_STOP;
}

static void on_work(struct measure *m, const struct twin_event *ev)
{
	if (m->env.window_open)
		counts_event(&m->result.counts, ev, m->names);
	if (is_spi(ev)) {
		spi_line_work(get_line(m, ev->b & 0xffff), &m->env, ev, true);
		return;
	}
	for (size_t i = 0; i < m->nr_lines; i++)
		spi_line_work(m->lines[i], &m->env, ev, false);
}

static void dispatch(struct measure *m, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_PIN_CS:
		on_cs(m, ev);
		break;
	case TWIN_EV_CONTEXT:
		context_clock_event(&m->clock, ev);
		break;
	case TWIN_EV_WINDOW:
		on_window_step(m, window_event(&m->window, ev));
		break;
	case TWIN_EV_PIN_WORD:
	case TWIN_EV_PIN_BURST:
		break;
	default:
		on_work(m, ev);
		break;
	}
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct measure *m = state;
	struct pin_words words;

	while (pin_order_before(&m->pins, ev, &words))
		on_words(m, &words, pin_word_first(&words.word));
	names_event(m->names, ev);
	if (pin_order_event(&m->pins, ev, &words)) {
		uint64_t time = m->pins.decoder.head.time;

		m->mismatched += pin_word_first(&words.word) != time;
		on_words(m, &words, time);
	} else if (!pin_continues(ev->type)) {
		advance(m, ev->time);
		dispatch(m, ev);
	}
}

static void end_lines(struct measure *m, uint64_t now)
{
	for (size_t i = 0; i < m->nr_lines; i++) {
		struct spi_line *l = m->lines[i];

		if (!l->low || !l->counted)
			continue;
		l->tx.end = now;
		keep_transaction(m, &l->tx);
	}
}

static bool in_use(const struct spi_view *v)
{
	return v->transactions || v->outside || v->work.messages || v->stray_words || v->words;
}

static void collect_views(struct measure *m)
{
	struct measure_result *r = &m->result;

	r->views = mem_alloc(m->nr_lines * sizeof(struct spi_view *));
	for (size_t i = 0; i < m->nr_lines; i++) {
		struct spi_view *v = &m->lines[i]->view;

		v->hz = m->pins.decoder.clock[v->controller].hz;
		if (in_use(v))
			r->views[r->nr_views++] = v;
	}
}

static void on_end(void *state, uint64_t now)
{
	struct measure *m = state;
	struct measure_result *r = &m->result;
	struct pin_words words;

	while (pin_order_rest(&m->pins, &words))
		on_words(m, &words, pin_word_first(&words.word));
	advance(m, now);
	end_lines(m, now);
	on_window_step(m, window_end_run(&m->window, now));
	collect_views(m);
	r->run_end = now;
	r->window_from = m->window.first;
	r->window_to = m->window.last;
	r->window_length = m->window.length;
	r->cpu_by = m->clock.cpus;
	r->tasks = m->window.tasks;
	r->nr_tasks = m->window.nr_tasks;
	r->transactions = m->transactions;
	r->mosi = m->bytes.mosi;
	r->miso = m->bytes.miso;
	r->bad_words = m->pins.decoder.bad + m->mismatched;
}

struct measure *measure_new(const struct measure_options *options)
{
	struct measure *m = mem_alloc(sizeof(*m));

	m->window.whole_run = options && options->whole_run;
	m->names = names_new();
	context_clock_init(&m->clock);
	m->env.clock = &m->clock;
	m->env.bytes = &m->bytes;
	m->next_mark = TWIN_TIME_NEVER;
	on_window_step(m, window_begin_run(&m->window));
	return m;
}

struct reducer measure_reducer(struct measure *m)
{
	return (struct reducer){
		.name = "measure",
		.classes = TWIN_CLASS_META | TWIN_CLASS_SCHED | TWIN_CLASS_IRQ | TWIN_CLASS_SPI |
			   TWIN_CLASS_PIN | TWIN_CLASS_MMIO | TWIN_CLASS_SYSCALL |
			   TWIN_CLASS_TIMER | TWIN_CLASS_CONTEXT,
		.event = on_event,
		.end = on_end,
		.state = m,
	};
}

const struct measure_result *measure_result(const struct measure *m)
{
	return &m->result;
}

void measure_free(struct measure *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->nr_lines; i++) {
		spi_line_free(m->lines[i]);
		free(m->lines[i]);
	}
	free(m->lines);
	free(m->result.views);
	free(m->transactions);
	spi_bytes_free(&m->bytes);
	pin_order_free(&m->pins);
	names_free(m->names);
	window_free(&m->window);
	free(m);
}
