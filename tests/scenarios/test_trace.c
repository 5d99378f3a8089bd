// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* --ftrace and --perfetto: what other people's tools get of a run, and that it does not change it.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(trace, .init = place_enter, .fini = place_leave);

/* By DMA, so that a task sleeps while words are clocked, and the other one runs. */
#define TWO_DD                                                                                     \
	"devices:\n  flash0: {fill: prng}\n  spi1: {dma: on}\ntasks:\n"                            \
	"  - {run: dd if=/dev/mtd0 of=/dev/null bs=8192 count=2, name: a}\n"                       \
	"  - {run: dd if=/dev/mtd0 of=/dev/null bs=8192 skip=5 count=2, name: b, at: 300 us}\n"

static const char *dd_512(void)
{
	return text("%s/scenarios/sama5d36ek-dd-512.yaml", top());
}

/* Returns the report. */
static json_t *run_traced(const char *name)
{
	struct said s = SPITWIN("run", name, "--json", "--ftrace", "t.txt", "--perfetto", "t.json");

	expect_code(&s, 0);
	return report_of(s.out);
}

static json_t *events_of(const char *name)
{
	return report_at(report_file(name), "traceEvents");
}

static const char *get(json_t *event, const char *key)
{
	const char *value = json_string_value(json_object_get(event, key));

	return value ? value : "";
}

/* Picoseconds of an event; the file has them as microseconds with six digits behind the dot. */
static uint64_t time_of(json_t *event)
{
	return (uint64_t)(json_number_value(json_object_get(event, "ts")) * 1e6 + 0.5);
}

#define ROWS 64

/* Slices on each row: none ends that did not begin, all have an end; time does not go back. */
static void expect_balance(json_t *events)
{
	int open[ROWS] = {0};
	uint64_t before = 0;
	json_t *e;
	size_t i;

	json_array_foreach(events, i, e) {
		json_int_t row = json_integer_value(json_object_get(e, "tid"));
		const char *phase = get(e, "ph");

		cr_assert(row > 0 && row < ROWS);
		if (*phase == 'M')
			continue;
		cr_assert_geq(time_of(e), before, "event %zu goes back in time", i);
		before = time_of(e);
		open[row] += *phase == 'B' ? 1 : *phase == 'E' ? -1 : 0;
		cr_assert_geq(open[row], 0, "event %zu ends what did not begin", i);
	}
	for (int row = 0; row < ROWS; row++)
		cr_assert_eq(open[row], 0, "row %d has %d slices without an end", row, open[row]);
}

static int count(json_t *events, const char *phase, const char *name)
{
	json_t *e;
	size_t i;
	int n = 0;

	json_array_foreach(events, i, e) {
		n += !strcmp(get(e, "ph"), phase) && !strcmp(get(e, "name"), name);
	}
	return n;
}

/* One line of the text. */
struct line {
	uint64_t us;
	char name[32];
	const char *rest;
};

/* The next line at *at, which moves on; false at the end. Fails the test when it has another form.
 */
static bool next_line(char **at, struct line *l)
{
	unsigned int pid, cpu, s, us;
	char flags[8], *line;
	int used = 0;

	while (**at == '#')
		*at = strchr(*at, '\n') + 1;
	line = *at;
	if (!*line)
		return false;
	*at = strchr(line, '\n') + 1;
	(*at)[-1] = '\0';
	cr_assert_gt(strlen(line), 40, "%s", line);
	cr_assert_eq(sscanf(line + 17, "%u [%u] %7s %u.%6u: %31[a-z_]: %n", &pid, &cpu, flags, &s,
			    &us, l->name, &used),
		     6, "%s", line);
	cr_assert_eq(strspn(flags, ".dDbnhHs0123456789"), 5, "%s", line);
	l->us = s * 1000000ULL + us;
	l->rest = line + 17 + used;
	return true;
}

static int count_lines(const char *name, uint64_t from_us, uint64_t to_us)
{
	char *at = read_file("t.txt", NULL);
	struct line l;
	int n = 0;

	while (next_line(&at, &l))
		n += !strcmp(l.name, name) && l.us >= from_us && l.us <= to_us;
	return n;
}

