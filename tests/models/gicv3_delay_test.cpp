// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Interrupts between CPUs, and when signals arrive that take their time. */
#include "gicv3_rig.h"

/* ICC_SGI1R_EL1: INTID 27:24, Aff1 23:16, list 15:0. */
static uint64_t sgi(unsigned int intid, unsigned int aff1, unsigned int list)
{
	return intid << 24 | aff1 << 16 | list;
}

static void enable_sgis(gicv3_rig &r)
{
	r.bring_up();
	for (unsigned int c = 0; c < r.cpus.size(); c++)
		r.put(r.of_cpu(c, GICR_ISENABLER0), 0xffff);
}

Test(gicv3_sgi, lists)
{
	static const struct {
		uint64_t value;
		uint64_t targets;
	} table[] = {
		{sgi(3, 0, 0x0001), 1},
		{sgi(3, 0, 0x8002), 0x8002},
		{sgi(3, 1, 0x0003), 0x30000},
		{sgi(3, 3, 0xffff), 0xffff000000000000},
		{sgi(3, 2, 0), 0},
		/* CPUs that do not exist */
		{sgi(3, 4, 0xffff), 0},
		{sgi(3, 0, 1) | 1ULL << 32, 0},
		{sgi(3, 0, 1) | 1ULL << 44, 0},
		{sgi(3, 0, 1) | 1ULL << 48, 0},
		/* from CPU 5; the list counts for nothing */
		{sgi(3, 0, 1) | ALL_BUT_SELF, ~0x20ULL},
	};
	gicv3_rig r(64);

	enable_sgis(r);
	for (const auto &t : table) {
		r.set_icc(5, ICC_SGI1R, t.value);
		for (unsigned int c = 0; c < 64; c++) {
			bool hit = t.targets >> c & 1;

			cr_assert_eq(r.nirq(c), hit, "0x%" PRIx64 " cpu%u", t.value, c);
			cr_assert_eq(r.icc(c, ICC_IAR1), hit ? 3 : NONE);
			if (hit)
				r.set_icc(c, ICC_EOIR1, 3);
			cr_assert_not(r.nirq(c));
		}
	}
}

/* Sent twice before it is taken it is one interrupt; sent while served it is another. */
Test(gicv3_sgi, life)
{
	gicv3_rig r(2);

	enable_sgis(r);
	r.set_icc(0, ICC_SGI1R, sgi(1, 0, 2));
	r.set_icc(0, ICC_SGI1R, sgi(1, 0, 2));
	r.set_icc(1, ICC_SGI1R, sgi(15, 0, 2));
	cr_assert_eq(r.get(r.of_cpu(1, GICR_ISPENDR0)), 0x8002u);
	cr_assert_eq(r.icc(1, ICC_IAR1), 1u);
	r.set_icc(0, ICC_SGI1R, sgi(1, 0, 2));
	r.set_icc(1, ICC_EOIR1, 1);
	cr_assert_eq(r.icc(1, ICC_IAR1), 1u);
	r.set_icc(1, ICC_EOIR1, 1);
	cr_assert_eq(r.icc(1, ICC_IAR1), 15u);
	r.set_icc(1, ICC_EOIR1, 15);
	cr_assert_eq(r.icc(1, ICC_IAR1), NONE);
	cr_assert_not(r.nirq(0));

	/* Asleep, it waits; an interrupt of group 0 is not made. */
	r.put(r.of_cpu(1, GICR_WAKER), 2);
	r.set_icc(0, ICC_SGI1R, sgi(2, 0, 2));
	cr_assert_not(r.nirq(1));
	r.put(r.of_cpu(1, GICR_WAKER), 0);
	cr_assert_eq(r.icc(1, ICC_IAR1), 2u);
	r.set_icc(1, ICC_EOIR1, 2);
	r.put(r.of_cpu(1, GICR_IGROUPR0), ~4u);
	r.set_icc(0, ICC_SGI1R, sgi(2, 0, 2));
	r.put(r.of_cpu(1, GICR_IGROUPR0), ~0u);
	cr_assert_not(r.nirq(1));
}

/* Each of two in flight arrives 150 ns after it was sent, not a picosecond sooner. */
Test(gicv3_delay, sgis)
{
	gicv3_rig r(3, {{"sgi_delay", "150 ns"}});

	enable_sgis(r);
	r.now = 1000000;
	r.set_icc(0, ICC_SGI1R, sgi(1, 0, 6));
	r.now = 1100000;
	r.set_icc(1, ICC_SGI1R, sgi(2, 0, 5));
	tw_board_advance(r.board, 1149999);
	cr_assert_not(r.nirq(1));
	tw_board_advance(r.board, 1150000);
	cr_assert(r.nirq(1));
	cr_assert(r.nirq(2));
	cr_assert_not(r.nirq(0));
	tw_board_advance(r.board, 1249999);
	cr_assert_not(r.nirq(0));
	tw_board_advance(r.board, 1250000);
	cr_assert(r.nirq(0));
	r.now = 1250001;
	cr_assert_eq(r.icc(2, ICC_IAR1), 1u);
	r.set_icc(2, ICC_EOIR1, 1);
	cr_assert_eq(r.icc(2, ICC_IAR1), 2u);
	/* A device's input takes none of this. */
	cr_assert_eq(r.icc(0, ICC_IAR1), 2u);
	r.set_icc(0, ICC_EOIR1, 2);
	cr_assert_not(r.nirq(0));
	r.bit(GICD_ISENABLER, 40);
	r.line(8, true);
	cr_assert(r.nirq(0));
}

/* Both changes of an input arrive 2 us later: SPI 8, then the private input 27 of CPU 1. */
Test(gicv3_delay, inputs)
{
	gicv3_rig r(2, {{"delay", "2 us"}});

	enable_sgis(r);
	r.bit(GICD_ISENABLER, 40);
	r.put(r.of_cpu(1, GICR_ISENABLER0), 1u << 27);
	r.now = 10000000;
	r.line(8, true);
	r.now = 10000500;
	r.ppi(1, 27, true);
	r.now = 11000000;
	r.line(8, false);
	tw_board_advance(r.board, 11999999);
	cr_assert_not(r.nirq(0));
	tw_board_advance(r.board, 12000000);
	cr_assert(r.nirq(0));
	tw_board_advance(r.board, 12000499);
	cr_assert_not(r.nirq(1));
	tw_board_advance(r.board, 12000500);
	cr_assert(r.nirq(1));
	tw_board_advance(r.board, 12999999);
	cr_assert(r.nirq(0));
	tw_board_advance(r.board, 13000000);
	cr_assert_not(r.nirq(0));
	/* Register accesses act at once, SGIs have their own delay: none. */
	r.now = 13000001;
	r.set_icc(1, ICC_PMR, 0);
	cr_assert_not(r.nirq(1));
	r.set_icc(1, ICC_SGI1R, sgi(4, 0, 1));
	cr_assert(r.nirq(0));
}

/* An edge shorter than the delay is not lost. */
Test(gicv3_delay, short_edge)
{
	gicv3_rig r(1, {{"delay", "1 us"}});

	r.bring_up();
	r.set_edge(40, true);
	r.bit(GICD_ISENABLER, 40);
	r.now = 20000000;
	r.line(8, true);
	r.line(8, false);
	cr_assert_not(r.nirq(0));
	tw_board_advance(r.board, 20999999);
	cr_assert_not(r.nirq(0));
	tw_board_advance(r.board, 21000001);
	cr_assert(r.nirq(0));
	r.now = 21000002;
	cr_assert_eq(r.icc(0, ICC_IAR1), 40u);
}
