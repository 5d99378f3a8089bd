// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Lives of single interrupts: inputs, states, priorities and where they go, worked out by hand. */
#include "gicv3_rig.h"

/* SPI 7 is INTID 39. */
#define SPI 7
#define INTID 39u

static void enable(gicv3_rig &r, unsigned int intid)
{
	r.bit(GICD_ISENABLER, intid);
}

/* Pending while high; served it is not pending again for the CPU; high at its end: once more. */
Test(gicv3_life, level)
{
	gicv3_rig r(1);

	r.bring_up();
	enable(r, INTID);
	cr_assert_not(r.nirq(0));
	r.now = 5000000;
	r.line(SPI, true);
	cr_assert(r.nirq(0));
	cr_assert(r.is_set(GICD_ISPENDR, INTID));
	cr_assert_eq(r.icc(0, ICC_HPPIR1), INTID);
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	cr_assert_not(r.nirq(0));
	cr_assert(r.is_set(GICD_ISACTIVER, INTID));
	cr_assert(r.is_set(GICD_ISPENDR, INTID), "active and pending");
	cr_assert_eq(r.icc(0, ICC_RPR), 0xa0u);
	/* Group 0xa0 is bit 0xa0 / 8 = 20. */
	cr_assert_eq(r.icc(0, ICC_AP1R0), 1u << 20);
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_RPR), 0xffu);

	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	r.line(SPI, false);
	cr_assert_not(r.is_set(GICD_ISPENDR, INTID));
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert_not(r.nirq(0));
	cr_assert_not(r.is_set(GICD_ISACTIVER, INTID));

	/* It comes and goes unserved. */
	r.line(SPI, true);
	cr_assert(r.nirq(0));
	r.line(SPI, false);
	cr_assert_not(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 4u);
	cr_assert_eq(lines[0].time, 5000000u);
	cr_assert_eq(lines[0].a, 32u + 7u);
}

