// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "core/options.h"
#include "device/flash_array.h"

using tw::flash_array;

static constexpr uint32_t size = 1 << 20, sector = 1 << 16;

/* A file with `text` in it, removed at the end of the test. */
class temporary
{
      public:
	explicit temporary(const std::string &text)
	{
		static int count;
		int fd;

		path = "flash-array-test-" + std::to_string(getpid()) + "-" +
		       std::to_string(count++);
		fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
		cr_assert_geq(fd, 0);
		cr_assert_eq(::write(fd, text.data(), text.size()), (ssize_t)text.size());
		close(fd);
	}
	~temporary()
	{
		unlink(path.c_str());
	}

	std::string path;
};

/* Values computed outside of this program (splitmix64 with seed 0: 16294208416658607535, ...). */
Test(flash_array, fills)
{
	flash_array erased("f", size, sector, "", TW_FILL_ERASED);
	flash_array counter("f", size, sector, "", TW_FILL_COUNTER);
	flash_array prng("f", size, sector, "", TW_FILL_PRNG);
	static const uint8_t first[] = {0xaf, 0xcd, 0x1d, 0x7b, 0x39, 0xa8, 0x20, 0xe2};
	static const uint8_t second[] = {0xf4, 0x65, 0xb9, 0xa1, 0x6a, 0x9e, 0x78, 0x6e};

	cr_assert_eq(erased.read(size - 1), 0xff);
	cr_assert_eq(counter.read(0x12345), 0x01);
	cr_assert_eq(counter.read(0x12346), 0x23);
	cr_assert_eq(counter.read(0x12347), 0x44);
	for (uint32_t i = 0; i < 8; i++) {
		cr_assert_eq(prng.read(i), first[i], "byte %u: 0x%x", i, prng.read(i));
		cr_assert_eq(prng.read(8 + i), second[i], "byte %u: 0x%x", 8 + i, prng.read(8 + i));
	}
}

Test(flash_array, image_and_its_end)
{
	temporary file("hello");
	temporary empty("");
	flash_array array("f", size, sector, file.path, TW_FILL_COUNTER);
	flash_array nothing("f", size, sector, empty.path, TW_FILL_COUNTER);

	cr_assert_eq(array.read(0), 'h');
	cr_assert_eq(array.read(4), 'o');
	cr_assert_eq(array.read(5), 0xff);
	cr_assert_eq(array.read(size - 1), 0xff);
	cr_assert_eq(nothing.read(3), 0xff);
}

Test(flash_array, image_too_large)
{
	temporary file(std::string(8193, 'x'));
	std::string line;

	try {
		flash_array array("f", 8192, 4096, file.path, TW_FILL_ERASED);
	} catch (const tw::bad_input &e) {
		line = e.what();
	}
	cr_assert(strstr(line.c_str(), "larger than the flash (8193 > 8192 bytes)"), "%s",
		  line.c_str());
	cr_assert(strstr(line.c_str(), file.path.c_str()));
}

Test(flash_array, programming_clears_bits_and_erasing_sets_them)
{
	temporary file("hello");
	flash_array array("f", size, sector, file.path, TW_FILL_ERASED);

	array.program(0, 0x0f);
	cr_assert_eq(array.read(0), 'h' & 0x0f);
	cr_assert_eq(array.read(1), 'e');
	array.program(sector, 0x12);
	array.erase_sector(5);
	cr_assert_eq(array.read(0), 0xff);
	cr_assert_eq(array.read(1), 0xff);
	cr_assert_eq(array.read(sector), 0x12);
	array.program(1, 0x34);
	cr_assert_eq(array.read(1), 0x34);
	cr_assert_eq(array.read(0), 0xff);
}

Test(flash_array, save)
{
	temporary file("hello"), target("");
	flash_array array("f", size, sector, file.path, TW_FILL_ERASED);

	array.program(size - 1, 0x42);
	cr_assert_eq(array.save(target.path), 0);

	flash_array again("f", size, sector, target.path, TW_FILL_COUNTER);

	cr_assert_eq(again.read(1), 'e');
	cr_assert_eq(again.read(5), 0xff);
	cr_assert_eq(again.read(size - 1), 0x42);
	cr_assert_eq(array.save("/nonexistent/x"), -1);
	cr_assert_eq(errno, ENOENT);
}
