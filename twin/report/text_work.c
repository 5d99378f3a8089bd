// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* How much went over a chip select, and what software did for each word. */
#include <inttypes.h>
#include <string.h>

#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

#define WIDTH 110

struct work_figure {
	const char *what, *key; /* its name in JSON */
	uint64_t n;
};

/* A list in sentences: the next item, on a line of its own when it does not fit. */
static void item(FILE *out, size_t *column, const char *text)
{
	size_t len = strlen(text);

	if (!*column)
		fputs("  ", out);
	else if (*column + len + 2 <= WIDTH)
		fputs(", ", out);
	else
		fputs(",\n    ", out);
	*column = (*column + len + 2 <= WIDTH ? *column : 2) + len + 2;
	fputs(text, out);
}

static void print_totals(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	const struct work_figure figures[] = {
		{"transactions", "transactions", v->transactions},
		{"SPI messages", "work.messages", v->work.messages},
		{"transfers", "work.transfers", v->work.transfers},
		{"words", "words", v->words},
	};
	char aside[TEXT_ASIDE], text[2 * TEXT_ASIDE];
	size_t column = 0;

	for (size_t i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "%s %" PRIu64 "%s", figures[i].what, figures[i].n,
			 text_interval_aside(aside, r, "spi.%zu.%s", report_view_index(r, v),
					     figures[i].key));
		item(out, &column, text);
	}
	putc('\n', out);
}

/* Thousandths are what JSON has; hundredths are what people read. */
static void per_word_aside(char *buf, const struct run_report *r, const struct spi_view *v,
			   const char *key)
{
	char path[TEXT_PATH], a[UNITS_SIZE], b[UNITS_SIZE];
	uint64_t low, high;

	snprintf(path, sizeof(path), "spi.%zu.per_thousand_words.%s", report_view_index(r, v), key);
	*buf = '\0';
	if (!uncertainty_of(r->uncertainty, path, &low, &high) ||
	    !strcmp(unit_ratio(a, low, 1000), unit_ratio(b, high, 1000)))
		return;
	text_interval_between(buf, r, a, b);
}

static void print_per_word(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	const struct work_figure figures[] = {
		{"interrupts", "irqs", v->work.irqs},
		{"waits for a completion", "waits", v->work.waits},
		{"wake-ups", "wakes", v->work.wakes},
		{"sleeps", "sleeps", v->work.sleeps},
	};
	char n[UNITS_SIZE], aside[TEXT_ASIDE], text[2 * TEXT_ASIDE];
	size_t column = 0;

	for (size_t i = 0; i < 4; i++) {
		per_word_aside(aside, r, v, figures[i].key);
		snprintf(text, sizeof(text), "%s%s %s%s",
			 i ? "" : "per word: ", unit_ratio(n, figures[i].n, v->words),
			 figures[i].what, aside);
		item(out, &column, text);
	}
	putc('\n', out);
}

void text_work(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	print_totals(out, r, v);
	print_per_word(out, r, v);
}
