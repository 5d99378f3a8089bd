// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The GICv3's registers: what they read after reset, what sticks, and what is a model fault. */
#include "gicv3_rig.h"

/* Bits 4:0 of TYPER: 288 interrupts are 9 words of 32. DS, ARE, A3V and 10 INTID bits are fixed. */
Test(gicv3, after_reset)
{
	static const struct {
		uint64_t address;
		uint32_t value;
	} table[] = {
		{GICD_CTLR, 0x50},
		{GICD_TYPER, 1u << 24 | 9u << 19 | 8},
		{GICD_TYPER2, 0},
		{GICD_IIDR, 0x143b},
		{GICD_PIDR2, 0x3b},
		{GICD_IGROUPR + 4, 0},
		{GICD_ISENABLER + 32, 0},
		{GICD_ISPENDR + 4, 0},
		{GICD_ISACTIVER + 4, 0},
		{GICD_IPRIORITYR + 32, 0},
		{GICD_ICFGR + 8, 0},
		{GICD_IROUTER + 8 * 32, 0},
		{GICR_CTLR, 0},
		{GICR_IIDR, 0x143b},
		{GICR_WAKER, 6},
		{GICR_PIDR2, 0x3b},
		{GICR_IGROUPR0, 0},
		{GICR_ISENABLER0, 0},
		{GICR_ICFGR0, 0xaaaaaaaa},
		{GICR_ICFGR1, 0},
	};
	gicv3_rig r(2);

	for (const auto &t : table)
		cr_assert_eq(r.get(t.address), t.value, "0x%" PRIx64 ": 0x%x", t.address,
			     r.get(t.address));
}

/* Set, clear and read back: each pair of registers shows the same bits. */
Test(gicv3, set_and_clear)
{
	static const struct {
		uint64_t set, clear;
	} table[] = {
		{GICD_ISENABLER + 4, GICD_ICENABLER + 4}, {GICD_ISPENDR + 4, GICD_ICPENDR + 4},
		{GICD_ISACTIVER + 4, GICD_ICACTIVER + 4}, {GICR_ISENABLER0, GICR_ICENABLER0},
		{GICR_ISPENDR0, GICR_ICPENDR0},		  {GICR_ISACTIVER0, GICR_ICACTIVER0},
	};
	gicv3_rig r(1);

	for (const auto &t : table) {
		r.put(t.set, 0x80000005);
		r.put(t.set, 0x10);
		r.put(t.set, 0);
		cr_assert_eq(r.get(t.set), 0x80000015);
		r.put(t.clear, 0x80000001);
		cr_assert_eq(r.get(t.clear), 0x14u);
		cr_assert_eq(r.get(t.set), 0x14u);
	}
}

/* value: what is written; reads: what sticks. */
Test(gicv3, values_that_stick)
{
	static const struct {
		uint64_t address, value, reads;
	} table[] = {
		{GICD_CTLR, 0x13, 0x53},
		{GICD_CTLR, 0, 0x50},
		{GICD_CTLR, 0x80000042, 0x52},
		{GICD_IGROUPR + 8, 0x12345678, 0x12345678},
		/* the lower 3 of 8 bits of a priority are not there */
		{GICD_IPRIORITYR + 40, 0x01a7ff88, 0x00a0f888},
		/* bit 0 of each field of ICFGR is reserved */
		{GICD_ICFGR + 12, 0xffffffff, 0xaaaaaaaa},
		{GICD_ICFGR + 12, 0x00000008, 0x00000008},
		{GICD_IROUTER + 8 * 33, 0x80000003, 0x80000003},
		{GICD_IROUTER + 8 * 33, 2, 2},
		{GICR_ICFGR0, 0, 0xaaaaaaaa},
		{GICR_ICFGR1, 0x00800000, 0x00800000},
		{GICR_IPRIORITYR + 28, 0xa0b0c0df, 0xa0b0c0d8},
		{GICR_CTLR, 0, 0},
		{GICR_WAKER, 4, 0},
		{GICR_WAKER, 2, 6},
	};
	gicv3_rig r(3);

	for (const auto &t : table) {
		r.put(t.address, t.value);
		cr_assert_eq(r.get(t.address), t.reads, "0x%" PRIx64 ": 0x%x", t.address,
			     r.get(t.address));
	}
}

