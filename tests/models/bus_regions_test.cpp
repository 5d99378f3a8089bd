// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Devices with several register regions, and registers that have no address. */
#include "gicv3_rig.h"

#define A 0x40000000ULL
#define B 0x50000000ULL

static int add(rig &r, std::vector<tw_bus_region> more, uint64_t size = 0x1000, size_t nr = 0)
{
	tw_bus_device d = rig::device("dut", "storage", A, -1);

	d.size = size;
	d.more = more.data();
	d.nr_more = nr ? nr : more.size();
	return tw_board_add(r.board, &d, r.err);
}

/* Names are found in each region, and offsets of the second begin at 16 MiB. */
Test(bus_regions, decode)
{
	gicv3_rig r(2);
	uint64_t value = 0;

	cr_assert_eq(add(r, {}), 0, "%s", r.err);
	cr_assert_str_eq(tw_board_model_at(r.board, GICD + 0xfffc, 4), "gic");
	cr_assert_null(tw_board_model_at(r.board, GICD + 0xfffc, 8));
	cr_assert_str_eq(tw_board_model_at(r.board, GICR, 0x40000), "gic");
	cr_assert_null(tw_board_model_at(r.board, GICR, 0x40004));
	cr_assert_null(tw_board_model_at(r.board, GICR - 4, 4));
	r.fault(GICR + 0x20018, 0, false, "(offset 0x1020018)");
	cr_assert_eq(r.try_access(r.now, GICR + 0x40000, &value, false), -1);
	cr_assert(strstr(r.err, "no device at this address"), "%s", r.err);
	/* Devices with one region have no 8-byte accesses. */
	r.fault(A, 0, false, "read of 8 bytes at", 8);
}

Test(bus_regions, refused)
{
	static const struct {
		std::vector<tw_bus_region> more;
		uint64_t size;
		const char *why;
	} table[] = {
		{{{B, 0}}, 0x1000, "dut: address range 0x50000000+0x0 is empty"},
		{{{B, 0x1000}, {~0ULL - 9, 0x1000}}, 0x1000, "wraps"},
		{{{A + 0xfff, 0x1000}}, 0x1000, "overlaps its own 0x40000000+0x1000"},
		{{{B, 0x1000}, {B + 4, 4}}, 0x1000, "overlaps its own 0x50000000+0x1000"},
		{{{GICD - 4, 8}}, 0x1000, "overlaps gic at 0x8000000+0x10000"},
		{{{B, 0x1000001}}, 0x1000, "longer than 16 MiB"},
		{{{B, 0x1000}}, 0x1000001, "longer than 16 MiB"},
	};
	gicv3_rig r(1);

	for (const auto &t : table) {
		cr_assert_eq(add(r, t.more, t.size), -1);
		cr_assert(strstr(r.err, t.why), "%s", r.err);
		cr_assert_null(tw_board_model_at(r.board, A, 4), "nothing half-mapped");
		cr_assert_null(tw_board_model_at(r.board, B, 4));
	}
	cr_assert_eq(add(r, std::vector<tw_bus_region>(64, {B, 4})), -1);
	cr_assert(strstr(r.err, "more than 64 register regions"), "%s", r.err);
	cr_assert_eq(add(r, {{B, 0x1000000}}), 0, "%s", r.err);
	cr_assert_str_eq(tw_board_model_at(r.board, B, 0x1000000), "dut");
}

/* A controller that is refused is not there: a device's line reaches the CPU as without one. */
Test(bus_regions, refused_controller)
{
	rig r(false);
	tw_bus_region more = {GICD + 0x8000, 0x20000};
	tw_bus_device d = rig::device("gic", "arm,gic-v3", GICD, -1);

	r.make();
	d.size = 0x10000;
	d.more = &more;
	d.nr_more = 1;
	cr_assert_eq(tw_board_add(r.board, &d, r.err), -1);
	cr_assert(strstr(r.err, "overlaps its own"), "%s", r.err);
	tw::board_of(r.board).lines().drive(9, true, 10);
	cr_assert(r.irq(9));
}

Test(system_registers, nobody_has_them)
{
	rig r;
	uint64_t value = 5;

	cr_assert_eq(tw_board_sysreg(r.board, 10, 0, ICC_IAR1, &value, 0, r.err), -1);
	cr_assert(strstr(r.err, "cpu0: read of system register S3_0_C12_C12_0: no device has it"),
		  "%s", r.err);
	value = 0xa0;
	cr_assert_eq(tw_board_sysreg(r.board, 11, 0, ICC_PMR, &value, 1, r.err), -1);
	cr_assert(strstr(r.err, "cpu0: write of 0xa0 to system register S3_0_C4_C6_0: no device"),
		  "%s", r.err);
	cr_assert_not(tw::board_of(r.board).lines().ppi(0, 27, true, 12));
}

/* Accesses of registers with and without address share one time. */
Test(system_registers, time_goes_on)
{
	gicv3_rig r(1);
	uint64_t value = 0;

	r.read(2000, GICD_CTLR);
	cr_assert_eq(tw_board_sysreg(r.board, 1999, 0, ICC_PMR, &value, 0, r.err), -1);
	cr_assert(strstr(r.err, "access at 1999 ps after one at 2000 ps"), "%s", r.err);
	cr_assert_eq(tw_board_sysreg(r.board, 2000, 0, ICC_PMR, &value, 0, r.err), 0);
}
