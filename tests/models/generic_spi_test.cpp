// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rig.h"

#include <cstring>

#include "bare_environment.h"
#include "device/generic_spi.h"
#include "generic_spi_setup.h"

using bytes = std::vector<uint8_t>;

/* The device alone, with a chip select and a clock that the test moves: 1 us per byte. */
class chip
{
      public:
	explicit chip(const std::string &text)
	    : file(text), device(bare.env, "adc0", tw::read_generic_spi(file.path))
	{
	}

	/* One transaction; returns what came back. Chip select was high for 1 us. */
	bytes run(const bytes &mosi, uint64_t high = 1000000)
	{
		bytes miso;

		now += high;
		device.select(now);
		for (uint8_t b : mosi)
			miso.push_back(static_cast<uint8_t>(word(b, 8)));
		device.deselect(now);
		return miso;
	}

	uint32_t word(uint32_t mosi, unsigned int bits)
	{
		tw::spi_word w = {mosi, bits, mode, now, now + 1000000, 132000000, divider};

		now = w.end;
		return device.exchange(w);
	}

	/* The fault of the last transaction, and no more. */
	std::string fault()
	{
		std::string text = bare.faults.raised() ? bare.faults.text() : "none";

		bare.faults.clear();
		return text;
	}

	bare_environment bare;
	text_file file;
	tw::generic_spi device;
	uint64_t now = 0;
	unsigned int mode = 0;
	uint32_t divider = 132;
};

#define EXPECT_BYTES(got, ...)                                                                     \
	do {                                                                                       \
		bytes g = (got), e = __VA_ARGS__;                                                  \
		cr_assert_eq(g.size(), e.size());                                                  \
		for (size_t i = 0; i < e.size(); i++)                                              \
			cr_assert_eq(g[i], e[i], "byte %zu: %02x", i, g[i]);                       \
	} while (0)

/* What docs/generic-spi-device.md says below its example. */
Test(generic_spi, example_of_the_documentation)
{
	chip c(documented_example());

	EXPECT_BYTES(c.run({0x80, 0}), {0xff, 0xad});
	EXPECT_BYTES(c.run({0x83, 0, 0}), {0xff, 0x0a, 0x5c});
	EXPECT_BYTES(c.run({0x7e, 0, 0, 0, 0}), {0xff, 0x41, 0x44, 0x43, 0xff});
	EXPECT_BYTES(c.run({0x01, 0x42}), {0xff, 0xff});
	EXPECT_BYTES(c.run({0x82, 0}), {0xff, 0x81});
	c.now += 5000000;
	EXPECT_BYTES(c.run({0x80, 0, 0, 0, 0, 0}), {0xff, 0xad, 0x42, 0x80, 0x0a, 0x5c});
	/* w1c: only ones clear. */
	c.run({0x02, 0x7f});
	c.now += 5000000;
	EXPECT_BYTES(c.run({0x82, 0}), {0xff, 0x80});
	c.run({0x02, 0x80});
	c.now += 5000000;
	EXPECT_BYTES(c.run({0x82, 0}), {0xff, 0x00});
	expect_text(c.fault(), "none");
}

/* Busy from the end of the write's last byte, for 5 us, to the picosecond. */
Test(generic_spi, busy_ends_at_its_time)
{
	chip c(documented_example());
	uint64_t end;

	c.run({0x01, 0x42});
	end = c.now + 5000000;
	/* The value is taken at the end of its byte. */
	c.now = end - 1 - 2000000 - 1000000;
	EXPECT_BYTES(c.run({0x82, 0}), {0xff, 0x81});
	c.run({0x01, 0x43}, 3000000);
	expect_text(c.fault(), "none");
	c.now += 5000000 - 3000000;
	EXPECT_BYTES(c.run({0x82, 0}), {0xff, 0x80});
}

/* Two bytes of 1 us after 1 us: where a transaction begins for its second byte to end at `end`. */
static void before_busy_ends(chip &c, uint64_t early)
{
	c.run({0x01, 0x42});
	c.now += 5000000 - 3000000 - early;
}

Test(generic_spi, busy_allows_only_its_register)
{
	chip c(documented_example());
	uint64_t end;

	before_busy_ends(c, 1);
	end = c.now + 3000000 + 1;
	c.run({0x80, 0});
	expect_text(c.fault(), "adc0: read of ID at " + std::to_string(end - 1) +
				       " ps; busy with a write until " + std::to_string(end) +
				       " ps");
	c.now = end + 1000000;
	before_busy_ends(c, 0);
	EXPECT_BYTES(c.run({0x80, 0}), {0xff, 0xad});
	before_busy_ends(c, 1);
	c.run({0x02, 0});
	cr_assert_eq(c.fault().find("adc0: write of STATUS at"), 0u);
}

