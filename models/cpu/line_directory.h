/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Coherence of shared cache lines: who has a line, and how long it takes another CPU to get it.
 *
 * Per line: holders (none, one owner that may write, or several copies) and until when it is busy.
 * An access that needs the line moved, or needs it alone, takes its turn: it begins when the one
 * before it has ended, in the order of arrival. What it costs then:
 *
 *	read	by a holder: hit, at once even while the line is busy
 *		else transfer from the nearest holder, or memory if there is none; a lone reader is
 *		the owner (exclusive), otherwise all holders have copies
 *	write,	by the owner: hit
 *	atomic	by one of several holders: invalidation of the farthest other one
 *		else transfer from the nearest holder, and at the same time invalidation of the
 *		farthest if there are several: the longer of the two; or memory
 *		an atomic keeps the line for `atomic` longer; the writer is the owner afterwards
 *
 * An access takes effect when it is asked for: a holder that reads while another CPU's write
 * waits for its turn misses already and sees the new value after that write.
 *
 * Spinning: a CPU may park on a line it holds. A write by another CPU or a device wakes every
 * parked CPU exactly once. When the write has ended each fetches the line like a read, one after
 * the other: those of the writer's cluster first, then its socket, then the rest, within each by
 * CPU number (by number alone for a device). Each goes on when its own fetch has ended and looks
 * again: the value need not be what it waits for. An interrupt for it in between comes after that.
 *
 * Assumed: transfers of one line never overlap, not even copies to several readers; requests of
 * all CPUs are served as they come, while real interconnects may prefer near ones.
 *
 * Does not model: capacity and eviction (a line stays where it is); other lines in the way; far
 * atomics (LSE at the interconnect); prefetch; a reservation lost between load-exclusive and
 * store-exclusive (an atomic is one access); how long a device's write takes.
 */
#ifndef TW_CPU_LINE_DIRECTORY_H
#define TW_CPU_LINE_DIRECTORY_H

#include <cstdint>
#include <string>

#include "cpu/line_access.h"
#include "cpu/line_table.h"
#include "cpu/topology.h"

namespace tw
{

/* Index of a cost, ps; the three distances in the order of cpu_distance. */
enum line_cost {
	LINE_HIT,
	LINE_SAME_CLUSTER, /* transfer from a CPU of the same cluster */
	LINE_OTHER_CLUSTER,
	LINE_OTHER_SOCKET,
	LINE_MEMORY,		 /* nobody has it */
	LINE_INVALIDATE_CLUSTER, /* of a copy in the same cluster */
	LINE_INVALIDATE_SOCKET,
	LINE_INVALIDATE_REMOTE,
	LINE_ATOMIC, /* beyond getting the line */
	LINE_COST_NR
};

/* `cpu`, parked since `since`, goes on at `at`, ps. Must not call the directory. */
using line_wake = void (*)(void *ctx, uint32_t cpu, uint64_t since, uint64_t at);

class line_directory
{
      public:
	/*
	 * line_size: bytes, a power of two, 16 to 4096. costs: LINE_COST_NR of them, looked up at
	 * every use. Throws bad_input.
	 */
	line_directory(const cpu_shape &shape, uint32_t line_size, const uint64_t *costs,
		       line_wake wake, void *wake_ctx);

	/*
	 * From now on a line that was never asked for is taken as the asking CPU's own: it has most
	 * likely just written it, and misses of its own memory are part of what its instructions
	 * cost. Without this such a line comes from memory.
	 */
	void adopt_new_lines()
	{
		adopt_ = true;
	}

	/* As tw_line_access(), tw_line_park(), tw_line_unpark(), tw_line_device_write(). */
	uint64_t access(uint32_t cpu, uint64_t address, tw_line_kind kind, uint64_t now) noexcept;
	uint64_t park(uint32_t cpu, uint64_t address, uint64_t now) noexcept;
	bool unpark(uint32_t cpu) noexcept;
	void device_write(uint64_t address, uint64_t now) noexcept;

	/* Is the CPU parked? */
	bool parked(uint32_t cpu) const
	{
		return topology_.all() & ~running_ & bit(cpu);
	}

	/* The caller broke a rule or memory ran out. Only the first time counts. */
	bool faulted() const
	{
		return fault_.what;
	}
	/* What, as one line; not for a small stack. */
	std::string fault_text() const;

	/* The state of a line, or NULL if it was never asked for. */
	const shared_line *peek(uint64_t address) const
	{
		return lines_.peek(address);
	}

      private:
	struct fault {
		const char *what = nullptr;
		uint32_t cpu = 0;
		uint64_t address = 0, now = 0, before = 0;
	};
	struct waiter {
		uint64_t address = 0, since = 0;
	};

	static uint64_t bit(uint32_t cpu)
	{
		return 1ULL << cpu;
	}
	uint64_t transfer(cpu_distance from) const
	{
		return costs_[LINE_SAME_CLUSTER + from];
	}
	uint64_t invalidate(cpu_distance at) const
	{
		return costs_[LINE_INVALIDATE_CLUSTER + at];
	}
	shared_line *reach(uint32_t cpu, uint64_t address, uint64_t now) noexcept;
	shared_line *reach_line(uint32_t cpu, uint64_t address, uint64_t now) noexcept;
	shared_line *refuse(const fault &fault) noexcept;
	uint64_t read(shared_line &line, uint32_t cpu, uint64_t now) noexcept;
	uint64_t write(shared_line &line, uint32_t cpu, uint64_t now, uint64_t extra) noexcept;
	uint64_t fetch(shared_line &line, uint32_t cpu, uint64_t now) noexcept;
	uint64_t ownership(const shared_line &line, uint32_t cpu) const noexcept;
	void wake(shared_line &line, uint64_t cpus) noexcept;
	void wake_around(shared_line &line, uint32_t writer) noexcept;

	cpu_topology topology_;
	line_table lines_;
	const uint64_t *costs_;
	line_wake wake_;
	void *wake_ctx_;
	uint64_t running_; /* CPUs that are there and not parked; none after a fault */
	bool adopt_ = false;
	waiter waiters_[cpu_topology::max_cpus];
	fault fault_;
};

} // namespace tw

#endif
