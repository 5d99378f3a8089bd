// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The JSON as a viewer sees it: rows, slices, instants. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "twin_trace_flags.h"
#include "written.h"

TestSuite(perfetto, .init = enter_scratch, .fini = leave_scratch);

static const char *get(json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));

	return text ? text : "";
}

static const char *arg(json_t *event, const char *key)
{
	return get(json_object_get(event, "args"), key);
}

static json_int_t number(json_t *event, const char *key)
{
	return json_integer_value(json_object_get(json_object_get(event, "args"), key));
}

/* Name of the row that an event is on. */
static const char *row_of(json_t *events, json_t *event)
{
	json_t *e;
	size_t i;

	json_array_foreach(events, i, e) {
		if (!strcmp(get(e, "name"), "thread_name") &&
		    json_equal(json_object_get(e, "tid"), json_object_get(event, "tid")))
			return arg(e, "name");
	}
	cr_assert_fail("an event on a row without a name");
	return "";
}

/* The n-th event of a row that is no description; NULL: it has fewer. */
static json_t *nth(json_t *events, const char *row, int n)
{
	json_t *e;
	size_t i;

	json_array_foreach(events, i, e) {
		if (strcmp(get(e, "ph"), "M") && !strcmp(row_of(events, e), row) && !n--)
			return e;
	}
	return NULL;
}

static void expect_event(json_t *events, const char *row, int n, const char *phase,
			 const char *name, double us)
{
	json_t *e = nth(events, row, n);

	cr_assert(e, "row %s has no event %d", row, n);
	cr_expect_str_eq(get(e, "ph"), phase, "%s %d", row, n);
	cr_expect_str_eq(get(e, "name"), name, "%s %d", row, n);
	cr_expect_eq(json_number_value(json_object_get(e, "ts")), us, "%s %d: %f", row, n,
		     json_number_value(json_object_get(e, "ts")));
}

static void expect_rest(json_t *events, const char *row, int n)
{
	cr_expect_null(nth(events, row, n), "row %s has more", row);
}

Test(perfetto, an_empty_stream_is_json)
{
	struct stream s = {0};

	cr_expect_eq(json_array_size(written_perfetto(&s, &one_cpu, US)), 0);
}

Test(perfetto, running_tasks)
{
	struct stream s = {0};
	json_t *events;

	add_comm(&s, 0, 5, "dd");
	stream_add(&s, 10 * US, TWIN_EV_SWITCH, 0, 5 | 120ULL << TWIN_SWITCH_NEXT_PRIO);
	stream_add(&s, 20 * US + 1, TWIN_EV_SWITCH, 5, 1ULL << TWIN_SWITCH_STATE);
	stream_add(&s, 30 * US, TWIN_EV_SWITCH, 0, 5);
	events = written_perfetto(&s, &one_cpu, 40 * US);
	expect_event(events, "CPU 0", 0, "B", "dd", 10);
	cr_expect_eq(number(nth(events, "CPU 0", 0), "pid"), 5);
	cr_expect_eq(number(nth(events, "CPU 0", 0), "prio"), 120);
	expect_event(events, "CPU 0", 1, "E", "", 20.000001);
	cr_expect_str_eq(arg(nth(events, "CPU 0", 1), "state"), "S");
	expect_event(events, "CPU 0", 2, "B", "dd", 30);
	expect_event(events, "CPU 0", 3, "E", "", 40); /* the run ends */
	expect_rest(events, "CPU 0", 4);
}

Test(perfetto, cpus_have_rows_of_their_own)
{
	struct stream s = {0};
	json_t *events;

	add_comm(&s, 0, 5, "a");
	add_comm(&s, 0, 6, "b");
	stream_add(&s, 10 * US, TWIN_EV_SWITCH, 0, 5);
	s.cpu = 1;
	stream_add(&s, 11 * US, TWIN_EV_SWITCH, 0, 6);
	events = written_perfetto(&s, &one_cpu, 12 * US);
	expect_event(events, "CPU 0", 0, "B", "a", 10);
	expect_event(events, "CPU 1", 0, "B", "b", 11);
}

