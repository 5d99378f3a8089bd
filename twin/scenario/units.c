// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PS_PER_S 1000000000000ULL

struct unit {
	enum unit_class class;
	const char *name;
	uint64_t scale;
};

/* Per class from the smallest to the largest; unit_format prints the last that divides. */
static const struct unit units[] = {
	{ UNIT_TIME, "ps", 1 },
	{ UNIT_TIME, "ns", 1000 },
	{ UNIT_TIME, "us", 1000000 },
	{ UNIT_TIME, "ms", 1000000000 },
	{ UNIT_TIME, "s", PS_PER_S },
	{ UNIT_TIME, "min", 60 * PS_PER_S },
	{ UNIT_TIME, "h", 3600 * PS_PER_S },
	{ UNIT_FREQ, "Hz", 1 },
	{ UNIT_FREQ, "kHz", 1000 },
	{ UNIT_FREQ, "MHz", 1000000 },
	{ UNIT_FREQ, "GHz", 1000000000 },
	{ UNIT_SIZE, "B", 1 },
	{ UNIT_SIZE, "kB", 1000 },
	{ UNIT_SIZE, "KiB", 1024 },
	{ UNIT_SIZE, "MB", 1000000 },
	{ UNIT_SIZE, "MiB", 1024 * 1024 },
	{ UNIT_SIZE, "GB", 1000000000 },
	{ UNIT_SIZE, "GiB", 1024 * 1024 * 1024 },
	{ UNIT_RATIO, "ppm", 1 },
	{ UNIT_RATIO, "%", 10000 },
	{ UNIT_TIME_PER_INSN, "ps/insn", 1 },
	{ UNIT_TIME_PER_INSN, "ns/insn", 1000 },
	{ UNIT_TIME_PER_LINE, "ps/line", 1 },
	{ UNIT_TIME_PER_LINE, "ns/line", 1000 },
	{ UNIT_TIME_PER_BYTE, "fs/B", 1 },
	{ UNIT_TIME_PER_BYTE, "ps/B", 1000 },
	{ UNIT_TIME_PER_BYTE, "ns/B", 1000000 },
};

#define NR_UNITS (sizeof(units) / sizeof(units[0]))

static const struct {
	const char *name, *units, *example;
} classes[UNIT_CLASS_NR] = {
	[UNIT_NONE] = { "a whole number", "none", "a whole number, without a unit" },
	[UNIT_TIME] = { "a time", "ps, ns, us, ms, s, min or h",
			"a time needs one of ps, ns, us, ms, s, min, h, as in \"1.5 us\"" },
	[UNIT_FREQ] = { "a frequency", "Hz, kHz, MHz or GHz",
			"a frequency needs one of Hz, kHz, MHz, GHz, as in \"10 MHz\"" },
	[UNIT_SIZE] = { "a size", "B, kB, KiB, MB, MiB, GB or GiB",
			"a size needs one of B, kB, KiB, MB, MiB, GB, GiB, as in \"512 B\"" },
	[UNIT_RATIO] = { "a ratio", "% or ppm", "a ratio needs % or ppm, as in \"30 %\"" },
	[UNIT_TIME_PER_INSN] = { "a time per instruction", "ps/insn or ns/insn",
				 "a time per instruction needs ps/insn or ns/insn" },
	[UNIT_TIME_PER_LINE] = { "a time per cache line", "ps/line or ns/line",
				 "a time per cache line needs ps/line or ns/line" },
	[UNIT_TIME_PER_BYTE] = { "a time per byte", "fs/B, ps/B or ns/B",
				 "a time per byte needs fs/B, ps/B or ns/B" },
};

const char *unit_class_name(enum unit_class class)
{
	return classes[class].name;
}

const char *unit_class_units(enum unit_class class)
{
	return classes[class].units;
}

static int is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* mantissa * 10^-places; trailing zeros of the fraction are dropped. */
struct decimal {
	uint64_t mantissa;
	unsigned int places;
};

static int push_digit(struct decimal *d, unsigned int digit)
{
	return __builtin_mul_overflow(d->mantissa, 10, &d->mantissa) ||
	       __builtin_add_overflow(d->mantissa, digit, &d->mantissa);
}

/* Zeros of the fraction count only once a later digit needs them: 1.5000 is 1.5. */
static int push_fraction(struct decimal *d, const char **text)
{
	unsigned int zeros = 0;

	for (; is_digit(**text); (*text)++) {
		if (**text == '0') {
			zeros++;
			continue;
		}
		if (zeros > 40)
			return -1;
		for (; zeros; zeros--, d->places++)
			if (push_digit(d, 0))
				return -1;
		if (push_digit(d, **text - '0'))
			return -1;
		d->places++;
	}
	return 0;
}

static const char *parse_decimal(const char **text, struct decimal *d)
{
	*d = (struct decimal){ 0 };
	for (; is_digit(**text); (*text)++)
		if (push_digit(d, **text - '0'))
			return "is too large";
	if (**text != '.')
		return NULL;
	(*text)++;
	if (!is_digit(**text))
		return "has no digit after its decimal point";
	if (push_fraction(d, text) || d->places > 19)
		return "has more digits than can be kept exactly";
	return NULL;
}

