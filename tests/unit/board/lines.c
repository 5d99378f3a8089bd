// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The line numbers are part of the test. */
int volatile counter;

static inline __attribute__((always_inline)) void inner_step(void)
{
	counter++;
}

void plain_function(void)
{
	counter = 3;
}

void outer_function(void)
{
	inner_step();
}
