// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From a device tree to models: what is asked of them, in the tree's order, and what is refused. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/devices.h"
#include "fake_models.h"
#include "tree.h"

#define HEAD "/ { #address-cells = <1>; #size-cells = <1>; aliases { spi0 = &s0; gpio3 = &pd; };\n"
#define GPIO "pd: gpio@600 { compatible = \"v,gpio\"; reg = <0x600 0x200>; interrupts = <9 4>; };\n"
#define SPI "s0: spi@400 { compatible = \"v,spi-2\", \"v,spi\"; reg = <0x400 0x100>;\n" \
	    "#address-cells = <1>; #size-cells = <0>; interrupts = <24 4 3>;\n"
#define FLASH "f0: flash@1 { compatible = \"v,flash\"; reg = <1>; };\n"

static struct board_range ranges[] = { { 0, 0xfff, BOARD_APB } };
static struct board_storage storage[] = { { "pmc", "a test" } };
static struct boot_reg regs[] = { { 4, 5 }, { 8, 9 } };
static struct boot_node nodes[] = { { "pmc", regs, 2 } };
static struct board_desc desc = {
	.name = "testboard", .dts = "test.dts", .bus_hz = 133000000, .ranges = ranges, .nr_ranges = 1,
	.storage = storage, .nr_storage = 1,
};
static struct boot_state state = { .nodes = nodes, .nr = 1 };

static struct scenario load(const char *devices)
{
	static char text[2048];
	struct scenario s;
	struct diag diag = { 0 };

	snprintf(text, sizeof(text), "spitwin: 1\nboard: testboard\nkernel: {image: i}\n"
		 "tasks: [{run: dd}]\n%s", devices);
	cr_assert_eq(scenario_load_text("/dir/s.yaml", text, strlen(text), NULL, 0, &s, &diag), 0,
		     "%s", diag.what);
	return s;
}

/* Builds; the diagnostic as a line, or "". */
static const char *build(const char *tree, const char *devices, struct devices *d)
{
	static struct scenario scenario;
	static char line[2048];
	struct diag diag = { 0 };
	int ret;

	fake.calls[0] = '\0';
	scenario = load(devices);
	*d = (struct devices){ .dtb = tree_make(tree, 1), .desc = &desc, .state = &state,
			       .scenario = &scenario };
	ret = devices_build(d, &diag);
	line[0] = '\0';
	if (ret)
		diag_format(&diag, line, sizeof(line));
	cr_expect_eq(ret, diag.what[0] ? -1 : 0);
	return line;
}

static void end(struct devices *d)
{
	free((void *)d->dtb);
	scenario_free((struct scenario *)d->scenario);
	devices_free(d);
	devices_free(d);
}

Test(devices, what_is_asked)
{
	struct devices d;

	cr_assert_str_empty(build(HEAD SPI "cs-gpios = <&pd 13 0>, <&pd 14 0>;\n" FLASH "};\n" GPIO
				  "pmc: pmc@c00 { compatible = \"v,unknown\"; reg = <0xc00 4>; };\n"
				  "off: gpio@800 { compatible = \"v,gpio\"; reg = <0x800 4>;\n"
				  "status = \"disabled\"; };\n"
				  "other@a00 { compatible = \"v,else\"; reg = <0xa00 4>; }; };",
				  "devices: {f0: {image: a.bin, fill: counter}}\n", &d));
	cr_expect_str_eq(fake.calls,
		"add s0 v,spi 400+100 irq=24 index=0 clock=133000000 segment=1 init=0\n"
		"add pd v,gpio 600+200 irq=9 index=3 clock=133000000 segment=1 init=0\n"
		"add pmc storage c00+4 irq=-1 index=-1 clock=133000000 segment=1 init=2\n"
		"spi f0 v,flash on s0 cs=1 image=/dir/a.bin fill=counter\n"
		"wire pd.14 to s0 cs=1 low=1\n", "\n%s", fake.calls);
	cr_assert_eq(d.nr_notes, 4);
	cr_expect_str_eq(d.notes[2].model, "storage");
	cr_expect_str_eq(d.notes[3].name, "f0");
	cr_expect_str_eq(d.notes[3].node, "/spi@400/flash@1");
	cr_expect_str_eq(d.notes[3].compatible, "v,flash");
	cr_expect_eq(d.notes[3].controller, 0);
	cr_expect_eq(d.notes[3].cs, 1);
	cr_expect_eq(d.notes[0].controller, -1);
	end(&d);
}

