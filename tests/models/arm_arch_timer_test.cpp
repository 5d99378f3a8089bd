// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The architected timer: counter, comparators and interrupts to the picosecond. */
#include "gicv3_rig.h"

#define HZ 50000000ULL
#define EDGE(k) ((k) * 20000ULL)

/* op0 << 14 | op1 << 11 | CRn << 7 | CRm << 3 | op2, written down a second time */
enum {
	CNTKCTL = 0xc708, CNTFRQ = 0xdf00, CNTPCT = 0xdf01, CNTVCT = 0xdf02,
	CNTP_TVAL = 0xdf10, CNTP_CTL = 0xdf11, CNTP_CVAL = 0xdf12,
	CNTV_TVAL = 0xdf18, CNTV_CTL = 0xdf19, CNTV_CVAL = 0xdf1a,
};

class timer_rig : public gicv3_rig
{
      public:
	explicit timer_rig(unsigned int n = 2) : gicv3_rig(n)
	{
		bench_check(!add(3, 0), err);
	}

	int add(size_t ppis, uint64_t size)
	{
		tw_bus_device d = device("timer", "arm,armv8-timer", 0, -1);

		d.size = size;
		d.clock_hz = HZ;
		d.ppi[0] = 29, d.ppi[1] = 30, d.ppi[2] = 27;
		d.nr_ppi = ppis;
		return tw_board_add(board, &d, err);
	}

	uint64_t get_at(uint64_t at, unsigned int cpu, uint32_t reg)
	{
		uint64_t value = 0;

		bench_check(!tw_board_sysreg(board, at, cpu, reg, &value, 0, err), err);
		return value;
	}

	void set_at(uint64_t at, unsigned int cpu, uint32_t reg, uint64_t value)
	{
		bench_check(!tw_board_sysreg(board, at, cpu, reg, &value, 1, err), err);
	}

	/* Times at which the private line of a CPU rose and fell: "+20000 -30000". */
	std::string edges(unsigned int cpu, unsigned int intid)
	{
		std::string text;

		tw::board_of(board).finish(err);
		for (const twin_event &e : of(TWIN_EV_IRQ_LINE))
			if (e.cpu == cpu && e.a == 256 + intid)
				text += (text.empty() ? "" : " ") + std::string(e.b ? "+" : "-") +
					std::to_string(e.time);
		return text;
	}
};

static void expect(const std::string &edges, const char *expected)
{
	cr_assert_str_eq(edges.c_str(), expected);
}

Test(arm_arch_timer, counts_edges_since_reset)
{
	timer_rig r;

	cr_assert_eq(r.get_at(0, 0, CNTFRQ), HZ);
	cr_assert_eq(r.get_at(EDGE(5) - 1, 0, CNTVCT), 4u);
	cr_assert_eq(r.get_at(EDGE(5), 1, CNTVCT), 5u);
	cr_assert_eq(r.get_at(EDGE(5) + 19999, 1, CNTPCT), 5u);
	cr_assert_eq(r.get_at(EDGE(3600 * HZ), 0, CNTVCT), 3600 * HZ);
}

Test(arm_arch_timer, interrupts_on_the_edge_that_reaches_the_compare_value)
{
	timer_rig r;

	r.set_at(100, 1, CNTV_CVAL, 1000);
	r.set_at(200, 1, CNTV_CTL, 1);
	cr_assert_eq(r.get_at(EDGE(1000) - 1, 1, CNTV_CTL), 1u);
	cr_assert_eq(r.get_at(EDGE(1000) + 5, 1, CNTV_CTL), 5u, "ISTATUS");
	r.set_at(EDGE(1001) + 7, 1, CNTV_CVAL, 2000);
	cr_assert_eq(r.get_at(EDGE(2000), 1, CNTV_CTL), 5u);
	r.set_at(EDGE(2000) + 9, 1, CNTV_CTL, 0);
	expect(r.edges(1, 27), "+20000000 -20020007 +40000000 -40000009");
	expect(r.edges(0, 27), "");
	expect(r.edges(1, 30), "");
}

Test(arm_arch_timer, mask_holds_the_line_down_and_istatus_shows)
{
	timer_rig r;

	r.set_at(0, 0, CNTP_CVAL, 10);
	r.set_at(1, 0, CNTP_CTL, 3);
	cr_assert_eq(r.get_at(EDGE(20), 0, CNTP_CTL), 7u);
	r.set_at(EDGE(20) + 1, 0, CNTP_CTL, 1);
	r.set_at(EDGE(20) + 2, 0, CNTP_CTL, 3);
	expect(r.edges(0, 30), "+400001 -400002");
}

Test(arm_arch_timer, timer_value_is_a_signed_distance)
{
	timer_rig r;

	r.set_at(EDGE(100), 0, CNTV_TVAL, 50);
	cr_assert_eq(r.get_at(EDGE(100), 0, CNTV_CVAL), 150u);
	cr_assert_eq(r.get_at(EDGE(140), 0, CNTV_TVAL), 10u);
	cr_assert_eq(r.get_at(EDGE(160), 0, CNTV_TVAL), 0xfffffff6u);
	r.set_at(EDGE(160), 0, CNTV_TVAL, 0xffffffff);
	cr_assert_eq(r.get_at(EDGE(160), 0, CNTV_CVAL), 159u);
}

/* The end of the counter is beyond the end of time. */
Test(arm_arch_timer, far_compare_values_never_come)
{
	timer_rig r;

	r.set_at(0, 0, CNTV_CVAL, ~0ULL);
	r.set_at(0, 0, CNTV_CTL, 1);
	cr_assert_eq(r.get_at(EDGE(1000 * HZ), 0, CNTV_CTL), 1u);
	expect(r.edges(0, 27), "");
}

Test(arm_arch_timer, per_cpu_registers)
{
	timer_rig r(64);

	for (unsigned int cpu = 0; cpu < 64; cpu++) {
		r.set_at(cpu, cpu, CNTV_CVAL, 100 + cpu);
		r.set_at(cpu, cpu, CNTKCTL, cpu);
	}
	for (unsigned int cpu = 0; cpu < 64; cpu++) {
		cr_assert_eq(r.get_at(100, cpu, CNTV_CVAL), 100u + cpu);
		cr_assert_eq(r.get_at(100, cpu, CNTKCTL), cpu);
		cr_assert_eq(r.get_at(100, cpu, CNTP_CVAL), 0u);
	}
}

Test(arm_arch_timer, bad_descriptions_and_registers)
{
	timer_rig r;
	gicv3_rig *g = &r;
	uint64_t value = 1;

	cr_assert(tw_board_sysreg(g->board, 0, 0, CNTVCT, &value, 1, r.err));
	cr_assert_str_eq(r.err, "timer: cpu0: write of 0x1 to system register S3_3_C14_C0_2: "
				"read-only or not modelled");
	cr_assert(tw_board_sysreg(g->board, 0, 1, 0xdf1b, &value, 0, r.err));
	cr_assert_str_eq(r.err, "timer: cpu1: read of system register S3_3_C14_C3_3: not modelled");
}

Test(arm_arch_timer, needs_its_interrupts)
{
	gicv3_rig r(1);
	tw_bus_device d = rig::device("timer", "arm,armv8-timer", 0, -1);

	d.size = 0;
	d.nr_ppi = 2;
	cr_assert(tw_board_add(r.board, &d, r.err));
	cr_assert(strstr(r.err, "timer: needs the private interrupts"), "%s", r.err);
	d.size = 0x1000;
	cr_assert(tw_board_add(r.board, &d, r.err));
}
