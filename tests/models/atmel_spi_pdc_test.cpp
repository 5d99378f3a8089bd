// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The PDC inside the Atmel SPI of versions below 0x212. */
#include "atmel_spi_setup.h"
#include "line_watch.h"

#include <cstring>

using namespace tw::atmel_spi_regs;

#define RAM 0x20000000u
#define RX_BUFFER (RAM + 0x1000)
#define TX_BUFFER (RAM + 0x2000)
#define RX_NEXT (RAM + 0x1800)
#define TX_NEXT (RAM + 0x2800)

#define REQUEST 10007ULL
#define PERIPH_READ 20011ULL
#define MEM_WRITE 5003ULL
#define MEM_READ 7001ULL
#define PERIPH_WRITE 15013ULL

class pdc_rig : public rig
{
      public:
	explicit pdc_rig(const char *version = "0x200") : rig(false)
	{
		spi_options.push_back({"version", version});
		config.ram = ram;
		config.ram_phys = RAM;
		config.ram_size = sizeof(ram);
		costs_[TWIN_COST_DMA_REQUEST] = REQUEST;
		costs_[TWIN_COST_DMA_PERIPH_READ] = PERIPH_READ;
		costs_[TWIN_COST_DMA_PERIPH_WRITE] = PERIPH_WRITE;
		costs_[TWIN_COST_DMA_MEM_READ] = MEM_READ;
		costs_[TWIN_COST_DMA_MEM_WRITE] = MEM_WRITE;
		build();
		for (size_t i = 0; i < sizeof(ram); i++)
			ram[i] = static_cast<uint8_t>(i * 7 + (i >> 8));
		tw_board_dma(board, TWIN_DMA_GIVE, RAM, sizeof(ram), 1);
	}

	/* Receive and transmit registers: pointer, counter, next pointer, next counter. */
	void load(uint64_t at, uint32_t count, uint32_t next_count)
	{
		write(at, reg(RPR), RX_BUFFER);
		write(at, reg(TPR), TX_BUFFER);
		write(at, reg(RCR), count);
		write(at, reg(TCR), count);
		write(at, reg(RNPR), RX_NEXT);
		write(at, reg(TNPR), TX_NEXT);
		write(at, reg(RNCR), next_count);
		write(at, reg(TNCR), next_count);
	}

	uint8_t ram[0x4000];
};

/*
 * SCBR 4, 8 bits: a word is 64 half-cycles. Enabled at 2000: memory is read 10007 ps later, TDR
 * written after 7001 more, which takes effect at 2006; first SCK edge 2010, RDRF 2074. The second
 * word is in TDR long before. RDR is read 10007 ps after RDRF, the byte is in memory after
 * 25014 more: 9.2 half-cycles after RDRF, so the flag's edge is 10 after it.
 */
Test(atmel_spi_pdc, two_buffers)
{
	pdc_rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB);
	r.load(half_at(1000), 3, 2);
	r.write(half_at(1000), reg(IER), SR_ENDRX);
	r.write(half_at(2000), reg(PTCR), 0x101);
	cr_assert_eq(r.read(half_at(2001), reg(PTSR)), 0x101u);
	cr_assert_eq(r.read(half_at(2202) + 35020, reg(RCR)), 1u);
	cr_assert_eq(r.read(half_at(2202) + 35021, reg(RCR)), 2u);
	tw_board_advance(r.board, half_at(2202 + 10) - 1);
	cr_assert_not(r.irq(SPI_IRQ));
	tw_board_advance(r.board, half_at(2202 + 10));
	cr_assert(r.irq(SPI_IRQ));
	cr_assert_eq(r.read(half_at(2212), reg(RNCR)), 0u);
	cr_assert_eq(r.read(half_at(2212), reg(RPR)), RX_NEXT);
	/* The fifth and last word went to TDR when the fourth started, at 2202. */
	cr_assert_eq(r.read(half_at(2212), reg(SR)) & SR_PDC, SR_ENDRX | SR_ENDTX | SR_TXBUFE);
	r.write(half_at(2213), reg(RNCR), 0);
	cr_assert_eq(r.read(half_at(2214), reg(SR)) & SR_PDC, SR_ENDTX | SR_TXBUFE);
	cr_assert_not(r.irq(SPI_IRQ));
	r.write(half_at(2215), reg(IER), SR_RXBUFF);
	tw_board_advance(r.board, half_at(4000));
	cr_assert_eq(r.read(half_at(4000), reg(SR)) & SR_PDC,
		     SR_ENDRX | SR_ENDTX | SR_RXBUFF | SR_TXBUFE);

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE), words = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(lines.size(), 3u);
	cr_assert_eq(lines[0].time, half_at(2212));
	cr_assert_eq(lines[2].time, half_at(2074 + 4 * 64 + 10));
	cr_assert_eq(words.size(), 5u);
	for (uint64_t i = 0; i < 5; i++) {
		uint8_t sent = r.ram[i < 3 ? 0x2000 + i : 0x2800 + i - 3];

		cr_assert_eq(words[i].b, 2010 + 64 * i);
		cr_assert_eq(words[i].a & 0xff, sent);
	}
	/* What devices wrote is theirs until the kernel takes it. */
	cr_assert_neq(r.ram[0x1000], r.ram[0x2000]);
	tw_board_dma(r.board, TWIN_DMA_TAKE, RAM, sizeof(r.ram), 1);
	cr_assert_arr_eq(&r.ram[0x1000], &r.ram[0x2000], 3);
	cr_assert_arr_eq(&r.ram[0x1800], &r.ram[0x2800], 2);
	cr_assert_eq(r.ram[0x1003], (uint8_t)(0x1003 * 7 + 0x10));
}

