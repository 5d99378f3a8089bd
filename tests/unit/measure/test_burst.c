// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What is measured does not depend on whether words come in bursts. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "burst_story.h"
#include "measure/measure.h"

static char err[TRACE_ERR_SIZE];

static void put_split(FILE *f, const char *name, const struct ctx_split *s)
{
	fprintf(f, "%s:", name);
	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		fprintf(f, " %" PRIu64, s->ps[i]);
	fputc('\n', f);
}

static void put_dist(FILE *f, struct dist *d)
{
	struct dist_summary s = dist_summary(d);

	fprintf(f, "n %" PRIu64 " min %" PRIu64 " max %" PRIu64 " total %" PRIu64 " exact %d:", s.n,
		s.min, s.max, s.total, s.exact);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64 ":", s.sd, s.first, s.last);
	for (unsigned int p = 1; p <= 100; p++)
		fprintf(f, " %" PRIu64, dist_quantile(d, p));
	fputc('\n', f);
}

static void put_work(FILE *f, const struct spi_work *w)
{
	fprintf(f, "work %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
		w->messages, w->transfers, w->irqs, w->waits, w->wakes, w->sleeps);
}

static void put_view(FILE *f, struct spi_view *v)
{
	fprintf(f, "spi%u.%u: %" PRIu64, v->controller, v->cs, v->hz);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64, v->transactions, v->words, v->bytes);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64, v->cs_low, v->clocked, v->continuous);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", v->empty, v->overlaps,
		v->stray_words, v->outside);
	put_work(f, &v->work);
	put_split(f, "empty", &v->empty_by);
	put_split(f, "lead", &v->lead);
	put_split(f, "tail", &v->tail);
	put_dist(f, &v->low);
	put_dist(f, &v->period);
	for (int i = 0; i < SPI_GAP_NR; i++) {
		put_split(f, spi_gap_name(i), &v->gap[i].by);
		put_dist(f, &v->gap[i].dist);
	}
}

static void put_transaction(FILE *f, const struct measure_result *r,
			    const struct spi_transaction *x)
{
	fprintf(f, "cs %u.%u %d %" PRIu64 " %" PRIu64, x->controller, x->cs, x->complete, x->start,
		x->end);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64, x->setup, x->hold, x->clocked);
	fprintf(f, " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", x->words, x->bytes, x->kept);
	put_split(f, "unclocked", &x->unclocked);
	put_work(f, &x->work);
	for (uint64_t i = 0; i < x->kept; i++)
		fprintf(f, "%02x%02x", r->mosi[x->offset + i], r->miso[x->offset + i]);
	fputc('\n', f);
}

static char *text_of(const struct measure_result *r)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	fprintf(f, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", r->run_end,
		r->window_from, r->window_to, r->window_length, r->bad_words);
	put_split(f, "window", &r->window_by);
	put_split(f, "cpu", &r->cpu_by);
	fprintf(f, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", r->counts.irqs, r->counts.mmio_reads,
		r->counts.transfers);
	for (size_t i = 0; i < r->nr_views; i++)
		put_view(f, r->views[i]);
	for (size_t i = 0; i < r->nr_transactions; i++)
		put_transaction(f, r, &r->transactions[i]);
	fclose(f);
	return text;
}

static char *measured(const struct stream *s, bool whole_run)
{
	const struct measure_options o = {.whole_run = whole_run};
	struct measure *m = measure_new(&o);
	struct reducer r = measure_reducer(m);
	struct trace *t = trace_new();
	char *text;

	trace_add(t, &r);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, BURST_STORY_END, err), 0);
	trace_free(t);
	cr_assert_eq(measure_result(m)->bad_words, 0);
	text = text_of(measure_result(m));
	measure_free(m);
	return text;
}

Test(burst, as_word_by_word)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct burst_story story;
		char *a, *b;

		burst_story_make(&story, seed);
		a = measured(&story.bursts, seed % 2);
		b = measured(&story.singles, seed % 2);
		cr_assert_str_eq(a, b, "seed %" PRIu64, seed);
		free(a);
		free(b);
		burst_story_free(&story);
	}
}

/*
 * 132 MHz, SCBR 3, mode 0: half-cycle n at floor(n * 125000 / 33). 100 words of 8 bits, 78
 * half-cycles apart from 1000 on: clocked from 1000 + 78k to 1045 + 78k. CS low from 3 us.
 *
 *	gap k	33 half-cycles: 125000 ps exactly
 *	clocked	45 half-cycles: floor is 170454, 18/33 lost; longer when (1000 + 78k) * 125000 mod
 *		33 >= 15
 *	period	6 half-cycles: 22727 or 22728, 7 per word
 *
 * The CPU goes idle at 5 us: 5000000 * 33 / 125000 = 1320 = 1000 + 78 * 4 + 8, in the 5th word, so
 * four gaps are the boot's and 95 idle.
 */
Test(burst, by_hand)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 132000000, .scbr = 3};
	uint8_t bytes[100];
	struct stream s = {0};
	struct measure *m = measure_new(NULL);
	struct reducer r = measure_reducer(m);
	struct trace *t = trace_new();
	struct spi_view *v;
	uint64_t clocked = 0;

	for (unsigned int i = 0; i < 100; i++) {
		bytes[i] = (uint8_t)i;
		clocked += 170454 + ((1000 + 78 * i) * 125000ULL % 33 >= 15);
	}
	stream_clock(&s, 1, w.hz);
	stream_add(&s, 1 * US, TWIN_EV_WINDOW, 1, 1);
	stream_cs(&s, 3 * US, 0x100, 0);
	stream_burst(&s, &w, 1000, 78, 100, bytes, bytes);
	stream_context(&s, 5 * US, TWIN_CTX_BOOT, TWIN_CTX_IDLE);
	stream_cs(&s, 40 * US, 0x100, 1);
	stream_add(&s, 41 * US, TWIN_EV_WINDOW, 0, 1);
	trace_add(t, &r);
	stream_push(&s, t);
	cr_assert_eq(trace_end(t, 50 * US, err), 0);
	trace_free(t);
	v = measure_result(m)->views[0];
	cr_assert_eq(v->words, 100);
	cr_assert_eq(v->gap[SPI_GAP_WORD].dist.n, 99);
	cr_assert_eq(v->gap[SPI_GAP_WORD].dist.min, 125000);
	cr_assert_eq(v->gap[SPI_GAP_WORD].dist.max, 125000);
	cr_assert_eq(v->gap[SPI_GAP_WORD].by.ps[TWIN_CTX_BOOT], 4 * 125000);
	cr_assert_eq(v->gap[SPI_GAP_WORD].by.ps[TWIN_CTX_IDLE], 95 * 125000);
	cr_assert_eq(v->gap[SPI_GAP_SETUP].dist.max, 1000 * 125000ULL / 33 - 3 * US);
	cr_assert_eq(v->gap[SPI_GAP_HOLD].dist.max,
		     40 * US - (1000 + 99 * 78 + 45) * 125000ULL / 33);
	cr_assert_eq(v->clocked, clocked);
	cr_assert_eq(v->period.n, 700);
	cr_assert_eq(v->period.min, 22727);
	cr_assert_eq(v->period.max, 22728);
	cr_assert_eq(measure_result(m)->transactions[0].kept, 100);
	cr_assert_arr_eq(measure_result(m)->miso, bytes, 100);
	measure_free(m);
	stream_free(&s);
}