/* One rise is one interrupt, also when it is over before it is served, or comes while served. */
Test(gicv3_life, edge)
{
	gicv3_rig r(1);

	r.bring_up();
	r.set_edge(INTID, true);
	enable(r, INTID);
	r.line(SPI, true);
	r.line(SPI, false);
	cr_assert(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	cr_assert_not(r.is_set(GICD_ISPENDR, INTID));
	r.line(SPI, true);
	cr_assert(r.is_set(GICD_ISPENDR, INTID));
	cr_assert_not(r.nirq(0));
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert_not(r.nirq(0), "the line is still high, but that is no edge");

	/* Two rises before it is served are one interrupt; ICPENDR takes it back. */
	for (int i = 0; i < 2; i++) {
		r.line(SPI, false);
		r.line(SPI, true);
	}
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert_not(r.nirq(0));
	r.line(SPI, false);
	r.line(SPI, true);
	r.bit(GICD_ICPENDR, INTID);
	cr_assert_not(r.nirq(0));

	/* A rise while it is off is remembered. */
	r.bit(GICD_ICENABLER, INTID);
	r.line(SPI, false);
	r.line(SPI, true);
	cr_assert_not(r.nirq(0));
	enable(r, INTID);
	cr_assert(r.nirq(0));
}

/* ISPENDR makes a level interrupt pending until it is served; ICPENDR cannot lower the line. */
Test(gicv3_life, pending_by_software)
{
	gicv3_rig r(1);

	r.bring_up();
	enable(r, INTID);
	r.bit(GICD_ISPENDR, INTID);
	cr_assert(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert_not(r.nirq(0));
	r.bit(GICD_ISPENDR, INTID);
	r.bit(GICD_ICPENDR, INTID);
	cr_assert_not(r.nirq(0));
	r.line(SPI, true);
	r.bit(GICD_ICPENDR, INTID);
	cr_assert(r.nirq(0));
	/* ISACTIVER holds it back as if it were being served, ICACTIVER lets it go. */
	r.bit(GICD_ISACTIVER, INTID);
	cr_assert_not(r.nirq(0));
	r.bit(GICD_ICACTIVER, INTID);
	cr_assert(r.nirq(0));
}

/* EOImode 1: EOIR lets others of the same priority in, DIR the interrupt itself. */
Test(gicv3_life, split_end)
{
	gicv3_rig r(1);

	r.bring_up();
	r.set_icc(0, ICC_CTLR, EOIMODE);
	enable(r, INTID);
	enable(r, 50);
	r.line(SPI, true);
	cr_assert_eq(r.icc(0, ICC_IAR1), INTID);
	r.line(50 - 32, true);
	cr_assert_not(r.nirq(0));
	r.set_icc(0, ICC_EOIR1, INTID);
	cr_assert(r.nirq(0));
	cr_assert(r.is_set(GICD_ISACTIVER, INTID));
	cr_assert_eq(r.icc(0, ICC_IAR1), 50u);
	r.line(50 - 32, false);
	r.set_icc(0, ICC_EOIR1, 50);
	r.set_icc(0, ICC_DIR, 50);
	cr_assert_not(r.nirq(0));
	r.set_icc(0, ICC_DIR, INTID);
	cr_assert(r.nirq(0));
}

/* The timer of each CPU is its own, and nobody else's. */
Test(gicv3_life, private_inputs)
{
	gicv3_rig r(64);

	r.bring_up();
	for (unsigned int c = 0; c < 64; c++)
		r.put(r.of_cpu(c, GICR_ISENABLER0), 1u << 27);
	cr_assert(r.ppi(63, 27, true));
	for (unsigned int c = 0; c < 64; c++)
		cr_assert_eq(r.nirq(c), c == 63);
	cr_assert_eq(r.icc(63, ICC_IAR1), 27u);
	cr_assert(r.ppi(62, 27, true));
	cr_assert_eq(r.icc(62, ICC_IAR1), 27u);
	cr_assert(r.ppi(63, 27, false));
	r.set_icc(63, ICC_EOIR1, 27);
	r.set_icc(62, ICC_EOIR1, 27);
	cr_assert_not(r.nirq(63));
	cr_assert(r.nirq(62));

	/* As an edge; recorded as 256 + INTID of its CPU, repeated levels are not. */
	r.put(GICR_ICFGR1, 2u << 2 * (27 - 16));
	cr_assert(r.ppi(0, 27, true));
	cr_assert(r.ppi(0, 27, true));
	cr_assert(r.ppi(0, 27, false));
	cr_assert_eq(r.icc(0, ICC_IAR1), 27u);
	r.set_icc(0, ICC_EOIR1, 27);
	cr_assert_not(r.nirq(0));

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 5u);
	cr_assert_eq(lines[0].a, 256u + 27);
	cr_assert_eq(lines[0].cpu, 63u);
	cr_assert_eq(lines[4].cpu, 0u);
	cr_assert_eq(lines[4].b, 0u);
}

/* a is served first; b, raised while a is served, does or does not interrupt it. */
Test(gicv3_life, priorities)
{
	static const struct {
		unsigned int a;
		uint8_t prio_a;
		unsigned int b;
		uint8_t prio_b;
		unsigned int bpr;
		unsigned int first;
		bool nests;
	} table[] = {
		{40, 0xa0, 50, 0xa0, 0, 40, false},
		{50, 0xa0, 40, 0xa0, 0, 40, false},
		{40, 0xa0, 250, 0x98, 0, 250, true},
		{250, 0x98, 40, 0xa0, 0, 250, false},
		/* below the binary point a priority only decides who is first */
		{40, 0xa8, 50, 0xa0, 4, 50, false},
		{40, 0xa8, 50, 0x98, 4, 50, true},
		{40, 0x78, 50, 0x00, 7, 50, false},
		{40, 0x80, 50, 0x78, 7, 50, true},
	};
	gicv3_rig r(1);

	r.bring_up();
	for (const auto &t : table) {
		r.set_icc(0, ICC_BPR1, t.bpr);
		r.set_priority(t.a, t.prio_a);
		r.set_priority(t.b, t.prio_b);
		for (unsigned int n : {t.a, t.b}) {
			r.set_edge(n, true);
			enable(r, n);
			r.bit(GICD_ISPENDR, n);
		}
		cr_assert_eq(r.icc(0, ICC_IAR1), t.first, "%u and %u", t.a, t.b);
		r.set_icc(0, ICC_EOIR1, t.first);
		cr_assert_eq(r.icc(0, ICC_IAR1), t.a + t.b - t.first);
		r.set_icc(0, ICC_EOIR1, t.a + t.b - t.first);

		r.bit(GICD_ISPENDR, t.a);
		cr_assert_eq(r.icc(0, ICC_IAR1), t.a);
		r.bit(GICD_ISPENDR, t.b);
		cr_assert_eq(r.nirq(0), t.nests, "%u over %u, BPR %u", t.b, t.a, t.bpr);
		cr_assert_eq(r.icc(0, ICC_HPPIR1), t.b);
		if (t.nests) {
			cr_assert_eq(r.icc(0, ICC_IAR1), t.b);
			r.set_icc(0, ICC_EOIR1, t.b);
		}
		r.set_icc(0, ICC_EOIR1, t.a);
		cr_assert_eq(r.nirq(0), !t.nests);
		if (!t.nests) {
			cr_assert_eq(r.icc(0, ICC_IAR1), t.b);
			r.set_icc(0, ICC_EOIR1, t.b);
		}
		r.bit(GICD_ICENABLER, t.a);
		r.bit(GICD_ICENABLER, t.b);
	}
}

/* Only what is more urgent than the mask is signalled. */
Test(gicv3_life, mask)
{
	gicv3_rig r(1);

	r.bring_up();
	enable(r, INTID);
	r.bit(GICD_ISPENDR, INTID);
	for (unsigned int mask = 0; mask < 256; mask += 8) {
		r.set_icc(0, ICC_PMR, mask);
		cr_assert_eq(r.nirq(0), mask > 0xa0, "mask 0x%x", mask);
		cr_assert_eq(r.icc(0, ICC_HPPIR1), INTID);
	}
	r.set_icc(0, ICC_PMR, 0xa0);
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);
	r.set_priority(INTID, 0x98);
	cr_assert(r.nirq(0));
	r.set_priority(INTID, 0xa0);
	cr_assert_not(r.nirq(0));
}

