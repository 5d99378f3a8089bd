// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Bugs of drivers are caught and named: what is wrong, and where in the source somebody did it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(driver_bugs, .init = place_enter, .fini = place_leave);

/* Reads 16 bytes of a test device, which makes its mistake; dd prints what it got. */
static struct said read_device(const char *device, const char *image)
{
	const char *name = scenario_of("s.yaml", "fill: prng",
				       text("dd if=/dev/twin/%s bs=16 count=1", device));

	return SPITWIN("run", name, "-o", "out", "--set", text("kernel.image=%s", image));
}

static void says(const struct said *s, const char *what)
{
	cr_assert(strstr(s->out, what), "nothing of '%s' in:\n%s", what, s->out);
}

static void first_bytes(const char *expected)
{
	char *got = read_file("out/tasks/dd.out", NULL);

	cr_assert(!strncmp(got, expected, strlen(expected)), "got %.16s", got);
}

Test(driver_bugs, right_use_is_no_bug)
{
	struct said s = read_device("dma", "linux-6.1-test");

	expect_code(&s, 0);
	says(&s, "result: ok, exit code 0\n");
	first_bytes("nnnnnnnnnnnnnnnn");
}

Test(driver_bugs, dma_to_an_unmapped_buffer)
{
	struct said s = read_device("dma_unmapped", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: dma");
	says(&s, "DMA write of ");
	says(&s, "which is not mapped for a device now");
	says(&s, "probe_dma_unmapped (arch/twin/testing/bugs.c:");
}

/* The old bytes are really what the driver sees. */
Test(driver_bugs, missing_sync_for_cpu)
{
	struct said s = read_device("dma_stale", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "was written by a device and never synced for the CPU");
	first_bytes("oooooooooooooooo");
}

Test(driver_bugs, lost_interrupt)
{
	struct said s = read_device("irq_lost", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: lost interrupt: line 25 (spi1) was up from ");
}

Test(driver_bugs, double_completion)
{
	struct said s = read_device("complete_twice", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: double completion: completed again before the waiter took the first\n");
	says(&s, "in probe_complete_twice (arch/twin/testing/bugs.c:");
}

Test(driver_bugs, sleeping_in_atomic_context)
{
	struct said s = read_device("sleep_atomic", "linux-6.1-debug");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: BUG: ");
	says(&s, "probe_sleep_atomic (arch/twin/testing/bugs.c:");
}
