// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/line_directory.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "twin_abi.h"

namespace tw
{

static constexpr uint32_t no_cpu = ~0U;

line_directory::line_directory(const cpu_shape &shape, uint32_t line_size, const uint64_t *costs,
			       line_wake wake, void *wake_ctx)
    : topology_(shape), lines_(line_size), costs_(costs), wake_(wake), wake_ctx_(wake_ctx),
      running_(topology_.all())
{
}

/* Nothing is formatted here: this may be a kernel's stack. */
shared_line *line_directory::refuse(const fault &fault) noexcept
{
	if (!fault_.what)
		fault_ = fault;
	running_ = 0;
	return nullptr;
}

std::string line_directory::fault_text() const
{
	char text[256], who[16];

	if (!faulted())
		return "";
	snprintf(who, sizeof(who), "cpu%" PRIu32, fault_.cpu);
	snprintf(text, sizeof(text),
		 "shared lines: %s at 0x%" PRIx64 ", %" PRIu64 " ps: %s (line last used at %" PRIu64
		 " ps)",
		 fault_.cpu == no_cpu ? "device" : who, fault_.address, fault_.now, fault_.what,
		 fault_.before);
	return text;
}

/* The line, if the CPU may ask for it now. */
shared_line *line_directory::reach(uint32_t cpu, uint64_t address, uint64_t now) noexcept
{
	if (cpu < cpu_topology::max_cpus && running_ & bit(cpu))
		return reach_line(cpu, address, now);
	if (cpu < cpu_topology::max_cpus && topology_.all() & bit(cpu))
		return refuse({"access by a CPU that is parked", cpu, address, now, 0});
	return refuse({"no such CPU", cpu, address, now, 0});
}

shared_line *line_directory::reach_line(uint32_t cpu, uint64_t address, uint64_t now) noexcept
{
	shared_line *line = lines_.find(address);

	if (!line)
		return refuse({"out of memory for its line", cpu, address, now, 0});
	if (now < line->touched)
		return refuse({"time runs backwards; only the earliest CPU may ask", cpu, address,
			       now, line->touched});
	if (adopt_ && !line->touched && !line->holders && cpu != no_cpu)
		line->holders = bit(cpu);
	line->touched = now;
	return line;
}

uint64_t line_directory::access(uint32_t cpu, uint64_t address, tw_line_kind kind,
				uint64_t now) noexcept
{
	shared_line *line = reach(cpu, address, now);

	if (!line)
		return 0;
	switch (kind) {
	case TW_LINE_READ:
		return read(*line, cpu, now);
	case TW_LINE_WRITE:
		return write(*line, cpu, now, 0);
	case TW_LINE_ATOMIC:
		return write(*line, cpu, now, costs_[LINE_ATOMIC]);
	}
	refuse({"unknown kind of access", cpu, address, now, 0});
	return 0;
}

uint64_t line_directory::read(shared_line &line, uint32_t cpu, uint64_t now) noexcept
{
	if (line.holders & bit(cpu))
		return costs_[LINE_HIT];
	return fetch(line, cpu, now) - now;
}

/* The CPU, which has no copy, gets one; returns when it has it. */
uint64_t line_directory::fetch(shared_line &line, uint32_t cpu, uint64_t now) noexcept
{
	uint64_t cost =
		line.holders ? transfer(topology_.nearest(cpu, line.holders)) : costs_[LINE_MEMORY];

	line.busy_until = std::max(now, line.busy_until) + cost;
	line.holders |= bit(cpu);
	return line.busy_until;
}

/* What it takes to be the only holder. */
uint64_t line_directory::ownership(const shared_line &line, uint32_t cpu) const noexcept
{
	uint64_t others = line.holders & ~bit(cpu);
	uint64_t move;

	if (!others)
		return costs_[line.holders ? LINE_HIT : LINE_MEMORY];
	if (line.holders & bit(cpu))
		return invalidate(topology_.farthest(cpu, others));
	move = transfer(topology_.nearest(cpu, others));
	/* A single owner hands over; several holders need acknowledgements from all. */
	if (others & (others - 1))
		move = std::max(move, invalidate(topology_.farthest(cpu, others)));
	return move;
}

uint64_t line_directory::write(shared_line &line, uint32_t cpu, uint64_t now,
			       uint64_t extra) noexcept
{
	uint64_t end = std::max(now, line.busy_until) + ownership(line, cpu) + extra;

	line.busy_until = end;
	line.holders = bit(cpu);
	if (line.parked)
		wake_around(line, cpu);
	return end - now;
}

void line_directory::wake_around(shared_line &line, uint32_t writer) noexcept
{
	wake(line, line.parked & topology_.cluster(writer));
	wake(line, line.parked & topology_.socket(writer));
	wake(line, line.parked);
}

/* Lowest number first; each fetch begins when the one before has ended. */
void line_directory::wake(shared_line &line, uint64_t cpus) noexcept
{
	line.parked &= ~cpus;
	running_ |= cpus;
	for (; cpus; cpus &= cpus - 1) {
		uint32_t cpu = static_cast<uint32_t>(__builtin_ctzll(cpus));
		uint64_t at = fetch(line, cpu, line.busy_until);

		wake_(wake_ctx_, cpu, waiters_[cpu].since, at);
	}
}

uint64_t line_directory::park(uint32_t cpu, uint64_t address, uint64_t now) noexcept
{
	shared_line *line = reach(cpu, address, now);

	if (!line)
		return 0;
	/* Its copy was taken: a write that it has not seen. */
	if (!(line->holders & bit(cpu)))
		return fetch(*line, cpu, now) - now;
	line->parked |= bit(cpu);
	running_ &= ~bit(cpu);
	waiters_[cpu] = {address, now};
	return TWIN_TIME_NEVER;
}

bool line_directory::unpark(uint32_t cpu) noexcept
{
	if (faulted() || cpu >= cpu_topology::max_cpus || !(topology_.all() & ~running_ & bit(cpu)))
		return false;
	lines_.find(waiters_[cpu].address)->parked &= ~bit(cpu);
	running_ |= bit(cpu);
	return true;
}

void line_directory::device_write(uint64_t address, uint64_t now) noexcept
{
	shared_line *line = faulted() ? nullptr : reach_line(no_cpu, address, now);

	if (!line)
		return;
	line->busy_until = std::max(now, line->busy_until);
	line->holders = 0;
	wake(*line, line->parked);
}

} // namespace tw

static tw::line_directory &of(void *directory)
{
	return *static_cast<tw::line_directory *>(directory);
}

extern "C" uint64_t tw_line_access(void *directory, uint32_t cpu, uint64_t address,
				   enum tw_line_kind kind, uint64_t now)
{
	return of(directory).access(cpu, address, kind, now);
}

extern "C" uint64_t tw_line_park(void *directory, uint32_t cpu, uint64_t address, uint64_t now)
{
	return of(directory).park(cpu, address, now);
}

extern "C" int tw_line_unpark(void *directory, uint32_t cpu)
{
	return of(directory).unpark(cpu);
}

extern "C" void tw_line_device_write(void *directory, uint64_t address, uint64_t now)
{
	of(directory).device_write(address, now);
}
