// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * stream_story(), by hand. Half period 10 ns, a word of 8 bits lasts 150 ns edge to edge.
 *
 *	10 us	task begins, user; from 11 us thread
 *	12.00	CS falls
 *	12.50	word 13h .. 12.65	setup 500 ns thread
 *	12.60	thread -> idle, 12.90 hardirq, 13.00 thread
 *	13.20	word .. 13.35		word gap 550 = idle 250 + hardirq 100 + thread 200
 *	13.65	word .. 13.80		transfer gap 300 thread
 *	13.81	word .. 13.96		the clock went on: no gap, 10 ns more clocked
 *	14.16	CS rises		hold 200 thread
 *	20.16	CS falls		message gap 6000 = thread 1000 (to 15.16) + user 5000
 *	20.20	word .. 20.35		setup 40 user
 *	20.40	CS rises		hold 50 user
 *	25.40	task ends		5000 user after the last
 */
#include <criterion/criterion.h>
#include <string.h>

#include "measure/measure.h"
#include "stream.h"

static char err[TRACE_ERR_SIZE];

static struct measure *take(const struct stream *s, const struct measure_options *o, uint64_t end)
{
	struct measure *m = measure_new(o);
	struct reducer r = measure_reducer(m);
	struct trace *t = trace_new();

	trace_add(t, &r);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, end, err), 0);
	trace_free(t);
	return m;
}

static struct measure *take_story(void)
{
	struct stream s = {0};
	struct measure *m;

	stream_story(&s);
	m = take(&s, NULL, STORY_END);
	stream_free(&s);
	return m;
}

static void check_gap(struct spi_view *v, enum spi_gap gap, uint64_t n, uint64_t min, uint64_t max,
		      uint64_t total)
{
	struct dist_summary s = dist_summary(&v->gap[gap].dist);
	const char *name = spi_gap_name(gap);

	cr_assert_eq(s.n, n, "%s n %lu", name, (unsigned long)s.n);
	cr_assert_eq(s.min, min * NS, "%s min %lu", name, (unsigned long)s.min);
	cr_assert_eq(s.max, max * NS, "%s max %lu", name, (unsigned long)s.max);
	cr_assert_eq(s.total, total * NS, "%s total %lu", name, (unsigned long)s.total);
	cr_assert_eq(ctx_sum(&v->gap[gap].by), s.total, "%s contexts", name);
}

Test(measure, every_gap_class_to_the_picosecond)
{
	struct measure *m = take_story();
	const struct measure_result *r = measure_result(m);
	struct spi_view *v = r->views[0];

	cr_assert_eq(r->nr_views, 1);
	cr_assert_eq(v->controller, 1);
	cr_assert_eq(v->cs, 0);
	cr_assert_eq(v->hz, 50000000);
	check_gap(v, SPI_GAP_SETUP, 2, 40, 500, 540);
	check_gap(v, SPI_GAP_WORD, 1, 550, 550, 550);
	check_gap(v, SPI_GAP_TRANSFER, 1, 300, 300, 300);
	check_gap(v, SPI_GAP_HOLD, 2, 50, 200, 250);
	check_gap(v, SPI_GAP_MESSAGE, 1, 6000, 6000, 6000);
	cr_assert_eq(v->transactions, 2);
	cr_assert_eq(v->outside, 1);
	cr_assert_eq(v->words, 5);
	cr_assert_eq(v->continuous, 1);
	cr_assert_eq(v->overlaps, 0);
	cr_assert_eq(v->stray_words, 0);
	cr_assert_eq(r->bad_words, 0);
	measure_free(m);
}

Test(measure, chip_select_time_is_its_parts)
{
	struct measure *m = take_story();
	struct spi_view *v = measure_result(m)->views[0];
	struct ctx_split unclocked = spi_view_active_unclocked(v);

	cr_assert_eq(v->cs_low, (2160 + 240) * NS);
	cr_assert_eq(v->low.n, 2);
	cr_assert_eq(v->low.min, 240 * NS);
	cr_assert_eq(v->low.max, 2160 * NS);
	cr_assert_eq(v->clocked, (610 + 150) * NS);
	cr_assert_eq(v->clocked + ctx_sum(&unclocked), v->cs_low);
	cr_assert_eq(unclocked.ps[TWIN_CTX_THREAD], (500 + 200 + 300 + 200) * NS);
	cr_assert_eq(unclocked.ps[TWIN_CTX_IDLE], 250 * NS);
	cr_assert_eq(unclocked.ps[TWIN_CTX_HARDIRQ], 100 * NS);
	cr_assert_eq(unclocked.ps[TWIN_CTX_USER], 90 * NS);
	cr_assert_eq(v->gap[SPI_GAP_MESSAGE].by.ps[TWIN_CTX_USER], 5000 * NS);
	cr_assert_eq(v->gap[SPI_GAP_MESSAGE].by.ps[TWIN_CTX_THREAD], 1000 * NS);
	measure_free(m);
}

