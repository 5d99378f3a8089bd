/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef FUZZ_SCENARIO_TARGET_H
#define FUZZ_SCENARIO_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Loads the bytes as a scenario, without and with overrides; aborts when a promise is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many inputs were accepted so far, of how many. */
void fuzz_scenario_counts(size_t *accepted, size_t *total);

#endif