Test(perfetto, interrupts_and_softirqs)
{
	struct stream s = {0};
	json_t *events;

	add_name(&s, 0, TWIN_STRING_IRQ + 33, "spi \"1\"\n\xff");
	stream_add(&s, 1 * US, TWIN_EV_SOFTIRQ_ENTRY, 3, 0);
	stream_add(&s, 2 * US, TWIN_EV_IRQ_ENTRY, 33, 0);
	stream_add(&s, 3 * US, TWIN_EV_IRQ_EXIT, 33, 1);
	stream_add(&s, 4 * US, TWIN_EV_SOFTIRQ_EXIT, 3, 0);
	stream_add(&s, 5 * US, TWIN_EV_IRQ_EXIT, 34, 1); /* nothing began */
	events = written_perfetto(&s, &one_cpu, 6 * US);
	expect_event(events, "CPU 0 irq", 0, "B", "spi \"1\"\n\xc3\xbf", 2);
	expect_event(events, "CPU 0 irq", 1, "E", "", 3);
	expect_rest(events, "CPU 0 irq", 2);
	expect_event(events, "CPU 0 softirq", 0, "B", "NET_RX", 1);
	expect_event(events, "CPU 0 softirq", 1, "E", "", 4);
}

Test(perfetto, messages_hold_transfers)
{
	struct stream s = {0};
	json_t *events;

	stream_add(&s, 1 * US, TWIN_EV_SPI_MSG_SUBMIT, 0x10, 0x102);
	stream_add(&s, 2 * US, TWIN_EV_SPI_MSG_START, 0x10, 0x102);
	add_flags(&s, 3 * US, TWIN_EV_SPI_XFER_BYTES, 2, 0xbeef, 0);
	stream_add(&s, 3 * US, TWIN_EV_SPI_XFER_START, 0x20, 0x102 | 2ULL << 32);
	add_flags(&s, 4 * US, TWIN_EV_SPI_XFER_BYTES, 2 | TWIN_BYTES_RX, 0x3412, 0);
	stream_add(&s, 4 * US, TWIN_EV_SPI_XFER_STOP, 0x20, 0x102 | 2ULL << 32);
	stream_add(&s, 5 * US, TWIN_EV_SPI_MSG_FRAME, 0x10, 7);
	stream_add(&s, 5 * US, TWIN_EV_SPI_MSG_DONE, 0x10, 0x102 | 2ULL << 32);
	events = written_perfetto(&s, &one_cpu, 6 * US);
	expect_event(events, "spi1 messages", 0, "i", "spi_message_submit", 1);
	expect_event(events, "spi1 messages", 1, "B", "message", 2);
	cr_expect_eq(number(nth(events, "spi1 messages", 1), "cs"), 2);
	expect_event(events, "spi1 messages", 2, "B", "transfer", 3);
	cr_expect_str_eq(arg(nth(events, "spi1 messages", 2), "tx"), "ef be");
	expect_event(events, "spi1 messages", 3, "E", "", 4);
	cr_expect_str_eq(arg(nth(events, "spi1 messages", 3), "rx"), "12 34");
	expect_event(events, "spi1 messages", 4, "E", "", 5);
	cr_expect_eq(number(nth(events, "spi1 messages", 4), "actual"), 2);
	cr_expect_eq(number(nth(events, "spi1 messages", 4), "frame"), 7);
}

/* A transfer that did not stop ends with its message. */
Test(perfetto, a_message_fails)
{
	struct stream s = {0};
	json_t *events;

	stream_add(&s, 2 * US, TWIN_EV_SPI_MSG_START, 0x10, 0x100);
	stream_add(&s, 3 * US, TWIN_EV_SPI_XFER_START, 0x20, 0x100);
	stream_add(&s, 5 * US, TWIN_EV_SPI_MSG_DONE, 0x10, 0x100);
	stream_add(&s, 6 * US, TWIN_EV_SPI_MSG_DONE, 0x30, 0x100); /* never started */
	events = written_perfetto(&s, &one_cpu, 7 * US);
	expect_event(events, "spi1 messages", 2, "E", "", 5);
	expect_event(events, "spi1 messages", 3, "E", "", 5);
	expect_event(events, "spi1 messages", 4, "i", "spi_message_done", 6);
	expect_rest(events, "spi1 messages", 5);
}

Test(perfetto, chip_selects)
{
	struct stream s = {0};
	json_t *events;

	stream_cs_initial(&s, 0x100, 1);
	stream_cs(&s, 2 * US, 0x100, 0);
	stream_cs(&s, 3 * US, 0x101, 0);
	stream_cs(&s, 4 * US, 0x100, 1);
	stream_cs(&s, 5 * US, 0x101, 1);
	events = written_perfetto(&s, &one_cpu, 7 * US);
	expect_event(events, "spi1 cs0 low", 0, "B", "CS low", 2);
	expect_event(events, "spi1 cs0 low", 1, "E", "", 4);
	expect_rest(events, "spi1 cs0 low", 2);
	expect_event(events, "spi1 cs1 low", 0, "B", "CS low", 3);
	expect_event(events, "spi1 cs1 low", 1, "E", "", 5);
}

