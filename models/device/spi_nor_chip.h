/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What differs between members of the S25FL-S family; one entry per part, and only known parts. */
#ifndef TW_DEVICE_SPI_NOR_CHIP_H
#define TW_DEVICE_SPI_NOR_CHIP_H

#include <cstdint>

namespace tw
{

/* Sizes are powers of two, given as exponents of bytes. */
struct nor_chip {
	const char *name;
	uint8_t id[6];	   /* what RDID begins with */
	uint8_t signature; /* of READ_ID and RES */
	uint8_t size_bits, sector_bits, page_bits;
	/* What the chip says of itself in SFDP and CFI; the model's times are options. */
	uint32_t t_pp_us, t_se_ms, t_be_s, t_suspend_us;
	uint32_t t_pp_max_us, t_se_max_ms, t_be_max_s;
	/* Chip select high time, ps. */
	uint64_t cs_high_read, cs_high_write;
	uint64_t no_dummy_hz; /* largest SCK of a fast read without a dummy byte */

	uint32_t size() const
	{
		return 1u << size_bits;
	}

	uint32_t sector() const
	{
		return 1u << sector_bits;
	}

	uint32_t page() const
	{
		return 1u << page_bits;
	}
};

/*
 * S25FL512S. ID: published, and the kernel's part table has it. Geometry: published. t_pp, t_se,
 * t_be: from published rates (1.5 MB/s, 0.5 MB/s, 0.65 MB/s). Largest t_pp: published for the
 * family. From general knowledge of the family: the rest.
 */
constexpr nor_chip s25fl512s = {
	"S25FL512S",
	{0x01, 0x02, 0x20, 0x4d, 0x00, 0x80},
	0x19,	      /* signature */
	26,	      /* 64 MiB in ... */
	18,	      /* ... sectors of 256 KiB, ... */
	9,	      /* ... programmed in pages of 512 bytes */
	340,	      /* t_pp, us */
	520,	      /* t_se, ms */
	103,	      /* t_be, s */
	45,	      /* t_suspend, us */
	750,	      /* the longest t_pp, */
	2600,	      /* t_se, */
	460,	      /* t_be */
	10000,	      /* chip select high after reads and control commands, ... */
	50000,	      /* ... and after writes */
	50 * 1000000, /* Hz, without dummy byte */
};

} // namespace tw

#endif
