/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A small board for tests of models: spi1 with a flash on chip select 0 (GPIO pin 25 of gpio2), a
 * storage device, one CPU, and every event of the stream kept in a vector.
 */
#ifndef TESTS_MODELS_RIG_H
#define TESTS_MODELS_RIG_H

#include <criterion/criterion.h>

#include <cinttypes>
#include <string>
#include <vector>

#include "bench_check.h"
#include "burst_words.h"
#include "facade.h"

#define SPI_BASE 0xf8008000ULL
#define PIO_BASE 0xfffff600ULL
#define STORAGE_BASE 0xfffffc00ULL
#define SPI_IRQ 25
#define PIO_IRQ 8
#define TIMER_LINE 3
#define CLOCK_HZ 132000000ULL
#define CS_PIN 25

/* Costs of one access, ps: odd numbers, so that a wrong sum shows. */
#define APB_READ 100003ULL
#define APB_WRITE 50001ULL
#define SYS_READ 110007ULL
#define SYS_WRITE 60009ULL

/* Written down independently of the models: time of half-cycle n at 132 MHz. */
static inline uint64_t half_at(uint64_t n)
{
	return (uint64_t)((unsigned __int128)n * 1000000000000ULL / (2 * CLOCK_HZ));
}

class rig
{
      public:
	std::vector<twin_event> events;
	twin_cpu cpu = {};
	tw_board *board = nullptr;
	tw_board_config config = {};
	char err[TW_ERR_SIZE] = "";
	std::vector<tw_option> spi_options; /* of spi1; before build() */

	explicit rig(bool populate = true)
	{
		costs_[TWIN_COST_MMIO_APB_READ] = APB_READ;
		costs_[TWIN_COST_MMIO_APB_WRITE] = APB_WRITE;
		costs_[TWIN_COST_MMIO_SYS_READ] = SYS_READ;
		costs_[TWIN_COST_MMIO_SYS_WRITE] = SYS_WRITE;
		cpu.timer = TWIN_TIME_NEVER;
		ring_.events = records_;
		ring_.size = sizeof(records_) / sizeof(*records_);
		ring_.mask = ~0u;
		config.name = "rig";
		config.cpus = &cpu;
		config.nr_cpus = 1;
		config.cpus_per_cluster = 64; /* for rigs that have more CPUs */
		config.clusters_per_socket = config.sockets = 1;
		config.line_size = 64;
		config.ring = &ring_;
		config.costs = costs_;
		config.timer_line = TIMER_LINE;
		config.drain = drain;
		config.ctx = this;
		if (populate)
			build();
	}

	~rig()
	{
		cr_assert_eq(tw_board_free(board, err), 0, "%s", err);
	}

	void build(const tw_option *flash_options = nullptr, size_t nr_flash_options = 0)
	{
		make();
		add_buses();
		tw_spi_device flash = {};

		flash.name = "flash0";
		flash.node = "/spi1/flash@0";
		flash.compatible = "jedec,spi-nor";
		flash.controller = "spi1";
		flash.options = flash_options;
		flash.nr_options = nr_flash_options;
		cr_assert_eq(tw_board_add_spi(board, &flash, err), 0, "%s", err);
		cr_assert_eq(tw_board_wire_cs(board, "gpio2", CS_PIN, "spi1", 0, 1, err), 0, "%s",
			     err);
	}

	void make()
	{
		board = tw_board_new(&config, err);
		cr_assert(board, "%s", err);
	}

	void add_buses()
	{
		static const tw_reg_init boot[] = {{0x28, 0x1234}};
		tw_bus_device spi = device("spi1", "atmel,at91rm9200-spi", SPI_BASE, SPI_IRQ);
		tw_bus_device pio = device("gpio2", "atmel,at91sam9x5-gpio", PIO_BASE, PIO_IRQ);
		tw_bus_device pmc = device("pmc", "storage", STORAGE_BASE, -1);

		spi.size = 0x4000;
		spi.segment = TW_SEG_APB;
		spi.index = 1;
		spi.options = spi_options.data();
		spi.nr_options = spi_options.size();
		pmc.init = boot;
		pmc.nr_init = 1;
		for (tw_bus_device *d : {&spi, &pio, &pmc})
			cr_assert_eq(tw_board_add(board, d, err), 0, "%s", err);
	}

	static tw_bus_device device(const char *name, const char *compatible, uint64_t base,
				    int irq)
	{
		tw_bus_device d = {};

		d.name = name;
		d.node = name;
		d.compatible = compatible;
		d.base = base;
		d.size = 0x200;
		d.irq = irq;
		d.clock_hz = CLOCK_HZ;
		d.segment = TW_SEG_SYS;
		return d;
	}

	/* -1 and err for a model fault. */
	int try_access(uint64_t at, uint64_t address, uint64_t *data, bool write, uint32_t size = 4,
		       uint64_t *after = nullptr)
	{
		twin_mmio mmio = {};
		int result;

		mmio.addr = address;
		mmio.data = *data;
		mmio.size = size;
		mmio.write = write;
		result = tw_board_access(board, at, &mmio, after, err);
		*data = mmio.data;
		return result;
	}

	void write(uint64_t at, uint64_t address, uint64_t value)
	{
		bench_check(!try_access(at, address, &value, true), err);
	}

	uint32_t read(uint64_t at, uint64_t address)
	{
		uint64_t value = 0;

		bench_check(!try_access(at, address, &value, false), err);
		return static_cast<uint32_t>(value);
	}

	/* All events of a type recorded so far; the words of bursts one by one. */
	std::vector<twin_event> of(uint16_t type)
	{
		std::vector<twin_event> found;

		take();
		for (const twin_event &e : with_words_alone(events, CLOCK_HZ))
			if (e.type == type)
				found.push_back(e);
		return found;
	}

	bool irq(int line) const
	{
		return cpu.irq[line / 64] >> (line % 64) & 1;
	}

	void take()
	{
		events.insert(events.end(), records_, records_ + ring_.used);
		ring_.used = 0;
	}

	uint64_t costs_[TWIN_COST_NR] = {};
	twin_ring ring_ = {};

      private:
	static void drain(void *ctx)
	{
		static_cast<rig *>(ctx)->take();
	}

	twin_event records_[64];
};

#endif
