// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Several CPUs under the pump: what others can see happens in the order of (time, CPU number). */
#include <deque>
#include <random>

#include "fake_kernel.h"

#define NS 1000ULL
#define LINE 0x40001000ULL

/* A program per CPU that keeps the kernel's side of pump.h. */
struct op {
	enum kind { RUN, ATOMIC, PARK, IDLE, ON, WRITE, HALT } what;
	uint64_t a = 0; /* length of a block, ps; address; CPU */
	uint64_t b = 0; /* number of blocks; value */
};

/* Something that others see: when, by whom, what. */
struct seen {
	uint64_t time;
	uint32_t cpu;
	op::kind what;
};

class programs
{
      public:
	static constexpr unsigned int max = 8;
	rig r{false};
	twin_cpu cpus[max] = {};
	std::deque<op> todo[max];
	std::vector<seen> order;
	uint64_t ahead = 0; /* the most that private code was ahead of the earliest other CPU */

	explicit programs(unsigned int n, uint64_t quantum = 100 * NS, bool sync_block = false)
	{
		image_.run = [](uint32_t cpu) { return current()->run(cpu); };
		current() = this;
		for (unsigned int i = 0; i < max; i++)
			cpus[i].id = i, cpus[i].timer = TWIN_TIME_NEVER;
		for (int i = 0; i < LINE_COSTS; i++)
			costs_[TWIN_COST_LINE_HIT + i] = line_costs[i] * NS;
		r.config.costs = costs_;
		r.config.cpus = cpus;
		r.config.nr_cpus = n;
		r.config.quantum = quantum;
		r.config.sync_block = sync_block;
		r.config.timer_line = -1;
		r.config.image = &image_;
		r.config.running = &running;
		r.make();
		r.add_buses();
		tw_board_lines(r.board, &lines_);
	}

	tw_result go()
	{
		return tw_board_run(r.board);
	}

	uint32_t running = ~0U;
	unsigned int nudge_every = 0; /* blocks between two nudges of the host; 0: none */
	std::string blocks;	      /* who ran each of them, until when */

      private:
	static constexpr int LINE_COSTS = 9;
	/* hit 0; transfers 20, 50, 140; memory 90; invalidations 11, 33, 101; atomic 7, in ns */
	static constexpr uint64_t line_costs[LINE_COSTS] = {0, 20, 50, 140, 90, 11, 33, 101, 7};

	static programs *&current()
	{
		static programs *p;

		return p;
	}

	void note_ahead(const twin_cpu &cpu)
	{
		for (unsigned int i = 0; i < r.config.nr_cpus; i++)
			if (i != cpu.id && awake_[i] && cpu.now > cpus[i].now)
				ahead = std::max(ahead, cpu.now - cpus[i].now);
	}

	void note_block(const twin_cpu &cpu)
	{
		blocks += std::to_string(cpu.id) + "@" + std::to_string(cpu.now) + " ";
		if (nudge_every && ++since_nudge_ % nudge_every == 0)
			tw_board_nudge(r.board);
	}

	twin_exit leave(uint32_t id, twin_exit why)
	{
		awake_[id] = why != TWIN_EXIT_IDLE && why != TWIN_EXIT_PARK;
		return why;
	}

	twin_exit run(uint32_t id)
	{
		twin_cpu &cpu = cpus[id];

		cr_assert_eq(running, id);
		awake_[id] = true;
		for (;;) {
			op &o = todo[id].front();

			if (o.what == op::RUN) {
				if (cpu.now >= cpu.limit && !fresh_[id]) {
					fresh_[id] = true;
					return leave(id, TWIN_EXIT_LIMIT);
				}
				fresh_[id] = false;
				note_ahead(cpu);
				cpu.now += o.a;
				note_block(cpu);
				if (!--o.b)
					todo[id].pop_front();
				continue;
			}
			if ((o.what == op::ATOMIC || o.what == op::PARK) && cpu.now >= cpu.horizon)
				return leave(id, TWIN_EXIT_SHARE);
			if (o.what != op::IDLE)
				order.push_back({cpu.now, id, o.what});

			op done = o;

			todo[id].pop_front();
			switch (done.what) {
			case op::ATOMIC:
				cpu.now += lines_.access(lines_.ctx, id, done.a, 2, cpu.now);
				continue;
			case op::PARK: {
				uint64_t ready = lines_.park(lines_.ctx, id, done.a, cpu.now);

				if (ready == TWIN_TIME_NEVER)
					return leave(id, TWIN_EXIT_PARK);
				cpu.now += ready;
				continue;
			}
			case op::IDLE:
				return leave(id, TWIN_EXIT_IDLE);
			case op::ON:
				cpu.call.nr = TWIN_CALL_CPU_ON;
				cpu.call.args[0] = done.a;
				return leave(id, TWIN_EXIT_CALL);
			case op::WRITE:
				cpu.mmio = {done.a, done.b, 4, 1};
				return leave(id, TWIN_EXIT_MMIO);
			default:
				return leave(id, TWIN_EXIT_HALT);
			}
		}
	}

