// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_kernel.h"

#include <cstring>

#include "cpu/quiet_events.h"

#define SPI(offset) (SPI_BASE + (offset))
static const std::deque<step> spi_setup = {
	{step::WRITE, SPI(0x04), 0xe0011}, /* MR: master, PCS 0 */
	{step::WRITE, SPI(0x30), 0x302},   /* CSR0: SCBR 3, 8 bits, mode 0 */
	{step::WRITE, SPI(0x00), 1},	   /* SPIEN */
	{step::WRITE, SPI(0x14), 1},	   /* IER: RDRF */
};

static tw_result boot(rig &r, fake_kernel &k, const std::deque<step> &steps)
{
	k.contexts[0].steps.insert(k.contexts[0].steps.end(), steps.begin(), steps.end());
	r.config.image = &k.image;
	r.build();
	return tw_board_run(r.board);
}

static std::string stream(rig &r)
{
	std::string text;
	char line[128];

	r.take();
	for (const twin_event &e : r.events) {
		snprintf(line, sizeof(line), "%" PRIu64 " %u %" PRIx64 " %" PRIx64 "\n", e.time,
			 e.type, e.a, e.b);
		text += line;
	}
	return text;
}

/* Setup is four writes; the word is written at 4 * APB_WRITE. */
static uint64_t word_irq_time(uint64_t written)
{
	uint64_t n = 0;

	while (half_at(n) < written)
		n += 2;
	return half_at(n + 3 + 48 + 1);
}

/* An interrupt in a compute loop is seen at the first block boundary at or after it. */
Test(pump, interrupt_at_an_odd_picosecond)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	const uint64_t written = 4 * APB_WRITE, begin = written + APB_WRITE, block = 10007;
	uint64_t seen;
	uint64_t irq = word_irq_time(written);
	char expected[96];

	k.contexts[0].steps = spi_setup;
	k.spi_handler = {{step::READ, SPI(0x08)}};

	tw_result result = boot(
		r, k, {{step::WRITE, SPI(0x0c), 0x9f}, {step::COMPUTE, block, 100}, {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_HALT);
	cr_assert_eq(irq % 2, 1u, "the test wants an odd instant, not %" PRIu64, irq);
	seen = begin + (irq - begin + block - 1) / block * block;
	snprintf(expected, sizeof(expected), "0 spi %" PRIu64 " 0\n0 read %" PRIu64 " e00ff\n",
		 seen, uint64_t(seen + APB_READ));
	cr_assert_eq(k.log, expected, "%s, expected %s", k.log.c_str(), expected);
	cr_assert_eq(result.now, begin + 100 * block + APB_READ);

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines[0].time, irq);
	cr_assert_eq(lines[0].b, 1u);
	cr_assert_geq(lines[1].time, seen);
	cr_assert_eq(lines[1].b, 0u);
	/* It was left alone otherwise: 6 accesses, one limit, the end. */
	cr_assert_eq(k.runs, 8u);
}

/* Idle: the CPU's time moves to the interrupt's own picosecond. */
Test(pump, idle_until_an_interrupt)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	uint64_t irq = word_irq_time(4 * APB_WRITE);
	char expected[96];

	k.contexts[0].steps = spi_setup;
	boot(r, k, {{step::WRITE, SPI(0x0c), 0x9f}, {step::IDLE}, {step::HALT}});
	snprintf(expected, sizeof(expected), "0 woken %" PRIu64 " 0\n", irq);
	cr_assert_eq(k.log, expected, "%s, expected %s", k.log.c_str(), expected);
}

/* Masked in the SPI: its word's end is no reason to wake. */
Test(pump, idle_is_not_woken_by_what_changes_no_line)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	k.contexts[0].steps = spi_setup;
	boot(r, k,
	     {{step::WRITE, SPI(0x18), 1},
	      {step::WRITE, SPI(0x0c), 0x9f},
	      {step::TIMER, 987654321},
	      {step::IDLE},
	      {step::HALT}});
	cr_assert_eq(k.log, "0 timer 987654321 3ade68b1\n0 woken 987654321 0\n", "%s",
		     k.log.c_str());
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 1u);
}

Test(pump, timer_in_a_compute_loop)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	tw_result result = boot(r, k,
				{{step::TIMER, 12345},
				 {step::COMPUTE, 1000, 20},
				 {step::TIMER, 30000},
				 {step::COMPUTE, 3000, 20},
				 {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_HALT);
	cr_assert_eq(k.log, "0 timer 13000 3039\n0 timer 32000 7530\n", "%s", k.log.c_str());

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 2u);
	cr_assert_eq(lines[0].time, 12345u);
	cr_assert_eq(lines[0].a, (uint64_t)TIMER_LINE);
	cr_assert_eq(lines[1].time, 30000u);
}

