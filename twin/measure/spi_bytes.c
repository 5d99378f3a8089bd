// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/spi_bytes.h"

#include <stdlib.h>

#include "trace/mem.h"

static void add_byte(struct spi_bytes *b, uint8_t mosi, uint8_t miso)
{
	b->mosi = mem_grow(b->mosi, b->used, &b->cap_mosi, 1);
	b->miso = mem_grow(b->miso, b->used, &b->cap_miso, 1);
	b->mosi[b->used] = mosi;
	b->miso[b->used++] = miso;
}

unsigned int spi_bytes_add(struct spi_bytes *b, const struct pin_word *w)
{
	unsigned int n = (w->bits + 7) / 8;

	if (b->used + n > SPI_BYTES_MAX)
		return 0;
	for (unsigned int i = n; i-- > 0;)
		add_byte(b, (uint8_t)(w->mosi >> 8 * i), (uint8_t)(w->miso >> 8 * i));
	return n;
}

void spi_bytes_free(struct spi_bytes *b)
{
	free(b->mosi);
	free(b->miso);
}