Test(trace, slices_balance)
{
	json_t *report = run_traced(dd_512()), *events = events_of("t.json");

	expect_balance(events);
	cr_assert_eq(count(events, "B", "message"), 4 + 1, "4 while it boots, 1 of dd's");
	cr_assert_geq(count(events, "B", "f8008000.spi"), report_int(report, "counts.irqs"));
	cr_assert_geq(count(events, "B", "CS low"), 5);
	cr_assert_geq(count(events, "B", "dd"), 1);
}

Test(trace, lines_have_the_kernels_form_and_are_in_order)
{
	uint64_t before = 0;
	struct line l;
	int n = 0;
	char *at;

	run_traced(dd_512());
	at = read_file("t.txt", NULL);
	cr_assert_eq(strncmp(at, "# tracer: nop\n#\n# entries-in-buffer/entries-written: ", 53), 0);
	while (next_line(&at, &l)) {
		cr_assert_geq(l.us, before, "%s goes back in time", l.name);
		before = l.us;
		n++;
	}
	at = strstr(read_file("t.txt", NULL), "entries-written: ");
	cr_assert_eq(atoi(at + strlen("entries-written: ")), n);
}

/* What is counted in the report is what is in the text while the tasks ran. */
Test(trace, as_many_as_the_report_counts)
{
	static const struct {
		const char *key, *line;
	} cases[] = {{"context_switches", "sched_switch"}, {"wakeups", "sched_waking"},
		     {"irqs", "irq_handler_entry"},	   {"softirqs", "softirq_entry"},
		     {"messages", "spi_message_start"},	   {"transfers", "spi_transfer_start"}};
	json_t *report = run_traced(dd_512());
	uint64_t from = report_int(report, "window.from_ps") / 1000000;
	uint64_t to = report_int(report, "window.to_ps") / 1000000;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		cr_expect_eq(count_lines(cases[i].line, from, to),
			     report_int(report, text("counts.%s", cases[i].key)), "%s",
			     cases[i].line);
	cr_assert_gt(report_int(report, "counts.context_switches"), 0);
}

/* "len=512 tx=[] rx=[af-cd-...]" of what the flash holds. */
static const char *line_of_data(void)
{
	char *line = keep(calloc(1, 300)), *at = line + sprintf(line, "len=512 tx=[] rx=[");

	for (unsigned int i = 0; i < 64; i++)
		at += sprintf(at, "%s%02x", i ? "-" : "", tw_fill_prng(i));
	strcpy(at, "]\n");
	return line;
}

/* Command 13h with its address, and the first 64 bytes of the flash. */
Test(trace, transfers_show_their_bytes)
{
	const char *at;

	run_traced(dd_512());
	at = read_file("t.txt", NULL);
	cr_assert(strstr(at, "len=1 tx=[13] rx=[]\n"));
	cr_assert(strstr(at, "len=4 tx=[00-00-00-00] rx=[]\n"));
	cr_assert(strstr(at, line_of_data()));
}

Test(trace, two_runs_give_the_same_bytes)
{
	size_t text_len, json_len;
	char *first_text, *first_json;

	run_traced(dd_512());
	first_text = read_file("t.txt", &text_len);
	first_json = read_file("t.json", &json_len);
	write_file("first.txt", first_text, text_len);
	write_file("first.json", first_json, json_len);
	run_traced(dd_512());
	same_files("first.txt", "t.txt");
	same_files("first.json", "t.json");
}

static void expect_same_report(const char *name)
{
	struct said without = SPITWIN("run", name, "--json");
	struct said with =
		SPITWIN("run", name, "--json", "--ftrace", "t.txt", "--perfetto", "t.json");

	expect_code(&without, 0);
	expect_code(&with, 0);
	same_bytes(without.out, without.out_len, with.out, with.out_len, "report");
}

Test(trace, the_run_is_the_same)
{
	expect_same_report(dd_512());
	expect_same_report(scenario("s.yaml", TWO_DD));
}

