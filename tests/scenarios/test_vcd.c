// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The pins of `dd bs=512 count=1`: what a logic analyser would decode, and on which grid in time.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"
#include "vcd_read.h"

#define WORDS 517 /* command, 4 address bytes, 512 data bytes */
#define HALF_CYCLES_PER_S (2 * 132000000ULL)
#define SCBR 3

TestSuite(vcd, .init = place_enter, .fini = place_leave);

static json_t *run_vcd(const char *window)
{
	const char *name = scenario_of("s.yaml", "fill: prng", DD_512);
	struct said s =
		window ? SPITWIN("run", name, "--json", "--vcd", "pins.vcd", "--vcd-window", window)
		       : SPITWIN("run", name, "--json", "--vcd", "pins.vcd");

	expect_code(&s, 0);
	return report_of(s.out);
}

static void expect_read(const uint8_t *mosi, const uint8_t *miso)
{
	static const uint8_t command[5] = {0x13, 0, 0, 0, 0};

	same_bytes(mosi, 5, command, 5, "command and address");
	for (int i = 0; i < 512; i++)
		cr_assert_eq(miso[5 + i], tw_fill_prng(i), "byte %d is %02x", i, miso[5 + i]);
}

Test(vcd, tasks_are_the_default_window)
{
	json_t *report = run_vcd(NULL);
	struct vcd_data v = vcd_read("pins.vcd");

	cr_assert_eq(v.first, (uint64_t)report_int(report, "window.from_ps"));
	cr_assert_eq(v.last, (uint64_t)report_int(report, "window.to_ps"));
	run_vcd("tasks");
	cr_assert_eq(vcd_read("pins.vcd").nr, v.nr);
}

Test(vcd, words_are_command_address_and_data)
{
	struct vcd_data v;
	struct vcd_words w;

	run_vcd(NULL);
	v = vcd_read("pins.vcd");
	w = vcd_words(&v);
	cr_assert_eq(w.nr, WORDS);
	expect_read(w.mosi, w.miso);
}

/*
 * Regression: names of pins.
 * Expected: spi1_sck, spi1_mosi, spi1_miso, spi1_cs0 and no other pin.
 * Buggy: "wait_for_completionspi1_cs0", when the ids of two makers of names collided.
 */
Test(vcd, names_of_the_pins)
{
	static const char pins[] =
		"$version spitwin $end\n$timescale 1 ps $end\n$scope module spi1 $end\n"
		"$var wire 1 ! spi1_sck $end\n$var wire 1 \" spi1_mosi $end\n"
		"$var wire 1 # spi1_miso $end\n$var wire 1 $ spi1_cs0 $end\n$upscope $end\n";
	const char *vcd;

	run_vcd(NULL);
	vcd = read_file("pins.vcd", NULL);
	cr_assert_eq(strncmp(vcd, pins, sizeof(pins) - 1), 0, "%.300s", vcd);
}

/* The same words as the report has. */
Test(vcd, report_has_the_words)
{
	json_t *report = run_vcd(NULL);
	struct vcd_data v = vcd_read("pins.vcd");
	struct vcd_words w = vcd_words(&v);
	const char *mosi = report_text_at(report, "transactions.0.mosi");
	const char *miso = report_text_at(report, "transactions.0.miso");

	for (size_t i = 0; i < w.nr && mosi[2 * i]; i++) {
		char both[5];

		snprintf(both, sizeof(both), "%02x%02x", w.mosi[i], w.miso[i]);
		cr_assert_eq(memcmp(both, mosi + 2 * i, 2), 0, "MOSI word %zu", i);
		cr_assert_eq(memcmp(both + 2, miso + 2 * i, 2), 0, "MISO word %zu", i);
	}
}

/* Number of the half cycle that begins at that picosecond; fails when none does. */
static uint64_t half_cycle(uint64_t ps)
{
	unsigned __int128 scaled = (unsigned __int128)ps * HALF_CYCLES_PER_S;
	uint64_t n = (uint64_t)((scaled + 999999999999ULL) / 1000000000000ULL);
	uint64_t at = (uint64_t)((unsigned __int128)n * 1000000000000ULL / HALF_CYCLES_PER_S);

	cr_assert_eq(at, ps, "edge at %" PRIu64 " ps is not on the grid (next: %" PRIu64 ")", ps,
		     at);
	return n;
}

static size_t edges_of(const struct vcd_data *v, char id, struct vcd_change *edges)
{
	size_t n = 0;

	for (size_t i = 1; i < v->nr; i++)
		if (v->changes[i].id == id && v->changes[i].at != v->first)
			edges[n++] = v->changes[i];
	return n;
}

/* SCBR 3: in a word every half period is 3 half cycles, and words start on whole cycles. */
Test(vcd, clock_edges_on_the_half_cycle_grid)
{
	struct vcd_change *edges;
	struct vcd_data v;
	uint64_t n, before = 0;
	size_t nr;

	run_vcd(NULL);
	v = vcd_read("pins.vcd");
	edges = keep(calloc(v.nr + 1, sizeof(*edges)));
	nr = edges_of(&v, v.sck, edges);
	cr_assert_eq(nr, WORDS * 16);
	for (size_t i = 0; i < nr; i++, before = n) {
		n = half_cycle(edges[i].at);
		cr_assert_eq(edges[i].value, i % 2 ? '0' : '1');
		if (i % 16)
			cr_assert_eq(n - before, SCBR, "half period before edge %zu is %" PRIu64, i,
				     n - before);
		else if (i)
			cr_assert_geq(n - before, SCBR, "words overlap at edge %zu", i);
	}
}

