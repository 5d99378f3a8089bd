/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the tests of the Atmel SPI share: register values, and the controller enabled. */
#ifndef TESTS_MODELS_ATMEL_SPI_SETUP_H
#define TESTS_MODELS_ATMEL_SPI_SETUP_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "rig.h"
#include "spi/atmel_spi_regs.h"

/* CSR: SCBR, bits, DLYBS, DLYBCT, low bits. */
#define CSR(scbr, bits, dlybs, dlybct, low)                                                        \
	((uint32_t)(scbr) << 8 | (uint32_t)((bits)-8) << 4 | (uint32_t)(dlybs) << 16 |             \
	 (uint32_t)(dlybct) << 24 | (low))
#define MODE0 2u
#define MASTER (tw::atmel_spi_regs::MR_MSTR | tw::atmel_spi_regs::MR_MODFDIS)
#define PCS0 (0xeu << 16)

#define NR(table) (sizeof(table) / sizeof(*(table)))

/* For ParameterizedTestParameters(): 0 .. n - 1, each a test in a process (and board) of its own.
 */
template <size_t n> static inline criterion_test_params every()
{
	static int indices[n];

	for (size_t i = 0; i < n; i++)
		indices[i] = static_cast<int>(i);
	return criterion_test_params(sizeof(int), indices, n);
}

/* Deterministic and good enough to vary a test: below `bound`. */
class dice
{
      public:
	explicit dice(int seed) : state_(static_cast<uint32_t>(seed) * 2654435761u + 1) {}

	uint32_t below(uint32_t bound)
	{
		state_ = state_ * 1664525u + 1013904223u;
		return static_cast<uint32_t>((static_cast<uint64_t>(state_) * bound) >> 32);
	}

      private:
	uint32_t state_;
};

static inline uint64_t reg(uint32_t offset)
{
	return SPI_BASE + offset;
}

/* Reset and enabled on chip select 0 at time `at`. */
static inline void setup(rig &r, uint32_t csr, uint32_t mr = MASTER | PCS0, uint64_t at = 0)
{
	r.write(at, reg(tw::atmel_spi_regs::CR), tw::atmel_spi_regs::CR_SWRST);
	r.write(at, reg(tw::atmel_spi_regs::MR), mr);
	r.write(at, reg(tw::atmel_spi_regs::CSR0), csr);
	r.write(at, reg(tw::atmel_spi_regs::CR), tw::atmel_spi_regs::CR_SPIEN);
}

#endif
