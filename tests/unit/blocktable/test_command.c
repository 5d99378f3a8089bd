// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The blocktable command on a shared object with known counts, and its error paths. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "blocktable.h"

struct expectation {
	int64_t from_here;	/* return address - &expected */
	uint64_t count;
};

struct table {
	struct blocktable_header header;
	uint8_t *bytes;
};

static char out[] = "/tmp/blocktable-XXXXXX";

static void make_out(void)
{
	int fd = mkstemp(out);

	cr_assert_geq(fd, 0);
	close(fd);
}

static void remove_out(void)
{
	unlink(out);
}

TestSuite(command, .init = make_out, .fini = remove_out);

/* Exit status of the command; its standard error goes to `errors`. */
static int run(const char *image, const char *to, char *errors, size_t size)
{
	char *line;
	FILE *f;
	size_t n;

	cr_assert_geq(asprintf(&line, "'" BLOCKTABLE "' '%s' '%s' 2>&1 >/dev/null", image, to), 0);
	f = popen(line, "r");
	free(line);
	cr_assert_not_null(f);
	n = fread(errors, 1, size - 1, f);
	errors[n] = 0;
	return WEXITSTATUS(pclose(f));
}

static struct table load(void)
{
	struct table t;
	FILE *f = fopen(out, "rb");

	cr_assert_not_null(f);
	cr_assert_eq(fread(&t.header, sizeof(t.header), 1, f), 1);
	t.bytes = malloc(t.header.text_size);
	cr_assert_eq(fread(t.bytes, 1, t.header.text_size, f), t.header.text_size);
	cr_assert_eq(fgetc(f), EOF);
	fclose(f);
	return t;
}

Test(command, known_counts)
{
	char errors[512];
	void *so = dlopen(SAMPLE, RTLD_NOW | RTLD_LOCAL);
	const struct expectation *e, *first;
	struct table t;
	Dl_info info;

	cr_assert_eq(run(SAMPLE, out, errors, sizeof(errors)), 0, "%s", errors);
	t = load();
	cr_assert(!memcmp(t.header.magic, BLOCKTABLE_MAGIC, 8));
	cr_assert_not_null(so, "%s", dlerror());
	first = dlsym(so, "expected");
	cr_assert_not_null(first);
	cr_assert(dladdr(first, &info));
	for (e = first; e->from_here; e++) {
		uint64_t at = (uint64_t)first - (uint64_t)info.dli_fbase + e->from_here -
			      t.header.text;

		cr_assert_lt(at, t.header.text_size);
		cr_expect_eq(t.bytes[at], e->count, "block %zu: %u, not %lu", e - first,
			     t.bytes[at], e->count);
	}
	cr_expect_geq(e - first, 17);
	cr_expect_eq(t.header.free_blocks, 4);
	free(t.bytes);
	dlclose(so);
}

/* Compiler output: every block of code that does work has a count, and the counts are sane. */
Test(command, compiled_code)
{
	char errors[512];
	struct table t;
	uint64_t sum = 0, blocks = 0;

	cr_assert_eq(run(SAMPLE, out, errors, sizeof(errors)), 0, "%s", errors);
	t = load();
	for (uint64_t i = 0; i < t.header.text_size; i++) {
		sum += t.bytes[i];
		blocks += t.bytes[i] != 0;
	}
	cr_expect_eq(sum, t.header.insns);
	cr_expect_geq(blocks, 17 - 5 + 10, "only %lu blocks", blocks);
	cr_expect_leq(blocks, t.header.blocks - t.header.free_blocks);
	free(t.bytes);
}

static void expect_error(const char *image, const char *to, const char *words)
{
	char errors[512];

	unlink(out);
	cr_expect_eq(run(image, to, errors, sizeof(errors)), 2, "%s", image);
	cr_expect(strstr(errors, words), "%s: said '%s'", image, errors);
	cr_expect_neq(access(out, F_OK), 0, "%s: something was written", image);
}

Test(command, errors)
{
	expect_error("/nonexistent", out, "No such file");
	expect_error("/dev/null", out, "empty file");
	expect_error("/etc/passwd", out, "not an ELF file");
	expect_error(BLOCKTABLE, out, "-fsanitize-coverage=trace-pc");
	expect_error(SAMPLE, "/nonexistent/table", "cannot write");
}
