// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Event files: what was written comes back; damage ends in one line, never in a crash. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "stream.h"
#include "trace/event_table.h"
#include "trace/twe_format.h"
#include "trace/twe_read.h"

#define RECORDS 40000

static char err[TRACE_ERR_SIZE];

TestSuite(twe, .init = enter_scratch, .fini = leave_scratch);

static struct twin_event nth(uint64_t i)
{
	return (struct twin_event){
		.time = 10 * i,
		.type = i % 3 ? TWIN_EV_MMIO_READ : TWIN_EV_IRQ_ENTRY,
		.cpu = i % 4,
		.task = (uint32_t)i,
		.a = i * i,
		.b = ~i,
	};
}

static void write_file(const char *path)
{
	struct trace *t = trace_new();

	cr_assert_eq(trace_record(t, path, ~0u, err), 0, "%s", err);
	for (uint64_t i = 0; i < RECORDS; i++) {
		struct twin_event ev = nth(i);

		cr_assert_eq(trace_push(t, &ev, 1), 0);
	}
	cr_assert_eq(access(path, F_OK), -1, "the name appears when the file is complete");
	cr_assert_eq(trace_end(t, 10 * RECORDS, err), 0, "%s", err);
	trace_free(t);
}

struct tally {
	uint64_t n, next, step;
};

static int same(void *ctx, const struct twin_event *ev)
{
	struct tally *t = ctx;
	struct twin_event want = nth(t->next);

	cr_assert_eq(memcmp(ev, &want, sizeof(want)), 0, "record %lu", (unsigned long)t->next);
	t->next += t->step;
	t->n++;
	return 0;
}

Test(twe, everything_comes_back)
{
	struct tally t = {.step = 1};
	struct twe_reader *r;

	write_file("a.twe");
	r = twe_open("a.twe", err);
	cr_assert(r, "%s", err);
	cr_assert_eq(twe_info(r)->records, RECORDS);
	cr_assert_eq(twe_info(r)->chunks, 3);
	cr_assert_eq(twe_info(r)->end, 10 * RECORDS);
	cr_assert_eq(twe_info(r)->last, 10 * (RECORDS - 1));
	cr_assert_eq(twe_info(r)->classes, TWIN_CLASS_MMIO | TWIN_CLASS_IRQ);
	cr_assert_eq(twe_read(r, 0, UINT64_MAX, ~0u, same, &t, err), 0, "%s", err);
	cr_assert_eq(t.n, RECORDS);
	cr_assert_eq(twe_verify(r, err), 0);
	twe_close(r);
}

Test(twe, a_time_range_of_one_class)
{
	/* records 15000, 15003, ... 18000: irq, time 150000 to 180000 inclusive */
	struct tally t = {.next = 15000, .step = 3};
	struct twe_reader *r;

	write_file("a.twe");
	r = twe_open("a.twe", err);
	cr_assert_eq(twe_read(r, 150000, 180000, TWIN_CLASS_IRQ, same, &t, err), 0);
	cr_assert_eq(t.n, 1001);
	twe_close(r);
}

static int stop(void *ctx, const struct twin_event *ev)
{
	return 42;
}

Test(twe, reading_can_be_stopped)
{
	struct twe_reader *r;

	write_file("a.twe");
	r = twe_open("a.twe", err);
	cr_assert_eq(twe_read(r, 0, UINT64_MAX, ~0u, stop, NULL, err), 42);
	twe_close(r);
}

Test(twe, equal_streams_give_equal_files)
{
	size_t na, nb;
	char *a, *b;

	write_file("a.twe");
	write_file("b.twe");
	a = slurp("a.twe", &na);
	b = slurp("b.twe", &nb);
	cr_assert_eq(na, nb);
	cr_assert_eq(memcmp(a, b, na), 0);
	free(a);
	free(b);
}

Test(twe, an_empty_run)
{
	struct trace *t = trace_new();
	struct twe_reader *r;

	trace_record(t, "e.twe", ~0u, err);
	cr_assert_eq(trace_end(t, 5, err), 0);
	trace_free(t);
	r = twe_open("e.twe", err);
	cr_assert(r);
	cr_assert_eq(twe_info(r)->records, 0);
	cr_assert_eq(twe_info(r)->end, 5);
	cr_assert_eq(twe_verify(r, err), 0);
	twe_close(r);
}

static void put_file(const char *path, const char *data, size_t len)
{
	FILE *f = fopen(path, "wb");

	cr_assert_eq(fwrite(data, 1, len, f), len);
	fclose(f);
}

/* Opens and reads everything; true when the damage was noticed with one line of text. */
static int noticed(const char *path)
{
	struct twe_reader *r;
	int ret = -1;

	*err = '\0';
	r = twe_open(path, err);
	if (r) {
		ret = twe_verify(r, err);
		twe_close(r);
	}
	return ret == -1 && strstr(err, ": error: ") && !strchr(err, '\n');
}

