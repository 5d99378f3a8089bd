// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/values.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/nearest.h"
#include "scenario/scenario.h"

/* What all parsers of this file get. */
struct value {
	const struct schema_key *key;
	const char *shown;
	const char *text;
	struct src_pos pos;
	void *field;
	struct diag *diag;
};

static int bad(const struct value *v, const char *wrong, const char *hint)
{
	diag_set(v->diag, v->pos, "%s: '%s' %s", v->shown, v->text, wrong);
	return hint ? diag_hint(v->diag, "%s", hint) : -1;
}

static int parse_text(const struct value *v)
{
	size_t len = strlen(v->text);

	if (len < (size_t)v->key->min || (len && strspn(v->text, " \t\n") == len))
		return diag_set(v->diag, v->pos, "%s is empty", v->shown);
	if (len > v->key->max)
		return diag_set(v->diag, v->pos, "%s has %zu bytes, more than %" PRIu64, v->shown,
				len, v->key->max);
	memcpy(v->field, &v->text, sizeof(v->text));
	return 0;
}

/* Names become parts of paths and of reports, so they hold nothing that could surprise there. */
static int parse_name(const struct value *v)
{
	const char *c;

	if (!*v->text && !v->key->def)
		return diag_set(v->diag, v->pos, "%s is empty", v->shown);
	for (c = v->text; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._+-", *c))
			return bad(v, "is not a name", "use letters, digits and . _ + -");
	if (*v->text == '.' || *v->text == '-')
		return bad(v, "is not a name", "start it with a letter or digit");
	return parse_text(v);
}

static int out_of_range(const struct value *v)
{
	char lo[40], hi[40];

	if (v->key->type == SCHEMA_QUANTITY) {
		unit_format((uint64_t)v->key->min, v->key->unit, lo, sizeof(lo));
		unit_format(v->key->max, v->key->unit, hi, sizeof(hi));
	} else {
		snprintf(lo, sizeof(lo), "%" PRId64, v->key->min);
		snprintf(hi, sizeof(hi), "%" PRIu64, v->key->max);
	}
	diag_set(v->diag, v->pos, "%s: '%s' is out of range", v->shown, v->text);
	return diag_hint(v->diag, "from %s to %s", lo, hi);
}

static int parse_int(const struct value *v)
{
	const char *digits = v->text, *wrong, *hint;
	int negative = *digits == '-' && v->key->min < 0;
	uint64_t n;
	int value;

	wrong = unit_parse(digits + negative, UNIT_NONE, &n, &hint);
	if (wrong)
		return bad(v, wrong, hint);
	if (negative ? n > (uint64_t)-v->key->min
		     : n > v->key->max || (v->key->min > 0 && n < (uint64_t)v->key->min))
		return out_of_range(v);
	value = negative ? -(int)n : (int)n;
	memcpy(v->field, &value, sizeof(value));
	return 0;
}

static int parse_cpu(const struct value *v)
{
	int any = -1;

	if (strcmp(v->text, "any"))
		return parse_int(v);
	memcpy(v->field, &any, sizeof(any));
	return 0;
}

static int parse_quantity(const struct value *v)
{
	const char *wrong, *hint;
	uint64_t n;

	wrong = unit_parse(v->text, v->key->unit, &n, &hint);
	if (wrong)
		return bad(v, wrong, hint);
	if (n < (uint64_t)v->key->min || n > v->key->max)
		return out_of_range(v);
	memcpy(v->field, &n, sizeof(n));
	return 0;
}

static int parse_any(const struct value *v)
{
	struct scenario_quantity quantity = { .given = *v->text || !v->key->def };
	enum unit_class unit = UNIT_NONE;
	const char *wrong, *hint;

	memcpy(v->field, &quantity, sizeof(quantity));
	if (!quantity.given)
		return 0;
	wrong = unit_parse_any(v->text, &unit, &quantity.value, &hint);
	if (wrong)
		return bad(v, wrong, hint);
	quantity.unit = (int)unit;
	memcpy(v->field, &quantity, sizeof(quantity));
	return 0;
}

static int parse_choice(const struct value *v)
{
	int index = schema_choice(v->key->choices, v->text);

	if (index < 0) {
		bad(v, "is not one of its values", NULL);
		return diag_hint(v->diag, "it takes %s", v->key->choices);
	}
	memcpy(v->field, &index, sizeof(index));
	return 0;
}

static const struct {
	const char *name;
	int policy, has_prio;
} policies[] = {
	{ "other", 0, 0 }, { "fifo:", 1, 1 }, { "rr:", 2, 1 }, { "batch", 3, 0 }, { "idle", 5, 0 },
};

static int parse_prio(const char *text, int *prio)
{
	const char *hint;
	uint64_t n;

	if (unit_parse(text, UNIT_NONE, &n, &hint) || n < 1 || n > 99)
		return -1;
	*prio = (int)n;
	return 0;
}

static int parse_policy(const struct value *v)
{
	struct scenario_policy policy = { 0 };

	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
		size_t len = strlen(policies[i].name);

		if (policies[i].has_prio ? strncmp(v->text, policies[i].name, len)
					 : strcmp(v->text, policies[i].name))
			continue;
		if (policies[i].has_prio && parse_prio(v->text + len, &policy.prio))
			return bad(v, "has no priority from 1 to 99", "write it as in \"fifo:50\"");
		policy.policy = policies[i].policy;
		memcpy(v->field, &policy, sizeof(policy));
		return 0;
	}
	return bad(v, "is not a scheduling policy", "it takes other, fifo:N, rr:N, batch or idle");
}

