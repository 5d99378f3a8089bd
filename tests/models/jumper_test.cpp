// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "atmel_spi_setup.h"

#include <cstring>

using namespace tw::atmel_spi_regs;

static void add(rig &r, const char *name, const char *compatible, int cs)
{
	tw_spi_device d = {};

	d.name = name;
	d.compatible = compatible;
	d.controller = "spi1";
	d.cs = cs;
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), 0, "%s", r.err);
}

/* Every word comes back in its own time, whatever its shape; selected by NPCS3 or not. */
static const struct {
	uint32_t csr;
	uint32_t mosi, miso;
	uint64_t rdrf; /* half-cycles after a write at 2000 */
} rows[] = {
	{CSR(4, 8, 0, 0, 0u), 0xa5, 0xa5, 68},
	{CSR(4, 8, 0, 0, 3u), 0x1ff, 0xff, 68},
	{CSR(1, 16, 0, 0, MODE0), 0xbeef, 0xbeef, 34},
	{CSR(255, 9, 0, 0, 1u), 0x155, 0x155, 256 + 4590},
};

static void check_row(size_t i)
{
	rig r(false);

	r.make();
	r.add_buses();
	add(r, "jumper0", "linux,spi-loopback-test", 3);
	for (uint32_t cs : {0u, 3u})
		r.write(0, reg(CSR0 + 4 * cs), rows[i].csr);
	r.write(0, reg(CR), CR_SPIEN);
	for (uint32_t cs : {3u, 0u}) {
		uint64_t start = cs ? 2000 : 8000;

		r.write(half_at(start - 1), reg(MR), MASTER | (0xfu & ~(1u << cs)) << 16);
		r.write(half_at(start), reg(TDR), rows[i].mosi);
		tw_board_advance(r.board, half_at(start + rows[i].rdrf) - 1);
		cr_assert_not(r.read(half_at(start + rows[i].rdrf) - 1, reg(SR)) & SR_RDRF);
		cr_assert_eq(r.read(half_at(start + rows[i].rdrf), reg(RDR)) & 0xffff,
			     rows[i].miso);
	}

	std::vector<twin_event> form = r.of(TWIN_EV_PIN_WORD_FORM);

	cr_assert_eq(form.size(), 2u);
	for (size_t n = 0; n < 2; n++) {
		cr_assert_eq(form[n].a & 0xff, n ? 0 : 3);
		cr_assert_eq(form[n].a >> 32, 0u, "MISO floats");
	}
}

Test(jumper, mode_1)
{
	check_row(0);
}

Test(jumper, mode_2_and_only_as_many_bits)
{
	check_row(1);
}

Test(jumper, fastest_16_bits)
{
	check_row(2);
}

Test(jumper, slowest_9_bits)
{
	check_row(3);
}

/* A flash that is selected would drive MISO, too. */
Test(jumper, another_device_is_selected)
{
	rig r(false);
	uint64_t data = 0;

	r.make();
	r.add_buses();
	add(r, "flash0", "jedec,spi-nor", 0);
	add(r, "jumper0", "linux,spi-loopback-test", 3);
	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | 0x7u << 16);
	r.write(0, reg(CSR3), CSR(4, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 0x12);
	cr_assert_eq(r.read(half_at(2100), reg(RDR)) & 0xff, 0x12u);
	r.write(half_at(2200), reg(MR), MASTER | PCS0);
	r.write(half_at(2200), reg(TDR), 0x13);
	cr_assert_eq(r.try_access(half_at(2300), reg(RDR), &data, false), -1);
	cr_assert(strstr(r.err, "spi1: flash0 and jumper0 both drive MISO in the word at"), "%s",
		  r.err);
}

Test(jumper, has_no_options)
{
	rig r(false);
	tw_option given = {"delay", "1 ns"};
	tw_spi_device d = {};

	r.make();
	r.add_buses();
	d.name = "jumper0";
	d.compatible = "linux,spi-loopback-test";
	d.controller = "spi1";
	d.options = &given;
	d.nr_options = 1;
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), -1);
	cr_assert_str_eq(r.err, "jumper0: no option 'delay'; this model has none");
}
