// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "bus/address_bus.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

#include "core/options.h"

namespace tw
{

/* Sockets can only be made while a module is built, so each target gets a module with one. */
class address_bus::port : public sc_core::sc_module
{
      public:
	initiator out;

	explicit port(const sc_core::sc_module_name &module)
	    : sc_core::sc_module(module), out("out")
	{
	}
};

address_bus::address_bus(const sc_core::sc_module_name &module, fault_sink &faults,
			 const cost_table &costs)
    : sc_core::sc_module(module), socket("socket"), faults_(faults), costs_(costs)
{
	socket.bind(*this);
}

address_bus::~address_bus() = default;

static const twin_cost segment_costs[][2] = {
	{TWIN_COST_MMIO_AHB_READ, TWIN_COST_MMIO_AHB_WRITE},
	{TWIN_COST_MMIO_APB_READ, TWIN_COST_MMIO_APB_WRITE},
	{TWIN_COST_MMIO_SYS_READ, TWIN_COST_MMIO_SYS_WRITE},
};

static std::string range_text(uint64_t base, uint64_t size)
{
	char text[64];

	snprintf(text, sizeof(text), "0x%" PRIx64 "+0x%" PRIx64, base, size);
	return text;
}

template <class range> static bool overlap(const range &a, const bus_range &b)
{
	return a.base < b.base + b.size && b.base < a.base + a.size;
}

void address_bus::check_free(const std::string &name, const std::vector<bus_range> &ranges) const
{
	for (size_t i = 0; i < ranges.size(); i++) {
		const bus_range &r = ranges[i];
		std::string what = name + ": address range " + range_text(r.base, r.size);

		if (!r.size || r.base + r.size < r.base)
			throw bad_input(what + " is empty or wraps");
		for (const auto &other : regions_)
			if (overlap(*other, r))
				throw bad_input(what + " overlaps " + other->name + " at " +
						range_text(other->base, other->size));
		for (size_t j = 0; j < i; j++)
			if (overlap(ranges[j], r))
				throw bad_input(what + " overlaps its own " +
						range_text(ranges[j].base, ranges[j].size));
	}
}

void address_bus::insert(std::unique_ptr<region> added)
{
	auto at = std::find_if(regions_.begin(), regions_.end(),
			       [&](const auto &r) { return r->base > added->base; });

	regions_.insert(at, std::move(added));
}

address_bus::initiator &address_bus::add_regions(const std::string &name,
						 const std::vector<bus_range> &ranges,
						 tw_segment segment, bool foreign)
{
	ports_.push_back(std::make_unique<port>(sc_core::sc_gen_unique_name("bus_port")));
	for (const bus_range &range : ranges) {
		auto added = std::make_unique<region>();

		added->base = range.base;
		added->size = range.size;
		added->first = range.first;
		for (int write = 0; write < 2; write++)
			added->cost[write] = segment_costs[segment][write];
		added->foreign = foreign;
		added->name = name;
		added->out = &ports_.back()->out;
		insert(std::move(added));
	}
	return ports_.back()->out;
}

const address_bus::region *address_bus::find(uint64_t address, uint64_t len) const
{
	auto at = std::upper_bound(regions_.begin(), regions_.end(), address,
				   [](uint64_t a, const auto &r) { return a < r->base; });

	if (at == regions_.begin())
		return nullptr;

	const region *r = (--at)->get();
	uint64_t offset = address - r->base;

	return offset < r->size && len <= r->size - offset ? r : nullptr;
}

const char *address_bus::name_at(uint64_t phys, uint64_t len) const
{
	const region *r = find(phys, len);

	return r ? r->name.c_str() : nullptr;
}

const address_bus::region *address_bus::decode(uint64_t address, uint64_t len)
{
	/* Register traffic comes in runs: the last target is nearly always the next. */
	if (last_ && address - last_->base < last_->size &&
	    len <= last_->size - (address - last_->base))
		return last_;
	last_ = find(address, len);
	return last_;
}

void address_bus::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
{
	uint64_t address = trans.get_address();
	const region *r = decode(address, trans.get_data_length());

	if (!r) {
		uint64_t value = 0;

		memcpy(&value, trans.get_data_ptr(), std::min(trans.get_data_length(), 8u));
		faults_.report("bus: %s of %u bytes at 0x%" PRIx64 " (value 0x%" PRIx64
			       "): no device at this address",
			       trans.is_read() ? "read" : "write", trans.get_data_length(), address,
			       trans.is_read() ? 0 : value);
		trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
		return;
	}
	trans.set_address(r->first + (address - r->base));
	(*r->out)->b_transport(trans, delay);
	trans.set_address(address);
	delay += sc_core::sc_time::from_value(costs_.charge(r->cost[trans.is_write()]));
}

tlm::tlm_sync_enum address_bus::nb_transport_fw(tlm::tlm_generic_payload &trans,
						tlm::tlm_phase &phase, sc_core::sc_time &delay)
{
	b_transport(trans, delay);
	phase = tlm::END_RESP;
	return tlm::TLM_COMPLETED;
}

bool address_bus::get_direct_mem_ptr(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi)
{
	dmi.init();
	return false;
}

unsigned int address_bus::transport_dbg(tlm::tlm_generic_payload &)
{
	return 0;
}

} // namespace tw