/* The last word's TDR write, 17008 ps after TDR was free, ends the transmit side. */
Test(atmel_spi_pdc, transmit_ends_before_receive)
{
	pdc_rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB);
	r.load(half_at(1000), 4, 0);
	r.write(half_at(1000), reg(IER), SR_ENDTX);
	r.write(half_at(2000), reg(PTCR), 0x101);
	tw_board_advance(r.board, half_at(4000));
	/* The fourth word is asked for at 2138, when the third starts; 4.5 half-cycles to the
	 * write. */
	cr_assert_eq(r.of(TWIN_EV_IRQ_LINE).back().time, half_at(2138 + 6));
	cr_assert_eq(r.read(half_at(4000), reg(TPR)), TX_BUFFER + 4);
	cr_assert_eq(r.read(half_at(4000), reg(RPR)), RX_BUFFER + 4);
	cr_assert_eq(r.read(half_at(4000), reg(TCR)), 0u);
}

Test(atmel_spi_pdc, half_words_above_eight_bits)
{
	pdc_rig r;

	setup(r, CSR(4, 12, 0, 0, MODE0), MASTER | PCS0 | MR_LLB);
	r.load(half_at(1000), 3, 0);
	r.write(half_at(2000), reg(PTCR), 0x101);
	tw_board_advance(r.board, half_at(4000));
	tw_board_dma(r.board, TWIN_DMA_TAKE, RAM, sizeof(r.ram), 1);
	cr_assert_eq(r.read(half_at(4000), reg(RPR)), RX_BUFFER + 6);
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(r.ram[0x1000 + 2 * i], r.ram[0x2000 + 2 * i]);
		cr_assert_eq(r.ram[0x1001 + 2 * i], r.ram[0x2001 + 2 * i] & 0xf);
	}
}

/* PS: the buffers hold whole registers, each word its chip select. */
Test(atmel_spi_pdc, whole_registers_with_variable_select)
{
	pdc_rig r;
	uint32_t items[] = {0xe0011, 0xd0022, 0xe0033};

	memcpy(&r.ram[0x2000], items, sizeof(items));
	tw_board_dma(r.board, TWIN_DMA_GIVE, RAM, sizeof(r.ram), 1);
	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | MR_LLB | MR_PS);
	r.write(half_at(1), reg(CSR0 + 4), CSR(4, 8, 0, 0, MODE0));
	r.load(half_at(1000), 3, 0);
	r.write(half_at(2000), reg(PTCR), 0x101);
	tw_board_advance(r.board, half_at(4000));
	tw_board_dma(r.board, TWIN_DMA_TAKE, RAM, sizeof(r.ram), 1);
	cr_assert_arr_eq(&r.ram[0x1000], items, sizeof(items));

	std::vector<twin_event> form = r.of(TWIN_EV_PIN_WORD_FORM);

	cr_assert_eq(form.size(), 3u);
	for (size_t i = 0; i < 3; i++)
		cr_assert_eq(form[i].a & 0xff, i == 1);
}

/* Receive lags behind: without WDRBT a word is lost, and OVRES says so; with it none is. */
static void check_overrun(bool wdrbt)
{
	pdc_rig r("0x211");

	r.costs_[TWIN_COST_DMA_MEM_WRITE] = 900000;
	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB | MR_WDRBT * wdrbt);
	r.load(half_at(1000), 8, 0);
	r.write(half_at(1000), reg(IER), SR_OVRES);
	r.write(half_at(2000), reg(PTCR), 0x101);
	tw_board_advance(r.board, half_at(8000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 8u);
	cr_assert_eq(r.irq(SPI_IRQ), !wdrbt);
	cr_assert_eq(!r.read(half_at(8000), reg(RCR)), wdrbt);
}

Test(atmel_spi_pdc, overrun_without_wdrbt)
{
	check_overrun(false);
}

Test(atmel_spi_pdc, no_overrun_with_wdrbt)
{
	check_overrun(true);
}

