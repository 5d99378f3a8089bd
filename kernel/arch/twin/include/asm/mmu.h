/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_MMU_H
#define _ASM_TWIN_MMU_H
/* A process lives in a window of its own, so that several can be in the host's address space. */
typedef struct {
	unsigned long window;	/* first address, 0: none yet */
} mm_context_t;
#endif
