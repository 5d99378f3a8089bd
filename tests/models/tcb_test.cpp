// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * MCK is 132 MHz, so that in one microsecond the clocks make 66 (MCK / 2), 16.5 (/ 8), 4.125 (/
 * 32), 1.03125 (/ 128) and 0.032768 (slow clock) edges: the numbers below are products of these.
 */
#include "soc_rig.h"

#define TCB_IRQ 26

enum {
	CCR = 0x00,
	CMR = 0x04,
	CV = 0x10,
	RA = 0x14,
	RB = 0x18,
	RC = 0x1c,
	SR = 0x20,
	IER = 0x24,
	IDR = 0x28,
	IMR = 0x2c,
	EMR = 0x30,
	BCR = 0xc0,
	BMR = 0xc4
};
enum { CLKEN = 1, CLKDIS = 2, SWTRG = 4, SYNC = 1 };
enum {
	CLOCK1 = 0,
	CLOCK2 = 1,
	CLOCK3 = 2,
	CLOCK4 = 3,
	CLOCK5 = 4,
	XC1 = 6,
	CPCSTOP = 1 << 6,
	CPCDIS = 1 << 7,
	UP_RC = 2 << 13,
	WAVE = 1 << 15,
	ACPA_SET = 1 << 16,
	ACPC_CLEAR = 2 << 18,
	ASWTRG_SET = 1 << 22
};
enum { COVFS = 1, CPAS = 4, CPBS = 8, CPCS = 16, CLKSTA = 1 << 16, MTIOA = 1 << 17 };

#define CH(n) ((n)*0x40u)
#define ONE_SHOT (CPCSTOP | WAVE | UP_RC)
#define US 1000000ULL
#define MS 1000000000ULL
#define S 1000000000000ULL

class tcb_rig : public soc_rig
{
      public:
	explicit tcb_rig(const char *compatible = "atmel,at91sam9x5-tcb")
	    : soc_rig(compatible, TCB_IRQ, CLOCK_HZ)
	{
	}

	/* The line rises at `at`, not a picosecond before, and was low until then. */
	void expect_rise(uint64_t at)
	{
		tw_board_advance(board, at - 1);
		cr_assert_not(irq(TCB_IRQ), "early: before %" PRIu64, at);
		tw_board_advance(board, at);
		cr_assert(irq(TCB_IRQ), "late: at %" PRIu64, at);
	}
};

struct count_row {
	uint32_t clock;
	uint64_t trigger, read;
	uint32_t cv;
};

static void check_counts(const char *compatible, const count_row *rows, size_t n)
{
	tcb_rig r(compatible);
	uint64_t start = 0;

	for (size_t i = 0; i < n; i++) {
		const count_row &row = rows[i];

		r.put(start + row.trigger, CH(0) + CMR, row.clock | WAVE);
		r.put(start + row.trigger, CH(0) + CCR, CLKEN | SWTRG);
		cr_assert_eq(r.get(start + row.read, CH(0) + CV), row.cv, "row %zu: %u", i,
			     r.get(start + row.read, CH(0) + CV));
		/* All clocks but the slow one make a whole number of edges in 1000 s, it too. */
		start += 1000 * S;
	}
}

/* CV = edges up to the read, less the number of the first edge at or after the trigger. */
Test(tcb, counter_values)
{
	static const count_row rows[] = {
		{CLOCK1, 1 * US, 11 * US, 726 - 66},
		{CLOCK1, 1 * US + 1, 11 * US, 726 - 67},
		{CLOCK1, 1 * US + 1, 11 * US - 1, 725 - 67},
		{CLOCK2, 1 * US, 2 * US, 33 - 17},
		{CLOCK2, 1 * US, 2 * US - 1, 32 - 17},
		{CLOCK2, 1 * US, 1 * S, 16500000 - 17},
		{CLOCK3, 1 * US, 8 * US, 33 - 5},
		{CLOCK3, 1 * US, 8 * US - 1, 32 - 5},
		{CLOCK4, 1 * US, 32 * US, 33 - 2},
		{CLOCK4, 1 * US, 32 * US - 1, 32 - 2},
		{CLOCK5, 1 * US, 1 * S, 32768 - 1},
		{CLOCK5, 1 * US, 1 * S - 1, 32767 - 1},
		/* Edge 1 of the slow clock is at 30.517578125 us, shown as 30517578 ps. */
		{CLOCK5, 0, 30517577, 0},
		{CLOCK5, 0, 30517578, 1},
		/* 66 s make 4356000000 edges: once around. */
		{CLOCK1, 1 * US, 66 * S, 4356000000u - 66 - 4294967296u},
	};

	check_counts("atmel,at91sam9x5-tcb", rows, sizeof(rows) / sizeof(*rows));
}

