// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "spi/word_log.h"

#include <cstring>

namespace tw
{

/* Bytes of each direction in a PIN_BURST_DATA record. */
static constexpr unsigned int record_bytes = 8;

word_log::word_log(environment &env)
    : env_(env), deadline_(run_member<word_log, &word_log::overdue>, this)
{
	env.log.add_holder(*this);
}

/* Words do not overlap. */
bool word_log::begins_step(const word &w) const
{
	return w.half >= first_.half + (2 * bits(w) - 1) * static_cast<uint64_t>(w.scbr);
}

void word_log::add(const word &w, bool more)
{
	if (count_ && !continues(w))
		record_held();
	hold(w);
	if (!more || count_ == max_words || bits(w) > 16)
		record_held();
	else if (count_ == 1)
		env_.quiet.events().schedule(deadline_, w.time + span);
}

void word_log::overdue(uint64_t)
{
	record_held();
}

void word_log::record_held()
{
	if (!count_)
		return;
	env_.quiet.events().cancel(deadline_);
	if (count_ == 1)
		record_word();
	else
		record_burst();
	count_ = bytes_ = 0;
}

void word_log::put(uint16_t type, uint8_t flags, uint64_t a, uint64_t b)
{
	twin_event event = {};

	event.time = first_.time;
	event.type = type;
	event.flags = flags;
	event.a = a;
	event.b = b;
	env_.log.put(TWIN_CLASS_PIN, event);
}

void word_log::record_word()
{
	put(TWIN_EV_PIN_WORD, 0, first_.mosi | static_cast<uint64_t>(first_.miso) << 32,
	    first_.half);
	put(TWIN_EV_PIN_WORD_FORM, 0, first_.form, first_.scbr);
}

void word_log::record_burst()
{
	uint8_t number = 0;
	uint64_t a, b;

	/* The records of a burst are neighbours, best in one piece. */
	env_.log.make_room();
	put(TWIN_EV_PIN_BURST, 0, first_.form, count_ | static_cast<uint64_t>(first_.scbr) << 32);
	put(TWIN_EV_PIN_BURST_STEP, 0, first_.half, step_);
	memset(mosi_ + bytes_, 0, record_bytes);
	memset(miso_ + bytes_, 0, record_bytes);
	for (unsigned int at = 0; at < bytes_; at += record_bytes) {
		memcpy(&a, mosi_ + at, sizeof(a));
		memcpy(&b, miso_ + at, sizeof(b));
		put(TWIN_EV_PIN_BURST_DATA, number++, a, b);
	}
}

} // namespace tw
