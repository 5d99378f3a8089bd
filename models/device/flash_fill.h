/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a flash holds that no image file was given for (option `fill` of the SPI NOR models): pure
 * functions of the byte address, so that a test can compute what a read must return. Plain C.
 *
 *   erased   0xff
 *   counter  every aligned 4 bytes hold their own address, most significant byte first
 *   prng     byte (address % 8), least significant first, of splitmix64's output number address / 8
 *            (its state before that output being (address / 8) * 0x9e3779b97f4a7c15)
 */
#ifndef TW_DEVICE_FLASH_FILL_H
#define TW_DEVICE_FLASH_FILL_H

#include <stdint.h>

enum tw_flash_fill { TW_FILL_ERASED, TW_FILL_COUNTER, TW_FILL_PRNG };

static inline uint8_t tw_fill_counter(uint32_t address)
{
	return (uint8_t)((address & ~3u) >> (24 - 8 * (address & 3)));
}

static inline uint8_t tw_fill_prng(uint32_t address)
{
	uint64_t z = ((uint64_t)(address / 8) + 1) * 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	z ^= z >> 31;
	return (uint8_t)(z >> (8 * (address % 8)));
}

static inline uint8_t tw_fill_byte(enum tw_flash_fill fill, uint32_t address)
{
	switch (fill) {
	case TW_FILL_COUNTER:
		return tw_fill_counter(address);
	case TW_FILL_PRNG:
		return tw_fill_prng(address);
	case TW_FILL_ERASED:
		break;
	}
	return 0xff;
}

#endif
