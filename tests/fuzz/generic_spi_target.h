/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef FUZZ_GENERIC_SPI_TARGET_H
#define FUZZ_GENERIC_SPI_TARGET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads the bytes as the description of a register device; one that is accepted talks to the bytes
 * themselves. Aborts when a promise is broken.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many inputs were accepted so far, of how many. */
void fuzz_generic_spi_counts(size_t *accepted, size_t *total);

#ifdef __cplusplus
}
#endif

#endif
