/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Base of every model with registers. One vocabulary for all of them:
 *
 *   reset()               the state after power-on
 *   start()               the board starts at time 0: record names, clocks, initial pin levels
 *   read(), write()       one register access by a bus master
 *   register_name()       for messages
 *   finish()              the board ends: write back what is kept in files
 *
 * An access takes effect when its master issues it; the bus adds what it costs the master. Models
 * never wait() and compute their state from timestamps. Registers are 32 bits wide; any other
 * access size, or one that is not aligned, is a model fault. (A DMA controller's accesses may be
 * narrower where the device says so, a CPU's where it overrides narrow(), or wider: wide().)
 *
 * Offsets are those of the first `reg` region; of region i >= 1 they begin at i * TW_REGION_STRIDE.
 *
 * A device whose events are quiet (cpu/quiet_events.h) calls join_quiet() in its constructor and
 * schedules on env.quiet.events(); they are up to date whenever one of its functions is called.
 */
#ifndef TW_CORE_BUS_DEVICE_H
#define TW_CORE_BUS_DEVICE_H

#include <string>
#include <vector>

#include <systemc>
#include <tlm>

#include "bus/bus_range.h"
#include "core/environment.h"
#include "facade.h"

namespace tw
{

/* The description's regions; throws bad_input when they are too many or one is too long. */
std::vector<bus_range> checked_ranges(const tw_bus_device &description);
/* The description's peripheral clock, 1 Hz to 1 THz; throws bad_input otherwise. */
uint64_t checked_clock_hz(const tw_bus_device &description);

class bus_device : public sc_core::sc_module, public tlm::tlm_fw_transport_if<>
{
      public:
	tlm::tlm_target_socket<32> socket;

	bus_device(const sc_core::sc_module_name &module, environment &env,
		   const tw_bus_device &description);

	virtual void reset() = 0;
	virtual void start() {}
	/* offset: multiple of 4 in a region; now: ps, never goes backwards. */
	virtual uint32_t read(uint32_t offset, uint64_t now) = 0;
	virtual void write(uint32_t offset, uint32_t value, uint64_t now) = 0;
	/*
	 * The same by a DMA controller, 1, 2 or 4 bytes wide, at any offset. The default is a model
	 * fault: only a device that is wired to one has registers for it.
	 */
	virtual uint32_t dma_read(uint32_t offset, unsigned int size, uint64_t now);
	virtual void dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now);
	/* May a CPU access `size` (1 or 2) bytes at `offset`? dma_read(), dma_write() serve it. */
	virtual bool narrow(uint32_t, unsigned int) const
	{
		return false;
	}
	/*
	 * May a CPU access 8 bytes at `offset`, a multiple of 8? They are two registers, low word
	 * first, at one instant.
	 */
	virtual bool wide(uint32_t) const
	{
		return false;
	}
	/* NULL when there is no such register. */
	virtual const char *register_name(uint32_t offset) const = 0;
	/* 0, or -1 and one line in err. */
	virtual int finish(char *err);

	const std::string &label() const
	{
		return label_;
	}
	const std::string &node() const
	{
		return node_;
	}
	/* Of the first region; 0 for a device that has none. */
	uint64_t base() const
	{
		return ranges_.empty() ? 0 : ranges_.front().base;
	}
	uint64_t size() const
	{
		return ranges_.empty() ? 0 : ranges_.front().size;
	}
	/* All regions as the bus has them. */
	const std::vector<bus_range> &ranges() const
	{
		return ranges_;
	}

	void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay) override;
	tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload &trans, tlm::tlm_phase &phase,
					   sc_core::sc_time &delay) override;
	bool get_direct_mem_ptr(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi) override;
	unsigned int transport_dbg(tlm::tlm_generic_payload &trans) override;

      protected:
	void join_quiet(const quiet_member &member);
	/* Model faults that name device, register, access and value. */
	void fault_read(uint32_t offset, const char *why);
	void fault_write(uint32_t offset, uint32_t value, const char *why);

	environment &env;

      private:
	std::string place(uint32_t offset) const;
	bool size_allowed(uint32_t offset, unsigned int size) const;
	bool check(tlm::tlm_generic_payload &trans, uint64_t now);
	void narrow_access(tlm::tlm_generic_payload &trans, uint64_t now);
	void access(tlm::tlm_generic_payload &trans, uint64_t now);

	std::string label_, node_;
	std::vector<bus_range> ranges_;
	uint64_t last_access_ = 0;
	bool quiet_ = false;
};

} // namespace tw

#endif
