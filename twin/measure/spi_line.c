// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/spi_line.h"

const char *spi_gap_name(enum spi_gap gap)
{
	static const char *const names[SPI_GAP_NR] = {
		[SPI_GAP_WORD] = "word",       [SPI_GAP_TRANSFER] = "transfer",
		[SPI_GAP_MESSAGE] = "message", [SPI_GAP_SETUP] = "cs_setup",
		[SPI_GAP_HOLD] = "cs_hold",
	};

	return names[gap];
}

struct ctx_split spi_view_active_unclocked(const struct spi_view *v)
{
	struct ctx_split sum = v->empty_by;

	ctx_add(&sum, &v->gap[SPI_GAP_SETUP].by);
	ctx_add(&sum, &v->gap[SPI_GAP_WORD].by);
	ctx_add(&sum, &v->gap[SPI_GAP_TRANSFER].by);
	ctx_add(&sum, &v->gap[SPI_GAP_HOLD].by);
	return sum;
}

void spi_line_mark(struct spi_line *l, const struct spi_env *env)
{
	l->mark = env->clock->total;
	l->mark_pending = false;
}

static void mark_later(struct spi_line *l, uint64_t time)
{
	l->mark_time = time;
	l->mark_pending = true;
}

/* Context split of the interval since the mark; an interval that ends before it began is empty. */
static struct ctx_split since_mark(struct spi_line *l, const struct spi_env *env)
{
	if (l->mark_pending)
		spi_line_mark(l, env);
	return ctx_minus(&env->clock->total, &l->mark);
}

static uint64_t close_gap(struct spi_line *l, const struct spi_env *env, enum spi_gap gap,
			  uint64_t from, uint64_t to)
{
	struct spi_gap_stat *stat = &l->view.gap[gap];
	struct ctx_split by = since_mark(l, env);

	if (to < from) {
		l->view.overlaps++;
		to = from;
	}
	dist_add(&stat->dist, to - from);
	ctx_add(&stat->by, &by);
	if (gap != SPI_GAP_MESSAGE)
		ctx_add(&l->tx.unclocked, &by);
	return to - from;
}

static void begin_after(struct spi_line *l, const struct spi_env *env, uint64_t time)
{
	struct ctx_split lead;

	if (l->have_end) {
		close_gap(l, env, SPI_GAP_MESSAGE, l->last_end, time);
		return;
	}
	lead = ctx_minus(&env->clock->total, &env->window_mark);
	ctx_add(&l->view.lead, &lead);
}

void spi_line_cs_low(struct spi_line *l, const struct spi_env *env, uint64_t time)
{
	if (l->low)
		return;
	l->low = true;
	l->counted = env->window_open;
	l->have_word = false;
	if (!l->counted) {
		l->view.outside++;
		return;
	}
	begin_after(l, env, time);
	spi_line_mark(l, env);
	l->tx = (struct spi_transaction){
		.controller = l->view.controller,
		.cs = l->view.cs,
		.start = time,
		.offset = env->bytes->used,
		.work = l->before,
	};
}

static void end_clocking(struct spi_line *l, const struct spi_env *env, uint64_t time)
{
	struct ctx_split by;

	if (l->have_word) {
		l->tx.hold = close_gap(l, env, SPI_GAP_HOLD, pin_word_last(&l->word), time);
		return;
	}
	by = since_mark(l, env);
	l->view.empty++;
	ctx_add(&l->view.empty_by, &by);
	ctx_add(&l->tx.unclocked, &by);
}

bool spi_line_cs_high(struct spi_line *l, const struct spi_env *env, uint64_t time)
{
	bool counted = l->low && l->counted;

	l->low = l->counted = false;
	if (!counted) {
		l->before = (struct spi_work){0};
		return false;
	}
	end_clocking(l, env, time);
	l->tx.end = time;
	l->tx.complete = true;
	l->view.transactions++;
	l->view.cs_low += time - l->tx.start;
	dist_add(&l->view.low, time - l->tx.start);
	spi_line_mark(l, env);
	l->have_end = env->window_open;
	l->last_end = time;
	l->before = (struct spi_work){0};
	return true;
}

