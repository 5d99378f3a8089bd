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

board_memory::range &board_memory::insert(const range &r)
{
	size_t at = lower_bound(r.start);

	recent_[0] = recent_[1] = 0;
	return *ranges_.insert(ranges_.begin() + static_cast<ptrdiff_t>(at), r);
}

void board_memory::erase(range *r)
{
	recent_[0] = recent_[1] = 0;
	ranges_.erase(ranges_.begin() + (r - ranges_.data()));
}

/* The range that lets a device do this access; a linear walk only when the last one does not. */
board_memory::range *board_memory::covering(uint64_t phys, size_t n, bool write)
{
	auto fits = [&](const range &r) {
		return phys >= r.start && phys + n <= r.end && (!write || r.shared || r.from_device);
	};
	size_t &recent = recent_[write];

	if (recent < ranges_.size() && fits(ranges_[recent]))
		return &ranges_[recent];
	for (size_t i = 0; i < ranges_.size() && ranges_[i].start <= phys; i++)
		if (fits(ranges_[i])) {
			recent = i;
			return &ranges_[i];
		}
	return nullptr;
}

void board_memory::not_mapped(const char *who, const char *what, uint64_t phys, size_t n)
{
	if (!inside(phys, n))
		faults_.report("%s: %s of %zu bytes at 0x%" PRIx64 ", where there is no RAM", who,
			       what, n, phys);
	else
		faults_.report("driver bug: %s: DMA %s of %zu bytes at 0x%" PRIx64
			       ", which is not mapped for a device now",
			       who, what, n, phys);
}

bool board_memory::read(const char *who, uint64_t phys, void *to, size_t n)
{
	range *r = covering(phys, n, false);

	if (r)
		memcpy(to, device_view(*r, phys), n);
	else
		not_mapped(who, "read", phys, n);
	return r;
}

bool board_memory::write(const char *who, uint64_t phys, const void *from, size_t n)
{
	range *r = covering(phys, n, true);

	if (!r) {
		not_mapped(who, "write", phys, n);
		return false;
	}
	memcpy(device_view(*r, phys), from, n);
	if (r->written_start == r->written_end)
		r->written_start = phys;
	r->written_start = std::min(r->written_start, phys);
	r->written_end = std::max(r->written_end, phys + n);
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

	if (!inside(phys, len))
		return;
	if (r && r->written_start != r->written_end)
		faults_.report("driver bug: 0x%" PRIx64 "..0x%" PRIx64 " is mapped for a device "
			       "again, but what a device wrote there was never synced for the CPU: "
			       "its reader saw stale data (missing dma_sync_*_for_cpu or unmap)",
			       r->written_start, r->written_end);
	memcpy(behind_ + (phys - phys_), cpu_view(phys), len);
	if (!r)
		r = &insert({phys, phys + len, 0, false, false, 0, 0});
	r->given++;
	r->from_device |= from_device;
}

void board_memory::take(uint64_t phys, uint64_t len)
{
	range *r;

	if (!inside(phys, len))
		return;
	for (range &other : ranges_) {
		uint64_t start = std::max(phys, other.written_start);
		uint64_t end = std::min(phys + len, other.written_end);

		if (other.shared || start >= end)
			continue;
		memcpy(cpu_view(start), behind_ + (start - phys_), end - start);
		if (end == other.written_end)
			other.written_end = start;
		if (other.written_end <= other.written_start)
			other.written_start = other.written_end = 0;
	}
	r = exact(phys, len, false);
	if (r && !--r->given)
		erase(r);
}

void board_memory::share(uint64_t phys, uint64_t len)
{
	if (inside(phys, len) && !exact(phys, len, true))
		insert({phys, phys + len, 0, true, true, 0, 0});
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

	for (const range &r : ranges_) {
		if (r.shared || r.written_start == r.written_end)
			continue;
		snprintf(text, sizeof(text),
			 "0x%" PRIx64 "..0x%" PRIx64 " was written by a device and never synced "
			 "for the CPU",
			 r.written_start, r.written_end);
		return text;
	}
	return "";
}

} // namespace tw
