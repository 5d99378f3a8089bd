// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Devices of a scenario, and nodes of a devicetree, that no model can stand for. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "program.h"

TestSuite(bad_device, .init = place_enter, .fini = place_leave);

static void expect_device(const char *devices, const char *message)
{
	const char *name =
		scenario("s.yaml", text("devices:\n  %s\ntasks:\n  - run: " DD_512 "\n", devices));
	int before = entries(".");
	struct said s = SPITWIN("run", name, "-o", "out", "--vcd", "p.vcd");

	expect_refused(&s, message ? text("s.yaml:4:%s", message) : NULL);
	cr_assert_eq(entries("."), before, "files are left");
}

Test(bad_device, labels)
{
	expect_device("flash9: {fill: prng}", "11: error: board sama5d36ek has no enabled device "
					      "'flash9' with a model; did you mean 'flash0'?");
	expect_device("flash0: 3", NULL);
	expect_device("spi0: {}", "9: error: device 'spi0' of board sama5d36ek exists but is "
				  "disabled; an overlay may enable it: status = \"okay\"");
}

/*
 * Regression: an option for which the version of the block has no use.
 * Expected: an error. Buggy: without a FIFO its depth was ignored.
 */
Test(bad_device, options_of_another_version)
{
	expect_device("spi1: {fifo: 8}",
		      "16: error: spi1: option 'fifo': this version of the block has no FIFO; "
		      "give 'version' 0x311 or more, or leave it out");
}

/*
 * Regression: options from the command line.
 * Expected: the place is the override. Buggy: it was the scenario's line of the device.
 */
Test(bad_device, options_of_the_command_line)
{
	struct said s;

	scenario_of("s.yaml", "fill: prng", DD_512);
	s = SPITWIN("run", "s.yaml", "--set", "devices.flash0.fil=prng");
	expect_refused(&s, "--set devices.flash0.fil=prng:1:20: error: flash0: no option 'fil'; "
			   "did you mean 'fill'?");
}

static void expect_overlay(const char *body, const char *message)
{
	const char *all = text("/dts-v1/;\n/plugin/;\n%s\n", body);
	struct said s;

	write_file("o.dtso", all, strlen(all));
	s = SPITWIN("run", scenario("s.yaml", "overlays: [o.dtso]\n"));
	expect_refused(&s, NULL);
	cr_expect(strstr(s.err, message), "expected: %s\n     got: %s", message, s.err);
}

/*
 * Regression: mistakes in an overlay.
 * Expected: the overlay is named, and the label. Buggy: "FDT_ERR_NOTFOUND", and for a node without
 * model the kernel's own .dts, which is not to blame.
 */
Test(bad_device, overlays)
{
	struct said s;

	expect_overlay("&spi7 { status = \"okay\"; };",
		       "s.yaml:3:12: error: overlay o.dtso refers to the label 'spi7', which the "
		       "board's devicetree does not have; did you mean 'spi");
	expect_overlay("&flash0 { compatible = \"acme,brick\"; };",
		       "s.yaml:3:11: error: arch/arm/boot/dts/sama5d36ek.dts with o.dtso: node ");
	expect_overlay("&flash0 { compatible = ; };", "does not compile: o.dtso:3");
	s = SPITWIN("run", scenario("s.yaml", "overlays: [none.dtso]\n"));
	expect_refused(&s, "s.yaml:3:12: error: cannot read overlay none.dtso: No such file or "
			   "directory; file names are relative to the scenario's folder");
	s = SPITWIN("run", scenario("s.yaml", ""), "--set", "overlays=[none.dtso]");
	expect_refused(&s, "--set overlays=[none.dtso]:1:11: error: cannot read overlay none.dtso: "
			   "No such file or directory; those of --set are relative to the working "
			   "directory");
}

Test(bad_device, options)
{
	expect_device("flash0: {fil: prng}",
		      "17: error: flash0: no option 'fil'; did you mean 'fill'?");
	expect_device("flash0: {fill: random}", "18: error: flash0: option 'fill': 'random' is not "
						"one of erased|counter|prng");
	expect_device("spi1: {x: 1}", "13: error: spi1: no option 'x'");
	expect_device("flash0: {t_pp: 340}", NULL);
	expect_device("flash0: {t_pp: -1 us}", NULL);
	expect_device("flash0: {t_pp: 99999999999999999999 s}", NULL);
	expect_device("flash0: {t_pp: fast}", NULL);
}

