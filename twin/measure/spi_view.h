/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a scope on the pins of one chip select shows, and what software did meanwhile.
 *
 * A transaction is a chip select low window (active low only). Times are those of edges:
 *
 *	CS ‾‾\_________________________________________________/‾‾‾‾‾‾‾‾‾‾\___
 *	SCK _____/\/\/\/\_________/\/\/\/\__________/\/\/\/\_________________
 *	      |  |      |        |      |         |      |  |          |
 *	      setup     word gap        transfer gap     hold  message gap
 *
 * A gap runs from the last SCK edge of a word to the first of the next. Words whose clock goes on
 * without a pause (at most half an SCK period between those edges) have no gap between them: that
 * half period counts as clocked. So CS-low time = clocked + setup + word gaps + transfer gaps +
 * hold, to the picosecond. A transaction without any word is in none of these classes.
 */
#ifndef MEASURE_SPI_VIEW_H
#define MEASURE_SPI_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/context_clock.h"
#include "measure/dist.h"

enum spi_gap {
	SPI_GAP_WORD,	  /* between words of a transfer */
	SPI_GAP_TRANSFER, /* between transfers, chip select stays active */
	SPI_GAP_MESSAGE,  /* chip select inactive */
	SPI_GAP_SETUP,	  /* chip select active to first clock edge */
	SPI_GAP_HOLD,	  /* last clock edge to chip select inactive */
	SPI_GAP_NR,
};

/* "word", "transfer", "message", "cs_setup", "cs_hold" */
const char *spi_gap_name(enum spi_gap gap);

struct spi_gap_stat {
	struct dist dist;    /* ps */
	struct ctx_split by; /* sums up to the total of dist */
};

/* What software did. A wait that finds its condition already true neither sleeps nor is woken. */
struct spi_work {
	uint64_t messages;  /* SPI messages started */
	uint64_t transfers; /* SPI transfers started */
	uint64_t irqs;	    /* hard interrupts while chip select was low */
	uint64_t waits;	    /* calls of wait_for_completion...() during a transfer */
	uint64_t wakes;	    /* the transferring task was woken during its transfer */
	uint64_t sleeps;    /* it left the CPU to wait, during its transfer */
};

struct spi_transaction {
	uint8_t controller, cs;
	bool complete;		       /* false: chip select still low at the end of the run */
	uint64_t start, end;	       /* edges of chip select, ps */
	uint64_t setup, hold, clocked; /* ps */
	struct ctx_split unclocked;    /* of the chip select low time */
	uint64_t words;
	uint64_t bytes; /* clocked */
	uint64_t kept;	/* of them in the pool, from offset on: the first ones */
	size_t offset;
	struct spi_work work;
};

struct spi_view {
	uint8_t controller, cs;
	uint64_t hz; /* peripheral clock */
	uint64_t transactions, words, bytes;
	struct spi_work work;
	uint64_t cs_low;	   /* sum over complete transactions, ps */
	uint64_t clocked;	   /* ps */
	uint64_t continuous;	   /* words that followed without a pause of the clock */
	uint64_t empty;		   /* transactions without a word */
	struct ctx_split empty_by; /* their chip select low time */
	uint64_t overlaps;	   /* edges out of order: a word before the end of another, ... */
	uint64_t stray_words;	   /* clocked while no chip select of the controller was low */
	uint64_t outside;	   /* transactions outside the window (boot, after the tasks) */
	struct dist low;	   /* chip select low time of complete transactions, ps */
	struct dist period;	   /* SCK, between edges of the same direction in a word, ps */
	struct spi_gap_stat gap[SPI_GAP_NR];
	struct ctx_split lead; /* window begin to the first transaction */
	struct ctx_split tail; /* last transaction to window end */
};

/* Time with chip select low and the clock standing, by context. */
struct ctx_split spi_view_active_unclocked(const struct spi_view *v);

#endif
