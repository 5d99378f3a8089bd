// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "aic_property.h"

enum {
	SMR0 = 0x00,
	SVR0 = 0x80,
	IVR = 0x100,
	FVR = 0x104,
	ISR = 0x108,
	IPR = 0x10c,
	IMR = 0x110,
	CISR = 0x114,
	IECR = 0x120,
	IDCR = 0x124,
	ICCR = 0x128,
	ISCR = 0x12c,
	EOICR = 0x130,
	SPU = 0x134,
	DCR = 0x138,
	FFER = 0x140
};

enum { LOW = 0 << 5, FALLING = 1 << 5, HIGH = 2 << 5, RISING = 3 << 5 };

class aic_rig : public soc_rig, public aic_port
{
      public:
	uint64_t now = 1000;

	aic_rig() : soc_rig("atmel,at91rm9200-aic", -1, CLOCK_HZ)
	{
		for (int i = 0; i < 8; i++)
			put(now++, EOICR, 0);
		put(now++, SPU, ~0u);
		put(now++, DCR, 0);
		put(now++, IDCR, ~0u);
		put(now++, ICCR, ~0u);
		for (unsigned int n = 0; n < 32; n++)
			put(now++, SVR0 + 4 * n, n);
	}

	uint32_t get_now(uint32_t offset)
	{
		return get(now++, offset);
	}

	unsigned int count() const override
	{
		return 32;
	}
	void enable(unsigned int n, bool on) override
	{
		put(now++, on ? IECR : IDCR, 1u << n);
	}
	void set_mode(unsigned int n, uint32_t smr) override
	{
		put(now++, SMR0 + 4 * n, smr);
	}
	void set_pending(unsigned int n, bool pending) override
	{
		put(now++, pending ? ISCR : ICCR, 1u << n);
	}
	uint32_t read_ivr() override
	{
		return get_now(IVR);
	}
	uint32_t read_isr() override
	{
		return get_now(ISR);
	}
	void end() override
	{
		put(now++, EOICR, 0);
	}
	void drive(unsigned int n, bool level) override
	{
		line(static_cast<int>(n), level, now++);
	}
	bool nirq() const override
	{
		return irq(NIRQ);
	}
};

Test(aic, registers)
{
	aic_rig r;

	r.set_mode(13, 0xffu);
	cr_assert_eq(r.get_now(SMR0 + 4 * 13), 0x67u);
	cr_assert_eq(r.get_now(SMR0 + 4 * 14), 0u);
	cr_assert_eq(r.get_now(SVR0 + 4 * 31), 31u);
	r.put(r.now++, IECR, 0xf0);
	r.put(r.now++, IDCR, 0x20);
	cr_assert_eq(r.get_now(IMR), 0xd0u);
	cr_assert_eq(r.get_now(SPU), ~0u);
	cr_assert_eq(r.get_now(DCR), 0u);
}

/* Shared line 1 and the SPI, as on the SAM9x5. */
Test(aic, nesting)
{
	aic_rig r;

	r.set_mode(1, HIGH | 7);
	r.set_mode(13, HIGH | 3);
	r.put(r.now++, IECR, 1u << 1 | 1u << 13);
	r.line(13, true, 5000000);
	r.now = 5000001;
	cr_assert(r.nirq());
	cr_assert_eq(r.read_ivr(), 13u);
	cr_assert_not(r.nirq());
	r.drive(1, true);
	cr_assert(r.nirq());
	cr_assert_eq(r.get_now(CISR), 2u);
	/* The pins 0 and 31 are low, and low-active after reset. */
	cr_assert_eq(r.get_now(IPR), 1u << 1 | 1u << 13 | 1u << 31 | 1u);
	cr_assert_eq(r.read_ivr(), 1u);
	cr_assert_eq(r.read_isr(), 1u);
	r.drive(1, false);
	r.end();
	cr_assert_eq(r.read_isr(), 13u);
	cr_assert_not(r.nirq());
	r.drive(13, false);
	r.end();
	cr_assert_eq(r.read_ivr(), ~0u);
	cr_assert_eq(r.of(TWIN_EV_IRQ_LINE)[0].time, 5000000u);
}

Test(aic, edges_and_the_pin)
{
	aic_rig r;

	r.set_mode(31, FALLING);
	r.set_mode(30, FALLING); /* inside the chip edges rise */
	r.put(r.now++, IECR, 3u << 30);
	r.drive(31, true);
	cr_assert_not(r.nirq());
	r.drive(31, false);
	cr_assert_eq(r.read_ivr(), 31u);
	r.end();
	r.drive(30, true);
	cr_assert_eq(r.read_ivr(), 30u);
	r.end();
	r.put(r.now++, ISCR, 3u << 30);
	cr_assert_eq(r.get_now(IPR), 3u << 30 | 1u);
	r.put(r.now++, ICCR, 1u << 30);
	cr_assert_eq(r.read_ivr(), 31u);
	r.end();
	cr_assert_not(r.nirq());
}

Test(aic, fast_interrupt)
{
	aic_rig r;

	r.set_mode(0, HIGH);
	r.enable(0, true);
	r.drive(0, true);
	cr_assert(r.irq(NFIQ));
	cr_assert_not(r.nirq());
	cr_assert_eq(r.get_now(FVR), 0u);
	cr_assert(r.irq(NFIQ), "a level stays");
	r.drive(0, false);
	cr_assert_not(r.irq(NFIQ));
}

Test(aic, faults)
{
	aic_rig r;

	r.expect_fault(r.now++, IECR, 0, false, "read of IECR (offset 0x120): write-only");
	r.expect_fault(r.now++, IMR, 0, true, "read-only");
	r.expect_fault(r.now++, FFER, 1, true, "FFER (offset 0x140): not modelled");
	r.expect_fault(r.now++, 0x1fc, 0, false, "no register (offset 0x1fc): not modelled");
	r.expect_fault(r.now++, IVR, 0, true, "only in protect mode");
	for (int i = 0; i < 8; i++)
		r.read_ivr();
	r.expect_fault(r.now++, IVR, 0, false, "EOICR is missing");
}

Test(aic, random_traffic)
{
	aic_rig r;

	for (uint64_t seed = 1; seed <= 150; seed++)
		aic_property(r, seed).run(400);
}
