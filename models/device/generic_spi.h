/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A device on an SPI bus that a YAML file describes instead of C++: "spitwin,register-device", and
 * names that the kernel's spidev driver binds to. The file's format is in
 * docs/generic-spi-device.md; a device of the user's own needs no program.
 *
 * A transaction begins with an opcode that has a fixed answer, or with a command that names a
 * register; bytes are MSB first, words of 16 bits are two bytes. A register's value is taken when
 * its first byte is clocked; a write takes effect at the end of the register's last byte, an
 * incomplete one not at all. MISO floats (ones) while opcode, command and dummy bytes are clocked
 * and after a fixed answer. With auto-increment the register at the next address follows, without
 * it the same one again.
 *
 * Model faults, with device, register and value: a register or opcode that the file does not have,
 * a write of a read-only register, any access while busy but a read of the register that shows it,
 * a mode, clock or chip select high time outside the file's limits, words that are not whole bytes.
 *
 * Does not model: anything that changes by itself but the busy bit, interrupts and other pins,
 * answers while the command is still being clocked.
 */
#ifndef TW_DEVICE_GENERIC_SPI_H
#define TW_DEVICE_GENERIC_SPI_H

#include <string>
#include <vector>

#include "core/environment.h"
#include "device/generic_spi_file.h"
#include "spi/spi_device.h"

namespace tw
{

class generic_spi : public spi_device
{
      public:
	generic_spi(environment &env, const std::string &label,
		    const generic_spi_description &description);

	void reset() override;
	void select(uint64_t now) override;
	void deselect(uint64_t now) override;
	uint32_t exchange(const spi_word &word) override;

      private:
	enum class phase { command, answer, dummy, read, write, broken };

	bool check_word(const spi_word &word);
	uint8_t exchange_byte(uint8_t mosi, uint64_t now);
	void take_command(uint8_t mosi, uint64_t now);
	void begin_access();
	bool find_register(const char *what, uint64_t now);
	uint8_t answer_byte();
	uint8_t read_byte(uint64_t now);
	void write_byte(uint8_t mosi, uint64_t now);
	void store(uint32_t value, uint64_t now);
	bool check_busy(const char *what, uint64_t now);
	uint32_t value_of(size_t i, uint64_t now) const;
	void next_register();

	environment &env_;
	std::string label_;
	generic_spi_description d_;
	std::vector<uint32_t> values_; /* by register */
	uint64_t busy_until_, high_since_;

	/* The transaction in progress. */
	phase phase_;
	unsigned int bytes_; /* of the phase, or of the register in the phases read and write */
	uint32_t command_, address_, shift_;
	size_t register_; /* being read or written */
	const generic_opcode *opcode_;
};

} // namespace tw

#endif
