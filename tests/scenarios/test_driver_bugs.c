// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Bugs of drivers are caught and named: what is wrong, and where in the source somebody did it.
 * What only looks like one is not.
 */
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

/* The old bytes are really what the driver sees; it unmaps the buffer after it has looked. */
Test(driver_bugs, missing_sync_for_cpu)
{
	struct said s = read_device("dma_stale", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: stale data: the CPU read 0x");
	says(&s, "but what dma0 channel 0 wrote at 0x");
	says(&s, "\n      ");	/* 180 columns are two lines */
	says(&s, "(missing dma_sync_*_for_cpu or unmap), at 0.");
	says(&s, "probe_dma_stale (arch/twin/testing/bugs.c:");
	first_bytes("oooooooooooooooo");
}

/* A single load, of a byte beyond the part that was synced. */
Test(driver_bugs, sync_of_too_little)
{
	struct said s = read_device("dma_stale_byte", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "driver bug: stale data: the CPU read 0x");
	says(&s, "in probe_dma_stale_byte (arch/twin/testing/bugs.c:");
	first_bytes("o");
}

Test(driver_bugs, lost_interrupt)
{
	struct said s = read_device("irq_lost", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: lost interrupt: line 25 (spi1) was up from ");
	/* spi-atmel's timeout is a WARN_ON(), which by itself would be no bug */
	says(&s, "driver warning: WARNING: CPU: 0 PID: ");
	says(&s, "in atmel_spi_one_transfer (drivers/spi/spi-atmel.c:");
	cr_assert_not(strstr(s.out, " 0x000000"), "a raw address in:\n%s", s.out);
	cr_assert_not(strstr(s.out, "driver bug: WARNING"), "%s", s.out);
}

static void double_completion(const char *device, const char *what, const char *where)
{
	struct said s = read_device(device, "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, text("driver bug: double completion: %s\n", what));
	says(&s, text(" %s (arch/twin/testing/spi_twice.c:", where));
}

Test(driver_bugs, double_completion_of_a_transfer)
{
	double_completion("spi_transfer_twice",
			  "spi_finalize_current_transfer() a second time for one transfer",
			  "in toy_transfer_one");
}

Test(driver_bugs, double_completion_of_a_message)
{
	double_completion("spi_message_twice",
			  "spi_finalize_current_message() a second time for one message",
			  "called from toy_transfer_one_message");
}

Test(driver_bugs, double_completion_by_a_queue_of_its_own)
{
	double_completion("spi_callback_twice",
			  "an SPI message's complete() a second time for one message",
			  "in toy_work");
}

Test(driver_bugs, failed_check_of_the_kernel)
{
	struct said s = read_device("warn", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "driver bug: WARNING: CPU: 0 PID: ");
	says(&s, ": what was expected is not there\n");
	says(&s, "in probe_warn (arch/twin/testing/log.c:");
}

/*
 * Expected: a core of a subsystem that warns of what its caller does names a driver's bug. Buggy:
 * every warning of a file below drivers/ was taken for a driver's own opinion, exit code 0.
 */
Test(driver_bugs, failed_check_of_a_subsystem)
{
	struct said s = read_device("warn_core", "linux-6.1-test");

	expect_code(&s, 3);
	says(&s, "driver bug: WARNING: CPU: 0 PID: ");
	says(&s, " at ./drivers/clk/clk.c:");
	says(&s, ": twin-clock already disabled\n");
	says(&s, "probe_warn_core (arch/twin/testing/log.c:");
}

Test(driver_bugs, sleeping_in_atomic_context)
{
	struct said s = read_device("sleep_atomic", "linux-6.1-debug");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: BUG: ");
	says(&s, "probe_sleep_atomic (arch/twin/testing/bugs.c:");
}

Test(driver_bugs, locks_in_two_orders)
{
	struct said s = read_device("lock_order", "linux-6.1-debug");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: WARNING: possible circular locking dependency detected: dd/");
	says(&s, "is trying to acquire lock: bug_first");
	says(&s, "already holding lock: bug_second\n");
	says(&s, "probe_lock_order (arch/twin/testing/bugs.c:");
}

Test(driver_bugs, lock_of_an_interrupt_taken_with_interrupts_on)
{
	struct said s = read_device("lock_irq", "linux-6.1-debug");

	expect_code(&s, 3);
	says(&s, "result: driver-bug, exit code 3\n");
	says(&s, "driver bug: WARNING: inconsistent lock state: ");
	says(&s, "inconsistent {HARDIRQ-ON-W} -> {IN-HARDIRQ-W} usage.");
	says(&s, "bug_irq_lock\n");
	says(&s, "bug_expired (arch/twin/testing/bugs.c:");
}

Test(driver_bugs, lock_kept_beyond_the_system_call)
{
	struct said s = read_device("lock_kept", "linux-6.1-debug");

	expect_code(&s, 3);
	says(&s, "driver bug: WARNING: lock held when returning to user space!");
	says(&s, "bug_mutex\n");
}

/* Nobody watches locks in the other images: nothing is wrong there yet. */
Test(driver_bugs, locks_are_not_watched_in_the_test_image)
{
	struct said s = read_device("lock_order", "linux-6.1-test");

	expect_code(&s, 0);
}

/* A driver that gives up by itself is an ordinary failure, whatever it says in the log. */
Test(driver_bugs, a_timeout_is_no_bug)
{
	struct said s = read_device("log", "linux-6.1-test");

	expect_code(&s, 1);
	says(&s, "result: task-failed, exit code 1\n");
	cr_assert_not(strstr(s.out, "driver bug"), "%s", s.out);
	cr_assert(strstr(read_file("out/kernel.log", NULL), "WARNING: the transfer took too long"));
}

/* What each does: right.c, spi_twice.c of the test kernel. A wrong byte would fail the task. */
Test(driver_bugs, legal_use)
{
	static const char *const devices[] = {
		"complete_count", "spi_right", "dma_ring", "dma_twice", "dma_skip", "dma_chain",
		"dma_kept", "dma_reuse", "spi_shared", "spi_and_timer",
	};

	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++) {
		struct said s = read_device(devices[i], "linux-6.1-test");

		cr_assert_eq(s.code, 0, "%s: %s", devices[i], s.out);
		says(&s, "result: ok, exit code 0\n");
	}
}

/* The kernel's own checks agree that it is legal. */
Test(driver_bugs, legal_use_in_the_debug_image)
{
	static const char *const devices[] = { "complete_count", "spi_right", "dma_ring",
					       "dma_skip", "dma_reuse", "spi_shared",
					       "spi_and_timer" };

	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++) {
		struct said s = read_device(devices[i], "linux-6.1-debug");

		cr_assert_eq(s.code, 0, "%s: %s", devices[i], s.out);
	}
}
