// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

#define PIT_IRQ 3

enum { MR = 0, SR = 4, PIVR = 8, PIIR = 12 };
enum { PITEN = 1 << 24, PITIEN = 1 << 25 };

/* Time of edge k of MCK / 16. */
static uint64_t tick(uint64_t k)
{
	return half_at(32 * k);
}

class pit_rig : public soc_rig
{
      public:
	explicit pit_rig(const std::vector<tw_reg_init> &boot = {})
	    : soc_rig("atmel,at91sam9260-pit", PIT_IRQ, CLOCK_HZ, boot)
	{
	}
};

Test(pit, drivers_boot)
{
	pit_rig r;

	r.put(tick(10), MR, 0);
	cr_assert_eq(r.get(tick(11), PIVR), 0u);
	r.put(tick(12), MR, 99 | PITEN);
	cr_assert_eq(r.get(tick(112) - 1, PIIR), 99u);
	cr_assert_eq(r.get(tick(112), PIIR), 1u << 20);
	cr_assert_eq(r.get(tick(115), PIVR), 1u << 20 | 3);
	cr_assert_eq(r.get(tick(116), SR), 0u);
	r.put(tick(120), MR, 99 | PITEN | PITIEN);
	tw_board_advance(r.board, tick(212) - 1);
	cr_assert_not(r.irq(PIT_IRQ));
	tw_board_advance(r.board, tick(212));
	cr_assert(r.irq(PIT_IRQ));
	cr_assert_eq(r.get(tick(220), SR), 1u);
	cr_assert_eq(r.get(tick(221), PIVR), 1u << 20 | 9);
	cr_assert_not(r.irq(PIT_IRQ));
}
