// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* As little as a kernel image can be: the entry, and code and data that need relocation. */
#include "twin_abi.h"

int answers[3] = { 40, 41, 42 };
int *const place = &answers[2];	/* a relative relocation */
int cleared[5000];

static int init(const struct twin_boot *boot)
{
	(void)boot;
	return *place + cleared[4999];
}

const struct twin_image twin_image_entry = {
	.magic = TWIN_ABI_MAGIC, .version = TWIN_ABI_VERSION, .boot_size = sizeof(struct twin_boot),
	.init = init,
};
