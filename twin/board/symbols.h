/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Addresses of hosted code as functions and source lines, by addr2line on the unstripped image. */
#ifndef TWIN_BOARD_SYMBOLS_H
#define TWIN_BOARD_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#define SYMBOL_SIZE 256

struct symbol {
	uint64_t addr;		/* in: run-time address */
	char text[SYMBOL_SIZE];	/* out: "function (file:line)", or the link address in hex */
};

/* Fills text for n addresses; base: where link address 0 of the image was. */
void symbols_resolve(const char *vmlinux, uint64_t base, struct symbol *symbols, size_t n);

#endif