Test(bad_device, flash_images)
{
	write_file("big.bin", "", 0);
	cr_assert(!truncate("big.bin", (64 << 20) + 1));
	expect_device("flash0: {image: none.bin}",
		      "19: error: flash0: image 'none.bin': No such file or directory");
	expect_device("flash0: {image: .}", "19: error: flash0: image '.': not a regular file");
	expect_device("flash0: {image: /dev/zero}",
		      "19: error: flash0: image '/dev/zero': not a regular file");
	expect_device("flash0: {image: big.bin}",
		      "19: error: flash0: image 'big.bin': larger than the "
		      "flash (67108865 > 67108864 bytes)");
}

/* An empty file and one of exactly the flash's size are images. */
Test(bad_device, flash_images_at_the_limits)
{
	struct said s;

	write_file("f.bin", "", 0);
	s = SPITWIN("run", scenario_of("s.yaml", "image: f.bin", DD_512));
	expect_code(&s, 0);
	cr_assert(!truncate("f.bin", 64 << 20));
	s = SPITWIN("run", scenario_of("s.yaml", "image: f.bin", DD_512));
	expect_code(&s, 0);
}

/*
 * A root like the repository's, whose board.dtb the test may alter. The image's other files are
 * links, as their content does not matter here.
 */
static void make_root(void)
{
	static const char *const links[] = {"boards", "kernel", "scenarios"};
	const char *image = "build/images/linux-6.1-sama5d36ek";
	const char *const copy[] = {
		"sh", "-c",
		text("mkdir -p root/%s && ln -s %s/%s/* root/%s/ && rm root/%s/board.dtb && "
		     "cp -L %s/%s/board.dtb root/%s/ && chmod u+w root/%s/board.dtb",
		     image, top(), image, image, image, top(), image, image, image),
		NULL};
	struct said s;

	cr_assert(!mkdir("root", 0755));
	for (int i = 0; i < 3; i++)
		cr_assert(!symlink(text("%s/%s", top(), links[i]), text("root/%s", links[i])));
	s = program(NULL, copy);
	cr_assert_eq(s.code, 0, "%s", s.err);
}

static struct said run_altered(const char *command)
{
	struct how how = {.env = {"SPITWIN_ROOT=root"}};
	const char *const alter[] = {
		"sh", "-c", text("cd root/build/images/linux-6.1-sama5d36ek && %s", command), NULL};
	struct said s = program(NULL, alter);

	if (s.code == 127)
		cr_skip_test("fdtput is not installed");
	cr_assert_eq(s.code, 0, "%s: %s", command, s.err);
	return SPITWIN_HOW(&how, "run", scenario_of("s.yaml", "fill: prng", DD_512), "-o", "out");
}

#define SPI "/ahb/apb/spi@f8008000"

Test(bad_device, altered_root_works)
{
	struct said s;

	make_root();
	s = run_altered("fdtput -t s board.dtb /chosen note x");
	expect_code(&s, 0);
}

Test(bad_device, spi_device_without_model)
{
	struct said s;

	make_root();
	s = run_altered("fdtput -t s board.dtb " SPI "/flash@0 compatible acme,brick");
	expect_refused(&s, NULL);
	cr_assert(strstr(s.err, "node " SPI "/flash@0 (compatible \"acme,brick\") has no model"),
		  "%s", s.err);
	cr_assert(!exists("out"));
}

/* The node is enabled and a driver maps it: seen when the kernel boots. */
Test(bad_device, controller_without_model)
{
	struct said s;

	make_root();
	s = run_altered("fdtput -t s board.dtb /ahb/apb/spi@f0004000 status okay");
	if (!s.code)
		cr_skip_test("SPI0 has a model and no device");
	expect_refused(&s, NULL);
	cr_assert(!exists("out"));
}

Test(bad_device, damaged_devicetree)
{
	struct said s;

	make_root();
	s = run_altered("head -c 1000 board.dtb > x && mv x board.dtb");
	expect_refused(&s, NULL);
	s = run_altered("echo no devicetree > board.dtb");
	expect_refused(&s, NULL);
	s = run_altered("rm board.dtb");
	expect_refused(&s, NULL);
}

Test(bad_device, damaged_image)
{
	struct said s;

	make_root();
	s = run_altered("rm image.so && echo no image > image.so");
	expect_refused(&s, NULL);
	s = run_altered("rm image.so");
	expect_refused(&s, NULL);
	cr_assert(strstr(s.err, "the kernel image is not built; run kernel/build-image linux-6.1 "
				"--board sama5d36ek"),
		  "%s", s.err);
}

Test(bad_device, damaged_block_table)
{
	struct said s;

	make_root();
	s = run_altered("rm blocks.tab && echo no table > blocks.tab");
	expect_refused(&s, NULL);
	s = run_altered("rm blocks.tab");
	expect_refused(&s, NULL);
}
