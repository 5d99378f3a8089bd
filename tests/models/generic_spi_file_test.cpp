// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Description files: what is read, and one clear line for everything wrong. */
#include "generic_spi_setup.h"

#include "core/options.h"
#include "device/generic_spi_file.h"

using tw::generic_spi_description;
using tw::register_access;

static std::string error_of(const std::string &text)
{
	text_file file(text);

	try {
		tw::read_generic_spi(file.path);
	} catch (const tw::bad_input &e) {
		std::string line = e.what();

		cr_assert_eq(line.find(file.path), 0u, "%s", line.c_str());
		cr_assert_eq(line.find('\n'), std::string::npos);
		return line.substr(file.path.size());
	}
	return "accepted";
}

Test(generic_spi_file, example_of_the_documentation)
{
	text_file file(documented_example());
	generic_spi_description d = tw::read_generic_spi(file.path);

	cr_assert_eq(d.modes, 9u);
	cr_assert_eq(d.max_clock_hz, 20000000u);
	cr_assert_eq(d.cs_high, 40000u);
	cr_assert_eq(d.command_bytes, 1u);
	cr_assert_eq(d.read_bit, 7u);
	cr_assert_eq(d.read_value, 1u);
	cr_assert_eq(d.address_bit, 0u);
	cr_assert_eq(d.address_bits, 6u);
	cr_assert_eq(d.dummy_bytes, 0u);
	cr_assert(d.auto_increment);
	cr_assert_eq(d.registers.size(), 4u);
	cr_assert_str_eq(d.registers[3].name.c_str(), "RESULT");
	cr_assert_eq(d.registers[3].bytes, 2u);
	cr_assert_eq(d.registers[3].reset, 0xa5cu);
	cr_assert_eq(d.registers[1].access, register_access::rw);
	cr_assert_eq(d.registers[2].access, register_access::w1c);
	cr_assert_eq(d.registers[0].access, register_access::ro);
	cr_assert_eq(d.opcodes.size(), 1u);
	cr_assert_eq(d.opcodes[0].opcode, 0x7e);
	cr_assert_eq(d.opcodes[0].answer.size(), 3u);
	cr_assert_eq(d.busy, 5000000u);
	cr_assert_eq(d.busy_register, 2u);
	cr_assert_eq(d.busy_mask, 1u);
}

/* Registers come in any order; the least there can be. */
Test(generic_spi_file, defaults)
{
	text_file file(
		"spi-device: 1\n"
		"registers:\n"
		"  - {name: B, address: 9}\n"
		"  - {name: A, address: 3, width: 32, reset: 0xfedcba98}\n"
		"command: {bytes: 2, read: {bit: 15, value: 0}, address: {bit: 4, bits: 8}}\n");
	generic_spi_description d = tw::read_generic_spi(file.path);

	cr_assert_eq(d.modes, 0xfu);
	cr_assert_eq(d.max_clock_hz, 0u);
	cr_assert_eq(d.cs_high, 0u);
	cr_assert_eq(d.busy, 0u);
	cr_assert_not(d.auto_increment);
	cr_assert_str_eq(d.registers[0].name.c_str(), "A");
	cr_assert_eq(d.registers[0].reset, 0xfedcba98u);
	cr_assert_eq(d.registers[1].bytes, 1u);
	cr_assert_eq(d.registers[1].reset, 0u);
}

#define HEAD "spi-device: 1\n"
#define COMMAND "command: {bytes: 1, read: {bit: 7, value: 1}, address: {bit: 0, bits: 7}}\n"
#define REGS "registers: [{name: A, address: 1}]\n"
#define CMD(bytes, bit, low, bits)                                                                 \
	"command: {bytes: " #bytes ", read: {bit: " #bit ", value: 1}, address: {bit: " #low       \
	", bits: " #bits "}}\n"

