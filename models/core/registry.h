/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Models register themselves: a file of a model defines one static bus_model or spi_model per
 * compatible string, and nothing else has to know of it.
 */
#ifndef TW_CORE_REGISTRY_H
#define TW_CORE_REGISTRY_H

#include <memory>

#include "core/bus_device.h"
#include "core/options.h"
#include "facade.h"
#include "spi/spi_device.h"

namespace tw
{

using make_bus_device = std::unique_ptr<bus_device> (*)(environment &env,
							const tw_bus_device &description,
							const options &opts);
using make_spi_device = std::unique_ptr<spi_device> (*)(environment &env,
							const tw_spi_device &description,
							const options &opts);

/* A registered model; exactly one of the makers is set. Makers throw bad_input. */
struct model {
	tw_model_info info;
	make_bus_device make_bus;
	make_spi_device make_spi;
};

/* Registers a model with registers on the bus. `opts` ends with key NULL. */
struct bus_model {
	bus_model(const char *compatible, const char *doc, const tw_option_doc *opts,
		  make_bus_device make);
};

/* Registers a device on an SPI bus. */
struct spi_model {
	spi_model(const char *compatible, const char *doc, const tw_option_doc *opts,
		  make_spi_device make);
};

/* The i-th model by compatible, NULL past the end. */
const model *model_at(size_t i);
/* NULL when there is none. */
const model *find_model(const char *compatible);
/* As find_model(), but throws bad_input that names `node` and the nearest compatible. */
const model &require_model(const char *compatible, tw_model_kind kind, const char *node);

} // namespace tw

#endif
