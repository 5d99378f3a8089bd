// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/jumper.h"

#include "core/registry.h"

namespace tw
{

static std::unique_ptr<spi_device> make(environment &, const tw_spi_device &, const options &)
{
	return std::make_unique<jumper>();
}

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const spi_model registration("linux,spi-loopback-test", "a wire from MOSI to MISO",
				    no_options, make);

} // namespace tw
