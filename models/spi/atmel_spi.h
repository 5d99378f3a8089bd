/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Atmel SPI in master mode: "atmel,at91rm9200-spi", version 2 of the block.
 * Source: register map, flag rules and timing equations of the SPI chapters of SAM parts with the
 * same IP (published pages of later parts; the SAMA5D3's own chapter was not at hand), and what the
 * kernel's spi-atmel.c relies on. What they leave open is marked as assumed.
 *
 * Variants, by the option `version`: below 0x212 the block has a PDC (spi/pdc.h), from 0x212 on DMA
 * request lines "tx" and "rx" only; from 0x311 on (assumed) a FIFO, see atmel_spi_data.cpp.
 *
 * Time. f is the peripheral clock; all instants are on its grid: half-cycle n begins at
 * floor(n * 10^12 / (2 f)). Flags and the interrupt line change on rising edges (even n).
 *  - A register write at t takes effect on the first rising edge k at or after t. The interrupt
 *    line of a CPU's access is recorded with that edge; the CPU sees it when the access is over,
 *    which is later. TDRE's low pulse when an idle controller is given a word (at most one cycle)
 * is not shown.
 *  - Idle controller, TDR written: at k the word moves to the shifter and the controller's own NPCS
 *    becomes active. First SCK edge: k + DLYBS cycles, or half an SCK period when DLYBS is 0. With
 *    a GPIO chip select the controller does not know the pin and does the same: every word that
 *    finds the controller idle is a first word.
 *  - Bit i has its leading edge i * SCBR cycles after the first SCK edge; a word ends (E) after
 *    BITS * SCBR cycles. The trailing edge lies half a period after the leading one; for odd SCBR
 *    that is on a falling edge of f: a duty cycle of 50 % is assumed.
 *  - RDRF (and OVRES) at the first rising edge at or after E.
 *  - D = E + 32 * DLYBCT cycles. A word that waits in TDR by then has its first SCK edge at D
 *    (clock keeps its duty cycle when DLYBCT is 0) and frees TDR. Otherwise TXEMPTY is set at the
 *    first rising edge at or after D, and NPCS becomes inactive there unless CSAAT is set.
 *  - NPCS stays inactive for at least max(DLYBCS, 6) cycles; with a GPIO chip select, too
 *    (assumed).
 *  - WDRBT: a word waits in TDR while RDR is unread (while the receive FIFO is full, assumed). A
 *    word held that way keeps NPCS active; when RDR is read its first SCK edge follows half a
 *    period later (assumed).
 *  - CSAAT keeps NPCS active; the next word's first SCK edge then follows half a period after k
 *    (assumed: DLYBS counts from NPCS). CSNAAT (without CSAAT): NPCS is released between words.
 *    LASTXFER releases NPCS after the word written last, at once when there is none.
 *  - SCBR, BITS, delays and mode are those of the CSR when the word moves to the shifter.
 *  - SPIDIS lets the current word finish and drops one that waits; TDRE is 0 from then on.
 *  - A DMA request line is its flag's level ("tx" TDRE, "rx" RDRF). It rises on a rising edge and
 *    falls with the access that clears the flag. A flag that a DMA access changes shows in SR at
 *    once, on the interrupt line from the next rising edge on.
 *
 * SR: reading clears OVRES and the FIFO's flags. Reading RDR clears RDRF. A TDR write while
 * disabled is lost, one while a word waits in TDR replaces it. LLB: the shifter receives its own
 * MOSI; a selected device still sees the word.
 *
 * Events are quiet (cpu/quiet_events.h), one per word (a second one when DLYBCT is not 0), none per
 * clock edge. They are in sight when the interrupt mask has a flag that they may change. Words that
 * two DMA channels feed in step are computed without events (atmel_spi_stream.cpp), with the same
 * result.
 *
 * Does not model: version 1 of the block (f/2 as base, no CSAAT). All model faults when touched:
 * slave mode, SCBR 0, BITS above 16, a word without a chip select (PCS 15), registers of a variant
 * it is not, and accesses of less than 32 bits but for RDR and TDR by a DMA controller or with the
 * FIFO enabled. MODF, NSSR and UNDES are never set, with MODFDIS 0 either: nobody else drives
 * NPCS0. A reset in mid-word drops the word: the clock edges it already had are not recorded.
 */
#ifndef TW_SPI_ATMEL_SPI_H
#define TW_SPI_ATMEL_SPI_H

#include "core/bus_device.h"
#include "core/options.h"
#include "dma/dma_request.h"
#include "spi/atmel_spi_regs.h"
#include "spi/grid_walk.h"
#include "spi/pdc.h"
#include "spi/spi_bus.h"
#include "spi/word_log.h"
#include "spi/word_queue.h"

namespace tw
{

class atmel_spi : public bus_device,
		  public spi_controller,
		  public dma_peripheral,
		  public pdc_peripheral,
		  public quiet_member
{
      public:
	atmel_spi(const sc_core::sc_module_name &module, environment &env,
		  const tw_bus_device &description, const options &opts);

	void reset() override;
	void start() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	uint32_t dma_read(uint32_t offset, unsigned int size, uint64_t now) override;
	void dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now) override;
	bool narrow(uint32_t offset, unsigned int size) const override;
	const char *register_name(uint32_t offset) const override;
	int finish(char *err) override;

	spi_bus &wires() override;
	void catch_up(uint64_t now) override;
	int chip_selects() const override;
	dma_output *dma_line(const char *name) override;
	uint64_t seen_from() const override;

	uint32_t pdc_read(unsigned int size, uint64_t now) override;
	void pdc_write(uint32_t value, unsigned int size, uint64_t now) override;
	unsigned int pdc_size() const override;
	void pdc_changed(uint64_t now) override;

      private:
	enum class phase { idle, shifting, gap };
	struct word {
		grid_point first, end;
		grid_point gap; /* end of DLYBCT */
		uint32_t mosi, miso, ones, pcs, scbr;
		unsigned int bits, mode;
		int cs;
		bool loopback, last, delivered;
	};
	/* How long a word's parts are; kept, since nearly every word is like the last. */
	struct shape {
		uint32_t csr; /* that says so */
		grid_point half_period, dlybs, clocked, dlybct;
	};

	/* atmel_spi.cpp: registers */
	void software_reset();
	uint32_t read_other(uint32_t offset);
	void write_other(uint32_t offset, uint32_t value, uint64_t now);
	void write_cr(uint32_t value, uint64_t now);
	void write_fmr(uint32_t value);
	void write_protected(uint32_t offset, uint32_t value);
	uint32_t read_wpsr();

	/* atmel_spi_flags.cpp: flags, and the lines they drive */
	uint32_t status() const;
	uint32_t pdc_flags() const;
	uint32_t read_sr(uint64_t now);
	bool rdrf() const
	{
		return rx_.count() >= rx_ready_;
	}
	bool tdre() const
	{
		return enabled_ && !disabling_ && tx_.free() >= tx_ready_;
	}
	/* Level of the interrupt line. Asked for every word, so the common cases come first. */
	bool interrupts() const
	{
		return (sticky_ & imr_) ||
		       ((imr_ & ~atmel_spi_regs::SR_STICKY) && (status() & imr_));
	}
	/* Is an edge of the clock to be found? A request falls with its access, on no edge. */
	bool requests_rise() const
	{
		return pdc_ || rdrf() > rx_line_.level() || tdre() > tx_line_.level();
	}
	void drive_requests(bool read, bool write, uint64_t edge, uint64_t now)
	{
		rx_line_.set(read, read ? edge : now);
		tx_line_.set(write, write ? edge : now);
		if (pdc_)
			drive_pdc(read, write, edge);
	}
	void drive_pdc(bool read, bool write, uint64_t edge);
	void changed(uint64_t edge);
	void access_changed(uint64_t now);
	void dma_changed(uint64_t now);
	void promise();
	uint32_t may_rise() const;

	/* atmel_spi_data.cpp: TDR, RDR, FIFO */
	void write_tdr(uint32_t value, unsigned int size, uint64_t now);
	void enqueue(uint32_t value, uint64_t now);
	word_queue::entry dequeue();
	uint32_t read_rdr(uint64_t now);
	void receive(uint32_t value);
	void write_cr_fifo(uint32_t value);
	void set_fifo(bool on);
	void fit_ready_counts();

	/* atmel_spi_words.cpp: the shifter */
	int decode_pcs(uint32_t pcs) const;
	const uint32_t &csr_of(int cs) const;
	uint32_t next_pcs() const;
	bool latch();
	const char *unusable() const;
	void decode_csr(uint32_t csr);
	bool blocked() const
	{
		return (mr_ & atmel_spi_regs::MR_WDRBT) && rx_.full();
	}
	bool activate(int cs, grid_point &edge);
	void release(const grid_point &edge);
	void start_first(grid_point edge);
	void start_waiting(uint64_t now);
	void launch(const grid_point &first);
	bool effective_by(const grid_point &p);
	void follow_on();
	void start_when_written(const grid_point &edge);
	void word_done(uint64_t now);
	void word_over(uint64_t now);
	void gap_done(uint64_t now);
	void next_or_idle();
	void disable(const grid_point &edge);
	void last_transfer(const grid_point &edge);
	/* atmel_spi_stream.cpp: words between two DMA channels, without events */
	bool may_stream() const;
	bool stream();
	bool stream_word(dma_pair &pair);

	void deliver();
	void record(const spi_bus::reply &reply);

	grid_walk walk_;
	uint64_t index_;
	uint32_t version_, interrupts_;
	unsigned int fifo_depth_; /* 0: none */
	interrupt_output irq_;
	dma_output tx_line_, rx_line_;
	std::unique_ptr<pdc> pdc_; /* NULL: the version has none */
	spi_bus wires_;
	word_log log_;
	timed_event word_event_, gap_event_, line_event_;

	uint32_t mr_, csr_[4], imr_, fmr_;
	word_queue tx_, rx_;
	unsigned int tx_ready_, rx_ready_; /* words that TDRE, RDRF stand for */
	uint32_t rdr_;			   /* what RDR shows, read or not */
	uint32_t sticky_; /* flags that stay until SR is read, pointer errors until a reset */
	bool fifo_on_;
	bool enabled_, disabling_;
	bool wp_;
	uint32_t wpsr_;

	phase phase_;
	word word_;
	shape shape_;
	grid_point wait_ = {}; /* from the end of the last streamed word to the start of the next */
	int npcs_;	       /* active NPCS output, or -1 */
	grid_point npcs_since_; /* rising edge at which it became or becomes active */
	uint64_t npcs_free_;	/* half-cycle from which on one may become active */
};

} // namespace tw

#endif
