/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A board with one device of the chip and whatever a test adds, accessed by register offsets. */
#ifndef TESTS_MODELS_SOC_RIG_H
#define TESTS_MODELS_SOC_RIG_H

#include "rig.h"

#include <cstring>

#include "core/board.h"

#define NIRQ 0
#define NFIQ 1

class soc_rig : public rig
{
      public:
	static constexpr uint64_t base = 0xfffff000;

	/* irq: the device's line, or -1. */
	soc_rig(const char *compatible, int irq, uint64_t clock_hz,
		const std::vector<tw_reg_init> &boot = {})
	    : rig(false)
	{
		make();
		cr_assert_eq(try_add("dut", compatible, base, irq, clock_hz, boot), 0, "%s", err);
	}

	int try_add(const char *name, const char *compatible, uint64_t at, int irq,
		    uint64_t clock_hz, const std::vector<tw_reg_init> &boot = {})
	{
		tw_bus_device d = device(name, compatible, at, irq);

		d.clock_hz = clock_hz;
		d.init = boot.data();
		d.nr_init = boot.size();
		return tw_board_add(board, &d, err);
	}

	uint32_t get(uint64_t at, uint32_t offset)
	{
		return read(at, base + offset);
	}

	void put(uint64_t at, uint32_t offset, uint32_t value)
	{
		write(at, base + offset, value);
	}

	/* The access is a model fault and its text contains `why`. */
	void expect_fault(uint64_t at, uint32_t offset, uint32_t value, bool write, const char *why)
	{
		uint64_t data = value;

		cr_assert_eq(try_access(at, base + offset, &data, write), -1,
			     "offset 0x%x: no fault", offset);
		cr_assert(strstr(err, why), "offset 0x%x: %s", offset, err);
	}

	/* A device's line, as its model would drive it. */
	void line(int n, bool level, uint64_t at)
	{
		tw_board_advance(board, at);
		tw::board_of(board).lines().drive(n, level, at);
	}
};

#endif