static const struct {
	const char *text, *error;
} bad[] = {
	{"", ":1:1: error: holds no YAML value, only comments or blanks"},
	{"[1]", ":1:1: error: expected a mapping, found a list"},
	{"opcodes: {1: [2]}\n", ":1:1: error: key 'spi-device' is missing"},
	{"spi-device: 2\n", ":1:13: error: 2 is not in 1..1"},
	{HEAD, ":1:1: error: a device without registers and opcodes answers nothing"},
	{HEAD "register: []\n", ":2:1: error: unknown key 'register'; did you mean 'registers'?"},
	{HEAD "volume: 11\n", ":2:1: error: unknown key 'volume'; see docs/generic-spi-device.md"},
	{HEAD "spi-device: 1\n",
	 ":2:1: error: duplicate key 'spi-device'; its first value is in line 1"},
	{HEAD REGS, ":2:12: error: registers need 'command', which says how they are addressed"},
	{HEAD COMMAND "opcodes: {1: []}\n", ":2:10: error: 'command' without registers"},
	{HEAD REGS CMD(1, 8, 0, 7), "error: read bit 8 is outside of 8 bits of command"},
	{HEAD REGS CMD(2, 15, 10, 7), "error: the address ends in bit 16, outside of 16 bits"},
	{HEAD REGS CMD(1, 6, 0, 7), "error: the read bit lies in the address"},
	{HEAD REGS CMD(5, 6, 0, 7), "error: 5 is not in 1..4"},
	{HEAD COMMAND "registers: [{name: A, address: 200}]\n",
	 ":3:12: error: address of A has more than 7 bits"},
	{HEAD COMMAND "registers: [{name: A}]\n", ":3:13: error: key 'address' is missing"},
	{HEAD COMMAND "registers: {A: 1}\n", ":3:12: error: expected a list, found a mapping"},
	{HEAD COMMAND "registers: [{name: A, address: x}]\n",
	 ":3:32: error: 'x' is not a number; write 18 or 0x12"},
	{HEAD COMMAND "registers: [{name: A, address: -1}]\n", "'-1' is not a number"},
	{HEAD COMMAND "registers: [{name: A, address: 99999999999999999999}]\n", "is not in 0..16"},
	{HEAD COMMAND "registers: [{name: A, address: 1, width: 12}]\n",
	 "error: width 12 is not a whole number of bytes"},
	{HEAD COMMAND "registers: [{name: A, address: 1, reset: 256}]\n",
	 "error: reset value of A has more than 8 bits"},
	{HEAD COMMAND "registers: [{name: A, address: 1, access: wo}]\n",
	 ":3:43: error: 'wo' is not an access; rw, ro or w1c"},
	{HEAD COMMAND "registers: [{name: A, address: 1}, {name: B, address: 1}]\n",
	 ":3:36: error: register B at 1 has name or address of A"},
	{HEAD "opcodes: {256: []}\n", ":2:11: error: 256 is not in 0..255"},
	{HEAD "opcodes: {1: [], 0x01: []}\n", ":2:18: error: opcode 0x01 is there already"},
	{HEAD "opcodes: {1: [300]}\n", ":2:15: error: 300 is not in 0..255"},
	{HEAD "modes: [4]\n", ":2:9: error: 4 is not in 0..3"},
	{HEAD "modes: []\n", "error: no SPI mode"},
	{HEAD "max-clock: 20\n", ":2:12: error: '20' needs a unit and a whole number; write for "
				 "example 20 MHz"},
	{HEAD "max-clock: fast\n", "error: 'fast' is not a quantity"},
	{HEAD "cs-high: 99999999999999 s\n", "error: 99999999999999 s is too large"},
	{HEAD "cs-high: 1.5 ns\n", "error: '1.5 ns' needs a unit and a whole number"},
	{HEAD REGS COMMAND "busy: {register: A, bit: 0}\n", ":4:7: error: key 'time' is missing"},
	{HEAD REGS COMMAND "busy: {time: 1 us, register: A}\n",
	 ":4:7: error: 'register' and 'bit' go together"},
	{HEAD REGS COMMAND "busy: {time: 1 us, register: B, bit: 0}\n",
	 ":4:30: error: no register 'B'"},
	{HEAD REGS COMMAND "busy: {time: 1 us, register: A, bit: 8}\n",
	 ":4:38: error: bit 8 is outside of A"},
	{HEAD "modes: &x [1]\nopcodes: {1: []}\n", "error: YAML anchors (&) are not used here"},
	{HEAD "modes: *x\n", "error: YAML aliases (*) are not used here; write the value out"},
	{HEAD "modes: !!seq [1]\n", "error: YAML tags (!) are not used here"},
	{HEAD "opcodes: {[1]: []}\n", "error: a key must be a single word"},
	{HEAD "opcodes: [[[[[[[[[]]]]]]]]]\n", "error: nested deeper than 8 levels"},
	{HEAD "opcodes: {1: [}\n", "error: not valid YAML"},
	{HEAD "---\nspi-device: 1\n", "error: a second YAML document in the same file"},
};