/* The clock goes on: no more than half an SCK period between the words. */
static bool continuous(const struct pin_word *before, const struct pin_word *w)
{
	uint64_t last = before->n0 + (2 * before->bits - 1) * before->scbr;

	return before->grid.hz == w->grid.hz && w->n0 >= last && w->n0 - last <= before->scbr;
}

static uint64_t reach_word(struct spi_line *l, const struct spi_env *env, const struct pin_word *w)
{
	uint64_t first = pin_word_first(w), last;

	if (!l->have_word) {
		l->tx.setup = close_gap(l, env, SPI_GAP_SETUP, l->tx.start, first);
		return 0;
	}
	last = pin_word_last(&l->word);
	if (continuous(&l->word, w)) {
		l->view.continuous++;
		return first - last;
	}
	close_gap(l, env, l->word_transfer == l->transfers_seen ? SPI_GAP_WORD : SPI_GAP_TRANSFER,
		  last, first);
	return 0;
}

/* Half-cycles from a word's first edge to its last. */
static uint64_t clocked_part(const struct pin_word *w)
{
	return (2 * w->bits - 1) * w->scbr;
}

static uint64_t length_from(const struct pin_word *w, uint64_t n, uint64_t length)
{
	return pin_grid_time(&w->grid, n + length) - pin_grid_time(&w->grid, n);
}

/*
 * SCK periods. Those of a word add up to what lies between the first and the last of the edges they
 * use; so what is beyond the shortest possible is how many are longer.
 */
static void add_periods(struct spi_view *v, const struct pin_words *words)
{
	const struct pin_word *w = &words->word;
	uint64_t per_word = w->bits - 1, length = 2 * w->scbr;
	uint64_t last = w->n0 + (words->n - 1) * words->step + (per_word - 1) * length;
	struct dist_run run = {
		.value = pin_grid_time(&w->grid, length),
		.n = words->n * per_word,
		.first = length_from(w, w->n0, length),
		.last = length_from(w, last, length),
	};

	if (!per_word)
		return;
	run.larger =
		pin_grid_lengths(&w->grid, w->n0, words->step, words->n, per_word * length).total -
		run.n * run.value;
	dist_add_run(&v->period, &run);
}

/* What every word adds, wherever it is. */
static void count_words(struct spi_line *l, const struct spi_env *env,
			const struct pin_words *words)
{
	const struct pin_word *w = &words->word;
	uint64_t bytes = (uint64_t)words->n * pin_word_bytes(w);
	struct pin_lengths clocked =
		pin_grid_lengths(&w->grid, w->n0, words->step, words->n, clocked_part(w));

	l->tx.clocked += clocked.total;
	l->tx.words += words->n;
	l->tx.bytes += bytes;
	if (l->tx.offset + l->tx.kept == env->bytes->used)
		l->tx.kept += spi_bytes_add(env->bytes, words);
	l->view.clocked += clocked.total;
	l->view.words += words->n;
	l->view.bytes += bytes;
	l->view.hz = w->grid.hz;
	add_periods(&l->view, words);
	l->word = pin_words_nth(words, words->n - 1);
	l->have_word = true;
	l->word_transfer = l->transfers_seen;
	mark_later(l, pin_word_last(&l->word));
}

void spi_line_word(struct spi_line *l, const struct spi_env *env, const struct pin_words *words)
{
	uint64_t clocked;

	if (!l->counted)
		return;
	clocked = reach_word(l, env, &words->word);
	l->tx.clocked += clocked;
	l->view.clocked += clocked;
	count_words(l, env, words);
}

