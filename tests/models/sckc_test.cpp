// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

enum { RCEN = 1, OSC32EN = 2, OSC32BYP = 4, OSCSEL = 8 };

/* The driver enables the crystal, waits by itself, and selects it. */
Test(sckc, driver)
{
	soc_rig r("atmel,sama5d3-sckc", -1, CLOCK_HZ);

	cr_assert_eq(r.get(1, 0), (uint32_t)RCEN);
	r.put(2, 0, RCEN | OSC32EN);
	cr_assert_eq(r.get(2, 0), (uint32_t)(RCEN | OSC32EN));
	r.put(3, 0, RCEN | OSC32EN | OSCSEL);
	r.put(4, 0, OSC32EN | OSCSEL);
	cr_assert_eq(r.get(4, 0), (uint32_t)(OSC32EN | OSCSEL));
	r.put(5, 0, OSC32BYP | OSCSEL);
	cr_assert_eq(r.get(5, 0), (uint32_t)(OSC32BYP | OSCSEL));
}

Test(sckc, faults)
{
	soc_rig r("atmel,at91sam9x5-sckc", -1, CLOCK_HZ, {{0, OSC32EN | OSCSEL}});

	cr_assert_eq(r.get(1, 0), (uint32_t)(OSC32EN | OSCSEL));
	r.expect_fault(2, 0, OSCSEL | RCEN, true, "without a slow clock");
	r.expect_fault(3, 0, OSC32EN, true, "write of 0x2 to CR (offset 0x0): would leave");
	r.expect_fault(4, 4, 0, false, "no register (offset 0x4): not modelled");
	r.expect_fault(5, 4, 0, true, "not modelled");
	cr_assert_eq(r.get(6, 0), (uint32_t)(OSC32EN | OSCSEL));
}

Test(sckc, bad_boot_state)
{
	static const tw_reg_init boots[] = {{0, OSCSEL}, {0, 0x10 | RCEN}, {4, RCEN}};
	rig r(false);

	r.make();
	for (const tw_reg_init &boot : boots) {
		tw_bus_device d = rig::device("clk32k", "atmel,sama5d3-sckc", soc_rig::base, -1);

		d.init = &boot;
		d.nr_init = 1;
		cr_assert_eq(tw_board_add(r.board, &d, r.err), -1);
		cr_assert(strstr(r.err, "clk32k: boot value"), "%s", r.err);
	}
}
