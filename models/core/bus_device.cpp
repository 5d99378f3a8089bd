// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/bus_device.h"

#include <cinttypes>
#include <cstring>

#include "core/options.h"

namespace tw
{

uint64_t checked_clock_hz(const tw_bus_device &description)
{
	if (!description.clock_hz || description.clock_hz > 1000000000000ULL)
		throw bad_input(std::string(description.name) + ": peripheral clock of " +
				std::to_string(description.clock_hz) + " Hz");
	return description.clock_hz;
}

std::vector<bus_range> checked_ranges(const tw_bus_device &description)
{
	std::vector<bus_range> ranges = {{description.base, description.size, 0}};

	if (!description.size && !description.base)
		return {};
	if (description.nr_more >= TW_REGIONS_MAX)
		throw bad_input(std::string(description.name) + ": more than " +
				std::to_string(TW_REGIONS_MAX) + " register regions");
	for (size_t i = 0; i < description.nr_more; i++)
		ranges.push_back({description.more[i].base, description.more[i].size,
				  (i + 1) * TW_REGION_STRIDE});
	for (const bus_range &r : ranges)
		if (ranges.size() > 1 && r.size > TW_REGION_STRIDE)
			throw bad_input(std::string(description.name) +
					": one of several register regions is longer than 16 MiB");
	return ranges;
}

bus_device::bus_device(const sc_core::sc_module_name &module, environment &env,
		       const tw_bus_device &description)
    : sc_core::sc_module(module), socket("socket"), env(env), label_(description.name),
      node_(description.node ? description.node : description.name),
      ranges_(checked_ranges(description))
{
	socket.bind(*this);
}

int bus_device::finish(char *)
{
	return 0;
}

std::string bus_device::place(uint32_t offset) const
{
	const char *name = register_name(offset);
	char text[32];

	snprintf(text, sizeof(text), " (offset 0x%" PRIx32 ")", offset);
	return std::string(name ? name : "no register") + text +
	       (env.nr_cpus > 1 ? " by cpu" + std::to_string(env.master) : "");
}

void bus_device::fault_read(uint32_t offset, const char *why)
{
	env.faults.report("%s: read of %s: %s", label_.c_str(), place(offset).c_str(), why);
}

void bus_device::fault_write(uint32_t offset, uint32_t value, const char *why)
{
	env.faults.report("%s: write of 0x%" PRIx32 " to %s: %s", label_.c_str(), value,
			  place(offset).c_str(), why);
}

void bus_device::join_quiet(const quiet_member &member)
{
	env.quiet.join(member);
	quiet_ = true;
}

uint32_t bus_device::dma_read(uint32_t offset, unsigned int, uint64_t)
{
	fault_read(offset, "by a DMA controller");
	return 0;
}

void bus_device::dma_write(uint32_t offset, uint32_t value, unsigned int, uint64_t)
{
	fault_write(offset, value, "by a DMA controller");
}

bool bus_device::size_allowed(uint32_t offset, unsigned int size) const
{
	if (size == 4)
		return offset % 4 == 0;
	if (size == 8)
		return offset % 8 == 0 && wide(offset);
	return narrow(offset, size);
}

bool bus_device::check(tlm::tlm_generic_payload &trans, uint64_t now)
{
	uint32_t offset = static_cast<uint32_t>(trans.get_address());

	if (!size_allowed(offset, trans.get_data_length())) {
		env.faults.report("%s: %s of %u bytes at %s: only aligned 32-bit accesses",
				  label_.c_str(), trans.is_read() ? "read" : "write",
				  trans.get_data_length(), place(offset).c_str());
		return false;
	}
	if (now < last_access_) {
		env.faults.report("%s: access at %" PRIu64 " ps after one at %" PRIu64 " ps",
				  label_.c_str(), now, last_access_);
		return false;
	}
	last_access_ = now;
	return true;
}

void bus_device::narrow_access(tlm::tlm_generic_payload &trans, uint64_t now)
{
	uint32_t offset = static_cast<uint32_t>(trans.get_address());
	unsigned int size = trans.get_data_length();
	uint32_t value = 0;

	if (trans.is_read()) {
		value = dma_read(offset, size, now);
		memcpy(trans.get_data_ptr(), &value, size);
	} else {
		memcpy(&value, trans.get_data_ptr(), size);
		dma_write(offset, value, size, now);
	}
}

void bus_device::access(tlm::tlm_generic_payload &trans, uint64_t now)
{
	uint32_t offset = static_cast<uint32_t>(trans.get_address()), value;
	unsigned char *data = trans.get_data_ptr();

	if (trans.get_data_length() < sizeof(value)) {
		narrow_access(trans, now);
		return;
	}
	for (unsigned int at = 0; at < trans.get_data_length(); at += sizeof(value)) {
		if (trans.is_read()) {
			value = read(offset + at, now);
			memcpy(data + at, &value, sizeof(value));
		} else {
			memcpy(&value, data + at, sizeof(value));
			write(offset + at, value, now);
		}
	}
}

void bus_device::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
{
	uint64_t now = sc_core::sc_time_stamp().value() + delay.value();

	trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
	if (!check(trans, now))
		return;
	if (quiet_)
		env.quiet.catch_up(now);
	access(trans, now);
	if (quiet_)
		env.quiet.arm();
	if (!env.faults.raised())
		trans.set_response_status(tlm::TLM_OK_RESPONSE);
}

tlm::tlm_sync_enum bus_device::nb_transport_fw(tlm::tlm_generic_payload &trans,
					       tlm::tlm_phase &phase, sc_core::sc_time &delay)
{
	b_transport(trans, delay);
	phase = tlm::END_RESP;
	return tlm::TLM_COMPLETED;
}

bool bus_device::get_direct_mem_ptr(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi)
{
	dmi.init();
	return false;
}

unsigned int bus_device::transport_dbg(tlm::tlm_generic_payload &)
{
	return 0;
}

} // namespace tw
