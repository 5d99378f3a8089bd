// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>

#include "numbers.h"
#include "spidev.h"

#define SPI_MOST_BYTES (1U << 20)	/* spidev's own limit is smaller, and it says so itself */

static int spi_set_number(void *options, const struct option_row *row, const char *value, char *err)
{
	uint64_t number, most = row->bit ? row->bit : UINT32_MAX;

	if (number_parse(value, strlen(value), 0, &number) || number > most ||
	    value[strspn(value, "0123456789")])
		return option_error(err, "'%.40s' is no number up to %lu", value,
				    (unsigned long)most);
	*(uint32_t *)((char *)options + row->offset) = number;
	return 0;
}

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *found;

	if (c >= 'A' && c <= 'F')
		c += 'a' - 'A';
	found = c ? strchr(digits, c) : NULL;
	return found ? (int)(found - digits) : -1;
}

/* Characters, and bytes written \xHH. */
static int spi_set_send(void *options, const struct option_row *row, const char *value, char *err)
{
	struct spi_options *o = options;

	o->flags |= SPI_SEND;
	for (o->send_len = 0; *value; o->send_len++) {
		if (o->send_len == SPI_SEND_MOST)
			return option_error(err, "more than %d bytes to send", SPI_SEND_MOST);
		if (value[0] != '\\' || value[1] != 'x') {
			o->send[o->send_len] = *value++;
			continue;
		}
		if (hex_digit(value[2]) < 0 || hex_digit(value[3]) < 0)
			return option_error(err, "malformed input string; \\x needs two "
					    "hexadecimal digits");
		o->send[o->send_len] = hex_digit(value[2]) * 16 + hex_digit(value[3]);
		value += 4;
	}
	return 0;
}

#define AT(field) offsetof(struct spi_options, field)
#define MODE option_set_bit, AT(mode)

static const struct option_row spi_rows[] = {
	{ "device", 'D', "FILE", "device (/dev/spidev1.1)", option_set_path, AT(device), 0 },
	{ "speed", 's', "HZ", "speed (500000)", spi_set_number, AT(speed), 0 },
	{ "delay", 'd', "US", "delay after the transfer", spi_set_number, AT(delay), 65535 },
	{ "bpw", 'b', "BITS", "bits per word (8)", spi_set_number, AT(bits), 255 },
	{ "input", 'i', "FILE", "send a file", option_set_path, AT(input), 0 },
	{ "output", 'o', "FILE", "keep what is received in a file", option_set_path, AT(output),
	  0 },
	{ "loop", 'l', NULL, "loopback", MODE, SPI_LOOP },
	{ "cpha", 'H', NULL, "clock phase", MODE, SPI_CPHA },
	{ "cpol", 'O', NULL, "clock polarity", MODE, SPI_CPOL },
	{ "lsb", 'L', NULL, "least significant bit first", MODE, SPI_LSB_FIRST },
	{ "cs-high", 'C', NULL, "chip select is active high", MODE, SPI_CS_HIGH },
	{ "3wire", '3', NULL, "one data line", MODE, SPI_3WIRE },
	{ "verbose", 'v', NULL, "show bytes", option_set_bit, AT(flags), SPI_VERBOSE },
	{ NULL, 'p', "DATA", "send characters and \\xHH", spi_set_send, 0, 0 },
	{ "no-cs", 'N', NULL, "no chip select", MODE, SPI_NO_CS },
	{ "ready", 'R', NULL, "the device may ask for a pause", MODE, SPI_READY },
	{ "dual", '2', NULL, "two data lines", MODE, SPI_TX_DUAL },
	{ "quad", '4', NULL, "four data lines", MODE, SPI_TX_QUAD },
	{ NULL, '8', NULL, "eight data lines", MODE, SPI_TX_OCTAL },
	{ "size", 'S', "BYTES", "send so many random bytes, as often as -I says", spi_set_number,
	  AT(size), SPI_MOST_BYTES },
	{ "iter", 'I', "N", "how often", spi_set_number, AT(iterations), INT32_MAX },
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 },
};

static int spi_no_operand(void *options, unsigned int i, const char *text, char *err)
{
	return option_error(err, "extra operand '%.40s'", text);
}

static void spi_defaults(void *options)
{
	struct spi_options *o = options;

	strcpy(o->device, "/dev/spidev1.1");
	o->speed = 500000;
	o->bits = 8;
}

/* A loop receives on as many lines as it sends on. */
static int spi_check(void *options, char *err)
{
	struct spi_options *o = options;

	if (o->flags & SPI_SEND && *o->input)
		return option_error(err, "only one of -p and --input may be selected");
	if (!(o->mode & SPI_LOOP))
		return 0;
	if (o->mode & SPI_TX_DUAL)
		o->mode |= SPI_RX_DUAL;
	if (o->mode & SPI_TX_QUAD)
		o->mode |= SPI_RX_QUAD;
	if (o->mode & SPI_TX_OCTAL)
		o->mode |= SPI_RX_OCTAL;
	return 0;
}

const struct option_table spi_table = {
	.tool = "spidev_test", .operands = "", .version = "spidev_test (Linux 6.1)",
	.rows = spi_rows, .nr_rows = sizeof(spi_rows) / sizeof(spi_rows[0]),
	.operand = spi_no_operand, .defaults = spi_defaults, .check = spi_check,
	.size = sizeof(struct spi_options),
};
