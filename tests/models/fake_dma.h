/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The simplest DMA controller that answers request lines, for tests of peripherals: two channels,
 * interface 0 feeds a data register, interface 1 empties one. Each access comes a fixed latency
 * after its request, as a quiet event. It keeps what it saw: data, requests, times.
 */
#ifndef TESTS_MODELS_FAKE_DMA_H
#define TESTS_MODELS_FAKE_DMA_H

#include <vector>

#include "core/bus_device.h"
#include "core/registry.h"
#include "dma/dma_request.h"
#include "rig.h"

#define DMA_BASE 0xfffff000ULL

class fake_dma : public tw::bus_device, public tw::dma_controller, public tw::quiet_member
{
      public:
	enum { tx, rx };
	struct rise {
		unsigned int interface;
		uint64_t time;
	};
	uint64_t latency[2] = {30001, 40003};
	uint64_t data_register[2] = {0, 0}; /* physical addresses */
	unsigned int width = 1;
	std::vector<uint32_t> to_send, received;
	std::vector<uint64_t> received_at;
	std::vector<rise> rises;
	uint64_t period[2] = {0, 0};
	bool running = false;

	fake_dma(tw::environment &env, const tw_bus_device &description)
	    : bus_device(sc_core::sc_gen_unique_name("fake_dma"), env, description),
	      events_{{tw::run_member<fake_dma, &fake_dma::feed>, this},
		      {tw::run_member<fake_dma, &fake_dma::empty>, this}}
	{
		current() = this;
		join_quiet(*this);
	}

	/* The one of the board. */
	static fake_dma *&current()
	{
		static fake_dma *dma;

		return dma;
	}

	void reset() override {}
	/* Writing anything starts it: the lines that are up ask from now on. */
	void write(uint32_t, uint32_t, uint64_t now) override
	{
		running = true;
		for (unsigned int i : {tx, rx})
			if (level_[i])
				ask(i, now);
	}
	uint32_t read(uint32_t, uint64_t) override
	{
		return 0;
	}
	const char *register_name(uint32_t) const override
	{
		return "START";
	}
	unsigned int interfaces() const override
	{
		return 2;
	}
	void request(unsigned int interface, bool level, uint64_t time) override
	{
		level_[interface] = level;
		if (level)
			rises.push_back({interface, time});
		if (level && running)
			ask(interface, time);
	}
	void set_period(unsigned int interface, uint64_t ps) override
	{
		period[interface] = ps;
	}
	uint64_t seen_from() const override
	{
		return TWIN_TIME_NEVER;
	}

      private:
	void ask(unsigned int i, uint64_t now)
	{
		if (!events_[i].pending() && (i == rx || sent_ < to_send.size()))
			env.quiet.events().schedule(events_[i], now + latency[i]);
	}
	tw::bus_device &target(unsigned int i, uint32_t *offset)
	{
		tw::bus_device *d = env.directory.device_at(data_register[i]);

		*offset = static_cast<uint32_t>(data_register[i] - d->base());
		return *d;
	}
	void feed(uint64_t now)
	{
		uint32_t offset;

		if (!level_[tx])
			return;
		target(tx, &offset).dma_write(offset, to_send[sent_++], width, now);
		if (level_[tx])
			ask(tx, now);
	}
	void empty(uint64_t now)
	{
		uint32_t offset;

		if (!level_[rx])
			return;
		received.push_back(target(rx, &offset).dma_read(offset, width, now));
		received_at.push_back(now);
		if (level_[rx])
			ask(rx, now);
	}

	tw::timed_event events_[2];
	bool level_[2] = {false, false};
	size_t sent_ = 0;
};

static inline std::unique_ptr<tw::bus_device>
make_fake_dma(tw::environment &env, const tw_bus_device &description, const tw::options &)
{
	return std::make_unique<fake_dma>(env, description);
}

static const tw_option_doc fake_dma_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const tw::bus_model fake_dma_model("test,dma", "DMA controller for tests", fake_dma_options,
					  make_fake_dma);

/* Adds it to a rig and wires both lines of spi1 to it. */
static inline fake_dma &add_fake_dma(rig &r)
{
	tw_bus_device d = rig::device("dma0", "test,dma", DMA_BASE, -1);

	cr_assert_eq(tw_board_add(r.board, &d, r.err), 0, "%s", r.err);
	cr_assert_eq(tw_board_wire_dma(r.board, "dma0", 0, "spi1", "tx", r.err), 0, "%s", r.err);
	cr_assert_eq(tw_board_wire_dma(r.board, "dma0", 1, "spi1", "rx", r.err), 0, "%s", r.err);
	fake_dma::current()->data_register[fake_dma::tx] = SPI_BASE + 0x0c;
	fake_dma::current()->data_register[fake_dma::rx] = SPI_BASE + 0x08;
	return *fake_dma::current();
}

#endif
