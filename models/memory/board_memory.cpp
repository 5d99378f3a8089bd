// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "memory/board_memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

#include <sys/mman.h>

#include "core/options.h"
#include "twin_dma.h"

namespace tw
{

static uint8_t *reserve(uint64_t size)
{
	void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		throw bad_input("cannot reserve the devices' view of RAM");
	return static_cast<uint8_t *>(p);
}

board_memory::board_memory(fault_sink &faults, uint8_t *ram, uint64_t phys, uint64_t size)
    : faults_(faults), ram_(ram), behind_(ram ? reserve(size) : nullptr), phys_(phys),
      size_(ram ? size : 0), watch_(ram, phys, size)
{
}

board_memory::~board_memory()
{
	if (behind_)
		munmap(behind_, size_);
}

bool board_memory::inside(uint64_t phys, uint64_t len) const
{
	return len && phys >= phys_ && len <= size_ && phys - phys_ <= size_ - len;
}

/* Index of the first range that starts at or after `start`. */
size_t board_memory::lower_bound(uint64_t start) const
{
	auto at = std::lower_bound(ranges_.begin(), ranges_.end(), start,
				   [](const range &r, uint64_t s) { return r.start < s; });

	return static_cast<size_t>(at - ranges_.begin());
}

board_memory::range *board_memory::exact(uint64_t phys, uint64_t len, bool shared, bool writable)
{
	for (size_t i = lower_bound(phys); i < ranges_.size() && ranges_[i].start == phys; i++)
		if (ranges_[i].end == phys + len && ranges_[i].shared == shared &&
		    ranges_[i].writable == writable)
			return &ranges_[i];
	return nullptr;
}

/*
 * Index of the first range that `end` may lie in: no range before it reaches so far. Where ranges
 * do not overlap, it is the only one.
 */
size_t board_memory::first_reaching(uint64_t end) const
{
	auto at = std::lower_bound(ranges_.begin(), ranges_.end(), end,
				   [](const range &r, uint64_t e) { return r.reach < e; });

	return static_cast<size_t>(at - ranges_.begin());
}

void board_memory::set_reach(size_t from)
{
	uint64_t reach = from ? ranges_[from - 1].reach : 0;

	for (size_t i = from; i < ranges_.size(); i++)
		ranges_[i].reach = reach = std::max(reach, ranges_[i].end);
}

/* Is it part of a mapping, for writing if so asked? */
bool board_memory::mapped(uint64_t phys, uint64_t len, bool writable) const
{
	for (size_t i = first_reaching(phys + len); i < ranges_.size(); i++) {
		const range &r = ranges_[i];

		if (r.start > phys)
			break;
		if (!r.shared && phys + len <= r.end && (r.writable || !writable))
			return true;
	}
	return false;
}

void board_memory::insert(const range &r)
{
	size_t at = lower_bound(r.start);

	recent_[0] = recent_[1] = 0;
	ranges_.insert(ranges_.begin() + static_cast<ptrdiff_t>(at), r);
	set_reach(at);
}

void board_memory::erase(range *r)
{
	ptrdiff_t at = r - ranges_.data();

	recent_[0] = recent_[1] = 0;
	ranges_.erase(ranges_.begin() + at);
	set_reach(static_cast<size_t>(at));
}

/* A range that lets a device do this access. */
const board_memory::range *board_memory::find(uint64_t phys, size_t n, bool write) const
{
	for (size_t i = first_reaching(phys + n); i < ranges_.size() && ranges_[i].start <= phys;
	     i++) {
		const range &r = ranges_[i];

		if (phys + n <= r.end && (!write || r.shared || r.writable))
			return &r;
	}
	return nullptr;
}

/* The same; a walk only when the range of the last access is another one. */
const board_memory::range *board_memory::covering(uint64_t phys, size_t n, bool write)
{
	size_t recent = recent_[write];
	const range *r;

	if (recent < ranges_.size()) {
		r = &ranges_[recent];
		if (phys >= r->start && phys + n <= r->end && (!write || r->shared || r->writable))
			return r;
	}
	r = find(phys, n, write);
	if (r)
		recent_[write] = static_cast<size_t>(r - ranges_.data());
	return r;
}

/* The range for the first bytes of an access that no single range covers; part: how many. */
const board_memory::range *board_memory::piece(uint64_t phys, size_t n, bool write,
					       size_t *part) const
{
	const range *r = find(phys, 1, write);

	if (r)
		*part = static_cast<size_t>(std::min<uint64_t>(n, r->end - phys));
	return r;
}

bool board_memory::pieces_allowed(uint64_t phys, size_t n, bool write) const
{
	for (size_t part = 0; n; phys += part, n -= part)
		if (!piece(phys, n, write, &part))
			return false;
	return true;
}

void board_memory::not_allowed(const char *who, bool write, uint64_t phys, size_t n)
{
	const char *what = write ? "write" : "read";

	if (!inside(phys, n))
		faults_.report("%s: DMA %s of %zu bytes at 0x%" PRIx64 ", where there is no RAM",
			       who, what, n, phys);
	else if (write && pieces_allowed(phys, n, false))
		faults_.report("driver bug: %s: DMA write of %zu bytes at 0x%" PRIx64
			       ", which is mapped for devices to read only",
			       who, n, phys);
	else
		faults_.report("driver bug: %s: DMA %s of %zu bytes at 0x%" PRIx64
			       ", which is not mapped for a device now",
			       who, what, n, phys);
}

bool board_memory::read(const char *who, uint64_t phys, void *to, size_t n)
{
	const range *r = covering(phys, n, false);
	uint8_t *bytes = static_cast<uint8_t *>(to);

	if (r) {
		load(*r, phys, bytes, n);
		return true;
	}
	if (!pieces_allowed(phys, n, false)) {
		not_allowed(who, false, phys, n);
		return false;
	}
	for (size_t part = 0; n; phys += part, bytes += part, n -= part) {
		r = piece(phys, n, false, &part);
		load(*r, phys, bytes, part);
	}
	return true;
}

void board_memory::load(const range &r, uint64_t phys, uint8_t *to, size_t n)
{
	stale_watch::access open(watch_, phys, phys + (r.shared ? n : 0));

	memcpy(to, device_view(r, phys), n);
}

void board_memory::store(const char *who, const range &r, uint64_t phys, const uint8_t *from,
			 size_t n)
{
	if (r.shared) {
		stale_watch::access open(watch_, phys, phys + n);

		memcpy(cpu_view(phys), from, n);
		return;
	}
	memcpy(device_view(r, phys), from, n);
	unseen_.add(phys, phys + n);
	watch_.device_wrote(who, phys, phys + n);
}

bool board_memory::write(const char *who, uint64_t phys, const void *from, size_t n)
{
	const range *r = covering(phys, n, true);
	const uint8_t *bytes = static_cast<const uint8_t *>(from);

	if (r) {
		store(who, *r, phys, bytes, n);
		return true;
	}
	if (!pieces_allowed(phys, n, true)) {
		not_allowed(who, true, phys, n);
		return false;
	}
	for (size_t part = 0; n; phys += part, bytes += part, n -= part) {
		r = piece(phys, n, true, &part);
		store(who, *r, phys, bytes, part);
	}
	return true;
}

void board_memory::apply(twin_dma_op op, uint64_t phys, uint64_t len, uint64_t flags)
{
	switch (op) {
	case TWIN_DMA_GIVE:
		give(phys, len, flags);
		break;
	case TWIN_DMA_TAKE:
		take(phys, len, flags);
		break;
	case TWIN_DMA_SHARE:
		share(phys, len);
		break;
	case TWIN_DMA_UNSHARE:
		unshare(phys, len);
		break;
	}
}

void board_memory::open(uint64_t phys, uint64_t len, bool writable)
{
	range *r = exact(phys, len, false, writable);

	if (r)
		r->given++;
	else
		insert({phys, phys + len, 1, false, writable, 0});
}

void board_memory::close(uint64_t phys, uint64_t len, bool writable)
{
	range *r = exact(phys, len, false, writable);

	if (r && !--r->given)
		erase(r);
}

void board_memory::to_devices(uint64_t start, uint64_t end)
{
	stale_watch::access open(watch_, start, end);

	memcpy(behind_ + (start - phys_), cpu_view(start), end - start);
}

void board_memory::to_cpu(uint64_t start, uint64_t end)
{
	stale_watch::access open(watch_, start, end);

	memcpy(cpu_view(start), behind_ + (start - phys_), end - start);
}

/* The CPU's lines of what it did not take hold nothing that could be written back. */
void board_memory::to_devices_but_unseen(uint64_t start, uint64_t end)
{
	while (start < end) {
		span s = unseen_.first_in(start, end);
		uint64_t until = s.start == s.end ? end : s.start;

		if (until > start)
			to_devices(start, until);
		start = s.start == s.end ? end : s.end;
	}
}

/*
 * What no mapping lets a device write any more is the CPU's, and cannot be synced: whoever has the
 * memory next may copy all of it, though he wrote a part.
 */
void board_memory::drop_unseen(uint64_t start, uint64_t end)
{
	if (mapped(start, end - start, true))
		return;
	watch_.forget(start, end);
	unseen_.remove(start, end);
}

void board_memory::give(uint64_t phys, uint64_t len, uint64_t flags)
{
	bool writable = flags & TWIN_DMA_WRITABLE, sync = flags & TWIN_DMA_SYNC;

	if (!inside(phys, len))
		return;
	if (sync) {
		watch_.forget(phys, phys + len);
		unseen_.remove(phys, phys + len);
	}
	if (!(flags & TWIN_DMA_NO_BYTES))
		to_devices_but_unseen(phys, phys + len);
	/* memory of dma_alloc_noncoherent() is only ever synced */
	if (!sync || !mapped(phys, len, writable))
		open(phys, len, writable);
}

void board_memory::take(uint64_t phys, uint64_t len, uint64_t flags)
{
	uint64_t end = phys + len;

	if (!inside(phys, len))
		return;
	if (!(flags & TWIN_DMA_SYNC))
		close(phys, len, flags & TWIN_DMA_WRITABLE);
	if (!(flags & TWIN_DMA_WRITABLE))
		return; /* nothing is invalidated */
	if (flags & TWIN_DMA_NO_BYTES) {
		drop_unseen(phys, end);
		return;
	}
	watch_.forget(phys, end);
	for (span s; s = unseen_.first_in(phys, end), s.start != s.end;) {
		to_cpu(s.start, s.end);
		unseen_.remove(s.start, s.end);
	}
}

void board_memory::share(uint64_t phys, uint64_t len)
{
	if (inside(phys, len) && !exact(phys, len, true, true))
		insert({phys, phys + len, 0, true, true, 0});
}

void board_memory::unshare(uint64_t phys, uint64_t len)
{
	range *r = exact(phys, len, true, true);

	if (r)
		erase(r);
}

} // namespace tw
