/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_VMALLOC_H
#define _ASM_TWIN_VMALLOC_H
/* No huge mappings. */
#endif
