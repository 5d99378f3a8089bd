// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "core/registry.h"
#include "device/spi_nor_commands.h"
#include "device/spi_nor_tables.h"

namespace tw
{

static const tw_option_doc nor_options[] = {
	{"image", "FILE", "", "content from address 0; what a shorter file lacks is erased"},
	{"fill", "erased|counter|prng", "erased", "content without an image"},
	{"save", "FILE", "",
	 "where the content goes when the run ends, may be the image; default: nowhere"},
	{"sfdp", "present|absent", "present", "the table that 5Ah reads; early chips have none"},
	{"sr1", "number", "0", "status register at power-up: SRWD 0x80, BP2..0 0x1c"},
	{"cr1", "number", "0",
	 "configuration register at power-up: LC 0xc0, TBPROT 0x20, BPNV 0x08, QUAD 0x02"},
	{"wp", "high|low", "high", "level of the WP# pin; not wired is high"},
	{"t_pp", "time", "340 us", "page programming time (data sheet: 1.5 MB/s, typical)"},
	{"t_se", "time", "520 ms", "sector erase time (data sheet: 0.5 MB/s, typical)"},
	{"t_be", "time", "103 s", "chip erase time (data sheet: 0.65 MB/s, typical)"},
	{"t_w", "time", "140 ms",
	 "time of a write to status and configuration register (assumed, typical)"},
	{"t_suspend", "time", "45 us", "time to suspend a program or an erase (assumed)"},
	{"t_reset", "time", "35 us", "time of a software reset (assumed)"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<spi_device> make(environment &env, const tw_spi_device &description,
					const options &opts)
{
	return std::make_unique<spi_nor>(env, s25fl512s, description.name, opts);
}

static const char doc[] = "S25FL512S, 64 MiB SPI NOR flash, single line";
static const spi_model generic("jedec,spi-nor", doc, nor_options, make);
static const spi_model spansion("spansion,s25fl512s", doc, nor_options, make);
static const spi_model bare("s25fl512s", doc, nor_options, make);

static uint8_t register_option(const options &opts, const std::string &label, const char *key,
			       uint8_t kept)
{
	uint8_t value = static_cast<uint8_t>(opts.number(key, 0xff));
	char line[80];

	if (!(value & ~kept))
		return value;
	snprintf(line, sizeof(line), "option '%s': only bits of 0x%02x are kept without power", key,
		 kept);
	throw bad_input(label + ": " + line);
}

spi_nor::spi_nor(environment &env, const nor_chip &chip, const std::string &label,
		 const options &opts)
    : env_(env), chip_(chip), label_(label), save_path_(opts.text("save")),
      t_pp_(opts.time("t_pp")), t_se_(opts.time("t_se")), t_be_(opts.time("t_be")),
      t_w_(opts.time("t_w")), t_suspend_(opts.time("t_suspend")), t_reset_(opts.time("t_reset")),
      kept_sr1_(register_option(opts, label, "sr1", nor_sr1_kept)),
      kept_cr1_(register_option(opts, label, "cr1", nor_cr1_kept)), id_(nor_id_table(chip)),
      array_(label, chip.size(), chip.sector(), opts.text("image"),
	     static_cast<tw_flash_fill>(opts.choice("fill"))),
      registers_(chip, opts.choice("wp") == 1), data_(chip.page())
{
	if (opts.choice("sfdp") == 0)
		sfdp_ = nor_sfdp_table(chip);
	if (!save_path_.empty())
		flash_array::check_target(label, save_path_);
	reset();
}

void spi_nor::reset()
{
	registers_.power_up(kept_sr1_, kept_cr1_);
	jobs_.abandon();
	pending_bytes_ = 0;
	deaf_until_ = high_since_ = 0;
	was_write_ = false;
	opcode_ = 0;
	command_ = nullptr;
	opcode_taken_ = streaming_ = false;
	max_hz_ = 0;
	address_bytes_ = dummy_ = header_left_ = 0;
	address_ = data_bytes_ = 0;
	bits_ = 0;
	in_ = out_ = 0;
	begun_ = 0;
}

void spi_nor::select(uint64_t now)
{
	uint64_t needed = was_write_ ? chip_.cs_high_write : chip_.cs_high_read;

	if (high_since_ && now - high_since_ < needed)
		report_high_time(now, needed);
	command_ = nullptr;
	opcode_taken_ = streaming_ = false;
	address_ = data_bytes_ = 0;
	bits_ = 0;
}

void spi_nor::report_high_time(uint64_t now, uint64_t needed)
{
	const nor_command *last = find_nor_command(opcode_);

	env_.faults.report("%s: chip select was high for %" PRIu64 " ps after opcode %02Xh (%s), "
			   "from %" PRIu64 " ps; it needs %" PRIu64 " ps",
			   label_.c_str(), now - high_since_, opcode_,
			   last ? last->name : "unknown", high_since_, needed);
}

void spi_nor::deselect(uint64_t now)
{
	high_since_ = now;
	was_write_ = false;
	if (command_ && command_->form != nor_form::answer)
		execute(now);
	command_ = nullptr;
}

void spi_nor::ignore()
{
	command_ = nullptr;
	ignored_++;
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