Test(measure, the_task_window_is_its_parts)
{
	struct measure *m = take_story();
	const struct measure_result *r = measure_result(m);
	struct spi_view *v = r->views[0];

	cr_assert_eq(r->window_from, 10 * US);
	cr_assert_eq(r->window_to, 25400 * NS);
	cr_assert_eq(r->window_length, 15400 * NS);
	cr_assert_eq(ctx_sum(&r->window_by), 15400 * NS);
	cr_assert_eq(ctx_sum(&r->cpu_by), 15400 * NS);
	cr_assert_eq(ctx_sum(&v->lead), 2000 * NS);
	cr_assert_eq(v->lead.ps[TWIN_CTX_USER], 1000 * NS);
	cr_assert_eq(v->tail.ps[TWIN_CTX_USER], 5000 * NS);
	cr_assert_eq(ctx_sum(&v->lead) + v->cs_low + 6000 * NS + ctx_sum(&v->tail),
		     r->window_length);
	cr_assert_eq(r->nr_tasks, 1);
	cr_assert_eq(r->tasks[0].tag, 7);
	cr_assert_eq(r->tasks[0].pid, 5);
	cr_assert(r->tasks[0].ended);
	measure_free(m);
}

Test(measure, transactions_and_their_bytes)
{
	struct measure *m = take_story();
	const struct measure_result *r = measure_result(m);
	const struct spi_transaction *x = r->transactions;

	cr_assert_eq(r->nr_transactions, 2);
	cr_assert(x[0].complete);
	cr_assert_eq(x[0].start, 12 * US);
	cr_assert_eq(x[0].end, 14160 * NS);
	cr_assert_eq(x[0].setup, 500 * NS);
	cr_assert_eq(x[0].hold, 200 * NS);
	cr_assert_eq(x[0].clocked, 610 * NS);
	cr_assert_eq(ctx_sum(&x[0].unclocked) + x[0].clocked, x[0].end - x[0].start);
	cr_assert_eq(x[0].words, 4);
	cr_assert_eq(x[0].kept, 4);
	cr_assert_eq(memcmp(r->mosi + x[0].offset, "\x13\0\0\0", 4), 0);
	cr_assert_eq(memcmp(r->miso + x[0].offset, "\xff\xff\xde\xad", 4), 0);
	cr_assert_eq(x[1].words, 1);
	cr_assert_eq(r->mosi[x[1].offset], 5);
	cr_assert_eq(r->miso[x[1].offset], 2);
	measure_free(m);
}

Test(measure, what_software_did)
{
	struct measure *m = take_story();
	const struct measure_result *r = measure_result(m);
	const struct spi_work *w = &r->transactions[0].work;

	cr_assert_eq(w->messages, 1);
	cr_assert_eq(w->transfers, 2);
	cr_assert_eq(w->irqs, 1);
	cr_assert_eq(w->wakes, 1);
	cr_assert_eq(w->sleeps, 1);
	cr_assert_eq(r->transactions[1].work.messages, 0);
	cr_assert_eq(r->views[0]->work.wakes, 1);
	cr_assert_eq(r->counts.mmio_reads, 1);
	cr_assert_eq(r->counts.mmio_writes, 2);
	cr_assert_eq(r->counts.irqs, 1);
	cr_assert_eq(r->counts.switches, 1);
	cr_assert_eq(r->counts.wakeups, 3);
	cr_assert_eq(r->counts.kworker_wakeups, 1);
	cr_assert_eq(r->counts.spi_worker_wakeups, 1);
	cr_assert_eq(r->counts.syscalls, 1);
	cr_assert_eq(r->counts.messages, 1);
	cr_assert_eq(r->counts.transfers, 2);
	measure_free(m);
}

/* 50 MHz, SCBR 1: one SCK period is 20 ns; 5 words of 7 periods. */
Test(measure, clock_period)
{
	struct measure *m = take_story();
	struct dist_summary s = dist_summary(&measure_result(m)->views[0]->period);

	cr_assert_eq(s.n, 35);
	cr_assert_eq(s.min, 20 * NS);
	cr_assert_eq(s.max, 20 * NS);
	measure_free(m);
}

