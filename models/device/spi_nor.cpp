// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "core/registry.h"
#include "device/spi_nor_commands.h"

namespace tw
{

static constexpr uint32_t array_size = 64 << 20;
static constexpr uint32_t sector_size = 256 << 10;
static constexpr uint32_t page_size = 512;
static constexpr uint64_t cs_high_read = 10000, cs_high_write = 50000; /* ps */
static constexpr uint8_t id[] = {0x01, 0x02, 0x20, 0x4d, 0x00, 0x80};

enum sr1_bits : uint8_t {
	SR1_WIP = 1 << 0,
	SR1_WEL = 1 << 1,
	SR1_BP_SHIFT = 2,
	SR1_E_ERR = 1 << 5,
	SR1_P_ERR = 1 << 6,
	SR1_WRITABLE = 0x9c,
};

enum cr1_bits : uint8_t { CR1_TBPROT = 1 << 5 };
enum bank_bits : uint8_t { BANK_MASK = 0x83, BANK_EXTADD = 1 << 7 };

static const tw_option_doc nor_options[] = {
	{"image", "FILE", "", "content from address 0; what a shorter file lacks is erased"},
	{"fill", "erased|counter|prng", "erased", "content without an image"},
	{"save", "FILE", "", "where the content goes when the run ends; default: nowhere"},
	{"t_pp", "time", "340 us", "page programming time (typical)"},
	{"t_se", "time", "520 ms", "sector erase time (typical)"},
	{"t_w", "time", "140 ms", "time of a write to status and configuration register (typical)"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<spi_device> make(environment &env, const tw_spi_device &description,
					const options &opts)
{
	return std::make_unique<spi_nor>(env, description.name, opts);
}

static const char doc[] = "S25FL512S, 64 MiB SPI NOR flash, single line";
static const spi_model generic("jedec,spi-nor", doc, nor_options, make);
static const spi_model spansion("spansion,s25fl512s", doc, nor_options, make);
static const spi_model bare("s25fl512s", doc, nor_options, make);

spi_nor::spi_nor(environment &env, const std::string &label, const options &opts)
    : env_(env), label_(label), save_path_(opts.text("save")), t_pp_(opts.time("t_pp")),
      t_se_(opts.time("t_se")), t_w_(opts.time("t_w")),
      array_(label, array_size, sector_size, opts.text("image"),
	     static_cast<tw_flash_fill>(opts.choice("fill")))
{
	reset();
}

void spi_nor::reset()
{
	sr1_ = cr1_ = bank_ = 0;
	busy_until_ = 0;
	was_write_ = false;
	high_since_ = 0;
	command_ = nullptr;
	opcode_taken_ = false;
	address_bytes_ = header_left_ = 0;
	address_ = data_bytes_ = 0;
	data_.assign(page_size, 0);
}

void spi_nor::select(uint64_t now)
{
	uint64_t needed = was_write_ ? cs_high_write : cs_high_read;

	if (high_since_ && now - high_since_ < needed)
		env_.faults.report("%s: chip select was high for %" PRIu64 " ps at %" PRIu64
				   " ps; it needs %" PRIu64 " ps",
				   label_.c_str(), now - high_since_, now, needed);
	command_ = nullptr;
	opcode_taken_ = false;
	address_ = data_bytes_ = 0;
}

void spi_nor::deselect(uint64_t now)
{
	high_since_ = now;
	was_write_ = false;
	if (command_)
		execute(now);
	command_ = nullptr;
}

bool spi_nor::busy(uint64_t now)
{
	if (busy_until_ && now >= busy_until_) {
		busy_until_ = 0;
		sr1_ &= ~(SR1_WIP | SR1_WEL);
	}
	return busy_until_;
}

void spi_nor::begin(uint64_t now, uint64_t duration)
{
	busy_until_ = now + duration;
	sr1_ |= SR1_WIP;
}

void spi_nor::ignore()
{
	command_ = nullptr;
	ignored_++;
}

bool spi_nor::check_word(const spi_word &word)
{
	if (word.mode != 0 && word.mode != 3)
		env_.faults.report("%s: SPI mode %u; it knows 0 and 3", label_.c_str(), word.mode);
	else if (word.bits % 8)
		env_.faults.report("%s: a word of %u bits", label_.c_str(), word.bits);
	return !env_.faults.raised();
}

bool spi_nor::check_clock(const spi_word &word)
{
	if (!command_ || word.clock_hz <= 1000000ULL * command_->max_mhz * word.divider)
		return true;
	env_.faults.report("%s: opcode %02Xh (%s) at an SCK of %" PRIu64
			   " Hz; its maximum is %u MHz",
			   label_.c_str(), command_->opcode, command_->name,
			   word.clock_hz / word.divider, command_->max_mhz);
	return false;
}

uint32_t spi_nor::exchange(const spi_word &word)
{
	unsigned int bytes = word.bits / 8;
	uint32_t miso = 0;

	if (!check_word(word))
		return ~0u;
	for (unsigned int i = 0; i < bytes; i++) {
		uint8_t mosi = static_cast<uint8_t>(word.mosi >> 8 * (bytes - 1 - i));
		uint64_t begins = word.start + (word.end - word.start) * i / bytes;

		miso = miso << 8 | exchange_byte(mosi, begins);
		if (!check_clock(word))
			break;
	}
	return miso;
}

void spi_nor::take_opcode(uint8_t opcode, uint64_t now)
{
	opcode_taken_ = true;
	command_ = find_nor_command(opcode);
	if (!command_ || (busy(now) && !command_->while_busy)) {
		ignore();
		return;
	}
	address_bytes_ = command_->address;
	if (address_bytes_ == banked)
		address_bytes_ = bank_ & BANK_EXTADD ? 4 : 3;
	header_left_ = address_bytes_ + command_->dummy;
}

/* MISO floats (ones) until the command has data to give. */
uint8_t spi_nor::exchange_byte(uint8_t mosi, uint64_t now)
{
	if (!opcode_taken_) {
		take_opcode(mosi, now);
		return 0xff;
	}
	if (!command_)
		return 0xff;
	if (header_left_) {
		if (header_left_-- > command_->dummy)
			address_ = address_ << 8 | mosi;
		return 0xff;
	}
	data_[data_bytes_++ % page_size] = mosi;
	return answer(now);
}

uint32_t spi_nor::cell_address() const
{
	uint32_t bank = address_bytes_ == 3 ? static_cast<uint32_t>(bank_ & 3) << 24 : 0;

	return (bank | address_) % array_size;
}

uint8_t spi_nor::answer(uint64_t now)
{
	uint32_t index = data_bytes_ - 1;

	switch (command_->action) {
	case nor_action::read_cells:
		return array_.read((cell_address() + index) % array_size);
	case nor_action::read_id:
		return index < sizeof(id) ? id[index] : 0xff;
	case nor_action::read_sfdp:
		return nor_sfdp_byte(address_ + index);
	case nor_action::read_sr1:
		busy(now);
		return sr1_;
	case nor_action::read_sr2:
		return 0;
	case nor_action::read_cr1:
		return cr1_;
	case nor_action::read_bank:
		return bank_;
	default:
		return 0xff;
	}
}

/* Chip select rises: commands that change something take effect, if their form was right. */
void spi_nor::execute(uint64_t now)
{
	bool alone = !data_bytes_;

	busy(now);
	if (command_->needs_wel) {
		if (header_left_ || !(sr1_ & SR1_WEL))
			ignore();
		else
			execute_write(now);
		return;
	}
	switch (command_->action) {
	case nor_action::write_enable:
		sr1_ |= alone ? SR1_WEL : 0;
		break;
	case nor_action::write_disable:
		sr1_ &= alone ? ~SR1_WEL : 0xff;
		break;
	case nor_action::clear_status:
		sr1_ &= alone ? ~(SR1_P_ERR | SR1_E_ERR) : 0xff;
		break;
	case nor_action::write_bank:
		bank_ = data_bytes_ == 1 ? data_[0] & BANK_MASK : bank_;
		break;
	case nor_action::software_reset:
		sr1_ &= SR1_WRITABLE;
		bank_ = 0;
		busy_until_ = 0;
		break;
	default:
		break;
	}
}

void spi_nor::execute_write(uint64_t now)
{
	was_write_ = true;
	switch (command_->action) {
	case nor_action::write_registers:
		write_registers(now);
		break;
	case nor_action::program:
		program_page(now);
		break;
	case nor_action::erase_sector:
		erase(now);
		break;
	case nor_action::erase_all:
		erase_all(now);
		break;
	default:
		break;
	}
}

void spi_nor::write_registers(uint64_t now)
{
	if (data_bytes_ != 1 && data_bytes_ != 2) {
		ignore();
		return;
	}
	sr1_ = static_cast<uint8_t>((sr1_ & ~SR1_WRITABLE) | (data_[0] & SR1_WRITABLE));
	if (data_bytes_ == 2)
		cr1_ = data_[1];
	begin(now, t_w_);
}

bool spi_nor::is_protected(uint32_t address) const
{
	unsigned int bp = sr1_ >> SR1_BP_SHIFT & 7;
	uint32_t part = bp ? array_size >> (7 - bp) : 0;

	return cr1_ & CR1_TBPROT ? address < part : address >= array_size - part;
}

/* The last 512 bytes sent count; they wrap within the page. */
void spi_nor::program_page(uint64_t now)
{
	uint32_t address = cell_address();
	uint32_t base = address - address % page_size;
	uint32_t count = std::min(data_bytes_, page_size);

	if (!count) {
		ignore();
		return;
	}
	if (is_protected(address)) {
		sr1_ |= SR1_P_ERR;
		return;
	}
	begin(now, t_pp_);
	for (uint32_t i = 0; i < count; i++)
		array_.program(base + (address + i) % page_size, data_[i]);
}

void spi_nor::erase(uint64_t now)
{
	if (data_bytes_) {
		ignore();
		return;
	}
	if (is_protected(cell_address())) {
		sr1_ |= SR1_E_ERR;
		return;
	}
	begin(now, t_se_);
	array_.erase_sector(cell_address());
}

/* The chip takes about as long as all its sectors one by one. */
void spi_nor::erase_all(uint64_t now)
{
	if (data_bytes_ || (sr1_ >> SR1_BP_SHIFT & 7)) {
		ignore();
		return;
	}
	begin(now, t_se_ * (array_size / sector_size));
	for (uint32_t sector = 0; sector < array_size; sector += sector_size)
		array_.erase_sector(sector);
}

int spi_nor::finish(char *err)
{
	if (save_path_.empty() || !array_.save(save_path_))
		return 0;
	snprintf(err, TW_ERR_SIZE, "%s: cannot write '%s': %s", label_.c_str(), save_path_.c_str(),
		 strerror(errno));
	return -1;
}

} // namespace tw
