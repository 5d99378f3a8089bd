// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Models that are not ours: they wait(), use SystemC's events and raise interrupts. */
#include "fake_kernel.h"

#include <cstring>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "core/board.h"

#define FOREIGN_BASE 0x40000000ULL
#define PS sc_core::SC_PS

class foreign : public sc_core::sc_module
{
      public:
	tlm_utils::simple_target_socket<foreign> socket;

	foreign(const sc_core::sc_module_name &name, tw::board &board)
	    : sc_core::sc_module(name), socket("socket"), line(board.lines(), SPI_IRQ)
	{
		socket.register_b_transport(this, &foreign::b_transport);
		SC_HAS_PROCESS(foreign);
		SC_THREAD(clockwork);
		SC_METHOD(answer);
		sensitive << asked;
		dont_initialize();
		board.bus().attach("foreign", FOREIGN_BASE, 0x100, TW_SEG_AHB, true, socket);
	}

	/* 0: waits 1234567 ps and says when; 4: annotates 55; 8: interrupt 777 ps later; 12: no
	 * more. */
	void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
	{
		uint64_t now;

		switch (trans.get_address()) {
		case 0:
			wait(delay + sc_core::sc_time(1234567, PS));
			delay = sc_core::SC_ZERO_TIME;
			break;
		case 4:
			delay += sc_core::sc_time(55, PS);
			break;
		case 8:
			asked.notify(delay + sc_core::sc_time(777, PS));
			break;
		case 12:
			line.set(false, sc_core::sc_time_stamp().value() + delay.value());
			break;
		default:
			trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
			return;
		}
		now = sc_core::sc_time_stamp().value() + delay.value();
		if (trans.is_read())
			memcpy(trans.get_data_ptr(), &now, 4);
		trans.set_response_status(tlm::TLM_OK_RESPONSE);
	}

	/* On its own, from the beginning: ten steps of 1 us. */
	void clockwork()
	{
		for (int i = 0; i < 10; i++) {
			wait(1000000, PS);
			ticks++;
			last_tick = sc_core::sc_time_stamp().value();
		}
	}

	void answer()
	{
		/* A few delta cycles before the line moves. */
		if (deltas++ < 3)
			next_trigger(sc_core::SC_ZERO_TIME);
		else
			line.set(true, sc_core::sc_time_stamp().value());
	}

	sc_core::sc_event asked;
	tw::interrupt_output line;
	int ticks = 0, deltas = 0;
	uint64_t last_tick = 0;
};

struct foreign_rig {
	rig r{false};
	fake_kernel k{&r.cpu};
	std::unique_ptr<foreign> f;

	tw_result boot(const std::deque<step> &steps)
	{
		k.contexts[0].steps = steps;
		r.config.image = &k.image;
		r.build();
		f = std::make_unique<foreign>("foreign", tw::board_of(r.board));
		return tw_board_run(r.board);
	}
};

/* The wait is part of the access; its own time counts from when the CPU issued it. */
Test(foreign, target_that_waits)
{
	foreign_rig g;
	tw_result result = g.boot({{step::COMPUTE, 333, 1},
				   {step::READ, FOREIGN_BASE},
				   {step::COMPUTE, 10, 1},
				   {step::READ, FOREIGN_BASE},
				   {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_HALT);
	cr_assert_eq(g.k.log, "0 read 1234900 12d7d4\n0 read 2469477 25ae65\n", "%s",
		     g.k.log.c_str());
	cr_assert_eq(g.f->ticks, 2);
}

Test(foreign, target_that_annotates)
{
	foreign_rig g;
	tw_result result =
		g.boot({{step::COMPUTE, 333, 1}, {step::READ, FOREIGN_BASE + 4}, {step::HALT}});

	cr_assert_eq(result.now, 333u + 55);
	cr_assert_eq(g.k.log, "0 read 388 184\n", "%s", g.k.log.c_str());
}

/* An event made by an access lowers the budget; the interrupt comes at its own picosecond. */
Test(foreign, interrupt_from_systemc)
{
	foreign_rig g;

	g.k.spi_handler = {{step::WRITE, FOREIGN_BASE + 12}};
	g.boot({{step::WRITE, FOREIGN_BASE + 8}, {step::COMPUTE, 100, 10}, {step::HALT}});

	std::vector<twin_event> lines = g.r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 2u);
	cr_assert_eq(lines[0].time, 777u);
	cr_assert_eq(lines[1].time, 800u);
	cr_assert_eq(g.k.log.substr(0, 12), "0 spi 800 0\n", "%s", g.k.log.c_str());
}

Test(foreign, idle_is_woken_by_systemc)
{
	foreign_rig g;

	g.boot({{step::WRITE, FOREIGN_BASE + 8}, {step::IDLE}, {step::HALT}});
	cr_assert_eq(g.k.log, "0 woken 777 0\n", "%s", g.k.log.c_str());
}

/* A process of its own keeps its own time, whatever the CPU does, and then nothing is left. */
Test(foreign, process_runs_to_its_end_while_idle)
{
	foreign_rig g;
	tw_result result = g.boot({{step::IDLE}, {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_STUCK);
	cr_assert_eq(g.f->ticks, 10);
	cr_assert_eq(g.f->last_tick, 10000000u);
}

Test(foreign, our_events_go_first_and_in_order)
{
	foreign_rig g;
	/* A word of the SPI ends while the foreign target waits: it is there when the wait is over.
	 */
	tw_result result = g.boot({{step::WRITE, SPI_BASE + 0x04, 0xe0011},
				   {step::WRITE, SPI_BASE + 0x30, 0x302},
				   {step::WRITE, SPI_BASE + 0x00, 1},
				   {step::WRITE, SPI_BASE + 0x0c, 0x9f},
				   {step::READ, FOREIGN_BASE},
				   {step::READ, SPI_BASE + 0x10},
				   {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_HALT);
	cr_assert(strstr(g.k.log.c_str(), " 10203\n"), "%s", g.k.log.c_str());
	cr_assert_eq(result.now, 4 * APB_WRITE + 1234567 + APB_READ);
}

Test(foreign, error_response_is_a_model_fault)
{
	foreign_rig g;
	tw_result result = g.boot({{step::READ, FOREIGN_BASE + 0x20}, {step::HALT}});

	cr_assert_eq(result.why, TW_STOP_MODEL);
	cr_assert(strstr(result.text, "0x40000020: target answered TLM_ADDRESS_ERROR"), "%s",
		  result.text);
}

static std::string foreign_board(int sync_block)
{
	foreign_rig g;

	g.r.config.sync_block = sync_block;
	g.k.spi_handler = {{step::WRITE, FOREIGN_BASE + 12}};

	std::deque<step> steps;

	for (uint64_t i = 0; i < 5; i++) {
		steps.push_back({step::READ, FOREIGN_BASE + 4 * (i % 2)});
		steps.push_back({step::COMPUTE, 1009, 300});
		steps.push_back({step::READ, SPI_BASE + 0x10});
	}
	steps.push_back({step::WRITE, FOREIGN_BASE + 8});
	steps.push_back({step::IDLE});
	steps.push_back({step::HALT});
	g.boot(steps);
	return g.k.log + std::to_string(g.r.cpu.now) + " " + std::to_string(g.f->ticks);
}

Test(foreign, sync_block_gives_the_same)
{
	std::string one = in_child(foreign_board, 0);

	cr_assert_gt(one.size(), 100u);
	cr_assert_eq(one, in_child(foreign_board, 1), "%s", one.c_str());
}