Test(atmel_spi_pdc, registers)
{
	static const uint32_t pointers[] = {RPR, TPR, RNPR, TNPR}, counters[] = {RCR, TCR};
	pdc_rig r;
	uint64_t t = 1, data = 0;

	cr_assert_eq(r.read(t, reg(SR)), SR_PDC);
	for (uint32_t p : pointers) {
		r.write(t, reg(p), 0x12345670 + p);
		cr_assert_eq(r.read(t, reg(p)), 0x12345670 + p);
	}
	for (uint32_t c : counters) {
		r.write(t, reg(c), 0x51234);
		cr_assert_eq(r.read(t, reg(c)), 0x1234u);
	}
	cr_assert_eq(r.read(t, reg(SR)), 0u);
	/* A next counter waits while there is a counter, and is loaded at once when there is none.
	 */
	r.write(t, reg(RNCR), 9);
	cr_assert_eq(r.read(t, reg(RNCR)), 9u);
	r.write(t, reg(TCR), 0);
	r.write(t, reg(TNCR), 9);
	cr_assert_eq(r.read(t, reg(TNCR)), 0u);
	cr_assert_eq(r.read(t, reg(TCR)), 9u);
	cr_assert_eq(r.read(t, reg(TPR)), 0x12345670u + TNPR);
	/* A software reset is not for the PDC. */
	r.write(t, reg(PTCR), 0x101);
	r.write(t, reg(CR), CR_SWRST);
	cr_assert_eq(r.read(t, reg(PTSR)), 0x101u);
	cr_assert_eq(r.read(t, reg(TCR)), 9u);
	/* Disabling wins. */
	r.write(t, reg(PTCR), 0x303);
	cr_assert_eq(r.read(t, reg(PTSR)), 0u);
	cr_assert_eq(r.try_access(t, reg(PTCR), &data, false), -1);
	cr_assert(strstr(r.err, "PTCR (offset 0x120): write-only"), "%s", r.err);
	cr_assert_eq(r.try_access(t, reg(PTSR), &data, true), -1);
	cr_assert(strstr(r.err, "PTSR (offset 0x124): read-only"), "%s", r.err);
}

Test(atmel_spi_pdc, memory_that_is_not_mapped_is_named)
{
	pdc_rig r;
	uint64_t data = 0;

	tw_board_dma(r.board, TWIN_DMA_TAKE, RAM, sizeof(r.ram), 1);
	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0);
	r.load(half_at(1000), 3, 0);
	r.write(half_at(2000), reg(PTCR), 0x101);
	cr_assert_eq(r.try_access(half_at(3000), reg(SR), &data, false), -1);
	cr_assert(strstr(r.err, "driver bug: spi1: DMA read of 1 bytes at 0x20002000"), "%s",
		  r.err);
}

/* An item under way when its channel is disabled is finished; no other follows. */
Test(atmel_spi_pdc, disabled_under_way)
{
	pdc_rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB);
	r.load(half_at(1000), 3, 0);
	r.write(half_at(2000), reg(PTCR), 0x101);
	r.write(half_at(2000) + REQUEST + 1, reg(PTCR), 0x202);
	cr_assert_eq(r.read(half_at(3000), reg(TCR)), 2u);
	cr_assert_eq(r.read(half_at(3000), reg(RCR)), 3u);
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 1u);
	/* Withdrawn before its first access: nothing happens. */
	r.read(half_at(3001), reg(RDR));
	r.write(half_at(3010), reg(PTCR), 0x100);
	r.write(half_at(3010) + REQUEST - 1, reg(PTCR), 0x200);
	cr_assert_eq(r.read(half_at(4000), reg(TCR)), 2u);
	r.write(half_at(4000), reg(PTCR), 0x100);
	cr_assert_eq(r.read(half_at(4000) + REQUEST + MEM_READ, reg(TCR)), 1u);
}

/* Interrupts from the PDC, too, come when the CPU can still see them. */
ParameterizedTestParameters(atmel_spi_pdc, no_line_changes_in_the_past)
{
	return every<40>();
}

ParameterizedTest(int *seed, atmel_spi_pdc, no_line_changes_in_the_past)
{
	pdc_rig r;
	dice d(*seed);
	line_watch watch(r);
	uint64_t now = 1000;

	setup(r, CSR(1 + d.below(9), 8, 0, d.below(2), MODE0), MASTER | PCS0 | MR_LLB);
	r.write(now, reg(IER), SR_TXEMPTY);
	for (int i = 0; i < 80; i++) {
		now += d.below(3000000);
		switch (d.below(6)) {
		case 0:
			r.load(now, 1 + d.below(30), d.below(30));
			break;
		case 1:
			r.write(now, reg(PTCR), d.below(4) | d.below(4) << 8);
			break;
		case 2:
			r.write(now, reg(d.below(3) ? IER : IDR), 1u << d.below(11));
			break;
		case 3:
			r.read(now, reg(SR));
			break;
		default:
			tw_board_advance(r.board, now);
		}
	}
	cr_assert_not(watch.late);
	cr_assert_gt(watch.changes.size(), 2u, "nothing was tested");
}
