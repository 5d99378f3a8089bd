/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Quantities with a unit, as text to exact integers: `1.5 us` is 1500000 ps. Decimal arithmetic
 * only; a value that is no whole number of its class's grain is an error, never rounded.
 */
#ifndef TWIN_UNITS_H
#define TWIN_UNITS_H

#include <stdint.h>

/* What a number counts, and the grain its integer is in. */
enum unit_class {
	UNIT_NONE,		/* plain whole number, no unit */
	UNIT_TIME,		/* ps */
	UNIT_FREQ,		/* Hz */
	UNIT_SIZE,		/* bytes */
	UNIT_RATIO,		/* ppm: 30 % is 300000 */
	UNIT_TIME_PER_INSN,	/* ps per instruction */
	UNIT_TIME_PER_LINE,	/* ps per cache line */
	UNIT_TIME_PER_BYTE,	/* fs per byte */
	UNIT_CLASS_NR,
};

/* "a time", for messages. */
const char *unit_class_name(enum unit_class class);
/* "ps, ns, us, ms, s, min or h", for messages and documentation. */
const char *unit_class_units(enum unit_class class);

/*
 * Parses all of `text`, surrounding blanks allowed. UNIT_NONE also takes hexadecimal (0x...).
 * Returns: NULL and *value; else what is wrong, as text that follows a quoted value ("has no
 * unit"), and *hint a hint or NULL. Both are constant strings.
 */
const char *unit_parse(const char *text, enum unit_class class, uint64_t *value,
		       const char **hint);

/* As unit_parse, of whichever of time, frequency, size, ratio or plain number the unit says. */
const char *unit_parse_any(const char *text, enum unit_class *class, uint64_t *value,
			   const char **hint);

/* Text with the largest unit that needs no fraction ("1500 ns"). buf: 40 bytes do. */
void unit_format(uint64_t value, enum unit_class class, char *buf, unsigned int size);

#endif
