// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/generic_spi_file.h"

#include <algorithm>

#include "device/generic_spi_values.h"

namespace tw
{

namespace
{

class reader : private yaml_reader
{
      public:
	explicit reader(const std::string &path) : yaml_reader(read_yaml(path))
	{
		out_.path = path;
	}

	generic_spi_description read();

      private:
	void read_modes(const yaml_value &v);
	void read_command(const yaml_value &v);
	void read_read_bit(const yaml_value &v);
	void read_address(const yaml_value &v);
	void read_registers(const yaml_value &v);
	generic_register read_register(const yaml_value &v) const;
	void check_register(const yaml_value &v, const generic_register &r) const;
	register_access read_access(const yaml_value &v) const;
	void read_opcodes(const yaml_value &v);
	void read_busy(const yaml_value &v);
	void check_command(const yaml_value &v) const;
	void finish();

	generic_spi_description out_;
	const yaml_value *registers_ = nullptr, *command_ = nullptr, *busy_ = nullptr;
};

void reader::read_modes(const yaml_value &v)
{
	expect(v, yaml_value::list);
	out_.modes = 0;
	for (const auto &mode : v.items)
		out_.modes |= 1u << number(*mode, 0, 3);
	if (!out_.modes)
		reject(v, "no SPI mode; leave the key out when all work");
}

void reader::read_read_bit(const yaml_value &v)
{
	each_key(v, {
			    {"bit", true, into(out_.read_bit, 0, 31)},
			    {"value", true, into(out_.read_value, 0, 1)},
		    });
}

void reader::read_address(const yaml_value &v)
{
	each_key(v, {
			    {"bit", true, into(out_.address_bit, 0, 31)},
			    {"bits", true, into(out_.address_bits, 1, 24)},
		    });
}

void reader::read_command(const yaml_value &v)
{
	command_ = &v;
	each_key(v, {
			    {"bytes", true, into(out_.command_bytes, 1, 4)},
			    {"read", true, [this](const yaml_value &r) { read_read_bit(r); }},
			    {"address", true, [this](const yaml_value &a) { read_address(a); }},
			    {"dummy-bytes", false, into(out_.dummy_bytes, 0, 16)},
			    {"auto-increment", false,
			     [this](const yaml_value &b) { out_.auto_increment = boolean(b); }},
		    });
	check_command(v);
}

void reader::check_command(const yaml_value &v) const
{
	unsigned int bits = 8 * out_.command_bytes, low = out_.address_bit;
	unsigned int high = low + out_.address_bits;

	if (out_.read_bit >= bits)
		reject(v, "read bit " + std::to_string(out_.read_bit) + " is outside of " +
				  std::to_string(bits) + " bits of command");
	if (high > bits)
		reject(v, "the address ends in bit " + std::to_string(high - 1) + ", outside of " +
				  std::to_string(bits) + " bits of command");
	if (out_.read_bit >= low && out_.read_bit < high)
		reject(v, "the read bit lies in the address");
}

register_access reader::read_access(const yaml_value &v) const
{
	expect(v, yaml_value::scalar);
	if (v.text == "rw")
		return register_access::rw;
	if (v.text == "ro")
		return register_access::ro;
	if (v.text != "w1c")
		reject(v, "'" + v.text + "' is not an access; rw, ro or w1c");
	return register_access::w1c;
}

generic_register reader::read_register(const yaml_value &v) const
{
	generic_register r;
	unsigned int bits = 8;

	each_key(v,
		 {
			 {"name", true,
			  [&](const yaml_value &name) {
				  expect(name, yaml_value::scalar);
				  r.name = name.text;
			  }},
			 {"address", true, into(r.address, 0, 0xffffff)},
			 {"width", false, into(bits, 8, 32)},
			 {"reset", false, into(r.reset, 0, 0xffffffff)},
			 {"access", false, [&](const yaml_value &a) { r.access = read_access(a); }},
		 });
	if (bits % 8)
		reject(v, "width " + std::to_string(bits) + " is not a whole number of bytes");
	r.bytes = bits / 8;
	check_register(v, r);
	return r;
}

void reader::check_register(const yaml_value &v, const generic_register &r) const
{
	if (r.name.empty())
		reject(v, "a register without a name");
	if (static_cast<uint64_t>(r.reset) >> 8 * r.bytes)
		reject(v, "reset value of " + r.name + " has more than " +
				  std::to_string(8 * r.bytes) + " bits");
	for (const generic_register &other : out_.registers)
		if (other.name == r.name || other.address == r.address)
			reject(v, "register " + r.name + " at " + std::to_string(r.address) +
					  " has name or address of " + other.name);
}

void reader::read_registers(const yaml_value &v)
{
	registers_ = &v;
	expect(v, yaml_value::list);
	for (const auto &item : v.items)
		out_.registers.push_back(read_register(*item));
	std::sort(out_.registers.begin(), out_.registers.end(),
		  [](const auto &a, const auto &b) { return a.address < b.address; });
}

void reader::read_opcodes(const yaml_value &v)
{
	expect(v, yaml_value::map);
	for (size_t i = 0; i < v.keys.size(); i++) {
		yaml_value opcode;
		generic_opcode made;

		opcode.place = v.key_places[i];
		opcode.text = v.keys[i];
		made.opcode = static_cast<uint8_t>(number(opcode, 0, 255));
		for (const generic_opcode &other : out_.opcodes)
			if (other.opcode == made.opcode)
				reject(opcode, "opcode " + v.keys[i] + " is there already");
		expect(*v.items[i], yaml_value::list);
		for (const auto &byte : v.items[i]->items)
			made.answer.push_back(static_cast<uint8_t>(number(*byte, 0, 255)));
		out_.opcodes.push_back(made);
	}
}

/* The register's name is looked up when all are known. */
void reader::read_busy(const yaml_value &v)
{
	unsigned int bit = 0;
	const yaml_value *name = nullptr, *place = nullptr;

	each_key(v, {
			    {"time", true, [this](const yaml_value &t) { out_.busy = time(t); }},
			    {"register", false, [&](const yaml_value &r) { name = &r; }},
			    {"bit", false,
			     [&](const yaml_value &b) {
				     place = &b;
				     bit = static_cast<unsigned int>(number(b, 0, 31));
			     }},
		    });
	if (!name != !place)
		reject(v, "'register' and 'bit' go together");
	if (!name)
		return;
	expect(*name, yaml_value::scalar);
	for (size_t i = 0; i < out_.registers.size(); i++)
		if (out_.registers[i].name == name->text)
			out_.busy_register = i;
	if (out_.busy_register == generic_spi_description::none)
		reject(*name, "no register '" + name->text + "'");
	if (bit >= 8 * out_.registers[out_.busy_register].bytes)
		reject(*place, "bit " + std::to_string(bit) + " is outside of " + name->text);
	out_.busy_mask = 1u << bit;
}

/* What can only be checked when everything was read. */
void reader::finish()
{
	if (out_.registers.empty() && out_.opcodes.empty())
		reject(root(), "a device without registers and opcodes answers nothing");
	if (!out_.registers.empty() && !command_)
		reject(*registers_, "registers need 'command', which says how they are addressed");
	if (out_.registers.empty() && command_)
		reject(*command_, "'command' without registers");
	for (const generic_register &r : out_.registers)
		if (r.address >> out_.address_bits)
			reject(*registers_, "address of " + r.name + " has more than " +
						    std::to_string(out_.address_bits) + " bits");
	if (busy_)
		read_busy(*busy_);
}

generic_spi_description reader::read()
{
	each_key(
		root(),
		{
			{"spi-device", true, [this](const yaml_value &v) { number(v, 1, 1); }},
			{"modes", false, [this](const yaml_value &v) { read_modes(v); }},
			{"max-clock", false,
			 [this](const yaml_value &v) { out_.max_clock_hz = clock(v); }},
			{"cs-high", false, [this](const yaml_value &v) { out_.cs_high = time(v); }},
			{"command", false, [this](const yaml_value &v) { read_command(v); }},
			{"registers", false, [this](const yaml_value &v) { read_registers(v); }},
			{"opcodes", false, [this](const yaml_value &v) { read_opcodes(v); }},
			{"busy", false, [this](const yaml_value &v) { busy_ = &v; }},
		});
	finish();
	return out_;
}

} // namespace

generic_spi_description read_generic_spi(const std::string &path)
{
	return reader(path).read();
}

} // namespace tw
