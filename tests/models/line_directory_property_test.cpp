// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random traffic against a reference that keeps sets and looks at every CPU in them, and against
 * what must hold however costs and states are computed. 3 lines; each CPU goes on when its access
 * ends.
 */
#include "line_setup.h"

#include <algorithm>
#include <map>
#include <set>

static constexpr uint32_t NR_CPUS = 8;

/* xorshift64*; the upper bits. */
class dice
{
      public:
	explicit dice(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ULL | 1) {}

	uint32_t below(uint32_t n)
	{
		state ^= state >> 12;
		state ^= state << 25;
		state ^= state >> 27;
		return static_cast<uint32_t>((state * 0x2545f4914f6cdd1dULL >> 33) % n);
	}

      private:
	uint64_t state;
};

/* 0 same cluster, 1 same socket, 2 other socket. */
static size_t distance(uint32_t a, uint32_t b)
{
	return a / 2 == b / 2 ? 0 : a / 4 == b / 4 ? 1 : 2;
}

/* Times in ns, costs as in line_setup.h. */
struct reference {
	std::set<uint32_t> holders;
	std::map<uint32_t, uint64_t> parked;
	uint64_t free_at = 0;

	uint64_t from_nearest(uint32_t cpu) const
	{
		static const uint64_t transfer[] = {20, 50, 140};
		uint64_t best = 1000;

		for (uint32_t holder : holders)
			if (holder != cpu)
				best = std::min(best, transfer[distance(cpu, holder)]);
		return holders.empty() ? 90 : best;
	}
	uint64_t to_farthest(uint32_t cpu) const
	{
		static const uint64_t invalidation[] = {11, 33, 101};
		uint64_t worst = 0;

		for (uint32_t holder : holders)
			if (holder != cpu)
				worst = std::max(worst, invalidation[distance(cpu, holder)]);
		return worst;
	}
	uint64_t read(uint32_t cpu, uint64_t now)
	{
		if (holders.count(cpu))
			return now + 1;
		free_at = std::max(free_at, now) + from_nearest(cpu);
		holders.insert(cpu);
		return free_at;
	}
	uint64_t write(uint32_t cpu, uint64_t now, bool atomic, std::vector<woken> &wakes)
	{
		uint64_t cost;

		if (holders == std::set<uint32_t>{cpu})
			cost = 1;
		else if (holders.count(cpu))
			cost = to_farthest(cpu);
		else if (holders.size() < 2)
			cost = from_nearest(cpu);
		else
			cost = std::max(from_nearest(cpu), to_farthest(cpu));
		uint64_t end = std::max(free_at, now) + cost + (atomic ? 7 : 0);

		free_at = end;
		holders = {cpu};
		for (size_t d = 0; d < 3; d++)
			for (auto p = parked.begin(); p != parked.end();)
				p = distance(cpu, p->first) == d ? wake(p, wakes) : std::next(p);
		return end;
	}
	void device_write(uint64_t now, std::vector<woken> &wakes)
	{
		free_at = std::max(free_at, now);
		holders.clear();
		for (auto p = parked.begin(); p != parked.end();)
			p = wake(p, wakes);
	}
	std::map<uint32_t, uint64_t>::iterator wake(std::map<uint32_t, uint64_t>::iterator p,
						    std::vector<woken> &wakes)
	{
		wakes.push_back({p->first, p->second, read(p->first, free_at)});
		return parked.erase(p);
	}
};

/* The machine: which CPU may go on when, and the reference's lines. */
struct traffic {
	explicit traffic(uint64_t seed) : random(seed), seed(seed) {}

	uint64_t address(uint32_t line) const
	{
		return LINE + line * 64;
	}
	/* The earliest that is not parked, lowest number first; NR_CPUS if all are. */
	uint32_t earliest() const
	{
		uint32_t best = NR_CPUS;

		for (uint32_t i = 0; i < NR_CPUS; i++)
			if (waits[i] < 0 && (best == NR_CPUS || next[i] < next[best]))
				best = i;
		return best;
	}
	void step();
	void device(uint64_t now);
	void act(uint32_t cpu, uint32_t line, uint64_t now);
	void try_park(uint32_t cpu, uint32_t line, uint64_t now);
	void check_wakes();
	void check_line(uint32_t line);