static int parse_seed(const struct value *v, const char *text, uint64_t *seed)
{
	const char *hint, *wrong = unit_parse(text, UNIT_NONE, seed, &hint);

	if (wrong)
		return bad(v, wrong, "write a number or a range, as in 1..20");
	return *seed > v->key->max ? out_of_range(v) : 0;
}

static int parse_seeds(const struct value *v)
{
	const char *dots = strstr(v->text, "..");
	struct scenario_seeds seeds;
	char first[32];

	snprintf(first, sizeof(first), "%.*s", dots ? (int)(dots - v->text) : 31, v->text);
	if (parse_seed(v, first, &seeds.first))
		return -1;
	seeds.last = seeds.first;
	if (dots && parse_seed(v, dots + 2, &seeds.last))
		return -1;
	if (seeds.last < seeds.first)
		return bad(v, "is an empty range", "write the smaller number first");
	memcpy(v->field, &seeds, sizeof(seeds));
	return 0;
}

static int (*const parsers[])(const struct value *) = {
	[SCHEMA_TEXT] = parse_text,	[SCHEMA_TEXTS] = parse_text,
	[SCHEMA_OPTION] = parse_text,	[SCHEMA_NAME] = parse_name,
	[SCHEMA_INT] = parse_int,	[SCHEMA_CPU] = parse_cpu,
	[SCHEMA_QUANTITY] = parse_quantity, [SCHEMA_ANY] = parse_any,
	[SCHEMA_CHOICE] = parse_choice, [SCHEMA_POLICY] = parse_policy,
	[SCHEMA_SEEDS] = parse_seeds,
};

int value_parse(const struct schema_key *key, const char *shown, const char *text,
		struct src_pos pos, void *field, struct diag *diag)
{
	struct value v = { key, shown, text, pos, field, diag };

	return parsers[key->type](&v);
}

int value_not_available(const char *shown, const char *value, struct src_pos pos,
			struct diag *diag)
{
	if (value)
		diag_set(diag, pos, "%s: '%s' is not available in this version", shown, value);
	else
		diag_set(diag, pos, "%s is not available in this version", shown);
	return diag_hint(diag, "it belongs to the scenario schema, but nothing acts on it yet");
}

int value_check_available(const struct schema_key *key, const char *shown, const char *text,
			  struct src_pos pos, struct diag *diag)
{
	if (!key->only)
		return 0;
	if (key->type == SCHEMA_SEEDS ? !strstr(text, "..") : schema_choice(key->only, text) >= 0)
		return 0;
	value_not_available(shown, text, pos, diag);
	if (*key->only && key->type != SCHEMA_SEEDS)
		diag_hint(diag, "available is %s", key->only);
	else if (key->type == SCHEMA_SEEDS)
		diag_hint(diag, "give a single seed");
	return -1;
}
