/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Time that the commands' own loops over data take, ps per byte. ASSUMED, for a core like the
 * SAMA5D36's at 528 MHz; the cost table has no keys for them, so they are the same on every board.
 */
#ifndef TWIN_TASK_PACE_H
#define TWIN_TASK_PACE_H

/* memcpy, memcmp, memchr: as a copy of the kernel, mem.copy_byte (plausible 500 to 5000). */
#define PACE_PASS 2000
/* memset: as mem.set_byte (plausible 250 to 2500). */
#define PACE_FILL 800
/* printf() of one byte, twice as hexdump does: some 600 instructions (500000 to 4000000). */
#define PACE_PRINT 1500000

#endif
