/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A board for tests of the DMA controller: controller "dma1", a peripheral made of request lines
 * and instants ("test,paced", registered here), RAM with a known content, one CPU.
 */
#ifndef TESTS_MODELS_AT_HDMAC_BENCH_H
#define TESTS_MODELS_AT_HDMAC_BENCH_H

#include <criterion/criterion.h>

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <string>
#include <vector>

#include "core/board.h"
#include "core/registry.h"
#include "bench_check.h"
#include "dma/dma_request.h"
#include "facade.h"

#define DMAC_BASE 0xffffe800ULL
#define PACED_BASE 0xf8008000ULL
#define PACED_DATA_IN (PACED_BASE + 0x8)
#define PACED_DATA_OUT (PACED_BASE + 0xc)
#define RAM_BASE 0x20000000ULL
#define RAM_SIZE 0x100000ULL
#define DMAC_IRQ 31
#define TX_INTERFACE 15
#define RX_INTERFACE 16

/* Costs, ps: so odd that a wrong sum shows. */
#define REQUEST 40009ULL
#define PERIPH_READ 53003ULL
#define PERIPH_WRITE 45007ULL
#define MEM_READ 76031ULL
#define MEM_WRITE 38011ULL
#define DESCRIPTOR 150053ULL

/* Register offsets and bits, written down a second time. */
enum { GCFG = 0, EN = 4, EBCIER = 0x18, EBCIDR = 0x1c, EBCIMR = 0x20, EBCISR = 0x24, CHER = 0x28 };
enum { CHDR = 0x2c, CHSR = 0x30 };
enum { SADDR, DADDR = 4, DSCR = 8, CTRLA = 12, CTRLB = 16, CFG = 20, SPIP = 24, DPIP = 28 };

/* A list and a buffer for tests that need one of each. */
#define LIST (RAM_BASE + 0x1000)
#define BUFFER (RAM_BASE + 0x8000)

/* CFG as the driver has it: half FIFO, both sides in hardware, the same number for both. */
#define CFG_OF(per) (0x10002200u | ((per)&15) * 0x11u | ((per) >> 4) * 0x4400u)
#define RX_CFG CFG_OF(RX_INTERFACE)
#define TX_CFG CFG_OF(TX_INTERFACE)
#define MEM_CFG 0x10000000u
#define FIFO_ALL(cfg) ((cfg) & ~0x30000000u)
#define FIFO_ANY(cfg) (FIFO_ALL(cfg) | 0x20000000u)

/* CTRLB: peripherals on interface 2 with a fixed address, as on SAMA5D3. */
#define PER2MEM (2u << 21 | 2u << 24 | 2u)
#define MEM2PER (1u << 21 | 2u << 28 | 2u << 4)
#define MEM2MEM 0u
#define LAST_OF_LIST (1u << 16 | 1u << 20)
#define NO_BTC (1u << 30)

/* CTRLA */
#define SRC_HALF (1u << 24)
#define SRC_WORD (2u << 24)
#define DST_HALF (1u << 28)
#define DST_WORD (2u << 28)
#define SRC_CHUNK_4 (1u << 16)
#define DST_CHUNK_4 (1u << 20)
#define DONE (1u << 31)

/*
 * Items arrive, or are asked for, at given instants; a line is up while there is one that the
 * controller has not served. Arriving items are numbered by byte: 0x03020100, 0x07060504, ...
 */
class paced : public tw::bus_device, public tw::dma_peripheral, private tw::quiet_member
{
      public:
	struct access {
		bool write;
		uint64_t time;
		uint32_t value;
		unsigned int size;
	};

	paced(const sc_core::sc_module_name &module, tw::environment &env,
	      const tw_bus_device &description)
	    : bus_device(module, env, description), rx_(env.quiet.events()), tx_(env.quiet.events())
	{
		join_quiet(*this);
	}

	std::vector<access> log;

	/*
	 * n items: the first at `from`, then one per period. Unserved ones queue up; promised: the
	 * controller knows the period, and an item waits until the one before it is served.
	 */
	void receive(uint64_t from, uint64_t period, uint64_t n, bool promised = false)
	{
		rx_.run(from, period, n, promised);
		env.quiet.arm();
	}
	void send(uint64_t from, uint64_t period, uint64_t n, bool promised = false)
	{
		tx_.run(from, period, n, promised);
		env.quiet.arm();
	}
	/* Takes away what waits to be read. */
	void withdraw_receive(uint64_t now)
	{
		next_byte_ += rx_.waiting;
		rx_.serve(rx_.waiting, now);
	}
	tw::dma_output &rx_line()
	{
		return rx_.line;
	}

