/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * SPI controller, flash and DMA controller, programmed as spi-atmel.c and at_hdmac.c do it for a
 * transfer of 512 bytes in both directions (WDRBT, 44 MHz, channel 0 receives, channel 1 sends),
 * here with opcode and address in front.
 */
#ifndef TESTS_MODELS_WHOLE_PATH_H
#define TESTS_MODELS_WHOLE_PATH_H

#include "at_hdmac_bench.h"
#include "atmel_spi_setup.h"

#define LENGTH 512
#define ADDRESS 0x00123450u
#define RX_START 10000000ULL
#define TX_START 11000000ULL

struct whole_path {
	std::vector<uint8_t> ram = std::vector<uint8_t>(RAM_SIZE);
	rig r{false};

	explicit whole_path(bool one_by_one = false)
	{
		static const tw_option counter[] = {{"fill", "counter"}};
		tw_bus_device dmac =
			rig::device("dma1", "atmel,at91sam9g45-dma", DMAC_BASE, DMAC_IRQ);

		r.costs_[TWIN_COST_DMA_REQUEST] = REQUEST;
		r.costs_[TWIN_COST_DMA_PERIPH_READ] = PERIPH_READ;
		r.costs_[TWIN_COST_DMA_PERIPH_WRITE] = PERIPH_WRITE;
		r.costs_[TWIN_COST_DMA_MEM_READ] = MEM_READ;
		r.costs_[TWIN_COST_DMA_MEM_WRITE] = MEM_WRITE;
		r.costs_[TWIN_COST_DMA_DESCRIPTOR] = DESCRIPTOR;
		r.config.ram = ram.data();
		r.config.ram_phys = RAM_BASE;
		r.config.ram_size = RAM_SIZE;
		r.config.sync_block = one_by_one;
		r.build(counter, 1);
		cr_assert_eq(tw_board_add(r.board, &dmac, r.err), 0, "%s", r.err);
		cr_assert_eq(tw_board_wire_dma(r.board, "dma1", TX_INTERFACE, "spi1", "tx", r.err),
			     0);
		cr_assert_eq(tw_board_wire_dma(r.board, "dma1", RX_INTERFACE, "spi1", "rx", r.err),
			     0);
	}

	void words(uint64_t at, std::initializer_list<uint64_t> values)
	{
		for (uint64_t v : values) {
			uint32_t word = static_cast<uint32_t>(v);

			memcpy(&ram[at - RAM_BASE], &word, sizeof(word));
			at += sizeof(word);
		}
	}

	void channel(uint64_t at, unsigned int n, uint32_t cfg, uint64_t descriptor)
	{
		uint64_t base = DMAC_BASE + 0x3c + n * 0x28;

		r.write(at, base + CFG, cfg);
		for (uint32_t offset : {+SADDR, +DADDR, +CTRLA, +CTRLB, +SPIP, +DPIP})
			r.write(at, base + offset, 0);
		r.write(at, base + DSCR, descriptor);
		r.write(at, DMAC_BASE + CHER, 1u << n);
	}

	/* Memory mapped, controllers set up, chip select active, both channels started. */
	void start()
	{
		const uint32_t read4[] = {0x13, 0x00, 0x12, 0x34, 0x50};

		for (int i = 0; i < 5; i++)
			ram[0x9000 + i] = static_cast<uint8_t>(read4[i]);
		tw_board_dma(r.board, TWIN_DMA_SHARE, LIST, 4096, 1);
		tw_board_dma(r.board, TWIN_DMA_GIVE, BUFFER, LENGTH, 1);
		tw_board_dma(r.board, TWIN_DMA_GIVE, BUFFER + 0x1000, LENGTH, 0);
		words(LIST, {SPI_BASE + 8, BUFFER, LENGTH | DST_WORD, PER2MEM | LAST_OF_LIST, 0});
		words(LIST + 64, {BUFFER + 0x1000, SPI_BASE + 12, LENGTH / 4 | SRC_WORD,
				  MEM2PER | LAST_OF_LIST, 0});
		setup(r, CSR(3, 8, 0, 0, MODE0), MASTER | tw::atmel_spi_regs::MR_WDRBT | PCS0);
		r.write(1000, PIO_BASE + 0x10, 1u << CS_PIN); /* an output, low */
		r.write(1000, DMAC_BASE + EN, 1);
		r.write(1000, DMAC_BASE + EBCIER, 0x00ff00ff);
		r.write(2000000, reg(tw::atmel_spi_regs::IER), tw::atmel_spi_regs::SR_OVRES);
		channel(RX_START, 0, RX_CFG, LIST);
		channel(TX_START, 1, TX_CFG, LIST + 64);
	}
};

#endif
