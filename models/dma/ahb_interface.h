/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One AHB master interface of a DMA controller: who uses it when.
 *
 * A user (a slot) says from when on it wants one access and how long that takes. When the interface
 * is free it goes to a slot that wants it by then, chosen by the arbiter: the lowest number, or
 * with round robin the next group of slots (one channel's) after the last one served. What has
 * started is not interrupted; what has not can be dropped or overtaken. The access's effect is its
 * owner's, called at its end.
 */
#ifndef TW_DMA_AHB_INTERFACE_H
#define TW_DMA_AHB_INTERFACE_H

#include <cstdint>

#include "cpu/calendar.h"

namespace tw
{

class ahb_user
{
      public:
	virtual ~ahb_user() = default;
	/*
	 * The access of `slot` ends. True: the slot keeps the interface and has asked for its next
	 * access, which starts at once.
	 */
	virtual bool access_done(unsigned int slot, uint64_t now) = 0;
};

class ahb_interface
{
      public:
	static constexpr unsigned int max_slots = 32;
	static constexpr unsigned int group = 4; /* slots of one channel */

	ahb_interface(calendar &events, ahb_user &user);

	void reset();
	void set_round_robin(bool on)
	{
		round_robin_ = on;
	}
	/* slot wants an access of `cost` ps from `from` on, from >= now; once until it is done. */
	void want(unsigned int slot, uint64_t from, uint64_t cost, uint64_t now);
	/* It does not want it any more. False: it has started and will be done. */
	bool drop(unsigned int slot, uint64_t now);

      private:
	friend class hdmac_pair; /* does the same for two slots without events */

	bool has_started(uint64_t now) const
	{
		return current_ != none && start_ <= now;
	}
	unsigned int choose(uint64_t from) const;
	void plan(uint64_t now);
	void begin(unsigned int slot, uint64_t start);
	void done(uint64_t now);

	static constexpr unsigned int none = max_slots;

	calendar &events_;
	ahb_user &user_;
	timed_event done_event_;
	uint32_t wanted_ = 0;
	uint64_t from_[max_slots] = {}, cost_[max_slots] = {};
	unsigned int current_ = none, last_ = max_slots - 1; /* last: served */
	uint64_t start_ = 0, free_from_ = 0;
	bool round_robin_ = false, ending_ = false;
};

} // namespace tw

#endif
