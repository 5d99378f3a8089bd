// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/topology.h"

#include <cinttypes>
#include <cstdio>

#include "core/options.h"

namespace tw
{

static uint64_t first_bits(uint64_t n)
{
	return n >= 64 ? ~0ULL : (1ULL << n) - 1;
}

static void check(const cpu_shape &s)
{
	char text[160];
	bool fine = s.cpus_per_cluster && s.clusters_per_socket && s.sockets;

	/* By division: the product may not fit. */
	fine = fine && s.cpus_per_cluster <= cpu_topology::max_cpus &&
	       s.clusters_per_socket <= cpu_topology::max_cpus / s.cpus_per_cluster &&
	       s.sockets <= cpu_topology::max_cpus / s.cpus_per_cluster / s.clusters_per_socket;
	if (fine)
		return;
	snprintf(text, sizeof(text),
		 "%" PRIu32 " CPUs per cluster, %" PRIu32 " clusters per socket, %" PRIu32
		 " sockets; each must be at least 1, all CPUs at most %" PRIu32,
		 s.cpus_per_cluster, s.clusters_per_socket, s.sockets, cpu_topology::max_cpus);
	throw bad_input(text);
}

cpu_topology::cpu_topology(const cpu_shape &shape)
{
	uint32_t in_cluster = shape.cpus_per_cluster;
	uint32_t in_socket = in_cluster * shape.clusters_per_socket;
	uint32_t nr;

	check(shape);
	nr = in_socket * shape.sockets;
	all_ = first_bits(nr);
	for (uint32_t cpu = 0; cpu < nr; cpu++) {
		cluster_[cpu] = first_bits(in_cluster) << cpu / in_cluster * in_cluster;
		socket_[cpu] = first_bits(in_socket) << cpu / in_socket * in_socket;
	}
}

} // namespace tw
