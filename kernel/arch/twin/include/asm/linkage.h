/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_LINKAGE_H
#define _ASM_TWIN_LINKAGE_H
#define __ALIGN		.balign 16
#define __ALIGN_STR	".balign 16"
#endif
