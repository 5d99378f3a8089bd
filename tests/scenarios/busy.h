/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Processes that keep the machine busy. */
#ifndef SCENARIOS_BUSY_H
#define SCENARIOS_BUSY_H

void busy_start(int processes);
void busy_stop(void);

#endif
