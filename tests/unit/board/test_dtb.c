// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Questions to a device tree, and files that are none. */
#include <criterion/criterion.h>
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/devices.h"
#include "board/dtb.h"
#include "tree.h"

static const char source[] =
	"/ { #address-cells = <1>; #size-cells = <1>;\n"
	"aliases { spi1 = &s1; gpio2 = \"/ahb/apb/gpio@f000\"; plain = &s0; big10 = &wide; };\n"
	"ahb { compatible = \"simple-bus\"; #address-cells = <1>; #size-cells = <1>; ranges;\n"
	"  apb { compatible = \"simple-bus\"; #address-cells = <1>; #size-cells = <1>; ranges;\n"
	"    s0: spi@a000 { compatible = \"v,spi-new\", \"v,spi\"; reg = <0xa000 0x100>;\n"
	"      interrupts = <24 4 3>; #address-cells = <1>; #size-cells = <0>;\n"
	"      chip: flash@1 { reg = <1>; }; };\n"
	"    s1: spi@b000 { compatible = \"v,spi\"; reg = <0xb000 0x100 0xc000 0x100>;\n"
	"      status = \"disabled\"; inside { }; };\n"
	"    gpio@f000 { compatible = \"v,gpio\"; reg = <0xf000 0x200>; status = \"ok\"; };\n"
	"    none { short = [01 02 03]; }; empty@1 { reg = <0x1 0x0>; };\n"
	"    odd@2 { reg = <0x2 0x4>; status = \"fail\"; };\n"
	"  };\n"
	"  same { #address-cells = <1>; #size-cells = <1>; ranges = <0x7000 0x7000 0x1000>;\n"
	"    wide: w@7000 { compatible = \"v,w\"; reg = <0x7000 0x10>; }; };\n"
	"  moved { #address-cells = <1>; #size-cells = <1>; ranges = <0 0x8000 0x1000>;\n"
	"    m@0 { compatible = \"v,m\"; reg = <0x0 0x10>; }; };\n"
	"  closed { #address-cells = <1>; #size-cells = <1>; c@0 { reg = <0x0 0x10>; }; };\n"
	"  two { #address-cells = <2>; #size-cells = <1>; ranges;\n"
	"    t@0 { reg = <0 0x9000 0x10>; }; };\n"
	"}; };\n";

#define APB "/ahb/apb"

Test(dtb, reg)
{
	static const struct {
		const char *path;
		uint64_t base, size;
	} good[] = {
		{ APB "/spi@a000", 0xa000, 0x100 }, { APB "/spi@b000", 0xb000, 0x100 },
		{ "/ahb/same/w@7000", 0x7000, 0x10 }, { APB "/odd@2", 2, 4 },
	};
	static const char *const none[] = {
		"/", "/ahb", APB "/none", APB "/empty@1", APB "/spi@a000/flash@1",
		"/ahb/moved/m@0", "/ahb/closed/c@0", "/ahb/two/t@0",
	};
	void *dtb = tree_make(source, 1);
	uint64_t base, size;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		cr_expect_eq(dtb_reg(dtb, tree_node(dtb, good[i].path), &base, &size), 0);
		cr_expect_eq(base, good[i].base, "%s", good[i].path);
		cr_expect_eq(size, good[i].size, "%s", good[i].path);
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		cr_expect_eq(dtb_reg(dtb, tree_node(dtb, none[i]), &base, &size), -1, "%s",
			     none[i]);
	free(dtb);
}

Test(dtb, enabled)
{
	void *dtb = tree_make(source, 1);
	int inside = tree_node(dtb, APB "/spi@b000/inside");

	cr_expect(dtb_enabled(dtb, tree_node(dtb, APB "/spi@a000/flash@1")));
	cr_expect(dtb_enabled(dtb, tree_node(dtb, APB "/gpio@f000")));
	cr_expect_not(dtb_enabled(dtb, tree_node(dtb, APB "/spi@b000")));
	cr_expect_not(dtb_enabled(dtb, tree_node(dtb, APB "/odd@2")));
	cr_expect(dtb_okay(dtb, inside));
	cr_expect_not(dtb_enabled(dtb, inside));
	free(dtb);
}

