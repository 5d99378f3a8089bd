// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"
#include "trace/pins.h"
#include "trace/vcd.h"

static char err[TRACE_ERR_SIZE];

static char *draw(const struct stream *s, const struct vcd_window *w, uint64_t end)
{
	struct trace *t = trace_new();
	struct vcd *vcd = vcd_open("out.vcd", w, err);
	struct reducer r;

	cr_assert(vcd, "%s", err);
	r = vcd_reducer(vcd);
	trace_add(t, &r);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, end, err), 0, "%s", err);
	cr_assert_eq(vcd_bad(vcd), 0);
	cr_assert_eq(vcd_late(vcd), 0);
	cr_assert_eq(vcd_close(vcd, err), 0, "%s", err);
	trace_free(t);
	return slurp("out.vcd", NULL);
}

TestSuite(vcd, .init = enter_scratch, .fini = leave_scratch);

/* 0xA5 out, 0x3C in, mode 0, half period 10 ns, first edge at 1000 ns. */
Test(vcd, one_word_is_drawn_edge_by_edge)
{
	static const char expected[] = "$version spitwin $end\n"
				       "$timescale 1 ps $end\n"
				       "$scope module spi1 $end\n"
				       "$var wire 1 ! sck $end\n"
				       "$var wire 1 \" mosi $end\n"
				       "$var wire 1 # miso $end\n"
				       "$var wire 1 $ cs0 $end\n"
				       "$upscope $end\n"
				       "$enddefinitions $end\n"
				       "#0\n$dumpvars\nx!\nx\"\nx#\n1$\n$end\n"
				       "#890000\n0!\n"
				       "#900000\n0$\n"
				       "#990000\n1\"\n0#\n"
				       "#1000000\n1!\n#1010000\n0!\n0\"\n" /* bit 1: 0, 0 */
				       "#1020000\n1!\n#1030000\n0!\n1\"\n1#\n"
				       "#1040000\n1!\n#1050000\n0!\n0\"\n"
				       "#1060000\n1!\n#1070000\n0!\n"
				       "#1080000\n1!\n#1090000\n0!\n1\"\n"
				       "#1100000\n1!\n#1110000\n0!\n0\"\n0#\n"
				       "#1120000\n1!\n#1130000\n0!\n1\"\n"
				       "#1140000\n1!\n#1150000\n0!\n"
				       "#1300000\n1$\n"
				       "#2000000\n";
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};
	struct stream s = {0};
	char *text;

	stream_clock(&s, 1, w.hz);
	stream_cs_initial(&s, 0x100, 1);
	stream_cs(&s, 900 * NS, 0x100, 0);
	stream_word(&s, &w, 100, 0xa5, 0x3c);
	stream_cs(&s, 1300 * NS, 0x100, 1);
	text = draw(&s, &(struct vcd_window){.kind = VCD_ALL}, 2 * US);
	cr_assert_str_eq(text, expected);
	free(text);
	stream_free(&s);
}

/* Every SCK edge of SCBR 3 at 132 MHz is floor((n0 + 3k) * 10^12 / 264000000). */
Test(vcd, clock_edges_lie_on_the_grid)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 132000000, .scbr = 3};
	struct stream s = {0};
	uint64_t time = 0, n = 1000000000001ULL, edges = 0;
	char *text, *line;

	stream_clock(&s, 1, w.hz);
	stream_word(&s, &w, n, 0x5a, 0);
	stream_word(&s, &w, n + 48, 0xff, 0);
	text = draw(&s, &(struct vcd_window){.kind = VCD_ALL}, TWIN_TIME_NEVER - 1);
	for (line = strtok(strstr(text, "$dumpvars"), "\n"); line; line = strtok(NULL, "\n")) {
		if (*line == '#')
			time = strtoull(line + 1, NULL, 10);
		if (strcmp(line, "1!") && strcmp(line, "0!"))
			continue;
		if (edges) /* the first change is the idle level */
			cr_assert_eq(time, (unsigned __int128)(n + 3 * (edges - 1)) * 125000 / 33,
				     "edge %" PRIu64 " at %" PRIu64, edges - 1, time);
		edges++;
	}
	cr_assert_eq(edges, 33);
	free(text);
	stream_free(&s);
}

Test(vcd, mode_3_changes_on_the_falling_edge)
{
	const struct word_shape w = {
		.controller = 2, .bits = 2, .mode = 3, .hz = 50000000, .scbr = 1};
	struct stream s = {0};
	char *text;

	stream_clock(&s, 2, w.hz);
	stream_cs_initial(&s, 0x201, 1);
	stream_cs(&s, 900 * NS, 0x201, 0);
	stream_word(&s, &w, 100, 2, 1);
	text = draw(&s, &(struct vcd_window){.kind = VCD_ALL}, 2 * US);
	cr_assert_str_eq(strstr(text, "#890000"), "#890000\n1!\n#900000\n0$\n"
						  "#1000000\n0!\n1\"\n0#\n#1010000\n1!\n"
						  "#1020000\n0!\n0\"\n1#\n#1030000\n1!\n"
						  "#2000000\n");
	free(text);
	stream_free(&s);
}

