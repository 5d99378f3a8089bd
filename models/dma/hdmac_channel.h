/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One channel of the Atmel AHB DMA controller: lists of descriptors, and the buffer under way.
 * hdmac_channel.cpp: start and end; hdmac_buffer.cpp: what registers say; hdmac_access.cpp:
 * accesses.
 *
 * A buffer moves items from a source through the channel's FIFO to a destination. Each side uses
 * the AHB interface that CTRLB names, one access at a time:
 *
 *   peripheral  one item per access, at the end of the access. A chunk (SCSIZE, DCSIZE items) needs
 *               a request: the line is up, and dma.request has passed since it rose, since the
 *               side's last chunk and since the buffer's start. The line going down before the
 *               access starts withdraws it. The items of a chunk follow each other.
 *   memory      a burst: as many items as the FIFO has room or data for. A source burst starts when
 *               the FIFO has room as FIFOCFG asks (all of it, half, one item) or for all that is
 *               left, a destination burst when it has as much data, or when the source gives
 *               nothing more. It takes as many dma.mem_read or dma.mem_write as it has items; all
 *               its bytes move at its end.
 *
 * So memory is read ahead of a destination's requests, and a request is answered by one write.
 * When a buffer from a descriptor is complete, CTRLA goes back to the descriptor with the number of
 * items done and DONE (one dma.mem_write), then BTC is set, then the next descriptor is fetched.
 */
#ifndef TW_DMA_HDMAC_CHANNEL_H
#define TW_DMA_HDMAC_CHANNEL_H

#include <cstdint>
#include <string>

#include "core/environment.h"
#include "dma/ahb_interface.h"
#include "dma/at_hdmac_regs.h"
#include "dma/byte_fifo.h"
#include "dma/hdmac_side.h"

namespace tw
{

/* What a channel needs of its controller. */
class hdmac_frame
{
      public:
	virtual ~hdmac_frame() = default;
	virtual ahb_interface &interface(unsigned int number) = 0;
	virtual request_line &line(unsigned int handshake) = 0;
	/* Bits of EBCISR, for channel 0, become set. */
	virtual void flag(unsigned int channel, uint32_t bits, uint64_t now) = 0;
	virtual void record(twin_event_type type, unsigned int channel, uint64_t bytes,
			    uint64_t now) = 0;
};

class hdmac_channel
{
      public:
	enum slot { descriptor_slot, destination_slot, source_slot };

	hdmac_channel(environment &env, hdmac_frame &frame, const std::string &device,
		      unsigned int number);

	void reset();
	/* Registers of the channel (channel_offset); the caller has checked what it may write. */
	uint32_t read(uint32_t reg) const;
	void write(uint32_t reg, uint32_t value);

	bool enabled() const
	{
		return phase_ != phase::off;
	}
	bool suspended() const
	{
		return suspended_;
	}
	/* Too little in the FIFO for one access of the destination. */
	bool empty() const
	{
		return fifo_.fill() < sides_[destination_slot].width;
	}

	/* Starts it; it must be off. */
	void enable(uint64_t now);
	/* Takes effect when the accesses that have started are done. */
	void disable(uint64_t now);
	/* No further access of the source; what is in the FIFO goes on to the destination. */
	void suspend(bool on, uint64_t now);
	/*
	 * The request line of a side has changed. In the middle of an access of its own the channel
	 * looks at the line when that is over.
	 */
	void request_changed(unsigned int slot, uint64_t now)
	{
		if (!accessing_)
			refresh(slot, now);
	}
	/* As ahb_user. */
	bool access_done(unsigned int slot, uint64_t now);
	/* Nothing of the buffer under way is complete before; now: everything until then is done.
	 */
	uint64_t complete_from(uint64_t now) const;

      private:
	friend class hdmac_pair; /* does the same for two channels without events */

	enum class phase { off, fetch, run, write_back, failed };
	enum registers { saddr, daddr, dscr, ctrla, ctrlb, cfg, spip, dpip, nr_registers };

	hdmac_side &source()
	{
		return sides_[source_slot];
	}
	hdmac_side &destination()
	{
		return sides_[destination_slot];
	}
	bool listed() const;
	void fetch(uint64_t now);
	void fetched(uint64_t now);
	void start_buffer(uint64_t now);
	const char *set_sides();
	const char *set_side(hdmac_side &side, uint64_t address, unsigned int mode, bool pip,
			     uint32_t picture);
	bool listen(unsigned int slot);
	void listen_no_more();
	void refresh(unsigned int slot, uint64_t now);
	bool may_access(unsigned int slot) const;
	bool may_access_memory(unsigned int slot) const;
	void ask(unsigned int slot, uint64_t now);
	bool peripheral_access(unsigned int slot, uint64_t now);
	void source_item(uint64_t now);
	void destination_item(uint64_t now);
	bool memory_access(unsigned int slot);
	void settle(uint64_t now);
	void buffer_complete(uint64_t now);
	void written_back(uint64_t now);
	void finish(uint64_t now);
	void stop(uint64_t now);
	void stop_if_idle(uint64_t now);
	void fail(const char *why);
	void bus_error(uint64_t now);
	uint32_t live_ctrla() const;
	void keep_progress();

	environment &env_;
	hdmac_frame &frame_;
	std::string name_;
	unsigned int number_;
	uint32_t reg_[nr_registers];
	phase phase_ = phase::off;
	bool suspended_ = false, stopping_ = false, accessing_ = false, descriptor_wanted_ = false;
	uint32_t descriptor_ = 0; /* of the buffer under way, with the interface; 0: none */
	byte_fifo fifo_;
	hdmac_side sides_[source_slot + 1]; /* by slot; [descriptor_slot] is not used */
};

} // namespace tw

#endif