	void reset() override {}
	uint32_t read(uint32_t, uint64_t) override
	{
		return 0;
	}
	void write(uint32_t, uint32_t, uint64_t) override {}
	const char *register_name(uint32_t offset) const override
	{
		return offset == 8 ? "IN" : offset == 12 ? "OUT" : nullptr;
	}
	tw::dma_output *dma_line(const char *name) override
	{
		return !strcmp(name, "rx") ? &rx_.line : !strcmp(name, "tx") ? &tx_.line : nullptr;
	}

	uint32_t dma_read(uint32_t offset, unsigned int size, uint64_t now) override
	{
		uint32_t value = 0;

		bench_check(offset == 8, "read of no data");
		bench_check(rx_.waiting, "read of nothing at " + std::to_string(now));
		for (unsigned int i = 0; i < size; i++)
			value |= static_cast<uint32_t>(next_byte_++ & 0xff) << (8 * i);
		log.push_back({false, now, value, size});
		rx_.serve(1, now);
		return value;
	}

	void dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now) override
	{
		bench_check(offset == 12, "write of no data");
		bench_check(tx_.waiting, "write that nobody asked for at " + std::to_string(now));
		log.push_back({true, now, value, size});
		tx_.serve(1, now);
	}

      private:
	struct pace {
		explicit pace(tw::calendar &events)
		    : events(events), event(tw::run_member<pace, &pace::item>, this)
		{
		}
		void run(uint64_t from, uint64_t step, uint64_t n, bool promised)
		{
			line.promise(promised ? step : 0);
			period = step;
			left = n;
			one_by_one = promised;
			if (n)
				events.schedule(event, from);
		}
		void item(uint64_t now)
		{
			waiting++;
			last = now;
			line.set(true, now);
			if (--left && !one_by_one)
				events.schedule(event, now + period);
		}
		void serve(uint64_t n, uint64_t now)
		{
			waiting -= n;
			line.set(false, now);
			line.set(waiting, now);
			if (left && one_by_one)
				events.schedule(event, std::max(now, last + period));
		}

		tw::calendar &events;
		tw::timed_event event;
		tw::dma_output line;
		uint64_t period = 0, left = 0, waiting = 0, last = 0;
		bool one_by_one = false;
	};

	uint64_t seen_from() const override
	{
		return TWIN_TIME_NEVER;
	}

	pace rx_, tx_;
	uint64_t next_byte_ = 0;
};

static std::unique_ptr<tw::bus_device>
make_paced(tw::environment &env, const tw_bus_device &description, const tw::options &)
{
	return std::make_unique<paced>(sc_core::sc_gen_unique_name("paced"), env, description);
}

static const tw_option_doc paced_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const tw::bus_model paced_model("test,paced", "for tests", paced_options, make_paced);

class bench
{
      public:
	std::vector<uint8_t> ram = std::vector<uint8_t>(RAM_SIZE);
	twin_cpu cpu = {};
	tw_board *board = nullptr;
	char err[TW_ERR_SIZE] = "";
	uint64_t costs[TWIN_COST_NR] = {};

	explicit bench(const char *controller = "atmel,at91sam9g45-dma")
	{
		costs[TWIN_COST_DMA_REQUEST] = REQUEST;
		costs[TWIN_COST_DMA_PERIPH_READ] = PERIPH_READ;
		costs[TWIN_COST_DMA_PERIPH_WRITE] = PERIPH_WRITE;
		costs[TWIN_COST_DMA_MEM_READ] = MEM_READ;
		costs[TWIN_COST_DMA_MEM_WRITE] = MEM_WRITE;
		costs[TWIN_COST_DMA_DESCRIPTOR] = DESCRIPTOR;
		cpu.timer = TWIN_TIME_NEVER;
		ring_.events = records_;
		ring_.size = sizeof(records_) / sizeof(*records_);
		ring_.mask = ~0u;
		for (size_t i = 0; i < ram.size(); i++)
			ram[i] = pattern(i);

		tw_board_config config = {};

		config.name = "bench";
		config.cpus = &cpu;
		config.nr_cpus = 1;
		config.ring = &ring_;
		config.costs = costs;
		config.timer_line = -1;
		config.drain = drain;
		config.ctx = this;
		config.ram = ram.data();
		config.ram_phys = RAM_BASE;
		config.ram_size = RAM_SIZE;
		board = tw_board_new(&config, err);
		cr_assert(board, "%s", err);
		add("dma1", controller, DMAC_BASE, 0x200, DMAC_IRQ);
		add("paced", "test,paced", PACED_BASE, 0x100, -1);
		wire(TX_INTERFACE, "tx");
		wire(RX_INTERFACE, "rx");
	}

