/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A second account of a GICv3, kept the slow way: one struct per interrupt and CPU, everything
 * searched anew, active priorities as a stack.
 */
#ifndef TESTS_MODELS_GICV3_ORACLE_H
#define TESTS_MODELS_GICV3_ORACLE_H

#include <cstdint>
#include <vector>

struct oracle_irq {
	bool line = false, latch = false, enabled = false, active = false, group1 = false;
	bool edge = false;
	unsigned int priority = 0;
	int cpu = 0; /* where a shared one goes; -1: any */

	bool pending() const
	{
		return latch || (!edge && line);
	}
	void drive(bool level)
	{
		if (edge && level && !line)
			latch = true;
		line = level;
	}
};

struct oracle_cpu {
	oracle_irq own[32];
	unsigned int mask = 0, group_bits = 0xf8;
	bool group1 = false, awake = false, split = false;
	std::vector<unsigned int> running; /* groups being served, most urgent last */
	std::vector<unsigned int> taken;   /* their INTIDs */
	std::vector<unsigned int> dropped; /* ended, but still active (split) */
};

class gicv3_oracle
{
      public:
	static constexpr unsigned int none = 1023;

	std::vector<oracle_cpu> cpus;
	std::vector<oracle_irq> shared; /* from INTID 32 on */
	bool forwarding = false;

	gicv3_oracle(unsigned int n, unsigned int spis) : cpus(n), shared(spis)
	{
		for (oracle_cpu &c : cpus)
			for (unsigned int i = 0; i < 16; i++)
				c.own[i].edge = true;
	}

	oracle_irq &at(unsigned int cpu, unsigned int intid)
	{
		return intid < 32 ? cpus[cpu].own[intid] : shared[intid - 32];
	}

	/* The interrupt HPPIR names. */
	unsigned int highest(unsigned int cpu)
	{
		unsigned int found = none;

		if (!forwarding || !cpus[cpu].awake || !cpus[cpu].group1)
			return none;
		for (unsigned int n = 0; n < 32 + shared.size(); n++) {
			const oracle_irq &i = at(cpu, n);

			if (!i.pending() || !i.enabled || i.active || !i.group1)
				continue;
			if (n >= 32 && goes_to(i) != static_cast<int>(cpu))
				continue;
			if (found == none || i.priority < at(cpu, found).priority)
				found = n;
		}
		return found;
	}

	/* The interrupt IAR takes: nIRQ is high when there is one. */
	unsigned int signalled(unsigned int cpu)
	{
		const oracle_cpu &c = cpus[cpu];
		unsigned int n = highest(cpu), priority;

		if (n == none)
			return none;
		priority = at(cpu, n).priority;
		if (priority >= c.mask)
			return none;
		if (!c.running.empty() && (priority & c.group_bits) >= c.running.back())
			return none;
		return n;
	}

	unsigned int take(unsigned int cpu)
	{
		unsigned int n = signalled(cpu);

		if (n == none)
			return none;
		cpus[cpu].running.push_back(at(cpu, n).priority & cpus[cpu].group_bits);
		cpus[cpu].taken.push_back(n);
		at(cpu, n).latch = false;
		at(cpu, n).active = true;
		return n;
	}

      private:
	int goes_to(const oracle_irq &i) const
	{
		if (i.cpu >= 0)
			return i.cpu;
		for (size_t c = 0; c < cpus.size(); c++)
			if (cpus[c].awake && cpus[c].group1)
				return static_cast<int>(c);
		return -1;
	}
};

#endif
