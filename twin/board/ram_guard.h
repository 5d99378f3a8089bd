/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Hosted code that reads what a device wrote and nobody synced (models/memory/stale_watch.h) is
 * caught at that instruction, by the host's memory protection. Costs no simulated time. At the
 * first task it starts afresh, since variants of the run branch off there: what boot left unsynced
 * is forgotten.
 */
#ifndef TWIN_BOARD_RAM_GUARD_H
#define TWIN_BOARD_RAM_GUARD_H

struct machine;

/* While the board runs, between host_fault_install() and host_fault_remove(). 0 or -1 (errno). */
int ram_guard_start(struct machine *m);
void ram_guard_stop(struct machine *m);

#endif
