/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The board's bus: flat address decode and what an access costs its master.
 *
 * An access takes effect at the target when it is issued; the cost of its segment and direction
 * (costs.yaml: bus.*) is then added to the annotated delay. An address without a target is a model
 * fault.
 *
 * Does not model: contention between masters, bursts, write buffers (a write costs its full time).
 */
#ifndef TW_BUS_ADDRESS_BUS_H
#define TW_BUS_ADDRESS_BUS_H

#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "bus/bus_range.h"
#include "core/cost_table.h"
#include "core/fault_sink.h"
#include "facade.h"

namespace tw
{

class address_bus : public sc_core::sc_module, public tlm::tlm_fw_transport_if<>
{
      public:
	tlm::tlm_target_socket<32> socket;

	address_bus(const sc_core::sc_module_name &module, fault_sink &faults,
		    const cost_table &costs);
	~address_bus() override;

	/*
	 * Maps [base, base + size) to `target`; the target sees offsets. `foreign` says that it is
	 * not one of ours: it may wait() and use SystemC's own events. Before simulation only.
	 * Throws bad_input when the range is empty, wraps or overlaps another.
	 */
	template <class target_socket>
	void attach(const std::string &name, uint64_t base, uint64_t size, tw_segment segment,
		    bool foreign, target_socket &target)
	{
		attach(name, {{base, size, 0}}, segment, foreign, target);
	}
	/* The same for a target with several ranges; nothing is mapped when one is refused. */
	template <class target_socket>
	void attach(const std::string &name, const std::vector<bus_range> &ranges,
		    tw_segment segment, bool foreign, target_socket &target)
	{
		check_free(name, ranges);
		add_regions(name, ranges, segment, foreign).bind(target);
	}
	/* Throws bad_input as attach() would. */
	void check_free(const std::string &name, const std::vector<bus_range> &ranges) const;

	/* Name of what is mapped at all of [phys, phys + len), or NULL. */
	const char *name_at(uint64_t phys, uint64_t len) const;

	/* Was the target of the last access a foreign model? */
	bool last_was_foreign() const
	{
		return last_ && last_->foreign;
	}

	void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay) override;
	tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload &trans, tlm::tlm_phase &phase,
					   sc_core::sc_time &delay) override;
	bool get_direct_mem_ptr(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi) override;
	unsigned int transport_dbg(tlm::tlm_generic_payload &trans) override;

      private:
	class port;
	using initiator = tlm_utils::simple_initiator_socket<port>;
	struct region {
		uint64_t base, size, first;
		twin_cost cost[2]; /* read, write */
		bool foreign;
		std::string name;
		initiator *out;
	};

	initiator &add_regions(const std::string &name, const std::vector<bus_range> &ranges,
			       tw_segment segment, bool foreign);
	void insert(std::unique_ptr<region> added);
	const region *find(uint64_t address, uint64_t len) const;
	const region *decode(uint64_t address, uint64_t len);

	fault_sink &faults_;
	const cost_table &costs_;
	std::vector<std::unique_ptr<region>> regions_; /* by base */
	std::vector<std::unique_ptr<port>> ports_;     /* one per target */
	const region *last_ = nullptr;
};

} // namespace tw

#endif
