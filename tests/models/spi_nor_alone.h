/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A flash without a board: a chip select and a clock that the test moves. */
#ifndef TESTS_MODELS_SPI_NOR_ALONE_H
#define TESTS_MODELS_SPI_NOR_ALONE_H

#include <criterion/criterion.h>

#include <cinttypes>
#include <cstring>
#include <string>
#include <vector>

#include "bare_environment.h"
#include "core/registry.h"
#include "device/spi_nor.h"

using bytes = std::vector<uint8_t>;
using given = std::vector<tw_option>;

constexpr uint64_t NS = 1000, US = 1000 * NS, MS = 1000 * US;
/* Of a byte at 44 MHz, and of chip select before each transaction. */
constexpr uint64_t BYTE = 8 * 22727, HIGH = US;

class chip
{
      public:
	explicit chip(const given &options = {})
	    : opts("flash0", tw_model_find("jedec,spi-nor")->options, options.data(),
		   options.size()),
	      nor(bare.env, tw::s25fl512s, "flash0", opts)
	{
	}

	/* One transaction; returns what came back. It ends at `now`. */
	bytes run(const bytes &mosi)
	{
		bytes miso;

		nor.select(now += HIGH);
		for (uint8_t b : mosi)
			miso.push_back(static_cast<uint8_t>(word(b, 8)));
		nor.deselect(now);
		return miso;
	}

	uint32_t word(uint32_t mosi, unsigned int bits)
	{
		tw::spi_word w = {mosi, bits, mode, now, now + bits * 22727, 132000000, divider};

		now = w.end;
		return nor.exchange(w);
	}

	/* `command`, then n bytes read. */
	bytes get(bytes command, size_t n)
	{
		size_t header = command.size();

		command.resize(header + n);

		bytes miso = run(command);

		for (size_t i = 0; i < header; i++)
			cr_assert_eq(miso[i], 0xff);
		return bytes(miso.begin() + static_cast<long>(header), miso.end());
	}

	uint8_t one(uint8_t command)
	{
		return get({command}, 1)[0];
	}

	uint8_t status()
	{
		return one(0x05);
	}

	/* SR1 in a byte whose first bit is clocked at `at`. */
	uint8_t status_at(uint64_t at)
	{
		uint8_t value;

		nor.select(at - BYTE - 1);
		now = at - BYTE;
		word(0x05, 8);
		value = static_cast<uint8_t>(word(0, 8));
		nor.deselect(now);
		return value;
	}

	/* 13h at `address`. */
	bytes cells(uint32_t address, size_t n)
	{
		return get({0x13, uint8_t(address >> 24), uint8_t(address >> 16),
			    uint8_t(address >> 8), uint8_t(address)},
			   n);
	}

	/* WREN, then `command` with a four byte address and data. */
	void change(uint8_t command, uint32_t address, const bytes &data = {})
	{
		bytes all = {command, uint8_t(address >> 24), uint8_t(address >> 16),
			     uint8_t(address >> 8), uint8_t(address)};

		all.insert(all.end(), data.begin(), data.end());
		run({0x06});
		run(all);
	}

	void expect_fault(const char *text)
	{
		cr_assert(bare.faults.raised(), "expected: %s", text);
		cr_assert(strstr(bare.faults.text().c_str(), text), "expected '%s', got '%s'", text,
			  bare.faults.text().c_str());
		bare.faults.clear();
	}

	bare_environment bare;
	tw::options opts;
	tw::spi_nor nor;
	uint64_t now = 0;
	uint32_t divider = 3;
	unsigned int mode = 0;
};

#endif
