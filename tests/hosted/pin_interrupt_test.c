// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Expected: in the event stream an interrupt of a pin carries no number of a line. Buggy: it carried
 * the pin's, 0 to 31, and looked like the handler of that line of the interrupt controller.
 */
#include <criterion/criterion.h>

#include "hosted.h"

#define PIN 25	/* that kernel/arch/twin/testing/work.c uses */

static unsigned int handlers(const struct hosted *h, uint32_t from, uint32_t to)
{
	unsigned int n = 0;

	for (size_t i = 0; i < h->nr_events; i++) {
		const struct twin_event *ev = &h->events[i];

		n += ev->type == TWIN_EV_IRQ_ENTRY && ev->time >= h->machine->tasks[0].begin &&
		     ev->a >> 32 >= from && ev->a >> 32 <= to;
	}
	return n;
}

Test(pin_interrupt, has_no_lines_number)
{
	struct hosted *h = hosted_new("dd if=/dev/twin/pin_irq of=/dev/null bs=1 count=1", false);

	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	cr_assert_eq(h->machine->tasks[0].status, 0, "the pin's handler did not run");
	cr_expect_eq(handlers(h, PIN, PIN), 0);
	cr_expect_eq(handlers(h, 128, UINT32_MAX), 1);
	hosted_free(h);
}
