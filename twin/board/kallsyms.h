/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Functions and variables of a kernel image by address, as /proc/kallsyms would have them. */
#ifndef TWIN_BOARD_KALLSYMS_H
#define TWIN_BOARD_KALLSYMS_H

#include <stdint.h>

struct kallsyms;

/*
 * Reads the symbols of the unstripped image; base: where its link address 0 is. Never NULL: without
 * the file, or when it is damaged, there are no symbols.
 */
struct kallsyms *kallsyms_load(const char *vmlinux, uint64_t base);
/* Who an address belongs to, and how far into it it is; NULL: nobody. Lives as long as `k`. */
const char *kallsyms_name(const struct kallsyms *k, uint64_t addr, uint64_t *offset);
/* NULL is allowed. */
void kallsyms_free(struct kallsyms *k);

#endif
