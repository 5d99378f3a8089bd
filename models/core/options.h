/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Options of a device: texts from the scenario against the model's table (struct tw_option_doc).
 * Everything wrong is a bad_input with one clear line: unknown key (nearest known one), value not
 * in the list, number or time that does not parse or overflows.
 */
#ifndef TW_CORE_OPTIONS_H
#define TW_CORE_OPTIONS_H

#include <cstdint>
#include <stdexcept>
#include <string>

#include "facade.h"

namespace tw
{

/* What the caller of the facade passed cannot be used; what() is the line for him. */
class bad_input : public std::runtime_error
{
      public:
	using std::runtime_error::runtime_error;
};

class options
{
      public:
	/* device: label, for messages. Throws bad_input for a key that `docs` does not have. */
	options(const std::string &device, const tw_option_doc *docs, const tw_option *given,
		size_t nr_given);

	/* The text given, or the table's default. The key must be in the table. */
	std::string text(const char *key) const;
	/* Index of the value in the table's form "a|b|c". */
	unsigned int choice(const char *key) const;
	/* Decimal or 0x number, at most `max`. */
	uint64_t number(const char *key, uint64_t max) const;
	/* "340 us", "1.5 ns": ps, ns, us, ms or s, exact in integer ps; else an error. */
	uint64_t time(const char *key) const;

      private:
	const tw_option_doc &doc(const std::string &key) const;
	[[noreturn]] void reject(const char *key, const std::string &why) const;

	std::string device_;
	const tw_option_doc *docs_;
	const tw_option *given_;
	size_t nr_given_;
};

} // namespace tw

#endif
