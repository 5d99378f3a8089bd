// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/gic_core.h"

#include <algorithm>

namespace tw
{

static constexpr int nirq_line = 0;
static constexpr uint32_t sgi_bits = 0xffff;

static unsigned int lowest(uint64_t bits)
{
	return static_cast<unsigned int>(__builtin_ctzll(bits));
}

gic_core::gic_core(environment &env, const std::string &label, unsigned int intids,
		   uint64_t input_delay, uint64_t sgi_delay)
    : env_(env), label_(label), intids_(intids), inputs_(env.events, *this, input_delay),
      sgis_(env.events, *this, sgi_delay), cpus_(env.nr_cpus)
{
	reset();
}

/* The inputs keep their levels: they are not ours. */
static void reset_bank(gic_bank &bank)
{
	uint32_t line = bank.line;

	bank = gic_bank();
	bank.line = line;
}

void gic_core::reset()
{
	forwarding_ = false;
	any_target_ = -1;
	std::fill_n(any_, max_banks, 0);
	std::fill_n(route_, max_banks * 32, 0);
	std::fill_n(at_, max_banks * 32, static_cast<int8_t>(-1));
	for (gic_bank &bank : shared_)
		reset_bank(bank);
	for (unsigned int n = 0; n < cpus(); n++) {
		cpu &c = cpus_[n];

		reset_bank(c.own);
		c.own.edge = sgi_bits;
		c.interface = gic_cpu_interface();
		std::fill_n(c.listed, max_banks, 0);
		c.banks = 0;
		c.asleep = true;
		dirty_ |= 1ULL << n;
	}
	settle();
}

uint32_t gic_core::implemented(unsigned int i) const
{
	unsigned int left = intids_ - 32 * i;

	return left >= 32 ? ~0U : (1U << left) - 1;
}

void gic_core::source(int line, bool level, uint64_t time)
{
	unsigned int intid = private_intids + static_cast<unsigned int>(line);

	if (intid >= intids_) {
		env_.faults.report("%s: no shared interrupt %d", label_.c_str(), line);
		return;
	}
	inputs_.send({0, intid, level}, time);
}

bool gic_core::ppi(unsigned int cpu, unsigned int intid, bool level, uint64_t time)
{
	if (cpu >= cpus() || intid < sgis || intid >= private_intids) {
		env_.faults.report("%s: no private input %u of cpu%u", label_.c_str(), intid, cpu);
		return true;
	}
	inputs_.send({1ULL << cpu, intid, level}, time);
	return true;
}

void gic_core::send_sgi(uint64_t cpus, unsigned int intid, uint64_t now)
{
	if (cpus)
		sgis_.send({cpus, intid, true}, now);
}

/* An SGI for an interrupt of group 0 is not sent on: ICC_SGI1R_EL1 makes those of group 1. */
void gic_core::arrive(const gic_signal &signal)
{
	if (!signal.cpus) {
		shared_[signal.intid / 32].drive(signal.intid % 32, signal.level);
		list(signal.intid);
	}
	for (uint64_t left = signal.cpus; left; left &= left - 1) {
		gic_bank &bank = cpus_[lowest(left)].own;

		if (signal.intid < sgis)
			bank.latch |= bank.group1 & 1U << signal.intid;
		else
			bank.drive(signal.intid, signal.level);
	}
	dirty_ |= signal.cpus;
	settle();
}

int gic_core::cpu_at(uint64_t route) const
{
	uint64_t affinity = (route & 0xffffff) | (route >> 32 & 0xff) << 24;
	uint64_t n = affinity / 256 * 16 + affinity % 256;

	if (affinity % 256 >= 16 || n >= cpus())
		return -1;
	return static_cast<int>(n);
}

/* The CPU a shared interrupt goes to, or -1. */
int gic_core::target(unsigned int intid) const
{
	return route_[intid] & route_any ? any_target_ : cpu_at(route_[intid]);
}

/* Puts a shared interrupt where it belongs now. */
void gic_core::list(unsigned int intid)
{
	unsigned int i = intid / 32;
	uint32_t bit = 1U << intid % 32;
	int to = shared_[i].ready() & bit ? target(intid) : -1, from = at_[intid];

	if (from >= 0 && from != to) {
		cpu &c = cpus_[static_cast<unsigned int>(from)];

		c.listed[i] &= ~bit;
		if (!c.listed[i])
			c.banks &= ~(1U << i);
		dirty_ |= 1ULL << from;
	}
	if (to >= 0) {
		cpu &c = cpus_[static_cast<unsigned int>(to)];

		c.listed[i] |= bit;
		c.banks |= 1U << i;
		dirty_ |= 1ULL << to;
	}
	at_[intid] = static_cast<int8_t>(to);
}

void gic_core::list_all(unsigned int i, uint32_t interrupts)
{
	for (; interrupts; interrupts &= interrupts - 1)
		list(32 * i + lowest(interrupts));
}

void gic_core::shared_changed(unsigned int i)
{
	list_all(i, implemented(i));
	settle();
}

void gic_core::cpu_changed(unsigned int cpu)
{
	dirty_ |= 1ULL << cpu;
	settle();
}

void gic_core::set_route(unsigned int intid, uint64_t value)
{
	uint32_t bit = 1U << intid % 32;

	route_[intid] = value;
	any_[intid / 32] = value & route_any ? any_[intid / 32] | bit : any_[intid / 32] & ~bit;
	list(intid);
	settle();
}

void gic_core::set_forwarding(bool on)
{
	if (on == forwarding_)
		return;
	forwarding_ = on;
	dirty_ = cpus() == 64 ? ~0ULL : (1ULL << cpus()) - 1;
	settle();
}

/* Does the CPU's interface take interrupts of group 1? */
bool gic_core::receives(const cpu &c) const
{
	return !c.asleep && c.interface.group1_enabled;
}

/* Interrupts for any CPU go to the first that takes part. */
void gic_core::participants_changed()
{
	auto first = std::find_if(cpus_.begin(), cpus_.end(),
				  [this](const cpu &c) { return receives(c); });
	int to = first == cpus_.end() ? -1 : static_cast<int>(first - cpus_.begin());

	if (to == any_target_)
		return;
	any_target_ = to;
	for (unsigned int i = 1; i < max_banks; i++)
		list_all(i, any_[i]);
}

void gic_core::set_asleep(unsigned int cpu, bool on)
{
	cpus_[cpu].asleep = on;
	participants_changed();
	cpu_changed(cpu);
}

void gic_core::set_group1(unsigned int cpu, bool on)
{
	cpus_[cpu].interface.group1_enabled = on;
	participants_changed();
	cpu_changed(cpu);
}

void gic_core::consider(candidate &best, const gic_bank &bank, uint32_t ready, unsigned int first)
{
	for (; ready; ready &= ready - 1) {
		unsigned int bit = lowest(ready);

		if (bank.priority[bit] < best.priority)
			best = {first + bit, bank.priority[bit]};
	}
}

/* The most urgent interrupt that is ready for a CPU. */
gic_core::candidate gic_core::best(const cpu &c) const
{
	candidate found;

	if (!forwarding_ || !receives(c))
		return found;
	consider(found, c.own, c.own.ready(), 0);
	for (uint32_t left = c.banks; left; left &= left - 1) {
		unsigned int i = lowest(left);

		consider(found, shared_[i], c.listed[i], 32 * i);
	}
	return found;
}

void gic_core::update(unsigned int n)
{
	cpu &c = cpus_[n];
	candidate top = best(c);
	bool nirq = top.intid != none && c.interface.admits(static_cast<uint8_t>(top.priority));

	if (nirq != c.nirq)
		env_.lines.drive_cpu(n, nirq_line, nirq);
	c.nirq = nirq;
}

void gic_core::settle()
{
	for (; dirty_; dirty_ &= dirty_ - 1)
		update(lowest(dirty_));
}

unsigned int gic_core::acknowledge(unsigned int cpu)
{
	gic_core::cpu &c = cpus_[cpu];
	candidate top = best(c);

	/* nirq is up to date: it says that the most urgent one is admitted. */
	if (!c.nirq)
		return none;
	c.interface.activate(static_cast<uint8_t>(top.priority));
	if (top.intid < private_intids) {
		c.own.acknowledge(top.intid);
	} else {
		shared_[top.intid / 32].acknowledge(top.intid % 32);
		list(top.intid);
	}
	cpu_changed(cpu);
	return top.intid;
}

unsigned int gic_core::highest_pending(unsigned int cpu) const
{
	return best(cpus_[cpu]).intid;
}

void gic_core::deactivate(unsigned int cpu, unsigned int intid)
{
	if (intid < private_intids) {
		cpus_[cpu].own.active &= ~(1U << intid);
	} else {
		shared_[intid / 32].active &= ~(1U << intid % 32);
		list(intid);
	}
	cpu_changed(cpu);
}

} // namespace tw
