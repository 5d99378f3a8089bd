// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Needs a symbol of somebody else. */
#include "twin_abi.h"

extern int elsewhere;

int *const place = &elsewhere;
const struct twin_image twin_image_entry = { .magic = TWIN_ABI_MAGIC };
