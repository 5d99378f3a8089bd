/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Names that patterns may use, and what the event stream calls them; who knows the board says. */
#ifndef OBSERVE_SYMBOLS_H
#define OBSERVE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

enum observe_symbol_kind {
	OBSERVE_IRQ,	  /* device: its interrupt line */
	OBSERVE_TASK,	  /* workload task: tag of its WINDOW records */
	OBSERVE_FUNCTION, /* of kernel/watch: a of its FUNC records */
	OBSERVE_MMIO,	  /* device: physical address of its registers */
	OBSERVE_SPI,	  /* device on SPI: number of its controller << 16 | chip select */
};

/* Several symbols may have one name; a pattern means all of them. */
struct observe_symbol {
	enum observe_symbol_kind kind;
	const char *name; /* lives as long as it is looked up */
	uint64_t value;
};

#endif
