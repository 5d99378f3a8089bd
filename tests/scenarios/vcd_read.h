/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The value changes of a VCD file with the four pins of one SPI controller. */
#ifndef SCENARIOS_VCD_READ_H
#define SCENARIOS_VCD_READ_H

#include <stddef.h>
#include <stdint.h>

struct vcd_change {
	uint64_t at;	/* ps */
	char id, value; /* '0' '1' 'x' 'z' */
};

struct vcd_data {
	struct vcd_change *changes;
	size_t nr;
	uint64_t first, last;	  /* time stamps */
	char sck, mosi, miso, cs; /* ids of spi1's pins */
};

/* Fails the test when it is malformed or its time goes backwards. */
struct vcd_data vcd_read(const char *name);

/* What a receiver in SPI mode 0 samples while the chip select is low. */
struct vcd_words {
	uint8_t *mosi, *miso;
	size_t nr; /* bytes */
};

struct vcd_words vcd_words(const struct vcd_data *v);

#endif
