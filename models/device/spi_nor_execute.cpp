// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What commands of an S25FL-S change when chip select rises, and when it is done. */
#include <algorithm>

#include "device/spi_nor.h"
#include "device/spi_nor_commands.h"

namespace tw
{

/* Brings jobs and registers to `now`; is WIP set? */
bool spi_nor::busy(uint64_t now)
{
	nor_work ended = jobs_.settle(now);

	if (ended == nor_work::registers) {
		registers_.write_sr1(pending_[0]);
		if (pending_bytes_ == 2)
			registers_.write_cr1(pending_[1]);
	}
	if (ended != nor_work::none)
		registers_.set_wel(false);
	return jobs_.running() || registers_.failed();
}

bool spi_nor::well_formed() const
{
	if (bits_ || header_left_)
		return false;
	switch (command_->form) {
	case nor_form::alone:
		return !data_bytes_;
	case nor_form::one_byte:
		return data_bytes_ == 1;
	case nor_form::one_or_two:
		return data_bytes_ == 1 || data_bytes_ == 2;
	default:
		return data_bytes_;
	}
}

void spi_nor::execute(uint64_t now)
{
	busy(now);
	if (!well_formed() || (command_->needs_wel && !registers_.write_enabled())) {
		ignore();
		return;
	}
	switch (command_->action) {
	case nor_action::write_enable:
		registers_.set_wel(true);
		break;
	case nor_action::write_disable:
		registers_.set_wel(false);
		break;
	case nor_action::clear_status:
		registers_.clear_errors();
		break;
	case nor_action::write_bank:
		registers_.write_bank(data_[0]);
		break;
	case nor_action::software_reset:
		software_reset(now);
		break;
	case nor_action::suspend_erase:
		suspend(nor_work::erase, now);
		break;
	case nor_action::resume_erase:
		resume(nor_work::erase, now);
		break;
	case nor_action::suspend_program:
		suspend(nor_work::program, now);
		break;
	case nor_action::resume_program:
		resume(nor_work::program, now);
		break;
	case nor_action::mode_reset: /* leaves a mode that only quad reads enter */
		break;
	default:
		execute_write(now);
		break;
	}
}

/* With anything suspended only a program is taken, and that not within another. */
void spi_nor::execute_write(uint64_t now)
{
	bool programs = command_->action == nor_action::program;

	was_write_ = true;
	if (jobs_.program_suspended() || (jobs_.erase_suspended() && !programs)) {
		ignore();
		return;
	}
	switch (command_->action) {
	case nor_action::write_registers:
		write_registers(now);
		break;
	case nor_action::program:
		program_page(now);
		break;
	case nor_action::erase_sector:
		erase_sector(now);
		break;
	default:
		erase_all(now);
		break;
	}
}

void spi_nor::write_registers(uint64_t now)
{
	if (registers_.locked()) {
		ignore();
		return;
	}
	pending_bytes_ = data_bytes_;
	std::copy_n(data_.begin(), 2, pending_);
	jobs_.start({nor_work::registers, 0, 0, nor_later(now, t_w_)});
}

void spi_nor::program_page(uint64_t now)
{
	uint32_t address = cell_address(), page = chip_.page();
	uint32_t base = address - address % page;
	uint32_t count = std::min(data_bytes_, page);

	if (registers_.is_protected(address) || jobs_.suspended_at(address)) {
		registers_.fail(NOR_P_ERR);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		array_.program(base + (address + i) % page, data_[i]);
	jobs_.start({nor_work::program, base, page, nor_later(now, t_pp_)});
}

void spi_nor::erase_sector(uint64_t now)
{
	uint32_t address = cell_address();

	if (registers_.is_protected(address)) {
		registers_.fail(NOR_E_ERR);
		return;
	}
	array_.erase_sector(address);
	jobs_.start({nor_work::erase, address - address % chip_.sector(), chip_.sector(),
		     nor_later(now, t_se_)});
}

void spi_nor::erase_all(uint64_t now)
{
	if (registers_.any_protected()) {
		ignore();
		return;
	}
	for (uint32_t at = 0; at < chip_.size(); at += chip_.sector())
		array_.erase_sector(at);
	jobs_.start({nor_work::erase_all, 0, chip_.size(), nor_later(now, t_be_)});
}

void spi_nor::suspend(nor_work what, uint64_t now)
{
	if (!jobs_.suspend(what, nor_later(now, t_suspend_)))
		ignore();
}

void spi_nor::resume(nor_work what, uint64_t now)
{
	if (!jobs_.resume(what, now))
		ignore();
}

void spi_nor::software_reset(uint64_t now)
{
	for (const nor_job &job : jobs_.abandon())
		spoil(job);
	registers_.reset();
	deaf_until_ = nor_later(now, t_reset_);
}

void spi_nor::spoil(const nor_job &job)
{
	if (job.what == nor_work::program)
		for (uint32_t i = 0; i < job.size; i++)
			array_.program(job.address + i, 0);
	else
		for (uint32_t i = 0; i < job.size; i += chip_.sector())
			array_.spoil_sector(job.address + i);
}

} // namespace tw