Test(tcb, counter_values_16_bit)
{
	static const count_row rows[] = {
		{CLOCK2, 1 * US, 3 * MS, 49500 - 17},
		{CLOCK2, 1 * US, 5 * MS, 82500 - 17 - 65536},
		{CLOCK2, 0, 50 * MS, 825000 - 12 * 65536},
		{CLOCK5, 1 * US, 2 * S, 65536 - 1},
		{CLOCK5, 1 * US, 3 * S, 98304 - 1 - 65536},
	};

	check_counts("atmel,at91rm9200-tcb", rows, sizeof(rows) / sizeof(*rows));
}

/* Until the edge that takes the trigger the counter goes on; enabled, it stands until a trigger. */
Test(tcb, trigger_waits_for_its_edge)
{
	tcb_rig r;

	r.put(0, CMR, CLOCK5 | WAVE);
	r.put(0, CCR, CLKEN);
	cr_assert_eq(r.get(1 * S, CV), 0u);
	r.put(1 * S, CCR, SWTRG);
	cr_assert_eq(r.get(2 * S, CV), 32768u);
	r.put(2 * S + 1, CCR, SWTRG);
	cr_assert_eq(r.get(2 * S + 30517577, CV), 32768u);
	cr_assert_eq(r.get(2 * S + 30517578, CV), 0u);
	r.put(3 * S, CCR, CLKDIS);
	cr_assert_eq(r.get(4 * S, CV), 32767u);
	r.put(4 * S, CCR, SWTRG); /* without a clock */
	cr_assert_eq(r.get(4 * S + 500 * MS, CV), 32767u);
	/* The end of the clock takes a trigger with it that waits. */
	r.put(5 * S + 1, CCR, CLKEN | SWTRG);
	r.put(5 * S + 2, CCR, CLKDIS);
	r.put(5 * S + 3, CCR, CLKEN);
	cr_assert_eq(r.get(6 * S + 1 * MS, CV), 32767u);
}

/* The 32-bit driver: channel 0 runs free, channel 2 is the clock event device. */
Test(tcb, drivers_boot)
{
	tcb_rig r;
	uint64_t t = 1000;

	for (unsigned int i = 0; i < 3; i++)
		r.put(t++, CH(i) + IDR, 0xff);
	r.put(t++, CH(0) + CMR, CLOCK2 | WAVE);
	r.put(t++, CH(0) + IDR, 0xff);
	r.put(t++, CH(0) + CCR, CLKEN);
	r.put(t++, BCR, SYNC);
	/* First edge after the SYNC is number 1. */
	cr_assert_eq(r.get(2 * US, CH(0) + CV), 32u);
	r.put(2 * US, CH(2) + IDR, 0xff);
	r.put(2 * US, CH(2) + CCR, CLKDIS);
	r.put(3 * US, CH(2) + CMR, CLOCK2 | ONE_SHOT);
	r.put(3 * US, CH(2) + IER, CPCS);
	cr_assert_eq(r.get(3 * US, CH(2) + IMR), (uint32_t)CPCS);
	r.put(10 * US, CH(2) + RC, 165);
	r.put(10 * US, CH(2) + CCR, CLKEN | SWTRG);
	r.expect_rise(20 * US);
	cr_assert_eq(r.get(21 * US, CH(2) + SR) & (CPCS | CLKSTA), (uint32_t)(CPCS | CLKSTA));
	cr_assert_not(r.irq(TCB_IRQ));
	cr_assert_eq(r.get(22 * US, CH(2) + SR), (uint32_t)CLKSTA);
	cr_assert_eq(r.get(23 * US, CH(2) + CV), 0u);

	/* MCK edge 2772 is at exactly 21 us: the line falls where SR was read. */
	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 2u);
	cr_assert_eq(lines[0].time, 20 * US);
	cr_assert_eq(lines[1].time, 21 * US);
	cr_assert_eq(r.get(2 * S, CH(0) + CV), 33000000u - 1);
}