/* An access sees what is due at its own instant: device events go first. */
Test(pump, device_events_precede_the_cpu)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	uint64_t written = 4 * APB_WRITE, irq = word_irq_time(written);
	uint64_t wait = irq - (written + APB_WRITE);

	k.contexts[0].steps = spi_setup;
	boot(r, k,
	     {{step::WRITE, SPI(0x0c), 0x9f},
	      {step::COMPUTE, wait, 1},
	      {step::READ, SPI(0x10)},
	      {step::HALT}});
	cr_assert(strstr(k.log.c_str(), " 10203\n"), "%s", k.log.c_str());
}

static std::string busy_board(int sync_block)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.config.sync_block = sync_block;
	k.contexts[0].steps = spi_setup;
	k.spi_handler = {{step::READ, SPI(0x10)}, {step::READ, SPI(0x08)}, {step::COMPUTE, 777, 3}};

	std::deque<step> steps;

	for (uint64_t i = 0; i < 20; i++) {
		steps.push_back({step::WRITE, SPI(0x0c), i});
		steps.push_back({step::TIMER, 4000000 * i + 777777});
		steps.push_back({step::COMPUTE, 1009 + 13 * i, 100 * (i % 3) + 1});
		steps.push_back({step::IDLE});
		steps.push_back({step::COMPUTE, 1009, 500});
		steps.push_back({step::WRITE, PIO_BASE + (i % 2 ? 0x10 : 0x14), 1u << CS_PIN});
		steps.push_back({step::TIMER, 4000000 * (i + 1)});
		steps.push_back({step::IDLE});
	}
	steps.push_back({step::HALT});

	tw_result result = boot(r, k, steps);
	std::string text = k.log + stream(r) + std::to_string(result.why) + " " +
			   std::to_string(result.now) + " " + result.text;

	return text + "\n" + (sync_block && k.runs < 1000 ? "not synchronised" : "");
}

/* The reference mode leaves at every block and changes nothing. */
Test(pump, sync_block_gives_the_same)
{
	std::string free_running = in_child(busy_board, 0), synchronised = in_child(busy_board, 1);

	cr_assert_gt(free_running.size(), 2000u, "%s", free_running.c_str());
	cr_assert_eq(free_running, synchronised, "%s\n---\n%s", free_running.c_str(),
		     synchronised.c_str());
	cr_assert(strstr(free_running.c_str(), " spi "));
	cr_assert(strstr(free_running.c_str(), " timer "));
}

Test(pump, same_again)
{
	cr_assert_eq(in_child(busy_board, 0), in_child(busy_board, 0));
}

Test(pump, stuck)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	tw_result result = boot(r, k, {{step::COMPUTE, 5, 1}, {step::IDLE}, {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_STUCK);
	cr_assert_eq(result.now, 5u);
	cr_assert(strstr(result.text, "no timer is armed"));
}

Test(pump, stuck_after_the_last_device_event)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	k.contexts[0].steps = spi_setup;

	tw_result result = boot(r, k,
				{{step::WRITE, SPI(0x18), 1},
				 {step::WRITE, SPI(0x0c), 1},
				 {step::IDLE},
				 {step::HALT}});

	/* The word's end is a quiet event that nobody can see: it is run as late as is allowed. */
	cr_assert_eq(result.why, TW_STOP_STUCK);
	cr_assert_eq(result.now, word_irq_time(5 * APB_WRITE) + tw::quiet_events::lag);
}

static const struct {
	step last;
	tw_stop why;
	const char *text;
} ends[] = {
	{{step::HALT}, TW_STOP_HALT, ""},
	{{step::PANIC}, TW_STOP_PANIC, ""},
	{{step::FAULT}, TW_STOP_FAULT, ""},
	{{step::READ, 0x123450}, TW_STOP_MODEL, "bus: read of 4 bytes at 0x123450"},
	{{step::WRITE, SPI(0x10), 0x42}, TW_STOP_MODEL, "spi1: write of 0x42 to SR (offset 0x10)"},
	{{step::CALL, TWIN_CALL_CONSOLE}, TW_STOP_MODEL, "nobody serves call 0"},
};

static std::string end_of(int i)
{
	rig r(false);
	fake_kernel k(&r.cpu);
	tw_result result = boot(r, k, {{step::COMPUTE, 100, 3}, ends[i].last});

	return std::to_string(result.why) + " " + std::to_string(result.cpu) + " " + result.text;
}

Test(pump, ends)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		std::string got = in_child(end_of, (int)i);

		cr_assert_eq(got.substr(0, 4), std::to_string(ends[i].why) + " 0 ", "%s",
			     got.c_str());
		cr_assert(strstr(got.c_str(), ends[i].text), "%s", got.c_str());
	}
}

