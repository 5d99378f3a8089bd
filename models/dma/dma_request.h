/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Hardware handshaking between a peripheral and a DMA controller. The peripheral has named request
 * lines ("tx", "rx": the devicetree's dma-names); the devicetree gives each the number of a
 * handshaking interface of a controller (AT91_DMA_CFG_PER_ID), and the board connects them:
 *
 *   peripheral                              controller
 *   dma_output rx_request ---set(level)---> dma_controller::request(interface, level, time)
 *
 * A line is a level: it asks for transfers for as long as it is up, so one that is still up after
 * an access is the next request. Both sides are members of the board's quiet events; the controller
 * reads or writes the peripheral's data register with bus_device::dma_read() and dma_write() at the
 * instant its access takes place, and the lines may change meanwhile.
 */
#ifndef TW_DMA_DMA_REQUEST_H
#define TW_DMA_DMA_REQUEST_H

#include <cstdint>

namespace tw
{

/*
 * What a controller does for both directions of a peripheral while each request moves one item,
 * foretold item by item instead of by events; results are the same to the picosecond. In one turn a
 * read request rises and is answered, which lets a write request rise that is answered, too:
 *
 *   read_rose ... read = read_done(read_rose) ... write_rose ... write = write_done(write_rose)
 */
class dma_pair
{
      public:
	struct turn {
		uint64_t read_rose, read, write_rose, write; /* ps */
		uint64_t end;				     /* when the next read request rises */
	};

	virtual ~dma_pair() = default;
	/* When the access is done that a request leads to; `read`: when this turn's read was. */
	virtual uint64_t read_done(uint64_t rose) const = 0;
	virtual uint64_t write_done(uint64_t rose, uint64_t read) const = 0;
	/* Can the turn be foretold? Changes nothing. */
	virtual bool plan(const turn &t) = 0;
	/* Does what plan() agreed to: takes what the peripheral had, returns what it is given. */
	virtual uint32_t commit(const turn &t, uint32_t received) = 0;
	/* From here on by events again. */
	virtual void end() = 0;
};

class dma_controller
{
      public:
	virtual ~dma_controller() = default;
	virtual unsigned int interfaces() const = 0;
	/* Line of a handshaking interface changes. */
	virtual void request(unsigned int interface, bool level, uint64_t time) = 0;
	/*
	 * The peripheral's promise: requests of the interface are at least `period` ps apart from
	 * now on (rises, and accesses after which the line is up); 0: nothing is promised. The
	 * controller derives from it how long nothing can be seen; a broken promise is found only
	 * when an interrupt comes too late, and is a model fault then.
	 */
	virtual void set_period(unsigned int interface, uint64_t period) = 0;
	/*
	 * Both interfaces foretold from now on, until end(); neither line may be up. NULL: the
	 * controller's state is nothing that can be foretold, and nothing has changed.
	 */
	virtual dma_pair *begin_pair(unsigned int /* read */, unsigned int /* write */)
	{
		return nullptr;
	}
};

/* The peripheral's end of one request line. */
class dma_output
{
      public:
	void connect(dma_controller &controller, unsigned int interface)
	{
		controller_ = &controller;
		interface_ = interface;
	}
	bool connected() const
	{
		return controller_;
	}
	void set(bool level, uint64_t time)
	{
		if (level == level_)
			return;
		level_ = level;
		if (controller_)
			controller_->request(interface_, level, time);
	}
	/* Requests come at least `ps` apart from now on; 0: nothing is promised. */
	void promise(uint64_t ps)
	{
		if (controller_ && ps != period_)
			controller_->set_period(interface_, ps);
		period_ = ps;
	}
	bool level() const
	{
		return level_;
	}
	/* dma_controller::begin_pair() of this, for reading, and another line, for writing. */
	dma_pair *begin_pair(const dma_output &write) const
	{
		return controller_ && controller_ == write.controller_
			       ? controller_->begin_pair(interface_, write.interface_)
			       : nullptr;
	}

      private:
	dma_controller *controller_ = nullptr;
	unsigned int interface_ = 0;
	uint64_t period_ = 0;
	bool level_ = false;
};

class dma_peripheral
{
      public:
	virtual ~dma_peripheral() = default;
	/* The output of that name, NULL when the peripheral has none. */
	virtual dma_output *dma_line(const char *name) = 0;
};

} // namespace tw

#endif
