/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What spidev_test knows of /dev/spidevB.C (uapi/linux/spi/spidev.h, spi.h), and its options. */
#ifndef TWIN_TASK_SPIDEV_H
#define TWIN_TASK_SPIDEV_H

#include "options.h"

struct spi_transfer {
	uint64_t tx_buf, rx_buf;
	uint32_t len, speed_hz;
	uint16_t delay_usecs;
	uint8_t bits_per_word, cs_change, tx_nbits, rx_nbits, word_delay_usecs, pad;
};

#define SPI_IOC_MESSAGE_1 0x40206b00UL
#define SPI_IOC_RD_BITS 0x80016b03UL
#define SPI_IOC_WR_BITS 0x40016b03UL
#define SPI_IOC_RD_SPEED 0x80046b04UL
#define SPI_IOC_WR_SPEED 0x40046b04UL
#define SPI_IOC_RD_MODE32 0x80046b05UL
#define SPI_IOC_WR_MODE32 0x40046b05UL

enum spi_mode {
	SPI_CPHA = 1, SPI_CPOL = 2, SPI_CS_HIGH = 4, SPI_LSB_FIRST = 8, SPI_3WIRE = 0x10,
	SPI_LOOP = 0x20, SPI_NO_CS = 0x40, SPI_READY = 0x80, SPI_TX_DUAL = 0x100,
	SPI_TX_QUAD = 0x200, SPI_RX_DUAL = 0x400, SPI_RX_QUAD = 0x800, SPI_TX_OCTAL = 0x2000,
	SPI_RX_OCTAL = 0x4000,
};

enum spi_flag { SPI_VERBOSE = 1, SPI_SEND = 2 };

#define SPI_SEND_MOST 4096

struct spi_options {
	struct option_head head;
	char device[OPTION_PATH], input[OPTION_PATH], output[OPTION_PATH];
	uint32_t mode, flags, speed, delay, bits, size, iterations;
	uint32_t send_len;
	uint8_t send[SPI_SEND_MOST];	/* of -p */
};

extern const struct option_table spi_table;

#endif
