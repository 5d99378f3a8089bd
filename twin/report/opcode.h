/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Names of SPI NOR flash commands (JEDEC and vendors' data sheets). */
#ifndef REPORT_OPCODE_H
#define REPORT_OPCODE_H

#include <stdbool.h>
#include <stdint.h>

/* Does a device with this compatible take flash commands? */
bool opcode_applies(const char *compatible);
/* "READ4", or NULL when the command is not known. */
const char *opcode_name(uint8_t op);

#endif
