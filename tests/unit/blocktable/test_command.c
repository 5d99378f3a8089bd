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
	struct blocktable_note *notes;
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

/* Exit status of the command, with more arguments `more`; its standard error goes to `errors`. */
static int run_with(const char *image, const char *to, const char *more, char *errors, size_t size)
{
	char *line;
	FILE *f;
	size_t n;

	cr_assert_geq(asprintf(&line, "'" BLOCKTABLE "' '%s' '%s' %s 2>&1 >/dev/null", image,
				to, more), 0);
	f = popen(line, "r");
	free(line);
	cr_assert_not_null(f);
	n = fread(errors, 1, size - 1, f);
	errors[n] = 0;
	return WEXITSTATUS(pclose(f));
}

static int run(const char *image, const char *to, char *errors, size_t size)
{
	return run_with(image, to, "", errors, size);
}

static struct table load(void)
{
	size_t nr;
	struct table t;
	FILE *f = fopen(out, "rb");

	cr_assert_not_null(f);
	cr_assert_eq(fread(&t.header, sizeof(t.header), 1, f), 1);
	t.bytes = malloc(t.header.text_size);
	cr_assert_eq(fread(t.bytes, 1, t.header.text_size, f), t.header.text_size);
	for (uint64_t i = t.header.text_size; i % 8; i++)
		cr_assert_eq(fgetc(f), 0);
	nr = t.header.nr_notes;
	t.notes = calloc(nr + 1, sizeof(*t.notes));
	cr_assert_eq(fread(t.notes, sizeof(*t.notes), nr, f), nr);
	cr_assert_eq(fgetc(f), EOF);
	fclose(f);
	return t;
}

static void unload(struct table *t)
{
	free(t->bytes);
	free(t->notes);
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
	cr_expect_geq(e - first, 23);
	cr_expect_eq(t.header.free_blocks, 6);
	unload(&t);
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
		sum += t.bytes[i] == BLOCKTABLE_NOTED ? 0 : t.bytes[i];
		blocks += t.bytes[i] != 0;
	}
	for (uint64_t i = 0; i < t.header.nr_notes; i++)
		sum += t.notes[i].insns;
	cr_expect_eq(sum, t.header.insns);
	cr_expect_geq(blocks, 23 - 6 + 10, "only %lu blocks", blocks);
	cr_expect_leq(blocks, t.header.blocks);
	unload(&t);
}

Test(command, a_long_block_has_a_note_with_its_count)
{
	char errors[512];
	struct table t;

	cr_assert_eq(run(SAMPLE, out, errors, sizeof(errors)), 0, "%s", errors);
	t = load();
	cr_assert_eq(t.header.nr_notes, 1);
	cr_expect_eq(t.bytes[t.notes[0].index], BLOCKTABLE_NOTED);
	cr_expect_eq(t.notes[0].insns, 301);
	cr_expect_str_empty(t.notes[0].name);
	unload(&t);
}

/* Writes a watch list beside `out`. */
static void make_watch(char *path, size_t size, const char *text)
{
	FILE *f;

	snprintf(path, size, "%s.watch", out);
	f = fopen(path, "w");
	cr_assert_not_null(f);
	fputs(text, f);
	fclose(f);
}

Test(command, watched_functions_have_notes)
{
	char errors[512], watch[64];
	struct table t;
	int status;

	make_watch(watch, sizeof(watch), "# a comment\n\n long_one\nno_such # missing\nkeyed\n"
		   "__sanitizer_cov_trace_pc\nlong_one");
	status = run_with(SAMPLE, out, watch, errors, sizeof(errors));
	unlink(watch);
	cr_assert_eq(status, 0, "%s", errors);
	cr_expect(strstr(errors, "warning: no function 'no_such'"), "said '%s'", errors);
	cr_expect(strstr(errors, "warning: no basic block in function '__sanitizer_cov_trace_pc'"),
		  "said '%s'", errors);
	t = load();
	cr_assert_eq(t.header.nr_notes, 2);
	cr_expect_str_eq(t.notes[0].name, "keyed");
	cr_expect_eq(t.notes[0].insns, 4);
	cr_expect_str_eq(t.notes[1].name, "long_one");
	cr_expect_eq(t.notes[1].insns, 301);
	cr_expect_lt(t.notes[0].index, t.notes[1].index);
	for (int i = 0; i < 2; i++)
		cr_expect_eq(t.bytes[t.notes[i].index], BLOCKTABLE_NOTED);
	unload(&t);
}

static void expect_watch_error(const char *text, const char *words)
{
	char errors[512], watch[64];

	unlink(out);
	make_watch(watch, sizeof(watch), text);
	cr_expect_eq(run_with(SAMPLE, out, watch, errors, sizeof(errors)), 2, "%s", text);
	unlink(watch);
	cr_expect(strstr(errors, words), "said '%s'", errors);
	cr_expect_neq(access(out, F_OK), 0, "something was written");
}

Test(command, bad_watch_lists)
{
	char errors[512];

	expect_watch_error("fine\nnot fine\n", ".watch:2:1: error: 'not fine'");
	expect_watch_error("\n"
			   "a23456789012345678901234567890123456789012345678901234567\n",
			   ".watch:2:1: error: 'a2345");
	cr_expect_eq(run_with(SAMPLE, out, "/nonexistent", errors, sizeof(errors)), 2);
	cr_expect(strstr(errors, "/nonexistent: No such file"), "said '%s'", errors);
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
