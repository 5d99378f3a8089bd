// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Edge k of the slow clock is at k * 30.517578125 us. */
#include "soc_rig.h"

#define PMC_IRQ 1

enum {
	SCER = 0x00,
	SCDR = 0x04,
	SCSR = 0x08,
	PCER0 = 0x10,
	PCDR0 = 0x14,
	PCSR0 = 0x18,
	UCKR = 0x1c,
	MOR = 0x20,
	MCFR = 0x24,
	PLLAR = 0x28,
	MCKR = 0x30,
	USB = 0x38,
	SMD = 0x3c,
	PCK0 = 0x40,
	IER = 0x60,
	IDR = 0x64,
	SR = 0x68,
	IMR = 0x6c,
	FSMR = 0x70,
	PLLICPR = 0x80,
	WPMR = 0xe4,
	WPSR = 0xe8,
	PCER1 = 0x100,
	PCDR1 = 0x104,
	PCSR1 = 0x108,
	PCR = 0x10c
};
enum {
	MOSCXTS = 1 << 0,
	LOCKA = 1 << 1,
	MCKRDY = 1 << 3,
	LOCKU = 1 << 6,
	PCK0RDY = 1 << 8,
	MOSCSELS = 1 << 16,
	MOSCRCS = 1 << 17
};
#define CMD (1u << 12)
#define EN (1u << 28)
#define MOR_KEY (0x37u << 16)

/* boards/sama5d36ek: MCK 132 MHz from PLLA. */
static const std::vector<tw_reg_init> sama5d36ek = {
	{SCSR, 5},	 {PCSR0, 0},	      {UCKR, 0},      {MOR, 0x01004009},
	{MCFR, 0x116e3}, {PLLAR, 0x215c3f01}, {MCKR, 0x1202}, {SR, 0x3000b}};
/* Everything on the RC oscillator, as the part comes up. */
static const std::vector<tw_reg_init> power_on = {};

class pmc_rig : public soc_rig
{
      public:
	explicit pmc_rig(const std::vector<tw_reg_init> &boot = sama5d36ek,
			 const char *compatible = "atmel,sama5d3-pmc")
	    : soc_rig(compatible, PMC_IRQ, CLOCK_HZ, boot)
	{
	}

	/* SR gains `bit` at `at`, not a picosecond before. */
	void expect_ready(uint64_t at, uint32_t bit)
	{
		cr_assert_not(get(at - 1, SR) & bit, "early: 0x%x", bit);
		cr_assert_eq(get(at, SR) & bit, bit, "late: 0x%x", bit);
	}
};

/* What the driver reads while it registers its clocks: the boot loader's state, ready at once. */
Test(pmc, boot_state)
{
	pmc_rig r;

	cr_assert_eq(r.get(0, SR), 0x3000bu);
	for (const tw_reg_init &init : sama5d36ek)
		cr_assert_eq(r.get(1, init.offset), init.value, "offset 0x%x", init.offset);
	cr_assert_eq(r.get(2, PCSR1), 0u);
	cr_assert_eq(r.get(2, USB), 0u);
	cr_assert_eq(r.get(2, SMD), 0u);
	cr_assert_eq(r.get(2, PCK0 + 8), 0u);
	cr_assert_eq(r.get(2, IMR), 0u);
}

Test(pmc, power_on)
{
	pmc_rig r(power_on);

	cr_assert_eq(r.get(0, SR), (uint32_t)(MCKRDY | MOSCSELS | MOSCRCS));
	cr_assert_eq(r.get(0, SCSR), 1u);
	r.expect_fault(1, MCFR, 0, false, "MCFR (offset 0x24): no boot value");
}

/* The driver's gate: select, read, write with CMD. */
Test(pmc, peripheral_window)
{
	pmc_rig r;

	r.put(1, PCR, 25);
	cr_assert_eq(r.get(1, PCR), 25u);
	r.put(2, PCR, 25 | CMD | EN);
	cr_assert_eq(r.get(2, PCR), 25u | EN);
	cr_assert_eq(r.get(2, PCSR0), 1u << 25);
	r.put(3, PCR, 49 | CMD | EN | 1u << 16);
	cr_assert_eq(r.get(3, PCR), 49u | EN | 1u << 16);
	cr_assert_eq(r.get(3, PCSR1), 1u << 17);
	r.put(4, PCR, 25);
	cr_assert_eq(r.get(4, PCR), 25u | EN);
	r.put(5, PCR, 25 | EN); /* without CMD: only selects */
	cr_assert_eq(r.get(5, PCR), 25u | EN);
	r.put(6, PCR, 25 | CMD);
	cr_assert_eq(r.get(6, PCSR0), 0u);
	r.put(7, PCER0, 1u << 25 | 1u << 2);
	r.put(8, PCDR0, 1u << 2);
	r.put(9, PCER1, 3);
	r.put(10, PCDR1, 1);
	cr_assert_eq(r.get(11, PCSR0), 1u << 25);
	cr_assert_eq(r.get(11, PCSR1), 1u << 17 | 2);
	r.put(12, PCR, 33);
	cr_assert_eq(r.get(12, PCR), 33u | EN);
	r.put(13, PCR, 100);
	cr_assert_eq(r.get(13, PCR), 100u);
}

