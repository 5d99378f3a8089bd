// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rig.h"

#include <cstring>

Test(storage, remembers)
{
	rig r;
	uint64_t data = 0;

	cr_assert_eq(r.read(1, STORAGE_BASE + 0x28), 0x1234u);
	r.write(2, STORAGE_BASE + 0x28, 0xcafe);
	r.write(3, STORAGE_BASE + 0x1fc, 7);
	cr_assert_eq(r.read(4, STORAGE_BASE + 0x28), 0xcafeu);
	cr_assert_eq(r.read(5, STORAGE_BASE + 0x1fc), 7u);
	/* An answer to this would be invented. */
	cr_assert_eq(r.try_access(6, STORAGE_BASE + 0x20, &data, false), -1);
	cr_assert(strstr(r.err, "pmc: read of register (offset 0x20): never written"), "%s", r.err);
}

Test(storage, boot_value_outside)
{
	static const tw_reg_init outside[] = {{0x200, 1}};
	rig r(false);
	tw_bus_device d = rig::device("pmc", "storage", STORAGE_BASE, -1);

	r.make();
	d.init = outside;
	d.nr_init = 1;
	cr_assert_eq(tw_board_add(r.board, &d, r.err), -1);
	cr_assert(strstr(r.err, "offset 512"), "%s", r.err);
}