/* The gaps before words, the first of which is behind `before`. */
static void add_gaps(struct dist *d, const struct pin_word *before, const struct pin_words *words,
		     const struct pin_lengths *gaps)
{
	uint64_t clocked = clocked_part(before), length = words->step - clocked;
	uint64_t first = before->n0 + clocked, last = first + (words->n - 1) * words->step;
	struct dist_run run = {
		.value = gaps->shortest,
		.n = words->n,
		.larger = gaps->longer,
		.first = length_from(before, first, length),
		.last = length_from(before, last, length),
	};

	dist_add_run(d, &run);
}

void spi_line_more_words(struct spi_line *l, const struct spi_env *env,
			 const struct pin_words *words)
{
	struct spi_gap_stat *stat = &l->view.gap[SPI_GAP_WORD];
	enum twin_context class = context_clock_class(env->clock);
	uint64_t clocked = clocked_part(&words->word);
	struct pin_lengths gaps;

	if (!l->counted)
		return;
	gaps = pin_grid_lengths(&l->word.grid, l->word.n0 + clocked, words->step, words->n,
				words->step - clocked);
	if (continuous(&l->word, &words->word)) {
		l->view.continuous += words->n;
		l->tx.clocked += gaps.total;
		l->view.clocked += gaps.total;
	} else {
		add_gaps(&stat->dist, &l->word, words, &gaps);
		stat->by.ps[class] += gaps.total;
		l->tx.unclocked.ps[class] += gaps.total;
	}
	count_words(l, env, words);
}

static void spi_event(struct spi_line *l, const struct spi_env *env, const struct twin_event *ev,
		      struct spi_work *add)
{
	if (ev->type == TWIN_EV_SPI_XFER_STOP)
		l->in_transfer = false;
	else if (ev->type == TWIN_EV_SPI_MSG_START)
		add->messages = 1;
	if (ev->type != TWIN_EV_SPI_XFER_START)
		return;
	add->transfers = 1;
	l->transfers_seen++;
	l->in_transfer = true;
	l->transfer_task = ev->task;
}

static void work_add(struct spi_work *sum, const struct spi_work *add)
{
	sum->messages += add->messages;
	sum->transfers += add->transfers;
	sum->irqs += add->irqs;
	sum->waits += add->waits;
	sum->wakes += add->wakes;
	sum->sleeps += add->sleeps;
}

/* prev pid | prev state << 32 */
static bool leaves_to_wait(const struct twin_event *ev, uint32_t pid)
{
	return (uint32_t)ev->a == pid && ev->a >> 32;
}

void spi_line_work(struct spi_line *l, const struct spi_env *env, const struct twin_event *ev,
		   bool mine)
{
	struct spi_work add = {0};

	if (mine)
		spi_event(l, env, ev, &add);
	else if (ev->type == TWIN_EV_IRQ_ENTRY)
		add.irqs = l->low;
	else if (ev->type == TWIN_EV_FUNC)
		add.waits = l->in_transfer && ev->task == l->transfer_task && ev->a >> 31 & 1;
	else if (ev->type == TWIN_EV_WAKING)
		add.wakes = l->in_transfer && ev->a == l->transfer_task;
	else if (ev->type == TWIN_EV_SWITCH)
		add.sleeps = l->in_transfer && leaves_to_wait(ev, l->transfer_task);
	if (l->counted || env->window_open)
		work_add(&l->view.work, &add);
	work_add(l->counted ? &l->tx.work : &l->before, &add);
}

void spi_line_window_closes(struct spi_line *l, const struct spi_env *env)
{
	struct ctx_split part;

	if (l->low && l->counted)
		return;
	if (l->have_end)
		part = since_mark(l, env);
	else
		part = ctx_minus(&env->clock->total, &env->window_mark);
	ctx_add(l->have_end ? &l->view.tail : &l->view.lead, &part);
	l->have_end = false;
}

void spi_line_free(struct spi_line *l)
{
	dist_free(&l->view.low);
	dist_free(&l->view.period);
	for (int i = 0; i < SPI_GAP_NR; i++)
		dist_free(&l->view.gap[i].dist);
}
