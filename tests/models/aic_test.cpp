// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

Test(aic, drivers_boot)
{
	soc_rig r("atmel,at91rm9200-aic", -1, CLOCK_HZ);

	r.put(1, 0x120, 4);
	r.line(2, true, 2);
	cr_assert(r.irq(NIRQ));
	cr_assert_eq(r.get(3, 0x108), 0u);
}
