// SPDX-License-Identifier: GPL-2.0-only
/* The architected timer's counter also times delays and feeds the random pool. */
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/timex.h>
#include <asm/arch_timer.h>

static unsigned long twin_read_counter(void)
{
	return arch_timer_read_counter();
}

int __init arch_timer_arch_init(void)
{
	static struct delay_timer timer = { .read_current_timer = twin_read_counter };

	timer.freq = arch_timer_get_rate();
	register_current_timer_delay(&timer);
	return 0;
}