/* 32 priorities in service at once and back: each group has its bit. */
Test(gicv3_life, nesting)
{
	gicv3_rig r(1);

	r.bring_up();
	r.set_icc(0, ICC_PMR, 0xff);
	for (unsigned int i = 0; i < 31; i++) {
		unsigned int n = 64 + i, prio = 0xf0 - 8 * i;

		r.set_priority(n, static_cast<uint8_t>(prio));
		enable(r, n);
		r.bit(GICD_ISPENDR, n);
		cr_assert_eq(r.icc(0, ICC_IAR1), n);
		cr_assert_eq(r.icc(0, ICC_RPR), prio);
	}
	cr_assert_eq(r.icc(0, ICC_AP1R0), 0x7fffffffu);
	for (unsigned int i = 31; i-- > 0;) {
		cr_assert_eq(r.icc(0, ICC_RPR), 0xf0 - 8 * i);
		r.set_icc(0, ICC_EOIR1, 64 + i);
	}
	cr_assert_eq(r.icc(0, ICC_RPR), 0xffu);
	/* Zeroing the active priorities, as the driver does at start. */
	r.set_icc(0, ICC_AP1R0, 1u << 5);
	cr_assert_eq(r.icc(0, ICC_RPR), 5u * 8);
	r.set_icc(0, ICC_AP1R0, 0);
	cr_assert_eq(r.icc(0, ICC_RPR), 0xffu);
}

