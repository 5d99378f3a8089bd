/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What hosted code calls where it touches a shared cache line, in plain C: on any stack with 2 KiB
 * left, no exceptions, no allocation but the table's growth, no SystemC. `directory` is a
 * tw::line_directory; line_directory.h says what is modelled.
 *
 * The caller owes:
 * - Calls come in the order of global time, at one instant lowest CPU first: only the CPU that is
 *   earliest of all calls. Time that runs backwards on a line is a fault.
 * - The memory operation itself is done in the same turn as the call, and the CPU goes on at
 *   now + what was returned.
 * - The value because of which a CPU parks is loaded in the turn of tw_line_park(), or by its
 * latest access to that line: then a write in between is noticed.
 */
#ifndef TW_CPU_LINE_ACCESS_H
#define TW_CPU_LINE_ACCESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tw_line_kind {
	TW_LINE_READ,	/* load of a line that others write */
	TW_LINE_WRITE,	/* store, store-release */
	TW_LINE_ATOMIC, /* read-modify-write in this CPU's cache; one that fails to compare, too */
};

/*
 * How long the access of `cpu` at `now` takes, ps, from `now` on, waiting for the line included.
 * For a write: until it is performed everywhere; a core with a store buffer may go on before. Wakes
 * the CPUs that are parked on the line if it is no read. 0 after a fault.
 */
uint64_t tw_line_access(void *directory, uint32_t cpu, uint64_t address, enum tw_line_kind kind,
			uint64_t now);

/*
 * The CPU waits for a write to the line that it has read. ~0: it is parked; the directory's wake
 * function will be told when it goes on. Otherwise somebody has written since: the CPU does not
 * wait, it sees the new value after the time returned, ps. 0 after a fault.
 */
uint64_t tw_line_park(void *directory, uint32_t cpu, uint64_t address, uint64_t now);

/*
 * The CPU stops waiting for another reason (an interrupt). 1 if it was parked, 0 if not. It still
 * holds its copy.
 */
int tw_line_unpark(void *directory, uint32_t cpu);

/*
 * A device has written to the line at `now`, coherently: all copies are gone, memory has the new
 * value, parked CPUs wake and fetch it.
 */
void tw_line_device_write(void *directory, uint64_t address, uint64_t now);

#ifdef __cplusplus
}
#endif

#endif
