// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Registers of the DMA controller, and what it refuses. */
#include "at_hdmac_bench.h"

#define CH(n, reg) (0x3c + (n)*0x28 + (reg))

Test(at_hdmac, reset_values)
{
	bench b;

	static const uint32_t zero[] = {GCFG, EN, 8, 12, 16, 20, EBCIMR, EBCISR};

	for (uint32_t offset : zero)
		cr_assert_eq(b.read(1000, offset), 0u, "0x%x", offset);
	cr_assert_eq(b.read(1000, CHSR), 0x00ff0000u);
	for (unsigned int n = 0; n < 8; n++)
		for (uint32_t reg = 0; reg < 0x20; reg += 4)
			cr_assert_eq(b.read(1000, CH(n, reg)), 0u);
}

Test(at_hdmac, registers_keep_what_is_written)
{
	static const struct {
		uint32_t reg, value;
	} values[] = {{SADDR, 0xffffffff}, {DADDR, 0x12345678}, {DSCR, 0x20001003},
		      {CTRLA, 0x2277ffff}, {CTRLB, 0x62511133}, {CFG, 0x2001eeff},
		      {SPIP, 0x03ffffff},  {DPIP, 0x02aa5555}};
	bench b;

	for (unsigned int n = 0; n < 8; n++)
		for (const auto &v : values)
			b.write(1000, CH(n, v.reg), v.value);
	for (unsigned int n = 0; n < 8; n++)
		for (const auto &v : values)
			cr_assert_eq(b.read(2000, CH(n, v.reg)), v.value, "channel %u 0x%x", n,
				     v.reg);
	b.write(3000, GCFG, 0x10);
	cr_assert_eq(b.read(3000, GCFG), 0x10u);
	b.write(3000, EN, 1);
	cr_assert_eq(b.read(3000, EN), 1u);
	b.write(3000, EBCIER, 0x00ff00ff);
	b.write(3000, EBCIER, 0x0000ff00);
	cr_assert_eq(b.read(3000, EBCIMR), 0x00ffffffu);
	b.write(3000, EBCIDR, 0x0000ff0f);
	cr_assert_eq(b.read(3000, EBCIMR), 0x00ff00f0u);
	/* As the driver's at_dma_off(). */
	b.write(3000, EBCIDR, 0xffffffff);
	cr_assert_eq(b.read(3000, EBCIMR), 0u);
}

Test(at_hdmac, refused_writes)
{
	static const struct {
		uint32_t offset, value;
		const char *text;
	} cases[] = {
		{GCFG, 1, "write of 0x1 to GCFG (offset 0x0): big-endian interfaces"},
		{EN, 2, "EN (offset 0x4): reserved bits"},
		{8, 1, "SREQ (offset 0x8): software requests are not modelled"},
		{12, 4, "CREQ (offset 0xc): software requests"},
		{16, 1, "LAST (offset 0x10): software requests"},
		{20, 1, "SYNC (offset 0x14): software requests"},
		{EBCIER, 1u << 24, "EBCIER (offset 0x18): no such interrupt"},
		{EBCIMR, 0, "EBCIMR (offset 0x20): read-only"},
		{EBCISR, 0, "EBCISR (offset 0x24): read-only"},
		{CHSR, 0, "CHSR (offset 0x30): read-only"},
		{CHER, 1u << 24, "CHER (offset 0x28): KEEP"},
		{CHER, 1, "CHER (offset 0x28): the controller is disabled"},
		{CHDR, 1u << 16, "CHDR (offset 0x2c): a channel that does not exist"},
		{0x34, 0, "no register (offset 0x34): not modelled"},
		{0x5c, 0, "no register (offset 0x5c): not modelled"},
		{0x17c, 0, "no register (offset 0x17c): not modelled"},
		{0x1e4, 0, "no register (offset 0x1e4): not modelled"},
		{CH(0, CTRLA), 1u << 19, "CTRLA0 (offset 0x48): reserved bits of CTRLA"},
		{CH(0, CTRLA), DONE, "CTRLA0 (offset 0x48): reserved bits of CTRLA"},
		{CH(1, CTRLA), 3u << 24, "CTRLA1 (offset 0x70): a width that does not exist"},
		{CH(1, CTRLA), 3u << 28, "a width that does not exist"},
		{CH(2, CTRLB), 1u << 31, "CTRLB2 (offset 0x9c): automatic mode"},
		{CH(2, CTRLB), 3u << 21, "peripheral to peripheral"},
		{CH(2, CTRLB), 4u << 21, "flow control by a peripheral"},
		{CH(2, CTRLB), 3u << 24, "an addressing mode that does not exist"},
		{CH(2, CTRLB), 3u << 28, "an addressing mode that does not exist"},
		{CH(2, CTRLB), 1u << 2, "reserved bits of CTRLB"},
		{CH(3, CFG), 1u << 8, "CFG3 (offset 0xc8): replay mode"},
		{CH(3, CFG), 1u << 12, "replay mode"},
		{CH(3, CFG), 1u << 20, "locks and protection"},
		{CH(3, CFG), 1u << 24, "locks and protection"},
		{CH(3, CFG), 3u << 28, "a FIFOCFG that does not exist"},
		{CH(7, SPIP), 1u << 26, "SPIP7 (offset 0x16c): reserved bits"},
		{CH(7, DPIP), 1u << 26, "DPIP7 (offset 0x170): reserved bits"},
	};
	bench b;

	for (const auto &c : cases) {
		cr_assert_eq(b.try_write(1000, c.offset, c.value), -1, "%s", c.text);
		cr_assert(strstr(b.err, c.text), "%s / %s", b.err, c.text);
		cr_assert(strstr(b.err, "dma1: "), "%s", b.err);
	}
}

