/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The plain part of YAML that a device description needs, as a tree in which every key and value
 * knows its place. Refused, each with a bad_input line `file:line:col: error: what; hint`: files
 * above 256 KiB, nesting deeper than 8, more than 10000 values, anchors, aliases, tags, duplicate
 * keys, keys that are not scalars, more than one document.
 */
#ifndef TW_DEVICE_GENERIC_SPI_YAML_H
#define TW_DEVICE_GENERIC_SPI_YAML_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tw
{

struct yaml_place {
	int line = 0, column = 0; /* from 1; 0: the file as a whole */
};

struct yaml_value {
	enum kind { scalar, list, map };

	kind what = scalar;
	yaml_place place;
	std::string text;				/* scalar */
	std::vector<std::unique_ptr<yaml_value>> items; /* list, map */
	std::vector<std::string> keys;			/* map: of each item */
	std::vector<yaml_place> key_places;
};

struct yaml_document {
	std::string path;
	std::unique_ptr<yaml_value> root;

	/* Throws bad_input that points at `place`. */
	[[noreturn]] void reject(const yaml_place &place, const std::string &what) const;
};

/* Throws bad_input. */
yaml_document read_yaml(const std::string &path);

} // namespace tw

#endif
