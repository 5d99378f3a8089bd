/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_CACHEFLUSH_H
#define _ASM_TWIN_CACHEFLUSH_H
/* The vmalloc window is host memory too: mapped and unmapped along with the page table. */
void flush_cache_vmap(unsigned long start, unsigned long end);
void flush_cache_vunmap(unsigned long start, unsigned long end);
#define flush_cache_vmap flush_cache_vmap
#define flush_cache_vunmap flush_cache_vunmap
#include <asm-generic/cacheflush.h>
#endif
