// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "irq/interrupt_lines.h"

struct wires {
	twin_event records[16];
	twin_ring ring = {records, 16, 0, ~0u, 0};
	twin_cpu cpu = {};
	tw::event_log log{&ring, nullptr, nullptr};
	tw::interrupt_lines lines{&cpu, log};
};

/* A shared line is high while one of its devices asserts it; only its own changes are recorded. */
Test(interrupt_lines, shared)
{
	wires w;
	tw::interrupt_output a(w.lines, 65), b(w.lines, 65), other(w.lines, 64);

	a.set(true, 10);
	a.set(true, 11);
	b.set(true, 20);
	cr_assert_eq(w.cpu.irq[1], 2u);
	a.set(false, 30);
	cr_assert_eq(w.cpu.irq[1], 2u);
	other.set(true, 35);
	b.set(false, 40);
	cr_assert_eq(w.cpu.irq[1], 1u);
	cr_assert_eq(w.ring.used, 3u);
	cr_assert_eq(w.records[0].time, 10u);
	cr_assert_eq(w.records[0].a, 65u);
	cr_assert_eq(w.records[0].b, 1u);
	cr_assert_eq(w.records[2].time, 40u);
	cr_assert_eq(w.records[2].b, 0u);
}

Test(interrupt_lines, not_connected)
{
	wires w;
	tw::interrupt_output none(w.lines, -1);

	none.set(true, 10);
	cr_assert(none.level());
	cr_assert_eq(w.ring.used, 0u);
}
