// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "twin_abi.h"

const struct twin_image some_image_entry = { .magic = TWIN_ABI_MAGIC };
