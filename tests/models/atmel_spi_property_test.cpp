// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random register traffic, and what must hold whatever it is. The expected values are worked out
 * from the words seen on the wire and from what was written, never from the model's state.
 */
#include "atmel_spi_setup.h"
#include "fake_dma.h"
#include "fake_kernel.h"
#include "line_watch.h"

#include <algorithm>
#include <functional>

using namespace tw::atmel_spi_regs;

/* First rising edge at or after `ps`, worked out the slow way from a lower bound. */
static uint64_t aligned(uint64_t ps)
{
	uint64_t half = ps / 3788 / 2 * 2;

	while (half_at(half) < ps)
		half += 2;
	return half_at(half);
}

static void add_jumper(rig &r)
{
	tw_spi_device d = {};

	r.make();
	r.add_buses();
	d.name = "jumper0";
	d.compatible = "linux,spi-loopback-test";
	d.controller = "spi1";
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), 0, "%s", r.err);
}

/* Programmed I/O at random, and what the wire says about it. */
class traffic
{
      public:
	explicit traffic(int seed) : d_(seed)
	{
		static const uint32_t keep[] = {0, CSR_CSAAT, CSR_CSNAAT};

		add_jumper(r_);
		watch_ = std::make_unique<line_watch>(r_);
		scbr_ = 1 + d_.below(8);
		bits_ = 8 + d_.below(9);
		dlybct_ = d_.below(3);
		setup(r_,
		      CSR(scbr_, bits_, d_.below(2) * d_.below(40), dlybct_,
			  d_.below(4) | keep[d_.below(3)]),
		      MASTER | PCS0 | MR_WDRBT * d_.below(2));
	}

	void run()
	{
		for (int i = 0; i < 300; i++) {
			now_ += d_.below(2 + d_.below(2)) * d_.below(3 * word_ps());
			step();
			observe();
		}
		drain();
		check_survivors();
		check_received();
		check_order();
		check_rises();
	}

      private:
	/* One word written: its life ends on the wire, or where it was dropped. */
	struct written {
		uint32_t value;
		uint64_t at, dropped; /* 0: not dropped */
	};
	struct observation {
		uint64_t at;
		uint32_t value;
		uint32_t offset; /* SR or RDR */
	};

	uint32_t word_ps() const
	{
		return scbr_ * bits_ * 7576;
	}

	bool line() const
	{
		return !watch_->changes.empty() && watch_->changes.back().level;
	}

	uint32_t sr()
	{
		uint32_t value = r_.read(now_, reg(SR));

		seen_.push_back({now_, value, SR});
		return value;
	}

	void step()
	{
		switch (d_.below(8)) {
		case 0:
		case 1:
		case 2:
			write_word();
			break;
		case 3:
		case 4:
			read_word();
			break;
		case 5:
			mask(d_.below(2) ? IER : IDR);
			break;
		case 6:
			if (!d_.below(6))
				disable();
			break;
		default:
			enable();
		}
	}

	void write_word()
	{
		uint32_t value = d_.below(1u << bits_), before = sr();

		if (!(before & SR_SPIENS) || disabling_)
			words_.push_back({value, now_, now_});
		else if (!(before & SR_TDRE))
			words_.back().dropped = now_;
		if ((before & SR_SPIENS) && !disabling_)
			words_.push_back({value, now_, 0});
		r_.write(now_, reg(TDR), value);
		accesses_.push_back(now_);
	}

	void read_word()
	{
		seen_.push_back({now_, r_.read(now_, reg(RDR)), RDR});
		accesses_.push_back(now_);
	}

	void mask(uint32_t offset)
	{
		uint32_t flags = d_.below(1024) & d_.below(1024);

		imr_ = offset == IER ? imr_ | flags : imr_ & ~flags;
		imr_ &= SR_BASIC;
		r_.write(now_, reg(offset), flags);
		accesses_.push_back(now_);
	}

	void disable()
	{
		uint32_t before = sr();

		if ((before & SR_SPIENS) && !(before & SR_TDRE) && !disabling_)
			words_.back().dropped = now_;
		r_.write(now_, reg(CR), CR_SPIDIS);
		accesses_.push_back(now_);
		disabling_ = sr() & SR_SPIENS;
	}

	/* Only where it cannot revive a word that is to be the last: that is another test's. */
	void enable()
	{
		disabling_ &= !!(sr() & SR_SPIENS);
		if (disabling_)
			return;
		r_.write(now_, reg(CR), CR_SPIEN);
		accesses_.push_back(now_);
	}

