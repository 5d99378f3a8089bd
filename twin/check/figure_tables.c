// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "check/figure_tables.h"

#include <string.h>

#include "measure/measure.h"

#define STAT(name, field, unit)                                                                    \
	{                                                                                          \
		name, offsetof(struct dist_summary, field), unit                                   \
	}

const struct figure_member figure_stats[] = {
	STAT("n", n, UNIT_NONE),
	STAT("min", min, UNIT_TIME),
	STAT("p50", p50, UNIT_TIME),
	STAT("p90", p90, UNIT_TIME),
	STAT("p99", p99, UNIT_TIME),
	STAT("p99.9", p99_9, UNIT_TIME),
	STAT("max", max, UNIT_TIME),
	STAT("mean", mean, UNIT_TIME),
	STAT("sd", sd, UNIT_TIME),
	STAT("sum", total, UNIT_TIME),
	STAT("first", first, UNIT_TIME),
	STAT("last", last, UNIT_TIME),
	{NULL, 0, UNIT_NONE},
};

#define GAP(name, gap_)                                                                            \
	{                                                                                          \
		name, offsetof(struct spi_view, gap[gap_].dist), UNIT_TIME                         \
	}

const struct figure_member figure_dists[] = {
	GAP("word_gap", SPI_GAP_WORD),
	GAP("inter_transfer_gap", SPI_GAP_TRANSFER),
	GAP("inter_message_gap", SPI_GAP_MESSAGE),
	GAP("cs_setup", SPI_GAP_SETUP),
	GAP("cs_hold", SPI_GAP_HOLD),
	{"cs_low", offsetof(struct spi_view, low), UNIT_TIME},
	{"sck_period", offsetof(struct spi_view, period), UNIT_TIME},
	{NULL, 0, UNIT_NONE},
};

#define LINE(name, field, unit)                                                                    \
	{                                                                                          \
		name, offsetof(struct spi_view, field), unit                                       \
	}

const struct figure_member figure_lines[] = {
	LINE("transactions", transactions, UNIT_NONE),
	LINE("words", words, UNIT_NONE),
	LINE("bytes", bytes, UNIT_NONE),
	LINE("messages", work.messages, UNIT_NONE),
	LINE("transfers", work.transfers, UNIT_NONE),
	LINE("irqs", work.irqs, UNIT_NONE),
	LINE("waits", work.waits, UNIT_NONE),
	LINE("wakes", work.wakes, UNIT_NONE),
	LINE("sleeps", work.sleeps, UNIT_NONE),
	LINE("clocked", clocked, UNIT_TIME),
	{NULL, 0, UNIT_NONE},
};

#define COUNT(name, field)                                                                         \
	{                                                                                          \
		name, offsetof(struct counts, field), UNIT_NONE                                    \
	}

const struct figure_member figure_counts[] = {
	COUNT("interrupts", irqs),
	COUNT("counts.mmio_reads", mmio_reads),
	COUNT("counts.mmio_writes", mmio_writes),
	COUNT("counts.irqs", irqs),
	COUNT("counts.softirqs", softirqs),
	COUNT("counts.timers", timers),
	COUNT("counts.context_switches", switches),
	COUNT("counts.wakeups", wakeups),
	COUNT("counts.kworker_wakeups", kworker_wakeups),
	COUNT("counts.spi_worker_wakeups", spi_worker_wakeups),
	COUNT("counts.syscalls", syscalls),
	COUNT("counts.delays", delays),
	{"counts.delay", offsetof(struct counts, delay_ps), UNIT_TIME},
	COUNT("counts.messages", messages),
	COUNT("counts.transfers", transfers),
	{NULL, 0, UNIT_NONE},
};

int figure_member_find(const struct figure_member *table, const char *name, size_t len)
{
	for (int i = 0; table[i].name; i++)
		if (strlen(table[i].name) == len && !strncmp(table[i].name, name, len))
			return i;
	return -1;
}
