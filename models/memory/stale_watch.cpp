// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "memory/stale_watch.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include <sys/mman.h>

namespace tw
{

static constexpr uint64_t page_size = 4096;
static constexpr unsigned int max_touches = 1000; /* some milliseconds of host time */
static constexpr size_t max_guarded = 1024;	  /* each may split a mapping of the host */
static constexpr size_t max_writers = 8;

stale_watch::stale_watch(uint8_t *ram, uint64_t phys, uint64_t size)
    : ram_(ram), phys_(phys), size_(ram ? size : 0)
{
}

stale_watch::~stale_watch()
{
	turn(false);
}

void stale_watch::turn(bool on)
{
	forget(phys_, phys_ + size_);
	grows_ = {};
	writers_.clear();
	opened_.clear();
	on_ = on && size_;
	if (on_) {
		guarded_.resize(size_ / page_size + 1);
		touches_.resize(size_ / page_size + 1);
	}
}

size_t stale_watch::page_of(uint64_t phys) const
{
	return static_cast<size_t>((phys - phys_) / page_size);
}

bool stale_watch::any_in(size_t page) const
{
	uint64_t start = phys_ + page * page_size;
	span s = watched_.first_in(start, start + page_size);

	return s.start != s.end;
}

/* A host that refuses costs a finding, no more. */
void stale_watch::protect(size_t page, bool on)
{
	if (guarded_[page] == on || (on && nr_guarded_ == max_guarded))
		return;
	if (mprotect(ram_ + page * page_size, page_size, on ? PROT_NONE : PROT_READ | PROT_WRITE))
		return;
	guarded_[page] = on;
	nr_guarded_ += on ? 1 : -1;
}

/* Every page of [start, end): opened, or closed if there is something to watch in it. */
void stale_watch::protect_all(uint64_t start, uint64_t end, bool on)
{
	for (size_t page = page_of(start); page <= page_of(end - 1); page++)
		if (guarded_[page] != on && (!on || any_in(page)))
			protect(page, on);
}

/* Who wrote what, for a message: growing buffers are one entry. */
void stale_watch::note(const char *who, uint64_t start, uint64_t end)
{
	for (size_t i = 0; i < writers_.size(); i++)
		if (writers_[i].end == start && writers_[i].who == who) {
			writers_[i].end = end;
			std::swap(writers_[i], writers_.back());
			return;
		}
	if (writers_.size() == max_writers)
		writers_.erase(writers_.begin());
	writers_.push_back({start, end, who});
}

void stale_watch::watch(const char *who, uint64_t start, uint64_t end)
{
	for (size_t page = page_of(start); page <= page_of(end - 1); page++) {
		uint64_t first = phys_ + page * page_size;

		if (touches_[page] < max_touches)
			watched_.add(std::max(first, start), std::min(first + page_size, end));
	}
	settle_growth();
	note(who, start, end);
	protect_all(start, end, true);
	if (guarded_[page_of(end - 1)])
		grows_ = {end, phys_ + (page_of(end - 1) + 1) * page_size, who};
}

/* The last write stopped growing. */
void stale_watch::settle_growth()
{
	if (grows_.page_end)
		writers_.back().end = grows_.at;
	grows_ = {};
}

void stale_watch::forget(uint64_t start, uint64_t end)
{
	if (!on_ || start == end)
		return;
	settle_growth();
	for (span s; s = watched_.first_in(start, end), s.start != s.end;) {
		watched_.remove(s.start, s.end);
		for (size_t page = page_of(s.start); page <= page_of(s.end - 1); page++)
			if (!any_in(page))
				protect(page, false);
	}
}

void stale_watch::give_up(size_t page)
{
	uint64_t start = phys_ + page * page_size;

	touches_[page] = max_touches;
	watched_.remove(start, start + page_size);
}

void stale_watch::describe(uint64_t phys)
{
	span s = watched_.first_in(phys, phys_ + size_);
	const char *who = "a device";
	char text[200];

	for (const written &w : writers_)
		if (phys >= w.start && phys < w.end)
			who = w.who.c_str();
	snprintf(text, sizeof(text),
		 "stale data: the CPU read 0x%" PRIx64 ", but what %s wrote at 0x%" PRIx64
		 "..0x%" PRIx64 " was not synced for it (missing dma_sync_*_for_cpu or unmap)",
		 phys, who, s.start, s.end);
	found_ = text;
}

stale_watch::touch stale_watch::touched(const void *host, bool write, bool steps)
{
	uint64_t offset = reinterpret_cast<uintptr_t>(host) - reinterpret_cast<uintptr_t>(ram_);
	uint64_t phys = phys_ + offset;
	size_t page = static_cast<size_t>(offset / page_size);
	bool stale;

	if (!on_ || offset >= size_ || !guarded_[page])
		return touch::not_guarded;
	settle_growth();
	stale = !write && watched_.first_in(phys, phys + 1).end == phys + 1;
	if (stale)
		describe(phys);
	if (write)
		watched_.remove(phys, phys + 8); /* the widest store of a kernel without SIMD */
	protect(page, false);
	if (!steps || ++touches_[page] >= max_touches)
		give_up(page);
	else
		opened_.push_back(page);
	return stale ? touch::stale : touch::harmless;
}

void stale_watch::stepped()
{
	for (size_t page : opened_)
		if (on_ && any_in(page))
			protect(page, true);
	opened_.clear();
}

stale_watch::access::access(stale_watch &watch, uint64_t start, uint64_t end)
    : watch_(watch), start_(start), end_(end)
{
	if (watch_.nr_guarded_ && start_ != end_)
		watch_.protect_all(start_, end_, false);
}

stale_watch::access::~access()
{
	if (watch_.on_ && start_ != end_ && !watch_.watched_.empty())
		watch_.protect_all(start_, end_, true);
}

} // namespace tw