Test(generic_spi_file, mistakes_have_a_place)
{
	for (const auto &b : bad) {
		std::string error = error_of(b.text);

		cr_assert_neq(error.find(b.error), std::string::npos,
			      "%s\nexpected %s\n     got %s", b.text, b.error, error.c_str());
	}
}

Test(generic_spi_file, nothing_grows_without_limit)
{
	std::string many = HEAD "opcodes: {1: [", deep = HEAD "opcodes: ";

	for (int i = 0; i < 10001; i++)
		many += "1,";
	expect_text(error_of(many + "1]}\n").substr(0, 4), ":2:2");
	cr_assert_neq(error_of(many + "1]}\n").find("more than 10000 values"), std::string::npos);
	expect_text(error_of(std::string(300 << 10, '#')),
		    ": error: is larger than the limit of 256 KiB");
	cr_assert_neq(error_of(deep + std::string(200 << 10, '[')).find("error:"),
		      std::string::npos);
	expect_text(error_of(std::string("spi-device: 1\n\0", 15)),
		    ": error: holds a NUL character; it is to be a text file");
}

static const struct {
	const char *path, *error;
} unreadable[] = {
	{"/nowhere/adc.yaml", "/nowhere/adc.yaml: error: cannot open: No such file or directory"},
	{"/tmp", "/tmp: error: is not a regular file"},
	{"/dev/zero", "/dev/zero: error: is not a regular file"},
};

Test(generic_spi_file, files_that_cannot_be_read)
{
	for (const auto &u : unreadable) {
		std::string error = "accepted";

		try {
			tw::read_generic_spi(u.path);
		} catch (const tw::bad_input &e) {
			error = e.what();
		}
		expect_text(error, u.error);
	}
}

/*
 * Regression: what_libfyaml_prints_by_itself
 * Expected: one line, ours, with no character that a terminal obeys.
 * Buggy: an error that libfyaml has no place for went to standard error by itself, and a tab in a
 * value was quoted as it is.
 */
Test(generic_spi_file, nothing_but_one_line_of_text)
{
	char name[] = "/tmp/generic-spi-err-XXXXXX";
	int fd = mkstemp(name), saved = dup(STDERR_FILENO);
	std::string block, quoted;
	off_t printed;

	cr_assert(fd >= 0 && saved >= 0);
	dup2(fd, STDERR_FILENO);
	block = error_of("spi-device: |0\n");
	quoted = error_of("spi-device: \"1\\n\\t\\e[1m\"\n");
	dup2(saved, STDERR_FILENO);
	printed = lseek(fd, 0, SEEK_END);
	close(fd);
	unlink(name);
	cr_assert_eq(printed, 0);
	cr_assert_neq(block.find(": error: not valid YAML: "), std::string::npos, "%s",
		      block.c_str());
	cr_assert_neq(quoted.find("'1??"), std::string::npos, "%s", quoted.c_str());
	for (unsigned char c : quoted)
		cr_assert_geq(c, ' ');
}
