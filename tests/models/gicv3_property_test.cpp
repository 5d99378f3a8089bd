// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random traffic against gicv3_oracle.h. After every step each CPU's nIRQ is high exactly when an
 * enabled pending interrupt of sufficient priority is there for it; IAR gives that one and HPPIR
 * agrees; in the end everything that was pending has been taken, exactly once.
 */
#include "gicv3_rig.h"

#include "atmel_spi_setup.h"
#include "gicv3_oracle.h"

static constexpr unsigned int spis = 64;

class gicv3_property
{
      public:
	gicv3_property(unsigned int cpus, uint64_t seed)
	    : r_(cpus, {{"spis", "64"}}), o_(cpus, spis), random_(seed * 2 + 1)
	{
		for (unsigned int c = 0; c < cpus; c++)
			if (pick(2)) {
				r_.set_icc(c, ICC_CTLR, EOIMODE);
				o_.cpus[c].split = true;
			}
		open();
	}

	void run(unsigned int steps)
	{
		for (unsigned int i = 0; i < steps; i++) {
			step();
			check(i);
		}
		drain();
	}

      private:
	/* xorshift64* */
	unsigned int pick(unsigned int below)
	{
		random_ ^= random_ >> 12;
		random_ ^= random_ << 25;
		random_ ^= random_ >> 27;
		return static_cast<unsigned int>((random_ * 2685821657736338717ULL >> 33) % below);
	}

	unsigned int pick_cpu()
	{
		return pick(static_cast<unsigned int>(o_.cpus.size()));
	}

	/* Address of a register with a bit per interrupt: `gicd` is bank 0's of the distributor. */
	uint64_t word(uint64_t gicd, unsigned int cpu, unsigned int n)
	{
		if (n >= 32)
			return gicd + n / 32 * 4;
		return r_.of_cpu(cpu, gicd - GICD + GICR + 0x10000);
	}

	void put_bit(uint64_t gicd, unsigned int cpu, unsigned int n)
	{
		r_.put(word(gicd, cpu, n), 1u << n % 32);
	}

	void set_group(unsigned int cpu, unsigned int n, bool group1)
	{
		uint64_t address = word(GICD_IGROUPR, cpu, n);
		uint32_t value = r_.get(address), bit = 1u << n % 32;

		r_.put(address, group1 ? value | bit : value & ~bit);
		o_.at(cpu, n).group1 = group1;
	}

	void set_priority(unsigned int cpu, unsigned int n, unsigned int priority)
	{
		uint64_t first = n < 32 ? r_.of_cpu(cpu, GICR_IPRIORITYR) : GICD_IPRIORITYR + 0;

		r_.put(first + n, priority, 1);
		o_.at(cpu, n).priority = priority & 0xf8;
	}

	void set_edge(unsigned int cpu, unsigned int n, bool edge)
	{
		uint64_t address = n < 32 ? r_.of_cpu(cpu, GICR_ICFGR1) : GICD_ICFGR + n / 16 * 4;
		uint32_t value = r_.get(address), bit = 2u << n % 16 * 2;

		if (n < 16)
			return;
		r_.put(address, edge ? value | bit : value & ~bit);
		o_.at(cpu, n).edge = edge;
	}

	void set_route(unsigned int n, int cpu)
	{
		uint64_t value = 1ULL << 31;

		if (cpu >= 0)
			value = static_cast<uint64_t>(cpu / 16 * 256 + cpu % 16);
		r_.put(GICD_IROUTER + 8 * n, value, pick(2) ? 8 : 4);
		o_.shared[n - 32].cpu = cpu;
	}

	void set_gates(unsigned int c, bool group1, bool awake)
	{
		r_.set_icc(c, ICC_IGRPEN1, group1);
		r_.put(r_.of_cpu(c, GICR_WAKER), awake ? 0 : 2);
		o_.cpus[c].group1 = group1;
		o_.cpus[c].awake = awake;
	}

	void set_mask(unsigned int c, unsigned int mask)
	{
		r_.set_icc(c, ICC_PMR, mask);
		o_.cpus[c].mask = mask & 0xf8;
	}

	void set_forwarding(bool on)
	{
		r_.put(GICD_CTLR, on ? 2 : 0);
		o_.forwarding = on;
	}

	/* Everything through every gate. */
	void open()
	{
		set_forwarding(true);
		for (unsigned int c = 0; c < o_.cpus.size(); c++) {
			set_gates(c, true, true);
			set_mask(c, 0xff);
			for (unsigned int n = 0; n < (c ? 32 : 32 + spis); n++) {
				enable(c, n, true);
				set_group(c, n, true);
			}
		}
	}

	void enable(unsigned int cpu, unsigned int n, bool on)
	{
		put_bit(on ? GICD_ISENABLER : GICD_ICENABLER, cpu, n);
		o_.at(cpu, n).enabled = on;
	}

	void drive(unsigned int cpu, unsigned int n, bool level)
	{
		if (o_.at(cpu, n).line == level || n < 16)
			return;
		if (n < 32)
			r_.ppi(cpu, n, level);
		else
			r_.line(static_cast<int>(n - 32), level);
		o_.at(cpu, n).drive(level);
	}

	void send_sgi(unsigned int from)
	{
		unsigned int n = pick(16), aff1 = pick(4), list = pick(0x10000);
		bool others = !pick(3);
		uint64_t value = n << 24 | aff1 << 16 | list;

		r_.set_icc(from, ICC_SGI1R, others ? value | ALL_BUT_SELF : value);
		for (unsigned int c = 0; c < o_.cpus.size(); c++) {
			bool hit = others ? c != from : c / 16 == aff1 && (list >> c % 16 & 1);

			if (hit && o_.cpus[c].own[n].group1)
				o_.cpus[c].own[n].latch = true;
		}
	}

