// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/registry.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/nearest.h"

namespace tw
{

/* A function's static, because registration runs before main() in no particular order. */
static std::vector<model> &models()
{
	static std::vector<model> all;

	return all;
}

static void add(const model &added)
{
	auto at = std::find_if(models().begin(), models().end(), [&](const model &m) {
		return strcmp(m.info.compatible, added.info.compatible) > 0;
	});

	models().insert(at, added);
}

bus_model::bus_model(const char *compatible, const char *doc, const tw_option_doc *opts,
		     make_bus_device make)
{
	add({{compatible, TW_MODEL_BUS, doc, opts}, make, nullptr});
}

spi_model::spi_model(const char *compatible, const char *doc, const tw_option_doc *opts,
		     make_spi_device make)
{
	add({{compatible, TW_MODEL_SPI_DEVICE, doc, opts}, nullptr, make});
}

const model *model_at(size_t i)
{
	return i < models().size() ? &models()[i] : nullptr;
}

const model *find_model(const char *compatible)
{
	for (const model &m : models())
		if (!strcmp(m.info.compatible, compatible))
			return &m;
	return nullptr;
}

const model &require_model(const char *compatible, tw_model_kind kind, const char *node)
{
	const model *found = find_model(compatible);
	std::vector<std::string> known;

	if (found && found->info.kind == kind)
		return *found;
	for (const model &m : models())
		if (m.info.kind == kind)
			known.push_back(m.info.compatible);

	std::string hint = nearest(compatible, known);

	throw bad_input(std::string(node) + ": no " +
			(kind == TW_MODEL_BUS ? "bus" : "SPI device") + " model for '" +
			compatible + "'" + (hint.empty() ? "" : "; did you mean '" + hint + "'?"));
}

} // namespace tw
