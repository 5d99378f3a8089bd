// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From the text of a pattern to its structure. Words are separated by blanks. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "observe/pattern.h"
#include "scenario/nearest.h"
#include "trace/mem.h"

/* Line numbers in an interrupt controller (TWIN_IRQ_WORDS words of 64). */
#define IRQ_LINES 256

struct parser {
	const char *text, *next;
	struct src_pos at;
	struct diag *diag;
	struct pattern *p;
	char word[PATTERN_NAME]; /* the last one taken; "" at the end */
	size_t word_at;
};

struct verb {
	const char *word;
	enum pattern_verb verb;
};

static const struct verb cs_verbs[] = {
	{"fall", PATTERN_FALL}, {"rise", PATTERN_RISE}, {"edge", PATTERN_EDGE}, {NULL, 0}};
static const struct verb sck_verbs[] = {
	{"first", PATTERN_FIRST}, {"last", PATTERN_LAST}, {NULL, 0}};
static const struct verb irq_verbs[] = {
	{"raise", PATTERN_RAISE}, {"fall", PATTERN_FALL}, {NULL, 0}};
static const struct verb task_verbs[] = {{"start", PATTERN_START}, {"end", PATTERN_END}, {NULL, 0}};
static const struct verb message_verbs[] = {
	{"submit", PATTERN_SUBMIT}, {"start", PATTERN_START}, {"done", PATTERN_DONE}, {NULL, 0}};
static const struct verb transfer_verbs[] = {
	{"start", PATTERN_START}, {"stop", PATTERN_STOP}, {NULL, 0}};
static const struct verb mmio_verbs[] = {
	{"read", PATTERN_READ}, {"write", PATTERN_WRITE}, {NULL, 0}};

static struct src_pos pos_of(const struct parser *r, size_t offset)
{
	struct src_pos pos = r->at;

	pos.col += (int)offset;
	return pos;
}

/* Takes the next word; at the end it is "". Returns: 0, or -1 when it is longer than any can be. */
static int take(struct parser *r)
{
	size_t len;

	r->next += strspn(r->next, " \t");
	r->word_at = (size_t)(r->next - r->text);
	len = strcspn(r->next, " \t");
	if (len >= sizeof(r->word)) {
		diag_set(r->diag, pos_of(r, r->word_at), "the word is too long");
		return diag_hint(r->diag, "a word has at most %d bytes", PATTERN_NAME - 1);
	}
	memcpy(r->word, r->next, len);
	r->word[len] = '\0';
	r->next += len;
	return 0;
}

/* What is wrong with the word just taken, which should have been `expected`. */
static int wrong(const struct parser *r, const char *expected)
{
	if (*r->word)
		diag_set(r->diag, pos_of(r, r->word_at), "'%s' is not expected here", r->word);
	else
		diag_set(r->diag, pos_of(r, r->word_at), "the pattern ends too early");
	return diag_hint(r->diag, "%s", expected);
}

static int unknown_verb(const struct parser *r, const struct verb *verbs)
{
	char list[96] = "expected is ";
	struct nearest near;

	nearest_start(&near, r->word);
	for (const struct verb *v = verbs; v->word; v++) {
		nearest_offer(&near, v->word);
		strcat(list, v == verbs ? "" : v[1].word ? ", " : " or ");
		strcat(list, v->word);
	}
	wrong(r, list);
	if (near.best && *r->word)
		return diag_hint(r->diag, "did you mean '%s'?", near.best);
	return -1;
}

/* The next word is one of `verbs`. */
static int take_verb(struct parser *r, const struct verb *verbs)
{
	if (take(r))
		return -1;
	for (const struct verb *v = verbs; v->word; v++)
		if (!strcmp(v->word, r->word)) {
			r->p->verb = v->verb;
			return 0;
		}
	return unknown_verb(r, verbs);
}

/* All of `text` is a decimal number up to `max`, or hexadecimal after 0x. */
static int number(const char *text, uint64_t max, uint64_t *value)
{
	int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
	const char *digits = base == 16 ? text + 2 : text;
	char *end;

	if (!isxdigit((unsigned char)*digits) || strlen(digits) > 18)
		return -1;
	*value = strtoull(digits, &end, base);
	return *end || *value > max ? -1 : 0;
}

/* "spi1" with the prefix "spi" is 1; -1: it is not of that form. */
static int numbered(const char *word, const char *prefix, int max)
{
	size_t len = strlen(prefix);
	uint64_t n;

	if (strncmp(word, prefix, len) || !isdigit((unsigned char)word[len]) ||
	    number(word + len, (uint64_t)max, &n))
		return -1;
	return (int)n;
}

static int parse_op(struct parser *r, const char *text)
{
	char *end;
	unsigned long op;

	if (text[0] == '0' && (text[1] | 0x20) == 'x')
		text += 2;
	op = strtoul(text, &end, 16);
	if (!isxdigit((unsigned char)*text) || end - text > 2 || *end)
		return wrong(r, "op is the first byte in hexadecimal, as in op=05");
	r->p->op = (int)op;
	return 0;
}

static int parse_bytes(struct parser *r, const char *text, enum pattern_bytes rule)
{
	if (number(text, UINT64_MAX, &r->p->nr_bytes))
		return wrong(r, "write a number of bytes, as in bytes=517 or bytes>=5");
	r->p->bytes = rule;
	return 0;
}

