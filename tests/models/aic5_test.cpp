// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "aic_property.h"

enum {
	SSR = 0x00,
	SMR = 0x04,
	SVR = 0x08,
	IVR = 0x10,
	FVR = 0x14,
	ISR = 0x18,
	IPR0 = 0x20,
	IPR1 = 0x24,
	IPR3 = 0x2c,
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

enum { LOW = 0 << 5, FALLING = 1 << 5, HIGH = 2 << 5, RISING = 3 << 5 };
enum { PROT = 1, GMSK = 2 };

#define SPURIOUS 0xffffffffu
/* The fast interrupt's pin is low and low-active after reset, so it is pending, and off. */
#define FIQ_LOW 1u

class aic5_rig : public soc_rig, public aic_port
{
      public:
	uint64_t now = 1000;

	explicit aic5_rig(const char *compatible = "atmel,sama5d3-aic")
	    : soc_rig(compatible, -1, CLOCK_HZ)
	{
		boot();
	}

	/* As the driver initialises it: vectors equal to numbers, all off. */
	void boot()
	{
		for (int i = 0; i < 8; i++)
			put(now++, EOICR, 0);
		put(now++, SPU, SPURIOUS);
		put(now++, DCR, 0);
		for (unsigned int n = 0; n < 64; n++) {
			set(n, SVR, n);
			put(now++, IDCR, 1);
			put(now++, ICCR, 1);
		}
	}

	void set(unsigned int n, uint32_t offset, uint32_t value)
	{
		put(now++, SSR, n);
		put(now++, offset, value);
	}

	/* As the driver does for request_irq(). */
	void request(unsigned int n, uint32_t smr)
	{
		set(n, SMR, smr);
		set(n, IECR, 1);
	}

	uint32_t get_now(uint32_t offset)
	{
		return get(now++, offset);
	}

