// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The distributor's and the redistributors' registers that are not about single interrupts. */
#include "irq/gicv3.h"
#include "irq/gicv3_regs.h"

namespace tw
{

static constexpr uint32_t iidr = 0x0000143b; /* Arm, product 0, r0p1: none of Linux's quirks */
static constexpr uint32_t pidr2 = 0x3b;	     /* GICv3, JEP106 code of Arm */
static constexpr uint64_t route_bits = 0xff80ffffffULL;

uint32_t gicv3::read_distributor(uint32_t offset)
{
	if (is_route(offset))
		return read_route(offset);
	switch (offset) {
	case gicd::CTLR:
		return gicd::CTLR_ARE | gicd::CTLR_DS | (group0_ ? gicd::CTLR_ENABLE_GROUP0 : 0) |
		       (core_.forwarding() ? gicd::CTLR_ENABLE_GROUP1 : 0);
	case gicd::TYPER:
		return ((core_.intids() + 31) / 32 - 1) | gicd::TYPER_10_INTID_BITS |
		       gicd::TYPER_A3V;
	case gicd::TYPER2: /* a GICv3 has nothing to say there */
		return 0;
	case gicd::IIDR:
		return iidr;
	case gicd::PIDR2:
		return pidr2;
	}
	fault_read(offset, "not modelled");
	return 0;
}

void gicv3::write_distributor(uint32_t offset, uint32_t value)
{
	static constexpr uint32_t fixed = gicd::CTLR_ARE | gicd::CTLR_DS | gicd::CTLR_RWP;

	if (is_route(offset)) {
		write_route(offset, value);
		return;
	}
	switch (offset) {
	case gicd::CTLR:
		if (value & ~(fixed | gicd::CTLR_ENABLE_GROUP0 | gicd::CTLR_ENABLE_GROUP1))
			break;
		group0_ = value & gicd::CTLR_ENABLE_GROUP0;
		core_.set_forwarding(value & gicd::CTLR_ENABLE_GROUP1);
		return;
	case gicd::TYPER:
	case gicd::TYPER2:
	case gicd::IIDR:
	case gicd::PIDR2:
		fault_write(offset, value, "read-only register");
		return;
	}
	fault_write(offset, value, "not modelled");
}

bool gicv3::is_route(uint32_t offset) const
{
	return offset >= gicd::IROUTER + 8 * gic_core::private_intids &&
	       offset < gicd::IROUTER + 8 * core_.intids();
}

uint32_t gicv3::read_route(uint32_t offset) const
{
	uint64_t route = core_.route((offset - gicd::IROUTER) / 8);

	return static_cast<uint32_t>(offset % 8 ? route >> 32 : route);
}

void gicv3::write_route(uint32_t offset, uint32_t value)
{
	unsigned int intid = (offset - gicd::IROUTER) / 8;
	uint64_t route = core_.route(intid), word = value;

	if (offset % 8)
		route = (route & 0xffffffff) | word << 32;
	else
		route = (route & ~0xffffffffULL) | word;
	route &= route_bits;
	if (!(route & gic_core::route_any) && core_.cpu_at(route) < 0)
		fault_write(offset, value, "no CPU has this affinity");
	else
		core_.set_route(intid, route);
}

uint32_t gicv3::read_redistributor(uint32_t offset, const spot &s)
{
	switch (s.offset) {
	case gicr::CTLR:
		return 0;
	case gicr::IIDR:
		return iidr;
	case gicr::TYPER:
		return s.cpu << 8 | (s.cpu + 1 == core_.cpus() ? gicr::TYPER_LAST : 0);
	case gicr::TYPER_HIGH:
		return gic_affinity(s.cpu);
	case gicr::WAKER:
		return core_.asleep(s.cpu) ? gicr::WAKER_SLEEP | gicr::WAKER_CHILDREN_ASLEEP : 0;
	case gicr::PIDR2:
		return pidr2;
	}
	fault_read(offset, "not modelled");
	return 0;
}

void gicv3::write_redistributor(uint32_t offset, const spot &s, uint32_t value)
{
	switch (s.offset) {
	case gicr::CTLR:
		if (!value)
			return;
		fault_write(offset, value,
			    value & gicr::CTLR_ENABLE_LPIS ? "LPIs are not modelled"
							   : "not modelled");
		return;
	case gicr::WAKER:
		if (value & ~(gicr::WAKER_SLEEP | gicr::WAKER_CHILDREN_ASLEEP))
			break;
		core_.set_asleep(s.cpu, value & gicr::WAKER_SLEEP);
		return;
	case gicr::IIDR:
	case gicr::TYPER:
	case gicr::TYPER_HIGH:
	case gicr::PIDR2:
		fault_write(offset, value, "read-only register");
		return;
	}
	fault_write(offset, value, "not modelled");
}

bool gicv3::wide(uint32_t offset) const
{
	spot s = locate(offset);

	return s.in == frame::distributor ? is_route(offset)
					  : s.in == frame::redistributor && s.offset == gicr::TYPER;
}

std::string gicv3::text_of(const spot &s) const
{
	static const struct {
		frame in;
		uint32_t offset;
		const char *name;
	} names[] = {
		{frame::distributor, gicd::CTLR, "CTLR"},
		{frame::distributor, gicd::TYPER, "TYPER"},
		{frame::distributor, gicd::IIDR, "IIDR"},
		{frame::distributor, gicd::TYPER2, "TYPER2"},
		{frame::distributor, gicd::PIDR2, "PIDR2"},
		{frame::redistributor, gicr::CTLR, "CTLR"},
		{frame::redistributor, gicr::IIDR, "IIDR"},
		{frame::redistributor, gicr::TYPER, "TYPER"},
		{frame::redistributor, gicr::TYPER_HIGH, "TYPER (high)"},
		{frame::redistributor, gicr::WAKER, "WAKER"},
		{frame::redistributor, gicr::PROPBASER, "PROPBASER"},
		{frame::redistributor, gicr::PENDBASER, "PENDBASER"},
		{frame::redistributor, gicr::PIDR2, "PIDR2"},
	};

	if (s.place.field != gic_field::none)
		return gic_register_text(s.offset, s.place);
	if (s.in == frame::distributor && s.offset >= gicd::IROUTER && s.offset < gicd::IROUTER_END)
		return "IROUTER" + std::to_string((s.offset - gicd::IROUTER) / 8);
	for (const auto &n : names)
		if (n.in == s.in && n.offset == s.offset)
			return n.name;
	return "";
}

const char *gicv3::register_name(uint32_t offset) const
{
	spot s = locate(offset);
	std::string text = text_of(s);

	if (text.empty())
		return nullptr;
	if (s.in == frame::distributor)
		name_ = "GICD_" + text;
	else
		name_ = "GICR_" + text + " of cpu" + std::to_string(s.cpu);
	return name_.c_str();
}

} // namespace tw