/* Each of the gates between an interrupt and nIRQ. */
Test(gicv3_life, gates)
{
	gicv3_rig r(2);

	r.bring_up();
	enable(r, INTID);
	r.line(SPI, true);
	cr_assert(r.nirq(0));
	r.put(GICD_CTLR, 0);
	cr_assert_not(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_HPPIR1), NONE);
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);
	r.put(GICD_CTLR, 0x12);
	cr_assert(r.nirq(0));
	r.set_icc(0, ICC_IGRPEN1, 0);
	cr_assert_not(r.nirq(0));
	r.set_icc(0, ICC_IGRPEN1, 1);
	r.put(GICR_WAKER, 2);
	cr_assert_not(r.nirq(0));
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);
	r.put(GICR_WAKER, 0);
	cr_assert(r.nirq(0));
	r.put(GICD_IGROUPR + 4, ~(1u << 7));
	cr_assert_not(r.nirq(0), "group 0 has no interface here");
	cr_assert(r.is_set(GICD_ISPENDR, INTID));
	r.put(GICD_IGROUPR + 4, ~0u);
	cr_assert(r.nirq(0));
	r.bit(GICD_ICENABLER, INTID);
	cr_assert_not(r.nirq(0));
	cr_assert_not(r.nirq(1));
}

/* A pending interrupt moves with its route; one that is being served stays where it is served. */
Test(gicv3_life, routes)
{
	gicv3_rig r(40);

	r.bring_up();
	enable(r, INTID);
	r.line(SPI, true);
	cr_assert(r.nirq(0));
	r.put(GICD_IROUTER + 8 * INTID, 0x207, 8); /* 2 * 16 + 7 = 39 */
	cr_assert_not(r.nirq(0));
	cr_assert(r.nirq(39));
	cr_assert_eq(r.icc(0, ICC_IAR1), NONE);
	cr_assert_eq(r.icc(39, ICC_IAR1), INTID);
	r.put(GICD_IROUTER + 8 * INTID, 0x100);
	for (unsigned int c = 0; c < 40; c++)
		cr_assert_not(r.nirq(c));
	r.set_icc(39, ICC_EOIR1, INTID);
	cr_assert_not(r.nirq(39));
	cr_assert(r.nirq(16));
	/* ... as the driver moves it: off, route, on. */
	r.bit(GICD_ICENABLER, INTID);
	cr_assert_not(r.nirq(16));
	r.put(GICD_IROUTER + 8 * INTID, 0x1);
	cr_assert_not(r.nirq(1));
	enable(r, INTID);
	cr_assert(r.nirq(1));
	cr_assert_not(r.nirq(16));
}

/* An interrupt for any CPU goes to the first that is awake and has its group enabled. */
Test(gicv3_life, any_cpu)
{
	gicv3_rig r(3);

	r.bring_up();
	enable(r, INTID);
	r.put(GICD_IROUTER + 8 * INTID, 0x80000000);
	r.line(SPI, true);
	cr_assert(r.nirq(0));
	r.set_icc(0, ICC_IGRPEN1, 0);
	cr_assert_not(r.nirq(0));
	cr_assert(r.nirq(1));
	r.put(r.of_cpu(1, GICR_WAKER), 2);
	cr_assert_not(r.nirq(1));
	cr_assert(r.nirq(2));
	r.set_icc(2, ICC_IGRPEN1, 0);
	cr_assert_not(r.nirq(2));
	r.put(r.of_cpu(1, GICR_WAKER), 0);
	cr_assert(r.nirq(1));
	cr_assert_eq(r.icc(1, ICC_IAR1), INTID);
	r.line(SPI, false);
	r.set_icc(1, ICC_EOIR1, INTID);
	for (unsigned int c = 0; c < 3; c++)
		cr_assert_not(r.nirq(c));
}