	unsigned int since_nudge_ = 0;
	uint64_t costs_[TWIN_COST_NR] = {};
	twin_image image_ = {};
	twin_lines lines_ = {};
	bool awake_[max] = {}, fresh_[max] = {true, true, true, true, true, true, true, true};
};

/* Shared actions and accesses of four CPUs whose blocks have random lengths. */
static programs &random_traffic(programs &p, unsigned int seed)
{
	std::mt19937 random(seed);

	for (uint64_t i = 1; i < 4; i++)
		p.todo[0].push_back({op::ON, i});
	for (unsigned int cpu = 0; cpu < 4; cpu++) {
		for (int i = 0; i < 200; i++) {
			p.todo[cpu].push_back({op::RUN, random() % 30000, 1 + random() % 4});
			if (random() % 4)
				p.todo[cpu].push_back({op::ATOMIC, LINE + random() % 3 * 64});
			else
				p.todo[cpu].push_back({op::WRITE, STORAGE_BASE, random()});
		}
		p.todo[cpu].push_back({op::IDLE});
	}
	return p;
}

static void expect_order(const programs &p)
{
	uint64_t time = 0;
	uint32_t cpu = 0;

	for (const seen &s : p.order) {
		if (s.what == op::WRITE || s.what == op::ON)
			continue; /* issued, not yet performed */
		cr_assert(s.time > time || (s.time == time && s.cpu >= cpu),
			  "cpu%u at %lu after cpu%u at %lu", s.cpu, s.time, cpu, time);
		time = s.time, cpu = s.cpu;
	}
}

Test(pump_many, shared_actions_in_one_order)
{
	programs p(4);
	uint64_t last = 0;

	cr_assert_eq(random_traffic(p, 1).go().why, TW_STOP_STUCK);
	cr_assert_gt(p.order.size(), 800u);
	expect_order(p);
	for (const twin_event &w : p.r.of(TWIN_EV_MMIO_WRITE)) {
		cr_assert_geq(w.time, last);
		last = w.time;
	}
	cr_assert_gt(last, 0u);
}

/* Of one block at most, beyond the quantum. */
Test(pump_many, private_code_is_ahead_by_the_quantum)
{
	programs p(4, 100 * NS);

	random_traffic(p, 2).go();
	cr_assert_leq(p.ahead, 130 * NS, "%lu", p.ahead);
	cr_assert_gt(p.ahead, 60 * NS, "%lu: the quantum is not used", p.ahead);
}

Test(pump_many, without_a_quantum_blocks_take_turns)
{
	programs p(4, 0);

	random_traffic(p, 3).go();
	cr_assert_leq(p.ahead, 30 * NS, "%lu", p.ahead);
}

/* Nothing shared depends on how far private code runs ahead: these programs do not look. */
Test(pump_many, the_quantum_does_not_matter_to_private_code)
{
	auto times = [](int quantum) {
		programs p(4, static_cast<uint64_t>(quantum) * NS, quantum == 7);
		std::string text;

		random_traffic(p, 4).go();
		for (const seen &s : p.order)
			if (s.what == op::ATOMIC)
				text += std::to_string(s.cpu) + "@" + std::to_string(s.time) + " ";
		return text.substr(0, 4000);
	};
	std::string one = in_child(times, 0), small = in_child(times, 100);
	std::string large = in_child(times, 1000), by_block = in_child(times, 7);

	cr_assert_gt(one.size(), 3000u);
	cr_assert_str_eq(small.c_str(), one.c_str());
	cr_assert_str_eq(large.c_str(), one.c_str());
	cr_assert_str_eq(by_block.c_str(), one.c_str(), "--sync=block");
}

