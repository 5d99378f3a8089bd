/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The board's RAM as bus masters other than the CPU see it: behind a data cache that is not
 * coherent with them.
 *
 * The CPU's view is the host memory the kernel runs in. Devices have a view of their own, and the
 * kernel's cache maintenance (arch_sync_dma_for_device(), arch_sync_dma_for_cpu(), kernel's
 * mm/dma.c) moves bytes between the two:
 *
 *   give()    a range goes to the devices: what the CPU wrote becomes visible to them
 *   take()    it returns to the CPU: what devices wrote since becomes visible to it
 *   share()   a coherent (uncached) allocation: both see the same bytes from now on
 *   unshare()
 *
 * A device may touch only what is shared, or given and not taken back; anything else is a model
 * fault that says so: on the board it would corrupt memory or read rubbish. Given a second time
 * while bytes that a device wrote were never taken: their reader saw stale data (a sync_for_cpu is
 * missing), a model fault too. Ranges are counted, because drivers map one buffer several times. A
 * part of a range that is given already adds no range of its own: drivers sync parts of a mapping.
 *
 * Does not model: which dirty lines happen to have been written back (at give() all have), line
 * granularity (neighbours of a buffer keep their bytes), or speculative refills.
 */
#ifndef TW_MEMORY_BOARD_MEMORY_H
#define TW_MEMORY_BOARD_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/fault_sink.h"
#include "memory/span_set.h"
#include "twin_abi.h"

namespace tw
{

class board_memory
{
      public:
	/* ram: the CPU's view, host address of [phys, phys + size); NULL: the board has none. */
	board_memory(fault_sink &faults, uint8_t *ram, uint64_t phys, uint64_t size);
	~board_memory();
	board_memory(const board_memory &) = delete;
	board_memory &operator=(const board_memory &) = delete;

	/*
	 * Device accesses of n > 0 bytes at `phys`; who: names the device in a fault. False: a
	 * fault, and nothing was read or written.
	 */
	bool read(const char *who, uint64_t phys, void *to, size_t n);
	bool write(const char *who, uint64_t phys, const void *from, size_t n);
	/* Would every access inside these n bytes be allowed? n may be 0. One range must hold them. */
	bool allows(uint64_t phys, size_t n, bool write)
	{
		return !n || covering(phys, n, write);
	}

	/*
	 * Kernel side. from_device: a device may write it. Ranges outside RAM are left alone: what
	 * is there (registers, SRAM) is no business of the cache.
	 */
	void apply(twin_dma_op op, uint64_t phys, uint64_t len, bool from_device);
	void give(uint64_t phys, uint64_t len, bool from_device);
	void take(uint64_t phys, uint64_t len);
	void share(uint64_t phys, uint64_t len);
	void unshare(uint64_t phys, uint64_t len);

	/* First bytes that a device wrote and the CPU never took; "" when there are none. */
	std::string never_taken() const;

      private:
	struct range {
		uint64_t start, end;
		unsigned int given; /* times; 0 of a shared range */
		bool shared, from_device;
	};

	bool inside(uint64_t phys, uint64_t len) const;
	size_t lower_bound(uint64_t start) const;
	range *exact(uint64_t phys, uint64_t len, bool shared);
	bool part_of_given(uint64_t phys, uint64_t len, bool from_device) const;
	const range *find(uint64_t phys, size_t n, bool write) const;
	const range *covering(uint64_t phys, size_t n, bool write);
	bool pieces_allowed(uint64_t phys, size_t n, bool write) const;
	const range *piece(uint64_t phys, size_t n, bool write, size_t *part) const;
	void insert(const range &r);
	void erase(range *r);
	void not_allowed(const char *who, bool write, uint64_t phys, size_t n);
	void store(const range &r, uint64_t phys, const uint8_t *from, size_t n);
	uint8_t *cpu_view(uint64_t phys) const
	{
		return ram_ + (phys - phys_);
	}
	uint8_t *device_view(const range &r, uint64_t phys) const
	{
		return (r.shared ? ram_ : behind_) + (phys - phys_);
	}

	fault_sink &faults_;
	uint8_t *ram_, *behind_; /* behind the cache: only pages that were given exist */
	uint64_t phys_, size_;
	std::vector<range> ranges_; /* by start */
	size_t recent_[2] = {0, 0}; /* covered the last read, write */
	span_set unseen_; /* devices wrote it behind the cache, the CPU has not taken it */
};

} // namespace tw

#endif
