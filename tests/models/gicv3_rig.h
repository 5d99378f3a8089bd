/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A board with a GICv3 and nothing else, 1 to 64 CPUs. Registers are named as in Arm IHI 0069 and
 * written down here a second time, as the addresses a kernel would use.
 */
#ifndef TESTS_MODELS_GICV3_RIG_H
#define TESTS_MODELS_GICV3_RIG_H

#include "rig.h"

#include <cstring>

#include "core/board.h"

#define GICD 0x08000000ULL
#define GICR 0x080a0000ULL

enum gicd_register : uint64_t {
	GICD_CTLR = GICD,
	GICD_TYPER = GICD + 0x4,
	GICD_IIDR = GICD + 0x8,
	GICD_TYPER2 = GICD + 0xc,
	GICD_IGROUPR = GICD + 0x80,
	GICD_ISENABLER = GICD + 0x100,
	GICD_ICENABLER = GICD + 0x180,
	GICD_ISPENDR = GICD + 0x200,
	GICD_ICPENDR = GICD + 0x280,
	GICD_ISACTIVER = GICD + 0x300,
	GICD_ICACTIVER = GICD + 0x380,
	GICD_IPRIORITYR = GICD + 0x400,
	GICD_ICFGR = GICD + 0xc00,
	GICD_IROUTER = GICD + 0x6000,
	GICD_PIDR2 = GICD + 0xffe8,
};

/* Of CPU 0; CPU n's are n * 0x20000 further. The SGI frame is the second 64 KiB. */
enum gicr_register : uint64_t {
	GICR_CTLR = GICR,
	GICR_IIDR = GICR + 0x4,
	GICR_TYPER = GICR + 0x8,
	GICR_WAKER = GICR + 0x14,
	GICR_PROPBASER = GICR + 0x70,
	GICR_PIDR2 = GICR + 0xffe8,
	GICR_IGROUPR0 = GICR + 0x10080,
	GICR_ISENABLER0 = GICR + 0x10100,
	GICR_ICENABLER0 = GICR + 0x10180,
	GICR_ISPENDR0 = GICR + 0x10200,
	GICR_ICPENDR0 = GICR + 0x10280,
	GICR_ISACTIVER0 = GICR + 0x10300,
	GICR_ICACTIVER0 = GICR + 0x10380,
	GICR_IPRIORITYR = GICR + 0x10400,
	GICR_ICFGR0 = GICR + 0x10c00,
	GICR_ICFGR1 = GICR + 0x10c04,
};

/* op0 << 14 | op1 << 11 | CRn << 7 | CRm << 3 | op2, all with op0 3 and op1 0. */
enum icc_register : uint32_t {
	ICC_PMR = 0xc230,
	ICC_AP0R0 = 0xc644,
	ICC_AP1R0 = 0xc648,
	ICC_DIR = 0xc659,
	ICC_RPR = 0xc65b,
	ICC_SGI1R = 0xc65d,
	ICC_IAR1 = 0xc660,
	ICC_EOIR1 = 0xc661,
	ICC_HPPIR1 = 0xc662,
	ICC_BPR1 = 0xc663,
	ICC_CTLR = 0xc664,
	ICC_SRE = 0xc665,
	ICC_IGRPEN0 = 0xc666,
	ICC_IGRPEN1 = 0xc667,
};

#define NONE 1023u
#define EOIMODE 2u
#define ALL_BUT_SELF (1ULL << 40)

class gicv3_rig : public rig
{
      public:
	std::vector<twin_cpu> cpus;
	uint64_t now = 1000;

	explicit gicv3_rig(unsigned int n, const std::vector<tw_option> &options = {})
	    : rig(false), cpus(n)
	{
		for (unsigned int i = 0; i < n; i++)
			cpus[i].id = i;
		config.cpus = cpus.data();
		config.nr_cpus = n;
		make();
		bench_check(!try_add("gic", GICD, GICR, options), err);
	}