Test(devices, chip_selects)
{
	struct devices d;

	/* a hole in the list is a native chip select and has one cell */
	cr_assert_str_empty(build(HEAD SPI "cs-gpios = <0>, <&pd 14 0>;\n" FLASH
				  "n: flash@0 { compatible = \"v,flash\"; reg = <0>; };\n"
				  "h: flash@2 { compatible = \"v,flash\"; reg = <2>; }; };\n" GPIO "};",
				  "", &d));
	cr_expect(strstr(fake.calls, "wire pd.14 to s0 cs=1 low=1\n"), "%s", fake.calls);
	cr_expect_null(strstr(fake.calls, "cs=0 low"));
	cr_expect_null(strstr(fake.calls, "cs=2 low"));
	end(&d);
	cr_assert_str_empty(build(HEAD SPI "cs-gpios = <&pd 1 0>;\n h: flash@0 {\n"
				  "compatible = \"v,flash\"; reg = <0>; spi-cs-high; }; };\n" GPIO "};",
				  "", &d));
	cr_expect(strstr(fake.calls, "wire pd.1 to s0 cs=0 low=0\n"), "%s", fake.calls);
	end(&d);
}

/*
 * Regression: the_pit_has_fifteen_bytes
 * Expected: its last register, whole words as all are, can be read.
 * Buggy: reg = <0xfffffe30 0xf> of the kernel's trees left its fourth byte outside.
 */
Test(devices, the_last_register_is_whole)
{
	struct devices d;

	cr_assert_str_empty(build(HEAD SPI FLASH "};\npd: gpio@600 { compatible = \"v,gpio\";\n"
				  "reg = <0x630 0xf>; }; };", "", &d));
	cr_expect(strstr(fake.calls, "add pd v,gpio 630+10 "), "\n%s", fake.calls);
	end(&d);
}

/* What the devicetree tells the driver about the hardware, the model is told too. */
Test(devices, properties_that_are_options)
{
	static const char tree[] = HEAD SPI "atmel,fifo-size = <32>;\n" FLASH "};\n" GPIO "};";
	struct devices d;

	cr_assert_str_empty(build(tree, "", &d));
	cr_expect(strstr(fake.calls, "segment=1 init=0 fifo=32\nadd pd"), "\n%s", fake.calls);
	end(&d);
	cr_assert_str_empty(build(tree, "devices: {s0: {version: 0x311}}\n", &d));
	cr_expect(strstr(fake.calls, "init=0 version=0x311 fifo=32\n"), "\n%s", fake.calls);
	end(&d);
	/* the scenario's own has the last word */
	cr_assert_str_empty(build(tree, "devices: {s0: {fifo: 8}}\n", &d));
	cr_expect(strstr(fake.calls, "init=0 fifo=8\nadd pd"), "\n%s", fake.calls);
	end(&d);
	/* a model that has no such option is not concerned */
	cr_assert_str_empty(build(HEAD SPI FLASH "};\npd: gpio@600 { compatible = \"v,gpio\";\n"
				  "reg = <0x600 4>; atmel,fifo-size = <16>; }; };", "", &d));
	cr_expect_null(strstr(fake.calls, "fifo"), "\n%s", fake.calls);
	end(&d);
}

static void expect_error(const char *tree, const char *devices, const char *expected)
{
	struct devices d;
	const char *line = build(tree, devices, &d);

	cr_expect_str_eq(line, expected, "\n%s", line);
	end(&d);
}

