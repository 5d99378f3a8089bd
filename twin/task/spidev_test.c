// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * spidev_test of the kernel's tools/spi (6.1): one SPI message by /dev/spidevB.C, its system calls
 * and output. Not modelled: program start; numbers must be decimal and whole where the real one
 * takes what atoi() does.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "options.h"
#include "spidev.h"
#include "stream.h"

#define TOOL "spidev_test"
#define SPI_INTERVAL 5		/* s, between two lines about the rate */

static const uint8_t spi_default[32] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x40, 0x00, 0x00, 0x00, 0x00, 0x95, 0xff, 0xff, 0xff,
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0xf0, 0x0d,
};

struct spi_state {
	const struct twin_task_api *api;
	const struct spi_options *o;
	struct task_stream out;
	int fd;
	uint32_t mode, speed;
	uint8_t bits;
	uint64_t moved;		/* bytes */
	struct random_data random;
	char random_state[128];
};

/* perror() and abort(): what is still in the buffer of standard output is lost. */
static int spi_abort(struct spi_state *s, const char *what, long err)
{
	s->out.used = 0;
	task_printf(s->api, 2, "%s: %s\n", what, task_strerror(err));
	task_raise(s->api, SIGABRT);
	return 1;
}

/* An ioctl() on a value that the kernel must find in the task's memory. 0 or -errno. */
static long spi_value(struct spi_state *s, unsigned long request, void *value, size_t size)
{
	uint32_t user = 0;
	long ret;

	memcpy(&user, value, size);
	ret = task_ioctl(s->api, s->fd, request, &user);
	memcpy(value, &user, size);
	return ret < 0 ? ret : 0;
}

static int spi_set_up(struct spi_state *s)
{
	const struct {
		unsigned long set, get;
		void *value;
		size_t size;
		const char *name;
	} steps[] = {
		{ SPI_IOC_WR_MODE32, SPI_IOC_RD_MODE32, &s->mode, 4, "spi mode" },
		{ SPI_IOC_WR_BITS, SPI_IOC_RD_BITS, &s->bits, 1, "bits per word" },
		{ SPI_IOC_WR_SPEED, SPI_IOC_RD_SPEED, &s->speed, 4, "max speed hz" },
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		uint32_t wanted = s->mode;
		char what[40];
		long ret = spi_value(s, steps[i].set, steps[i].value, steps[i].size);

		snprintf(what, sizeof(what), "can't set %s", steps[i].name);
		if (ret < 0)
			return spi_abort(s, what, ret);
		ret = spi_value(s, steps[i].get, steps[i].value, steps[i].size);
		snprintf(what, sizeof(what), "can't get %s", steps[i].name);
		if (ret < 0)
			return spi_abort(s, what, ret);
		if (s->mode != wanted)
			stream_printf(&s->out, "WARNING device does not support requested mode "
				      "0x%x\n", wanted);
	}
	stream_printf(&s->out, "spi mode: 0x%x\nbits per word: %u\nmax speed: %u Hz (%u kHz)\n",
		      s->mode, s->bits, s->speed, s->speed / 1000);
	return 0;
}

/* Rows of 32 bytes, the last one filled up. */
static void spi_dump(struct spi_state *s, const uint8_t *bytes, size_t len, const char *prefix)
{
	for (size_t at = 0; at < len || !at; at += 32) {
		size_t n = len - at < 32 ? len - at : 32;

		stream_printf(&s->out, "%s | ", prefix);
		if (!len)
			return;
		for (size_t i = 0; i < 32; i++) {
			if (i < n)
				stream_printf(&s->out, "%02X ", bytes[at + i]);
			else
				stream_printf(&s->out, "__ ");
		}
		stream_printf(&s->out, " |");
		for (size_t i = 0; i < n; i++) {
			uint8_t c = bytes[at + i];

			stream_printf(&s->out, "%c", c < 32 || c > 126 ? '.' : c);
		}
		stream_printf(&s->out, "|\n");
	}
}

/* Lines in use, by the modes that name them. */
static unsigned int spi_lines(uint32_t mode, uint32_t dual, uint32_t quad, uint32_t octal)
{
	if (mode & octal)
		return 8;
	if (mode & quad)
		return 4;
	return mode & dual ? 2 : 0;
}

/* One direction only when several lines are used, unless it is a loop. */
static void spi_directions(struct spi_transfer *t, uint32_t mode)
{
	t->tx_nbits = spi_lines(mode, SPI_TX_DUAL, SPI_TX_QUAD, SPI_TX_OCTAL);
	t->rx_nbits = spi_lines(mode, SPI_RX_DUAL, SPI_RX_QUAD, SPI_RX_OCTAL);
	if (mode & SPI_LOOP)
		return;
	if (t->tx_nbits)
		t->rx_buf = 0;
	else if (t->rx_nbits)
		t->tx_buf = 0;
}

