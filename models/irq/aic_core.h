/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What both generations of Atmel's Advanced Interrupt Controller do, without their register maps
 * (aic.h, aic5.h).
 *
 * Source: Linux 6.1 drivers/irqchip/irq-atmel-aic*.c for registers and their use; the rules below
 * are from general knowledge of the AIC and count as assumed where no driver relies on them.
 *
 * A source is level or edge sensitive (SRCTYPE, SMR bits 6:5). Inside the chip levels are high and
 * edges rise (0 and 2: level, 1 and 3: edge); for a pin of the chip 0 is low level, 1 falling, 2
 * high level, 3 rising edge. A level source is pending while its line is active, an edge source
 * from its edge (or ISCR) until it is taken (or ICCR).
 *
 * nIRQ is up while an enabled source is pending whose priority (SMR bits 2:0, 7 highest) is above
 * that of the interrupt in service. Reading IVR takes the pending source of the highest priority,
 * the lowest number first: it goes on a stack of 8 and, if it is edge sensitive, is no longer
 * pending. EOICR takes the last one off; with nothing in service it does nothing. Reading IVR with
 * nothing to take is a spurious interrupt: SPU is read and an entry without a source goes on the
 * stack, because its handler ends with EOICR, too. Source 0 is the fast interrupt: it drives nFIQ
 * and is never read from IVR.
 *
 * In protect mode (DCR bit 0) reading IVR only looks, writing it takes. DCR bit 1 holds both
 * outputs down.
 *
 * Does not model: the 3 to 5 bus cycles between a source and nIRQ (they are part of the CPU's
 * interrupt entry), fast forcing, write protection. A line that nobody drives is low.
 */
#ifndef TW_IRQ_AIC_CORE_H
#define TW_IRQ_AIC_CORE_H

#include <cstdint>
#include <string>

#include "core/environment.h"
#include "irq/interrupt_controller.h"

namespace tw
{

class aic_core : public interrupt_controller
{
      public:
	static constexpr unsigned int max_sources = 128;
	static constexpr unsigned int max_depth = 8;
	static constexpr uint32_t smr_mask = 0x67;
	static constexpr uint32_t dcr_protect = 1, dcr_mask = 2;

	/*
	 * Attaches itself to env.lines. external: the one source besides 0 that is a pin of the
	 * chip. label: for messages. Throws bad_input when the board has a controller already.
	 */
	aic_core(environment &env, const std::string &label, unsigned int external);

	void reset();
	void source(int line, bool level, uint64_t time) override;

	/* `n`: a source, 0 .. max_sources - 1. */
	void enable(unsigned int n, bool on);
	bool enabled(unsigned int n) const;
	void set_mode(unsigned int n, uint32_t smr);
	uint32_t mode(unsigned int n) const;
	void set_vector(unsigned int n, uint32_t vector);
	uint32_t vector(unsigned int n) const;
	/* ISCR and ICCR: no effect on a level source. */
	void set_pending(unsigned int n, bool pending);
	/* Pending sources 32 * i .. 32 * i + 31, enabled or not. */
	uint32_t pending_word(unsigned int i) const;

	uint32_t read_ivr();
	/* False outside protect mode: there is nothing that a write could do. */
	bool write_ivr();
	uint32_t read_fvr();
	void end_of_interrupt();
	void set_spurious_vector(uint32_t vector);
	uint32_t spurious_vector() const;
	void set_dcr(uint32_t value);
	uint32_t dcr() const;

	/* ISR: the source in service, 0 without one. */
	uint32_t current() const;
	/* CISR: bit 0 nFIQ, bit 1 nIRQ, as they are driven. */
	uint32_t outputs() const;

      private:
	static constexpr unsigned int words = max_sources / 64;
	static constexpr int none = -1;
	struct in_service {
		int source, priority;
	};

	static uint64_t bit(unsigned int n)
	{
		return 1ULL << (n % 64);
	}
	bool external(unsigned int n) const;
	uint64_t pending(unsigned int word) const;
	bool active(unsigned int n) const;
	int priority(unsigned int n) const;
	int level_in_service() const;
	int highest() const;
	void take(int n);
	void update();

	environment &env_;
	std::string label_;
	unsigned int external_;
	/* One bit per source: line, effective polarity, edge sensitive, edge seen, enabled. */
	uint64_t line_[words] = {}, invert_[words], edge_[words], latch_[words], enabled_[words];
	uint32_t smr_[max_sources], svr_[max_sources];
	uint32_t spu_, dcr_;
	in_service stack_[max_depth];
	unsigned int depth_;
	bool nirq_ = false, nfiq_ = false;
};

} // namespace tw

#endif
