// SPDX-License-Identifier: GPL-2.0-only
/*
 * The linker sends every call of complete() here first (--wrap in the Makefile), to see what the
 * kernel itself does not look for: a second complete() before the waiter took the first. The waiter
 * then runs on for something that did not happen yet. Costs no simulated time.
 */
#include <linux/completion.h>
#include <linux/kernel.h>
#include <asm/twin.h>

void __real_complete(struct completion *x);
void __wrap_complete(struct completion *x);

void __wrap_complete(struct completion *x)
{
	/* done stays UINT_MAX after complete_all() */
	if (x->done && x->done != UINT_MAX)
		twin_complain("double completion: completed again before the waiter took the first");
	__real_complete(x);
}
