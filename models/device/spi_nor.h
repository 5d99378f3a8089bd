/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Spansion S25FL512S, 64 MiB SPI NOR flash: "jedec,spi-nor", "spansion,s25fl512s", "s25fl512s".
 * Single-line SPI, modes 0 and 3. Source: ID, geometry, page size, READ4/FAST_READ4 and the 50 and
 * 133 MHz limits are published figures of the part and its family; t_pp and t_se follow from its
 * published programming and erase rates. From general knowledge of the family and not checked
 * against a data sheet: t_w, the chip select high times, the error flags and the protection ranges.
 *
 * Reads: 03 0B with 3 address bytes (the bank register supplies the rest; 4 bytes with its EXTADD),
 * 13 0C with 4; they wrap at the end of the array. 9F (six bytes, then ones), 5A (SFDP).
 * Registers: 05 07 35 16 read repeatedly; 17 and 01 write; 06 04 30 F0. Programming 02 12 in pages
 * of 512 bytes (data past the page's end wraps in it), erasing D8 DC (256 KiB), 60 C7 (all). Times
 * of programming, erasing and register writes are the options t_pp, t_se, t_w; meanwhile WIP is set
 * and only 05 07 35 30 and F0 are answered. BP2..0 protect from the top (TBPROT: bottom): P_ERR or
 * E_ERR, WEL stays.
 *
 * A write command is executed when chip select rises after a whole number of bytes. The chip
 * answers what it does not know (or is too busy for) as the real one: not at all, MISO floats; such
 * commands are counted. An SCK above 50 MHz for 03 and 13 or 133 MHz for others, a chip select high
 * for less than 10 ns (50 ns after a write command), another SPI mode, or words that are not a
 * whole number of bytes are model faults.
 *
 * The SFDP table is made from the facts above, laid out as JESD216B wants. It is not a copy of a
 * chip's own: that also advertises dual and quad reads, and early chips have none.
 *
 * Does not model: dual, quad and DDR commands, CFI beyond the six ID bytes, OTP, suspend, ECC, ASP,
 * HOLD# and WP# pins, power-up time.
 */
#ifndef TW_DEVICE_SPI_NOR_H
#define TW_DEVICE_SPI_NOR_H

#include <string>
#include <vector>

#include "core/environment.h"
#include "core/options.h"
#include "device/flash_array.h"
#include "spi/spi_device.h"

namespace tw
{

struct nor_command;

class spi_nor : public spi_device
{
      public:
	spi_nor(environment &env, const std::string &label, const options &opts);

	void reset() override;
	void select(uint64_t now) override;
	void deselect(uint64_t now) override;
	uint32_t exchange(const spi_word &word) override;
	int finish(char *err) override;

	/* Commands ignored so far: unknown, or sent while busy or write-disabled. */
	uint64_t ignored_commands() const
	{
		return ignored_;
	}

      private:
	bool check_word(const spi_word &word);
	bool check_clock(const spi_word &word);
	uint8_t exchange_byte(uint8_t mosi, uint64_t now);
	void take_opcode(uint8_t opcode, uint64_t now);
	uint8_t answer(uint64_t now);
	void execute(uint64_t now);
	void execute_write(uint64_t now);
	void write_registers(uint64_t now);
	void program_page(uint64_t now);
	void erase(uint64_t now);
	void erase_all(uint64_t now);
	bool is_protected(uint32_t address) const;
	bool busy(uint64_t now);
	void begin(uint64_t now, uint64_t duration);
	void ignore();
	uint32_t cell_address() const;

	environment &env_;
	std::string label_, save_path_;
	uint64_t t_pp_, t_se_, t_w_;
	flash_array array_;

	uint8_t sr1_, cr1_, bank_;
	uint64_t busy_until_;
	bool was_write_; /* the last transaction was a program, erase or write */
	uint64_t high_since_;
	uint64_t ignored_ = 0;

	/* The transaction in progress. */
	const nor_command *command_;
	bool opcode_taken_;
	unsigned int address_bytes_, header_left_; /* address and dummy bytes still to come */
	uint32_t address_;
	uint32_t data_bytes_;
	std::vector<uint8_t> data_; /* the last page_size of them, byte n at n % page_size */
};

} // namespace tw

#endif
