// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The accesses that Linux 6.1's GICv3 driver makes, in its order: probing and starting 1 to 64
 * CPUs, changes of one interrupt, interrupts between CPUs. None may be a model fault.
 */
#include "gicv3_rig.h"

class driver
{
      public:
	gicv3_rig r;
	unsigned int lines = 0;

	explicit driver(unsigned int cpus) : r(cpus) {}

	uint64_t get64(uint64_t address)
	{
		uint64_t value = 0;

		bench_check(!r.try_access(r.now++, address, &value, false, 8), r.err);
		return value;
	}

	void wait_for_rwp(uint64_t ctlr, uint32_t bit)
	{
		cr_assert_not(r.get(ctlr) & bit);
	}

	/* Address of the redistributor of a CPU, found as the driver finds it. */
	uint64_t find(unsigned int cpu)
	{
		uint64_t affinity = cpu / 16 * 256 + cpu % 16, at = GICR, typer;

		cr_assert_eq(r.get(at + 0xffe8) & 0xf0, 0x30u);
		do {
			typer = get64(at + 8);
			if (typer >> 32 == affinity)
				return at;
			at += 0x20000;
		} while (!(typer & 16));
		cr_assert_fail("no redistributor for cpu%u", cpu);
	}

	void start_distributor()
	{
		cr_assert_eq(r.get(GICD_PIDR2) & 0xf0, 0x30u);
		lines = ((r.get(GICD_TYPER) & 31) + 1) * 32;
		r.get(GICD_IIDR);
		cr_assert_not(r.get(GICD_TYPER2) & 1 << 8);
		r.put(GICD_CTLR, 0);
		wait_for_rwp(GICD_CTLR, 1u << 31);
		for (unsigned int i = 32; i < lines; i += 32)
			r.put(GICD_IGROUPR + i / 8, ~0u);
		for (unsigned int i = 32; i < lines; i += 16)
			r.put(GICD_ICFGR + i / 4, 0);
		for (unsigned int i = 32; i < lines; i += 4)
			r.put(GICD_IPRIORITYR + i, 0xa0a0a0a0);
		for (unsigned int i = 32; i < lines; i += 32) {
			r.put(GICD_ICACTIVER + i / 8, ~0u);
			r.put(GICD_ICENABLER + i / 8, ~0u);
		}
		r.put(GICD_CTLR, 0x13);
		wait_for_rwp(GICD_CTLR, 1u << 31);
		for (unsigned int i = 32; i < lines; i++)
			r.put(GICD_IROUTER + i * 8, 0, 8);
	}

	void start_cpu(unsigned int cpu)
	{
		uint64_t rd = find(cpu), sgi = rd + 0x10000;

		r.put(rd + 0x14, r.get(rd + 0x14) & ~2u);
		cr_assert_not(r.get(rd + 0x14) & 4);
		r.put(sgi + 0x80, ~0u);
		r.put(sgi + 0x380, ~0u);
		r.put(sgi + 0x180, ~0u);
		for (unsigned int i = 0; i < 32; i += 4)
			r.put(sgi + 0x400 + i, 0xa0a0a0a0);
		wait_for_rwp(rd, 1u << 3);

		cr_assert(r.icc(cpu, ICC_SRE) & 1);
		cr_assert_eq(r.icc(cpu, ICC_CTLR) >> 8 & 7, 4u);
		r.icc(cpu, ICC_PMR);
		r.set_icc(cpu, ICC_PMR, 1u << (8 - 5));
		cr_assert_neq(r.icc(cpu, ICC_PMR), 0u); /* one security state: group 0 is ours */
		r.set_icc(cpu, ICC_PMR, 0);
		r.set_icc(cpu, ICC_PMR, 0xf0);
		r.set_icc(cpu, ICC_BPR1, 0);
		r.set_icc(cpu, ICC_CTLR, EOIMODE);
		r.set_icc(cpu, ICC_AP0R0, 0);
		r.set_icc(cpu, ICC_AP1R0, 0);
		r.set_icc(cpu, ICC_IGRPEN1, 1);
		cr_assert_not(r.icc(cpu, ICC_CTLR) & 1 << 18);
		r.put(sgi + 0x100, 0xff | 1 << 27); /* SGIs and the timer */
	}

