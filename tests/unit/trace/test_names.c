// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Names from STRING records, and edges from PIN records. */
#include <criterion/criterion.h>
#include <string.h>

#include "stream.h"
#include "trace/names.h"
#include "trace/pins_decode.h"
#include "twin_trace_flags.h"

static void feed(struct names *n, const struct stream *s)
{
	for (size_t i = 0; i < s->used; i++)
		names_event(n, &s->ev[i]);
}

Test(names, texts_of_every_length_around_a_record)
{
	static const char *const texts[] = {"",
					    "a",
					    "1234567",
					    "12345678",
					    "123456789",
					    "1234567890123456",
					    "kworker/0:1-events"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct names *n = names_new();
		struct stream s = {0};

		stream_task_name(&s, 42, texts[i]);
		feed(n, &s);
		cr_assert_str_eq(names_task(n, 42), texts[i]);
		cr_assert_null(names_task(n, 43));
		names_free(n);
		stream_free(&s);
	}
}

Test(names, lines_and_renamed_tasks)
{
	struct names *n = names_new();
	struct stream s = {0};

	stream_task_name(&s, 1, "SPCK");
	stream_task_name(&s, 2, "init");
	stream_add(&s, 0, TWIN_EV_LINE, 1 << 8 | PIN_SCK, 1001);
	stream_add(&s, 5, TWIN_EV_TASK, 2, 1001);
	feed(n, &s);
	cr_assert_str_eq(names_line(n, 1, PIN_SCK), "SPCK");
	cr_assert_null(names_line(n, 1, PIN_MOSI));
	cr_assert_str_eq(names_task(n, 2), "SPCK");
	names_free(n);
	stream_free(&s);
}

/*
 * Regression: names that the kernel tells.
 * Expected: a task's last name. Buggy: none at all, since its records did not say how long it was.
 */
Test(names, a_text_that_begins_anew)
{
	struct names *n = names_new();
	struct stream s = {0};
	const uint8_t begins = TWIN_STRING_BEGINS;

	stream_add(&s, 0, TWIN_EV_TASK, 2, 2);
	stream_add(&s, 0, TWIN_EV_STRING, 2, 0x64616572687464ULL); /* "dthread" */
	s.ev[s.used - 1].flags = 7 | begins;
	stream_add(&s, 0, TWIN_EV_STRING, 2, 0x6464ULL);
	s.ev[s.used - 1].flags = 2 | begins;
	stream_add(&s, 0, TWIN_EV_STRING, 2, 0x21ULL);
	s.ev[s.used - 1].flags = 1;
	feed(n, &s);
	cr_assert_str_eq(names_task(n, 2), "dd!");
	names_free(n);
	stream_free(&s);
}

Test(names, a_line_whose_text_never_came)
{
	struct names *n = names_new();
	struct stream s = {0};

	stream_add(&s, 0, TWIN_EV_LINE, 1 << 8, 99);
	feed(n, &s);
	cr_assert_null(names_line(n, 1, 0));
	names_free(n);
	stream_free(&s);
}

/* floor(n * 10^12 / (2 * 132 MHz)) = floor(n * 125000 / 33), by hand. */
Test(pins, half_cycles_of_132_mhz)
{
	cr_assert_eq(pin_half_cycle(0, 132000000), 0);
	cr_assert_eq(pin_half_cycle(1, 132000000), 3787);
	cr_assert_eq(pin_half_cycle(2, 132000000), 7575);
	cr_assert_eq(pin_half_cycle(3, 132000000), 11363);
	cr_assert_eq(pin_half_cycle(33, 132000000), 125000);
	/* a day: no overflow, no drift */
	cr_assert_eq(pin_half_cycle(264000000ULL * 86400, 132000000), 86400ULL * 1000000000000ULL);
}

Test(pins, impossible_words_are_counted_not_drawn)
{
	struct pin_decoder d = {0};
	const uint64_t form[][2] = {{8 << 16, 0}, {0, 3}, {33 << 16, 3}, {8 << 16, 1ULL << 40}};
	struct twin_event clock = {.type = TWIN_EV_CLOCK, .a = 0, .b = 1000};

	pin_decoder_event(&d, &clock);
	for (size_t i = 0; i < 4; i++) {
		struct twin_event word = {.type = TWIN_EV_PIN_WORD};
		struct twin_event shape = {
			.type = TWIN_EV_PIN_WORD_FORM, .a = form[i][0], .b = form[i][1]};

		cr_assert_null(pin_decoder_event(&d, &word));
		cr_assert_null(pin_decoder_event(&d, &shape));
		cr_assert_eq(d.bad, i + 1);
	}
}

Test(pins, a_form_alone_means_nothing)
{
	struct pin_decoder d = {.clock = {pin_grid_of(1000)}};
	struct twin_event shape = {.type = TWIN_EV_PIN_WORD_FORM, .a = 8 << 16, .b = 3};

	cr_assert_null(pin_decoder_event(&d, &shape));
	cr_assert_eq(d.bad, 0);
}