/* The line rises on edge (first edge at or after CCR) + RC. */
Test(tcb, one_shot_instants)
{
	static const struct {
		uint32_t clock, rc;
		uint64_t armed, due;
	} rows[] = {
		{CLOCK2, 165, 10 * US, 20 * US},
		{CLOCK2, 164, 10 * US + 1, 20 * US},
		{CLOCK2, 1, 500 * US, 500060606}, /* edge 8251 at 500.0606060 us */
		{CLOCK1, 66, 1 * US, 2 * US},
		{CLOCK4, 32, 1 * US, 32969696}, /* edge 34 at 32.9696969 us */
		{CLOCK5, 32767, 1 * US, 1 * S},
		/* Edge 4294967295 + 165 of 16.5 MHz. */
		{CLOCK2, 0xffffffff, 10 * US, 260301058181818},
	};
	tcb_rig r;
	uint64_t start = 0;

	for (const auto &row : rows) {
		r.put(start, CH(2) + CMR, row.clock | ONE_SHOT);
		r.put(start, CH(2) + IER, CPCS);
		r.put(start + row.armed, CH(2) + RC, row.rc);
		r.put(start + row.armed, CH(2) + CCR, CLKEN | SWTRG);
		r.expect_rise(start + row.due);
		/* Stopped: no second one. */
		r.get(start + row.due + 1, CH(2) + SR);
		tw_board_advance(r.board, start + 900 * S);
		cr_assert_not(r.irq(TCB_IRQ));
		start += 1000 * S;
	}
}

/* As the driver does for an earlier or a later deadline: RC, then the trigger again. */
Test(tcb, armed_again)
{
	tcb_rig r;

	r.put(0, CH(2) + CMR, CLOCK2 | ONE_SHOT);
	r.put(0, CH(2) + IER, CPCS);
	r.put(10 * US, CH(2) + RC, 165);
	r.put(10 * US, CH(2) + CCR, CLKEN | SWTRG);
	r.put(12 * US, CH(2) + RC, 330);
	r.put(12 * US, CH(2) + CCR, CLKEN | SWTRG);
	r.expect_rise(32 * US);
	r.get(33 * US, CH(2) + SR);
	r.put(34 * US, CH(2) + RC, 33);
	r.put(34 * US, CH(2) + CCR, CLKEN | SWTRG);
	r.expect_rise(36 * US);
	r.get(36 * US, CH(2) + SR);
	/* The trigger takes the edge on which the compare would have been: 628, at 38.060606 us. */
	r.put(36 * US + 1, CH(2) + CCR, CLKEN | SWTRG);
	r.put(38 * US + 60606 - 1, CH(2) + CCR, CLKEN | SWTRG);
	r.expect_rise(40 * US + 60606);
	/* Disabled before it is due. */
	r.get(41 * US, CH(2) + SR);
	r.put(42 * US, CH(2) + CCR, CLKEN | SWTRG);
	r.put(43 * US, CH(2) + IDR, 0xff);
	r.put(43 * US, CH(2) + CCR, CLKDIS);
	tw_board_advance(r.board, 1 * S);
	cr_assert_not(r.irq(TCB_IRQ));
	cr_assert_eq(r.get(1 * S, CH(2) + SR), 0u);
}