	/* What the handler does: acknowledge, drop, and deactivate at the end. */
	unsigned int serve(unsigned int cpu)
	{
		unsigned int intid = static_cast<unsigned int>(r.icc(cpu, ICC_IAR1));

		if (intid >= 1020)
			return intid;
		r.set_icc(cpu, ICC_EOIR1, intid);
		r.set_icc(cpu, ICC_DIR, intid);
		return intid;
	}
};

static void start_all(driver &d)
{
	d.start_distributor();
	cr_assert_eq(d.lines, 288u);
	for (unsigned int c = 0; c < d.r.cpus.size(); c++)
		d.start_cpu(c);
	for (unsigned int c = 0; c < d.r.cpus.size(); c++)
		cr_assert_not(d.r.nirq(c));
}

/* Type, affinity, mask and state of SPI 100 (INTID 132) on 20 CPUs. */
Test(gicv3_driver, one_interrupt)
{
	driver d(20);
	unsigned int n = 132;

	start_all(d);
	d.r.set_edge(n, true);
	cr_assert_eq(d.r.get(GICD_ICFGR + n / 16 * 4), 2u << n % 16 * 2);
	d.r.set_edge(n, false);
	d.r.bit(GICD_ISENABLER, n);
	d.r.line(100, true);
	cr_assert(d.r.nirq(0));

	cr_assert(d.r.is_set(GICD_ISENABLER, n));
	d.r.bit(GICD_ICENABLER, n);
	d.wait_for_rwp(GICD_CTLR, 1u << 31);
	d.r.put(GICD_IROUTER + 8 * n, 0x103, 8);
	d.r.bit(GICD_ISENABLER, n);
	cr_assert_not(d.r.nirq(0));
	cr_assert(d.r.nirq(19));
	cr_assert_eq(d.r.icc(19, ICC_IAR1), n);
	d.r.set_icc(19, ICC_EOIR1, n);
	cr_assert_not(d.r.nirq(19));
	d.r.line(100, false);
	d.r.set_icc(19, ICC_DIR, n);
	cr_assert_not(d.r.nirq(19));
	cr_assert_eq(d.serve(19), NONE);

	/* Retrigger. */
	d.r.bit(GICD_ISPENDR, n);
	cr_assert_eq(d.serve(19), n);
	cr_assert_not(d.r.is_set(GICD_ISPENDR, n));
}

/* Each CPU's timer, then an interrupt from every CPU to all others, in lists of up to 16. */
Test(gicv3_driver, sixty_four_cpus)
{
	driver d(64);

	start_all(d);
	for (unsigned int c = 0; c < 64; c++)
		d.r.ppi(c, 27, true);
	for (unsigned int c = 0; c < 64; c++) {
		cr_assert(d.r.nirq(c));
		cr_assert_eq(d.r.icc(c, ICC_IAR1), 27u);
		d.r.set_icc(c, ICC_EOIR1, 27);
		d.r.ppi(c, 27, false);
		d.r.set_icc(c, ICC_DIR, 27);
		cr_assert_not(d.r.nirq(c));
	}
	for (unsigned int from = 0; from < 64; from++) {
		for (unsigned int aff1 = 0; aff1 < 4; aff1++) {
			uint64_t list = 0xffff;

			if (from / 16 == aff1)
				list &= ~(1ULL << from % 16);
			d.r.set_icc(from, ICC_SGI1R, 2u << 24 | aff1 << 16 | list);
		}
		for (unsigned int c = 0; c < 64; c++)
			cr_assert_eq(d.serve(c), c == from ? NONE : 2, "%u to %u", from, c);
	}
}

/* A CPU goes to sleep and comes back. */
Test(gicv3_driver, cpu_goes_to_sleep)
{
	driver d(2);

	start_all(d);
	cr_assert(d.r.get(GICD_CTLR) & 1 << 6);
	d.r.set_icc(1, ICC_IGRPEN1, 0);
	d.r.put(d.find(1) + 0x14, 2);
	cr_assert_eq(d.r.get(d.find(1) + 0x14) & 4, 4u);
	d.r.set_icc(0, ICC_SGI1R, 1u << 24 | 2);
	cr_assert_not(d.r.nirq(1));
	d.r.put(d.find(1) + 0x14, 0);
	cr_assert_not(d.r.nirq(1));
	d.r.set_icc(1, ICC_IGRPEN1, 1);
	cr_assert(d.r.nirq(1));
	cr_assert_eq(d.serve(1), 1u);
}