	unsigned int count() const override
	{
		return 48;
	}
	void enable(unsigned int n, bool on) override
	{
		set(n, on ? IECR : IDCR, 1);
	}
	void set_mode(unsigned int n, uint32_t smr) override
	{
		set(n, SMR, smr);
	}
	void set_pending(unsigned int n, bool pending) override
	{
		set(n, pending ? ISCR : ICCR, 1);
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

Test(aic5, registers_of_the_selected_source)
{
	aic5_rig r;

	r.set(25, SMR, 0xff);
	cr_assert_eq(r.get_now(SMR), 0x67u); /* PRIOR and SRCTYPE */
	cr_assert_eq(r.get_now(SVR), 25u);
	cr_assert_eq(r.get_now(IMR), 0u);
	r.put(r.now++, IECR, 0);
	cr_assert_eq(r.get_now(IMR), 0u);
	r.put(r.now++, IECR, 1);
	cr_assert_eq(r.get_now(IMR), 1u);
	r.put(r.now++, SSR, 26);
	cr_assert_eq(r.get_now(SSR), 26u);
	cr_assert_eq(r.get_now(SMR), 0u);
	cr_assert_eq(r.get_now(IMR), 0u);
	r.put(r.now++, SSR, 25);
	r.put(r.now++, IDCR, 1);
	cr_assert_eq(r.get_now(IMR), 0u);
	cr_assert_eq(r.get_now(SPU), SPURIOUS);
}

/* One level interrupt as the driver serves it; its line's change is on record with its time. */
Test(aic5, one_interrupt)
{
	aic5_rig r;

	r.request(25, HIGH | 3);
	cr_assert_not(r.nirq());
	r.line(25, true, 5000000);
	cr_assert(r.nirq());
	r.now = 5000001;
	cr_assert_eq(r.get_now(CISR), 2u);
	cr_assert_eq(r.get_now(IPR0), 1u << 25 | FIQ_LOW);
	cr_assert_eq(r.get_now(ISR), 0u);
	cr_assert_eq(r.read_ivr(), 25u);
	cr_assert_not(r.nirq());
	cr_assert_eq(r.read_isr(), 25u);
	r.end();
	cr_assert(r.nirq(), "a level that is still there comes again");
	cr_assert_eq(r.read_ivr(), 25u);
	r.drive(25, false);
	r.end();
	cr_assert_not(r.nirq());

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 2u);
	cr_assert_eq(lines[0].time, 5000000u);
	cr_assert_eq(lines[0].a, 25u);
	cr_assert_eq(lines[0].b, 1u);
	cr_assert_eq(lines[1].b, 0u);
}

/* Which of two pending sources comes first, and may the second interrupt the first? */
Test(aic5, priorities)
{
	static const struct {
		unsigned int a, prio_a, b, prio_b, first;
		bool nests; /* b, raised while a is in service */
	} table[] = {
		{10, 0, 20, 0, 10, false}, {20, 0, 10, 0, 10, false}, {10, 3, 20, 4, 20, true},
		{10, 4, 20, 3, 10, false}, {10, 7, 40, 7, 10, false}, {40, 6, 1, 7, 1, true},
		{33, 0, 47, 1, 47, true},
	};
	aic5_rig r;

	for (const auto &t : table) {
		r.request(t.a, HIGH | t.prio_a);
		r.request(t.b, HIGH | t.prio_b);
		r.drive(t.a, true);
		r.drive(t.b, true);
		cr_assert_eq(r.read_ivr(), t.first, "%u and %u", t.a, t.b);
		r.drive(t.first, false);
		r.end();
		cr_assert_eq(r.read_ivr(), t.a + t.b - t.first);
		r.drive(t.a + t.b - t.first, false);
		r.end();

		r.drive(t.a, true);
		cr_assert_eq(r.read_ivr(), t.a);
		r.drive(t.a, false);
		r.drive(t.b, true);
		cr_assert_eq(r.nirq(), t.nests, "%u over %u", t.b, t.a);
		if (t.nests) {
			cr_assert_eq(r.read_ivr(), t.b);
			r.drive(t.b, false);
			r.end();
			cr_assert_eq(r.read_isr(), t.a);
			r.end();
		} else {
			r.end();
			cr_assert(r.nirq());
			cr_assert_eq(r.read_ivr(), t.b);
			r.drive(t.b, false);
			r.end();
		}
		cr_assert_eq(r.read_isr(), 0u);
		r.enable(t.a, false);
		r.enable(t.b, false);
	}
}

/* All eight priorities in service at once, and back. */
Test(aic5, stack)
{
	aic5_rig r;

	for (unsigned int p = 0; p < 8; p++) {
		r.request(10 + p, HIGH | p);
		r.drive(10 + p, true);
		cr_assert_eq(r.read_ivr(), 10 + p);
		cr_assert_not(r.nirq());
	}
	for (unsigned int p = 8; p-- > 0;) {
		cr_assert_eq(r.read_isr(), 10 + p);
		r.drive(10 + p, false);
		r.end();
		cr_assert_not(r.nirq());
	}
	r.end();
	cr_assert_eq(r.read_isr(), 0u);
}

Test(aic5, spurious)
{
	aic5_rig r;

	cr_assert_eq(r.read_ivr(), SPURIOUS);
	cr_assert_eq(r.read_isr(), 0u);
	/* It has the priority of what it interrupted: none. */
	r.request(10, HIGH | 0);
	r.drive(10, true);
	cr_assert(r.nirq());
	r.drive(10, false);
	r.end();

	/* Its end must not end what it interrupted. */
	r.request(20, HIGH | 2);
	r.request(30, HIGH | 2);
	r.drive(20, true);
	cr_assert_eq(r.read_ivr(), 20u);
	r.drive(30, true);
	cr_assert_eq(r.read_ivr(), SPURIOUS);
	cr_assert_eq(r.read_isr(), 0u);
	r.end();
	cr_assert_eq(r.read_isr(), 20u);
	cr_assert_not(r.nirq());
	r.drive(20, false);
	r.end();
	cr_assert(r.nirq());
}

Test(aic5, edge_sources)
{
	aic5_rig r;

	r.request(12, RISING);
	r.drive(12, true);
	cr_assert(r.nirq());
	r.drive(12, false);
	cr_assert(r.nirq(), "an edge is remembered");
	cr_assert_eq(r.get_now(IPR0), 1u << 12 | FIQ_LOW);
	cr_assert_eq(r.read_ivr(), 12u);
	cr_assert_eq(r.get_now(IPR0), FIQ_LOW);
	/* A second edge while the first is served. */
	r.drive(12, true);
	cr_assert_not(r.nirq());
	r.end();
	cr_assert(r.nirq());
	r.set_pending(12, false);
	cr_assert_not(r.nirq());
	r.set_pending(12, true);
	cr_assert(r.nirq());
	cr_assert_eq(r.read_ivr(), 12u);
	r.end();
	cr_assert_not(r.nirq());

	/* ISCR and ICCR do nothing to a level source. */
	r.request(13, HIGH);
	r.set_pending(13, true);
	cr_assert_not(r.nirq());
	r.drive(13, true);
	r.set_pending(13, false);
	cr_assert(r.nirq());
}

/* A source that is off notes its edge and interrupts when it is enabled. */
Test(aic5, masked_edge)
{
	aic5_rig r;

	r.set(45, SMR, RISING);
	r.drive(45, true);
	r.drive(45, false);
	cr_assert_not(r.nirq());
	cr_assert_eq(r.get_now(IPR1), 1u << 13 | 1u << 15);
	r.enable(45, true);
	cr_assert(r.nirq());
}

/* Polarity counts for a pin of the chip only: 47 on the SAMA5D3. */
Test(aic5, polarity)
{
	static const struct {
		unsigned int n;
		uint32_t type;
		bool low_first, pending_low, pending_rise, pending_fall;
	} table[] = {
		/* pending while low; after a rise; after a fall */
		{47, LOW, true, true, false, true},   {47, FALLING, true, false, false, true},
		{47, HIGH, true, false, true, false}, {47, RISING, true, false, true, true},
		{46, LOW, true, false, true, false},  {46, FALLING, true, false, true, true},
		{46, HIGH, true, false, true, false}, {46, RISING, true, false, true, true},
	};
	aic5_rig r;

	for (const auto &t : table) {
		r.request(t.n, t.type);
		r.set_pending(t.n, false);
		cr_assert_eq(r.nirq(), t.pending_low, "%u type 0x%x low", t.n, t.type);
		r.drive(t.n, true);
		cr_assert_eq(r.nirq(), t.pending_rise, "%u type 0x%x high", t.n, t.type);
		r.drive(t.n, false);
		cr_assert_eq(r.nirq(), t.pending_fall, "%u type 0x%x low again", t.n, t.type);
		r.set_pending(t.n, false);
		r.enable(t.n, false);
	}
}

Test(aic5, fast_interrupt)
{
	aic5_rig r;

	r.set(0, SVR, 0xf1f0);
	r.request(0, RISING | 7);
	cr_assert_eq(r.get_now(FVR), SPURIOUS);
	r.drive(0, true);
	cr_assert(r.irq(NFIQ));
	cr_assert_not(r.nirq());
	cr_assert_eq(r.get_now(CISR), 1u);
	cr_assert_eq(r.read_ivr(), SPURIOUS);
	r.end();
	cr_assert_eq(r.get_now(FVR), 0xf1f0u);
	cr_assert_not(r.irq(NFIQ));
}

Test(aic5, protect_and_general_mask)
{
	aic5_rig r;

	r.request(25, HIGH);
	r.put(r.now++, DCR, PROT);
	r.drive(25, true);
	cr_assert_eq(r.read_ivr(), 25u);
	cr_assert(r.nirq(), "only looked at");
	cr_assert_eq(r.read_isr(), 0u);
	r.put(r.now++, IVR, 0);
	cr_assert_not(r.nirq());
	cr_assert_eq(r.read_isr(), 25u);
	r.end();
	r.put(r.now++, DCR, GMSK);
	cr_assert_eq(r.get_now(DCR), (uint32_t)GMSK);
	cr_assert_not(r.nirq());
	r.put(r.now++, DCR, 0);
	cr_assert(r.nirq());
	r.expect_fault(r.now++, IVR, 0, true, "only in protect mode");
}

Test(aic5, faults)
{
	aic5_rig r;

	r.expect_fault(r.now++, EOICR, 0, false, "dut: read of EOICR (offset 0x38): write-only");
	r.expect_fault(r.now++, IPR0, 0, true, "read-only");
	r.expect_fault(r.now++, FFER, 1, true, "write of 0x1 to FFER (offset 0x50): not modelled");
	r.expect_fault(r.now++, WPMR, 0, false, "not modelled");
	r.expect_fault(r.now++, 0x1f0, 0, true, "no register");
	for (int i = 0; i < 8; i++)
		r.read_ivr();
	r.expect_fault(r.now++, IVR, 0, false, "EOICR is missing");
}

Test(aic5, one_controller_per_board)
{
	soc_rig r("atmel,sama5d3-aic", -1, CLOCK_HZ);

	cr_assert_eq(r.try_add("other", "atmel,sama5d4-aic", 0xfc06e000, -1, CLOCK_HZ), -1);
	cr_assert(strstr(r.err, "one interrupt controller"), "%s", r.err);
}

/* The pin of the chip is another source there. */
Test(aic5, sama5d4)
{
	aic5_rig r("atmel,sama5d4-aic");

	r.request(47, LOW);
	cr_assert_not(r.nirq());
	r.request(56, LOW);
	cr_assert(r.nirq());
	cr_assert_eq(r.get_now(IPR1), 1u << 24);
	cr_assert_eq(r.get_now(IPR3), 0u);
}

Test(aic5, random_traffic)
{
	aic5_rig r;

	for (uint64_t seed = 1; seed <= 150; seed++)
		aic_property(r, seed).run(400);
}