Test(vcd, task_window_is_the_default_and_keeps_earlier_levels)
{
	struct stream s = {0};
	char *text;

	stream_story(&s);
	text = draw(&s, &(struct vcd_window){.kind = VCD_TASKS}, STORY_END);
	/* The boot transaction left MOSI and MISO at the last bit of 9f and ff. */
	cr_assert(strstr(text, "#10000000\n$dumpvars\n0!\n1\"\n1#\n1$\n$end\n#12000000\n0$\n"));
	cr_assert_str_eq(text + strlen(text) - 10, "#25400000\n");
	cr_assert_not(strstr(text, "#1000000\n"));
	free(text);
	stream_free(&s);
}

Test(vcd, range_window)
{
	struct stream s = {0};
	char *text;

	stream_story(&s);
	text = draw(&s, &(struct vcd_window){VCD_RANGE, 14 * US, 14160 * NS}, STORY_END);
	/* A change at the very end still gets a stamp behind it. */
	cr_assert_str_eq(strstr(text, "#14000000"), "#14000000\n$dumpvars\n0!\n0\"\n1#\n0$\n$end\n"
						    "#14160000\n1$\n#14160001\n");
	free(text);
	stream_free(&s);
}

/* A chip select edge known one pad delay ahead, words recorded afterwards. */
Test(vcd, records_out_of_order_do_not_move_time_back)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};
	struct stream s = {0};
	uint64_t last = 0, time;
	char *text, *p;

	stream_clock(&s, 1, w.hz);
	stream_cs_initial(&s, 0x100, 1);
	stream_cs(&s, 900 * NS, 0x100, 0);
	stream_cs(&s, 5 * US, 0x100, 1);
	stream_word(&s, &w, 200, 0xff, 0xff);
	stream_word(&s, &w, 100, 0x00, 0x00);
	text = draw(&s, &(struct vcd_window){.kind = VCD_ALL}, 6 * US);
	for (p = strchr(text, '#'); p; p = strstr(p + 1, "\n#")) {
		time = strtoull(p + (*p == '\n') + (*p == '#' || p[1] == '#'), NULL, 10);
		if (p[1] == '\0')
			break;
		cr_assert(time >= last, "%" PRIu64 " after %" PRIu64, time, last);
		last = time;
	}
	cr_assert_eq(last, 6 * US);
	cr_assert(strstr(text, "#1000000\n1!\n#1010000\n0!\n"));
	free(text);
	stream_free(&s);
}

Test(vcd, nobody_drives_miso)
{
	const struct word_shape w = {
		.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1, .floats = 1};
	struct stream s = {0};
	char *text;

	stream_clock(&s, 1, w.hz);
	stream_word(&s, &w, 100, 0x00, 0xff);
	text = draw(&s, &(struct vcd_window){.kind = VCD_ALL}, 2 * US);
	cr_assert(strstr(text, "z#\n"));
	cr_assert_not(strstr(text, "1#\n"));
	free(text);
	stream_free(&s);
}

Test(vcd, unwritable_directory_is_one_clear_line)
{
	cr_assert_null(vcd_open("no/such/dir/x.vcd", &(struct vcd_window){0}, err));
	cr_assert_str_eq(err, "no/such/dir/x.vcd: error: cannot write: No such file or directory; "
			      "check the directory");
}

Test(vcd, abandoned_leaves_nothing)
{
	struct vcd *vcd = vcd_open("a.vcd", &(struct vcd_window){0}, err);

	vcd_abandon(vcd);
	cr_assert_eq(access("a.vcd", F_OK), -1);
	cr_assert_eq(access("a.vcd.body.tmp", F_OK), -1);
	cr_assert_eq(access("a.vcd.tmp", F_OK), -1);
}

/* No clock record: the word cannot be placed, and that is counted. */
Test(vcd, word_without_clock_is_counted)
{
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};
	struct vcd *vcd = vcd_open("a.vcd", &(struct vcd_window){.kind = VCD_ALL}, err);
	struct reducer r = vcd_reducer(vcd);
	struct stream s = {0};

	stream_word(&s, &w, 100, 0, 0);
	for (size_t i = 0; i < s.used; i++)
		r.event(r.state, &s.ev[i]);
	cr_assert_eq(vcd_bad(vcd), 1);
	vcd_abandon(vcd);
	stream_free(&s);
}
