// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Image and saved content of a flash: files complete or not at all, memory only for what changed.
 */
#include "spi_nor_alone.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/flash_fill.h"

static constexpr uint32_t SIZE = 64 << 20;

/* An empty directory to run in, removed with what is in it. */
class place
{
      public:
	place()
	{
		cr_assert(mkdtemp(name));
		cr_assert_eq(chdir(name), 0);
	}

	~place()
	{
		for (const char *file : {"a", "b", "b.partial", "d"})
			if (unlink(file) && errno == EISDIR)
				rmdir(file);
		cr_assert_eq(chdir(".."), 0);
		cr_assert_eq(rmdir(name), 0, "files are left in %s", name);
	}

	static void write(const char *file, const std::string &text)
	{
		FILE *f = fopen(file, "wb");

		cr_assert(f);
		cr_assert_eq(fwrite(text.data(), 1, text.size(), f), text.size());
		fclose(f);
	}

	/* n bytes at `offset` of a file of the flash's size. */
	static bytes read(const char *file, long offset, size_t n)
	{
		bytes got(n);
		struct stat st;
		FILE *f = fopen(file, "rb");

		cr_assert(f);
		cr_assert_eq(fstat(fileno(f), &st), 0);
		cr_assert_eq(st.st_size, SIZE);
		cr_assert_eq(fseek(f, offset, SEEK_SET), 0);
		cr_assert_eq(fread(got.data(), 1, n, f), n);
		fclose(f);
		return got;
	}

      private:
	char name[32] = "flash-files-XXXXXX";
};

static void save(chip &c)
{
	char err[TW_ERR_SIZE] = "";

	cr_assert_eq(c.nor.finish(err), 0, "%s", err);
}

Test(flash_files, saved_content_is_what_was_left)
{
	place here;
	chip c(given{{"fill", "prng"}, {"save", "b"}});
	bytes last;

	c.change(0x12, 0x1234, {0x00});
	c.now += 520 * MS;
	c.change(0xdc, 0x40000);
	c.now += 520 * MS;
	save(c);
	cr_assert(place::read("b", 0x1233, 3) ==
		  bytes({tw_fill_prng(0x1233), 0x00, tw_fill_prng(0x1235)}));
	cr_assert(place::read("b", 0x3ffff, 2) == bytes({tw_fill_prng(0x3ffff), 0xff}));
	cr_assert(place::read("b", SIZE - 1, 1) == bytes({tw_fill_prng(SIZE - 1)}));
	cr_assert_neq(access("b.partial", F_OK), 0);
}

/* The next run goes on where this one ended, with one file for both. */
Test(flash_files, image_and_save_may_be_one_file)
{
	place here;
	given options = {{"image", "a"}, {"save", "a"}};

	place::write("a", "hello");
	{
		chip c(options);

		cr_assert(c.cells(3, 3) == bytes({'l', 'o', 0xff}));
		c.change(0x12, 5, {'!'});
		save(c);
		c.now += MS;
		cr_assert(c.cells(4, 2) == bytes({'o', '!'})); /* still the first file's */
	}
	chip c(options);

	cr_assert(c.cells(3, 4) == bytes({'l', 'o', '!', 0xff}));
	cr_assert(c.cells(SIZE - 1, 2) == bytes({0xff, 'h'}));
}

Test(flash_files, image_is_not_written)
{
	place here;
	struct stat st;

	place::write("a", "hello");
	cr_assert_eq(chmod("a", 0400), 0);
	{
		chip c(given{{"image", "a"}});

		c.change(0xdc, 0);
		c.now += 520 * MS;
		cr_assert_eq(c.cells(0, 1)[0], 0xff);
		save(c);
	}
	cr_assert_eq(stat("a", &st), 0);
	cr_assert_eq(st.st_size, 5);

	chip c(given{{"image", "a"}});

	cr_assert_eq(c.cells(0, 1)[0], 'h');
}

/* A run that ends within a job, also a suspended one, saves what its end would leave. */
Test(flash_files, saved_within_a_job)
{
	place here;

	for (bool suspended : {false, true}) {
		chip c(given{{"fill", "counter"}, {"save", "b"}});

		c.change(0x12, 0x1000, {0x00, 0x00, 0x00});
		c.now += MS;
		c.change(0xdc, 0x40000);
		if (suspended)
			c.run({0x75});
		save(c);
		cr_assert(place::read("b", 0x1000, 4) == bytes({0, 0, 0, 0}));
		cr_assert(place::read("b", 0x3fffc, 8) ==
			  bytes({0, 3, 0xff, 0xfc, 0xff, 0xff, 0xff, 0xff}));
	}
}

/* The disk is full: one line, no half file, and what was there before stays. */
Test(flash_files, save_that_fails)
{
	place here;
	char err[TW_ERR_SIZE] = "";

	place::write("b", "before");
	cr_assert_eq(symlink("/dev/full", "b.partial"), 0);

	chip c(given{{"save", "b"}});
	char text[7] = "";
	FILE *f;

	cr_assert_eq(c.nor.finish(err), -1);
	cr_assert_str_eq(err, "flash0: cannot write 'b': No space left on device");
	cr_assert_neq(access("b.partial", F_OK), 0);
	f = fopen("b", "rb");
	cr_assert(f);
	cr_assert_eq(fread(text, 1, 6, f), 6u);
	cr_assert_str_eq(text, "before");
	fclose(f);
}

static const struct {
	const char *key, *value, *error;
} bad[] = {
	{"image", "none", "flash0: image 'none': No such file or directory"},
	{"image", "d", "flash0: image 'd': not a regular file"},
	{"image", "a", "flash0: image 'a': larger than the flash (67108865 > 67108864 bytes)"},
	{"save", "d", "flash0: cannot save to 'd': not a regular file"},
	{"save", "none/x", "flash0: cannot save to 'none/x': No such file or directory"},
	{"save", "a/x", "flash0: cannot save to 'a/x': Not a directory"},
};

/* Said before anything runs, and nothing is written. */
Test(flash_files, files_that_cannot_be_used)
{
	place here;

	place::write("a", "");
	cr_assert_eq(truncate("a", SIZE + 1), 0);
	cr_assert_eq(mkdir("d", 0700), 0);
	for (const auto &b : bad) {
		std::string line;

		try {
			chip c(given{{b.key, b.value}});
		} catch (const tw::bad_input &e) {
			line = e.what();
		}
		cr_assert_str_eq(line.c_str(), b.error);
	}
}

static long resident_kib()
{
	char line[128];
	long kib = 0;
	FILE *f = fopen("/proc/self/status", "r");

	cr_assert(f);
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, "VmRSS:", 6))
			kib = strtol(line + 6, nullptr, 10);
	fclose(f);
	return kib;
}

#ifdef __SANITIZE_ADDRESS__
static constexpr long LIMIT_KIB = 40 << 10; /* it keeps what was freed for a while */
#else
static constexpr long LIMIT_KIB = 4 << 10;
#endif

/* 64 MiB read, erased and programmed here and there: some pages of memory, not 64 MiB. */
Test(flash_files, memory_is_for_what_changed)
{
	chip c(given{{"fill", "prng"}, {"t_be", "1 ms"}});
	long before = resident_kib();

	for (uint32_t at = 0; at < SIZE; at += 4096)
		c.cells(at, 1);
	c.run({0x06});
	c.run({0xc7});
	c.now += MS;
	for (uint32_t i = 0; i < 64; i++) {
		c.change(0x12, i << 20, {0});
		c.now += MS;
	}
	cr_assert_lt(resident_kib() - before, LIMIT_KIB);
}
