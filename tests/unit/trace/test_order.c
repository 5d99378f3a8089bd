// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Time order, class masks and the life of a trace. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"
#include "trace/event_table.h"
#include "trace/reorder.h"
#include "trace/tqueue.h"

static char err[TRACE_ERR_SIZE];

struct seen {
	struct twin_event ev[64];
	size_t n;
	uint64_t end;
};

static void keep(void *state, const struct twin_event *ev)
{
	struct seen *seen = state;

	seen->ev[seen->n++ % 64] = *ev;
}

static void keep_end(void *state, uint64_t now)
{
	((struct seen *)state)->end = now;
}

static struct trace *listen(struct seen *seen, uint32_t classes)
{
	struct trace *t = trace_new();
	struct reducer r = {"keep", classes, keep, keep_end, seen};

	trace_add(t, &r);
	return t;
}

Test(order, records_are_sorted_by_time_and_arrival)
{
	static const uint64_t in[][2] = {{30, 1}, {10, 2}, {20, 3}, {10, 4}, {30, 5}};
	static const uint64_t want[] = {2, 4, 3, 1, 5};
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_MMIO);
	struct stream s = {0};

	for (size_t i = 0; i < 5; i++)
		stream_add(&s, in[i][0], TWIN_EV_MMIO_READ, in[i][1], 0);
	stream_push(&s, t);
	cr_assert_eq(seen.n, 0, "nothing can be released before the window has passed");
	cr_assert_eq(trace_end(t, 77, err), 0);
	cr_assert_eq(seen.n, 5);
	for (size_t i = 0; i < 5; i++)
		cr_assert_eq(seen.ev[i].a, want[i]);
	cr_assert_eq(seen.end, 77);
	cr_assert_eq(trace_late(t), 0);
	trace_free(t);
	stream_free(&s);
}

Test(order, form_stays_with_its_word)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_PIN);
	struct stream s = {0};

	stream_add(&s, 100, TWIN_EV_PIN_WORD, 1, 0);
	stream_add(&s, 900, TWIN_EV_PIN_WORD_FORM, 1, 1); /* with the time it was written at */
	stream_add(&s, 500, TWIN_EV_PIN_CS, 0, 1);
	stream_push(&s, t);
	trace_end(t, 1000, err);
	cr_assert_eq(seen.ev[0].type, TWIN_EV_PIN_WORD);
	cr_assert_eq(seen.ev[1].type, TWIN_EV_PIN_WORD_FORM);
	cr_assert_eq(seen.ev[2].type, TWIN_EV_PIN_CS);
	trace_free(t);
	stream_free(&s);
}

Test(order, released_once_the_window_has_passed)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_MMIO);
	struct stream s = {0};

	stream_add(&s, 5, TWIN_EV_MMIO_READ, 1, 0);
	stream_add(&s, 5 + REORDER_WINDOW, TWIN_EV_MMIO_READ, 2, 0);
	stream_push(&s, t);
	cr_assert_eq(seen.n, 0);
	s.used = 0;
	stream_add(&s, 6 + REORDER_WINDOW, TWIN_EV_MMIO_READ, 3, 0);
	stream_push(&s, t);
	cr_assert_eq(seen.n, 1);
	s.used = 0;
	stream_add(&s, 4, TWIN_EV_MMIO_READ, 4, 0);
	stream_push(&s, t);
	cr_assert_eq(trace_late(t), 1);
	cr_assert_eq(seen.n, 2);
	cr_assert_eq(seen.ev[1].a, 4);
	trace_free(t);
	stream_free(&s);
}

Test(order, memory_is_bounded_at_one_instant)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_MMIO);
	struct stream s = {0};

	for (size_t i = 0; i < REORDER_LIMIT + 10; i++)
		stream_add(&s, 5, TWIN_EV_MMIO_READ, i, 0);
	stream_push(&s, t);
	cr_assert_eq(seen.n, 10);
	trace_free(t);
	stream_free(&s);
}

Test(order, reducers_get_their_classes_and_meta)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_IRQ);
	struct stream s = {0};

	stream_add(&s, 1, TWIN_EV_MMIO_READ, 0, 0);
	stream_add(&s, 2, TWIN_EV_IRQ_ENTRY, 0, 0);
	stream_add(&s, 3, TWIN_EV_WINDOW, 1, 0);
	stream_push(&s, t);
	trace_end(t, 4, err);
	cr_assert_eq(seen.n, 2);
	cr_assert_eq(seen.ev[0].type, TWIN_EV_IRQ_ENTRY);
	cr_assert_eq(seen.ev[1].type, TWIN_EV_WINDOW);
	cr_assert_eq(trace_classes(t), TWIN_CLASS_IRQ | TWIN_CLASS_META);
	trace_free(t);
	stream_free(&s);
}

Test(order, ring_is_drained)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, TWIN_CLASS_IRQ);
	struct twin_event ev = {.time = 9, .type = TWIN_EV_IRQ_EXIT};
	struct twin_ring ring = {.events = &ev, .size = 1, .used = 1};

	cr_assert_eq(trace_drain(t, &ring), 0);
	cr_assert_eq(ring.used, 0);
	trace_end(t, 10, err);
	cr_assert_eq(seen.n, 1);
	trace_free(t);
}

Test(order, unknown_type_is_an_error_with_a_reason)
{
	struct seen seen = {0};
	struct trace *t = listen(&seen, ~0u);
	struct stream s = {0};

	stream_add(&s, 1, TWIN_EV_NR + 3, 0, 0);
	cr_assert_eq(trace_push(t, s.ev, 1), -1);
	cr_assert_eq(trace_end(t, 2, err), -1);
	cr_assert(strstr(err, "unknown type"));
	cr_assert_eq(seen.n, 0);
	trace_free(t);
	stream_free(&s);
}

Test(order, queue_against_a_plain_stable_sort)
{
	struct item {
		uint64_t key, seq;
	} all[500];
	struct tqueue q = {.elem = sizeof(struct item)};
	uint64_t x = 12345, last = 0, last_seq = 0;

	for (uint64_t i = 0; i < 500; i++) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		all[i] = (struct item){(x >> 33) % 50, i};
		((struct item *)tqueue_insert(&q, all[i].key))->seq = i;
	}
	for (uint64_t i = 0; i < 500; i++) {
		struct item *it = tqueue_first(&q);

		cr_assert(it->key > last || (it->key == last && (!i || it->seq > last_seq)));
		last = it->key;
		last_seq = it->seq;
		cr_assert_eq(all[it->seq].key, it->key);
		tqueue_drop(&q);
	}
	cr_assert_null(tqueue_first(&q));
	tqueue_free(&q);
}

Test(order, event_table)
{
	cr_assert_str_eq(event_info(TWIN_EV_PIN_WORD)->name, "pin_word");
	cr_assert_eq(event_info(TWIN_EV_PIN_WORD)->class, TWIN_CLASS_PIN);
	cr_assert_null(event_info(TWIN_EV_NR));
	cr_assert_eq(event_by_name("irq_handler_exit"), TWIN_EV_IRQ_EXIT);
	cr_assert_eq(event_by_name("nonsense"), TWIN_EV_NONE);
}