/* A device owns the buffer when the transfer stops: looking at it is no driver's bug. */
Test(trace, a_run_with_dma_is_the_same)
{
	expect_same_report(text("%s/scenarios/sama5d36ek-dd-512-dma.yaml", top()));
	cr_assert(strstr(read_file("t.txt", NULL), line_of_data()));
	expect_balance(events_of("t.json"));
}

static int64_t sum_of(const char *prefix)
{
	char *at = read_file("t.txt", NULL);
	struct line l;
	int64_t n = 0;

	while (next_line(&at, &l))
		n += !strncmp(l.name, prefix, strlen(prefix));
	return n;
}

/* The second dd waits for the lock that the first one holds while it reads. */
Test(trace, lock_waits)
{
	json_t *report = run_traced(scenario("s.yaml", TWO_DD)), *events = events_of("t.json"), *e;
	uint64_t longest = 0, since = 0;
	json_int_t row = 0;
	size_t i;

	expect_balance(events);
	json_array_foreach(events, i, e) {
		const char *flags = get(json_object_get(e, "args"), "flags");

		if (*get(e, "ph") == 'B' && !strcmp(flags, "MUTEX")) {
			row = json_integer_value(json_object_get(e, "tid"));
			since = time_of(e);
		} else if (json_integer_value(json_object_get(e, "tid")) == row && since) {
			longest = time_of(e) - since > longest ? time_of(e) - since : longest;
			since = 0;
		}
	}
	cr_assert_gt(longest, 1000000000, "nobody waited for 1 ms");
	cr_assert_lt(longest, (uint64_t)report_int(report, "window.to_ps"));
	cr_assert_geq(sum_of("contention_begin"), sum_of("contention_end"));
	cr_assert_geq(sum_of("contention_end"), 2);
}

/* A run that ends by force has its files, and they are whole. */
Test(trace, a_panic)
{
	char words[1000];
	struct said s;

	for (size_t i = 0; i + 2 < sizeof(words); i += 2)
		memcpy(words + i, "a ", 3);
	words[600] = '\0';
	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", DD_512), "--ftrace", "t.txt",
		    "--perfetto", "t.json", "--set", text("kernel.cmdline=%s", words));
	expect_code(&s, 3);
	expect_balance(events_of("t.json"));
	cr_assert_eq(sum_of(""), 0, "the first initcalls were not reached");
}

Test(trace, the_limit_of_host_time)
{
	const char *name =
		scenario("s.yaml", "wall_clock: 1 s\ntasks:\n"
				   "  - run: dd if=/dev/mtd0 of=/dev/null bs=1M count=64\n");
	struct said s = SPITWIN("run", name, "--ftrace", "t.txt", "--perfetto", "t.json",
				"--intervals=never");

	expect_code(&s, 3);
	expect_balance(events_of("t.json"));
	cr_assert_gt(sum_of("sched_"), 10);
}

static void expect_kept(const char *option, const char *path, const char *line)
{
	int before = entries(".");
	struct said s = SPITWIN("run", "s.yaml", option, path);

	expect_refused(&s, line);
	cr_assert_eq(entries("."), before, "files are left");
}

Test(trace, places_that_cannot_be_written)
{
	struct said s;

	scenario_of("s.yaml", "fill: prng", DD_512);
	expect_kept("--ftrace", "s.yaml",
		    "s.yaml: error: is an input of this run and would be overwritten");
	expect_kept("--perfetto", "s.yaml",
		    "s.yaml: error: is an input of this run and would be overwritten");
	expect_kept("--ftrace", "none/x",
		    "none/x: error: cannot write: No such file or directory; check the directory");
	expect_kept("--perfetto", ".",
		    ".: error: is not a regular file; give --perfetto another name");
	s = SPITWIN("run", "s.yaml", "--ftrace", "x", "--perfetto", "./x");
	expect_refused(&s, "./x: error: would be written twice, by --ftrace and by --perfetto; "
			   "give one of them another name");
	s = SPITWIN("run", "s.yaml", "--vcd", "x", "--ftrace", "x");
	expect_refused(&s, "x: error: would be written twice, by --vcd and by --ftrace; "
			   "give one of them another name");
	cr_assert_eq(entries("."), 1);
}
