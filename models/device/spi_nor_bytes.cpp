// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Words as bits and bytes: opcode, address, dummies, and what the chip answers. */
#include <cinttypes>

#include "device/spi_nor.h"
#include "device/spi_nor_commands.h"

namespace tw
{

/* When the bit begins that `i` others of the word precede. */
static uint64_t begin_of(const spi_word &word, unsigned int i)
{
	return i ? word.start + (word.end - word.start) * i / word.bits : word.start;
}

static bool knows_mode(const spi_word &word)
{
	return word.mode == 0 || word.mode == 3;
}

uint32_t spi_nor::exchange(const spi_word &word)
{
	/* Nearly all words: the next cell of a read, and nothing to object to. */
	if (streaming_ && word.bits == 8 && !bits_ && knows_mode(word) && slow_enough(word))
		return array_.read(cell_address(data_bytes_++));
	if (!knows_mode(word)) {
		env_.faults.report("%s: SPI mode %u; it knows 0 and 3", label_.c_str(), word.mode);
		return ~0u;
	}
	return bits_ || word.bits % 8 ? exchange_bits(word) : exchange_bytes(word);
}

uint32_t spi_nor::exchange_bytes(const spi_word &word)
{
	uint32_t miso = 0;

	for (unsigned int i = 0; i < word.bits; i += 8) {
		uint64_t now = begin_of(word, i);

		miso = miso << 8 | byte_out(now);
		byte_in(static_cast<uint8_t>(word.mosi >> (word.bits - 8 - i)), now);
		check_clock(word);
	}
	return miso;
}

uint32_t spi_nor::exchange_bits(const spi_word &word)
{
	uint32_t miso = 0;

	for (unsigned int i = 0; i < word.bits; i++) {
		if (!bits_) {
			begun_ = begin_of(word, i);
			out_ = byte_out(begun_);
		}
		miso = miso << 1 | (out_ >> (7 - bits_) & 1);
		in_ = static_cast<uint8_t>(in_ << 1 | (word.mosi >> (word.bits - 1 - i) & 1));
		if (++bits_ < 8)
			continue;
		bits_ = 0;
		byte_in(in_, begun_);
		check_clock(word);
	}
	return miso;
}

void spi_nor::check_clock(const spi_word &word)
{
	if (!command_ || slow_enough(word))
		return;
	env_.faults.report("%s: opcode %02Xh (%s) at an SCK of %" PRIu64
			   " Hz; its maximum is %" PRIu64 " MHz",
			   label_.c_str(), command_->opcode, command_->name,
			   word.clock_hz / word.divider, max_hz_ / 1000000);
}

/* MISO floats (ones) until the command has data to give. */
uint8_t spi_nor::byte_out(uint64_t now)
{
	if (!command_ || header_left_ || command_->form != nor_form::answer)
		return 0xff;
	return answer(now);
}

void spi_nor::byte_in(uint8_t mosi, uint64_t now)
{
	if (!opcode_taken_) {
		take_opcode(mosi, now);
		return;
	}
	if (!command_)
		return;
	if (header_left_) {
		if (header_left_-- > dummy_)
			address_ = address_ << 8 | mosi;
		streaming_ = !header_left_ && command_->action == nor_action::read_cells &&
			     !jobs_.any_suspended();
		return;
	}
	if (command_->form != nor_form::answer)
		data_[data_bytes_ & (chip_.page() - 1)] = mosi;
	data_bytes_++;
}

void spi_nor::check_missing(uint8_t opcode)
{
	const nor_missing *missing = find_missing_nor_command(opcode);

	if (missing)
		env_.faults.report("%s: opcode %02Xh (%s): %s", label_.c_str(), opcode,
				   missing->name, missing->why);
}

void spi_nor::take_opcode(uint8_t opcode, uint64_t now)
{
	bool listens = now >= deaf_until_, ready = !busy(now);

	opcode_taken_ = true;
	opcode_ = opcode;
	command_ = find_nor_command(opcode);
	if (!command_ && listens && ready)
		check_missing(opcode);
	if (!command_ || !listens || !(ready || command_->while_busy) ||
	    (command_->action == nor_action::read_sfdp && sfdp_.empty())) {
		ignore();
		return;
	}
	address_bytes_ = command_->address;
	if (address_bytes_ == banked)
		address_bytes_ = registers_.four_address_bytes() ? 4 : 3;
	dummy_ = command_->dummy;
	max_hz_ = command_->max_mhz * 1000000ULL;
	if (command_->action == nor_action::read_cells && dummy_ && registers_.no_dummy()) {
		dummy_ = 0;
		max_hz_ = chip_.no_dummy_hz;
	}
	header_left_ = address_bytes_ + dummy_;
}

void spi_nor::check_suspended(uint32_t address)
{
	const nor_job *job = jobs_.suspended_at(address);

	if (job)
		env_.faults.report("%s: opcode %02Xh (%s) reads %08" PRIX32
				   "h, where a suspended %s makes the answer undefined",
				   label_.c_str(), opcode_, command_->name, address,
				   job->what == nor_work::program ? "program" : "erase");
}

static uint8_t byte_of(const std::vector<uint8_t> &table, uint32_t index)
{
	return index < table.size() ? table[index] : 0xff;
}

uint8_t spi_nor::answer(uint64_t now)
{
	bool wip;

	switch (command_->action) {
	case nor_action::read_cells:
		check_suspended(cell_address(data_bytes_));
		return array_.read(cell_address(data_bytes_));
	case nor_action::read_id:
		return byte_of(id_, data_bytes_);
	case nor_action::read_maker:
		return (address_ + data_bytes_) & 1 ? chip_.signature : chip_.id[0];
	case nor_action::read_signature:
		return chip_.signature;
	case nor_action::read_sfdp:
		return byte_of(sfdp_, address_ + data_bytes_);
	case nor_action::read_sr1:
		wip = busy(now); /* this may clear WEL */
		return static_cast<uint8_t>(registers_.sr1() | (wip ? NOR_WIP : 0));
	case nor_action::read_sr2:
		busy(now);
		return static_cast<uint8_t>(jobs_.erase_suspended() << 1 |
					    jobs_.program_suspended());
	case nor_action::read_cr1:
		busy(now);
		return registers_.cr1();
	default:
		return registers_.bank();
	}
}

} // namespace tw
