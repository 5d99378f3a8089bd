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

class dma_pair;

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
	 * Both interfaces foretold (dma_pair.h) from now on, until end(); neither line may be up.
	 * NULL: the controller's state is nothing that can be foretold, and nothing has changed.
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
