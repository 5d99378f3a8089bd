// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "watch.h"

static struct stream begun(void)
{
	struct stream s = {0};

	task(&s, 100, 1, 1);
	task(&s, 150, 1, 2);
	return s;
}

static void expect(const struct stream *s, const char *from, const char *to, uint64_t n,
		   uint64_t first)
{
	struct watched w = watch(from, to, s, 1000);

	cr_expect_eq(w.n, n, "%s .. %s: n %lu", from, to, (long)w.n);
	cr_expect_eq(w.first, first, "%s .. %s: first %lu", from, to, (long)w.first);
}

Test(events, tasks)
{
	struct stream s = begun();

	task(&s, 400, 0, 2);
	task(&s, 700, 0, 1);
	expect(&s, "task dd start", "task dd end", 1, 600);
	expect(&s, "task other start", "task other end", 1, 250);
	expect(&s, "task other end", "task dd end", 1, 300);
	stream_free(&s);
}

Test(events, interrupt_lines)
{
	struct stream s = begun();

	stream_add(&s, 200, TWIN_EV_IRQ_LINE, 25, 1);
	stream_add(&s, 210, TWIN_EV_IRQ_LINE, 26, 1);
	stream_add(&s, 220, TWIN_EV_IRQ_LINE, 26, 0);
	stream_add(&s, 270, TWIN_EV_IRQ_LINE, 25, 0);
	expect(&s, "irq spi1 raise", "irq spi1 fall", 1, 70);
	expect(&s, "irq 25 raise", "irq tcb0 raise", 1, 10);
	expect(&s, "irq tcb0 fall", "irq 25 fall", 1, 50);
	stream_free(&s);
}

Test(events, messages_and_transfers)
{
	struct stream s = begun();

	stream_add(&s, 200, TWIN_EV_SPI_MSG_SUBMIT, 1, 0x100);
	stream_add(&s, 205, TWIN_EV_SPI_MSG_START, 2, 0x101);
	stream_add(&s, 210, TWIN_EV_SPI_MSG_START, 1, 0x100);
	stream_add(&s, 220, TWIN_EV_SPI_XFER_START, 3, 0x100 | 5ULL << 32);
	stream_add(&s, 250, TWIN_EV_SPI_XFER_STOP, 3, 0x100 | 5ULL << 32);
	stream_add(&s, 300, TWIN_EV_SPI_MSG_DONE, 1, 0x100 | 5ULL << 32);
	expect(&s, "message spi1 submit", "message spi1 start", 1, 5);
	expect(&s, "message spi1 submit", "message spi1 cs0 start", 1, 10);
	expect(&s, "message spi1 cs0 start", "message spi1 cs0 done", 1, 90);
	expect(&s, "transfer spi1 start", "transfer spi1 cs0 stop", 1, 30);
	expect(&s, "transfer spi0 start", "transfer spi1 stop", 0, 0);
	stream_free(&s);
}

Test(events, functions)
{
	struct stream s = begun();

	stream_add(&s, 200, TWIN_EV_FUNC, 3 | 1u << 31, 0);
	stream_add(&s, 230, TWIN_EV_FUNC, 6, 0);
	stream_add(&s, 240, TWIN_EV_FUNC, 5, 0);
	stream_add(&s, 250, TWIN_EV_FUNC, 7 | 1u << 31, 0);
	expect(&s, "function wait_for_completion", "function schedule_timeout", 1, 40);
	expect(&s, "function schedule_timeout", "function wait_for_completion", 1, 10);
	stream_free(&s);
}

Test(events, registers)
{
	struct stream s = begun();

	stream_add(&s, 200, TWIN_EV_MMIO_WRITE, 0xf800800c, 0x55);
	stream_add(&s, 210, TWIN_EV_MMIO_READ, 0xf800800c, 0);
	stream_add(&s, 225, TWIN_EV_MMIO_READ, 0xf8008010, 0);
	expect(&s, "mmio spi1+0x0c write", "mmio spi1+0x10 read", 1, 25);
	expect(&s, "mmio spi1+0x0c write", "mmio spi1+12 read", 1, 10);
	expect(&s, "mmio spi1+0x10 write", "mmio spi1+0x10 read", 0, 0);
	stream_free(&s);
}

/* Only what the patterns need is asked for. */
Test(events, classes)
{
	struct scenario s = watch_scenario("mmio spi1+0 read", "irq 1 raise");
	struct observe *o = observe_new(&s, NULL);
	struct reducer r = observe_reducer(o);

	cr_expect_eq(r.classes, TWIN_CLASS_META | TWIN_CLASS_MMIO | TWIN_CLASS_IRQ);
	cr_expect_eq(observe_count(o), 1);
	observe_free(o);
	scenario_free(&s);
}
