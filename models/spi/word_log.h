/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A controller's words on their way into the event stream. Words of one form that follow each other
 * in a constant step, as those of a DMA transfer do, become one burst (PIN_BURST); any other word
 * is recorded at once as PIN_WORD and PIN_WORD_FORM.
 *
 * Words are held back as long as the controller says that more follow, at most max_words of them
 * and `span` of simulated time: the stream's readers put records back into order within a bounded
 * window. What is held when the run ends is recorded then.
 *
 * Does not merge words of more than 16 bits.
 */
#ifndef TW_SPI_WORD_LOG_H
#define TW_SPI_WORD_LOG_H

#include "core/environment.h"

namespace tw
{

class word_log : public held_events
{
      public:
	static constexpr unsigned int max_words = 1024;
	static constexpr uint64_t span = 100000000; /* 100 us */

	struct word {
		uint64_t time, half; /* of the first SCK edge: ps, half-cycle */
		uint32_t mosi, miso;
		uint64_t form; /* `a` of PIN_WORD_FORM */
		uint32_t scbr;
	};

	explicit word_log(environment &env);
	word_log(const word_log &) = delete;
	word_log &operator=(const word_log &) = delete;

	/*
	 * The next word; words come in the order of their edges. more: another one waits in the
	 * controller already. Only when the log wants TWIN_CLASS_PIN.
	 */
	void add(const word &w, bool more);
	void record_held() override;

      private:
	static unsigned int bits(const word &w)
	{
		return w.form >> 16 & 0xff;
	}
	bool begins_step(const word &w) const;
	/* Inline, as all that a word of a long burst costs. */
	bool continues(const word &w) const
	{
		return w.form == first_.form && w.scbr == first_.scbr &&
		       (count_ > 1 ? w.half == next_ : begins_step(w));
	}
	void hold(const word &w)
	{
		if (!count_)
			first_ = w;
		else if (count_ == 1)
			step_ = w.half - first_.half;
		next_ = w.half + step_;
		count_++;
		if (bits(w) > 8) {
			mosi_[bytes_] = static_cast<uint8_t>(w.mosi >> 8);
			miso_[bytes_++] = static_cast<uint8_t>(w.miso >> 8);
		}
		mosi_[bytes_] = static_cast<uint8_t>(w.mosi);
		miso_[bytes_++] = static_cast<uint8_t>(w.miso);
	}
	void overdue(uint64_t now);
	void record_word();
	void record_burst();
	void put(uint16_t type, uint8_t flags, uint64_t a, uint64_t b);

	environment &env_;
	timed_event deadline_;
	word first_ = {};
	unsigned int count_ = 0; /* words held */
	unsigned int bytes_ = 0;
	uint64_t step_ = 0; /* between the words held, once there are two */
	uint64_t next_ = 0; /* half-cycle at which a further word continues them */
	/* As PIN_BURST_DATA has them; zero behind bytes_ up to a full record. */
	uint8_t mosi_[2 * max_words + 8] = {}, miso_[2 * max_words + 8] = {};
};

} // namespace tw

#endif