	~bench()
	{
		cr_assert_eq(tw_board_free(board, err), 0, "%s", err);
	}

	/* What RAM holds at the start, by offset. */
	static uint8_t pattern(size_t i)
	{
		return static_cast<uint8_t>(i * 7 + (i >> 8) * 13 + 5);
	}

	void add(const char *name, const char *compatible, uint64_t base, uint64_t size, int irq)
	{
		tw_bus_device d = {};

		d.name = d.node = name;
		d.compatible = compatible;
		d.base = base;
		d.size = size;
		d.irq = irq;
		d.clock_hz = 132000000;
		d.segment = TW_SEG_AHB;
		cr_assert_eq(tw_board_add(board, &d, err), 0, "%s", err);
	}

	void wire(unsigned int interface, const char *line)
	{
		cr_assert_eq(tw_board_wire_dma(board, "dma1", interface, "paced", line, err), 0,
			     "%s", err);
	}

	paced &peripheral()
	{
		return *static_cast<paced *>(tw::board_of(board).device_at(PACED_BASE));
	}

	/* -1 and err for a model fault. */
	int try_write(uint64_t at, uint32_t offset, uint32_t value)
	{
		twin_mmio mmio = {};

		mmio.addr = DMAC_BASE + offset;
		mmio.data = value;
		mmio.size = 4;
		mmio.write = 1;
		return tw_board_access(board, at, &mmio, nullptr, err);
	}

	void write(uint64_t at, uint32_t offset, uint32_t value)
	{
		bench_check(!try_write(at, offset, value), err);
	}

	uint32_t read(uint64_t at, uint32_t offset)
	{
		twin_mmio mmio = {};

		mmio.addr = DMAC_BASE + offset;
		mmio.size = 4;
		bench_check(!tw_board_access(board, at, &mmio, nullptr, err), err);
		return static_cast<uint32_t>(mmio.data);
	}

	static uint32_t channel(unsigned int n, uint32_t reg)
	{
		return 0x3c + n * 0x28 + reg;
	}

	void advance(uint64_t until)
	{
		tw_board_advance(board, until);
	}

	/* RAM for lists is coherent, the controller is on, the driver's interrupts are enabled. */
	void ready()
	{
		memory(TWIN_DMA_SHARE, LIST, 4096, true);
		write(0, EN, 1);
		write(0, EBCIER, 0xff00ff);
	}

	/* As the driver's atc_alloc_chan_resources() and atc_dostart(), all at `at`. */
	void start(uint64_t at, unsigned int n, uint32_t cfg, uint64_t descriptor)
	{
		prepare(at, n, cfg, descriptor);
		write(at, CHER, 1u << n);
	}

	void prepare(uint64_t at, unsigned int n, uint32_t cfg, uint64_t descriptor)
	{
		write(at, channel(n, CFG), cfg);
		for (uint32_t reg : {SADDR, DADDR, CTRLA, CTRLB})
			write(at, channel(n, reg), 0);
		write(at, channel(n, DSCR), static_cast<uint32_t>(descriptor));
		write(at, channel(n, SPIP), 0);
		write(at, channel(n, DPIP), 0);
	}

	/* A descriptor in (coherent) memory. */
	void describe(uint64_t at, uint64_t saddr, uint64_t daddr, uint32_t ctrla, uint32_t ctrlb,
		      uint64_t next)
	{
		uint32_t words[5] = {static_cast<uint32_t>(saddr), static_cast<uint32_t>(daddr),
				     ctrla, ctrlb, static_cast<uint32_t>(next)};

		memcpy(&ram[at - RAM_BASE], words, sizeof(words));
	}

	uint32_t word(uint64_t at) const
	{
		uint32_t value;

		memcpy(&value, &ram[at - RAM_BASE], sizeof(value));
		return value;
	}

	void memory(twin_dma_op op, uint64_t at, uint64_t n, bool from_device)
	{
		tw::board_of(board).dma(op, at, n, from_device);
	}

	bool irq() const
	{
		return cpu.irq[DMAC_IRQ / 64] >> (DMAC_IRQ % 64) & 1;
	}

	/* Instants at which the interrupt line rose. */
	std::vector<uint64_t> interrupts()
	{
		std::vector<uint64_t> found;

		take();
		for (const twin_event &e : events)
			if (e.type == TWIN_EV_IRQ_LINE && e.b)
				found.push_back(e.time);
		return found;
	}

	void take()
	{
		events.insert(events.end(), records_, records_ + ring_.used);
		ring_.used = 0;
	}

	std::vector<twin_event> events;

      private:
	static void drain(void *ctx)
	{
		static_cast<bench *>(ctx)->take();
	}

	twin_ring ring_ = {};
	twin_event records_[64];
};

#endif
