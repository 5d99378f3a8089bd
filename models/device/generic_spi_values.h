/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Values out of a YAML tree: keys with their checks, numbers, times, clocks. All throw bad_input.
 */
#ifndef TW_DEVICE_GENERIC_SPI_VALUES_H
#define TW_DEVICE_GENERIC_SPI_VALUES_H

#include <functional>

#include "device/generic_spi_yaml.h"

namespace tw
{

class yaml_reader
{
      public:
	explicit yaml_reader(yaml_document document) : doc_(std::move(document)) {}

	using setter = std::function<void(const yaml_value &)>;
	struct key {
		const char *name;
		bool required;
		setter set; /* is given the value */
	};

	const yaml_value &root() const
	{
		return *doc_.root;
	}
	[[noreturn]] void reject(const yaml_value &v, const std::string &what) const
	{
		doc_.reject(v.place, what);
	}
	void expect(const yaml_value &v, yaml_value::kind what) const;
	/* A mapping with these keys and no others, in the order of the file. */
	void each_key(const yaml_value &map, const std::vector<key> &keys) const;
	/* 18 or 0x12. */
	uint64_t number(const yaml_value &v, uint64_t min, uint64_t max) const;
	/* yes, no, true, false */
	bool boolean(const yaml_value &v) const;
	/* "5 us": ps */
	uint64_t time(const yaml_value &v) const;
	/* "20 MHz": Hz */
	uint64_t clock(const yaml_value &v) const;
	/* Sets `to` to a number. */
	setter into(unsigned int &to, uint64_t min, uint64_t max) const;

      private:
	struct unit {
		const char *name;
		uint64_t factor;
	};

	[[noreturn]] void unknown_key(const yaml_value &map, size_t i,
				      const std::vector<key> &keys) const;
	uint64_t quantity(const yaml_value &v, const std::vector<unit> &units,
			  const char *example) const;

	yaml_document doc_;
};

} // namespace tw

#endif
