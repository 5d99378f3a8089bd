/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Spansion S25FL512S, 64 MiB SPI NOR flash: "jedec,spi-nor", "spansion,s25fl512s", "s25fl512s".
 * Single-line SPI, modes 0 and 3. Where each figure is from: spi_nor_chip.h, spi_nor_commands.h,
 * spi_nor_registers.h and the options. The rules below are general knowledge of the family, not
 * checked against a data sheet.
 *
 * Bytes. Reads repeat or go on as long as there are clocks, and wrap at the end of the array. A
 * command that changes something is executed when chip select rises, if exactly its form was sent:
 * whole bytes, all of the address, as much data as it takes. Programming takes place in a page of
 * 512 bytes, in which data wraps; the last 512 count. The chip answers what it does not know (4 and
 * 32 KiB erase, 66h/99h, B7h: this part has none) or is too busy for as the real one: not at all,
 * MISO floats; such commands are counted.
 *
 * Time. A job begins when chip select rises: options t_pp (any number of bytes: the published rate
 * is that of whole pages), t_se, t_be, t_w. Meanwhile WIP is set; RDSR1/2, RDCR, CLSR, RESET and
 * the suspends are taken. Then WIP and WEL fall, and new register values show. A byte of a status
 * register says what is true when its first bit is clocked. Suspending takes t_suspend; SR2 (bit 1
 * erase, bit 0 program) tells, and of the commands that begin a job only a program is taken then,
 * not within another. After RESET the chip is deaf for t_reset.
 *
 * Errors. Programming or erasing what is protected, or programming in the sector whose erase is
 * suspended: P_ERR or E_ERR at once. The chip then stays busy (WIP, WEL) until CLSR or RESET. BE
 * with protected sectors is ignored, and so is WRR with SRWD while WP# is low.
 *
 * Cells hold the result of a job from its beginning on, so a run that ends within one saves what
 * its end would leave; registers are not saved (options sr1, cr1 give them). What RESET leaves of
 * an unfinished program or erase is undefined; here it is zeros in its page or sectors, so that
 * nobody takes it for done or for untouched.
 *
 * Model faults: a command that needs more wires or that is not modelled (spi_nor_commands.cpp has
 * the list with reasons), an SCK above the command's largest, chip select high for less than 10 ns
 * (50 ns after a program, erase or WRR), another SPI mode, a read where a job is suspended.
 *
 * Does not model: dual, quad and DDR commands, OTP, ASP, autoboot, ECC, HOLD#, power-up time, wear,
 * failing cells, the shortest time from resume to the next suspend.
 */
#ifndef TW_DEVICE_SPI_NOR_H
#define TW_DEVICE_SPI_NOR_H

#include <string>
#include <vector>

#include "core/environment.h"
#include "core/options.h"
#include "device/flash_array.h"
#include "device/spi_nor_jobs.h"
#include "device/spi_nor_registers.h"
#include "spi/spi_device.h"

namespace tw
{

struct nor_command;

class spi_nor : public spi_device
{
      public:
	/* Throws bad_input. */
	spi_nor(environment &env, const nor_chip &chip, const std::string &label,
		const options &opts);

	void reset() override;
	void select(uint64_t now) override;
	void deselect(uint64_t now) override;
	uint32_t exchange(const spi_word &word) override;
	int finish(char *err) override;

	/* Commands ignored so far: unknown, badly formed, or sent while they cannot be executed. */
	uint64_t ignored_commands() const
	{
		return ignored_;
	}

      private:
	void report_high_time(uint64_t now, uint64_t needed);

	/* Bytes and bits: spi_nor_bytes.cpp. */
	uint32_t exchange_bytes(const spi_word &word);
	uint32_t exchange_bits(const spi_word &word);
	uint8_t byte_out(uint64_t now);
	void byte_in(uint8_t mosi, uint64_t now);
	void check_missing(uint8_t opcode);
	void take_opcode(uint8_t opcode, uint64_t now);
	void check_clock(const spi_word &word);
	uint8_t answer(uint64_t now);
	void check_suspended(uint32_t address);

	/* The address sent, completed by the bank register, plus `offset`. */
	uint32_t cell_address(uint32_t offset = 0) const
	{
		uint32_t upper = address_bytes_ == 3 ? registers_.upper_address() : 0;

		return ((upper | address_) + offset) & (chip_.size() - 1);
	}

	bool slow_enough(const spi_word &word) const
	{
		return word.clock_hz <= max_hz_ * word.divider;
	}

	void ignore();

	/* Commands that change something: spi_nor_execute.cpp. */
	bool well_formed() const;
	void execute(uint64_t now);
	void execute_write(uint64_t now);
	void write_registers(uint64_t now);
	void program_page(uint64_t now);
	void erase_sector(uint64_t now);
	void erase_all(uint64_t now);
	void suspend(nor_work what, uint64_t now);
	void resume(nor_work what, uint64_t now);
	void software_reset(uint64_t now);
	void spoil(const nor_job &job);
	bool busy(uint64_t now);

	environment &env_;
	const nor_chip &chip_;
	std::string label_, save_path_;
	uint64_t t_pp_, t_se_, t_be_, t_w_, t_suspend_, t_reset_;
	uint8_t kept_sr1_, kept_cr1_;
	std::vector<uint8_t> id_, sfdp_;
	flash_array array_;

	nor_registers registers_;
	nor_jobs jobs_;
	uint8_t pending_[2]; /* SR1 and CR1 of a WRR */
	uint32_t pending_bytes_;
	uint64_t deaf_until_;
	uint64_t ignored_ = 0;

	/* The last transaction. */
	bool was_write_; /* a program, erase or WRR */
	uint64_t high_since_;

	/* The transaction in progress. */
	const nor_command *command_; /* NULL: no opcode yet, or it is ignored */
	bool opcode_taken_;
	bool streaming_; /* the cells of a read follow, with nothing to check but clock and mode */
	uint8_t opcode_;
	uint64_t max_hz_;
	unsigned int address_bytes_, dummy_, header_left_; /* header: address and dummy bytes */
	uint32_t address_;
	uint32_t data_bytes_;	    /* after the header */
	std::vector<uint8_t> data_; /* the last of a page, byte n at n % page */
	/* The byte in progress, if words do not end where bytes do. */
	unsigned int bits_;
	uint8_t in_, out_;
	uint64_t begun_;
};

} // namespace tw

#endif