/* 8 * 3 cycles from slow clock edge 33 (1007.080 us): edge 57. */
Test(pmc, usb_pll)
{
	pmc_rig r;

	r.put(1000000000, UCKR, 3u << 20 | 1u << 16);
	r.expect_ready(1739501953, LOCKU);
	/* Written again while it runs: no new start. */
	r.put(1739501954, UCKR, 0xfu << 20 | 1u << 16);
	cr_assert_eq(r.get(1739501954, SR) & LOCKU, (uint32_t)LOCKU);
	r.put(1739501955, UCKR, 0);
	cr_assert_not(r.get(1739501955, SR) & LOCKU);
}

/* From power-on: crystal on with MOSCXTST 2 (16 cycles), PLLA with COUNT 63, RC off and on. */
Test(pmc, start_up_times)
{
	pmc_rig r(power_on);

	r.put(0, MOR, MOR_KEY | 2u << 8 | 1u << 3 | 1u << 0);
	cr_assert_eq(r.get(0, MOR), 2u << 8 | 1u << 3 | 1u << 0);
	r.expect_ready(488281250, MOSCXTS); /* edge 16 */
	/* First edge at or after this is 17, 518798828 ps; locked at edge 80. */
	r.put(488281251, PLLAR, 1u << 29 | 87u << 18 | 63u << 8 | 1);
	r.expect_ready(2441406250, LOCKA);
	/* The same rate with another COUNT stays locked; off, it is not. */
	r.put(2441406251, PLLAR, 1u << 29 | 87u << 18 | 1u << 8 | 1);
	cr_assert_eq(r.get(2441406251, SR) & LOCKA, (uint32_t)LOCKA);
	r.put(2441406252, PLLAR, 1u << 29);
	cr_assert_not(r.get(3000000000, SR) & LOCKA);
	/* Without the key nothing happens. */
	r.put(3000000000, MOR, 0);
	cr_assert_eq(r.get(3000000000, SR) & MOSCXTS, (uint32_t)MOSCXTS);
	r.put(3000000000, MOR, MOR_KEY | 1u << 3);
	cr_assert_not(r.get(3000000000, SR) & MOSCXTS);
}

Test(pmc, programmable_clock)
{
	pmc_rig r;

	r.put(1, PCK0 + 4, 0x22);
	cr_assert_eq(r.get(1, PCK0 + 4), 0x22u);
	r.put(30517578, SCER, 2u << 8);
	cr_assert_eq(r.get(30517578, SCSR), 5u | 2u << 8);
	r.expect_ready(91552734, 2u << 8); /* edge 3 */
	r.put(91552735, SCDR, 2u << 8);
	cr_assert_eq(r.get(91552735, SCSR), 5u);
	cr_assert_not(r.get(91552735, SR) & 2u << 8);
}

Test(pmc, interrupt)
{
	pmc_rig r;

	r.put(0, UCKR, 1u << 20 | 1u << 16);
	r.put(1, IER, LOCKU);
	cr_assert_eq(r.get(1, IMR), (uint32_t)LOCKU);
	tw_board_advance(r.board, 244140624);
	cr_assert_not(r.irq(PMC_IRQ));
	tw_board_advance(r.board, 244140625); /* edge 8 */
	cr_assert(r.irq(PMC_IRQ));
	cr_assert_eq(r.of(TWIN_EV_IRQ_LINE)[0].time, 244140625u);
	r.put(244140626, IDR, LOCKU);
	cr_assert_not(r.irq(PMC_IRQ));
}

/* What the drivers write at boot without changing anything. */
Test(pmc, harmless_writes)
{
	static const uint32_t same[][2] = {
		{MOR, 0x01374009}, {PLLAR, 0x215c3f01}, {PLLAR, 0x215c0001}, {MCKR, 0x1202},
		{USB, 0x901},	   {SMD, 0x101},	{PLLICPR, 1},	     {SCDR, 0xfa},
	};
	pmc_rig r;
	uint64_t t = 1;

	for (const auto &w : same)
		r.put(t++, w[0], w[1]);
	cr_assert_eq(r.get(t, SR), 0x3000bu);
	cr_assert_eq(r.get(t, SCSR), 5u);
	cr_assert_eq(r.get(t, USB), 0x901u);
	cr_assert_eq(r.get(t, PLLICPR), 1u);
}

