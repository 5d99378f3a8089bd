/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What `from` and `to` of an observed span say: a pattern for events. The language is described in
 * docs/observe.md.
 */
#ifndef OBSERVE_PATTERN_H
#define OBSERVE_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "observe/symbols.h"
#include "scenario/diag.h"

#define PATTERN_NAME 64

enum pattern_kind {
	PATTERN_CS,	  /* an edge of a chip select pin */
	PATTERN_SCK,	  /* the first or last clock edge of a transaction */
	PATTERN_IRQ,	  /* an interrupt line changes */
	PATTERN_TASK,	  /* a workload task starts or ends */
	PATTERN_MESSAGE,  /* of the SPI core */
	PATTERN_TRANSFER, /* of the SPI core */
	PATTERN_FUNCTION, /* a watched kernel function is entered */
	PATTERN_MMIO,	  /* a register access */
};

/* The word that says what happens, in the order in which messages list them. */
enum pattern_verb {
	PATTERN_FALL,
	PATTERN_RISE,
	PATTERN_EDGE,
	PATTERN_FIRST,
	PATTERN_LAST,
	PATTERN_RAISE,
	PATTERN_START,
	PATTERN_END,
	PATTERN_SUBMIT,
	PATTERN_DONE,
	PATTERN_STOP,
	PATTERN_ENTERED,
	PATTERN_READ,
	PATTERN_WRITE,
};

enum pattern_bytes { PATTERN_ANY_BYTES, PATTERN_BYTES, PATTERN_BYTES_OR_MORE };

struct pattern {
	enum pattern_kind kind;
	enum pattern_verb verb;
	int controller, cs;	  /* of SPI; cs -1: any */
	int op;			  /* first byte of the transaction; -1: any */
	enum pattern_bytes bytes; /* how many the transaction clocks */
	uint64_t nr_bytes;
	char name[PATTERN_NAME]; /* of an interrupt's device, task, function or register block */
	size_t name_at;		 /* where it is in the text */
	uint64_t offset;	 /* of a register in its block */
	/* What the name means: interrupt lines, task tags, watch numbers or addresses. */
	uint64_t *values;
	size_t nr_values;
};

/*
 * `at` is where the text's first character stands; errors point behind it, into the text.
 * Returns: 0, or -1 with `diag` and nothing to free.
 */
int pattern_parse(const char *text, struct src_pos at, struct pattern *p, struct diag *diag);
/* Looks its name up; needed before it can match. Returns: 0, or -1 with `diag`. */
int pattern_resolve(struct pattern *p, const struct observe_symbol *symbols, size_t nr,
		    struct src_pos at, struct diag *diag);
void pattern_free(struct pattern *p);

/* Classes of events (enum twin_event_class) that it needs to see. */
uint32_t pattern_classes(const struct pattern *p);

#endif
