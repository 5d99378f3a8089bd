/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The state machine behind a struct spi_view: one per (controller, chip select). */
#ifndef MEASURE_SPI_LINE_H
#define MEASURE_SPI_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/context_clock.h"
#include "measure/spi_bytes.h"
#include "measure/spi_view.h"
#include "trace/pins.h"

struct spi_line {
	struct spi_view view; /* first: views are handed out as lines */
	bool low;	      /* chip select pin */
	bool counted;	      /* the transaction began inside the window */
	bool have_end;	      /* a transaction ended in this span of the window */
	uint64_t last_end;
	bool have_word;
	struct pin_word word;	/* the last one of the transaction */
	uint64_t word_transfer; /* transfers_seen when it came */
	uint64_t transfers_seen;
	bool in_transfer;
	uint32_t transfer_task;
	/* Context totals at the begin of the open interval; taken when the clock gets there. */
	struct ctx_split mark;
	uint64_t mark_time;
	bool mark_pending;
	struct spi_transaction tx;
	struct spi_work before; /* messages and transfers since the last transaction ended */
};

/* What the lines share. */
struct spi_env {
	const struct context_clock *clock;
	struct spi_bytes *bytes;
	bool window_open;
	struct ctx_split window_mark; /* context totals when the window opened */
};

void spi_line_cs_low(struct spi_line *l, const struct spi_env *env, uint64_t time);
/* True: l->tx is a finished transaction of the window. */
bool spi_line_cs_high(struct spi_line *l, const struct spi_env *env, uint64_t time);
/* One word, when the clock is at its first edge. */
void spi_line_word(struct spi_line *l, const struct spi_env *env, const struct pin_words *word);
/*
 * The words that follow the last one in the same step, when nothing else happened since that one
 * and the clock is at the first edge of the last of them.
 */
void spi_line_more_words(struct spi_line *l, const struct spi_env *env,
			 const struct pin_words *words);
/* SPI_*, IRQ_ENTRY, WAKING and SWITCH records; `mine`: an SPI record of this line. */
void spi_line_work(struct spi_line *l, const struct spi_env *env, const struct twin_event *ev,
		   bool mine);
void spi_line_window_closes(struct spi_line *l, const struct spi_env *env);
/* The clock has reached mark_time. */
void spi_line_mark(struct spi_line *l, const struct spi_env *env);
void spi_line_free(struct spi_line *l);

#endif
