// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/spi_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

static uint8_t *reserve(uint8_t *pool, size_t *cap, size_t bytes)
{
	while (*cap < bytes)
		pool = mem_grow(pool, *cap, cap, 1);
	return pool;
}

size_t spi_bytes_add(struct spi_bytes *b, const struct pin_words *words)
{
	size_t each = pin_word_bytes(&words->word), room = (SPI_BYTES_MAX - b->used) / each;
	size_t bytes = each * (words->n < room ? words->n : room);

	if (!bytes)
		return 0;
	b->mosi = reserve(b->mosi, &b->cap_mosi, b->used + bytes);
	b->miso = reserve(b->miso, &b->cap_miso, b->used + bytes);
	memcpy(b->mosi + b->used, words->mosi, bytes);
	memcpy(b->miso + b->used, words->miso, bytes);
	b->used += bytes;
	return bytes;
}

void spi_bytes_free(struct spi_bytes *b)
{
	free(b->mosi);
	free(b->miso);
}
