// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

#define TCB_IRQ 26

enum { CCR = 0x00, CMR = 0x04, CV = 0x10, RA = 0x14, RB = 0x18, RC = 0x1c, SR = 0x20, IER = 0x24,
       IDR = 0x28, IMR = 0x2c, BCR = 0xc0, BMR = 0xc4 };
enum { CLKEN = 1, CLKDIS = 2, SWTRG = 4, SYNC = 1 };
enum { CLOCK2 = 1, CLOCK3 = 2, CLOCK5 = 4, CPCSTOP = 1 << 6, WAVE = 1 << 15, UP_RC = 2 << 13 };
enum { COVFS = 1, CPAS = 4, CPBS = 8, CPCS = 16, CLKSTA = 1 << 16 };

#define CH(n) ((n) * 0x40)

/* Time of edge k of MCK / divisor. */
static uint64_t tick(uint64_t divisor, uint64_t k)
{
	return half_at(2 * divisor * k);
}

class tcb_rig : public soc_rig
{
      public:
	explicit tcb_rig(const char *compatible = "atmel,at91sam9x5-tcb")
	    : soc_rig(compatible, TCB_IRQ, CLOCK_HZ)
	{
	}
};

/* The 32-bit driver's boot: channel 0 runs free, channel 2 is armed one-shot. */
Test(tcb, drivers_boot)
{
	tcb_rig r;
	uint64_t t = 1000;

	for (int i = 0; i < 3; i++)
		r.put(t++, CH(i) + IDR, 0xff);
	r.put(t++, CH(0) + CMR, CLOCK3 | WAVE);
	r.put(t++, CH(0) + IDR, 0xff);
	r.put(t++, CH(0) + CCR, CLKEN);
	r.put(t++, BCR, SYNC);
	cr_assert_eq(r.get(tick(32, 5), CH(0) + CV), 4u);
	r.put(tick(32, 6), CH(2) + IDR, 0xff);
	r.put(tick(32, 6), CH(2) + CCR, CLKDIS);
	r.put(tick(32, 7), CH(2) + CMR, CLOCK3 | CPCSTOP | WAVE | UP_RC);
	r.put(tick(32, 7), CH(2) + IER, CPCS);
	r.put(tick(32, 10), CH(2) + RC, 100);
	r.put(tick(32, 10) + 1, CH(2) + CCR, CLKEN | SWTRG);
	tw_board_advance(r.board, tick(32, 111) - 1);
	cr_assert_not(r.irq(TCB_IRQ));
	tw_board_advance(r.board, tick(32, 111));
	cr_assert(r.irq(TCB_IRQ));
	cr_assert_eq(r.get(tick(32, 200), CH(2) + SR), CPAS | CPBS | CPCS | CLKSTA);
	cr_assert_not(r.irq(TCB_IRQ));
	cr_assert_eq(r.get(tick(32, 201), CH(2) + CV), 0u);
}
