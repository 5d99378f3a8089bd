// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dma/hdmac_pair.h"

#include <algorithm>

namespace tw
{

bool hdmac_pair::begin(request_line &read, request_line &write)
{
	channels_[in] = read.listener;
	channels_[out] = write.listener;
	lines_[in] = &read;
	lines_[out] = &write;
	if (!read.listener || !write.listener || read.listener == write.listener || !suit())
		return false;
	bus_ = at_peripheral(in).interface;
	memory_bus_ = at_memory(in).interface;
	in_ = &channel(in).fifo_;
	out_ = &channel(out).fifo_;
	in_width_ = at_peripheral(in).width;
	out_width_ = at_peripheral(out).width;
	ready_ = at_peripheral(in).ready_from;
	bus_free_ = bus_->free_from_;
	request_ = env_.costs.charge(TWIN_COST_DMA_REQUEST);
	read_ = env_.costs.charge(TWIN_COST_DMA_PERIPH_READ);
	write_ = env_.costs.charge(TWIN_COST_DMA_PERIPH_WRITE);
	burst_cost_[in] = env_.costs.charge(TWIN_COST_DMA_MEM_WRITE);
	burst_cost_[out] = env_.costs.charge(TWIN_COST_DMA_MEM_READ);
	adopt();
	look_ahead();
	return true;
}

/* One item per request at a fixed address on one side, dense memory on the other. */
bool hdmac_pair::suits(unsigned int d) const
{
	const hdmac_channel &c = channel(d);
	const hdmac_side &p = at_peripheral(d), &m = at_memory(d);

	return c.phase_ == hdmac_channel::phase::run && !c.suspended_ && !c.stopping_ &&
	       !c.descriptor_wanted_ && p.line == lines_[d] && !p.line->level && !m.line &&
	       p.chunk == 1 && !p.chunk_left && !p.step && !p.boundary && !p.wanted && p.device &&
	       m.step == static_cast<int64_t>(m.width) && !m.boundary;
}

bool hdmac_pair::suit() const
{
	const hdmac_side &p = at_peripheral(in), &m = at_memory(in);

	return suits(in) && suits(out) && p.device == at_peripheral(out).device &&
	       p.interface == at_peripheral(out).interface &&
	       m.interface == at_memory(out).interface && p.interface != m.interface &&
	       !p.interface->wanted_ && !p.interface->ending_ && !m.interface->ending_ &&
	       !(m.interface->wanted_ & ~(1u << slot(in) | 1u << slot(out))) && mapped(in) &&
	       mapped(out);
}

bool hdmac_pair::mapped(unsigned int d) const
{
	const hdmac_side &m = at_memory(d);

	return env_.memory.allows(m.address, static_cast<uint64_t>(m.left) * m.width, d == in);
}

/* The state that events and interfaces hold becomes a forecast. */
void hdmac_pair::adopt()
{
	const ahb_interface &i = *memory_bus_;

	now_ = {};
	for (unsigned int d : {in, out}) {
		const hdmac_side &m = at_memory(d);

		now_.of[d].fill = channel(d).fifo_.fill();
		now_.of[d].items = at_peripheral(d).left;
		now_.of[d].left = m.left;
		now_.of[d].burst = m.wanted ? m.burst : 0;
		now_.of[d].cost = i.cost_[slot(d)];
		now_.of[d].from = i.from_[slot(d)];
	}
	now_.busy = i.current_ == slot(in) ? in : i.current_ == slot(out) ? out : nobody;
	now_.last = i.last_;
	now_.start = i.start_;
	now_.end = i.done_event_.time();
	now_.free_from = i.free_from_;
	moved_ = false;
	env_.quiet.events().cancel(memory_bus_->done_event_);
}

bool hdmac_pair::note(step what, uint32_t burst)
{
	if (nr_steps_ == max_steps)
		return false;
	steps_[nr_steps_++] = {what, burst};
	return true;
}

/* As hdmac_channel::may_access_memory(), in the middle of a buffer. room: or bytes, from memory. */
bool hdmac_pair::may_burst(unsigned int d, uint32_t room) const
{
	const auto &f = next_.of[d];
	const hdmac_side &m = at_memory(d);

	return !f.burst && f.left &&
	       (room >= m.threshold || (d == out && room >= f.left * m.width));
}

/* As hdmac_channel::ask(). */
bool hdmac_pair::want_burst(unsigned int d, uint64_t now)
{
	auto &f = next_.of[d];
	uint32_t room = d == in ? f.fill : byte_fifo::size - f.fill;

	if (!may_burst(d, room))
		return false;
	f.burst = std::min(f.left, room / at_memory(d).width);
	f.cost = f.burst * burst_cost_[d];
	f.from = now;
	return true;
}

/* The memory interface is free. Whoever wants it gets it; false: both want it at once. */
bool hdmac_pair::serve(uint64_t now)
{
	bool wants[nr_directions] = {next_.of[in].burst > 0, next_.of[out].burst > 0};

	next_.busy = wants[in] ? in : wants[out] ? out : nobody;
	next_.start = now;
	next_.end = next_.busy == nobody ? 0 : now + next_.of[next_.busy].cost;
	return !(wants[in] && wants[out]);
}

/* Memory accesses that end before `until`; false: one ends just then, or who is next is not clear.
 */
bool hdmac_pair::memory_until(uint64_t until)
{
	while (next_.busy != nobody && next_.end < until) {
		unsigned int d = next_.busy;
		auto &f = next_.of[d];
		uint32_t bytes = f.burst * at_memory(d).width;
		uint64_t now = next_.end;

		if (!note(d == in ? step::burst_in : step::burst_out, f.burst))
			return false;
		f.fill = d == in ? f.fill - bytes : f.fill + bytes;
		f.left -= f.burst;
		f.burst = 0;
		next_.last = slot(d);
		next_.free_from = now;
		want_burst(d, now);
		if (!serve(now))
			return false;
	}
	return next_.busy == nobody || next_.end != until;
}

/* Turns until a FIFO is full or empty, or its memory side may ask for a burst. */
uint32_t hdmac_pair::calm_turns(unsigned int d) const
{
	const auto &f = now_.of[d];
	const hdmac_side &m = at_memory(d);
	uint32_t used = d == in ? f.fill : byte_fifo::size - f.fill, limit = byte_fifo::size + 1;

	if (!f.burst && f.left)
		limit = d == in ? m.threshold : std::min(m.threshold, f.left * m.width);
	return used < limit ? (limit - 1 - used) / at_peripheral(d).width : 0;
}

/* The last items of a buffer end it; and no buffer ends in here. */
void hdmac_pair::look_ahead()
{
	uint32_t items = std::min(now_.of[in].items, now_.of[out].items);

	calm_ = std::min({calm_turns(in), calm_turns(out), items < 3 ? 0 : items - 2});
	calm_until_ = now_.busy == nobody ? TWIN_TIME_NEVER : now_.end;
	taken_ = 0;
}

/* The calm turns since the forecast. */
void hdmac_pair::account()
{
	now_.of[in].fill += taken_ * in_width_;
	now_.of[out].fill -= taken_ * out_width_;
	now_.of[in].items -= taken_;
	now_.of[out].items -= taken_;
	moved_ |= taken_ > 0;
	calm_ = taken_ = 0;
}

bool hdmac_pair::plan_busy(const turn &t)
{
	account();
	nr_steps_ = 0;
	next_ = now_;
	if (now_.of[in].items < 3 || now_.of[out].items < 3 ||
	    byte_fifo::size - now_.of[in].fill < in_width_ ||
	    (now_.busy != nobody && now_.end <= t.read_rose))
		return false;
	if (!memory_until(t.read) || next_.of[out].fill < out_width_ || !note(step::read))
		return false;
	next_.of[in].fill += in_width_;
	next_.of[in].items--;
	if (want_burst(in, t.read) && next_.busy == nobody && !serve(t.read))
		return false;
	if (!memory_until(t.write) || !note(step::write))
		return false;
	next_.of[out].fill -= out_width_;
	next_.of[out].items--;
	if (want_burst(out, t.write) && next_.busy == nobody && !serve(t.write))
		return false;
	return memory_until(t.end);
}

void hdmac_pair::burst(unsigned int d, uint32_t items)
{
	at_memory(d).burst = items;
	channel(d).memory_access(memory_slot(d));
}

/* The steps of plan_busy() in their order. */
uint32_t hdmac_pair::commit_busy(uint32_t received)
{
	uint32_t sent = 0;

	for (unsigned int i = 0; i < nr_steps_; i++) {
		switch (steps_[i].what) {
		case step::read:
			in_->push_item(received, in_width_);
			break;
		case step::write:
			sent = out_->pop_item(out_width_);
			break;
		case step::burst_in:
			burst(in, steps_[i].burst);
			break;
		case step::burst_out:
			burst(out, steps_[i].burst);
			break;
		}
	}
	now_ = next_;
	moved_ = true;
	look_ahead();
	return sent;
}

/* The memory access that is wanted, as its interface and its side know it. */
void hdmac_pair::hand_back(unsigned int d)
{
	const auto &f = now_.of[d];
	ahb_interface &i = *memory_bus_;
	uint32_t bit = 1u << slot(d);

	at_memory(d).wanted = f.burst;
	i.wanted_ = f.burst ? i.wanted_ | bit : i.wanted_ & ~bit;
	if (!f.burst)
		return;
	at_memory(d).burst = f.burst;
	i.from_[slot(d)] = f.from;
	i.cost_[slot(d)] = f.cost;
}

void hdmac_pair::end()
{
	ahb_interface &i = *memory_bus_;

	account();
	hand_back(in);
	hand_back(out);
	i.current_ = now_.busy == nobody ? ahb_interface::none : slot(now_.busy);
	if (now_.busy != nobody) {
		i.start_ = now_.start;
		env_.quiet.events().schedule(i.done_event_, now_.end);
	}
	i.free_from_ = now_.free_from;
	if (!moved_)
		return;
	i.last_ = now_.last;
	at_peripheral(in).left = now_.of[in].items;
	at_peripheral(out).left = now_.of[out].items;
	at_peripheral(in).ready_from = last_.read;
	at_peripheral(out).ready_from = bus_->free_from_ = last_.write;
	lines_[in]->rose = last_.read_rose;
	lines_[out]->rose = last_.write_rose;
	bus_->last_ = channel(out).number_ * ahb_interface::group + hdmac_channel::destination_slot;
}

} // namespace tw
