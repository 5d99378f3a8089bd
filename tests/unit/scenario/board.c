// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/board_desc.h"
#include "scenario/images.h"

static const struct src_pos at = { "s.yaml", 2, 8 };

Test(board, shipped_board_is_complete)
{
	struct board_desc board;
	struct diag diag;

	cr_assert_eq(board_desc_load(SOURCE_DIR, "sama5d36ek", at, &board, &diag), 0, "%s:%d:%d %s",
		     diag.file, diag.line, diag.col, diag.what);
	cr_expect_str_eq(board.name, "sama5d36ek");
	cr_expect_str_eq(board.dts, "arch/arm/boot/dts/sama5d36ek.dts");
	cr_expect_eq(board.cpu_hz, 528000000);
	cr_expect_eq(board.bus_hz, 132000000);
	cr_expect_eq(board.nr_cpus, 1);
	cr_expect_eq(board.ram_base, 0x20000000);
	cr_expect_eq(board.ram_size, 512 << 20);
	cr_expect_eq(board.icache.size, 32768);
	cr_expect_eq(board.icache.ways, 2);
	cr_expect_eq(board.icache.line, 32);
	cr_expect_eq(access(board.overlay, R_OK), 0, "%s", board.overlay);
	cr_expect_eq(access(board.kernel_config, R_OK), 0, "%s", board.kernel_config);
	cr_expect_eq(access(board.costs, R_OK), 0, "%s", board.costs);
	cr_expect_eq(access(board.boot_state, R_OK), 0, "%s", board.boot_state);
	cr_assert_geq(board.nr_images, 3);
	cr_expect_str_eq(board.images[0], "linux-6.1");
	cr_expect_eq(board_segment_of(&board, 0xf8008000), BOARD_APB, "SPI1");
	cr_expect_eq(board_segment_of(&board, 0xf0004000), BOARD_APB, "SPI0");
	cr_expect_eq(board_segment_of(&board, 0xfffff000), BOARD_SYS, "AIC");
	cr_expect_eq(board_segment_of(&board, 0xfffff600), BOARD_SYS, "PIOC");
	cr_expect_eq(board_segment_of(&board, 0x00300000), BOARD_AHB, "SRAM");
	cr_expect_eq(board_segment_of(&board, 0x20000000), -1, "RAM is no peripheral");
	cr_expect_null(board_storage(&board, "spi1"));
	board_desc_free(&board);
}

Test(board, unknown_board_is_reported_where_it_was_named)
{
	struct board_desc board;
	struct diag diag;

	cr_assert_neq(board_desc_load(SOURCE_DIR, "sama5d63ek", at, &board, &diag), 0);
	check_message(&diag,
		      "s.yaml:2:8: error: unknown board 'sama5d63ek'; did you mean 'sama5d36ek'?");
	cr_assert_neq(board_desc_load(SOURCE_DIR, "vax", at, &board, &diag), 0);
	check_message(&diag,
		      "s.yaml:2:8: error: unknown board 'vax'; 'spitwin list' shows the boards");
}

static const char good[] =
	"spitwin_board: 1\n"
	"board: {title: T, dts: d, overlay: o, kernel_config: k, costs: c, boot_state: b,\n"
	"  bus_clock: 1 MHz}\n"
	"images: [x]\n"
	"cpu: {name: C, count: 1, clock: 1 MHz, icache: {size: 1 KiB, ways: 2, line: 32 B}}\n"
	"ram: {base: 0x1000, size: 4 KiB}\n"
	"segments: [{from: 0, to: 0xff, segment: ahb}, {from: 0x100, to: 0x1ff, segment: sys}]\n"
	"storage: []\n";

#define TOPOLOGY(n)                                                                                \
	"topology: {cpus_per_cluster: " #n ", clusters_per_socket: 1, sockets: 1, line: 64 B}"

static const struct {
	const char *from, *to, *message;
} cases[] = {
	{ "to: 0xff,", "to: 0x100,",
	  "./boards/x/board.yaml:7:48: error: segments: ranges overlap" },
	{ "from: 0x100,", "from: 0x200,",
	  "./boards/x/board.yaml:7:47: error: segments: a range ends before it starts" },
	{ "segment: ahb", "segment: pci",
	  "./boards/x/board.yaml:7:41: error: segments.segment: 'pci' is not one of its values; it "
	  "takes ahb|apb|sys" },
	{ "ways: 2", "ways: 3",
	  "./boards/x/board.yaml:5:48: error: cpu.icache: not a cache that can be modelled; powers "
	  "of two; lines of 8 B to 256 B, 1 to 8 ways, at most 1024 sets" },
	{ "size: 4 KiB", "size: 5 B",
	  "./boards/x/board.yaml:6:6: error: ram: not a range of whole pages" },
	{ "count: 1,", "count: 65,", "./boards/x/board.yaml:5:23: error: cpu.count: from 1 to 64" },
	{ "icache:", TOPOLOGY(65) ", icache:",
	  "./boards/x/board.yaml:5:50: error: cpu.topology: it must have 1 to 64 places for CPUs" },
	/* Regression: from_64_to_64_places. Expected: one number. Buggy: "from 64 to 64 places". */
	{ "count: 1,", "count: 64, " TOPOLOGY(4) ",",
	  "./boards/x/board.yaml:5:37: error: cpu.topology: it must have 64 places for CPUs" },
	{ "bus_clock: 1 MHz", "bus_clock: 1",
	  "./boards/x/board.yaml:3:14: error: board.bus_clock: '1' has no unit; a frequency needs "
	  "one of Hz, kHz, MHz, GHz, as in \"10 MHz\"" },
	{ "storage:", "storge:",
	  "./boards/x/board.yaml:8:1: error: unknown key 'storge' in the file; did you mean "
	  "'storage'?" },
};

Test(board, mistakes_have_their_place, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct board_desc board;
	struct diag diag;

	cr_assert_eq(mkdir("boards", 0777) | mkdir("boards/x", 0777), 0);
	write_file("boards/x/board.yaml", good);
	cr_assert_eq(board_desc_load(".", "x", at, &board, &diag), 0, "%s", diag.what);
	cr_expect_str_eq(board.overlay, "./boards/x/o");
	board_desc_free(&board);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *place = strstr(good, cases[i].from);
		char text[2048];

		cr_assert_not_null(place);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(place - good), good, cases[i].to,
			 place + strlen(cases[i].from));
		write_file("boards/x/board.yaml", text);
		cr_assert_neq(board_desc_load(".", "x", at, &board, &diag), 0, "%s", cases[i].to);
		check_message(&diag, cases[i].message);
	}
}

static void count(void *ctx, const char *name, const char *title)
{
	*(int *)ctx += !strcmp(name, "linux-6.1") && !strcmp(title, "Linux 6.1, Debian");
	*(int *)ctx += !strcmp(name, "bare") && !strcmp(title, "");
}

Test(board, images_are_listed_and_checked, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct diag diag;
	int found = 0;

	cr_assert_eq(mkdir("kernel", 0777), 0);
	write_file("kernel/images", "# comment\n\nlinux-6.1 pkg \"Linux 6.1, Debian\"\nbare\n");
	cr_expect_eq(images_list(".", count, &found, &diag), 2);
	cr_expect_eq(found, 2);
	cr_expect_eq(images_check(".", "linux-6.1", at, &diag), 0);
	cr_expect_eq(images_check(".", "bare", at, &diag), 0);
	cr_expect_neq(images_check(".", "linux-6.2", at, &diag), 0);
	check_message(&diag, "s.yaml:2:8: error: unknown kernel image 'linux-6.2'; did you mean "
			     "'linux-6.1'?");
}
