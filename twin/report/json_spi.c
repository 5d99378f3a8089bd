// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdlib.h>

#include "report/json_parts.h"
#include "report/opcode.h"
#include "report/text_parts.h"
#include "trace/mem.h"

static void set_u64(json_t *o, const char *key, uint64_t value)
{
	json_object_set_new(o, key, json_u64(value));
}

json_t *json_dist(struct dist *d)
{
	struct dist_summary s = dist_summary(d);
	json_t *o = json_object();

	set_u64(o, "n", s.n);
	set_u64(o, "min_ps", s.min);
	set_u64(o, "p50_ps", s.p50);
	set_u64(o, "p90_ps", s.p90);
	set_u64(o, "p99_ps", s.p99);
	set_u64(o, "p99_9_ps", s.p99_9);
	set_u64(o, "max_ps", s.max);
	set_u64(o, "mean_ps", s.mean);
	set_u64(o, "sd_ps", s.sd);
	set_u64(o, "total_ps", s.total);
	json_object_set_new(o, "exact", json_boolean(s.exact));
	return o;
}

static json_t *json_gaps(struct spi_view *v)
{
	json_t *gaps = json_object();

	for (int i = 0; i < SPI_GAP_NR; i++) {
		json_t *o = json_dist(&v->gap[i].dist);

		json_object_set_new(o, "by_context", json_split(&v->gap[i].by));
		json_object_set_new(gaps, spi_gap_name(i), o);
	}
	return gaps;
}

static json_t *json_work(const struct spi_work *w)
{
	json_t *o = json_object();

	set_u64(o, "messages", w->messages);
	set_u64(o, "transfers", w->transfers);
	set_u64(o, "irqs", w->irqs);
	set_u64(o, "waits", w->waits);
	set_u64(o, "wakes", w->wakes);
	set_u64(o, "sleeps", w->sleeps);
	return o;
}

/* To the nearest. */
static uint64_t per_thousand(uint64_t n, uint64_t words)
{
	return words ? (uint64_t)(((unsigned __int128)n * 1000 + words / 2) / words) : 0;
}

static json_t *json_per_word(const struct spi_view *v)
{
	json_t *o = json_object();

	set_u64(o, "irqs", per_thousand(v->work.irqs, v->words));
	set_u64(o, "waits", per_thousand(v->work.waits, v->words));
	set_u64(o, "wakes", per_thousand(v->work.wakes, v->words));
	set_u64(o, "sleeps", per_thousand(v->work.sleeps, v->words));
	return o;
}

static void set_times(json_t *o, struct spi_view *v)
{
	struct ctx_split unclocked = spi_view_active_unclocked(v);

	set_u64(o, "cs_low_ps", v->cs_low);
	set_u64(o, "clocked_ps", v->clocked);
	set_u64(o, "unclocked_ps", ctx_sum(&unclocked));
	json_object_set_new(o, "unclocked_by_context", json_split(&unclocked));
	set_u64(o, "empty_ps", ctx_sum(&v->empty_by));
	set_u64(o, "before_ps", ctx_sum(&v->lead));
	set_u64(o, "after_ps", ctx_sum(&v->tail));
	json_object_set_new(o, "before_by_context", json_split(&v->lead));
	json_object_set_new(o, "after_by_context", json_split(&v->tail));
	json_object_set_new(o, "gaps", json_gaps(v));
	json_object_set_new(o, "cs_low", json_dist(&v->low));
	json_object_set_new(o, "sck_period", json_dist(&v->period));
}

static json_t *json_view(const struct run_report *r, struct spi_view *v)
{
	const struct report_device *d = report_spi_device(r, v->controller, v->cs);
	json_t *o = json_object();

	set_u64(o, "controller", v->controller);
	set_u64(o, "cs", v->cs);
	json_object_set_new(o, "device", json_text(d ? d->name : NULL));
	json_object_set_new(o, "compatible", json_text(d ? d->compatible : NULL));
	set_u64(o, "clock_hz", v->hz);
	set_u64(o, "transactions", v->transactions);
	set_u64(o, "transactions_outside", v->outside);
	set_u64(o, "transactions_empty", v->empty);
	set_u64(o, "words", v->words);
	set_u64(o, "words_continuous", v->continuous);
	set_u64(o, "words_stray", v->stray_words);
	set_u64(o, "overlaps", v->overlaps);
	set_u64(o, "bytes", v->bytes);
	json_object_set_new(o, "work", json_work(&v->work));
	json_object_set_new(o, "per_thousand_words", json_per_word(v));
	set_times(o, v);
	return o;
}

json_t *json_views(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->measure->nr_views; i++)
		json_array_append_new(list, json_view(r, r->measure->views[i]));
	return list;
}

static json_t *json_hex(const uint8_t *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	char *text = mem_alloc(2 * n + 1);
	json_t *o;

	for (size_t i = 0; i < n; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	o = json_stringn(text, 2 * n);
	free(text);
	return o;
}

static void set_opcode(json_t *o, const struct run_report *r, const struct spi_transaction *x)
{
	const struct report_device *d = report_spi_device(r, x->controller, x->cs);
	uint8_t op = x->kept ? r->measure->mosi[x->offset] : 0;
	bool known = x->kept && d && opcode_applies(d->compatible);

	json_object_set_new(o, "opcode", x->kept ? json_u64(op) : json_null());
	json_object_set_new(o, "opcode_name", json_text(known ? opcode_name(op) : NULL));
}

static json_t *json_transaction(const struct run_report *r, const struct spi_transaction *x)
{
	json_t *o = json_object();

	set_u64(o, "controller", x->controller);
	set_u64(o, "cs", x->cs);
	json_object_set_new(o, "complete", json_boolean(x->complete));
	set_u64(o, "start_ps", x->start);
	set_u64(o, "end_ps", x->end);
	set_u64(o, "cs_low_ps", x->end - x->start);
	set_u64(o, "setup_ps", x->setup);
	set_u64(o, "hold_ps", x->hold);
	set_u64(o, "clocked_ps", x->clocked);
	json_object_set_new(o, "unclocked_by_context", json_split(&x->unclocked));
	set_u64(o, "words", x->words);
	set_u64(o, "bytes", x->bytes);
	json_object_set_new(o, "work", json_work(&x->work));
	set_opcode(o, r, x);
	json_object_set_new(o, "mosi", json_hex(r->measure->mosi + x->offset, x->kept));
	json_object_set_new(o, "miso", json_hex(r->measure->miso + x->offset, x->kept));
	return o;
}

json_t *json_transactions(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->measure->nr_transactions; i++)
		json_array_append_new(list, json_transaction(r, &r->measure->transactions[i]));
	return list;
}
