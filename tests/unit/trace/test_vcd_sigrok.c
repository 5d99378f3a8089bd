// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The VCD as an independent program reads it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"
#include "trace/vcd.h"

static char err[TRACE_ERR_SIZE];

static void draw_flash_read(void)
{
	/* 44 MHz SCK: 132 MHz, SCBR 3; words of a read, each 2.5 us after the one before */
	static const unsigned char mosi[] = {0x13, 0x00, 0x12, 0x34, 0x56, 0x00, 0x00, 0x00};
	static const unsigned char miso[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xde, 0xad, 0x81};
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 132000000, .scbr = 3};
	struct vcd *vcd = vcd_open("pins.vcd", &(struct vcd_window){.kind = VCD_TASKS}, err);
	struct reducer r = vcd_reducer(vcd);
	struct trace *t = trace_new();
	struct stream s = {0};

	trace_add(t, &r);
	stream_clock(&s, 1, w.hz);
	stream_cs_initial(&s, 0x100, 1);
	stream_add(&s, 20000 * US, TWIN_EV_WINDOW, 1, 1);
	stream_cs(&s, 20001 * US, 0x100, 0);
	for (int i = 0; i < 8; i++)
		stream_word(&s, &w, 264 * 20002ULL + 660 * (unsigned int)i, mosi[i], miso[i]);
	stream_cs(&s, 20030 * US, 0x100, 1);
	stream_add(&s, 20040 * US, TWIN_EV_WINDOW, 0, 1);
	stream_push(&s, t);
	cr_assert_eq(trace_end(t, 20050 * US, err), 0);
	cr_assert_eq(vcd_close(vcd, err), 0);
	trace_free(t);
	stream_free(&s);
}

static void decode(const char *what, char *out, size_t size)
{
	char command[512], line[128];
	FILE *p;

	snprintf(command, sizeof(command),
		 "sigrok-cli -I vcd:downsample=1000 -i pins.vcd -P "
		 "spi:clk=sck:mosi=mosi:miso=miso:cs=cs0 -A spi=%s",
		 what);
	*out = '\0';
	p = popen(command, "r");
	while (p && fgets(line, sizeof(line), p)) {
		char *value = strrchr(line, ' ');

		if (value)
			strncat(out, value, size - strlen(out) - 1);
	}
	for (char *c = out; *c; c++)
		if (*c == '\n')
			*c = ' ';
	pclose(p);
}

Test(vcd_sigrok, decodes_to_the_same_bytes, .init = enter_scratch, .fini = leave_scratch)
{
	char out[512];

	if (system("command -v sigrok-cli >/dev/null"))
		cr_skip_test("sigrok-cli is not installed");
	draw_flash_read();
	decode("mosi-data", out, sizeof(out));
	cr_assert_str_eq(out, " 13  00  12  34  56  00  00  00 ");
	decode("miso-data", out, sizeof(out));
	cr_assert_str_eq(out, " FF  FF  FF  FF  FF  DE  AD  81 ");
}