	/* The GICR region has room for `room` CPUs, or for all. */
	int try_add(const char *name, uint64_t gicd, uint64_t gicr,
		    const std::vector<tw_option> &options = {}, unsigned int room = 0)
	{
		tw_bus_region more = {gicr, (room ? room : cpus.size()) * 0x20000ULL};
		tw_bus_device d = device(name, "arm,gic-v3", gicd, -1);

		d.size = 0x10000;
		d.more = &more;
		d.nr_more = 1;
		d.options = options.data();
		d.nr_options = options.size();
		return tw_board_add(board, &d, err);
	}

	uint32_t get(uint64_t address)
	{
		return read(now++, address);
	}

	void put(uint64_t address, uint64_t value, uint32_t size = 4)
	{
		bench_check(!try_access(now++, address, &value, true, size), err);
	}

	static uint64_t of_cpu(unsigned int cpu, uint64_t address)
	{
		return address + cpu * 0x20000ULL;
	}

	uint64_t icc(unsigned int cpu, uint32_t encoding)
	{
		uint64_t value = 0;

		bench_check(!tw_board_sysreg(board, now++, cpu, encoding, &value, 0, err), err);
		return value;
	}

	void set_icc(unsigned int cpu, uint32_t encoding, uint64_t value)
	{
		bench_check(!tw_board_sysreg(board, now++, cpu, encoding, &value, 1, err), err);
	}

	bool nirq(unsigned int cpu) const
	{
		return cpus[cpu].irq[0] & 1;
	}

	/* A device's line, from now on. */
	void line(int spi, bool level)
	{
		tw_board_advance(board, now);
		tw::board_of(board).lines().drive(spi, level, now++);
	}

	bool ppi(unsigned int cpu, unsigned int intid, bool level)
	{
		tw_board_advance(board, now);
		return tw::board_of(board).lines().ppi(cpu, intid, level, now++);
	}

	/* As the driver leaves it: everything in group 1 at priority 0xa0, SPIs to CPU 0. */
	void bring_up(unsigned int banks = 9)
	{
		for (unsigned int i = 1; i < banks; i++)
			put(GICD_IGROUPR + 4 * i, ~0u);
		for (unsigned int n = 32; n < 32 * banks; n += 4)
			put(GICD_IPRIORITYR + n, 0xa0a0a0a0);
		put(GICD_CTLR, 0x13);
		for (unsigned int c = 0; c < cpus.size(); c++) {
			put(of_cpu(c, GICR_WAKER), 0);
			put(of_cpu(c, GICR_IGROUPR0), ~0u);
			for (unsigned int n = 0; n < 32; n += 4)
				put(of_cpu(c, GICR_IPRIORITYR) + n, 0xa0a0a0a0);
			set_icc(c, ICC_PMR, 0xf0);
			set_icc(c, ICC_IGRPEN1, 1);
		}
	}

	/* Bit of `intid` in the register of its bank that begins at `address` (bank 0's). */
	void bit(uint64_t address, unsigned int intid)
	{
		put(address + intid / 32 * 4, 1u << intid % 32);
	}

	bool is_set(uint64_t address, unsigned int intid)
	{
		return get(address + intid / 32 * 4) >> intid % 32 & 1;
	}

	void set_edge(unsigned int intid, bool edge)
	{
		uint64_t address = GICD_ICFGR + intid / 16 * 4;
		uint32_t mask = 2u << intid % 16 * 2, value = get(address);

		put(address, edge ? value | mask : value & ~mask);
	}

	void set_priority(unsigned int intid, uint8_t priority)
	{
		put(GICD_IPRIORITYR + intid, priority, 1);
	}

	void sysreg_fault(unsigned int cpu, uint32_t encoding, uint64_t value, bool write,
			  const char *why)
	{
		cr_assert_eq(tw_board_sysreg(board, now++, cpu, encoding, &value, write, err), -1,
			     "0x%x: no fault", encoding);
		cr_assert(strstr(err, why), "0x%x: %s", encoding, err);
	}

	void fault(uint64_t address, uint64_t value, bool write, const char *why, uint32_t size = 4)
	{
		cr_assert_eq(try_access(now++, address, &value, write, size), -1,
			     "0x%" PRIx64 ": no fault", address);
		cr_assert(strstr(err, why), "0x%" PRIx64 ": %s", address, err);
	}
};

#endif
