/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Finds the CPU reading bytes that a device wrote and nobody synced: on the board it would get what
 * its cache still holds.
 *
 * While there are such bytes in a page, the CPU's view of it (host memory) is not accessible.
 * Whoever catches the host's signal asks touched(), which opens the page for one instruction;
 * stepped() closes it again. Bytes that the CPU writes are its own from then on, and those of a
 * mapping that ended are nobody's.
 *
 * A read that it names was of a byte that was to be synced still. It may miss some:
 *  - a page that is touched too often beside such bytes, or by the host itself, is given up;
 *  - an access is judged by its first byte alone;
 *  - a store, however narrow, makes 8 bytes from its address the CPU's;
 *  - of an instruction that reads and writes memory the host tells the write alone: no read;
 *  - what a device wrote into a mapping that ended without a sync (DMA_ATTR_SKIP_CPU_SYNC) is read
 *    unseen: that memory may be another's by then;
 *  - what devices wrote before turn(true) is not known.
 * It runs in the host's order: events that nobody outside sees at once (models/cpu/quiet_events.h)
 * are run up to 200 us of simulated time late, but before whatever the kernel could learn of them
 * from. A read of what such an event is about to write therefore counts as one before it.
 *
 * Does nothing, and costs nothing, while it is off; what devices and CPU see never depends on it.
 */
#ifndef TW_MEMORY_STALE_WATCH_H
#define TW_MEMORY_STALE_WATCH_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/span_set.h"

namespace tw
{

class stale_watch
{
      public:
	enum class touch { not_guarded, harmless, stale };

	/* ram: host address of [phys, phys + size), on a page boundary if it is ever turned on. */
	stale_watch(uint8_t *ram, uint64_t phys, uint64_t size);
	~stale_watch();
	stale_watch(const stale_watch &) = delete;
	stale_watch &operator=(const stale_watch &) = delete;

	/* Off: everything is forgotten and accessible. */
	void turn(bool on);

	/* A device, `who`, wrote [start, end) behind the cache. */
	void device_wrote(const char *who, uint64_t start, uint64_t end)
	{
		if (start == grows_.at && end <= grows_.page_end && who == grows_.who) {
			watched_.add(start, end);
			grows_.at = end;
		} else if (on_) {
			watch(who, start, end);
		}
	}
	/* Its bytes are the CPU's again, or of no interest. */
	void forget(uint64_t start, uint64_t end);

	/*
	 * An access of the CPU at a host address was refused. Opens the page if it was for our
	 * sake: until stepped() where the one who asks runs a single instruction (`steps`), else
	 * for good.
	 */
	touch touched(const void *host, bool write, bool steps);
	void stepped();
	/* What the last stale access was to; one line. */
	const std::string &found() const
	{
		return found_;
	}

	/* The models' own accesses of the CPU's view. */
	class access
	{
	      public:
		access(stale_watch &watch, uint64_t start, uint64_t end);
		~access();
		access(const access &) = delete;
		access &operator=(const access &) = delete;

	      private:
		stale_watch &watch_;
		uint64_t start_, end_;
	};

      private:
	struct written {
		uint64_t start, end;
		std::string who;
	};

	void watch(const char *who, uint64_t start, uint64_t end);
	void settle_growth();
	void note(const char *who, uint64_t start, uint64_t end);
	void describe(uint64_t phys);
	size_t page_of(uint64_t phys) const;
	bool any_in(size_t page) const;
	void protect(size_t page, bool on);
	void protect_all(uint64_t start, uint64_t end, bool on);
	void give_up(size_t page);

	uint8_t *ram_;
	uint64_t phys_, size_;
	bool on_ = false;
	span_set watched_;
	/* Where the last write ended, in a guarded page; page_end 0: unknown. */
	struct {
		uint64_t at, page_end;
		const char *who;
	} grows_ = {};
	std::vector<written> writers_;	/* the last few */
	std::vector<uint8_t> guarded_;	/* by page */
	std::vector<uint16_t> touches_; /* by page, in the whole run */
	std::vector<size_t> opened_;	/* until stepped() */
	size_t nr_guarded_ = 0;
	std::string found_;
};

} // namespace tw

#endif