Test(dtb, cells)
{
	void *dtb = tree_make(source, 1);
	uint32_t value = 0;

	cr_expect_eq(dtb_cell(dtb, tree_node(dtb, APB "/spi@a000"), "interrupts", &value), 0);
	cr_expect_eq(value, 24);
	cr_expect_eq(dtb_cell(dtb, tree_node(dtb, APB "/spi@a000"), "nothing", &value), -1);
	cr_expect_eq(dtb_cell(dtb, tree_node(dtb, APB "/none"), "short", &value), -1);
	cr_expect_eq(dtb_cell(dtb, tree_node(dtb, "/ahb"), "ranges", &value), -1);
	cr_expect_eq(value, 24);
	free(dtb);
}

Test(dtb, alias_numbers)
{
	void *dtb = tree_make(source, 1);

	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, APB "/spi@b000")), 1);
	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, APB "/gpio@f000")), 2);
	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, "/ahb/same/w@7000")), 10);
	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, APB "/spi@a000")), -1);
	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, "/ahb")), -1);
	free(dtb);
}

Test(dtb, names)
{
	void *dtb = tree_make(source, 1);
	int s0 = tree_node(dtb, APB "/spi@a000"), gpio = tree_node(dtb, APB "/gpio@f000");

	cr_expect_str_eq(dtb_name(dtb, s0), "s0");
	cr_expect_str_eq(dtb_name(dtb, gpio), "gpio@f000");
	cr_expect_eq(dtb_find(dtb, "s0"), s0);
	cr_expect_eq(dtb_find(dtb, "gpio@f000"), gpio);
	cr_expect_eq(dtb_find(dtb, "chip"), tree_node(dtb, APB "/spi@a000/flash@1"));
	cr_expect_eq(dtb_find(dtb, "s1"), tree_node(dtb, APB "/spi@b000"));
	cr_expect_eq(dtb_find(dtb, "nobody"), -1);
	/* a node with a label goes by it alone */
	cr_expect_eq(dtb_find(dtb, "spi@a000"), -1);
	free(dtb);
}

Test(dtb, names_without_symbols)
{
	void *dtb = tree_make("/ { a: x { y { }; }; };", 0);

	cr_expect_str_eq(dtb_name(dtb, tree_node(dtb, "/x")), "x");
	cr_expect_eq(dtb_find(dtb, "y"), tree_node(dtb, "/x/y"));
	cr_expect_eq(dtb_find(dtb, "a"), -1);
	cr_expect_eq(dtb_alias_index(dtb, tree_node(dtb, "/x")), -1);
	free(dtb);
}

Test(dtb, node_at_an_address)
{
	void *dtb = tree_make(source, 1);
	char node[64], compatible[64];

	cr_expect_eq(dtb_node_at(dtb, 0xa0ff, node, 64, compatible, 64), 0);
	cr_expect_str_eq(node, APB "/spi@a000");
	cr_expect_str_eq(compatible, "v,spi-new");
	cr_expect_eq(dtb_node_at(dtb, 0xa100, node, 64, compatible, 64), -1);
	cr_expect_eq(dtb_node_at(dtb, 0x9fff, node, 64, compatible, 64), -1);
	cr_expect_eq(dtb_node_at(dtb, 0xb000, node, 64, compatible, 64), -1, "it is disabled");
	cr_expect_eq(dtb_node_at(dtb, 0xa000, node, 8, compatible, 64), -1, "no room");
	free(dtb);
}

static void expect_refused(const void *bytes, size_t size)
{
	char path[] = "/tmp/dtb-test-XXXXXX";
	struct diag diag = { 0 };
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, bytes, size), (ssize_t)size);
	close(fd);
	cr_expect_null(dtb_load(path, &diag));
	unlink(path);
	cr_expect_str_eq(diag.what, "not a device tree blob");
	cr_expect_str_eq(diag.file, path);
}

Test(dtb, files_that_are_none)
{
	struct diag diag = { 0 };

	cr_expect_null(dtb_load("/nonexistent/board.dtb", &diag));
	cr_expect_str_eq(diag.what, "No such file or directory");
	cr_expect_str_eq(diag.hint, "build the kernel image first");
	expect_refused("", 0);
	expect_refused("\xd0\x0d\xfe\xed", 4);
	expect_refused(source, sizeof(source));
	diag = (struct diag){ 0 };
	cr_expect_null(dtb_load("/tmp", &diag));
	cr_expect_str_eq(diag.what, "not a device tree blob");
}

Test(dtb, every_truncation)
{
	uint8_t *dtb = tree_make(source, 1);

	for (size_t size = 0; size < fdt_totalsize(dtb); size += 61)
		expect_refused(dtb, size);
	free(dtb);
}
