// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The order of several CPUs; see pump.h. */
#include "cpu/pump.h"

#include <algorithm>
#include <cinttypes>

#include "core/options.h"

namespace tw
{

static uint64_t bit(uint32_t cpu)
{
	return 1ULL << cpu;
}

/* `cpu` acts before `other`, which is at `time`, as long as its own time is below this. */
static uint64_t first_until(const twin_cpu &cpu, const twin_cpu &other, uint64_t time)
{
	return time + (cpu.id < other.id);
}

void pump::loop_many()
{
	order_ = turn_order(static_cast<uint32_t>(cores_.size()));
	order_.set(0, cores_[0].cpu->now);
	while (!stopped_) {
		core &first = cores_[order_.first()];
		uint64_t due = std::min({env_.events.next(), foreign_next_, next_poll_});

		if (due <= order_.time(first.cpu->id) || nudged_) {
			happen(due);
			continue;
		}
		if (first.what == state::exited)
			serve_many(first);
		else
			execute_many(first);
		if (awake_ & bit(first.cpu->id))
			order_.set(first.cpu->id, first.cpu->now);
	}
}

uint64_t pump::latest() const
{
	uint64_t time = 0;

	for (const core &c : cores_)
		if (c.what != state::off)
			time = std::max(time, c.cpu->now);
	return time;
}

/* What is due before the next CPU acts: one device event, foreign activity, or the host's turn. */
void pump::happen(uint64_t due)
{
	uint64_t event = std::min(env_.events.next(), foreign_next_);

	if (nudged_ || (due == next_poll_ && due < event && (awake_ || event != TWIN_TIME_NEVER))) {
		poll(*cores_.data(), due == next_poll_ && !nudged_ ? due : 0);
		return;
	}
	if (event == TWIN_TIME_NEVER) {
		stop(TW_STOP_STUCK, cores_[0], 0,
		     "every CPU is idle or waits for another one, and no device event is left");
		result_.now = latest();
		return;
	}
	if (env_.events.next() <= foreign_next_)
		env_.events.run_next();
	else
		run_foreign(foreign_next_);
	if (env_.faults.raised()) {
		model_fault(cores_[0]);
		result_.now = event;
	}
	wake_changed(event);
}

/* CPUs that are charged side by side would pass each other by 1 ps otherwise. */
uint64_t pump::charge_step() const
{
	return std::max(config_.sync_block ? 0 : config_.quantum, least_charge);
}

void pump::execute_many(core &c)
{
	twin_cpu &cpu = *c.cpu;
	uint64_t next = order_.first_until();

	env_.lines.take_changed(bit(cpu.id));
	/* What is charged at once is private too: it stops where blocks stop, but not for a poll. */
	charge_ = std::min(env_.events.next(), foreign_next_);
	slice_ = std::min(charge_, next_poll_);
	cpu.horizon = std::min(next, charge_);
	if (next != TWIN_TIME_NEVER) {
		charge_ = std::min(charge_, next + charge_step());
		slice_ = std::min(slice_, next + config_.quantum);
	}
	if (config_.sync_block)
		slice_ = 0;
	executing_ = &c;
	if (config_.running)
		*config_.running = cpu.id;
	execute_slice(c);
	executing_ = nullptr;
	if (lines_->faulted())
		stop(TW_STOP_MODEL, c, 0, lines_->fault_text().c_str());
}

/*
 * A signal of the host lowers the limit so that it is seen soon. When that comes must not decide
 * who acts next: the same CPU goes on until its slice is over. One that only had to wait for the
 * others goes on when it is its turn again: what is due before that has happened by then.
 */
void pump::execute_slice(core &c)
{
	do {
		c.cpu->limit = slice_;
		c.cpu->event = charge_;
		/* As in execute(). */
		std::atomic_signal_fence(std::memory_order_seq_cst);
		if (nudged_)
			c.cpu->limit = 0;
		c.exit = config_.image->run(c.cpu->id);
		c.what = c.exit == TWIN_EXIT_SHARE || c.exit == TWIN_EXIT_LIMIT ? state::running
										 : state::exited;
		env_.log.make_room();
		if (nudged_)
			poll(c, 0);
	} while (c.exit == TWIN_EXIT_LIMIT && c.cpu->now < slice_ && !stopped_);
}

void pump::serve_many(core &c)
{
	uint64_t issued = c.cpu->now;

	switch (c.exit) {
	case TWIN_EXIT_IDLE:
		sleep(c, state::idle);
		return;
	case TWIN_EXIT_PARK:
		sleep(c, state::parked);
		return;
	default:
		serve(c);
		wake_changed(issued);
	}
}

/* Unless one of its lines has changed since it ran: the kernel has not seen that. */
void pump::sleep(core &c, state how)
{
	uint32_t id = c.cpu->id;

	c.what = state::running;
	/* Woken by a write since it parked, which has set its time. */
	if (how == state::parked && !lines_->parked(id))
		return;
	if (env_.lines.changed() & bit(id)) {
		lines_->unpark(id);
		return;
	}
	c.what = how;
	awake_ &= ~bit(id);
	order_.set(id, turn_order::never);
}

void pump::wake(core &c, uint64_t time)
{
	c.what = state::running;
	c.cpu->now = std::max(c.cpu->now, time);
	awake_ |= bit(c.cpu->id);
	order_.set(c.cpu->id, c.cpu->now);
}

/* CPUs that sleep and whose interrupt lines have changed, at `time`. */
void pump::wake_changed(uint64_t time)
{
	for (uint64_t left = env_.lines.changed() & ~awake_; left; left &= left - 1) {
		core &c = cores_[static_cast<size_t>(__builtin_ctzll(left))];

		if (c.what == state::parked)
			lines_->unpark(c.cpu->id);
		if (c.what != state::off)
			wake(c, time);
	}
}

/* The CPU whose code runs must not overtake one that has just woken. */
void pump::lower(core &running, const core &other)
{
	uint64_t until = first_until(*running.cpu, *other.cpu, other.cpu->now);

	running.cpu->horizon = std::min(running.cpu->horizon, until);
	charge_ = std::min(charge_, until + charge_step());
	running.cpu->event = std::min(running.cpu->event, charge_);
	slice_ = std::min(slice_, until + config_.quantum);
	running.cpu->limit = std::min(running.cpu->limit, slice_);
}

/*
 * One that has left with PARK and is not asleep yet is only told its time: it will find that it is
 * not parked any more.
 */
void pump::line_wake(void *self, uint32_t cpu, uint64_t, uint64_t at)
{
	pump &p = *static_cast<pump *>(self);
	core &c = p.cores_[cpu];

	if (c.what != state::parked) {
		c.cpu->now = std::max(c.cpu->now, at);
		if (p.awake_ & bit(cpu))
			p.order_.set(cpu, c.cpu->now);
	} else {
		p.wake(c, at);
	}
	if (p.executing_)
		p.lower(*p.executing_, c);
}

void pump::switch_on(core &c)
{
	twin_call &call = c.cpu->call;
	uint64_t id = call.args[0];

	if (id >= cores_.size() || cores_[id].what != state::off) {
		env_.faults.report("cpu%" PRIu32 ": cannot switch on cpu%" PRIu64 ": %s", c.cpu->id,
				   id, id < cores_.size() ? "it is on" : "there is none");
		return;
	}
	wake(cores_[id], c.cpu->now);
	call.ret = 0;
}

twin_lines pump::shared_lines()
{
	twin_lines door = {};

	if (!lines_)
		return door;
	door.ctx = lines_.get();
	door.access = [](void *ctx, uint32_t cpu, uint64_t address, uint32_t kind, uint64_t now) {
		return tw_line_access(ctx, cpu, address, static_cast<tw_line_kind>(kind), now);
	};
	door.park = tw_line_park;
	return door;
}

void pump::make_lines()
{
	static_assert(TWIN_COST_LINE_ATOMIC - TWIN_COST_LINE_HIT == LINE_ATOMIC,
		      "costs.def and line_cost in the same order");
	cpu_shape shape = {config_.cpus_per_cluster, config_.clusters_per_socket, config_.sockets};

	if (static_cast<uint64_t>(shape.cpus_per_cluster) * shape.clusters_per_socket *
		    shape.sockets < cores_.size())
		throw bad_input("fewer places for CPUs than CPUs");
	lines_ = std::make_unique<line_directory>(shape, config_.line_size,
						  config_.costs + TWIN_COST_LINE_HIT, line_wake,
						  this);
	lines_->adopt_new_lines();
}

} // namespace tw
