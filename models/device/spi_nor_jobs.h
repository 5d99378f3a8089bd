/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What an S25FL-S does by itself after a command: one job runs at a time, an erase and a program
 * may be suspended (the program within the erase's suspension). Nothing happens by itself here
 * either: settle() brings the state to the time given.
 *
 * A suspended job goes on for the suspend latency; if it ends within, it was not suspended.
 */
#ifndef TW_DEVICE_SPI_NOR_JOBS_H
#define TW_DEVICE_SPI_NOR_JOBS_H

#include <cstdint>
#include <vector>

namespace tw
{

/* A time beyond what 64 bits hold is never reached. */
constexpr uint64_t nor_later(uint64_t now, uint64_t duration)
{
	return duration < UINT64_MAX - now ? now + duration : UINT64_MAX;
}

enum class nor_work : uint8_t { none, program, erase, erase_all, registers };

struct nor_job {
	nor_work what = nor_work::none;
	uint32_t address = 0, size = 0; /* the cells it changes */
	uint64_t ends = 0;		/* ps; of a suspended job: what is left */

	bool covers(uint32_t where) const
	{
		return what != nor_work::none && where - address < size;
	}
};

class nor_jobs
{
      public:
	/* None may be running. */
	void start(const nor_job &job)
	{
		running_ = job;
		stops_ = 0;
	}

	/* What ended since the last call, by `now`. */
	nor_work settle(uint64_t now);

	bool running() const
	{
		return running_.what != nor_work::none;
	}

	bool program_suspended() const
	{
		return program_.what != nor_work::none;
	}

	bool erase_suspended() const
	{
		return erase_.what != nor_work::none;
	}

	bool any_suspended() const
	{
		return program_suspended() || erase_suspended();
	}

	/* A job of this kind stops at `at`. False if none runs or it stops already. */
	bool suspend(nor_work what, uint64_t at);
	/* None may be running. False if none of this kind is suspended, or one within it is. */
	bool resume(nor_work what, uint64_t now);

	/* Is `where` changed by a suspended job? NULL if not. */
	const nor_job *suspended_at(uint32_t where) const;

	/* Ends all jobs where they are; returns them. */
	std::vector<nor_job> abandon();

      private:
	nor_job running_, program_, erase_;
	uint64_t stops_ = 0; /* when the running job will be suspended; 0: will not */
};

} // namespace tw

#endif
