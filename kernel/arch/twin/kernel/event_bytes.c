// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first bytes of a transfer's buffers, which the SPI core's tracepoints print. The host fetches
 * them: a device may own a buffer now, and reading it here would look like a driver's bug.
 */
#include <linux/minmax.h>
#include <linux/spi/spi.h>
#include <twin_trace_flags.h>
#include <trace/events/spi.h>
#include "events.h"

#define TWIN_BYTES_SHOWN 64	/* as in spi_transfer_start's text */

static u64 twin_word_at(const u8 *bytes, u64 n)
{
	u64 word = 0, i;

	for (i = 0; i < 8 && i < n; i++)
		word |= (u64)bytes[i] << 8 * i;
	return word;
}

static void emit_buffer(const void *buf, u32 len, u8 flags)
{
	static u8 bytes[TWIN_BYTES_SHOWN];	/* not RAM of the board */
	u64 n = twin_call(TWIN_CALL_PEEK, (u64)buf, min_t(u32, len, sizeof(bytes)), (u64)bytes, 0);
	u64 at, left;

	for (at = 0; at < n; at += 16) {
		left = n - at;
		twin_emit_flags(TWIN_EV_SPI_XFER_BYTES, TWIN_CLASS_DETAIL,
				flags | (left < 16 ? left : 16), twin_word_at(bytes + at, left),
				left > 8 ? twin_word_at(bytes + at + 8, left - 8) : 0);
	}
}

void twin_emit_bytes(const struct spi_message *msg, const struct spi_transfer *xfer)
{
	if (!twin_emits(TWIN_CLASS_DETAIL))
		return;
	if (spi_valid_txbuf(msg, xfer))
		emit_buffer(xfer->tx_buf, xfer->len, 0);
	if (spi_valid_rxbuf(msg, xfer))
		emit_buffer(xfer->rx_buf, xfer->len, TWIN_BYTES_RX);
}
