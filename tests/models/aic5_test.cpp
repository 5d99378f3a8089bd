// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "soc_rig.h"

#include <random>

enum {
	SSR = 0x00,
	SMR = 0x04,
	SVR = 0x08,
	IVR = 0x10,
	FVR = 0x14,
	ISR = 0x18,
	IPR0 = 0x20,
	IPR1 = 0x24,
	IMR = 0x30,
	CISR = 0x34,
	EOICR = 0x38,
	SPU = 0x3c,
	IECR = 0x40,
	IDCR = 0x44,
	ICCR = 0x48,
	ISCR = 0x4c,
	FFER = 0x50,
	DCR = 0x6c,
	WPMR = 0xe4
};

#define SPURIOUS 0xffffffffu
#define EDGE 0x20u /* SRCTYPE of a source inside the chip; 0x40 more is the same for it */

class aic5_rig : public soc_rig
{
      public:
	uint64_t now = 1000;

	explicit aic5_rig(const char *compatible = "atmel,sama5d3-aic")
	    : soc_rig(compatible, -1, CLOCK_HZ)
	{
	}

	/* As the driver initialises it: sources, vectors equal to numbers, all off. */
	void boot(unsigned int sources = 64)
	{
		for (int i = 0; i < 8; i++)
			put(now++, EOICR, 0);
		put(now++, SPU, SPURIOUS);
		put(now++, DCR, 0);
		for (unsigned int n = 0; n < sources; n++) {
			put(now++, SSR, n);
			put(now++, SVR, n);
			put(now++, IDCR, 1);
			put(now++, ICCR, 1);
		}
	}

	void set(unsigned int n, uint32_t offset, uint32_t value)
	{
		put(now++, SSR, n);
		put(now++, offset, value);
	}

	/* As request_irq() of a source with that priority. */
	void request(unsigned int n, uint32_t smr)
	{
		set(n, SMR, smr);
		set(n, IECR, 1);
	}

	void drive(int n, bool level)
	{
		line(n, level, now++);
	}
};

Test(aic5, drivers_boot)
{
	aic5_rig r;

	r.boot();
	r.put(r.now++, SSR, 25);
	cr_assert_eq(r.get(r.now++, SMR), 0u);
	r.put(r.now++, SMR, 3);
	cr_assert_eq(r.get(r.now++, SMR), 3u);
	cr_assert_eq(r.get(r.now++, IMR), 0u);
	cr_assert_eq(r.get(r.now++, SVR), 25u);
	r.request(25, 3 | 0x40);
	cr_assert_eq(r.get(r.now++, IMR), 1u);
	cr_assert_not(r.irq(NIRQ));
	r.drive(25, true);
	cr_assert(r.irq(NIRQ));
	cr_assert_eq(r.get(r.now++, IVR), 25u);
	cr_assert_not(r.irq(NIRQ));
	cr_assert_eq(r.get(r.now++, ISR), 25u);
	r.drive(25, false);
	r.put(r.now++, EOICR, 0);
	cr_assert_not(r.irq(NIRQ));
}
