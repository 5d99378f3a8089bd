/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Description files of generic SPI devices for tests. */
#ifndef TESTS_MODELS_GENERIC_SPI_SETUP_H
#define TESTS_MODELS_GENERIC_SPI_SETUP_H

#include <criterion/criterion.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

/* Temporaries do not outlive Criterion's comparison of C strings. */
static inline void expect_text(const std::string &got, const std::string &expected)
{
	cr_assert(got == expected, "got '%s', expected '%s'", got.c_str(), expected.c_str());
}

/* A file with this text, gone with the object. */
class text_file
{
      public:
	explicit text_file(const std::string &text)
	{
		char name[] = "/tmp/generic-spi-XXXXXX";
		int fd = mkstemp(name);

		cr_assert_geq(fd, 0);
		cr_assert_eq(write(fd, text.data(), text.size()), (ssize_t)text.size());
		close(fd);
		path = name;
	}
	~text_file()
	{
		unlink(path.c_str());
	}

	std::string path;
};

/* The example of docs/generic-spi-device.md. */
static inline std::string documented_example()
{
	std::ifstream in(DOCS_DIR "/generic-spi-device.md");
	std::stringstream all;
	std::string text;
	size_t from, to;

	all << in.rdbuf();
	text = all.str();
	from = text.find("```yaml\n");
	to = text.find("```", from + 1);
	cr_assert_neq(from, std::string::npos);
	cr_assert_neq(to, std::string::npos);
	return text.substr(from + 8, to - from - 8);
}

#endif