Test(gicv3, accesses_of_other_sizes)
{
	gicv3_rig r(20);
	uint64_t value = 0;

	r.put(GICD_IPRIORITYR + 34, 0xb7, 1);
	cr_assert_eq(r.get(GICD_IPRIORITYR + 32), 0x00b00000u);
	r.put(r.of_cpu(19, GICR_IPRIORITYR) + 27, 0x40, 1);
	cr_assert_eq(r.get(r.of_cpu(19, GICR_IPRIORITYR) + 24), 0x40000000u);
	cr_assert_eq(r.try_access(r.now++, GICD_IPRIORITYR + 34, &value, false, 1), 0);
	cr_assert_eq(value, 0xb0u);

	/* Aff1 1, Aff0 3: CPU 19. */
	r.put(GICD_IROUTER + 8 * 40, 0x103, 8);
	cr_assert_eq(r.try_access(r.now++, GICD_IROUTER + 8 * 40, &value, false, 8), 0);
	cr_assert_eq(value, 0x103u);
	cr_assert_eq(r.try_access(r.now++, r.of_cpu(19, GICR_TYPER), &value, false, 8), 0);
	cr_assert_eq(value, 0x10300001310ULL);

	r.fault(GICD_IPRIORITYR + 34, 0, true, "2 bytes", 2);
	r.fault(GICD_ISENABLER + 4, 0, true, "1 bytes", 1);
	r.fault(GICD_ISENABLER + 8, 0, true, "8 bytes", 8);
	r.fault(GICR_WAKER, 0, false, "1 bytes", 1);
	r.fault(GICD_IPRIORITYR + 3, 0x80, true, "write of 0x80 to GICD_IPRIORITYR0", 1);
	/* ... and each took the time of its bus segment */
	uint64_t after = 0;

	value = 0x102;
	cr_assert_eq(r.try_access(r.now, GICD_IROUTER + 8 * 40, &value, true, 8, &after), 0);
	cr_assert_eq(after, r.now + SYS_WRITE);
}

/* CPU n has affinity 0.0.(n / 16).(n % 16); the last one says so. */
Test(gicv3, redistributors_of_64_cpus)
{
	gicv3_rig r(64);

	for (unsigned int n = 0; n < 64; n++) {
		uint64_t typer = r.of_cpu(n, GICR_TYPER);

		cr_assert_eq(r.get(typer), n * 256 + (n == 63 ? 16 : 0));
		cr_assert_eq(r.get(typer + 4), n / 16 * 256 + n % 16);
	}
	r.put(r.of_cpu(63, GICR_ISENABLER0), 1u << 27);
	cr_assert_eq(r.get(r.of_cpu(62, GICR_ISENABLER0)), 0u);
	cr_assert_eq(r.get(r.of_cpu(63, GICR_ISENABLER0)), 1u << 27);
}

Test(gicv3, system_registers)
{
	static const struct {
		uint32_t encoding;
		uint64_t value, reads;
	} table[] = {
		/* 5 priority bits (field 4), A3V */
		{ICC_CTLR, 0, 0x8400},	   {ICC_CTLR, 2, 0x8402}, {ICC_CTLR, 0x8400, 0x8400},
		{ICC_PMR, 0xff, 0xf8},	   {ICC_PMR, 0xf0, 0xf0}, {ICC_PMR, 8, 8},
		{ICC_BPR1, 0, 3},	   {ICC_BPR1, 5, 5},	  {ICC_BPR1, 7, 7},
		{ICC_SRE, 7, 7},	   {ICC_SRE, 1, 7},	  {ICC_IGRPEN1, 1, 1},
		{ICC_IGRPEN1, 0, 0},	   {ICC_IGRPEN0, 0, 0},	  {ICC_AP0R0, 0, 0},
		{ICC_AP1R0, 0x100, 0x100}, {ICC_AP1R0, 0, 0},
	};
	gicv3_rig r(2);

	cr_assert_eq(r.icc(1, ICC_BPR1), 3u);
	cr_assert_eq(r.icc(1, ICC_PMR), 0u);
	cr_assert_eq(r.icc(1, ICC_RPR), 0xffu);
	cr_assert_eq(r.icc(1, ICC_IAR1), NONE);
	cr_assert_eq(r.icc(1, ICC_HPPIR1), NONE);
	for (const auto &t : table) {
		r.set_icc(1, t.encoding, t.value);
		cr_assert_eq(r.icc(1, t.encoding), t.reads, "0x%x", t.encoding);
	}
	cr_assert_eq(r.icc(0, ICC_BPR1), 3u, "the other CPU's are its own");
}

Test(gicv3, faults_of_registers)
{
	gicv3_rig r(2);

	tw::board_of(r.board).set_master(1);
	r.fault(GICD_CTLR, 0x100, true,
		"gic: write of 0x100 to GICD_CTLR (offset 0x0) by cpu1: not modelled");
	r.fault(GICD + 0x10, 0, false, "read of no register (offset 0x10) by cpu1");
	r.fault(GICD_TYPER, 1, true, "read-only register");
	r.fault(GICD_ISENABLER, 1, true, "write of 0x1 to GICD_ISENABLER0 (offset 0x100)");
	r.fault(GICD_ISENABLER + 36, 1, true, "GICD_ISENABLER9 (offset 0x124) by cpu1: no such");
	r.fault(GICD_ICFGR, 0, false, "GICD_ICFGR0");
	r.fault(GICD_IROUTER + 8 * 31, 0, false, "GICD_IROUTER31");
	r.fault(GICD_IROUTER + 8 * 288, 0, false, "GICD_IROUTER288");
	r.fault(GICD_IROUTER + 8 * 32, 2, true, "no CPU has this affinity");
	r.fault(GICD_IROUTER + 8 * 32 + 4, 1, true, "no CPU has this affinity");
	r.fault(GICD + 0x800, 0, true, "not modelled");
	r.fault(GICR_CTLR, 1, true, "LPIs are not modelled");
	r.fault(GICR_PROPBASER, 1, true, "GICR_PROPBASER of cpu0 (offset 0x1000070)");
	r.fault(r.of_cpu(1, GICR_WAKER), 1, true, "GICR_WAKER of cpu1");
	r.fault(r.of_cpu(1, GICR_TYPER), 0, true, "GICR_TYPER of cpu1");
	r.fault(GICR_ISENABLER0 + 4, 0, true, "GICR_ISENABLER1 of cpu0");
}

