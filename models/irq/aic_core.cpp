// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/aic_core.h"

#include <algorithm>

namespace tw
{

static constexpr uint32_t smr_priority = 7, smr_edge = 1 << 5, smr_positive = 1 << 6;
static constexpr int nirq_line = 0, nfiq_line = 1;

aic_core::aic_core(environment &env, const std::string &label, unsigned int external)
    : env_(env), label_(label), external_(external)
{
	reset();
	env_.lines.attach(*this);
}

/* The lines keep their levels: they are not ours. */
void aic_core::reset()
{
	std::fill_n(enabled_, words, 0);
	std::fill_n(latch_, words, 0);
	std::fill_n(edge_, words, 0);
	std::fill_n(invert_, words, 0);
	std::fill_n(svr_, max_sources, 0);
	spu_ = dcr_ = 0;
	depth_ = 0;
	for (unsigned int n = 0; n < max_sources; n++)
		set_mode(n, 0);
}

bool aic_core::external(unsigned int n) const
{
	return n == 0 || n == external_;
}

uint64_t aic_core::pending(unsigned int word) const
{
	return (edge_[word] & latch_[word]) | (~edge_[word] & (line_[word] ^ invert_[word]));
}

bool aic_core::active(unsigned int n) const
{
	return pending(n / 64) & enabled_[n / 64] & bit(n);
}

int aic_core::priority(unsigned int n) const
{
	return static_cast<int>(smr_[n] & smr_priority);
}

int aic_core::level_in_service() const
{
	return depth_ ? stack_[depth_ - 1].priority : none;
}

/* The source that IVR would take, or none. */
int aic_core::highest() const
{
	int best = none, level = level_in_service();

	for (unsigned int word = 0; word < words; word++) {
		uint64_t ready = pending(word) & enabled_[word];

		if (word == 0)
			ready &= ~bit(0);
		for (; ready; ready &= ready - 1) {
			unsigned int n =
				64 * word + static_cast<unsigned int>(__builtin_ctzll(ready));

			if (priority(n) > level) {
				level = priority(n);
				best = static_cast<int>(n);
			}
		}
	}
	return best;
}

void aic_core::update()
{
	bool open = !(dcr_ & dcr_mask);
	bool nirq = open && highest() != none, nfiq = open && active(0);

	if (nirq != nirq_)
		env_.lines.drive_cpu(0, nirq_line, nirq);
	if (nfiq != nfiq_)
		env_.lines.drive_cpu(0, nfiq_line, nfiq);
	nirq_ = nirq;
	nfiq_ = nfiq;
}

void aic_core::source(int line, bool level, uint64_t)
{
	unsigned int n = static_cast<unsigned int>(line), word = n / 64;

	if (n >= max_sources) {
		env_.faults.report("%s: no interrupt source %d", label_.c_str(), line);
		return;
	}
	if (level)
		line_[word] |= bit(n);
	else
		line_[word] &= ~bit(n);
	if ((line_[word] ^ invert_[word]) & edge_[word] & bit(n))
		latch_[word] |= bit(n);
	update();
}

void aic_core::enable(unsigned int n, bool on)
{
	if (on)
		enabled_[n / 64] |= bit(n);
	else
		enabled_[n / 64] &= ~bit(n);
	update();
}

bool aic_core::enabled(unsigned int n) const
{
	return enabled_[n / 64] & bit(n);
}

void aic_core::set_mode(unsigned int n, uint32_t smr)
{
	uint64_t mask = bit(n);
	bool edge = smr & smr_edge, invert = external(n) && !(smr & smr_positive);

	smr_[n] = smr & smr_mask;
	edge_[n / 64] = edge ? edge_[n / 64] | mask : edge_[n / 64] & ~mask;
	invert_[n / 64] = invert ? invert_[n / 64] | mask : invert_[n / 64] & ~mask;
	if (!edge)
		latch_[n / 64] &= ~mask;
	update();
}

uint32_t aic_core::mode(unsigned int n) const
{
	return smr_[n];
}

void aic_core::set_vector(unsigned int n, uint32_t vector)
{
	svr_[n] = vector;
}

uint32_t aic_core::vector(unsigned int n) const
{
	return svr_[n];
}

void aic_core::set_pending(unsigned int n, bool pending)
{
	if (pending)
		latch_[n / 64] |= bit(n) & edge_[n / 64];
	else
		latch_[n / 64] &= ~bit(n);
	update();
}

uint32_t aic_core::pending_word(unsigned int i) const
{
	return static_cast<uint32_t>(pending(i / 2) >> (i % 2 * 32));
}

/* n: none for a spurious interrupt. */
void aic_core::take(int n)
{
	if (depth_ == max_depth) {
		env_.faults.report("%s: IVR taken with %u interrupts in service; EOICR is missing",
				   label_.c_str(), max_depth);
		return;
	}
	stack_[depth_].source = n;
	stack_[depth_].priority = n == none ? level_in_service() : priority(n);
	depth_++;
	if (n != none)
		latch_[n / 64] &= ~bit(n);
	update();
}

uint32_t aic_core::read_ivr()
{
	int n = highest();

	if (!(dcr_ & dcr_protect))
		take(n);
	return n == none ? spu_ : svr_[n];
}

bool aic_core::write_ivr()
{
	if (!(dcr_ & dcr_protect))
		return false;
	take(highest());
	return true;
}

uint32_t aic_core::read_fvr()
{
	uint32_t value = active(0) ? svr_[0] : spu_;

	latch_[0] &= ~bit(0);
	update();
	return value;
}

void aic_core::end_of_interrupt()
{
	if (depth_)
		depth_--;
	update();
}

void aic_core::set_spurious_vector(uint32_t vector)
{
	spu_ = vector;
}

uint32_t aic_core::spurious_vector() const
{
	return spu_;
}

void aic_core::set_dcr(uint32_t value)
{
	dcr_ = value & (dcr_protect | dcr_mask);
	update();
}

uint32_t aic_core::dcr() const
{
	return dcr_;
}

uint32_t aic_core::current() const
{
	if (!depth_ || stack_[depth_ - 1].source == none)
		return 0;
	return static_cast<uint32_t>(stack_[depth_ - 1].source);
}

uint32_t aic_core::outputs() const
{
	return static_cast<uint32_t>(nfiq_) | static_cast<uint32_t>(nirq_) << 1;
}

} // namespace tw
