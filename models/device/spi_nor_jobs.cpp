// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor_jobs.h"

namespace tw
{

nor_work nor_jobs::settle(uint64_t now)
{
	nor_work ended = nor_work::none;

	if (!running() || now < (stops_ ? stops_ : running_.ends))
		return ended;
	if (stops_) {
		running_.ends -= stops_;
		(running_.what == nor_work::program ? program_ : erase_) = running_;
	} else {
		ended = running_.what;
	}
	running_ = {};
	stops_ = 0;
	return ended;
}

bool nor_jobs::suspend(nor_work what, uint64_t at)
{
	if (running_.what != what || stops_)
		return false;
	if (at < running_.ends)
		stops_ = at;
	return true;
}

bool nor_jobs::resume(nor_work what, uint64_t now)
{
	nor_job &job = what == nor_work::program ? program_ : erase_;

	if (job.what != what || (what == nor_work::erase && program_suspended()))
		return false;
	job.ends = nor_later(now, job.ends);
	start(job);
	job = {};
	return true;
}

const nor_job *nor_jobs::suspended_at(uint32_t where) const
{
	if (program_.covers(where))
		return &program_;
	return erase_.covers(where) ? &erase_ : nullptr;
}

std::vector<nor_job> nor_jobs::abandon()
{
	std::vector<nor_job> unfinished;

	for (nor_job *job : {&running_, &program_, &erase_}) {
		if (job->what != nor_work::none)
			unfinished.push_back(*job);
		*job = {};
	}
	stops_ = 0;
	return unfinished;
}

} // namespace tw
