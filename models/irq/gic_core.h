/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a GICv3 does, without its register maps (gicv3.h): states of interrupts, where they go, and
 * the CPUs' nIRQ lines.
 *
 * Every change is followed by a call that says what changed; it re-evaluates the CPUs concerned and
 * nothing else. A shared interrupt that is ready (pending, enabled, group 1, not active) is listed
 * at the one CPU it goes to, so a CPU finds its most urgent interrupt among those listed there.
 *
 * nIRQ of a CPU is up while its redistributor is awake, group 1 is enabled in the distributor and
 * in the CPU's interface, and its most urgent ready interrupt is more urgent than the mask and, by
 * group, than what is being served. Of equal priorities the lowest INTID comes first (assumed; the
 * architecture leaves it open).
 */
#ifndef TW_IRQ_GIC_CORE_H
#define TW_IRQ_GIC_CORE_H

#include <string>
#include <vector>

#include "core/environment.h"
#include "irq/gic_bank.h"
#include "irq/gic_cpu_interface.h"
#include "irq/gic_delay.h"
#include "irq/interrupt_controller.h"

namespace tw
{

/* MPIDR affinity of CPU n: Aff0 = n % 16, Aff1 = n / 16; Aff3 << 24 | Aff2 << 16 | Aff1 << 8 | Aff0
 */
constexpr uint32_t gic_affinity(unsigned int cpu)
{
	return cpu / 16 << 8 | cpu % 16;
}

class gic_core : public interrupt_controller, public gic_receiver
{
      public:
	static constexpr unsigned int max_cpus = interrupt_lines::max_cpus;
	static constexpr unsigned int max_banks = 32;
	static constexpr unsigned int private_intids = 32, sgis = 16;
	static constexpr unsigned int end_of_intids = 1020; /* 1020..1023 are no interrupts */
	static constexpr unsigned int none = 1023;
	/* GICD_IROUTER: any CPU that takes part. */
	static constexpr uint64_t route_any = 1ULL << 31;

	/* intids: 32 + shared interrupts. Delays in ps. */
	gic_core(environment &env, const std::string &label, unsigned int intids,
		 uint64_t input_delay, uint64_t sgi_delay);

	void reset();

	void source(int line, bool level, uint64_t time) override;
	int number(int line) const override
	{
		return line + 32;
	}
	bool ppi(unsigned int cpu, unsigned int intid, bool level, uint64_t time) override;
	void arrive(const gic_signal &signal) override;

	unsigned int cpus() const
	{
		return static_cast<unsigned int>(cpus_.size());
	}
	unsigned int intids() const
	{
		return intids_;
	}
	/* Interrupts of shared bank i that exist. */
	uint32_t implemented(unsigned int i) const;

	/* Shared bank i, 1 .. intids / 32; the caller says shared_changed(i) after a change. */
	gic_bank &shared(unsigned int i)
	{
		return shared_[i];
	}
	void shared_changed(unsigned int i);
	gic_bank &own(unsigned int cpu)
	{
		return cpus_[cpu].own;
	}
	gic_cpu_interface &interface(unsigned int cpu)
	{
		return cpus_[cpu].interface;
	}
	/* After a change of own(cpu), or of priorities in its interface. */
	void cpu_changed(unsigned int cpu);

	/* GICD_IROUTER of a shared interrupt. */
	uint64_t route(unsigned int intid) const
	{
		return route_[intid];
	}
	void set_route(unsigned int intid, uint64_t value);
	/* The CPU with an affinity laid out as in GICD_IROUTER, or -1. */
	int cpu_at(uint64_t route) const;

	/* GICD_CTLR.EnableGrp1 */
	bool forwarding() const
	{
		return forwarding_;
	}
	void set_forwarding(bool on);
	/* GICR_WAKER.ProcessorSleep */
	bool asleep(unsigned int cpu) const
	{
		return cpus_[cpu].asleep;
	}
	void set_asleep(unsigned int cpu, bool on);
	/* ICC_IGRPEN1_EL1 */
	void set_group1(unsigned int cpu, bool on);

	/* ICC_IAR1_EL1: the interrupt taken, or `none`. */
	unsigned int acknowledge(unsigned int cpu);
	/* ICC_HPPIR1_EL1: regardless of mask and of what is being served. */
	unsigned int highest_pending(unsigned int cpu) const;
	void deactivate(unsigned int cpu, unsigned int intid);
	/* ICC_SGI1R_EL1 of interrupt `intid`, 0..15, to the CPUs whose bits are set. */
	void send_sgi(uint64_t cpus, unsigned int intid, uint64_t now);

      private:
	struct cpu {
		gic_bank own;
		gic_cpu_interface interface;
		uint32_t listed[max_banks] = {}; /* shared interrupts that are ready for it */
		uint32_t banks = 0;		 /* those of `listed` that are not 0 */
		bool asleep = true;
		bool nirq = false;
	};

	struct candidate {
		unsigned int intid = none;
		unsigned int priority = gic_cpu_interface::idle_priority;
	};

	static void consider(candidate &best, const gic_bank &bank, uint32_t ready,
			     unsigned int first);
	candidate best(const cpu &c) const;
	bool receives(const cpu &c) const;
	int target(unsigned int intid) const;
	void list(unsigned int intid);
	void list_all(unsigned int i, uint32_t interrupts);
	void participants_changed();
	void update(unsigned int n);
	void settle();

	environment &env_;
	std::string label_;
	unsigned int intids_;
	gic_delay inputs_, sgis_;
	std::vector<cpu> cpus_;
	gic_bank shared_[max_banks];
	uint64_t route_[max_banks * 32];
	int8_t at_[max_banks * 32]; /* CPU where a shared interrupt is listed, or -1 */
	uint32_t any_[max_banks];   /* routed to any CPU */
	int any_target_;
	uint64_t dirty_ = 0; /* CPUs to be evaluated */
	bool forwarding_;
};

} // namespace tw

#endif
