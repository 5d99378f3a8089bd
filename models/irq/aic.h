/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * AIC, the interrupt controller of the AT91SAM9 family ("atmel,at91rm9200-aic"): 32 sources with a
 * mode and a vector register each, and one bit per source everywhere else.
 *
 * Source: Linux 6.1 drivers/irqchip/irq-atmel-aic.c. The pin of the chip besides source 0 is 31, as
 * in the SAM9x5's devicetree (atmel,external-irqs); SoCs with more of them (SAM9260) are not
 * modelled in that respect.
 *
 * Does not model: fast forcing (a model fault), and what aic_core.h says.
 */
#ifndef TW_IRQ_AIC_H
#define TW_IRQ_AIC_H

#include "core/bus_device.h"
#include "irq/aic_core.h"

namespace tw
{

class aic : public bus_device
{
      public:
	aic(const sc_core::sc_module_name &module, environment &env,
	    const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	static constexpr unsigned int sources = 32;

	uint32_t enabled() const;
	bool write_mask(uint32_t offset, uint32_t value);

	aic_core core_;
	mutable char name_[8]; /* of SMRn or SVRn, for the last message */
};

} // namespace tw

#endif