Test(devices, no_model)
{
	expect_error(HEAD SPI "x: adc@0 { compatible = \"v,adc\", \"v,old\"; reg = <0>; }; };\n" GPIO "};",
		     "", "test.dts: error: node /spi@400/adc@0 (compatible \"v,adc\") has no model; "
		     "see `spitwin list` for the models there are");
	expect_error(HEAD SPI "x: adc@0 { reg = <0>; }; };\n" GPIO "};",
		     "", "test.dts: error: node /spi@400/adc@0 (compatible \"\") has no model; "
		     "see `spitwin list` for the models there are");
}

Test(devices, a_model_of_another_kind)
{
	expect_error(HEAD SPI "x: g@0 { compatible = \"v,gpio\"; reg = <0>; }; };\n" GPIO "};",
		     "", "test.dts: error: node /spi@400/g@0 (compatible \"v,gpio\") has no model; "
		     "see `spitwin list` for the models there are");
}

Test(devices, unknown_labels)
{
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "devices: {f1: {fill: counter}}\n",
		     "/dir/s.yaml:5:15: error: board testboard has no enabled device 'f1' with a "
		     "model; did you mean 'f0'?");
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "devices: {nothing_like_it: {}}\n",
		     "/dir/s.yaml:5:28: error: board testboard has no enabled device "
		     "'nothing_like_it' with a model");
	expect_error(HEAD SPI "f0: flash@1 { compatible = \"v,flash\"; reg = <1>;\n"
		     "status = \"disabled\"; }; };\n" GPIO "};", "devices: {f0: {}}\n",
		     "/dir/s.yaml:5:15: error: device 'f0' of board testboard exists but is "
		     "disabled; an overlay may enable it: status = \"okay\"");
}

/* Of several models the first is taken, whatever the options; only when it objects both are named. */
Test(devices, nodes_with_two_models)
{
	static const char two[] = HEAD SPI "f0: flash@1 { compatible = \"v,none\", \"v,other\",\n"
				  "\"v,flash\"; reg = <1>; }; };\n" GPIO "};";
	static const char alike[] = HEAD SPI "f0: flash@1 { compatible = \"v,flash-2\",\n"
				    "\"v,flash\"; reg = <1>; }; };\n" GPIO "};";
	struct devices d;

	cr_assert_str_empty(build(two, "devices: {f0: {fill: counter}}\n", &d));
	cr_expect(strstr(fake.calls, "spi f0 v,other on s0 cs=1 fill=counter\n"), "\n%s",
		  fake.calls);
	end(&d);
	fake.refuse = "f0";
	expect_error(two, "", "test.dts: error: f0 is refused; its compatible names two models, "
		     "\"v,other\" and \"v,flash\": the first is taken");
	expect_error(alike, "", "test.dts: error: f0 is refused");
	fake.refuse = NULL;
}

Test(devices, overlays_are_named)
{
	fake.refuse = "f0";
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "overlays: [a.dtso, b.dtso]\n",
		     "/dir/s.yaml:5:11: error: test.dts with a.dtso, b.dtso: f0 is refused");
	fake.refuse = NULL;
}

Test(devices, what_the_models_refuse)
{
	fake.refuse = "f0";
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "devices: {f0: {fill: counter}}\n",
		     "/dir/s.yaml:5:15: error: f0 is refused");
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "", "test.dts: error: f0 is refused");
	fake.refuse = "pd";
	expect_error(HEAD SPI FLASH "};\n" GPIO "};", "", "test.dts: error: pd is refused");
	fake.refuse = NULL;
}

Test(devices, no_bus_segment)
{
	expect_error(HEAD SPI "};\n" GPIO
		     "g: gpio@5000 { compatible = \"v,gpio\"; reg = <0x5000 4>; }; };", "",
		     "testboard: error: no bus segment covers address 0x5000 of g");
}

Test(devices, damaged_chip_selects)
{
	expect_error(HEAD SPI "cs-gpios = <0>, <77 1 0>;\n" FLASH "};\n" GPIO "};", "",
		     "test.dts: error: damaged cs-gpios");
	expect_error(HEAD SPI "cs-gpios = <0>, <&pd 1>;\n" FLASH "};\n" GPIO "};", "",
		     "test.dts: error: damaged cs-gpios");
}
