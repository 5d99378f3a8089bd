/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#include <criterion/criterion.h>
#include <string.h>

#include "facade.h"

static const struct {
	const char *compatible;
	enum tw_model_kind kind;
} expected[] = {
	{"atmel,at91rm9200-spi", TW_MODEL_BUS},	     {"atmel,at91sam9x5-gpio", TW_MODEL_BUS},
	{"jedec,spi-nor", TW_MODEL_SPI_DEVICE},	     {"s25fl512s", TW_MODEL_SPI_DEVICE},
	{"spansion,s25fl512s", TW_MODEL_SPI_DEVICE}, {"storage", TW_MODEL_BUS},
};

/* Nothing names the models' objects; the linker must have kept them all the same. */
Test(from_c, models_are_registered)
{
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		const struct tw_model_info *info = tw_model_find(expected[i].compatible);

		cr_assert(info, "no model for %s", expected[i].compatible);
		cr_assert_eq(info->kind, expected[i].kind);
		cr_assert(info->doc[0]);
		cr_assert(info->options);
	}
	cr_assert_null(tw_model_find("atmel,nothing"));
}

Test(from_c, models_are_listed_by_compatible)
{
	const char *last = "";
	size_t i;

	for (i = 0; tw_model_at(i); i++) {
		cr_assert_lt(strcmp(last, tw_model_at(i)->compatible), 0);
		last = tw_model_at(i)->compatible;
	}
	cr_assert_geq(i, sizeof(expected) / sizeof(*expected));
	cr_assert_null(tw_model_at(i + 1));
}