	void take(unsigned int c)
	{
		unsigned int expected = o_.signalled(c);

		bench_check(r_.icc(c, ICC_HPPIR1) == o_.highest(c), "HPPIR");
		bench_check(r_.icc(c, ICC_IAR1) == expected, "IAR");
		o_.take(c);
	}

	void end(unsigned int c)
	{
		oracle_cpu &cpu = o_.cpus[c];

		if (cpu.taken.empty())
			return;
		r_.set_icc(c, ICC_EOIR1, cpu.taken.back());
		if (cpu.split)
			cpu.dropped.push_back(cpu.taken.back());
		else
			o_.at(c, cpu.taken.back()).active = false;
		cpu.taken.pop_back();
		cpu.running.pop_back();
	}

	void deactivate(unsigned int c)
	{
		oracle_cpu &cpu = o_.cpus[c];

		if (cpu.dropped.empty())
			return;
		r_.set_icc(c, ICC_DIR, cpu.dropped.back());
		o_.at(c, cpu.dropped.back()).active = false;
		cpu.dropped.pop_back();
	}

	/* Single bits by software. */
	void poke(unsigned int c, unsigned int n)
	{
		oracle_irq &i = o_.at(c, n);

		switch (pick(6)) {
		case 0:
		case 1:
			put_bit(GICD_ISPENDR, c, n);
			i.latch = true;
			break;
		case 2:
			put_bit(GICD_ICPENDR, c, n);
			i.latch = false;
			break;
		case 3:
			put_bit(GICD_ISACTIVER, c, n);
			i.active = true;
			break;
		default:
			put_bit(GICD_ICACTIVER, c, n);
			i.active = false;
			break;
		}
	}

	void set_binary_point(unsigned int c)
	{
		unsigned int bpr = pick(8);

		r_.set_icc(c, ICC_BPR1, bpr);
		o_.cpus[c].group_bits = 0xffu << (bpr < 3 ? 3 : bpr) & 0xff;
	}

	void step()
	{
		unsigned int c = pick_cpu(), n = pick(32 + spis);

		switch (pick(20)) {
		case 0:
			return enable(c, n, pick(4));
		case 1:
			return set_group(c, n, pick(8));
		case 2:
			return set_priority(c, n, pick(256));
		case 3:
			return set_edge(c, n, pick(2));
		case 4:
			return set_route(32 + n % spis, pick(4) ? static_cast<int>(c) : -1);
		case 5:
			return set_gates(c, pick(6), pick(6));
		case 6:
			return set_mask(c, pick(3) ? 0xff : pick(256));
		case 7:
			return pick(4) ? set_binary_point(c) : set_forwarding(pick(8));
		case 8:
			return poke(c, n);
		case 9:
			return send_sgi(c);
		case 10:
		case 11:
		case 12:
			return drive(c, n, pick(2));
		case 13:
		case 14:
			return end(c);
		case 15:
			return deactivate(c);
		default:
			return take(c);
		}
	}

	void check(unsigned int step)
	{
		for (unsigned int c = 0; c < o_.cpus.size(); c++)
			bench_check(r_.nirq(c) == (o_.signalled(c) != o_.none),
				    "step " + std::to_string(step) + " nIRQ of cpu" +
					    std::to_string(c));
	}

	bool pending_anywhere()
	{
		for (unsigned int c = 0; c < o_.cpus.size(); c++)
			for (unsigned int n = 0; n < 32 + spis; n++)
				if (o_.at(c, n).pending())
					return true;
		return false;
	}

	/* Ends all that is served, opens every gate, and counts what was pending when it is taken.
	 */
	void drain()
	{
		unsigned int waiting = 0, taken = 0;

		for (unsigned int c = 0; c < o_.cpus.size(); c++) {
			while (!o_.cpus[c].taken.empty())
				end(c);
			while (!o_.cpus[c].dropped.empty())
				deactivate(c);
		}
		open();
		for (unsigned int c = 0; c < o_.cpus.size(); c++)
			for (unsigned int n = 0; n < (c ? 32 : 32 + spis); n++) {
				put_bit(GICD_ICACTIVER, c, n);
				o_.at(c, n).active = false;
				if (o_.at(c, n).priority >= 0xf8)
					set_priority(c, n, 0);
				waiting += o_.at(c, n).pending();
			}
		check(~0u);
		for (unsigned int c = 0; c < o_.cpus.size(); c++)
			while (r_.nirq(c)) {
				unsigned int n = o_.signalled(c);

				take(c);
				drive(c, n, false);
				end(c);
				deactivate(c);
				taken++;
				check(taken);
			}
		cr_assert_eq(taken, waiting);
		cr_assert_not(pending_anywhere());
	}

	gicv3_rig r_;
	gicv3_oracle o_;
	uint64_t random_;
};

ParameterizedTestParameters(gicv3_property, random_traffic)
{
	return every<40>();
}

ParameterizedTest(int *seed, gicv3_property, random_traffic)
{
	static const unsigned int cpus[] = {1, 2, 3, 4, 8, 16, 17, 19, 33, 64};
	unsigned int n = cpus[*seed % 10];
	gicv3_property p(n, static_cast<uint64_t>(*seed));

	for (unsigned int i = 0; i < 6; i++)
		p.run(n > 16 ? 600 : 1200);
}
