/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Atmel AHB DMA controller: "atmel,at91sam9g45-dma" (8 channels; also SAM9x5, SAMA5D3) and
 * "atmel,at91sam9rl-dma" (2 channels).
 *
 * The data sheet's chapter was not at hand. Registers, fields and what follows from their use are
 * from the kernel's driver (drivers/dma/at_hdmac.c, at_hdmac_regs.h of Linux 6.1). Assumed, because
 * the driver does not show it:
 *   - a channel's FIFO has 16 bytes; FIFOCFG is the room or data a memory access waits for
 *   - the lowest channel number has the highest priority; round robin begins after the last served
 *   - accesses on different AHB interfaces overlap, on one interface they follow each other
 *   - CTRLA is written back before BTC is set and before the next descriptor is fetched
 *   - IEN (active low) keeps BTC from being set at all; CBTC is set when no descriptor follows
 *   - after an AHB error (no device at a peripheral's address) the channel stays enabled and idle
 *   - SUSP stops the source only, EMPT says that the FIFO has less than one destination item
 *   - EN = 0 and CHDR.DIS let started accesses end; what is in the FIFO then is lost
 *   - reset values: 0, and CHSR.EMPT of every channel
 *
 * Times are sums of dma.* constants from the instant of what they follow, not aligned to a clock.
 * An access has its effect at its end. What the engine does is in hdmac_channel.h.
 *
 * Does not model (a model fault): software requests (SREQ, CREQ, LAST, SYNC, H2SEL = 0 on a
 * peripheral's side), peripheral to peripheral, flow control by a peripheral, automatic and replay
 * mode (so nothing ever stalls: STAL is 0, KEEP is refused), big-endian interfaces, locks and
 * protection, memory that is not the board's RAM. Silently absent: the bus traffic of others.
 */
#ifndef TW_DMA_AT_HDMAC_H
#define TW_DMA_AT_HDMAC_H

#include <memory>
#include <vector>

#include "core/bus_device.h"
#include "dma/ahb_interface.h"
#include "dma/dma_request.h"
#include "dma/hdmac_channel.h"
#include "dma/hdmac_pair.h"
#include "irq/interrupt_lines.h"

namespace tw
{

class at_hdmac : public bus_device,
		 public dma_controller,
		 private quiet_member,
		 private ahb_user,
		 private hdmac_frame
{
      public:
	at_hdmac(const sc_core::sc_module_name &module, environment &env,
		 const tw_bus_device &description, unsigned int channels);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

	unsigned int interfaces() const override
	{
		return handshakes;
	}
	void request(unsigned int interface, bool level, uint64_t time) override;
	void set_period(unsigned int interface, uint64_t period) override;
	dma_pair *begin_pair(unsigned int read, unsigned int write) override;

      private:
	static constexpr unsigned int handshakes = 64;
	static constexpr unsigned int ahb_interfaces = 4;

	uint64_t seen_from() const override;
	bool access_done(unsigned int slot, uint64_t now) override;
	ahb_interface &interface(unsigned int number) override;
	request_line &line(unsigned int handshake) override;
	void flag(unsigned int channel, uint32_t bits, uint64_t now) override;
	void record(twin_event_type type, unsigned int channel, uint64_t bytes,
		    uint64_t now) override;

	bool channel_register(uint32_t offset, unsigned int *channel, uint32_t *reg) const;
	uint32_t read_status(uint64_t now);
	uint32_t handler_status() const;
	void write_config(uint32_t value);
	void write_enable(uint32_t value, uint64_t now);
	void enable_channels(uint32_t value, uint64_t now);
	void disable_channels(uint32_t value, uint64_t now);
	void write_channel(unsigned int channel, uint32_t reg, uint32_t offset, uint32_t value);
	void update_irq(uint64_t now);
	uint32_t each(uint32_t bit) const
	{
		return bit * ((1u << channels_.size()) - 1);
	}

	uint64_t base_;
	interrupt_output irq_;
	uint32_t gcfg_ = 0, en_ = 0, mask_ = 0, status_ = 0;
	request_line lines_[handshakes];
	hdmac_pair pair_;
	std::vector<std::unique_ptr<ahb_interface>> interfaces_;
	std::vector<std::unique_ptr<hdmac_channel>> channels_;
};

} // namespace tw

#endif
