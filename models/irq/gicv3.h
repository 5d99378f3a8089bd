/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * GICv3 ("arm,gic-v3") for 1 to 64 CPUs: distributor (first `reg` region, GICD), one redistributor
 * of two 64 KiB frames per CPU (second region, GICR), and the CPU interfaces as system registers.
 *
 * Source: Linux 6.1 drivers/irqchip/irq-gic-v3.c, irq-gic-common.c and
 * include/linux/irqchip/arm-gic-v3.h for the registers and their use, Arm IHI 0069 for what they
 * do. CPU n has affinity 0.0.(n / 16).(n % 16), so a list of SGI targets holds 16.
 *
 * Chosen where the architecture leaves a choice (all assumed): one security state (GICD_CTLR.DS
 * reads 1, priorities are as written); affinity routing always on (ARE reads 1); 5 priority bits;
 * private inputs may be level or edge; an interrupt for any CPU (GICD_IROUTER bit 31) goes to the
 * lowest numbered CPU that is awake and has group 1 enabled; PIDR2 and IIDR are of an Arm GICv3.
 * Interrupts are of group 0 after reset and group 0 has no CPU interface here: they stay pending.
 *
 * Time: registers act at the instant of the access and RWP reads 0. A change of an input acts
 * `delay` after it (both edges: a driver that ends a level interrupt sooner than that after its
 * device lowered the line sees it once more), an SGI is pending `sgi_delay` after ICC_SGI1R_EL1 is
 * written. Both are 0 unless the board says otherwise.
 *
 * Does not model: LPIs and the ITS, group 0 signalling (ICC_IGRPEN0_EL1, IAR0, SGI0R), two security
 * states, extended INTID ranges, message based SPIs, ICC_CTLR_EL1.CBPR and PMHE, the GICv2
 * registers: each a model fault. Of what the architecture calls unpredictable, EOIR without
 * anything being served and DIR without split EOI are model faults; a change of ICFGR takes effect
 * at once; an EOIR of another interrupt than the last acknowledged drops the most urgent priority.
 * A sleeping redistributor's wake request is not modelled.
 */
#ifndef TW_IRQ_GICV3_H
#define TW_IRQ_GICV3_H

#include <string>

#include "core/bus_device.h"
#include "core/options.h"
#include "cpu/system_registers.h"
#include "irq/gic_bank_registers.h"
#include "irq/gic_core.h"

namespace tw
{

class gicv3 : public bus_device, public system_registers
{
      public:
	gicv3(const sc_core::sc_module_name &module, environment &env,
	      const tw_bus_device &description, const options &opts);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	/* Priorities have byte access, GICR_TYPER and GICD_IROUTER doubleword access. */
	bool narrow(uint32_t offset, unsigned int size) const override;
	bool wide(uint32_t offset) const override;
	uint32_t dma_read(uint32_t offset, unsigned int size, uint64_t now) override;
	void dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

	uint64_t read_sysreg(unsigned int cpu, uint32_t encoding, uint64_t now) override;
	void write_sysreg(unsigned int cpu, uint32_t encoding, uint64_t value,
			  uint64_t now) override;

      private:
	/* Where an offset is: the distributor, or a frame of a CPU's redistributor. */
	enum class frame { distributor, redistributor, sgi, nowhere };
	struct spot {
		frame in;
		unsigned int cpu;
		uint32_t offset;
		gic_place place;
	};

	spot locate(uint32_t offset) const;
	gic_bank *bank_of(const spot &s);
	void write_bank(uint32_t offset, const spot &s, uint32_t value);
	uint32_t read_distributor(uint32_t offset);
	void write_distributor(uint32_t offset, uint32_t value);
	bool is_route(uint32_t offset) const;
	uint32_t read_route(uint32_t offset) const;
	void write_route(uint32_t offset, uint32_t value);
	uint32_t read_redistributor(uint32_t offset, const spot &s);
	void write_redistributor(uint32_t offset, const spot &s, uint32_t value);
	std::string text_of(const spot &s) const;

	bool write_interface(unsigned int cpu, uint32_t encoding, uint64_t value);
	void end_of_interrupt(unsigned int cpu, uint64_t intid);
	void deactivate(unsigned int cpu, uint64_t intid);
	void send_sgi(unsigned int cpu, uint64_t value, uint64_t now);
	void fault_sysreg_read(unsigned int cpu, uint32_t encoding, const char *why);
	void fault_sysreg_write(unsigned int cpu, uint32_t encoding, uint64_t value,
				const char *why);

	gic_core core_;
	bool group0_ = false;	   /* GICD_CTLR.EnableGrp0: only remembered */
	mutable std::string name_; /* of a register, for the last message */
};

} // namespace tw

#endif