	dice random;
	uint64_t seed;
	lines l;
	reference model[3];
	std::vector<woken> expected;
	uint64_t next[NR_CPUS] = {};
	int waits[NR_CPUS] = {-1, -1, -1, -1, -1, -1, -1, -1};
	uint64_t latest = 0;
	size_t woken_in_all = 0;
};

void traffic::step()
{
	uint32_t cpu = earliest(), line = random.below(3);

	if (cpu == NR_CPUS || random.below(20) == 0)
		device(cpu == NR_CPUS ? latest + random.below(100) : next[cpu]);
	else
		act(cpu, line, next[cpu]);
	check_wakes();
	for (uint32_t i = 0; i < 3; i++)
		check_line(i);
}

void traffic::device(uint64_t now)
{
	uint32_t line = random.below(3);

	latest = now;
	l.directory.device_write(address(line), now * NS);
	model[line].device_write(now, expected);
}

void traffic::act(uint32_t cpu, uint32_t line, uint64_t now)
{
	uint32_t what = random.below(10);
	tw_line_kind kind = what < 4 ? TW_LINE_READ : what < 5 ? TW_LINE_WRITE : TW_LINE_ATOMIC;
	uint64_t took, end;

	latest = now;
	if (what > 5) {
		try_park(cpu, line, now);
		return;
	}
	took = l.directory.access(cpu, address(line), kind, now * NS) / NS;
	end = kind == TW_LINE_READ ? model[line].read(cpu, now)
				   : model[line].write(cpu, now, kind == TW_LINE_ATOMIC, expected);
	cr_assert_eq(now + took, end, "seed %lu: cpu%u kind %d at %lu: %lu, not %lu", seed, cpu,
		     kind, now, now + took, end);
	if (kind != TW_LINE_READ)
		cr_assert(l.directory.peek(address(line))->parked == 0);
	next[cpu] = end + random.below(3) * random.below(60);
}

void traffic::try_park(uint32_t cpu, uint32_t line, uint64_t now)
{
	uint64_t took = l.directory.park(cpu, address(line), now * NS);

	if (model[line].holders.count(cpu)) {
		cr_assert_eq(took, PARKED, "seed %lu", seed);
		model[line].parked[cpu] = now;
		waits[cpu] = static_cast<int>(line);
		if (random.below(4) == 0) { /* an interrupt, later than everything until now */
			cr_assert(l.directory.unpark(cpu));
			model[line].parked.erase(cpu);
			waits[cpu] = -1;
			next[cpu] = now + 5;
		}
		return;
	}
	next[cpu] = model[line].read(cpu, now);
	cr_assert_eq(now + took / NS, next[cpu], "seed %lu", seed);
}

/* Those of the reference, in its order; nobody who did not wait. */
void traffic::check_wakes()
{
	cr_assert_eq(l.wakes.size(), expected.size(), "seed %lu", seed);
	for (size_t i = 0; i < expected.size(); i++) {
		cr_assert(l.wakes[i] == expected[i], "seed %lu: cpu%u at %lu", seed, l.wakes[i].cpu,
			  l.wakes[i].at);
		cr_assert(waits[expected[i].cpu] >= 0 && expected[i].at > latest);
		waits[expected[i].cpu] = -1;
		next[expected[i].cpu] = expected[i].at;
	}
	woken_in_all += expected.size();
	l.wakes.clear();
	expected.clear();
}

void traffic::check_line(uint32_t line)
{
	const tw::shared_line *real = l.directory.peek(address(line));
	uint64_t holders = 0, parked = 0;

	for (uint32_t holder : model[line].holders)
		holders |= 1ULL << holder;
	for (const auto &p : model[line].parked)
		parked |= 1ULL << p.first;
	if (!real)
		cr_assert_eq(holders | parked, 0);
	else
		cr_assert(real->holders == holders && real->parked == parked, "seed %lu", seed);
}

