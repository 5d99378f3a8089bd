// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "memory/board_memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include <sys/mman.h>

#include "core/options.h"

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
      size_(ram ? size : 0)
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

board_memory::range *board_memory::exact(uint64_t phys, uint64_t len, bool shared)
{
	for (size_t i = lower_bound(phys); i < ranges_.size() && ranges_[i].start == phys; i++)
		if (ranges_[i].end == phys + len && ranges_[i].shared == shared)
			return &ranges_[i];
	return nullptr;
}

bool board_memory::part_of_given(uint64_t phys, uint64_t len, bool from_device) const
{
	for (const range &r : ranges_)
		if (!r.shared && phys >= r.start && phys + len <= r.end &&
		    (r.from_device || !from_device))
			return true;
	return false;
}

void board_memory::insert(const range &r)
{
	recent_[0] = recent_[1] = 0;
	ranges_.insert(ranges_.begin() + static_cast<ptrdiff_t>(lower_bound(r.start)), r);
}

void board_memory::erase(range *r)
{
	recent_[0] = recent_[1] = 0;
	ranges_.erase(ranges_.begin() + (r - ranges_.data()));
}

/* A range that lets a device do this access. */
const board_memory::range *board_memory::find(uint64_t phys, size_t n, bool write) const
{
	for (size_t i = 0; i < ranges_.size() && ranges_[i].start <= phys; i++) {
		const range &r = ranges_[i];

		if (phys + n <= r.end && (!write || r.shared || r.from_device))
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
		if (phys >= r->start && phys + n <= r->end &&
		    (!write || r->shared || r->from_device))
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
		memcpy(to, device_view(*r, phys), n);
		return true;
	}
	if (!pieces_allowed(phys, n, false)) {
		not_allowed(who, false, phys, n);
		return false;
	}
	for (size_t part = 0; n; phys += part, bytes += part, n -= part) {
		r = piece(phys, n, false, &part);
		memcpy(bytes, device_view(*r, phys), part);
	}
	return true;
}

void board_memory::store(const range &r, uint64_t phys, const uint8_t *from, size_t n)
{
	memcpy(device_view(r, phys), from, n);
	if (!r.shared)
		unseen_.add(phys, phys + n);
}

bool board_memory::write(const char *who, uint64_t phys, const void *from, size_t n)
{
	const range *r = covering(phys, n, true);
	const uint8_t *bytes = static_cast<const uint8_t *>(from);

	if (r) {
		store(*r, phys, bytes, n);
		return true;
	}
	if (!pieces_allowed(phys, n, true)) {
		not_allowed(who, true, phys, n);
		return false;
	}
	for (size_t part = 0; n; phys += part, bytes += part, n -= part) {
		r = piece(phys, n, true, &part);
		store(*r, phys, bytes, part);
	}
	return true;
}

void board_memory::apply(twin_dma_op op, uint64_t phys, uint64_t len, bool from_device)
{
	switch (op) {
	case TWIN_DMA_GIVE:
		give(phys, len, from_device);
		break;
	case TWIN_DMA_TAKE:
		take(phys, len);
		break;
	case TWIN_DMA_SHARE:
		share(phys, len);
		break;
	case TWIN_DMA_UNSHARE:
		unshare(phys, len);
		break;
	}
}

void board_memory::give(uint64_t phys, uint64_t len, bool from_device)
{
	range *r = exact(phys, len, false);
	span stale;

	if (!inside(phys, len))
		return;
	stale = unseen_.first_in(phys, phys + len);
	if (stale.start != stale.end)
		faults_.report("driver bug: 0x%" PRIx64 "..0x%" PRIx64 " is mapped for a device "
			       "again, but what a device wrote there was never synced for the CPU: "
			       "its reader saw stale data (missing dma_sync_*_for_cpu or unmap)",
			       stale.start, stale.end);
	memcpy(behind_ + (phys - phys_), cpu_view(phys), len);
	if (r) {
		r->given++;
		r->from_device |= from_device;
	} else if (!part_of_given(phys, len, from_device)) {
		insert({phys, phys + len, 1, false, from_device});
	}
}

void board_memory::take(uint64_t phys, uint64_t len)
{
	uint64_t end = phys + len;
	range *r;

	if (!inside(phys, len))
		return;
	for (;;) {
		span s = unseen_.first_in(phys, end);

		if (s.start == s.end)
			break;
		memcpy(cpu_view(s.start), behind_ + (s.start - phys_), s.end - s.start);
		unseen_.remove(s.start, s.end);
	}
	r = exact(phys, len, false);
	if (r && !--r->given)
		erase(r);
}

void board_memory::share(uint64_t phys, uint64_t len)
{
	if (inside(phys, len) && !exact(phys, len, true))
		insert({phys, phys + len, 0, true, true});
}

void board_memory::unshare(uint64_t phys, uint64_t len)
{
	range *r = exact(phys, len, true);

	if (r)
		erase(r);
}

std::string board_memory::never_taken() const
{
	char text[160];
	span s = unseen_.first_in(phys_, phys_ + size_);

	if (s.start == s.end)
		return "";
	snprintf(text, sizeof(text),
		 "0x%" PRIx64 "..0x%" PRIx64
		 " was written by a device and never synced for the CPU",
		 s.start, s.end);
	return text;
}

} // namespace tw
