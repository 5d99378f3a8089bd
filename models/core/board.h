/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A board: its models and how they are joined. struct tw_board of the facade is one of these; C++
 * code (foreign models, tests) may reach it by board_of().
 *
 * SystemC has one simulation context per process, so there is one board per process.
 */
#ifndef TW_CORE_BOARD_H
#define TW_CORE_BOARD_H

#include <memory>
#include <string>
#include <vector>

#include "bus/address_bus.h"
#include "core/bus_device.h"
#include "core/environment.h"
#include "cpu/pump.h"
#include "facade.h"

namespace tw
{

class spi_bus;

/* All members throw bad_input for what the caller got wrong. */
class board : public device_directory
{
      public:
	explicit board(const tw_board_config &config);
	~board() override;

	void add(const tw_bus_device &description);
	void add_spi(const tw_spi_device &description);
	void wire_cs(const std::string &bank, unsigned int pin, const std::string &controller,
		     int cs, bool active_low);
	/*
	 * `line` ("tx", "rx") of a peripheral is handshaking interface `interface` of `controller`.
	 */
	void wire_dma(const std::string &controller, unsigned int interface,
		      const std::string &peripheral, const std::string &line);
	const char *model_at(uint64_t phys, uint64_t len) const;
	bus_device *device_at(uint64_t phys) const override;

	tw_result run();
	/* One access at `now`; returns the time after it. A model fault throws bad_input. */
	uint64_t access(uint64_t now, twin_mmio &mmio);
	/* One access of a system register by `cpu` at `now`; a model fault throws bad_input. */
	void sysreg(uint64_t now, unsigned int cpu, uint32_t encoding, uint64_t &value, bool write);
	/* Who performs the accesses that follow (tests); at first CPU 0. */
	void set_master(unsigned int cpu)
	{
		env_.master = cpu;
	}
	void advance(uint64_t until);
	void nudge();
	/* As tw_board_lines(). */
	twin_lines shared_lines();
	/* As the kernel's TWIN_CALL_DMA. */
	void dma(twin_dma_op op, uint64_t phys, uint64_t len, uint64_t flags);
	stale_watch &watch()
	{
		return memory_.watch();
	}
	/* 0, or -1 and one line in err. */
	int finish(char *err);

	/* For foreign models: attach a socket here before the board runs. */
	address_bus &bus()
	{
		return *bus_;
	}
	interrupt_lines &lines()
	{
		return lines_;
	}
	calendar &events()
	{
		return events_;
	}
	quiet_events &quiet()
	{
		return quiet_;
	}

      private:
	bus_device &device(const std::string &name) const;
	spi_bus &wires_of(const std::string &controller) const;
	void start();
	void begin_access(uint64_t now);
	void throw_fault();

	event_log log_;
	calendar events_;
	fault_sink faults_;
	quiet_events quiet_;
	board_memory memory_;
	interrupt_lines lines_;
	environment env_;
	std::vector<std::unique_ptr<bus_device>> devices_;
	std::unique_ptr<address_bus> bus_;
	std::unique_ptr<pump> pump_;
	bool started_ = false, ran_ = false;
	uint64_t last_access_ = 0;
};

/* The board behind a handle of the facade. */
board &board_of(tw_board *handle);

} // namespace tw

#endif
