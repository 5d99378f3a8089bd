// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

enum { SCER = 0, SCDR = 4, SCSR = 8, UCKR = 0x1c, MOR = 0x20, MCFR = 0x24, PLLAR = 0x28, MCKR = 0x30,
       SR = 0x68, PCR = 0x10c };

/* boards/sama5d36ek: MCK 132 MHz from PLLA. */
static const std::vector<tw_reg_init> sama5d36ek = {
	{SCSR, 5}, {0x18, 0}, {UCKR, 0}, {MOR, 0x01004009}, {MCFR, 0x116e3}, {PLLAR, 0x215c3f01},
	{MCKR, 0x1202}, {SR, 0x3000b}};

class pmc_rig : public soc_rig
{
      public:
	explicit pmc_rig(const char *compatible = "atmel,sama5d3-pmc",
			 const std::vector<tw_reg_init> &boot = sama5d36ek)
	    : soc_rig(compatible, 1, CLOCK_HZ, boot)
	{
	}
};

Test(pmc, drivers_boot)
{
	pmc_rig r;

	cr_assert_eq(r.get(1, SR), 0x3000bu);
	cr_assert_eq(r.get(2, MCFR), 0x116e3u);
	r.put(3, PCR, 25);
	cr_assert_eq(r.get(4, PCR), 25u);
	r.put(5, PCR, 25 | 1 << 12 | 1 << 28);
	cr_assert_eq(r.get(6, PCR), 25u | 1 << 28);
}