/* An RC written below the running counter is only met after the overflow. */
Test(tcb, rc_below_the_counter)
{
	tcb_rig r("atmel,at91rm9200-tcb");

	r.put(0, CMR, CLOCK2 | WAVE | UP_RC);
	r.put(0, RC, 33000);
	r.put(0, IER, CPCS | COVFS);
	r.put(0, CCR, CLKEN | SWTRG);
	r.put(100 * US, RC, 66);
	/* Edge 65536 at 3971.878787 us, edge 65602 at 3975.878787 us. */
	r.expect_rise(3971878787);
	cr_assert_eq(r.get(3971878787, SR) & (COVFS | CPCS), (uint32_t)COVFS);
	r.expect_rise(3975878787);
	cr_assert_eq(r.get(3975878787, SR) & (COVFS | CPCS), (uint32_t)CPCS);
	/* From now on every 66 edges, 4 us. */
	r.expect_rise(3979878787);
	cr_assert_eq(r.get(3981878788, CV), 33u);
}

/* The periodic tick: RC edges per period, the counter is 0 on the edge of the compare. */
Test(tcb, periodic)
{
	tcb_rig r;

	r.put(0, CH(2) + CMR, CLOCK2 | WAVE | UP_RC);
	r.put(0, CH(2) + RC, 165000);
	r.put(0, CH(2) + IER, CPCS);
	r.put(0, CH(2) + CCR, CLKEN | SWTRG);
	cr_assert_eq(r.get(10 * MS - 1, CH(2) + CV), 164999u);
	r.expect_rise(10 * MS);
	cr_assert_eq(r.get(10 * MS, CH(2) + CV), 0u);
	r.get(11 * MS, CH(2) + SR);
	r.expect_rise(20 * MS);
	/* Three periods late, once. */
	r.get(55 * MS, CH(2) + SR);
	cr_assert_eq(r.get(55 * MS, CH(2) + CV), 82500u);
	r.expect_rise(60 * MS);
}

/* Flags without interrupts, and the compare that disables the clock. */
Test(tcb, compares)
{
	tcb_rig r;

	r.put(0, CMR, CLOCK2 | WAVE | UP_RC | CPCDIS);
	r.put(0, RA, 16);
	r.put(0, RB, 33);
	r.put(0, RC, 66);
	cr_assert_eq(r.get(0, RA), 16u);
	cr_assert_eq(r.get(0, RB), 33u);
	r.put(0, CCR, CLKEN | SWTRG);
	cr_assert_eq(r.get(0, SR), (uint32_t)CLKSTA);
	cr_assert_eq(r.get(1 * US, SR), (uint32_t)(CLKSTA | CPAS));
	cr_assert_eq(r.get(2 * US - 1, SR), (uint32_t)CLKSTA);
	cr_assert_eq(r.get(2 * US, SR), (uint32_t)(CLKSTA | CPBS));
	cr_assert_eq(r.get(3 * US, CV), 49u);
	cr_assert_eq(r.get(9 * US, SR), (uint32_t)CPCS);
	r.put(10 * US, CCR, SWTRG);
	cr_assert_eq(r.get(11 * US, CV), 0u);
	/* Counting up, the stop leaves RC in the counter. */
	r.put(12 * US, CMR, CLOCK2 | WAVE | CPCSTOP);
	r.put(12 * US, CCR, CLKEN | SWTRG);
	cr_assert_eq(r.get(100 * US, CV), 66u);
	cr_assert_eq(r.get(100 * US, SR), (uint32_t)(CLKSTA | CPAS | CPBS | CPCS));
}

/* Any channel holds the block's line up. */
Test(tcb, one_line)
{
	tcb_rig r;

	for (unsigned int i = 0; i < 3; i++) {
		r.put(0, CH(i) + CMR, CLOCK2 | ONE_SHOT);
		r.put(0, CH(i) + RC, 33 * (i + 1));
		r.put(0, CH(i) + IER, CPCS);
		r.put(0, CH(i) + CCR, CLKEN | SWTRG);
	}
	r.expect_rise(2 * US);
	tw_board_advance(r.board, 4 * US);
	r.get(4 * US, CH(0) + SR);
	cr_assert(r.irq(TCB_IRQ));
	r.put(4 * US, CH(1) + IDR, CPCS);
	cr_assert_not(r.irq(TCB_IRQ));
	r.put(4 * US, CH(1) + IER, CPCS);
	cr_assert(r.irq(TCB_IRQ), "the flag is still there");
	r.get(5 * US, CH(1) + SR);
	r.expect_rise(6 * US);
}

