/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The registers that describe interrupts, 0x080 to 0xcff: laid out alike in the distributor and in
 * the SGI frame of a redistributor (Linux 6.1 include/linux/irqchip/arm-gic-v3.h).
 */
#ifndef TW_IRQ_GIC_BANK_REGISTERS_H
#define TW_IRQ_GIC_BANK_REGISTERS_H

#include <string>

#include "irq/gic_bank.h"

namespace tw
{

/* Priorities have 5 bits, the upper ones of 8 (assumed; GIC-500 and GIC-600 have 5). */
constexpr uint8_t gic_priority_mask = 0xf8;

enum class gic_field {
	none,
	group,
	set_enable,
	clear_enable,
	set_pending,
	clear_pending,
	set_active,
	clear_active,
	priority,
	config,
};

/* A register of a bank: `first` is the lowest interrupt in it, 0..31. */
struct gic_place {
	gic_field field = gic_field::none;
	unsigned int bank = 0, first = 0;
};

/* offset: in the distributor or the SGI frame; byte offsets are for priorities only. */
gic_place gic_locate(uint32_t offset);
/* "ISENABLER1" for messages. */
std::string gic_register_text(uint32_t offset, const gic_place &place);

uint32_t gic_read(const gic_bank &bank, const gic_place &place);
/* implemented: interrupts that exist; the others' bits stay 0. fixed: ICFGR cannot change them. */
void gic_write(gic_bank &bank, const gic_place &place, uint32_t value, uint32_t implemented,
	       uint32_t fixed);
/* One byte of a priority register. */
void gic_write_priority(gic_bank &bank, unsigned int bit, uint8_t value, uint32_t implemented);

} // namespace tw

#endif