static int code_42(void *, uint32_t cpu, twin_call *call)
{
	call->ret = 7;
	return call->nr == TWIN_CALL_TASK_EXIT ? 42 : 0;
}

Test(pump, calls)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.config.call = code_42;

	tw_result result = boot(r, k,
				{{step::CALL, TWIN_CALL_CONSOLE},
				 {step::COMPUTE, 100, 3},
				 {step::CALL, TWIN_CALL_EVENTS_FULL},
				 {step::CALL, TWIN_CALL_TASK_EXIT},
				 {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_CALL);
	cr_assert_eq(result.code, 42);
	cr_assert_eq(result.now, 300u);
}

struct poller {
	static std::vector<uint64_t> &times()
	{
		static std::vector<uint64_t> all;

		return all;
	}
	static int poll(void *, uint64_t now)
	{
		times().push_back(now);
		return times().size() == 4 ? 9 : 0;
	}
};

Test(pump, polls_every_100_ms_of_simulated_time)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.config.poll = poller::poll;

	tw_result result = boot(r, k, {{step::COMPUTE, 30000000000, 100}, {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_POLL);
	cr_assert_eq(result.code, 9);
	/* Blocks of 30 ms, a grid of 100 ms: the first boundaries behind it. */
	cr_assert_eq(poller::times()[0], 120000000000u);
	cr_assert_eq(poller::times()[1], 210000000000u);
	cr_assert_eq(poller::times()[2], 300000000000u);
	cr_assert_eq(result.now, 420000000000u);
}

static tw_board *nudged_board;

static int nudging_call(void *, uint32_t, twin_call *)
{
	tw_board_nudge(nudged_board);
	return 0;
}

Test(pump, nudge_is_polled_soon)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.config.poll = poller::poll;
	r.config.call = nudging_call;
	r.config.image = &k.image;
	r.build();
	nudged_board = r.board;
	k.contexts[0].steps = {
		{step::CALL, TWIN_CALL_CONSOLE}, {step::COMPUTE, 10, 100}, {step::HALT}};
	cr_assert_eq(tw_board_run(r.board).why, TW_STOP_HALT);
	cr_assert_eq(poller::times().size(), 1u);
	cr_assert_eq(poller::times()[0], 0u, "now = 0 says that only the host asks");
}

/*
 * Regression: nudge_moves_the_watchdog
 * Expected: when the simulated watchdogs look does not depend on the host's signals.
 * Buggy: the next look was 100 ms after a nudge, so a stuck kernel was found at another instant.
 */
Test(pump, nudge_moves_the_watchdog)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.config.poll = poller::poll;
	r.config.call = nudging_call;
	r.config.image = &k.image;
	r.build();
	nudged_board = r.board;
	k.contexts[0].steps = {{step::COMPUTE, 30000000000, 2},
			       {step::CALL, TWIN_CALL_CONSOLE},
			       {step::COMPUTE, 30000000000, 3},
			       {step::HALT}};
	cr_assert_eq(tw_board_run(r.board).why, TW_STOP_HALT);
	cr_assert_eq(poller::times().size(), 2u);
	cr_assert_eq(poller::times()[0], 0u);
	cr_assert_eq(poller::times()[1], 120000000000u);
}

Test(pump, mmio_events_follow_the_mask)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	k.contexts[0].steps = spi_setup;
	boot(r, k, {{step::READ, SPI(0x04)}, {step::HALT}});

	std::vector<twin_event> writes = r.of(TWIN_EV_MMIO_WRITE), reads = r.of(TWIN_EV_MMIO_READ);

	cr_assert_eq(writes.size(), 4u);
	cr_assert_eq(writes[1].time, APB_WRITE);
	cr_assert_eq(writes[1].a, SPI(0x30));
	cr_assert_eq(writes[1].b, 0x302u | 4ULL << 56);
	cr_assert_eq(reads.size(), 1u);
	cr_assert_eq(reads[0].time, 4 * APB_WRITE);
	cr_assert_eq(reads[0].b, 0xe0011u | 4ULL << 56);
}

Test(pump, mmio_events_can_be_left_out)
{
	rig r(false);
	fake_kernel k(&r.cpu);

	r.ring_.mask &= ~TWIN_CLASS_MMIO;
	k.contexts[0].steps = spi_setup;
	boot(r, k, {{step::HALT}});
	cr_assert_eq(r.of(TWIN_EV_MMIO_WRITE).size(), 0u);
	cr_assert_eq(r.of(TWIN_EV_CLOCK).size(), 1u);
}