static int spi_save(struct spi_state *s, const uint8_t *rx, size_t len)
{
	long ret, fd;

	if (!*s->o->output)
		return 0;
	fd = task_open(s->api, s->o->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (fd < 0)
		return spi_abort(s, "could not open output file", fd);
	ret = task_write(s->api, fd, rx, len);
	if (ret != (long)len)
		return spi_abort(s, "not all bytes written to output file", ret < 0 ? ret : 0);
	task_close(s->api, fd);
	return 0;
}

static int spi_transfer(struct spi_state *s, const uint8_t *tx, uint8_t *rx, size_t len)
{
	struct spi_transfer t = {
		.tx_buf = (uintptr_t)tx, .rx_buf = (uintptr_t)rx, .len = len, .speed_hz = s->speed,
		.delay_usecs = s->o->delay, .bits_per_word = s->bits,
	};
	long ret;

	spi_directions(&t, s->mode);
	ret = task_ioctl(s->api, s->fd, SPI_IOC_MESSAGE_1, &t);
	if (ret < 1)
		return spi_abort(s, "can't send spi message", ret);
	if (s->o->flags & SPI_VERBOSE)
		spi_dump(s, tx, len, "TX");
	if (spi_save(s, rx, len))
		return 1;
	if (s->o->flags & SPI_VERBOSE)
		spi_dump(s, rx, len, "RX");
	return 0;
}

/* Memory for both directions; *rx is behind what is sent. */
static uint8_t *spi_buffers(struct spi_state *s, size_t len, uint8_t **rx)
{
	uint8_t *tx = task_alloc(s->api, 2 * len + 1);

	if (!tx)
		spi_abort(s, "can't allocate tx buffer", -ENOMEM);
	*rx = tx ? tx + len : NULL;
	return tx;
}

static int spi_send(struct spi_state *s, const uint8_t *bytes, size_t len)
{
	uint8_t *rx, *tx = spi_buffers(s, len, &rx);

	if (!tx)
		return 1;
	memcpy(tx, bytes, len);
	return spi_transfer(s, tx, rx, len);
}

static int spi_send_file(struct spi_state *s)
{
	struct task_stat st;
	uint8_t *tx, *rx;
	long n, fd, ret = task_stat(s->api, s->o->input, &st);

	if (ret < 0)
		return spi_abort(s, "can't stat input file", ret);
	fd = task_open(s->api, s->o->input, O_RDONLY, 0);
	if (fd < 0)
		return spi_abort(s, "can't open input file", fd);
	tx = spi_buffers(s, st.size, &rx);
	if (!tx)
		return 1;
	n = task_read(s->api, fd, tx, st.size);
	if (n != st.size)
		return spi_abort(s, "failed to read input file", n < 0 ? n : 0);
	if (spi_transfer(s, tx, rx, st.size))
		return 1;
	task_close(s->api, fd);
	return 0;
}

/* Pseudo-random bytes as random() gives them to a program that sets no seed. */
static int spi_send_random(struct spi_state *s, uint8_t *tx, uint8_t *rx)
{
	uint32_t len = s->o->size;
	int32_t value;

	for (uint32_t i = 0; i < len; i++) {
		random_r(&s->random, &value);
		tx[i] = value;
	}
	if (spi_transfer(s, tx, rx, len))
		return 1;
	s->moved += len;
	if (!(s->mode & SPI_LOOP) || !memcmp(tx, rx, len))
		return 0;
	task_printf(s->api, 2, "transfer error !\n");
	spi_dump(s, tx, len, "TX");
	spi_dump(s, rx, len, "RX");
	return 1;
}

static int spi_repeat(struct spi_state *s)
{
	uint64_t told = task_clock(s->api) / 1000000000U, before = 0;
	uint8_t *rx, *tx = spi_buffers(s, s->o->size, &rx);

	if (!tx)
		return 1;
	initstate_r(1, s->random_state, sizeof(s->random_state), &s->random);
	for (uint32_t i = 0; i < s->o->iterations; i++) {
		uint64_t now;
		double rate;

		if (spi_send_random(s, tx, rx))
			return 1;
		now = task_clock(s->api) / 1000000000U;
		if (now <= told + SPI_INTERVAL)
			continue;
		rate = (s->moved - before) * 8 / (SPI_INTERVAL * 1000.0);
		stream_printf(&s->out, "rate: tx %.1fkbps, rx %.1fkbps\n", rate, rate);
		before = s->moved;
		told = now;
	}
	stream_printf(&s->out, "total: tx %.1fKB, rx %.1fKB\n", s->moved / 1024.0,
		      s->moved / 1024.0);
	return 0;
}

static int spi_run(const struct twin_task_api *api, void *arg)
{
	const struct spi_options *o = arg;
	struct spi_state s = {
		.api = api, .o = o, .mode = o->mode, .speed = o->speed, .bits = o->bits,
	};
	int status;

	if (options_shown(api, &spi_table, &o->head))
		return 0;
	stream_open(&s.out, api, 1);
	s.fd = task_open(api, o->device, O_RDWR, 0);
	if (s.fd < 0)
		return spi_abort(&s, "can't open device", s.fd);
	if (spi_set_up(&s))
		return 1;
	if (o->flags & SPI_SEND)
		status = spi_send(&s, o->send, o->send_len);
	else if (*o->input)
		status = spi_send_file(&s);
	else if (o->size)
		status = spi_repeat(&s);
	else
		status = spi_send(&s, spi_default, sizeof(spi_default));
	task_close(api, s.fd);
	stream_flush(&s.out);
	return status;
}

static int spi_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&spi_table, argv, arg, word, err);
}

const struct task_info kind_spidev_test = {
	.name = TOOL,
	.doc = "send an SPI message by /dev/spidevB.C (kernel tools/spi)",
	.options = &spi_table,
	.prepare = spi_prepare,
	.run = spi_run,
	.release = free,
};
