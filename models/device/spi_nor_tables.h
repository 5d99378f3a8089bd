/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a chip says of itself: the byte sequences that RDID and RSFDP read. Both are made from
 * struct nor_chip, laid out as CFI (JESD68) and JESD216B want; they are not copies of a chip's own,
 * which also advertise dual and quad commands.
 */
#ifndef TW_DEVICE_SPI_NOR_TABLES_H
#define TW_DEVICE_SPI_NOR_TABLES_H

#include <cstdint>
#include <vector>

#include "device/spi_nor_chip.h"

namespace tw
{

/* The ID, and from offset 10h the CFI query; what a chip has there and is not known reads as ones.
 */
std::vector<uint8_t> nor_id_table(const nor_chip &chip);
/* Header, one parameter header, and the basic flash parameter table of 16 words. */
std::vector<uint8_t> nor_sfdp_table(const nor_chip &chip);

} // namespace tw

#endif
