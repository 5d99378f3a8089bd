// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boot: memory, device tree, command line, clocks and timers; the log console.
 */
#include <linux/clocksource.h>
#include <linux/console.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/memblock.h>
#include <linux/of_clk.h>
#include <linux/of_fdt.h>
#include <linux/of_platform.h>
#include <linux/sched_clock.h>
#include <linux/timex.h>
#include <asm/sections.h>
#include <asm/setup.h>
#include <asm/twin.h>
#include "private.h"

static void twin_console_write(struct console *con, const char *text, unsigned int len)
{
	twin_call(TWIN_CALL_CONSOLE, (u64)text, len, 0, 0);
}

static struct console twin_console = {
	.name = "twin",
	.write = twin_console_write,
	.flags = CON_PRINTBUFFER | CON_ANYTIME | CON_ENABLED,
	.index = -1,
};

/* 6.13's second argument came to older kernels as a fix: arch/twin/kernel/Makefile looks. */
static bool __init twin_scan_dt(void *dtb)
{
#ifdef TWIN_DT_SCAN_PHYS
	return early_init_dt_scan(dtb, __pa(dtb));
#else
	return early_init_dt_scan(dtb);
#endif
}

void __init setup_arch(char **cmdline_p)
{
	twin_panic_init();
	register_console(&twin_console);
	if (!twin_scan_dt((void *)twin_boot->dtb))
		panic("twin: the device tree blob is not valid");
	strscpy(boot_command_line, twin_boot->cmdline, COMMAND_LINE_SIZE);
	*cmdline_p = boot_command_line;
	setup_initial_init_mm(_stext, _etext, _edata, _end);
	jump_label_init();	/* parameters may set static keys: threadirqs does */
	parse_early_param();
	paging_init();
	unflatten_and_copy_device_tree();
#ifdef CONFIG_SMP
	twin_smp_setup();
#endif
}

/* udelay() is exact here, so the loop is not calibrated: the value only fills /proc/cpuinfo. */
void __init time_init(void)
{
	lpj_fine = 1000000;
	of_clk_init(NULL);
	timer_probe();
}

void __init trap_init(void)
{
}

/*
 * As the AT91 machines of arch/arm do it: devices exist before the first driver is registered,
 * which their pin controller's driver relies on.
 */
static int __init twin_machine(void)
{
	of_platform_default_populate(NULL, NULL, NULL);
	return 0;
}
arch_initcall(twin_machine);
