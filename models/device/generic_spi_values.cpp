// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/generic_spi_values.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "core/nearest.h"

namespace tw
{

static const char *kind_name(yaml_value::kind kind)
{
	static const char *const names[] = {"a value", "a list", "a mapping"};

	return names[kind];
}

void yaml_reader::expect(const yaml_value &v, yaml_value::kind what) const
{
	if (v.what != what)
		reject(v,
		       std::string("expected ") + kind_name(what) + ", found " + kind_name(v.what));
}

void yaml_reader::unknown_key(const yaml_value &map, size_t i, const std::vector<key> &keys) const
{
	std::vector<std::string> known;

	for (const key &k : keys)
		known.push_back(k.name);

	std::string hint = nearest(map.keys[i], known);

	doc_.reject(map.key_places[i], "unknown key '" + map.keys[i] + "'" +
					       (hint.empty() ? "; see docs/generic-spi-device.md"
							     : "; did you mean '" + hint + "'?"));
}

void yaml_reader::each_key(const yaml_value &map, const std::vector<key> &keys) const
{
	expect(map, yaml_value::map);
	for (const key &k : keys)
		if (k.required &&
		    std::find(map.keys.begin(), map.keys.end(), k.name) == map.keys.end())
			reject(map, std::string("key '") + k.name + "' is missing");
	for (size_t i = 0; i < map.keys.size(); i++) {
		auto k = std::find_if(keys.begin(), keys.end(),
				      [&](const key &other) { return map.keys[i] == other.name; });

		if (k == keys.end())
			unknown_key(map, i, keys);
		k->set(*map.items[i]);
	}
}

uint64_t yaml_reader::number(const yaml_value &v, uint64_t min, uint64_t max) const
{
	char *end;

	expect(v, yaml_value::scalar);
	errno = 0;
	unsigned long long n = strtoull(v.text.c_str(), &end, 0);

	if (v.text.empty() || v.text[0] < '0' || v.text[0] > '9' || *end)
		reject(v, "'" + v.text + "' is not a number; write 18 or 0x12");
	if (errno == ERANGE || n < min || n > max)
		reject(v,
		       v.text + " is not in " + std::to_string(min) + ".." + std::to_string(max));
	return n;
}

bool yaml_reader::boolean(const yaml_value &v) const
{
	expect(v, yaml_value::scalar);
	if (v.text == "yes" || v.text == "true")
		return true;
	if (v.text != "no" && v.text != "false")
		reject(v, "'" + v.text + "' is neither yes nor no");
	return false;
}

/* A whole number and a unit; `example` shows one. */
uint64_t yaml_reader::quantity(const yaml_value &v, const std::vector<unit> &units,
			       const char *example) const
{
	uint64_t value;
	char *end;

	expect(v, yaml_value::scalar);
	errno = 0;
	value = strtoull(v.text.c_str(), &end, 10);
	while (*end == ' ')
		end++;
	if (v.text.empty() || v.text[0] < '0' || v.text[0] > '9')
		reject(v, "'" + v.text + "' is not a quantity; write for example " + example);
	for (const unit &u : units) {
		if (u.name != std::string(end))
			continue;
		if (errno == ERANGE || __builtin_mul_overflow(value, u.factor, &value) ||
		    value > UINT64_MAX / 4)
			reject(v, v.text + " is too large");
		return value;
	}
	reject(v, "'" + v.text + "' needs a unit and a whole number; write for example " + example);
}

uint64_t yaml_reader::time(const yaml_value &v) const
{
	return quantity(v,
			{{"ps", 1},
			 {"ns", 1000},
			 {"us", 1000000},
			 {"ms", 1000000000},
			 {"s", 1000000000000}},
			"5 us");
}

uint64_t yaml_reader::clock(const yaml_value &v) const
{
	return quantity(v, {{"Hz", 1}, {"kHz", 1000}, {"MHz", 1000000}}, "20 MHz");
}

yaml_reader::setter yaml_reader::into(unsigned int &to, uint64_t min, uint64_t max) const
{
	return [this, &to, min, max](const yaml_value &v) {
		to = static_cast<unsigned int>(number(v, min, max));
	};
}

} // namespace tw