Test(at_hdmac, write_only_registers)
{
	bench b;

	static const uint32_t offsets[] = {EBCIER, EBCIDR, CHER, CHDR};

	for (uint32_t offset : offsets) {
		twin_mmio mmio = {};

		mmio.addr = DMAC_BASE + offset;
		mmio.size = 4;
		cr_assert_eq(tw_board_access(b.board, 1000, &mmio, nullptr, b.err), -1);
		cr_assert(strstr(b.err, "write-only"), "%s", b.err);
	}
}

Test(at_hdmac, two_channels_of_the_sam9rl)
{
	bench b("atmel,at91sam9rl-dma");

	b.write(0, EN, 1);
	cr_assert_eq(b.read(1000, CHSR), 0x00030000u);
	cr_assert_eq(b.try_write(1000, CHER, 1u << 2), -1);
	cr_assert(strstr(b.err, "a channel that does not exist"), "%s", b.err);
	cr_assert_eq(b.try_write(1000, CH(2, SADDR), 0), -1);
	cr_assert(strstr(b.err, "no register (offset 0x8c)"), "%s", b.err);
}

/* What only shows when a buffer starts. */
Test(at_hdmac, buffers_it_cannot_do)
{
	static const struct {
		uint32_t saddr, daddr, ctrla, ctrlb, cfg, spip;
		const char *text;
	} cases[] = {
		{0x20008000, 0x20009000, 0, MEM2MEM, MEM_CFG, 0, "a buffer of no items"},
		{0x20008000, 0x20009000, 6 | DST_WORD, MEM2MEM, MEM_CFG, 0,
		 "no whole number of destination items"},
		{0x20008002, 0x20009000, 4 | SRC_WORD, MEM2MEM, MEM_CFG, 0, "not aligned"},
		{0x20008000, 0x20009001, 4 | DST_HALF, MEM2MEM, MEM_CFG, 0, "not aligned"},
		{0x20008000, 0xf800800c, 4, MEM2PER, 0x0fu << 4, 0, "software handshaking"},
		{0xf8008008, 0x20008000, 4, PER2MEM, 1u << 13, 0, "software handshaking"},
		{0x20008000, 0x20009000, 4, MEM2MEM | 1u << 8, MEM_CFG, 5, "only with a boundary"},
		{0x20008000, 0x20009000, 4, MEM2MEM | 1u << 8 | 1u << 24, MEM_CFG, 0x10005,
		 "incrementing addresses"},
	};
	bench b;

	b.write(0, EN, 1);
	for (const auto &c : cases) {
		b.write(1000, CHDR, 0xffff);
		b.write(1000, CH(5, SADDR), c.saddr);
		b.write(1000, CH(5, DADDR), c.daddr);
		b.write(1000, CH(5, CTRLA), c.ctrla);
		b.write(1000, CH(5, CTRLB), c.ctrlb);
		b.write(1000, CH(5, CFG), c.cfg);
		b.write(1000, CH(5, SPIP), c.spip);
		cr_assert_eq(b.try_write(1000, CHER, 1u << 5), -1, "%s", c.text);
		cr_assert(strstr(b.err, "dma1 channel 5: "), "%s", b.err);
		cr_assert(strstr(b.err, c.text), "%s / %s", b.err, c.text);
	}
}

Test(at_hdmac, an_enabled_channel_is_not_programmed)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 8, true);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 8, PER2MEM | LAST_OF_LIST, 0);
	b.start(1000, 3, RX_CFG, LIST);
	cr_assert_eq(b.try_write(2000, CH(3, SADDR), 0), -1);
	cr_assert_str_eq(b.err, "dma1: write of 0x0 to SADDR3 (offset 0xb4): while the channel is "
				"enabled");
	b.write(2000, CH(2, SADDR), 0);
}

Test(at_hdmac, a_handshaking_interface_has_one_channel)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 8, true);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 8, PER2MEM | LAST_OF_LIST, 0);
	b.start(1000, 0, RX_CFG, LIST);
	b.start(1000, 1, RX_CFG, LIST);
	b.advance(1000000);
	cr_assert_eq(b.try_write(1000000, EN, 1), -1);
	cr_assert(strstr(b.err, "dma1 channel 1: another channel uses its handshaking interface"),
		  "%s", b.err);
}
