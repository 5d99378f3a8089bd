// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stand-in for the TCB clock source and clock event of AT91 (timer-atmel-tcb.c of 6.1): a 32-bit
 * counter, divided by the last of 2, 8, 32, 128 that leaves at least 5 MHz (the driver's choice).
 * Register accesses are charged as that driver makes them: counter read 1 read, next event 2
 * writes, interrupt 1 read (SR).
 */
#include <linux/clk.h>
#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/interrupt.h>
#include <linux/of_irq.h>
#include <linux/sched_clock.h>
#include <asm/irq_mask.h>
#include <asm/twin.h>

static u32 tcb_rate;
static unsigned int tcb_line;

/*
 * a * b / c, exact for a quotient below 2^64. Not the kernel's function of this name: it drops low
 * bits of large products, and the counter would step back.
 */
static u64 tcb_scale(u64 a, u64 b, u64 c)
{
	u64 low, high;

	asm("mulq %3\n\tdivq %4" : "=&a"(low), "=&d"(high) : "0"(a), "r"(b), "r"(c) : "cc");
	return low;
}

/* Ticks since reset, by the local time; the counter has 32 bits. */
static u64 tcb_ticks(u64 ps)
{
	return tcb_scale(ps, tcb_rate, 1000000000000ULL);
}

/* First instant at which the counter shows `ticks`. */
static u64 tcb_time(u64 ticks)
{
	u64 ps;

	if (ticks >= tcb_scale(TWIN_TIME_NEVER, tcb_rate, 1000000000000ULL))
		return TWIN_TIME_NEVER;	/* 213 days, the end of simulated time */
	ps = tcb_scale(ticks, 1000000000000ULL, tcb_rate);

	return tcb_ticks(ps) < ticks ? ps + 1 : ps;
}

static u64 tcb_read(struct clocksource *cs)
{
	twin_charge_mmio(TWIN_BUS_APB, 1, 0);
	return (u32)tcb_ticks(twin_cpu->now);
}

static u64 notrace tcb_sched_clock(void)
{
	return tcb_read(NULL);
}

/* The driver registers the counter as delay timer; the random pool reads it at every interrupt. */
cycles_t twin_get_cycles(void)
{
	return tcb_rate ? tcb_read(NULL) : 0;
}

static struct clocksource tcb_clocksource = {
	.name = "tcb-twin",
	.rating = 200,
	.read = tcb_read,
	.mask = CLOCKSOURCE_MASK(32),
	.flags = CLOCK_SOURCE_IS_CONTINUOUS,
};

static void tcb_lower(void)
{
	if (twin_cpu->irq[tcb_line / 64] >> (tcb_line % 64) & 1)
		twin_emit(TWIN_EV_IRQ_LINE, TWIN_CLASS_IRQ, tcb_line, 0);
	twin_cpu->irq[tcb_line / 64] &= ~(1ULL << (tcb_line % 64));
	twin_irq_update();
}

static void tcb_arm(u64 deadline)
{
	twin_cpu->timer = deadline;
	twin_cpu->event = min(twin_cpu->event, deadline);
	twin_cpu->limit = min(twin_cpu->limit, deadline);
}

static int tcb_next_event(unsigned long delta, struct clock_event_device *dev)
{
	twin_charge_mmio(TWIN_BUS_APB, 0, 2);
	tcb_arm(tcb_time(tcb_ticks(twin_cpu->now) + delta));
	return 0;
}

static int tcb_shutdown(struct clock_event_device *dev)
{
	twin_charge_mmio(TWIN_BUS_APB, 0, 2);
	tcb_arm(TWIN_TIME_NEVER);
	tcb_lower();
	return 0;
}

static struct clock_event_device tcb_event = {
	.name = "tcb-twin",
	.features = CLOCK_EVT_FEAT_ONESHOT,
	.rating = 200,
	.set_next_event = tcb_next_event,
	.set_state_shutdown = tcb_shutdown,
	.set_state_oneshot = tcb_shutdown,
};

static irqreturn_t tcb_interrupt(int irq, void *data)
{
	twin_charge_mmio(TWIN_BUS_APB, 1, 0);
	if (twin_cpu->timer <= twin_cpu->now)
		twin_cpu->timer = TWIN_TIME_NEVER;
	tcb_lower();
	tcb_event.event_handler(&tcb_event);
	return IRQ_HANDLED;
}

/* The last of the driver's divisors whose rate is at least 5 MHz. */
static u32 __init tcb_best_rate(unsigned long clk)
{
	static const u8 divisors[] = { 2, 8, 32, 128 };
	u32 rate = clk / divisors[0];
	int i;

	for (i = 1; i < ARRAY_SIZE(divisors); i++)
		if (clk / divisors[i] >= 5000000)
			rate = clk / divisors[i];
	return rate;
}

static int __init tcb_init(struct device_node *node)
{
	struct of_phandle_args irq;
	struct clk *clk;
	int virq, err;

	if (tcb_rate)
		return 0;	/* the second timer node: one block serves both purposes */
	clk = of_clk_get_by_name(node->parent, "t0_clk");
	if (IS_ERR(clk) || of_irq_parse_one(node->parent, 0, &irq))
		return -EINVAL;
	tcb_line = irq.args[0];
	tcb_rate = tcb_best_rate(clk_get_rate(clk));
	virq = irq_of_parse_and_map(node->parent, 0);
	tcb_event.cpumask = cpumask_of(0);
	tcb_event.irq = virq;
	err = request_irq(virq, tcb_interrupt, IRQF_TIMER | IRQF_SHARED, "tcb-twin", &tcb_event);
	if (err)
		return err;
	clocksource_register_hz(&tcb_clocksource, tcb_rate);
	sched_clock_register(tcb_sched_clock, 32, tcb_rate);
	clockevents_config_and_register(&tcb_event, tcb_rate, 1, 0xffffffff);
	return 0;
}
TIMER_OF_DECLARE(twin_tcb, "atmel,tcb-timer", tcb_init);
