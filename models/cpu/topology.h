/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Which CPUs are near each other: clusters of CPUs that share a cache, sockets made of clusters.
 * CPU n is the (n % cpus_per_cluster)-th of its cluster; clusters are numbered through the sockets.
 *
 * Does not know: clusters of different sizes (give the largest, the CPUs that are not there never
 * ask), and places within a mesh: two clusters of a socket are always equally far apart.
 */
#ifndef TW_CPU_TOPOLOGY_H
#define TW_CPU_TOPOLOGY_H

#include <cstdint>

namespace tw
{

/* All at least 1; their product at most 64. */
struct cpu_shape {
	uint32_t cpus_per_cluster = 1;
	uint32_t clusters_per_socket = 1;
	uint32_t sockets = 1;
};

/* How far from one CPU to another one, nearest first. */
enum cpu_distance { SAME_CLUSTER, OTHER_CLUSTER, OTHER_SOCKET };

/* Sets of CPUs are bitmaps: bit n is CPU n. */
class cpu_topology
{
      public:
	static constexpr uint32_t max_cpus = 64;

	/* Throws bad_input. */
	explicit cpu_topology(const cpu_shape &shape);

	/* All CPUs. */
	uint64_t all() const
	{
		return all_;
	}

	/* Those of the CPU's cluster, itself too. */
	uint64_t cluster(uint32_t cpu) const
	{
		return cluster_[cpu];
	}

	/* Those of the CPU's socket, itself too. */
	uint64_t socket(uint32_t cpu) const
	{
		return socket_[cpu];
	}

	/* From `cpu` to the nearest of `others`, of which there is one and which are not `cpu`. */
	cpu_distance nearest(uint32_t cpu, uint64_t others) const
	{
		if (others & cluster_[cpu])
			return SAME_CLUSTER;
		return others & socket_[cpu] ? OTHER_CLUSTER : OTHER_SOCKET;
	}

	/* The same to the farthest. */
	cpu_distance farthest(uint32_t cpu, uint64_t others) const
	{
		if (others & ~socket_[cpu])
			return OTHER_SOCKET;
		return others & ~cluster_[cpu] ? OTHER_CLUSTER : SAME_CLUSTER;
	}

      private:
	uint64_t all_;
	uint64_t cluster_[max_cpus] = {}, socket_[max_cpus] = {};
};

} // namespace tw

#endif
