// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* MCK 132 MHz / 16: 8.25 edges per microsecond, 33 in 4 us. */
#include "soc_rig.h"

#define PIT_IRQ 3

enum { MR = 0, SR = 4, PIVR = 8, PIIR = 12 };
enum { PITEN = 1 << 24, PITIEN = 1 << 25 };

#define US 1000000ULL
#define MS 1000000000ULL
#define S 1000000000000ULL
#define TICK_100HZ 82500u

class pit_rig : public soc_rig
{
      public:
	explicit pit_rig(const std::vector<tw_reg_init> &boot = {})
	    : soc_rig("atmel,at91sam9260-pit", PIT_IRQ, CLOCK_HZ, boot)
	{
	}

	void expect_rise(uint64_t at)
	{
		tw_board_advance(board, at - 1);
		cr_assert_not(irq(PIT_IRQ), "early: before %" PRIu64, at);
		tw_board_advance(board, at);
		cr_assert(irq(PIT_IRQ), "late: at %" PRIu64, at);
	}
};

static uint32_t count(uint32_t picnt, uint32_t cpiv)
{
	return picnt << 20 | cpiv;
}

/* PIIR at a time, for a timer that was started on edge 33 (4 us). */
Test(pit, counts)
{
	static const struct {
		uint32_t piv;
		uint64_t at;
		uint32_t value;
	} rows[] = {
		{32, 4 * US, 0},
		{32, 4 * US + 1, 0},
		{32, 4 * US + 121212, 1}, /* edge 34 at 4.1212121 us */
		{32, 8 * US - 1, 32},
		{32, 8 * US, count(1, 0)},
		{32, 12 * US, count(2, 0)},
		{32, 16388 * US - 1, count(4095, 32)},
		{32, 16388 * US, count(0, 0)}, /* 4096 intervals: PICNT has 12 bits */
		{0, 8 * US, count(33, 0)},
		{TICK_100HZ - 1, 10 * MS, count(0, 82467)},
		{TICK_100HZ - 1, 1 * S, count(99, 82467)},
		{0xfffff, 1 * S, count(7, 8249967 - 7 * 1048576)},
	};
	pit_rig r;
	uint64_t start = 0;

	for (const auto &row : rows) {
		/* Stopped and at 0 by now, whatever came before. */
		cr_assert_eq(r.get(start, PIVR) & 0xfffff, 0u);
		r.put(start + 4 * US, MR, row.piv | PITEN);
		cr_assert_eq(r.get(start + row.at, PIIR), row.value, "at %" PRIu64, row.at);
		r.put(start + row.at, MR, row.piv);
		start += 4 * S;
	}
}

/* The driver's reset, its clock source reads and its tick. */
Test(pit, drivers_boot)
{
	pit_rig r;

	cr_assert_eq(r.get(0, MR), 0xfffffu);
	r.put(1, MR, 0);
	cr_assert_eq(r.get(2, PIVR), 0u);
	r.put(4 * US, MR, (TICK_100HZ - 1) | PITEN);
	cr_assert_eq(r.get(4 * US, MR), (TICK_100HZ - 1) | PITEN);
	cr_assert_eq(r.get(8 * US, PIIR), 33u);
	cr_assert_eq(r.get(8 * US, PIIR), 33u);
	cr_assert_eq(r.get(8 * US, PIVR), 33u);
	r.put(8 * US, MR, (TICK_100HZ - 1) | PITEN | PITIEN);
	r.expect_rise(10 * MS + 4 * US);
	cr_assert_eq(r.get(10 * MS + 8 * US, SR), 1u);
	cr_assert(r.irq(PIT_IRQ), "SR does not clear");
	cr_assert_eq(r.get(10 * MS + 8 * US, PIIR), count(1, 33));
	cr_assert(r.irq(PIT_IRQ));
	cr_assert_eq(r.get(10 * MS + 12 * US, PIVR), count(1, 66));
	cr_assert_not(r.irq(PIT_IRQ));
	cr_assert_eq(r.get(10 * MS + 12 * US, SR), 0u);
	r.expect_rise(20 * MS + 4 * US);
	/* Two ticks late. */
	cr_assert_eq(r.get(45 * MS + 4 * US, PIVR), count(3, 41250));
	r.expect_rise(50 * MS + 4 * US);
	/* Shut down: the interrupt goes, the counter does not. */
	r.put(51 * MS, MR, (TICK_100HZ - 1) | PITEN);
	cr_assert_not(r.irq(PIT_IRQ));
	cr_assert_eq(r.get(60 * MS + 4 * US, PIVR), count(2, 0));

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 6u);
	cr_assert_eq(lines[0].time, 10 * MS + 4 * US);
	cr_assert_eq(lines[1].time, 10 * MS + 12 * US);
	cr_assert_eq(lines[2].time, 20 * MS + 4 * US);
}

/* Disabled, it ends its interval; enabled again before that, it never stopped. */
Test(pit, stops_at_the_end_of_the_interval)
{
	pit_rig r;

	r.put(4 * US, MR, 32 | PITEN);
	r.put(6 * US, MR, 32);
	cr_assert_eq(r.get(8 * US - 1, PIIR), 32u);
	cr_assert_eq(r.get(8 * US, PIIR), count(1, 0));
	cr_assert_eq(r.get(100 * US, PIVR), count(1, 0));
	r.put(104 * US, MR, 32 | PITEN);
	r.put(105 * US, MR, 32);
	r.put(106 * US, MR, 32 | PITEN);
	cr_assert_eq(r.get(112 * US, PIVR), count(2, 0));
}

/* A boot loader's timer that runs free: the driver's reset waits until its 20 bits are over. */
Test(pit, boot_state)
{
	pit_rig r({{MR, 0xfffff | PITEN}});

	cr_assert_eq(r.get(4 * US, PIIR), 33u);
	r.put(8 * US, MR, 0);
	/* Edge 1048576 at 127.100121212 ms. */
	cr_assert_eq(r.get(127100121211, PIVR), 1048575u);
	cr_assert_eq(r.get(127100121212, PIVR), 0u);
	cr_assert_eq(r.get(200 * MS, PIVR), 0u);
}

Test(pit, lowered_interval_interrupts_after_the_wrap)
{
	pit_rig r;

	r.put(0, MR, 0xffff | PITEN);
	r.put(1 * MS, MR, 32 | PITEN | PITIEN); /* at 8250 */
	/* Edges 1048576 (no interval) and 1048576 + 33. */
	r.expect_rise(127104121212);
	cr_assert_eq(r.get(127104121212, PIVR), count(1, 0));
}

Test(pit, faults)
{
	pit_rig r;

	r.expect_fault(1, SR, 0, true, "SR (offset 0x4): read-only");
	r.expect_fault(2, 0x10, 0, false, "not modelled");
	r.expect_fault(3, 0x10, 0, true, "not modelled");
}

Test(pit, bad_boot_state)
{
	rig r(false);
	static const tw_reg_init boot[] = {{PIIR, 1}};
	tw_bus_device d = rig::device("pit", "atmel,at91sam9260-pit", soc_rig::base, PIT_IRQ);

	r.make();
	d.init = boot;
	d.nr_init = 1;
	cr_assert_eq(tw_board_add(r.board, &d, r.err), -1);
	cr_assert(strstr(r.err, "pit: boot value for offset 12; only MR"), "%s", r.err);
}