static int parse_filter(struct parser *r)
{
	if (!strncmp(r->word, "op=", 3) && r->p->op < 0)
		return parse_op(r, r->word + 3);
	if (!strncmp(r->word, "bytes>=", 7) && !r->p->bytes)
		return parse_bytes(r, r->word + 7, PATTERN_BYTES_OR_MORE);
	if (!strncmp(r->word, "bytes=", 6) && !r->p->bytes)
		return parse_bytes(r, r->word + 6, PATTERN_BYTES);
	return wrong(r,
		     "what may follow is op=05, bytes=5 or bytes>=5, each once and without blanks");
}

/* Conditions on the transaction, up to the end. */
static int parse_filters(struct parser *r)
{
	while (!take(r)) {
		if (!*r->word)
			return 0;
		if (parse_filter(r))
			return -1;
	}
	return -1;
}

static int parse_end(struct parser *r)
{
	if (take(r))
		return -1;
	return *r->word ? wrong(r, "the pattern is complete before it") : 0;
}

/* "spi1 ...": a pin of that controller. */
static int parse_pin(struct parser *r)
{
	if (take(r))
		return -1;
	r->p->cs = numbered(r->word, "cs", 255);
	if (r->p->cs >= 0) {
		r->p->kind = PATTERN_CS;
		return take_verb(r, cs_verbs) || parse_filters(r);
	}
	if (strcmp(r->word, "sck"))
		return wrong(r, "name a pin: cs0, cs1, ... or sck");
	r->p->kind = PATTERN_SCK;
	return take_verb(r, sck_verbs) || parse_filters(r);
}

static int take_name(struct parser *r, const char *expected)
{
	if (take(r))
		return -1;
	if (!*r->word)
		return wrong(r, expected);
	memcpy(r->p->name, r->word, sizeof(r->word));
	r->p->name_at = r->word_at;
	return 0;
}

static int parse_irq(struct parser *r)
{
	uint64_t line;

	if (take_name(r, "name a device, or the number of an interrupt line"))
		return -1;
	if (isdigit((unsigned char)*r->word)) {
		if (number(r->word, IRQ_LINES - 1, &line))
			return wrong(r, "interrupt lines are numbered 0 to 255");
		r->p->name[0] = '\0';
		r->p->values = mem_alloc(sizeof(*r->p->values));
		r->p->values[r->p->nr_values++] = line;
	}
	return take_verb(r, irq_verbs) || parse_end(r);
}

static int parse_task(struct parser *r)
{
	return take_name(r, "name a task") || take_verb(r, task_verbs) || parse_end(r);
}

/* "message spi1 [cs0] VERB": looks one word ahead for the chip select. */
static int parse_spi(struct parser *r, const struct verb *verbs)
{
	const char *before;

	if (take(r))
		return -1;
	r->p->controller = numbered(r->word, "spi", 255);
	if (r->p->controller < 0)
		return wrong(r, "name a controller: spi0, spi1, ...");
	before = r->next;
	if (take(r))
		return -1;
	r->p->cs = numbered(r->word, "cs", 255);
	if (r->p->cs < 0)
		r->next = before;
	return take_verb(r, verbs) || parse_end(r);
}

static int parse_message(struct parser *r)
{
	return parse_spi(r, message_verbs);
}

static int parse_transfer(struct parser *r)
{
	return parse_spi(r, transfer_verbs);
}

static int parse_function(struct parser *r)
{
	r->p->verb = PATTERN_ENTERED;
	return take_name(r, "name a function of kernel/watch") || parse_end(r);
}

static int parse_mmio(struct parser *r)
{
	const char *hint = "name a register as LABEL+0xOFFSET, as in spi1+0x0c";
	char *plus;

	if (take_name(r, hint))
		return -1;
	plus = strchr(r->p->name, '+');
	if (!plus || plus == r->p->name || number(plus + 1, UINT32_MAX, &r->p->offset))
		return wrong(r, hint);
	*plus = '\0';
	return take_verb(r, mmio_verbs) || parse_end(r);
}

static const struct {
	const char *word;
	enum pattern_kind kind;
	int (*parse)(struct parser *r);
} kinds[] = {
	{"irq", PATTERN_IRQ, parse_irq},
	{"task", PATTERN_TASK, parse_task},
	{"message", PATTERN_MESSAGE, parse_message},
	{"transfer", PATTERN_TRANSFER, parse_transfer},
	{"function", PATTERN_FUNCTION, parse_function},
	{"mmio", PATTERN_MMIO, parse_mmio},
};

static int unknown_kind(const struct parser *r)
{
	struct nearest near;

	nearest_start(&near, r->word);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		nearest_offer(&near, kinds[i].word);
	diag_set(r->diag, pos_of(r, r->word_at), "'%s' begins no event", r->word);
	if (near.best)
		return diag_hint(r->diag, "did you mean '%s'?", near.best);
	return diag_hint(r->diag, "it is spi0, spi1, ..., irq, task, message, transfer, function "
				  "or mmio; see docs/observe.md");
}

static int parse(struct parser *r)
{
	if (take(r))
		return -1;
	r->p->controller = numbered(r->word, "spi", 255);
	if (r->p->controller >= 0)
		return parse_pin(r);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].word, r->word)) {
			r->p->kind = kinds[i].kind;
			return kinds[i].parse(r);
		}
	return unknown_kind(r);
}

int pattern_parse(const char *text, struct src_pos at, struct pattern *p, struct diag *diag)
{
	struct parser r = {.text = text, .next = text, .at = at, .diag = diag, .p = p};

	*p = (struct pattern){.controller = -1, .cs = -1, .op = -1};
	if (!parse(&r))
		return 0;
	pattern_free(p);
	return -1;
}
