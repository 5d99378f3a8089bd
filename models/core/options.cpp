// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/options.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

#include "core/nearest.h"

namespace tw
{

options::options(const std::string &device, const tw_option_doc *docs, const tw_option *given,
		 size_t nr_given)
    : device_(device), docs_(docs), given_(given), nr_given_(nr_given)
{
	for (size_t i = 0; i < nr_given; i++)
		doc(given[i].key);
}

const tw_option_doc &options::doc(const std::string &key) const
{
	std::vector<std::string> known;

	for (const tw_option_doc *d = docs_; d && d->key; d++) {
		if (key == d->key)
			return *d;
		known.push_back(d->key);
	}

	std::string hint = nearest(key, known);
	std::string line = device_ + ": no option '" + key + "'";

	if (!hint.empty())
		line += "; did you mean '" + hint + "'?";
	else if (known.empty())
		line += "; this model has none";
	throw bad_input(line);
}

void options::reject(const char *key, const std::string &why) const
{
	throw bad_input(device_ + ": option '" + key + "': " + why);
}

std::string options::text(const char *key) const
{
	for (size_t i = nr_given_; i-- > 0;)
		if (!strcmp(given_[i].key, key))
			return given_[i].value;
	return doc(key).def;
}

unsigned int options::choice(const char *key) const
{
	std::string value = text(key), name;
	std::istringstream form(doc(key).form);
	std::vector<std::string> known;

	while (std::getline(form, name, '|')) {
		if (name == value)
			return static_cast<unsigned int>(known.size());
		known.push_back(name);
	}

	std::string hint = nearest(value, known);

	reject(key, "'" + value + "' is not one of " + doc(key).form +
			    (hint.empty() ? "" : "; did you mean '" + hint + "'?"));
}

uint64_t options::number(const char *key, uint64_t max) const
{
	std::string value = text(key);
	char *end;

	errno = 0;
	unsigned long long n = strtoull(value.c_str(), &end, 0);

	if (value.empty() || value[0] == '-' || *end || end == value.c_str())
		reject(key, "'" + value + "' is not a number");
	if (errno == ERANGE || n > max)
		reject(key, "'" + value + "' is more than " + std::to_string(max));
	return n;
}

/* Digits before and after the point, as one integer and the number of digits after it. */
static bool parse_decimal(const char **at, uint64_t *digits, unsigned int *fraction)
{
	bool point = false, any = false;

	*digits = 0;
	*fraction = 0;
	for (;; (*at)++) {
		if (**at == '.' && !point) {
			point = true;
			continue;
		}
		if (**at < '0' || **at > '9')
			return any;
		any = true;
		if (__builtin_mul_overflow(*digits, 10, digits) ||
		    __builtin_add_overflow(*digits, **at - '0', digits))
			return false;
		*fraction += point;
	}
}

static uint64_t unit_ps(const char *unit)
{
	static const struct {
		const char *name;
		uint64_t ps;
	} units[] = {
		{"ps", 1}, {"ns", 1000}, {"us", 1000000}, {"ms", 1000000000}, {"s", 1000000000000}};

	for (const auto &u : units)
		if (!strcmp(u.name, unit))
			return u.ps;
	return 0;
}

uint64_t options::time(const char *key) const
{
	std::string value = text(key);
	const char *at = value.c_str();
	unsigned int fraction;
	uint64_t digits, ps;

	if (!parse_decimal(&at, &digits, &fraction))
		reject(key, "'" + value + "' is not a time, for example '340 us'");
	while (*at == ' ')
		at++;
	ps = unit_ps(at);
	if (!ps)
		reject(key, "'" + value + "' needs a unit: ps, ns, us, ms or s");
	if (__builtin_mul_overflow(digits, ps, &ps))
		reject(key, "'" + value + "' is too long");
	for (; fraction; fraction--, ps /= 10)
		if (ps % 10)
			reject(key, "'" + value + "' is finer than a picosecond");
	return ps;
}

} // namespace tw