	/* The interrupt line is the flags' and the mask's, before and after whatever happens. */
	void observe()
	{
		bool level;

		now_ += d_.below(word_ps() / 2);
		tw_board_advance(r_.board, now_);
		level = line();
		cr_assert_eq(level, !!(sr() & imr_), "line at %" PRIu64, now_);
		/* Reading SR may have taken OVRES away, and the line with it. */
		cr_assert_eq(line(), !!(sr() & imr_));
		disabling_ &= !!(seen_.back().value & SR_SPIENS);
		accesses_.push_back(now_);
	}

	/* Ends with all words recorded: a burst is held back for 100 us at most. */
	void drain()
	{
		for (int i = 0; i < 4; i++) {
			now_ += 3 * word_ps() + 1000000 * (1 + dlybct_);
			read_word();
		}
		cr_assert_eq(!!(sr() & SR_TXEMPTY), !!(sr() & SR_SPIENS));
		tw_board_advance(r_.board, now_ + 100000001);
	}

	/* What was written and not dropped was clocked, in order, and nothing else. */
	void check_survivors()
	{
		std::vector<twin_event> wire = r_.of(TWIN_EV_PIN_WORD);
		size_t n = 0;

		for (const written &w : words_) {
			if (w.dropped)
				continue;
			cr_assert_lt(n, wire.size(), "a word was lost");
			cr_assert_eq(wire[n].a & 0xffffffff, w.value, "word %zu", n);
			cr_assert_geq(wire[n].time, w.at);
			ends_.push_back(half_at((wire[n].b + 2 * scbr_ * bits_ + 1) / 2 * 2));
			over_.push_back(half_at((wire[n].b + 2 * scbr_ * bits_ + 64 * dlybct_ + 1) /
						2 * 2));
			n++;
		}
		cr_assert_eq(n, wire.size(), "more words on the wire than were written");
		cr_assert_gt(n, 10u, "nothing was tested");
		for (const observation &o : seen_)
			if (o.offset == SR)
				check_empty(o);
	}

	/* RDRF, OVRES and RDR from the words that had ended at each observation. */
	void check_received()
	{
		std::vector<twin_event> wire = r_.of(TWIN_EV_PIN_WORD);
		bool unread = false, overrun = false;
		size_t n = 0;

		for (const observation &o : seen_) {
			for (; n < wire.size() && ends_[n] <= o.at; n++) {
				overrun |= unread;
				unread = true;
				cr_assert_eq(wire[n].a >> 32, wire[n].a & 0xffffffff);
			}
			if (o.offset == RDR) {
				if (unread)
					cr_assert_eq(o.value & 0xffff, wire[n - 1].a >> 32);
				unread = false;
				continue;
			}
			cr_assert_eq(!!(o.value & SR_RDRF), unread, "RDRF at %" PRIu64, o.at);
			cr_assert_eq(!!(o.value & SR_OVRES), overrun, "OVRES at %" PRIu64, o.at);
			overrun = false;
		}
	}

	/* TXEMPTY: enabled, and nothing that was written before lives still. */
	void check_empty(const observation &o)
	{
		bool empty = o.value & SR_SPIENS;
		size_t n = 0;

		for (const written &w : words_) {
			uint64_t end = w.dropped ? w.dropped : over_[n];

			n += !w.dropped;
			/* Observations at the very instant of an access may be before or after it.
			 */
			if (w.at == o.at || end == o.at)
				return;
			empty &= w.at > o.at || end < o.at;
		}
		cr_assert_eq(!!(o.value & SR_TXEMPTY), empty, "TXEMPTY at %" PRIu64, o.at);
	}

	void check_order()
	{
		std::vector<twin_event> wire = r_.of(TWIN_EV_PIN_WORD);

		for (size_t i = 1; i < wire.size(); i++)
			cr_assert_geq(wire[i].b, wire[i - 1].b + 2 * scbr_ * bits_ + 64 * dlybct_);
	}

	/* The line changes with an access, a word's end, or the end of its delay. */
	void check_rises()
	{
		cr_assert_not(watch_->late);

		std::vector<twin_event> lines = r_.of(TWIN_EV_IRQ_LINE);
		std::vector<uint64_t> reasons = ends_;

		reasons.insert(reasons.end(), over_.begin(), over_.end());
		for (uint64_t at : accesses_)
			reasons.push_back(aligned(at));
		for (const observation &o : seen_)
			reasons.push_back(aligned(o.at));
		for (size_t i = 0; i < lines.size(); i++) {
			cr_assert_eq(lines[i].b, (i + 1) % 2);
			cr_assert(std::find(reasons.begin(), reasons.end(), lines[i].time) !=
					  reasons.end(),
				  "line changes at %" PRIu64, lines[i].time);
		}
	}

