// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "cpu/topology.h"

using tw::cpu_topology;

Test(topology, sets_of_eight_cpus)
{
	cpu_topology t({2, 2, 2});
	static const uint64_t cluster[] = {0x03, 0x03, 0x0c, 0x0c, 0x30, 0x30, 0xc0, 0xc0};

	cr_assert_eq(t.all(), 0xff);
	for (uint32_t cpu = 0; cpu < 8; cpu++) {
		cr_expect_eq(t.cluster(cpu), cluster[cpu], "cpu%u", cpu);
		cr_expect_eq(t.socket(cpu), cpu < 4 ? 0x0f : 0xf0, "cpu%u", cpu);
	}
}

Test(topology, one_and_sixty_four)
{
	cpu_topology one({1, 1, 1}), all({64, 1, 1}), sockets({4, 8, 2});

	cr_assert_eq(one.all(), 1);
	cr_assert_eq(one.cluster(0), 1);
	cr_assert_eq(all.all(), ~0ULL);
	cr_assert_eq(all.cluster(63), ~0ULL);
	cr_assert_eq(sockets.cluster(63), 0xfULL << 60);
	cr_assert_eq(sockets.socket(32), 0xffffffffULL << 32);
	cr_assert_eq(sockets.socket(31), 0xffffffffULL);
}

/* From CPU 1 of 0 1 | 2 3 || 4 5 | 6 7. */
Test(topology, nearest_and_farthest)
{
	static const struct {
		uint64_t others;
		tw::cpu_distance nearest, farthest;
	} rows[] = {
		{0x01, tw::SAME_CLUSTER, tw::SAME_CLUSTER},
		{0x04, tw::OTHER_CLUSTER, tw::OTHER_CLUSTER},
		{0x80, tw::OTHER_SOCKET, tw::OTHER_SOCKET},
		{0x09, tw::SAME_CLUSTER, tw::OTHER_CLUSTER},
		{0x11, tw::SAME_CLUSTER, tw::OTHER_SOCKET},
		{0x48, tw::OTHER_CLUSTER, tw::OTHER_SOCKET},
		{0xfd, tw::SAME_CLUSTER, tw::OTHER_SOCKET},
	};
	cpu_topology t({2, 2, 2});

	for (const auto &row : rows) {
		cr_expect_eq(t.nearest(1, row.others), row.nearest, "%lx", row.others);
		cr_expect_eq(t.farthest(1, row.others), row.farthest, "%lx", row.others);
	}
}