Test(gicv3, faults_of_system_registers)
{
	gicv3_rig r(2);

	r.bring_up();
	r.sysreg_fault(1, 0xc082, 0, false,
		       "cpu1: read of system register S3_0_C1_C0_2: no device has it");
	r.sysreg_fault(1, 0xc602, 0, false,
		       "gic: read of system register (S3_0_C12_C0_2) by cpu1: not modelled");
	r.sysreg_fault(1, 0xc640, 0, false, "S3_0_C12_C8_0"); /* ICC_IAR0_EL1 */
	r.sysreg_fault(0, ICC_IGRPEN0, 1, true,
		       "write of 0x1 to ICC_IGRPEN0_EL1 (S3_0_C12_C12_6) by cpu0: not modelled");
	r.sysreg_fault(0, ICC_CTLR, 1, true, "ICC_CTLR_EL1");  /* CBPR */
	r.sysreg_fault(0, ICC_CTLR, 64, true, "ICC_CTLR_EL1"); /* PMHE */
	r.sysreg_fault(0, ICC_SRE, 0, true, "ICC_SRE_EL1");
	r.sysreg_fault(0, ICC_AP0R0, 1, true, "ICC_AP0R0_EL1");
	r.sysreg_fault(0, ICC_EOIR1, 0, false, "write-only");
	r.sysreg_fault(0, ICC_SGI1R, 0, false, "write-only");
	r.sysreg_fault(0, ICC_IAR1, 0, true, "read-only");
	r.sysreg_fault(0, ICC_RPR, 0, true, "read-only");
	r.sysreg_fault(0, ICC_EOIR1, 40, true, "nothing is being served");
	r.sysreg_fault(0, ICC_EOIR1, 288, true, "no such interrupt");
	r.sysreg_fault(0, ICC_DIR, 40, true, "EOImode 0");
	r.set_icc(0, ICC_CTLR, EOIMODE);
	r.sysreg_fault(0, ICC_DIR, 8192, true, "no such interrupt");
	r.sysreg_fault(2, ICC_PMR, 0, false, "no cpu2");
	/* The numbers that mean "none" are ended without effect. */
	for (unsigned int n = 1020; n <= 1023; n++)
		r.set_icc(0, ICC_EOIR1, n);
}

Test(gicv3, bad_descriptions)
{
	static const struct {
		std::vector<tw_option> options;
		const char *why;
	} table[] = {
		{{{"spis", "16"}}, "16 is not a multiple of 32"},
		{{{"spis", "100"}}, "100 is not a multiple of 32"},
		{{{"spis", "1024"}}, "more than 988"},
		{{{"delay", "10"}}, "needs a unit"},
		{{{"sgi_delay", "2 s"}}, "more than 1 s"},
		{{{"sgidelay", "2 s"}}, "did you mean 'sgi_delay'?"},
	};
	gicv3_rig r(4);

	for (const auto &t : table) {
		cr_assert_eq(r.try_add("other", 0x1000000, 0x2000000, t.options), -1);
		cr_assert(strstr(r.err, t.why), "%s", r.err);
	}
	cr_assert_eq(r.try_add("other", 0x1000000, 0x2000000, {}, 3), -1);
	cr_assert(strstr(r.err, "GICR of 512 KiB"), "%s", r.err);
	cr_assert_eq(r.try_add("other", 0x1000000, 0x2000000), -1);
	cr_assert(strstr(r.err, "one interrupt controller"), "%s", r.err);
}

/* ITLinesNumber 31 stands for 1020 interrupts; the last register has 28 of them. */
Test(gicv3, all_shared_interrupts)
{
	gicv3_rig r(1, {{"spis", "988"}});

	cr_assert_eq(r.get(GICD_TYPER) & 31, 31u);
	r.put(GICD_ISENABLER + 31 * 4, ~0u);
	cr_assert_eq(r.get(GICD_ISENABLER + 31 * 4), 0x0fffffffu);
	r.put(GICD_IPRIORITYR + 1020, 0xa0a0a0a0);
	cr_assert_eq(r.get(GICD_IPRIORITYR + 1020), 0u);
	r.put(GICD_IROUTER + 8 * 1019, 0);
	r.fault(GICD_IROUTER + 8 * 1020, 0, true, "no register");
}
