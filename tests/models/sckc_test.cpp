// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

Test(sckc, drivers_boot)
{
	soc_rig r("atmel,sama5d3-sckc", -1, CLOCK_HZ);

	cr_assert_eq(r.get(1, 0), 1u);
	r.put(2, 0, 3);
	r.put(3, 0, 0xb);
	cr_assert_eq(r.get(4, 0), 0xbu);
}