/* value = mantissa * scale / 10^places, exactly or not at all. */
static const char *scale_decimal(struct decimal d, uint64_t scale, uint64_t *value)
{
	unsigned __int128 product = (unsigned __int128)d.mantissa * scale;
	uint64_t divisor = 1;

	for (; d.places; d.places--)
		divisor *= 10;
	if (product % divisor)
		return "is finer than the grain it is kept in";
	product /= divisor;
	if (product > UINT64_MAX)
		return "is too large";
	*value = (uint64_t)product;
	return NULL;
}

/* Length of the unit name that ends the text, without trailing blanks. */
static size_t unit_length(const char *text)
{
	size_t len = strlen(text);

	while (len && is_blank(text[len - 1]))
		len--;
	return len;
}

/* Both code points of the micro sign mean "u". */
static int name_matches(const char *name, const char *text, size_t len)
{
	if (name[0] == 'u' && len > 2 &&
	    (!strncmp(text, "\xc2\xb5", 2) || !strncmp(text, "\xce\xbc", 2)))
		return strlen(name) == len - 1 && !strncmp(name + 1, text + 2, len - 2);
	return strlen(name) == len && !strncmp(name, text, len);
}

static const struct unit *find_unit(const char *text, size_t len)
{
	for (size_t i = 0; i < NR_UNITS; i++)
		if (name_matches(units[i].name, text, len))
			return &units[i];
	return NULL;
}

static const char *parse_sign(const char *text)
{
	if (*text == '-')
		return "is negative";
	if (*text == '+' || !is_digit(*text))
		return "is not a number";
	return NULL;
}

static const char *parse_hex(const char *text, uint64_t *value)
{
	size_t len = unit_length(text), i;

	*value = 0;
	for (i = 0; i < len; i++) {
		char c = text[i] | 0x20;
		int digit = is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;

		if (digit < 0)
			return "is not a hexadecimal number";
		if (*value >> 60)
			return "is too large";
		*value = *value << 4 | (unsigned int)digit;
	}
	return len ? NULL : "is not a hexadecimal number";
}

/* The common part: number, then the unit (NULL: none), of any class. */
static const char *parse_quantity(const char *text, const struct unit **unit, struct decimal *d)
{
	const char *wrong;
	size_t len;

	while (is_blank(*text))
		text++;
	wrong = parse_sign(text);
	if (!wrong)
		wrong = parse_decimal(&text, d);
	if (wrong)
		return wrong;
	while (is_blank(*text))
		text++;
	len = unit_length(text);
	*unit = NULL;
	if (!len)
		return NULL;
	*unit = find_unit(text, len);
	return *unit ? NULL : "has an unknown unit";
}

static const char *finish_quantity(const struct unit *unit, enum unit_class class,
				   struct decimal d, uint64_t *value)
{
	if (class == UNIT_NONE && unit)
		return "has a unit where none belongs";
	if (class != UNIT_NONE && !unit)
		return "has no unit";
	if (unit && unit->class != class)
		return "has a unit of another kind";
	if (!unit && d.places)
		return "is not a whole number";
	return scale_decimal(d, unit ? unit->scale : 1, value);
}

const char *unit_parse(const char *text, enum unit_class class, uint64_t *value,
		       const char **hint)
{
	const struct unit *unit;
	const char *wrong;
	struct decimal d;

	*hint = classes[class].example;
	if (class == UNIT_NONE && text[0] == '0' && (text[1] | 0x20) == 'x')
		return parse_hex(text + 2, value);
	wrong = parse_quantity(text, &unit, &d);
	return wrong ? wrong : finish_quantity(unit, class, d, value);
}

const char *unit_parse_any(const char *text, enum unit_class *class, uint64_t *value,
			   const char **hint)
{
	const struct unit *unit;
	const char *wrong;
	struct decimal d;

	*hint = "write a number with its unit, as in \"305 us\", \"44 MHz\", \"512 B\" or \"3 %\"";
	wrong = parse_quantity(text, &unit, &d);
	if (wrong)
		return wrong;
	*class = unit ? unit->class : UNIT_NONE;
	return finish_quantity(unit, *class, d, value);
}

void unit_format(uint64_t value, enum unit_class class, char *buf, unsigned int size)
{
	const struct unit *best = NULL;

	for (size_t i = 0; i < NR_UNITS; i++) {
		if (units[i].class != class || (best && value % units[i].scale))
			continue;
		/* Decimal sizes would hide that a size is a power of two. */
		if (class == UNIT_SIZE && units[i].scale > 1 && units[i].scale % 1024)
			continue;
		if (!best || value)
			best = &units[i];
	}
	if (!best)
		snprintf(buf, size, "%" PRIu64, value);
	else
		snprintf(buf, size, "%" PRIu64 " %s", value / best->scale, best->name);
}
