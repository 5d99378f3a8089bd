/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Atmel SPI in master mode, the part that programmed I/O uses: "atmel,at91rm9200-spi".
 * Source: register map, flag rules and timing equations of the SPI chapters of SAM parts with the
 * same IP (published pages of later parts; the SAMA5D3's own chapter was not at hand). What they
 * leave open is marked as assumed.
 *
 * Time. f is the peripheral clock; all instants are on its grid: half-cycle n begins at
 * floor(n * 10^12 / (2 f)). Flags and the interrupt line change on rising edges (even n).
 *  - A register write at t takes effect on the first rising edge k at or after t. The interrupt
 *    line of an access is recorded with that edge; the CPU sees it when the access is over, which
 * is later. TDRE's low pulse when an idle controller is given a word (at most one cycle) is not
 * shown.
 *  - Idle controller, TDR written: at k the word moves to the shifter and the controller's own NPCS
 *    becomes active. First SCK edge: k + DLYBS cycles, or half an SCK period when DLYBS is 0. With
 * a GPIO chip select the controller does not know the pin and does the same: every word that finds
 *    the controller idle is a first word.
 *  - Bit i has its leading edge i * SCBR cycles after the first SCK edge; a word ends (E) after
 *    BITS * SCBR cycles. The trailing edge lies half a period after the leading one; for odd SCBR
 *    that is on a falling edge of f: a duty cycle of 50 % is assumed.
 *  - RDRF (and OVRES) at the first rising edge at or after E.
 *  - D = E + 32 * DLYBCT cycles. A word that waits in TDR by then has its first SCK edge at D
 * (clock keeps its duty cycle when DLYBCT is 0) and frees TDR. Otherwise TXEMPTY is set at the
 * first rising edge at or after D, and NPCS becomes inactive there unless CSAAT is set.
 *  - NPCS stays inactive for at least max(DLYBCS, 6) cycles; with a GPIO chip select, too
 * (assumed).
 *  - WDRBT: a word waits in TDR while RDR is unread. A word held that way keeps NPCS active; when
 * RDR is read its first SCK edge follows half a period later (assumed).
 *  - CSAAT keeps NPCS active; the next word's first SCK edge then follows half a period after k
 *    (assumed: DLYBS counts from NPCS). CSNAAT (without CSAAT): NPCS is released between words.
 *  - SCBR, BITS, delays and mode are those of the CSR when the word moves to the shifter.
 *  - SPIDIS lets the current word finish and drops one that waits.
 *
 * SR: reading clears OVRES. Reading RDR clears RDRF. A TDR write while disabled is lost. Bits of
 * PDC, FIFO and slave mode read as 0; MODF is never set (the NPCS0 input is not modelled). LLB: the
 * shifter receives its own MOSI; a selected device still sees the word.
 *
 * Calendar: one event per word (a second one when DLYBCT is not 0), none per clock edge.
 *
 * Does not model, all model faults when touched: the PDC (PTSR reads as 0), FIFO, slave mode, SCBR
 * 0, BITS above 16, a word without a chip select (PCS 15), byte or half-word accesses. A reset in
 * mid-word drops the word: the clock edges it already had are not recorded.
 */
#ifndef TW_SPI_ATMEL_SPI_H
#define TW_SPI_ATMEL_SPI_H

#include "core/bus_device.h"
#include "core/clock_grid.h"
#include "core/options.h"
#include "spi/spi_bus.h"

namespace tw
{

class atmel_spi : public bus_device, public spi_controller
{
      public:
	atmel_spi(const sc_core::sc_module_name &module, environment &env,
		  const tw_bus_device &description, const options &opts);

	void reset() override;
	void start() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;
	int finish(char *err) override;

	spi_bus &wires() override;
	void catch_up(uint64_t now) override;
	int chip_selects() const override;

      private:
	enum class phase { idle, shifting, gap };
	/* Indices named half are half-cycles of the peripheral clock. */
	struct word {
		uint64_t first_half, end_half;
		uint64_t gap_half; /* end of DLYBCT */
		uint32_t mosi, miso, pcs, scbr;
		unsigned int bits, mode;
		int cs;
		bool loopback, csaat, csnaat, last, delivered;
	};

	void write_cr(uint32_t value, uint64_t now);
	void write_tdr(uint32_t value, uint64_t now);
	void write_protected(uint32_t offset, uint32_t value, uint64_t now);
	uint32_t read_rdr(uint64_t now);
	uint32_t read_sr(uint64_t now);
	uint32_t read_wpsr();
	uint32_t status() const;
	void update_irq(uint64_t now);

	int decode_pcs(uint32_t pcs) const;
	bool latch(word &w);
	bool blocked() const;
	uint64_t activate(int cs, uint64_t edge, bool &fresh);
	void release(uint64_t edge);
	void start_first(uint64_t edge);
	void start_next(uint64_t first_half);
	void launch(const word &w);
	void word_done(uint64_t now);
	void gap_done(uint64_t now);
	void next_or_idle();
	void disable(uint64_t edge);
	void deliver();
	void record(const word &w, const spi_bus::reply &reply);

	clock_grid grid_;
	uint64_t index_;
	uint32_t version_;
	interrupt_output irq_;
	spi_bus wires_;
	timed_event word_event_, gap_event_;

	uint32_t mr_, csr_[4], imr_;
	uint32_t rdr_, tdr_;
	uint64_t tdr_edge_; /* rising edge at which the TDR write takes effect */
	bool tdr_full_, rdrf_, ovres_;
	bool enabled_, disabling_;
	bool wp_;
	uint32_t wpsr_;

	phase phase_;
	word word_;
	bool held_;	     /* a continuing word waits for RDR to be read */
	int npcs_;	     /* active NPCS output, or -1 */
	uint64_t npcs_free_; /* first rising edge at which one may become active */
};

} // namespace tw

#endif
