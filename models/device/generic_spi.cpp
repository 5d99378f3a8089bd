// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/generic_spi.h"

#include <algorithm>
#include <cinttypes>

#include "core/registry.h"

namespace tw
{

static const tw_option_doc generic_options[] = {
	{"registers", "FILE", "", "what the device answers: docs/generic-spi-device.md"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<spi_device> make(environment &env, const tw_spi_device &description,
					const options &opts)
{
	std::string path = opts.text("registers");

	if (path.empty())
		throw bad_input(std::string(description.name) +
				": option 'registers' is missing; name a file that says what the "
				"device answers (docs/generic-spi-device.md)");
	return std::make_unique<generic_spi>(env, description.name, read_generic_spi(path));
}

static const char doc[] = "a device that a YAML file describes: registers, fixed answers";
static const spi_model own("spitwin,register-device", doc, generic_options, make);
static const spi_model dac("rohm,dh2228fv", doc, generic_options, make);
static const spi_model kit("lwn,bk4", doc, generic_options, make);

generic_spi::generic_spi(environment &env, const std::string &label,
			 const generic_spi_description &description)
    : env_(env), label_(label), d_(description)
{
	reset();
}

void generic_spi::reset()
{
	values_.clear();
	for (const generic_register &r : d_.registers)
		values_.push_back(r.reset);
	busy_until_ = high_since_ = 0;
	phase_ = phase::command;
	bytes_ = 0;
	command_ = address_ = shift_ = 0;
	register_ = 0;
	opcode_ = nullptr;
}

void generic_spi::select(uint64_t now)
{
	if (high_since_ && now - high_since_ < d_.cs_high)
		env_.faults.report("%s: chip select was high for %" PRIu64 " ps at %" PRIu64
				   " ps; it needs %" PRIu64 " ps",
				   label_.c_str(), now - high_since_, now, d_.cs_high);
	phase_ = phase::command;
	bytes_ = 0;
	command_ = 0;
}

void generic_spi::deselect(uint64_t now)
{
	high_since_ = now;
}

bool generic_spi::check_word(const spi_word &word)
{
	uint64_t limit = d_.max_clock_hz;

	if (word.bits % 8)
		env_.faults.report("%s: a word of %u bits; only whole bytes", label_.c_str(),
				   word.bits);
	else if (!(d_.modes >> word.mode & 1))
		env_.faults.report("%s: SPI mode %u, which %s does not list", label_.c_str(),
				   word.mode, d_.path.c_str());
	else if (limit && word.clock_hz > limit * word.divider)
		env_.faults.report("%s: SCK of %" PRIu64 " Hz; at most %" PRIu64 " Hz",
				   label_.c_str(), word.clock_hz / word.divider, limit);
	else
		return true;
	return false;
}

uint32_t generic_spi::exchange(const spi_word &word)
{
	uint32_t miso = 0;

	if (!check_word(word))
		return (1u << word.bits) - 1;
	for (unsigned int left = word.bits; left; left -= 8)
		miso = miso << 8 |
		       exchange_byte(static_cast<uint8_t>(word.mosi >> (left - 8)), word.end);
	return miso;
}

uint8_t generic_spi::exchange_byte(uint8_t mosi, uint64_t now)
{
	switch (phase_) {
	case phase::command:
		take_command(mosi, now);
		break;
	case phase::answer:
		return answer_byte();
	case phase::dummy:
		if (++bytes_ == d_.dummy_bytes)
			begin_access();
		break;
	case phase::read:
		return read_byte(now);
	case phase::write:
		write_byte(mosi, now);
		break;
	case phase::broken:
		break;
	}
	return 0xff;
}

void generic_spi::take_command(uint8_t mosi, uint64_t now)
{
	command_ = command_ << 8 | mosi;
	if (!bytes_++) {
		for (const generic_opcode &o : d_.opcodes) {
			if (o.opcode != mosi)
				continue;
			opcode_ = &o;
			phase_ = phase::answer;
			bytes_ = 0;
			return;
		}
	}
	if (!d_.command_bytes) {
		env_.faults.report("%s: opcode 0x%02x at %" PRIu64 " ps, which %s does not have",
				   label_.c_str(), mosi, now, d_.path.c_str());
		phase_ = phase::broken;
	} else if (bytes_ == d_.command_bytes) {
		bool read = (command_ >> d_.read_bit & 1) == d_.read_value;

		address_ = command_ >> d_.address_bit & ((1u << d_.address_bits) - 1);
		phase_ = !read ? phase::write : d_.dummy_bytes ? phase::dummy : phase::read;
		bytes_ = 0;
	}
}

/* Dummy bytes are over: a read. */
void generic_spi::begin_access()
{
	phase_ = phase::read;
	bytes_ = 0;
}

uint8_t generic_spi::answer_byte()
{
	return bytes_ < opcode_->answer.size() ? opcode_->answer[bytes_++] : 0xff;
}

/* register_ by address_; false after a model fault. */
bool generic_spi::find_register(const char *what, uint64_t now)
{
	auto r = std::find_if(d_.registers.begin(), d_.registers.end(),
			      [this](const auto &other) { return other.address == address_; });

	if (r == d_.registers.end()) {
		env_.faults.report("%s: %s of address 0x%" PRIx32 " at %" PRIu64
				   " ps; %s has no register there",
				   label_.c_str(), what, address_, now, d_.path.c_str());
		phase_ = phase::broken;
		return false;
	}
	register_ = static_cast<size_t>(r - d_.registers.begin());
	return true;
}

/* False after a model fault. */
bool generic_spi::check_busy(const char *what, uint64_t now)
{
	bool shows = phase_ == phase::read && register_ == d_.busy_register;

	if (now >= busy_until_ || shows)
		return true;
	env_.faults.report("%s: %s of %s at %" PRIu64 " ps; busy with a write until %" PRIu64 " ps",
			   label_.c_str(), what, d_.registers[register_].name.c_str(), now,
			   busy_until_);
	phase_ = phase::broken;
	return false;
}

uint32_t generic_spi::value_of(size_t i, uint64_t now) const
{
	if (i != d_.busy_register)
		return values_[i];
	return now < busy_until_ ? values_[i] | d_.busy_mask : values_[i] & ~d_.busy_mask;
}

void generic_spi::next_register()
{
	bytes_ = 0;
	if (d_.auto_increment)
		address_ = (address_ + 1) & ((1u << d_.address_bits) - 1);
}

uint8_t generic_spi::read_byte(uint64_t now)
{
	unsigned int left;

	if (!bytes_) {
		if (!find_register("read", now) || !check_busy("read", now))
			return 0xff;
		shift_ = value_of(register_, now);
	}
	left = d_.registers[register_].bytes - ++bytes_;
	if (!left)
		next_register();
	return static_cast<uint8_t>(shift_ >> 8 * left);
}

void generic_spi::write_byte(uint8_t mosi, uint64_t now)
{
	if (!bytes_) {
		if (!find_register("write", now) || !check_busy("write", now))
			return;
		shift_ = 0;
	}
	shift_ = shift_ << 8 | mosi;
	if (++bytes_ < d_.registers[register_].bytes)
		return;
	store(shift_, now);
	next_register();
}

void generic_spi::store(uint32_t value, uint64_t now)
{
	const generic_register &r = d_.registers[register_];

	switch (r.access) {
	case register_access::rw:
		values_[register_] = value;
		break;
	case register_access::w1c:
		values_[register_] &= ~value;
		break;
	case register_access::ro:
		env_.faults.report("%s: write of 0x%" PRIx32 " to %s at %" PRIu64
				   " ps, which is read-only",
				   label_.c_str(), value, r.name.c_str(), now);
		phase_ = phase::broken;
		return;
	}
	busy_until_ = now + d_.busy;
}

} // namespace tw
