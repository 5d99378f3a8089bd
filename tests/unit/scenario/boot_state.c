// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/board_desc.h"
#include "scenario/boot_state.h"

/* The clock tree that the registers describe is the one board.yaml states. */
Test(boot_state, shipped_registers_give_the_boards_clocks)
{
	struct boot_state state;
	struct board_desc board;
	struct diag diag;
	const struct boot_node *pmc;
	uint64_t pllar = 0, mckr = 0, plla, cpu;

	cr_assert_eq(board_desc_load(SOURCE_DIR, "sama5d36ek", (struct src_pos){ 0 }, &board,
				     &diag), 0);
	cr_assert_eq(boot_state_load(board.boot_state, &state, &diag), 0, "%s", diag.what);
	pmc = boot_state_find(&state, "pmc");
	cr_assert_not_null(pmc);
	for (size_t i = 0; i < pmc->nr; i++) {
		if (pmc->regs[i].offset == 0x28)
			pllar = pmc->regs[i].value;
		if (pmc->regs[i].offset == 0x30)
			mckr = pmc->regs[i].value;
	}
	plla = 12000000 / (pllar & 0xff) * ((pllar >> 18 & 0x7f) + 1);
	cr_expect_eq(mckr & 3, 2, "clocked from PLLA");
	cpu = plla / (mckr >> 12 & 1 ? 2 : 1) >> (mckr >> 4 & 7);
	cr_expect_eq(cpu, board.cpu_hz);
	cr_expect_eq(cpu / ((uint64_t[]){ 1, 2, 4, 3 })[mckr >> 8 & 3], board.bus_hz);
	boot_state_free(&state);
	board_desc_free(&board);
}

static const struct {
	const char *text, *message;
} cases[] = {
	{ "spitwin_boot_state: 1\nnodes: {a: {0x3: 1}}\n",
	  "b.yaml:2:13: error: a: offset '0x3' is not a multiple of 4" },
	{ "spitwin_boot_state: 1\nnodes: {a: {0x4: 1, 4: 2}}\n",
	  "b.yaml:2:21: error: a: offset '4' occurs twice" },
	{ "spitwin_boot_state: 1\nnodes: {a: {0x4: 0x100000000}}\n",
	  "b.yaml:2:18: error: a: '0x100000000' does not fit in 32 bits" },
	{ "spitwin_boot_state: 1\nnodes: {a: {0x4: -1}}\n",
	  "b.yaml:2:18: error: a: '-1' is negative" },
	{ "spitwin_boot_state: 1\nnodes: {a: 3}\n",
	  "b.yaml:2:12: error: a is a single value, not a mapping" },
	{ "spitwin_boot_state: 3\nnodes: {}\n",
	  "b.yaml:1:1: error: spitwin_boot_state: only version 1 is known" },
};

Test(boot_state, mistakes_have_their_place, .init = enter_new_folder,
     .fini = remove_folder)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct boot_state state;
		struct diag diag;

		write_file("b.yaml", cases[i].text);
		cr_assert_neq(boot_state_load("b.yaml", &state, &diag), 0, "%s", cases[i].text);
		check_message(&diag, cases[i].message);
	}
}