/* With the boot's transaction: 1 us .. 2 us, word 1.5 .. 1.65 us. */
Test(measure, whole_run)
{
	const struct measure_options o = {.whole_run = true};
	struct stream s = {0};
	struct measure *m;
	const struct measure_result *r;

	stream_story(&s);
	m = take(&s, &o, STORY_END);
	r = measure_result(m);
	cr_assert_eq(r->views[0]->transactions, 3);
	cr_assert_eq(r->views[0]->outside, 0);
	cr_assert_eq(r->window_length, STORY_END);
	check_gap(r->views[0], SPI_GAP_MESSAGE, 2, 6000, 10000, 16000);
	cr_assert_eq(ctx_sum(&r->views[0]->lead), 1000 * NS);
	cr_assert_eq(ctx_sum(&r->views[0]->tail), 9600 * NS);
	measure_free(m);
	stream_free(&s);
}

Test(measure, order_of_arrival_does_not_matter)
{
	struct stream s = {0};
	struct twin_event swap;
	struct measure *m;

	stream_story(&s);
	/* the rising chip select is known before the words that precede it */
	for (size_t i = 0; i + 1 < s.used; i++) {
		if (s.ev[i].time != 14160 * NS)
			continue;
		swap = s.ev[i];
		memmove(&s.ev[i - 6], &s.ev[i - 7], 7 * sizeof(swap));
		s.ev[i - 7] = swap;
		break;
	}
	m = take(&s, NULL, STORY_END);
	check_gap(measure_result(m)->views[0], SPI_GAP_HOLD, 2, 50, 200, 250);
	cr_assert_eq(measure_result(m)->views[0]->words, 5);
	measure_free(m);
	stream_free(&s);
}

Test(measure, chip_select_without_clock)
{
	struct stream s = {0};
	struct measure *m;
	struct spi_view *v;

	stream_add(&s, 0, TWIN_EV_WINDOW, 1, 1);
	stream_cs(&s, 100, 0x203, 0);
	stream_cs(&s, 250, 0x203, 1);
	stream_add(&s, 300, TWIN_EV_WINDOW, 0, 1);
	m = take(&s, NULL, 400);
	v = measure_result(m)->views[0];
	cr_assert_eq(v->cs, 3);
	cr_assert_eq(v->transactions, 1);
	cr_assert_eq(v->empty, 1);
	cr_assert_eq(v->empty_by.ps[TWIN_CTX_BOOT], 150);
	cr_assert_eq(v->gap[SPI_GAP_SETUP].dist.n, 0);
	cr_assert_eq(measure_result(m)->transactions[0].kept, 0);
	measure_free(m);
	stream_free(&s);
}

Test(measure, chip_select_still_low_at_the_end)
{
	const struct word_shape w = {.controller = 1, .bits = 16, .hz = 50000000, .scbr = 1};
	struct stream s = {0};
	struct measure *m;
	const struct spi_transaction *x;

	stream_clock(&s, 1, w.hz);
	stream_add(&s, 0, TWIN_EV_WINDOW, 1, 1);
	stream_cs(&s, 500 * NS, 0x100, 0);
	stream_word(&s, &w, 100, 0xbeef, 0x1234);
	m = take(&s, NULL, 9 * US);
	x = measure_result(m)->transactions;
	cr_assert_eq(measure_result(m)->nr_transactions, 1);
	cr_assert_not(x->complete);
	cr_assert_eq(x->end, 9 * US);
	cr_assert_eq(x->bytes, 2);
	cr_assert_eq(memcmp(measure_result(m)->mosi, "\xbe\xef", 2), 0, "most significant first");
	cr_assert_eq(measure_result(m)->views[0]->transactions, 0);
	measure_free(m);
	stream_free(&s);
}

Test(measure, words_in_the_wrong_place_are_counted)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};
	struct stream s = {0};
	struct measure *m;
	struct spi_view *v;

	stream_clock(&s, 1, w.hz);
	stream_add(&s, 0, TWIN_EV_WINDOW, 1, 1);
	stream_word(&s, &w, 10, 1, 1); /* no chip select */
	stream_cs(&s, 500 * NS, 0x100, 0);
	stream_word(&s, &w, 100, 1, 1);	    /* 1000 .. 1150 ns */
	stream_cs(&s, 1100 * NS, 0x100, 1); /* before its end */
	m = take(&s, NULL, 9 * US);
	v = measure_result(m)->views[0];
	cr_assert_eq(v->stray_words, 1);
	cr_assert_eq(v->overlaps, 1);
	cr_assert_eq(v->gap[SPI_GAP_HOLD].dist.max, 0);
	cr_assert_eq(ctx_sum(&v->gap[SPI_GAP_HOLD].by), 0);
	measure_free(m);
	stream_free(&s);
}

Test(measure, an_empty_stream)
{
	struct stream s = {0};
	struct measure *m = take(&s, NULL, 5);

	cr_assert_eq(measure_result(m)->nr_views, 0);
	cr_assert_eq(measure_result(m)->run_end, 5);
	cr_assert_eq(measure_result(m)->window_length, 0);
	measure_free(m);
}
