// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The instruction cache: a thousand equal reads, a refill costing nothing, 100 ns and 200 ns. What
 * the first read takes longer than the thousandth is then a part that other things have (page
 * faults, allocators), and the refills of lines that only the first one misses.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(cold_code, .init = place_enter, .fini = place_leave);

/* A root like the repository's, whose board has another cost of a refill. */
static void make_root(int ns)
{
	const char *costs = "boards/sama5d36ek/costs.yaml";
	const char *const edit[] = {
		"sh", "-c",
		text("mkdir -p root && cd root && ln -sfn %s/build build && "
		     "ln -sfn %s/kernel kernel && rm -rf boards && cp -r %s/boards . && "
		     "sed -i '/cpu.icache_refill:/{n;s/: .*/: %d ns\\/line/;n;"
		     "s/: .*/: [0 ns\\/line, 1000 ns\\/line]/}' %s && ! cmp -s %s %s/%s",
		     top(), top(), top(), ns, costs, costs, top(), costs),
		NULL };
	struct said s = program(NULL, edit);

	cr_assert_eq(s.code, 0, "%s%s", s.out, s.err);
}

struct reads {
	int64_t first, last;	/* ps from the fall of chip select to its rise */
};

static int64_t duration(json_t *r, int i)
{
	return report_int(r, text("transactions.%d.end_ps", i)) -
	       report_int(r, text("transactions.%d.start_ps", i));
}

static struct reads run(int ns, const char *set)
{
	struct how how = { .env = { "SPITWIN_ROOT=root" } };
	const char *name = scenario_of("s.yaml", "fill: prng",
				       "dd if=/dev/mtd0 of=/dev/null bs=32 count=1000");
	struct said s;
	json_t *r;

	make_root(ns);
	s = SPITWIN_HOW(&how, "run", name, "--json", set ? "--set" : NULL, set);
	expect_code(&s, 0);
	r = report_of(s.out);
	return (struct reads){ duration(r, 0), duration(r, 999) };
}

/* The difference is nearly all refills, and twice as much when they cost twice as much. */
Test(cold_code, the_first_read_pays_for_its_lines)
{
	struct reads none = run(0, NULL), some = run(100, NULL), twice = run(200, NULL);
	int64_t other = none.first - none.last;
	int64_t lines = (some.first - some.last - other) / 100000;
	int64_t lines_twice = (twice.first - twice.last - other) / 200000;

	cr_expect_geq(other, 0);
	cr_expect_leq(other * 100, none.last * 5, "without refills they differ by less than 5 %%");
	cr_expect_gt(some.first - some.last, 4 * other);
	/* some KiB of code of 32 bytes each; the cache has 1024 lines */
	cr_expect(lines >= 100 && lines <= 1024, "%" PRId64 " lines", lines);
	cr_expect(lines_twice * 10 >= lines * 9 && lines_twice * 10 <= lines * 11,
		  "%" PRId64 " lines, and %" PRId64 " at twice the cost", lines, lines_twice);
}

/*
 * A warm read misses less than a cold one; its time grows with the cost as well. By DMA: by PIO a
 * word's interrupt comes before or after the driver waits for it, and which of the two a refill may
 * decide.
 */
Test(cold_code, a_warm_read_pays_for_what_others_evicted)
{
	const char *dma = "devices.spi1.dma=on";
	struct reads none = run(0, dma), some = run(100, dma);
	int64_t cold = some.first - none.first, warm = some.last - none.last;

	cr_expect_geq(warm, 0);
	cr_expect_gt(cold, warm + warm / 2);
}