/*
 * Regression: a_signal_of_the_host_changes_the_order
 * Expected: a nudge is looked at soon, and whatever runs then goes on as if nothing had been.
 * Buggy: the CPU's slice ended there, so private code took other turns: long runs on several CPUs
 * differed from each other, since the program nudges once per second of the host.
 */
Test(pump_many, a_signal_of_the_host_changes_the_order)
{
	auto blocks = [](int every) {
		programs p(4);

		p.nudge_every = static_cast<unsigned int>(every);
		random_traffic(p, 5).go();
		return p.blocks.substr(0, 4000);
	};
	std::string quiet = in_child(blocks, 0);

	cr_assert_gt(quiet.size(), 3000u);
	for (int every : {1, 2, 3, 7}) {
		std::string nudged = in_child(blocks, every);

		cr_assert_str_eq(nudged.c_str(), quiet.c_str(), "every %d", every);
	}
}

Test(pump_many, a_cpu_starts_when_it_is_switched_on)
{
	programs p(3);

	p.todo[0] = {{op::RUN, 5 * NS, 10}, {op::ON, 2}, {op::RUN, NS, 1}, {op::IDLE}};
	p.todo[2] = {{op::ATOMIC, LINE}, {op::IDLE}};
	cr_assert_eq(p.go().why, TW_STOP_STUCK);
	cr_assert_eq(p.order.size(), 2u);
	cr_assert_eq(p.order[1].cpu, 2u);
	cr_assert_eq(p.order[1].time, 50 * NS);
}

Test(pump_many, only_a_cpu_that_is_off_can_be_switched_on)
{
	programs p(2);

	p.todo[0] = {{op::ON, 0}, {op::HALT}};
	tw_result result = p.go();

	cr_assert_eq(result.why, TW_STOP_MODEL);
	cr_assert_str_eq(result.text, "cpu0: cannot switch on cpu0: it is on");
}

/* 1 has the line at 27 ns (its own: 7; 0 takes it at 100 ns: transfer 20 + 7) and fetches it. */
Test(pump_many, a_parked_cpu_wakes_when_the_line_is_written)
{
	programs p(2);

	p.todo[0] = {{op::ON, 1}, {op::RUN, 100 * NS, 1}, {op::ATOMIC, LINE}, {op::IDLE}};
	p.todo[1] = {{op::ATOMIC, LINE}, {op::PARK, LINE}, {op::ATOMIC, LINE + 64}, {op::IDLE}};
	cr_assert_eq(p.go().why, TW_STOP_STUCK);
	cr_assert_eq(p.order.back().cpu, 1u);
	/* written at 100 + 20 + 7, fetched in another 20 */
	cr_assert_eq(p.order.back().time, 147 * NS, "%lu", p.order.back().time);
	cr_assert_eq(p.cpus[1].now, 154 * NS);
}

/* The line was taken between the look at it and the park: it does not sleep. */
Test(pump_many, a_write_before_the_park_is_noticed)
{
	programs p(2);

	p.todo[0] = {{op::ON, 1}, {op::RUN, 10 * NS, 1}, {op::ATOMIC, LINE}, {op::IDLE}};
	p.todo[1] = {{op::ATOMIC, LINE}, {op::RUN, 50 * NS, 1}, {op::PARK, LINE},
		     {op::ATOMIC, LINE + 64}, {op::IDLE}};
	cr_assert_eq(p.go().why, TW_STOP_STUCK);
	/* parks at 57: its copy went at 10; fetched in 20 from the one that has it at 37 */
	cr_assert_eq(p.order.back().time, 77 * NS, "%lu", p.order.back().time);
}

Test(pump_many, one_that_parks_for_ever_is_stuck)
{
	programs p(2);

	p.todo[0] = {{op::ON, 1}, {op::IDLE}};
	p.todo[1] = {{op::ATOMIC, LINE}, {op::PARK, LINE}, {op::HALT}};
	tw_result result = p.go();

	cr_assert_eq(result.why, TW_STOP_STUCK);
	cr_assert(strstr(result.text, "waits for another one"), "%s", result.text);
}

Test(pump_many, fewer_places_than_cpus)
{
	rig r(false);
	twin_cpu cpus[3] = {};

	r.config.cpus = cpus;
	r.config.nr_cpus = 3;
	r.config.cpus_per_cluster = 2;
	cr_assert_null(tw_board_new(&r.config, r.err));
	cr_assert(strstr(r.err, "fewer places"), "%s", r.err);
}
