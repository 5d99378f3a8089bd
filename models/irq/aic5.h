/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * AIC5, the interrupt controller of the SAMA5D3 ("atmel,sama5d3-aic") and SAMA5D4
 * ("atmel,sama5d4-aic"): up to 128 sources, of which SSR selects the one that SMR, SVR, IECR, IDCR,
 * ICCR, ISCR and IMR are about.
 *
 * Source: Linux 6.1 drivers/irqchip/irq-atmel-aic5.c; the pin of the chip besides source 0 (47 and
 * 56) is the devicetrees' atmel,external-irqs.
 *
 * The two chips differ in that pin and in the number of peripherals behind the sources; the
 * registers of a source without a peripheral work, since the driver initialises 64 and 96 of them.
 *
 * Does not model: fast forcing and write protection (a model fault), and what aic_core.h says.
 */
#ifndef TW_IRQ_AIC5_H
#define TW_IRQ_AIC5_H

#include "core/bus_device.h"
#include "irq/aic_core.h"

namespace tw
{

class aic5 : public bus_device
{
      public:
	aic5(const sc_core::sc_module_name &module, environment &env,
	     const tw_bus_device &description, unsigned int external);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	bool write_selected(uint32_t offset, uint32_t value);

	aic_core core_;
	uint32_t selected_;
};

} // namespace tw

#endif
