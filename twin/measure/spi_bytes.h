/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What went over the wire, one pool for all transactions. */
#ifndef MEASURE_SPI_BYTES_H
#define MEASURE_SPI_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "trace/pins.h"

/* Beyond this many bytes per direction the rest is counted but not kept. */
#define SPI_BYTES_MAX (16u << 20)

struct spi_bytes {
	uint8_t *mosi, *miso;
	size_t used, cap_mosi, cap_miso;
};

/* Appends words, those of them for which there is room; returns the bytes kept. */
size_t spi_bytes_add(struct spi_bytes *b, const struct pin_words *words);
void spi_bytes_free(struct spi_bytes *b);

#endif
