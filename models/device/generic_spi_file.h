/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What docs/generic-spi-device.md says a register device's file may hold, checked. Everything wrong
 * is a bad_input with one line `file:line:col: error: what; hint`.
 */
#ifndef TW_DEVICE_GENERIC_SPI_FILE_H
#define TW_DEVICE_GENERIC_SPI_FILE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tw
{

enum class register_access { rw, ro, w1c };

struct generic_register {
	std::string name;
	uint32_t address = 0;
	unsigned int bytes = 1; /* 1..4 */
	uint32_t reset = 0;
	register_access access = register_access::rw;
};

struct generic_opcode {
	uint8_t opcode;
	std::vector<uint8_t> answer;
};

struct generic_spi_description {
	static constexpr size_t none = ~static_cast<size_t>(0);

	std::string path;
	unsigned int modes = 0xf;  /* bit n: SPI mode n works */
	uint64_t max_clock_hz = 0; /* 0: no limit */
	uint64_t cs_high = 0;	   /* ps that chip select must be high between two transactions */

	/* How a transaction with the registers begins. */
	unsigned int command_bytes = 0; /* 0: there are no registers */
	unsigned int read_bit = 0;
	unsigned int read_value = 1; /* of read_bit, for a read */
	unsigned int address_bit = 0, address_bits = 0;
	unsigned int dummy_bytes = 0; /* between command and data of a read */
	bool auto_increment = false;

	std::vector<generic_register> registers; /* by address */
	std::vector<generic_opcode> opcodes;

	/* After a write, for `busy` ps; the bit shows it, unless busy_register is none. */
	uint64_t busy = 0;
	size_t busy_register = none;
	uint32_t busy_mask = 0;
};

generic_spi_description read_generic_spi(const std::string &path);

} // namespace tw

#endif
