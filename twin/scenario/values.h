/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* One scalar of a scenario: from its text to the field that the schema names. */
#ifndef TWIN_VALUES_H
#define TWIN_VALUES_H

#include "scenario/schema.h"

/*
 * Stores `text` in `field`, whose type the key gives; texts are kept by pointer. `shown` names the
 * value in messages. Returns: 0, or -1 and diag.
 */
int value_parse(const struct schema_key *key, const char *shown, const char *text,
		struct src_pos pos, void *field, struct diag *diag);

/* Returns: 0 when this version can do what the value asks for, else -1 and diag. */
int value_check_available(const struct schema_key *key, const char *shown, const char *text,
			  struct src_pos pos, struct diag *diag);

/* Reports that `shown`, with `value` unless NULL, is of the schema but not of this version. */
int value_not_available(const char *shown, const char *value, struct src_pos pos,
			struct diag *diag);

#endif
