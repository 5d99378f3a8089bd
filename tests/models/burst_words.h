/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The words of a burst as the records they would be one by one; written from abi/events.def. */
#ifndef TESTS_MODELS_BURST_WORDS_H
#define TESTS_MODELS_BURST_WORDS_H

#include <criterion/criterion.h>

#include <vector>

#include "twin_abi.h"

/* Byte number i of a series of PIN_BURST_DATA records. */
static inline uint32_t burst_byte(const twin_event *data, size_t i, bool miso)
{
	uint64_t eight = miso ? data[i / 8].b : data[i / 8].a;

	return eight >> 8 * (i % 8) & 0xff;
}

/* The burst that begins at `at` of a controller whose clock is `hz`; returns its last record. */
static inline size_t expand_burst(const std::vector<twin_event> &events, size_t at, uint64_t hz,
				  std::vector<twin_event> &out)
{
	const twin_event &head = events[at], &step = events[at + 1];
	const twin_event *data = &events[at + 2];
	size_t words = head.b & 0xffffffff, each = (head.a >> 16 & 0xff) > 8 ? 2 : 1;
	size_t records = (words * each + 7) / 8;

	cr_assert_eq(step.type, TWIN_EV_PIN_BURST_STEP);
	for (size_t i = 0; i < records; i++) {
		cr_assert_eq(data[i].type, TWIN_EV_PIN_BURST_DATA);
		cr_assert_eq(data[i].flags, i);
		cr_assert_eq(data[i].time, head.time);
	}
	for (size_t i = 0; i < words; i++) {
		twin_event word = head, form = head;
		uint64_t half = step.a + i * step.b, mosi = 0, miso = 0;

		for (size_t k = 0; k < each; k++) {
			mosi = mosi << 8 | burst_byte(data, i * each + k, false);
			miso = miso << 8 | burst_byte(data, i * each + k, true);
		}
		word.type = TWIN_EV_PIN_WORD;
		word.a = mosi | miso << 32;
		word.b = half;
		form.type = TWIN_EV_PIN_WORD_FORM;
		form.b = head.b >> 32;
		word.time = form.time = static_cast<uint64_t>(static_cast<unsigned __int128>(half) *
							      1000000000000ULL / (2 * hz));
		out.push_back(word);
		out.push_back(form);
	}
	return at + 1 + records;
}

/* All records, bursts as single words. */
static inline std::vector<twin_event> with_words_alone(const std::vector<twin_event> &events,
						       uint64_t hz)
{
	std::vector<twin_event> out;

	for (size_t i = 0; i < events.size(); i++) {
		if (events[i].type == TWIN_EV_PIN_BURST)
			i = expand_burst(events, i, hz, out);
		else
			out.push_back(events[i]);
	}
	return out;
}

#endif
