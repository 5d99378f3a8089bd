// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <stdio.h>
#include <string.h>

#include "mutate.h"
#include "scenario/board_desc.h"
#include "scenario/boot_state.h"
#include "scenario/costs.h"
#include "scenario_target.h"

#define ROUNDS 12000
#define SIZE 8192

static const char *const words[] = {
	"\n", ": ", "- ", "  ", "[", "]", "{", "}", "&a ", "*a ", "!x ", "|\n", ">\n", "---\n",
	"...\n", "? ", "\"", "'", "#", "\\", "\t", "\xff", "\xc3\xa9", "~", "null", "0x", "-1",
	"99999999999999999999", "1..20", " us", " MHz", " %", "fifo:50", "spitwin: 1\n",
	"board: b\n", "tasks:\n", "run: ", "design: ", "devices: ", "\xf0\x9f\x98\x80",
	"spi1", " cs0", " op=", " bytes>=", "irq ", "task ", "mmio ", "+0x", ".mean", "observe: ",
	"tasks.0.run=", "devices.a.b=", "runs.seeds=", "loads=[{kind: a}]",
};

static const char full[] =
	"spitwin: 1\n"
	"board: sama5d36ek\n"
	"kernel: {image: linux-6.1, cmdline: \"quiet loglevel=7\"}\n"
	"design: {pump: \"\", change: []}\n"
	"devices: {flash0: {fill: prng, size: 64 MiB}, "
	"spi1: {dma: off, fidelity: tlm, faults: []}}\n"
	"tasks:\n"
	"- {run: 'dd if=/dev/mtd0 bs=512', at: 1.5 us, cpu: 0, policy: fifo:50, nice: -5, "
	"name: x}\n"
	"- run: >-\n"
	"    cat /dev/mtd0\n"
	"loads: []\n"
	"runs: {seeds: 7, warmup: 0}\n"
	"watchdog: 2 s\n"
	"wall_clock: 1 min\n"
	"observe: [{name: r, from: spi1 cs0 fall op=05 bytes>=2, to: 'task x end'}]\n"
	"expect:\n"
	"- {what: r.p99.9, value: 305 us, tol: 3 %, source: s}\n"
	"- {what: spi1.cs0.word_gap.p50, at_least: 1 ns, at_most: 1 s}\n"
	"- {what: tasks.x.took, at_most: 1 s}\n";

static size_t read_file(const char *path, uint8_t *text)
{
	FILE *file = fopen(path, "r");
	size_t len;

	cr_assert_not_null(file);
	len = fread(text, 1, SIZE, file);
	fclose(file);
	return len;
}

Test(fuzz_scenario, damaged_scenarios_are_accepted_or_refused_in_one_line, .timeout = 60)
{
	struct mutator m = { 88172645463325252ULL, words, sizeof(words) / sizeof(words[0]) };
	uint8_t seed[SIZE], text[SIZE];
	size_t seed_len, len, accepted, total;

	seed_len = read_file(SOURCE_DIR "/scenarios/sama5d36ek-dd-512.yaml", seed);
	for (int i = 0; i < ROUNDS; i++) {
		len = i % 2 ? seed_len : sizeof(full) - 1;
		memcpy(text, i % 2 ? seed : (const uint8_t *)full, len);
		mutate(&m, text, &len, sizeof(text));
		LLVMFuzzerTestOneInput(text, len);
	}
	fuzz_scenario_counts(&accepted, &total);
	cr_expect_eq(total, 3 * ROUNDS);
	cr_expect_gt(accepted, total / 50, "%zu accepted: damage too heavy to reach deep",
		     accepted);
	cr_expect_lt(accepted, total / 2, "%zu accepted: damage too light", accepted);
}

static void load_board_files(void)
{
	struct boot_state state;
	struct board_desc board;
	struct costs costs;
	struct diag diag;

	if (!costs_load("f.yaml", false, &costs, &diag))
		costs_free(&costs);
	if (!boot_state_load("f.yaml", &state, &diag))
		boot_state_free(&state);
	if (!board_desc_load(".", "x", (struct src_pos){ 0 }, &board, &diag))
		board_desc_free(&board);
}

Test(fuzz_scenario, damaged_board_files_do_no_harm, .timeout = 60)
{
	static const char *const files[] = { "costs.yaml", "board.yaml", "boot_state.yaml" };
	struct mutator m = { 362436069362436069ULL, words, sizeof(words) / sizeof(words[0]) };
	char folder[] = "/tmp/spitwin-fuzz-XXXXXX", path[256];
	uint8_t text[SIZE];

	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	cr_assert_eq(mkdir("boards", 0777) | mkdir("boards/x", 0777), 0);
	cr_assert_eq(symlink("../../f.yaml", "boards/x/board.yaml"), 0);
	for (int i = 0; i < ROUNDS / 10; i++) {
		FILE *out = fopen("f.yaml", "w");
		size_t len;

		snprintf(path, sizeof(path), SOURCE_DIR "/boards/sama5d36ek/%s", files[i % 3]);
		len = read_file(path, text);
		mutate(&m, text, &len, sizeof(text));
		fwrite(text, 1, len, out);
		fclose(out);
		load_board_files();
	}
	cr_expect_eq(unlink("f.yaml") | unlink("boards/x/board.yaml") | rmdir("boards/x") |
		     rmdir("boards") | chdir("/") | rmdir(folder), 0);
}
