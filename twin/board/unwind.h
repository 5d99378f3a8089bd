/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Call chains of hosted code, from the image's call frame information (libdw): the kernel is built
 * without frame pointers, as the board's is, and nothing of it runs for this.
 */
#ifndef TWIN_BOARD_UNWIND_H
#define TWIN_BOARD_UNWIND_H

#include <stddef.h>
#include <stdint.h>

struct machine;

/* DWARF numbers of x86-64: 3 rbx, 6 rbp, 7 rsp, 12..15, 16 return address. */
#define UNWIND_REGS 17
#define UNWIND_RBX 3
#define UNWIND_RBP 6
#define UNWIND_RSP 7
#define UNWIND_RIP 16

struct unwind_state {
	uint64_t reg[UNWIND_REGS];
};

/* State of a task that was switched out, from the frame its stack pointer shows. */
struct unwind_state unwind_switched_out(const struct machine *m, uint64_t sp);

/*
 * Addresses from the innermost frame outwards: the instruction itself, then return addresses minus
 * one, so that each names the line of its call. Returns: how many, at most `max`.
 */
size_t unwind(const struct machine *m, const struct unwind_state *state, uint64_t *pcs, size_t max);

#endif