Test(line_directory_property, as_a_simple_reference)
{
	size_t wakes = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		traffic t(seed);

		for (int i = 0; i < 400; i++)
			t.step();
		cr_assert(!t.l.directory.faulted(), "seed %lu: %s", seed,
			  t.l.directory.fault_text().c_str());
		wakes += t.woken_in_all;
	}
	cr_assert_gt(wakes, 10000, "only %zu wake-ups", wakes);
}

/* Who wrote last hits, and alone; the transfers of a line end in the order of their requests. */
Test(line_directory_property, last_writer_hits_and_nobody_overtakes)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		dice random(seed);
		lines l;
		uint64_t now = 0, last_end = 0;

		for (int i = 0; i < 400; i++) {
			uint32_t cpu = random.below(NR_CPUS);
			bool write = random.below(2);
			uint64_t took = write ? l.write(cpu, now) : l.read(cpu, now);

			if (took != 1) {
				cr_assert_gt(now + took, last_end, "seed %lu", seed);
				last_end = now + took;
			}
			cr_assert_neq(l.holders(), 0);
			if (write) {
				cr_assert_eq(l.holders(), 1ULL << cpu, "seed %lu", seed);
				cr_assert_eq(l.read(cpu, now), 1);
			}
			/* A hit by the owner keeps the line, too. */
			last_end = std::max(last_end, l.directory.peek(LINE)->busy_until / NS);
			now += random.below(3) ? random.below(40) : 300;
			if (write && now >= last_end)
				cr_assert_eq(l.write(cpu, now), 1, "seed %lu", seed);
		}
	}
}

/* The same requests at the same times; returns when each ends, then their sum. */
static std::vector<uint64_t> ends(uint64_t seed, const tw::cpu_shape &shape, size_t cost,
				  uint64_t more)
{
	dice random(seed);
	lines l(shape);
	uint64_t now = 0, sum = 0;
	std::vector<uint64_t> all;

	if (cost < tw::LINE_COST_NR)
		l.costs[cost] += more * NS;
	for (int i = 0; i < 200; i++) {
		uint32_t cpu = random.below(NR_CPUS);
		uint64_t took = random.below(2) ? l.atomic(cpu, now) : l.read(cpu, now);

		all.push_back(now + took);
		sum += took;
		now += random.below(60);
	}
	all.push_back(sum);
	return all;
}

static void expect_no_earlier(const std::vector<uint64_t> &near, const std::vector<uint64_t> &far)
{
	for (size_t i = 0; i < near.size(); i++)
		cr_assert_leq(near[i], far[i], "request %zu: %lu, %lu", i, near[i], far[i]);
	cr_assert_lt(near.back(), far.back());
}

/* CPUs moved farther apart: no request ends earlier, all together later. */
Test(line_directory_property, time_grows_with_distance)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		std::vector<uint64_t> one = ends(seed, {8, 1, 1}, ~0UL, 0);
		std::vector<uint64_t> clusters = ends(seed, {2, 4, 1}, ~0UL, 0);
		std::vector<uint64_t> sockets = ends(seed, {2, 2, 2}, ~0UL, 0);

		expect_no_earlier(one, clusters);
		expect_no_earlier(clusters, sockets);
		expect_no_earlier(sockets, ends(seed, {1, 1, 8}, ~0UL, 0));
	}
}

/* A cost that grows makes nothing faster. */
Test(line_directory_property, time_grows_with_every_cost)
{
	for (uint64_t seed = 1; seed <= 100; seed++)
		for (size_t cost = 0; cost < tw::LINE_COST_NR; cost++) {
			std::vector<uint64_t> less = ends(seed, eight_cpus, cost, 0);
			std::vector<uint64_t> more = ends(seed, eight_cpus, cost, 300);

			for (size_t i = 0; i < less.size(); i++)
				cr_assert_leq(less[i], more[i], "seed %lu, cost %zu", seed, cost);
		}
}
