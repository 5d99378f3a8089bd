/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The SPI pins as a value change dump (IEEE 1364), timescale 1 ps, one scope per controller.
 *
 * Edges are synthesised from the words of pins_order.h on the half-cycle grid. With CPHA 0, bit i
 * is sampled at edge 2i: MOSI and MISO change at edge 2i - 1, and for the first bit half an SCK
 * period before the first edge (both pins; a real device shows its first bit a little earlier or
 * later). With CPHA 1 they change at edge 2i and are sampled at edge 2i + 1. Between words the pins
 * keep their level. x: nothing known yet; z: nobody drives MISO. SCK takes its idle level half an
 * SCK period before the first edge, the very first time half a period before chip select.
 *
 * Changes are held back for VCD_HOLD and written in time order; time never goes backwards in the
 * file. The header has no date, host or path: equal streams give equal files.
 */
#ifndef TRACE_VCD_H
#define TRACE_VCD_H

#include <stdint.h>

#include "trace/trace.h"

/* Longest half SCK period whose first MOSI bit is placed exactly, ps. */
#define VCD_HOLD 1000000000ULL

enum vcd_window_kind {
	VCD_TASKS, /* from the begin of the first task to the end of the last */
	VCD_ALL,
	VCD_RANGE, /* [from, to] ps */
};

struct vcd_window {
	enum vcd_window_kind kind;
	uint64_t from, to;
};

struct vcd;

/* Opens temporary files beside `path`; NULL with one line in `err` (TRACE_ERR_SIZE). */
struct vcd *vcd_open(const char *path, const struct vcd_window *window, char *err);
struct reducer vcd_reducer(struct vcd *vcd);
/* Changes that came too late for their place and were written at the time reached by then. */
uint64_t vcd_late(const struct vcd *vcd);
/* Words that could not be drawn (pin_decoder.bad): no clock, impossible shape, damaged burst. */
uint64_t vcd_bad(const struct vcd *vcd);
/* After trace_end(): writes the file under its name; frees. 0, or -1 with `err` and no file. */
int vcd_close(struct vcd *vcd, char *err);
/* Gives up: removes the temporary files; frees. NULL is allowed. */
void vcd_abandon(struct vcd *vcd);

#endif