	rig r_{false};
	std::unique_ptr<line_watch> watch_;
	dice d_;
	uint32_t scbr_, bits_, dlybct_;
	uint64_t now_ = 1000;
	uint32_t imr_ = 0;
	bool disabling_ = false;
	std::vector<written> words_;
	std::vector<observation> seen_;
	std::vector<uint64_t> accesses_, ends_, over_;
};

ParameterizedTestParameters(atmel_spi_property, flags_follow_the_wire)
{
	return every<120>();
}

ParameterizedTest(int *seed, atmel_spi_property, flags_follow_the_wire)
{
	traffic t(*seed);

	t.run();
}

/* How the same traffic is looked at from outside meanwhile: seed * 4 + this. */
enum meddling { NONE, READS, ADVANCES, BOTH };

static void meddle(rig &r, dice &d, int how, uint64_t from, uint64_t to)
{
	while (from < to) {
		from += 1 + d.below(400000);
		if (from >= to)
			return;
		if (how == READS || (how == BOTH && d.below(2)))
			r.read(from, STORAGE_BASE + 0x28);
		else
			tw_board_advance(r.board, from);
	}
}

/* In order of time; what is at one instant in an order of its own. */
static std::string sorted_stream(rig &r)
{
	std::vector<std::string> lines;
	std::string text;
	char line[128];

	r.take();
	for (const twin_event &e : r.events) {
		snprintf(line, sizeof(line), "%020" PRIu64 " %u %u %" PRIx64 " %" PRIx64 "\n",
			 e.time, e.type, e.flags, e.a, e.b);
		lines.push_back(line);
	}
	std::sort(lines.begin(), lines.end());
	for (const std::string &l : lines)
		text += l;
	return text;
}

static std::string dma_traffic(int argument)
{
	int seed = argument / 4, how = argument % 4;
	rig r;
	dice d(seed), meddler(seed + 1000);
	fake_dma &dma = add_fake_dma(r);
	uint64_t now = 1000;
	std::string values;

	for (uint32_t i = 0; i < 200; i++)
		dma.to_send.push_back(i & 7 ? i : 0x13);
	dma.latency[1] = 20000 + d.below(700000);
	setup(r, CSR(3 + d.below(4), 8, 0, d.below(2), MODE0),
	      MASTER | PCS0 | MR_LLB | MR_WDRBT * d.below(2));
	r.write(now, PIO_BASE + 0x10, 1u << CS_PIN);
	r.write(now, PIO_BASE + 0x34, 1u << CS_PIN);
	r.write(now, DMA_BASE, 1);
	for (int i = 0; i < 40; i++) {
		uint64_t next = now + d.below(4000000);

		if (how != NONE)
			meddle(r, meddler, how, now, next);
		now = next;
		if (d.below(2))
			r.write(now, reg(d.below(2) ? IER : IDR), 1u << d.below(11));
		else
			values += std::to_string(r.read(now, reg(d.below(2) ? SR : IMR))) + " ";
	}
	/* All words are through; the chip select ends what the flash was told. */
	now += 400000000;
	r.write(now, PIO_BASE + 0x30, 1u << CS_PIN);
	tw_board_advance(r.board, now + 1000000);
	for (size_t i = 0; i < dma.received.size(); i++)
		values += std::to_string(dma.received[i]) + "@" +
			  std::to_string(dma.received_at[i]) + " ";
	return sorted_stream(r) + values;
}

ParameterizedTestParameters(atmel_spi_property, late_or_early_is_the_same)
{
	return every<25>();
}

/* Quiet events give the same stream whenever they are run. */
ParameterizedTest(int *seed, atmel_spi_property, late_or_early_is_the_same)
{
	std::string plain = in_child(dma_traffic, *seed * 4 + NONE);

	cr_assert_gt(std::count(plain.begin(), plain.end(), '@'), 20, "nothing was tested");
	for (int how : {READS, ADVANCES, BOTH})
		cr_assert(plain == in_child(dma_traffic, *seed * 4 + how), "meddling %d", how);
}