Test(generic_spi, without_auto_increment_the_same_again)
{
	chip c("spi-device: 1\n"
	       "command: {bytes: 2, read: {bit: 15, value: 0}, address: {bit: 4, bits: 8}, "
	       "dummy-bytes: 2}\n"
	       "registers: [{name: A, address: 0x12, width: 24, reset: 0x010203}]\n");

	EXPECT_BYTES(c.run({0x01, 0x20, 0, 0, 0, 0, 0, 0, 0}),
		     {0xff, 0xff, 0xff, 0xff, 1, 2, 3, 1, 2});
	c.run({0x81, 0x20, 0xaa, 0xbb, 0xcc, 0xdd});
	EXPECT_BYTES(c.run({0x01, 0x20, 0, 0, 0, 0, 0}),
		     {0xff, 0xff, 0xff, 0xff, 0xaa, 0xbb, 0xcc});
	/* The last write that was complete counts. */
	c.run({0x81, 0x20, 1, 2, 3, 4, 5, 6, 7});
	EXPECT_BYTES(c.run({0x01, 0x20, 0, 0, 0, 0, 0}), {0xff, 0xff, 0xff, 0xff, 4, 5, 6});
	expect_text(c.fault(), "none");
}

Test(generic_spi, words_of_16_bits)
{
	chip c(documented_example());

	c.now += 1000000;
	c.device.select(c.now);
	cr_assert_eq(c.word(0x8300, 16), 0xff0au);
	cr_assert_eq(c.word(0x0000, 8), 0x5cu);
	c.device.deselect(c.now);
	expect_text(c.fault(), "none");
}

static const struct {
	const char *what;
	bytes mosi;
	unsigned int mode;
	uint32_t divider;
	const char *fault;
} faults[] = {
	{"no register", {0x88, 0}, 0, 132, "adc0: read of address 0x8 at 3000000 ps; /tmp/"},
	{"past the last", {0x83, 0, 0, 0}, 0, 132, "adc0: read of address 0x4 at 5000000 ps"},
	{"write of none", {0x08, 0}, 0, 132, "adc0: write of address 0x8 at 3000000 ps"},
	{"read-only", {0x00, 0x55}, 0, 132, "adc0: write of 0x55 to ID at 3000000 ps, which is"},
	{"mode", {0x80, 0}, 1, 132, "adc0: SPI mode 1, which /tmp/"},
	{"clock", {0x80, 0}, 0, 6, "adc0: SCK of 22000000 Hz; at most 20000000 Hz"},
	{"clock at the limit", {0x80, 0}, 3, 7, "none"},
};

Test(generic_spi, faults_say_what_and_where)
{
	for (const auto &f : faults) {
		chip c(documented_example());

		c.mode = f.mode;
		c.divider = f.divider;
		c.run(f.mosi);
		cr_assert_eq(c.fault().find(f.fault), 0u, "%s", f.what);
	}
}

Test(generic_spi, chip_select_high_time)
{
	chip c(documented_example());

	c.run({0x80, 0});
	c.run({0x80, 0}, 40000);
	expect_text(c.fault(), "none");
	c.run({0x80, 0}, 39999);
	expect_text(c.fault(), "adc0: chip select was high for 39999 ps at 5079999 ps; "
			       "it needs 40000 ps");
}

Test(generic_spi, opcodes_only)
{
	chip c("spi-device: 1\nopcodes: {0x9f: [1, 2]}\n");

	EXPECT_BYTES(c.run({0x9f, 0, 0, 0}), {0xff, 1, 2, 0xff});
	c.run({0x9e});
	cr_assert_eq(c.fault().find("adc0: opcode 0x9e at 7000000 ps, which /tmp/"), 0u);
}

Test(generic_spi, whole_bytes)
{
	chip c(documented_example());

	c.now += 1000000;
	c.device.select(c.now);
	c.word(0x1ff, 9);
	expect_text(c.fault(), "adc0: a word of 9 bits; only whole bytes");
}

/* On a board, by each of its names. */
Test(generic_spi, names_and_the_file_option)
{
	static const char *const names[] = {"spitwin,register-device", "rohm,dh2228fv", "lwn,bk4"};
	rig r(false);
	text_file file(documented_example());
	tw_option option = {"registers", file.path.c_str()};
	tw_spi_device d = {};
	int cs = 0;

	r.make();
	r.add_buses();
	d.name = "adc0";
	d.controller = "spi1";
	for (const char *name : names) {
		d.compatible = name;
		d.cs = cs++;
		d.options = &option;
		d.nr_options = 1;
		cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), 0, "%s", r.err);
	}
	d.cs = cs;
	d.nr_options = 0;
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), -1);
	cr_assert(strstr(r.err, "adc0: option 'registers' is missing; name a file"), "%s", r.err);
	option.value = "/nowhere";
	d.nr_options = 1;
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), -1);
	cr_assert_str_eq(r.err, "/nowhere: error: cannot open: No such file or directory");
}
