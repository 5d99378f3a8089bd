/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The board's RAM as bus masters other than the CPU see it: behind a data cache that is not
 * coherent with them.
 *
 * The CPU's view is the host memory the kernel runs in. Devices have a view of their own, and the
 * kernel's calls of the DMA API (kernel's mm/dma_calls.c) move bytes between the two:
 *
 *   give()    a range goes to the devices: what the CPU wrote becomes visible to them
 *   take()    it returns to the CPU: what devices wrote since becomes visible to it
 *   share()   a coherent (uncached) allocation: both see the same bytes from now on
 *   unshare()
 *
 * give() and take() open and close a mapping. As a sync (TWIN_DMA_SYNC) they move bytes and leave
 * the mappings: a device may go on after a sync for the CPU, and drivers sync parts. Without cache
 * maintenance (TWIN_DMA_NO_BYTES, the driver's DMA_ATTR_SKIP_CPU_SYNC) they move no bytes; at the
 * end of such a mapping what devices wrote and nobody synced is gone for good. Mappings are
 * counted, because drivers map one buffer several times; what a device wrote into one that is still
 * there stays when another is made of the same bytes.
 *
 * A device may touch only what is shared or mapped; anything else is a model fault that says so: on
 * the board it would corrupt memory or read rubbish. That the CPU reads what it should have synced
 * is found by stale_watch. Buffers that are mapped, or were not looked at, when a run ends are no
 * bug.
 *
 * Does not model: which dirty lines happen to have been written back (at give() all have), line
 * granularity (neighbours of a buffer keep their bytes), or speculative refills.
 */
#ifndef TW_MEMORY_BOARD_MEMORY_H
#define TW_MEMORY_BOARD_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/fault_sink.h"
#include "memory/span_set.h"
#include "memory/stale_watch.h"
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
	/* Would every access inside these n bytes be allowed? n may be 0. One range must hold them.
	 */
	bool allows(uint64_t phys, size_t n, bool write)
	{
		return !n || covering(phys, n, write);
	}

	/*
	 * Kernel side, as TWIN_CALL_DMA has it; flags: twin_dma.h. Ranges outside RAM are left
	 * alone: what is there (registers, SRAM) is no business of the cache.
	 */
	void apply(twin_dma_op op, uint64_t phys, uint64_t len, uint64_t flags);
	void give(uint64_t phys, uint64_t len, uint64_t flags);
	void take(uint64_t phys, uint64_t len, uint64_t flags);
	void share(uint64_t phys, uint64_t len);
	void unshare(uint64_t phys, uint64_t len);

	stale_watch &watch()
	{
		return watch_;
	}

      private:
	struct range {
		uint64_t start, end;
		unsigned int given; /* times; 0 of a shared range */
		bool shared, writable;
		uint64_t reach; /* the largest end of this range and all before it */
	};

	bool inside(uint64_t phys, uint64_t len) const;
	size_t lower_bound(uint64_t start) const;
	size_t first_reaching(uint64_t end) const;
	void set_reach(size_t from);
	range *exact(uint64_t phys, uint64_t len, bool shared, bool writable);
	bool mapped(uint64_t phys, uint64_t len, bool writable) const;
	void open(uint64_t phys, uint64_t len, bool writable);
	void close(uint64_t phys, uint64_t len, bool writable);
	void to_devices(uint64_t start, uint64_t end);
	void to_cpu(uint64_t start, uint64_t end);
	void to_devices_but_unseen(uint64_t start, uint64_t end);
	void drop_unseen(uint64_t start, uint64_t end);
	const range *find(uint64_t phys, size_t n, bool write) const;
	const range *covering(uint64_t phys, size_t n, bool write);
	bool pieces_allowed(uint64_t phys, size_t n, bool write) const;
	const range *piece(uint64_t phys, size_t n, bool write, size_t *part) const;
	void insert(const range &r);
	void erase(range *r);
	void not_allowed(const char *who, bool write, uint64_t phys, size_t n);
	void load(const range &r, uint64_t phys, uint8_t *to, size_t n);
	void store(const char *who, const range &r, uint64_t phys, const uint8_t *from, size_t n);
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
	std::vector<range> ranges_; /* by start; they may overlap */
	size_t recent_[2] = {0, 0}; /* covered the last read, write */
	span_set unseen_; /* devices wrote it behind the cache, the CPU has not taken it */
	stale_watch watch_;
};

} // namespace tw

#endif
