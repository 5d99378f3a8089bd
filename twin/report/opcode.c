// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/opcode.h"

#include <stddef.h>
#include <string.h>

static const char *const names[256] = {
	[0x01] = "WRSR",    [0x02] = "PP",    [0x03] = "READ",	    [0x04] = "WRDI",
	[0x05] = "RDSR",    [0x06] = "WREN",  [0x0b] = "FAST_READ", [0x0c] = "FAST_READ4",
	[0x12] = "PP4",	    [0x13] = "READ4", [0x15] = "RDSR3",	    [0x16] = "BRRD",
	[0x17] = "BRWR",    [0x20] = "SE_4K", [0x21] = "SE4_4K",    [0x30] = "CLSR",
	[0x35] = "RDCR",    [0x50] = "CLFSR", [0x52] = "BE_32K",    [0x5a] = "RDSFDP",
	[0x5c] = "BE4_32K", [0x60] = "CE",    [0x66] = "RSTEN",	    [0x70] = "RDFSR",
	[0x99] = "RST",	    [0x9f] = "RDID",  [0xab] = "RDP",	    [0xb7] = "EN4B",
	[0xb9] = "DP",	    [0xc7] = "CE",    [0xd8] = "SE",	    [0xdc] = "SE4",
	[0xe9] = "EX4B",    [0xf0] = "SRST",
};

bool opcode_applies(const char *compatible)
{
	return compatible && (strstr(compatible, "spi-nor") || strstr(compatible, "m25p") ||
			      strstr(compatible, "s25fl") || strstr(compatible, "at25df"));
}

const char *opcode_name(uint8_t op)
{
	return names[op];
}