Test(vcd, chip_select_frames_the_clock)
{
	json_t *report = run_vcd(NULL);
	struct vcd_data v = vcd_read("pins.vcd");
	struct vcd_change cs[8], *sck = keep(calloc(v.nr + 1, sizeof(*sck)));
	size_t nr = edges_of(&v, v.sck, sck);

	cr_assert_eq(edges_of(&v, v.cs, cs), 2);
	cr_assert(cs[0].value == '0' && cs[1].value == '1');
	cr_assert_lt(cs[0].at, sck[0].at);
	cr_assert_gt(cs[1].at, sck[nr - 1].at);
	cr_assert_eq(cs[0].at, (uint64_t)report_int(report, "transactions.0.start_ps"));
	cr_assert_eq(cs[1].at, (uint64_t)report_int(report, "transactions.0.end_ps"));
}

/* MISO and MOSI never change where mode 0 samples them. */
Test(vcd, data_is_stable_at_rising_edges)
{
	uint64_t sampled = 0, changed = 0;
	struct vcd_data v;

	run_vcd(NULL);
	v = vcd_read("pins.vcd");
	for (size_t i = 0; i < v.nr; i++) {
		const struct vcd_change *c = &v.changes[i];

		if (c->id == v.sck && c->value == '1')
			sampled = c->at;
		if (c->id == v.mosi || c->id == v.miso)
			changed = c->at;
		cr_assert(!sampled || sampled != changed, "data changes at %" PRIu64, sampled);
	}
}

Test(vcd, window_all_has_the_boot)
{
	struct vcd_data v;
	struct vcd_words w;
	size_t at = 0;

	run_vcd("all");
	v = vcd_read("pins.vcd");
	w = vcd_words(&v);
	cr_assert_gt(w.nr, WORDS);
	while (at < w.nr && w.mosi[at] != 0x9f)
		at++;
	cr_assert_lt(at, w.nr, "no read of the flash's identity");
	same_bytes(w.miso + at + 1, 3, "\x01\x02\x20", 3, "identity of the S25FL512S");
	expect_read(w.mosi + w.nr - WORDS, w.miso + w.nr - WORDS);
}

Test(vcd, window_of_two_times)
{
	json_t *report = run_vcd(NULL);
	uint64_t from = report_int(report, "transactions.0.start_ps") + 1000000000ULL;
	uint64_t to = from + 20000000ULL;
	struct vcd_data v;

	run_vcd(text("%" PRIu64 " ps..%" PRIu64 " ps", from, to));
	v = vcd_read("pins.vcd");
	cr_assert_eq(v.first, from);
	cr_assert_leq(v.last, to + 1);
	cr_assert_gt(v.nr, 16);
	for (size_t i = 0; i < v.nr; i++)
		cr_assert(v.changes[i].at >= from && v.changes[i].at <= to);
}

#define SIGROK_WORDS (5 + 512)

/* "spi-1: 13" per byte. */
static size_t sigrok_bytes(const char *what, uint8_t *bytes, size_t max)
{
	const char *const argv[] = {"sigrok-cli",
				    "-I",
				    "vcd:downsample=1000",
				    "-i",
				    "pins.vcd",
				    "-P",
				    "spi:clk=spi1_sck:mosi=spi1_mosi:miso=spi1_miso:cs=spi1_cs0",
				    "-A",
				    text("spi=%s-data", what),
				    NULL};
	struct said s = program(NULL, argv);
	size_t n = 0;

	if (s.code == 127)
		cr_skip_test("sigrok-cli is not installed");
	cr_assert(s.code == 0 && !s.err_len, "sigrok-cli: %s", s.err);
	for (const char *p = s.out; n < max && (p = strstr(p, ": ")); p += 2)
		bytes[n++] = (uint8_t)strtoul(p + 2, NULL, 16);
	return n;
}

/* The command of twin/trace/README.md. */
Test(vcd, sigrok_decodes_it)
{
	static const uint8_t command[5] = {0x13, 0, 0, 0x10, 0x00};
	uint8_t mosi[SIGROK_WORDS + 1], miso[SIGROK_WORDS + 1];
	struct said s;

	s = SPITWIN("run",
		    scenario_of("s.yaml", "fill: prng",
				"dd if=/dev/mtd0 of=/dev/null bs=512 skip=8 count=1"),
		    "--vcd", "pins.vcd");
	expect_code(&s, 0);
	cr_assert_eq(sigrok_bytes("mosi", mosi, SIGROK_WORDS + 1), SIGROK_WORDS);
	cr_assert_eq(sigrok_bytes("miso", miso, SIGROK_WORDS + 1), SIGROK_WORDS);
	same_bytes(mosi, 5, command, 5, "command and address");
	for (int i = 0; i < 512; i++)
		cr_assert_eq(miso[5 + i], tw_fill_prng(512 * 8 + i), "byte %d", i);
}