/* The 16-bit driver's chain: channel 1 counts TIOA0, which rises once per turn of channel 0. */
Test(tcb, chain)
{
	static const struct {
		uint64_t at;
		uint32_t upper, lower;
	} rows[] = {
		/* Started on edge 33 (2 us): edge 65569 is at 3973.878787 us. */
		{2 * US, 0, 0},
		{3 * US, 0, 16},
		{3973878786, 0, 65535},
		{3973878787, 1, 0},
		{1 * S, 251, 16500000 - 33 - 251 * 65536},
		{1000 * S, 16500000000 / 65536 % 65536, (16500000000 - 33) % 65536},
	};
	tcb_rig r("atmel,at91rm9200-tcb");

	r.put(0, CH(0) + CMR, CLOCK2 | WAVE | ASWTRG_SET | ACPA_SET | ACPC_CLEAR);
	r.put(0, CH(0) + RA, 0);
	r.put(0, CH(0) + RC, 0x8000);
	r.put(0, CH(0) + IDR, 0xff);
	r.put(0, CH(0) + CCR, CLKEN);
	r.put(0, CH(1) + CMR, XC1 | WAVE);
	r.put(0, CH(1) + IDR, 0xff);
	r.put(0, CH(1) + CCR, CLKEN);
	r.put(0, BMR, 2 << 2);
	r.put(2 * US, BCR, SYNC);
	for (const auto &row : rows) {
		cr_assert_eq(r.get(row.at, CH(1) + CV), row.upper, "at %" PRIu64, row.at);
		cr_assert_eq(r.get(row.at, CH(0) + CV), row.lower, "at %" PRIu64, row.at);
	}
	cr_assert_eq(r.get(1000 * S, BMR), 2u << 2);
	/* The lower half of a turn has TIOA up. */
	cr_assert_eq(r.get(1000 * S, CH(0) + SR) & MTIOA,
		     (16500000000 - 33) % 65536 < 0x8000 ? (uint32_t)MTIOA : 0);
}

Test(tcb, faults)
{
	tcb_rig r;

	r.expect_fault(1, CH(1) + CCR, 0, false, "read of CCR1 (offset 0x40): write-only");
	r.expect_fault(2, CH(2) + CV, 0, true, "CV2 (offset 0x90): read-only");
	r.expect_fault(3, EMR, 0, false, "EMR0 (offset 0x30): not modelled");
	r.expect_fault(4, 0xe4, 0, true, "not modelled");
	r.expect_fault(5, CMR, 1 << 14, true, "this mode is not modelled");
	r.expect_fault(6, CMR, WAVE | 1 << 13, true, "this mode is not modelled"); /* up-down */
	r.expect_fault(7, CMR, WAVE | 1 << 3, true, "this mode is not modelled");  /* inverted */
	r.expect_fault(8, CCR, CLKEN | SWTRG, true, "capture mode is not modelled");
	r.put(9, CMR, XC1 | WAVE);
	r.expect_fault(10, CCR, CLKEN | SWTRG, true, "clock that CMR and BMR select");
	r.expect_fault(11, BMR, 0x100, true, "not modelled");
	r.put(12, CH(1) + CMR, XC1 | WAVE);
	r.expect_fault(13, CH(1) + IER, CPCS, true, "interrupts of a chained channel");
	r.put(14, CH(2) + CMR, CLOCK1 | WAVE);
	r.put(15, CH(2) + CCR, CLKEN | SWTRG);
	r.put(20000, CH(2) + RC, 5); /* it runs from edge 1 on */
	r.expect_fault(20001, CH(2) + CMR, 7 | WAVE, true, "clock that CMR and BMR select");
}
