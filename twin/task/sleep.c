// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* sleep of GNU coreutils 9.1: decimal numbers with s, m, h or d, which add up. */
#include <stdlib.h>
#include <string.h>

#include "gnu.h"
#include "kinds.h"
#include "options.h"

#define NS_PER_S 1000000000ULL
#define SLEEP_MOST (5000ULL * 3600 * NS_PER_S)	/* as times of a scenario */

struct sleep_options {
	struct option_head head;
	uint64_t ns;
};

static const struct option_row sleep_rows[] = { OPTION_STANDARD };

static uint64_t unit_seconds(const char *unit)
{
	if (!*unit || !strcmp(unit, "s"))
		return 1;
	if (!strcmp(unit, "m"))
		return 60;
	if (!strcmp(unit, "h"))
		return 3600;
	return strcmp(unit, "d") ? 0 : 86400;
}

/* Digits with at most one point, kept exactly; what is finer than 1 ns makes it one more. */
static int sleep_number(const char *text, uint64_t *ns)
{
	unsigned __int128 value = 0, scale = 1, most = SLEEP_MOST;
	bool point = false;
	int digits = 0;

	for (; (*text >= '0' && *text <= '9') || (*text == '.' && !point); text++) {
		if (*text == '.') {
			point = true;
			continue;
		}
		if (++digits > 24)
			return -1;
		value = value * 10 + (*text - '0');
		scale *= point ? 10 : 1;
	}
	if (!digits || !unit_seconds(text))
		return -1;
	value *= NS_PER_S;
	value *= unit_seconds(text);
	value = (value + scale - 1) / scale;
	if (value > most)
		return -1;
	*ns = value;
	return 0;
}

static int sleep_operand(void *options, unsigned int i, const char *text, char *err)
{
	struct sleep_options *o = options;
	uint64_t ns;

	if (sleep_number(text, &ns))
		return option_error(err, "invalid time interval '%.40s'; a number up to 5000 h, "
				    "with s, m, h or d", text);
	o->ns += ns;
	return o->ns <= SLEEP_MOST ? 0 : option_error(err, "more than 5000 h");
}

static const struct option_table sleep_table = {
	.tool = "sleep", .operands = "NUMBER[smhd]...", .version = "sleep (GNU coreutils) 9.1",
	.rows = sleep_rows, .nr_rows = sizeof(sleep_rows) / sizeof(sleep_rows[0]),
	.min = 1, .max = TASK_MAX_ARGS, .operand = sleep_operand,
	.size = sizeof(struct sleep_options),
};

static int sleep_run(const struct twin_task_api *api, void *arg)
{
	const struct sleep_options *o = arg;
	long ret;

	if (options_shown(api, &sleep_table, &o->head))
		return 0;
	ret = task_sleep_realtime(api, o->ns);
	if (ret < 0)
		gnu_error(api, "sleep", ret, "cannot read realtime clock");
	return ret < 0;
}

static int sleep_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&sleep_table, argv, arg, word, err);
}

const struct task_info kind_sleep = {
	.name = "sleep",
	.doc = "wait (GNU coreutils)",
	.options = &sleep_table,
	.prepare = sleep_prepare,
	.run = sleep_run,
	.release = free,
};
