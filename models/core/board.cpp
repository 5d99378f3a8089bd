// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/board.h"

#include "core/nearest.h"
#include "core/registry.h"
#include "dma/dma_request.h"
#include "gpio/gpio_bank.h"
#include "spi/spi_bus.h"

namespace tw
{

static const tw_board_config &checked(const tw_board_config &config)
{
	static bool exists;

	if (exists)
		throw bad_input("one board per process: SystemC has one simulation context");
	if (!config.cpus || !config.nr_cpus || !config.costs)
		throw bad_input("a board needs CPUs and costs");
	if (config.timer_line < -1 || config.timer_line >= interrupt_lines::count)
		throw bad_input("timer line " + std::to_string(config.timer_line) +
				" is not in -1..255");
	exists = true;
	return config;
}

board::board(const tw_board_config &config)
    : log_(checked(config).ring, config.drain, config.ctx), quiet_(events_),
      memory_(faults_, config.ram, config.ram_phys, config.ram_size), lines_(config.cpus, log_),
      env_{events_, log_, faults_, lines_, cost_table(config.costs), quiet_, memory_, *this},
      bus_(std::make_unique<address_bus>("bus", faults_, env_.costs)),
      pump_(std::make_unique<pump>("pump", config, env_, *bus_))
{
	/* Errors of SystemC come back as exceptions; nothing here prints. */
	sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
	sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
	sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
	sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
	env_.nr_cpus = config.nr_cpus;
	pump_->socket.bind(bus_->socket);
	quiet_.set_one_by_one(config.sync_block);
}

board::~board() = default;

void board::add(const tw_bus_device &description)
{
	const char *where = description.node ? description.node : description.name;
	const model &m = require_model(description.compatible, TW_MODEL_BUS, where);
	options opts(description.name, m.info.options, description.options, description.nr_options);

	for (const auto &d : devices_)
		if (d->label() == description.name)
			throw bad_input(std::string(where) + ": there is a device '" +
					description.name + "' already: " + d->node());
	if (description.irq < -1 || description.irq >= interrupt_lines::count)
		throw bad_input(std::string(where) + ": interrupt line " +
				std::to_string(description.irq) + " is not in 0..255");

	/* Before there is a model: it may tell others that it is there. */
	bus_->check_free(description.name, checked_ranges(description));

	auto made = m.make_bus(env_, description, opts);

	bus_->attach(description.name, made->ranges(), description.segment, false, made->socket);
	devices_.push_back(std::move(made));
}

bus_device &board::device(const std::string &name) const
{
	std::vector<std::string> known;

	for (const auto &d : devices_) {
		if (d->label() == name)
			return *d;
		known.push_back(d->label());
	}

	std::string hint = nearest(name, known);

	throw bad_input("no device '" + name + "'" +
			(hint.empty() ? "" : "; did you mean '" + hint + "'?"));
}

spi_bus &board::wires_of(const std::string &controller) const
{
	auto *master = dynamic_cast<spi_controller *>(&device(controller));

	if (!master)
		throw bad_input(controller + ": not an SPI controller");
	return master->wires();
}

void board::add_spi(const tw_spi_device &description)
{
	const char *where = description.node ? description.node : description.name;
	const model &m = require_model(description.compatible, TW_MODEL_SPI_DEVICE, where);
	options opts(description.name, m.info.options, description.options, description.nr_options);
	spi_bus &wires = wires_of(description.controller);

	wires.add_device(description.cs, description.name, m.make_spi(env_, description, opts));
}

void board::wire_cs(const std::string &bank, unsigned int pin, const std::string &controller,
		    int cs, bool active_low)
{
	auto *gpio = dynamic_cast<gpio_bank *>(&device(bank));
	spi_bus &wires = wires_of(controller);

	if (!gpio)
		throw bad_input(bank + ": not a GPIO bank");
	if (pin >= gpio->pins())
		throw bad_input(bank + ": no pin " + std::to_string(pin));
	wires.wire(cs, active_low);
	gpio->wire(pin, wires, cs);
}

void board::dma(twin_dma_op op, uint64_t phys, uint64_t len, uint64_t flags)
{
	memory_.apply(op, phys, len, flags);
}

void board::wire_dma(const std::string &controller, unsigned int interface,
		     const std::string &peripheral, const std::string &line)
{
	auto *dmac = dynamic_cast<dma_controller *>(&device(controller));
	auto *device_with_lines = dynamic_cast<dma_peripheral *>(&device(peripheral));
	dma_output *output =
		device_with_lines ? device_with_lines->dma_line(line.c_str()) : nullptr;

	if (!dmac)
		throw bad_input(controller + ": not a DMA controller");
	if (interface >= dmac->interfaces())
		throw bad_input(controller + ": no handshaking interface " +
				std::to_string(interface));
	if (!output)
		throw bad_input(peripheral + ": no DMA request line '" + line + "'");
	if (output->connected())
		throw bad_input(peripheral + ": DMA request line '" + line +
				"' is connected twice");
	output->connect(*dmac, interface);
}

bus_device *board::device_at(uint64_t phys) const
{
	for (const auto &d : devices_)
		if (phys - d->base() < d->size())
			return d.get();
	return nullptr;
}

const char *board::model_at(uint64_t phys, uint64_t len) const
{
	return bus_->name_at(phys, len);
}

void board::start()
{
	if (started_)
		return;
	started_ = true;
	for (const auto &d : devices_)
		d->start();
	pump_->elaborate();
}

tw_result board::run()
{
	if (ran_)
		throw bad_input("a board runs once");
	ran_ = true;
	start();
	return pump_->run();
}

/* An access from outside a kernel begins at `now`. */
void board::begin_access(uint64_t now)
{
	start();
	if (now < last_access_)
		throw bad_input("access at " + std::to_string(now) + " ps after one at " +
				std::to_string(last_access_) + " ps");
	last_access_ = now;
}

void board::throw_fault()
{
	std::string text = faults_.text();

	if (!faults_.raised())
		return;
	faults_.clear();
	throw bad_input(text);
}

uint64_t board::access(uint64_t now, twin_mmio &mmio)
{
	uint64_t after;

	begin_access(now);
	after = pump_->access(mmio, now);
	throw_fault();
	return after;
}

void board::sysreg(uint64_t now, unsigned int cpu, uint32_t encoding, uint64_t &value, bool write)
{
	if (cpu >= env_.nr_cpus)
		throw bad_input("no cpu" + std::to_string(cpu));
	begin_access(now);
	advance(now);
	if (write)
		write_system_register(env_, cpu, encoding, value, now);
	else
		value = read_system_register(env_, cpu, encoding, now);
	throw_fault();
}

void board::advance(uint64_t until)
{
	start();
	events_.run_until(until);
	quiet_.catch_up(until);
	quiet_.arm();
}

twin_lines board::shared_lines()
{
	return pump_->shared_lines();
}

void board::nudge()
{
	pump_->nudge();
}

int board::finish(char *err)
{
	for (const auto &d : devices_)
		if (d->finish(err))
			return -1;
	return 0;
}

} // namespace tw