/* What would change a rate that models rest on. */
Test(pmc, rate_faults)
{
	static const struct {
		uint32_t offset, value;
		const char *why;
	} table[] = {
		{MCKR, 0x1201, "would change MCK"},
		{MCKR, 0x1212, "would change MCK"},
		{MCKR, 0x1302, "would change MCK"},
		{MCKR, 0x0202, "would change MCK"},
		{PLLAR, 0x21583f01, "would change PLLA, which MCK runs on"},
		{PLLAR, 0x215c3f02, "would change PLLA, which MCK runs on"},
		{MOR, 0x00374009, "would change the main clock"},
		{MOR, 0x01374008, "would change the main clock"},
		{MOR, 0x0137400d, "wait mode"},
		{PCR, 25 | 1u << 12 | 1u << 16, "would divide the clock of a device with a model"},
		{SCDR, 1, "the processor's clock"},
		{SCDR, 4, "the memory's clock"},
		{FSMR, 0, "not modelled"},
		{SR, 0, "SR (offset 0x68): read-only"},
		{PCSR1, 0, "PCSR1 (offset 0x108): read-only"},
	};

	pmc_rig r;
	uint64_t t = 1;

	for (const auto &row : table)
		r.expect_fault(t++, row.offset, row.value, true, row.why);
	r.expect_fault(t++, SCER, 0, false, "SCER (offset 0x0): write-only");
	r.expect_fault(t++, 0xfc, 0, false, "not modelled");
}

Test(pmc, write_protection)
{
	pmc_rig r;

	r.put(1, WPMR, 1); /* without the key */
	r.put(2, USB, 0x901);
	cr_assert_eq(r.get(2, USB), 0x901u);
	r.put(3, WPMR, 0x504d4301);
	cr_assert_eq(r.get(3, WPMR), 1u);
	r.put(4, USB, 0);
	cr_assert_eq(r.get(4, USB), 0x901u);
	r.put(4, MCKR, 0); /* does not reach it: no fault */
	r.put(4, IER, 1);
	cr_assert_eq(r.get(5, IMR), 1u);
	cr_assert_eq(r.get(5, WPSR), 1u | MCKR << 8);
	cr_assert_eq(r.get(6, WPSR), 0u);
	r.put(7, WPMR, 0x504d4300);
	r.put(8, USB, 0);
	cr_assert_eq(r.get(8, USB), 0u);
}

/* SAM9x5: MUL has 11 bits from 16 on, two PCKs, no PCSR1; 12 MHz * 200 / 3 = 800 MHz. */
Test(pmc, sam9x5)
{
	static const std::vector<tw_reg_init> sam9g15ek = {
		{MOR, 0x01004009}, {MCFR, 0x116e3}, {PLLAR, 0x20c73f03}, {MCKR, 0x1302}};
	pmc_rig r(sam9g15ek, "atmel,at91sam9x5-pmc");

	cr_assert_eq(r.get(0, SR), 0x3000bu);
	r.put(1, PLLAR, 0x20c70003);
	r.expect_fault(2, PLLAR, 0x20c73f01, true, "would change PLLA");
	r.expect_fault(3, PLLAR, 0x20c63f03, true, "would change PLLA");
	r.expect_fault(4, PCSR1, 0, false, "no register (offset 0x108)");
	r.expect_fault(5, PCER1, 0, true, "not modelled");
	r.expect_fault(6, PCK0 + 8, 0, true, "not modelled");
	r.expect_fault(7, PCR, 13 | CMD | EN | 1u << 16, true, "device with a model");
	r.put(8, PCR, 25 | CMD | EN | 1u << 16);
	cr_assert_eq(r.get(8, PCR), 25u | EN | 1u << 16);
}

Test(pmc, bad_boot_state)
{
	static const struct {
		tw_reg_init init;
		const char *why;
	} table[] = {
		{{SR, 0x3000b}, "boot value 0x3000b of SR; the other registers give 0x30008"},
		{{SCER, 1}, "boot value for offset 0, which is no register that keeps one"},
		{{0xfc, 1}, "boot value for offset 252"},
	};
	rig r(false);

	r.make();
	for (const auto &row : table) {
		tw_bus_device d = rig::device("pmc", "atmel,sama5d3-pmc", soc_rig::base, PMC_IRQ);

		d.init = &row.init;
		d.nr_init = 1;
		cr_assert_eq(tw_board_add(r.board, &d, r.err), -1);
		cr_assert(strstr(r.err, row.why), "%s", r.err);
	}
}