Test(twe, every_truncation_is_noticed)
{
	size_t len;

	write_file("a.twe");
	free(slurp("a.twe", &len));
	for (size_t cut = len; cut--;) {
		if (cut >= 4000 && len - cut >= 400 && cut % 997)
			continue;
		cr_assert_eq(truncate("a.twe", (off_t)cut), 0);
		cr_assert(noticed("a.twe"), "cut at %zu of %zu: '%s'", cut, len, err);
	}
}

/* One bit of a zstd frame means nothing: then all records must still be right. */
static int harmless(const char *path)
{
	struct tally t = {.step = 1};
	struct twe_reader *r = twe_open(path, err);
	int ret = r ? twe_read(r, 0, UINT64_MAX, ~0u, same, &t, err) : -1;

	if (r)
		twe_close(r);
	return !ret && t.n == RECORDS;
}

static void put_byte(const char *path, size_t at, char byte)
{
	FILE *f = fopen(path, "r+b");

	fseek(f, (long)at, SEEK_SET);
	fputc(byte, f);
	fclose(f);
}

Test(twe, every_flipped_bit_is_noticed)
{
	size_t len;
	char *data;

	write_file("a.twe");
	data = slurp("a.twe", &len);
	for (size_t at = 0; at < len; at += at < 2000 || len - at < 300 ? 1 : 3001) {
		put_byte("a.twe", at, data[at] ^ 0x10);
		cr_assert(noticed("a.twe") || harmless("a.twe"), "byte %zu of %zu: '%s'", at, len,
			  err);
		put_byte("a.twe", at, data[at]);
	}
	cr_assert_not(noticed("a.twe"));
	free(data);
}

Test(twe, other_files_and_directories)
{
	put_file("x", "#!/bin/sh\nnothing of ours, but long enough for a header\n", 55);
	cr_assert(noticed("x"));
	cr_assert_str_eq(err, "x: error: not an event file; give the events.twe of a run");
	cr_assert(noticed("missing.twe"));
	cr_assert(noticed("."));
	put_file("empty", "", 0);
	cr_assert(noticed("empty"));
}

/* A newer build added a type at the end and renamed none: its file is read without the new one. */
Test(twe, types_are_mapped_by_name)
{
	const char *from = "mmio_read ", *to = "mmio_rexd ";
	struct tally t = {.step = 3};
	struct twe_header h;
	struct twe_reader *r;
	size_t len;
	char *data, *p;

	write_file("a.twe");
	data = slurp("a.twe", &len);
	memcpy(&h, data, sizeof(h));
	p = memmem(data, len, from, strlen(from));
	memcpy(p, to, strlen(to));
	h.table_hash = event_hash(EVENT_HASH_INIT, data + sizeof(h), h.table_len);
	memcpy(data, &h, sizeof(h));
	put_file("b.twe", data, len);
	r = twe_open("b.twe", err);
	cr_assert(r, "%s", err);
	cr_assert_eq(twe_info(r)->unknown_types, 1);
	cr_assert_eq(twe_read(r, 0, UINT64_MAX, ~0u, same, &t, err), 0);
	cr_assert_eq(t.n, (RECORDS + 2) / 3);
	twe_close(r);
	free(data);
}

Test(twe, a_full_disk_is_reported_and_nothing_stays)
{
	struct rlimit limit = {100000, 100000};
	struct trace *t = trace_new();
	int failed = 0;

	signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(trace_record(t, "full.twe", ~0u, err), 0);
	setrlimit(RLIMIT_FSIZE, &limit);
	for (uint64_t i = 0; i < 400000; i++) {
		struct twin_event ev = nth(i);

		failed |= trace_push(t, &ev, 1);
	}
	cr_assert_eq(trace_end(t, 1, err), -1);
	cr_assert(failed, "a long run learns of it before its end");
	cr_assert_str_eq(err, "full.twe: error: cannot write: File too large; nothing was kept");
	cr_assert_eq(access("full.twe", F_OK), -1);
	cr_assert_eq(access("full.twe.tmp", F_OK), -1);
	trace_free(t);
}

Test(twe, unwritable_place)
{
	struct trace *t = trace_new();

	cr_assert_eq(trace_record(t, "no/dir/a.twe", ~0u, err), -1);
	cr_assert(strstr(err, "no/dir/a.twe: error: cannot write: "));
	trace_free(t);
}

Test(twe, an_aborted_run_leaves_no_file)
{
	struct trace *t = trace_new();

	trace_record(t, "a.twe", ~0u, err);
	trace_free(t);
	cr_assert_eq(access("a.twe.tmp", F_OK), -1);
	cr_assert_eq(access("a.twe", F_OK), -1);
}