/* A mutex tells twice that it waits, and once that it does not. */
Test(perfetto, lock_waits)
{
	struct stream s = {0};
	json_t *events;

	add_comm(&s, 0, 5, "dd");
	s.pid = 5;
	stream_add(&s, 1 * US, TWIN_EV_LOCK_BEGIN, 0x2000, 33);
	stream_add(&s, 2 * US, TWIN_EV_LOCK_BEGIN, 0x2000, 32);
	stream_add(&s, 3 * US, TWIN_EV_LOCK_BEGIN, 0x9008, 1); /* an interrupt's */
	stream_add(&s, 4 * US, TWIN_EV_LOCK_END, 0x9008, 0);
	stream_add(&s, 5 * US, TWIN_EV_LOCK_END, 0x2000, 0);
	events = written_perfetto(&s, &one_cpu, 7 * US);
	expect_event(events, "dd-5", 0, "B", "rcu_lock", 1);
	cr_expect_str_eq(arg(nth(events, "dd-5", 0), "flags"), "SPIN|MUTEX");
	expect_event(events, "dd-5", 1, "E", "", 2);
	expect_event(events, "dd-5", 2, "B", "rcu_lock", 2);
	expect_event(events, "dd-5", 3, "B", "0x9008", 3);
	expect_event(events, "dd-5", 4, "E", "", 4);
	expect_event(events, "dd-5", 5, "E", "", 5);
	expect_rest(events, "dd-5", 6);
}

/*
 * Regression: sort_index_of_idle_tasks_beyond_32_bits
 * Expected: rows are sorted by numbers of 32 bits: idle tasks by CPU, then tasks by pid.
 * Buggy: that of CPU 3's idle task was 3 << 32, which viewers cut to 0.
 */
Test(perfetto, sort_index_of_idle_tasks_beyond_32_bits)
{
	static const json_int_t want[] = { 3, 69 };
	struct stream s = {0};
	json_t *events, *e;
	size_t i, n = 0;

	add_comm(&s, 0, 5, "dd");
	s.cpu = 3;
	stream_add(&s, 1 * US, TWIN_EV_LOCK_BEGIN, 0x2000, 1);
	s.pid = 5;
	stream_add(&s, 2 * US, TWIN_EV_LOCK_BEGIN, 0x2000, 1);
	events = written_perfetto(&s, &one_cpu, 7 * US);
	json_array_foreach(events, i, e) {
		if (strcmp(get(e, "name"), "thread_sort_index"))
			continue;
		cr_assert_lt(n, 2);
		cr_expect_eq(number(e, "sort_index"), want[n++]);
	}
	cr_expect_eq(n, 2);
}

Test(perfetto, slices_too_deep_are_left_out)
{
	struct stream s = {0};
	int begun = 0, ended = 0;
	json_t *events, *e;
	size_t i;

	for (unsigned int n = 0; n < 40; n++)
		stream_add(&s, n * US, TWIN_EV_SOFTIRQ_ENTRY, n, 0);
	for (unsigned int n = 40; n--;)
		stream_add(&s, (80 - n) * US, TWIN_EV_SOFTIRQ_EXIT, n, 0);
	events = written_perfetto(&s, &one_cpu, 90 * US);
	json_array_foreach(events, i, e) {
		begun += !strcmp(get(e, "ph"), "B");
		ended += !strcmp(get(e, "ph"), "E");
	}
	cr_expect_eq(begun, 16);
	cr_expect_eq(ended, 16);
}

Test(perfetto, timers_and_wakeups)
{
	struct stream s = {0};
	json_t *events;

	add_comm(&s, 0, 5, "dd");
	stream_add(&s, 1 * US, TWIN_EV_TIMER_EXPIRE, 0x1000, 1);
	stream_add(&s, 2 * US, TWIN_EV_WAKING, 5, 120ULL << 32);
	stream_add(&s, 3 * US, TWIN_EV_PI_SETPRIO, 5, 120 | 19ULL << 32);
	events = written_perfetto(&s, &one_cpu, 4 * US);
	expect_event(events, "CPU 0", 0, "i", "hrtimer_expire_entry", 1);
	cr_expect_str_eq(arg(nth(events, "CPU 0", 0), "function"), "tick");
	expect_event(events, "CPU 0", 1, "i", "sched_waking", 2);
	cr_expect_str_eq(arg(nth(events, "CPU 0", 1), "comm"), "dd");
	expect_event(events, "CPU 0", 2, "i", "sched_pi_setprio", 3);
	cr_expect_str_eq(arg(nth(events, "CPU 0", 2), "comm"), "dd");
}
