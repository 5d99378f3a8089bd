// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/pump.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

#include "core/options.h"
#include "core/sanitizer_stack.h"

using sc_core::sc_time;

namespace tw
{

/* The host's callbacks and the kernel's entry run on this stack; pages are only touched as needed.
 */
static constexpr size_t thread_stack = 4 << 20;

pump::pump(const sc_core::sc_module_name &module, const tw_board_config &config, environment &env,
	   address_bus &bus)
    : sc_core::sc_module(module), socket("socket"), config_(config), env_(env), bus_(bus)
{
	for (uint32_t i = 0; i < config.nr_cpus; i++) {
		core c;

		c.cpu = &config.cpus[i];
		cores_.push_back(c);
	}
	for (size_t i = 1; i < cores_.size(); i++)
		cores_[i].what = state::off;
	if (cores_.size() > 1)
		make_lines();
	payload_.set_data_ptr(reinterpret_cast<unsigned char *>(&data_));
	payload_.set_byte_enable_ptr(nullptr);
	payload_.set_dmi_allowed(false);

	SC_HAS_PROCESS(pump);
	SC_THREAD(thread);
	set_stack_size(thread_stack);
}

void pump::elaborate()
{
	if (elaborated_)
		return;
	elaborated_ = true;
	if (sc_time(1, sc_core::SC_PS).value() != 1)
		throw bad_input("SystemC's time resolution must be 1 ps");
	sc_core::sc_start(sc_core::SC_ZERO_TIME);
	restore_sanitizer_stack();
	refresh_foreign();
}

tw_result pump::run()
{
	elaborate();
	go_.notify(sc_core::SC_ZERO_TIME);
	sc_core::sc_start();
	restore_sanitizer_stack();
	return result_;
}

void pump::thread()
{
	wait(go_);
	loop();
	env_.log.end();
	sc_core::sc_pause();
}

void pump::loop()
{
	refresh_foreign();
	if (cores_.size() > 1)
		loop_many();
	while (!stopped_)
		step(cores_[0]);
}

uint64_t pump::timer_due(const core &c) const
{
	if (config_.timer_line < 0 || interrupt_lines::is_set(*c.cpu, config_.timer_line))
		return TWIN_TIME_NEVER;
	return c.cpu->timer;
}

uint64_t pump::next_event(const core &c) const
{
	return std::min({env_.events.next(), foreign_next_, timer_due(c)});
}

uint64_t pump::budget(const core &c) const
{
	return std::min(c.cpu->event, next_poll_);
}

/* One CPU needs no turn-taking: it is always the earliest. */
void pump::step(core &c)
{
	if (c.what == state::running)
		execute(c);
	if (c.what == state::exited)
		serve(c);
	else
		advance_idle(c);
}

void pump::execute(core &c)
{
	/* Not the poll: it may not split a charge, for a signal of the host moves it. */
	c.cpu->event = next_event(c);
	c.cpu->limit = config_.sync_block ? 0 : budget(c);
	/* A signal may have come before the line above; after it, nudge() itself lowers the limit.
	 */
	std::atomic_signal_fence(std::memory_order_seq_cst);
	if (nudged_)
		c.cpu->limit = 0;
	if (config_.running)
		*config_.running = c.cpu->id;
	c.exit = config_.image->run(c.cpu->id);
	c.what = state::exited;
	env_.log.make_room();
}

void pump::serve(core &c)
{
	if (c.exit == TWIN_EXIT_IDLE)
		memcpy(c.idle_irq, c.cpu->irq, sizeof(c.idle_irq));
	/*
	 * A call takes no time: what is due then waits for the boundary it would have waited for.
	 */
	if (c.exit != TWIN_EXIT_CALL)
		settle(c);
	if (stopped_)
		return;
	c.what = state::running;
	switch (c.exit) {
	case TWIN_EXIT_LIMIT:
	case TWIN_EXIT_SHARE:
		break;
	case TWIN_EXIT_MMIO:
		serve_mmio(c);
		break;
	case TWIN_EXIT_IDLE:
	case TWIN_EXIT_PARK:
		if (!woken(c))
			c.what = state::idle;
		break;
	case TWIN_EXIT_CALL:
		serve_call(c);
		break;
	case TWIN_EXIT_HALT:
		stop(TW_STOP_HALT, c, 0, "");
		break;
	case TWIN_EXIT_PANIC:
		stop(TW_STOP_PANIC, c, 0, "");
		break;
	case TWIN_EXIT_FAULT:
		stop(TW_STOP_FAULT, c, 0, "");
		break;
	}
}

bool pump::woken(const core &c) const
{
	return memcmp(c.idle_irq, c.cpu->irq, sizeof(c.idle_irq)) != 0;
}

void pump::advance_idle(core &c)
{
	uint64_t next = next_event(c);

	if (next == TWIN_TIME_NEVER) {
		stop(TW_STOP_STUCK, c, 0,
		     "every CPU is idle, no timer is armed and no device event is left");
		return;
	}
	/* The host is asked on its grid however long the idle time is. */
	c.cpu->now = std::max(c.cpu->now, std::min(next, next_poll_));
	settle(c);
	if (woken(c))
		c.what = state::running;
}

void pump::settle(core &c)
{
	if (std::min(next_event(c), next_poll_) <= c.cpu->now || nudged_)
		settle_slow(c);
}

void pump::settle_slow(core &c)
{
	catch_up(c.cpu->now);
	if (env_.faults.raised()) {
		model_fault(c);
		return;
	}
	if (timer_due(c) <= c.cpu->now)
		env_.lines.raise_timer(c.cpu->id, config_.timer_line, c.cpu->timer);
	if (nudged_ || next_poll_ <= c.cpu->now)
		poll(c, next_poll_ <= c.cpu->now ? c.cpu->now : 0);
}

/* Runs all that is due, ours and foreign, up to and including `now`. */
void pump::catch_up(uint64_t now)
{
	while (std::min(env_.events.next(), foreign_next_) <= now && !env_.faults.raised()) {
		if (env_.events.next() <= foreign_next_)
			env_.events.run_next();
		else
			run_foreign(foreign_next_);
	}
}

void pump::run_foreign(uint64_t time)
{
	uint64_t stamp = sc_core::sc_time_stamp().value();

	if (time > stamp)
		wait(sc_time::from_value(time - stamp));
	while (sc_core::sc_pending_activity_at_current_time())
		wait(sc_core::SC_ZERO_TIME);
	refresh_foreign();
}

void pump::refresh_foreign()
{
	foreign_next_ = TWIN_TIME_NEVER;
	if (sc_core::sc_pending_activity())
		foreign_next_ =
			(sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity()).value();
}

/* due: the instant of the grid that was reached, or 0. */
void pump::poll(const core &c, uint64_t due)
{
	int code;

	nudged_ = 0;
	/* A grid of simulated time: when the host asks must not decide when the board does. */
	if (due)
		next_poll_ = (due / poll_period + 1) * poll_period;
	if (!config_.poll)
		return;
	code = config_.poll(config_.ctx, due);
	if (code)
		stop(TW_STOP_POLL, c, code, "");
}

void pump::nudge()
{
	nudged_ = 1;
	for (uint32_t i = 0; i < config_.nr_cpus; i++)
		config_.cpus[i].limit = 0;
}

void pump::transport(twin_mmio &mmio, uint64_t &now)
{
	/* Behind SystemC's clock only when a foreign target held the board for another CPU. */
	uint64_t stamp = sc_core::sc_time_stamp().value();
	sc_time delay = sc_time::from_value(std::max(now, stamp) - stamp);

	data_ = mmio.write ? mmio.data : 0;
	payload_.set_command(mmio.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
	payload_.set_address(mmio.addr);
	payload_.set_data_length(mmio.size);
	payload_.set_streaming_width(mmio.size);
	payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
	socket->b_transport(payload_, delay);
	now = sc_core::sc_time_stamp().value() + delay.value();
	if (!mmio.write)
		mmio.data = data_;
	if (bus_.last_was_foreign())
		refresh_foreign();
	if (payload_.is_response_error())
		env_.faults.report("bus: %s of %u bytes at 0x%" PRIx64 ": target answered %s",
				   mmio.write ? "write" : "read", mmio.size, mmio.addr,
				   payload_.get_response_string().c_str());
}

void pump::serve_mmio(core &c)
{
	twin_mmio &mmio = c.cpu->mmio;
	uint64_t issued = c.cpu->now;

	env_.master = c.cpu->id;
	if (mmio.addr >= TWIN_SYSREG_BASE)
		serve_sysreg(c);
	else if (mmio.size != 1 && mmio.size != 2 && mmio.size != 4 && mmio.size != 8)
		env_.faults.report("cpu%" PRIu32 ": register access of %" PRIu32
				   " bytes at 0x%" PRIx64,
				   c.cpu->id, mmio.size, mmio.addr);
	else
		transport(mmio, c.cpu->now);
	if (env_.faults.raised())
		model_fault(c);
	else if (env_.log.wants(TWIN_CLASS_MMIO))
		record_mmio(c, issued);
}

void pump::serve_sysreg(core &c)
{
	twin_mmio &mmio = c.cpu->mmio;
	uint32_t encoding = static_cast<uint32_t>(mmio.addr - TWIN_SYSREG_BASE);

	if (mmio.write)
		write_system_register(env_, c.cpu->id, encoding, mmio.data, c.cpu->now);
	else
		mmio.data = read_system_register(env_, c.cpu->id, encoding, c.cpu->now);
	c.cpu->now += env_.costs.charge(mmio.write ? TWIN_COST_SYSREG_WRITE
						   : TWIN_COST_SYSREG_READ);
}

void pump::record_mmio(const core &c, uint64_t issued)
{
	const twin_mmio &mmio = c.cpu->mmio;
	twin_event event = {};

	event.time = issued;
	event.type = mmio.write ? TWIN_EV_MMIO_WRITE : TWIN_EV_MMIO_READ;
	event.cpu = static_cast<uint8_t>(c.cpu->id);
	event.task = c.cpu->current_pid;
	event.a = mmio.addr;
	event.b = (mmio.data & ((1ULL << 56) - 1)) | static_cast<uint64_t>(mmio.size) << 56;
	env_.log.put(TWIN_CLASS_MMIO, event);
}

void pump::serve_call(core &c)
{
	twin_call &call = c.cpu->call;
	int code = 0;

	if (call.nr == TWIN_CALL_EVENTS_FULL) {
		env_.log.drain();
		call.ret = 0;
	} else if (call.nr == TWIN_CALL_DMA) {
		serve_dma(c);
	} else if (call.nr == TWIN_CALL_CPU_ON) {
		switch_on(c);
	} else if (config_.call) {
		code = config_.call(config_.ctx, c.cpu->id, &call);
	} else {
		env_.faults.report("cpu%" PRIu32 ": nobody serves call %" PRIu64, c.cpu->id,
				   call.nr);
	}
	if (code)
		stop(TW_STOP_CALL, c, code, "");
	else if (env_.faults.raised())
		model_fault(c);
}

/* What devices wrote until now is there before the CPU looks. */
void pump::serve_dma(core &c)
{
	const uint64_t *a = c.cpu->call.args;

	env_.quiet.catch_up(c.cpu->now);
	env_.memory.apply(static_cast<twin_dma_op>(a[0]), a[1], a[2], a[3]);
	env_.quiet.arm();
}

uint64_t pump::access(twin_mmio &mmio, uint64_t now)
{
	env_.events.run_until(now);
	env_.quiet.catch_up(now);
	if (!env_.faults.raised())
		transport(mmio, now);
	return now;
}

void pump::model_fault(const core &c)
{
	stop(TW_STOP_MODEL, c, 0, env_.faults.text().c_str());
}

void pump::stop(tw_stop why, const core &c, int code, const char *text)
{
	if (stopped_)
		return;
	stopped_ = true;
	result_.why = why;
	result_.code = code;
	result_.cpu = c.cpu->id;
	result_.now = c.cpu->now;
	snprintf(result_.text, sizeof(result_.text), "%s", text);
}

} // namespace tw
