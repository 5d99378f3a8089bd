/* SPDX-License-Identifier: GPL-2.0-only */
/* Block primitives: done at once, charged by length (the board's are hand-written assembly). */
#ifndef _ASM_TWIN_STRING_H
#define _ASM_TWIN_STRING_H
#include <linux/types.h>
#define __HAVE_ARCH_MEMCPY
#define __HAVE_ARCH_MEMSET
#define __HAVE_ARCH_MEMMOVE
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
void *memmove(void *to, const void *from, size_t n);
#endif
