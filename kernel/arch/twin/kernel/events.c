// SPDX-License-Identifier: GPL-2.0-only
/*
 * The event stream: records in the host's ring, and probes on the kernel's own tracepoints. Nothing
 * here costs simulated time: blocks on the way to a probe are charged zero (block table).
 */
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/of.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/hrtimer.h>
#include <linux/timer.h>
#include <linux/workqueue.h>
#include <linux/spi/spi.h>
#include <trace/events/irq.h>
#include <trace/events/sched.h>
#include <trace/events/spi.h>
#include <trace/events/task.h>
#include <trace/events/timer.h>
#include <asm/since.h>
#include <asm/twin.h>
#include <twin_trace_flags.h>
#include "events.h"
#include "private.h"

static u32 twin_before_softirq[NR_CPUS];

bool twin_emits(u32 class)
{
	return twin_boot->ring->mask & class;
}

void twin_emit_flags(enum twin_event_type type, u32 class, u8 flags, u64 a, u64 b)
{
	struct twin_ring *ring = twin_boot->ring;
	struct twin_event *ev;

	if (!twin_emits(class))
		return;
	if (ring->used + 1 >= ring->size)
		twin_call(TWIN_CALL_EVENTS_FULL, 0, 0, 0, 0);
	ev = &ring->events[ring->used++];
	*ev = (struct twin_event){ .time = twin_cpu->now, .type = type, .cpu = twin_cpu->id,
				   .flags = flags, .task = current->pid, .a = a, .b = b };
}

/* As tracing_gen_ctx() has it; on preemptible kernels the tracepoint itself adds one. */
static u8 twin_trace_flags(void)
{
	u32 count = preempt_count(), depth = count & PREEMPT_MASK;
	u8 flags = twin_irqs_on ? 0 : TWIN_TRACE_IRQS_OFF;

	if (IS_ENABLED(CONFIG_PREEMPTION) && depth)
		depth--;
	flags |= tif_need_resched() ? TWIN_TRACE_RESCHED : 0;
	flags |= count & HARDIRQ_MASK ? TWIN_TRACE_HARDIRQ : 0;
	flags |= in_serving_softirq() ? TWIN_TRACE_SOFTIRQ : 0;
	flags |= softirq_count() >> (SOFTIRQ_SHIFT + 1) ? TWIN_TRACE_BH_OFF : 0;
	return flags | min_t(u32, depth, TWIN_TRACE_DEPTH_MAX) << TWIN_TRACE_DEPTH;
}

void twin_emit(enum twin_event_type type, u32 class, u64 a, u64 b)
{
	twin_emit_flags(type, class, twin_trace_flags(), a, b);
}

u32 twin_context(u32 to)
{
	u32 from = twin_cpu->context;

	if (from != to) {
		twin_cpu->context = to;
		twin_emit(TWIN_EV_CONTEXT, TWIN_CLASS_CONTEXT, from, to);
	}
	return from;
}

static u64 twin_prio(const struct task_struct *p)
{
	return (u8)p->prio;
}

/* What the tracepoint's text says of the task that leaves, which is not all its state. */
static u64 twin_left_state(bool preempt, const struct task_struct *prev, unsigned int state)
{
	if (preempt)
		return TWIN_SWITCH_PREEMPTED;
	return (u64)__task_state_index(state, prev->exit_state) << TWIN_SWITCH_STATE;
}

static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	twin_emit(TWIN_EV_SWITCH, TWIN_CLASS_SCHED, prev->pid | (u64)prev_state << 32,
		  next->pid | twin_prio(next) << TWIN_SWITCH_NEXT_PRIO |
		  twin_prio(prev) << TWIN_SWITCH_PREV_PRIO |
		  twin_left_state(preempt, prev, prev_state));
}

static void emit_woken(enum twin_event_type type, struct task_struct *p)
{
	twin_emit(type, TWIN_CLASS_SCHED, p->pid, task_cpu(p) | (u64)(u32)p->prio << 32);
}

static void probe_waking(void *data, struct task_struct *p)
{
	emit_woken(TWIN_EV_WAKING, p);
}

static void probe_wakeup(void *data, struct task_struct *p)
{
	emit_woken(TWIN_EV_WAKEUP, p);
}

static void probe_wakeup_new(void *data, struct task_struct *p)
{
	emit_woken(TWIN_EV_WAKEUP_NEW, p);
}

static void probe_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	twin_emit_name(child->pid, child->comm);
	twin_emit(TWIN_EV_PROC_NEW, TWIN_CLASS_SCHED, parent->pid, child->pid);
}

static void probe_rename(void *data, struct task_struct *p, const char *comm)
{
	twin_emit_name(p->pid, comm);
}

static void probe_exit(void *data, struct task_struct *p)
{
	twin_emit(TWIN_EV_PROC_EXIT, TWIN_CLASS_SCHED, p->pid, (u32)p->prio);
}

/*
 * Is the domain the board's own interrupt controller, whose numbers are lines? A cascaded one
 * (pins) says in its node which interrupts it makes. Nothing here may be instrumented: no
 * of_...().
 */
static bool twin_is_root(const struct irq_domain *domain)
{
	const struct device_node *node = domain ? to_of_node(domain->fwnode) : NULL;
	const char prefix[] = "interrupts";	/* -extended, too */
	const struct property *p;
	int i;

	for (p = node ? node->properties : NULL; p; p = p->next) {
		for (i = 0; prefix[i] && p->name[i] == prefix[i]; i++)
			;
		if (!prefix[i])
			return false;
	}
	return node;
}

#define TWIN_NO_LINE	(1U << 31)	/* + irq: no number of an interrupt controller's input */

/*
 * Probes must not run code that costs time: the one look-up per interrupt is done on a clock that
 * is set back.
 */
static u32 twin_hwirq(int irq)
{
	struct twin_untimed before;
	struct irq_data *data;

	twin_untimed_begin(&before);
	data = irq_get_irq_data(irq);
	twin_untimed_end(&before);
	return data && twin_is_root(data->domain) ? data->hwirq : TWIN_NO_LINE | irq;
}

/* The kernel's number, and behind it the line's, which only an interrupt of a line has. */
static u64 twin_irq_id(int irq)
{
	static u32 known[256];	/* + 1 */
	u32 hwirq;

	if (irq < 0)
		return (u32)irq | (u64)TWIN_NO_LINE << 32;
	if (irq >= ARRAY_SIZE(known))
		return irq | (u64)twin_hwirq(irq) << 32;
	hwirq = known[irq] ? known[irq] - 1 : twin_hwirq(irq);
	known[irq] = hwirq + 1;
	return irq | (u64)hwirq << 32;
}

static void probe_irq_entry(void *data, int irq, struct irqaction *action)
{
	twin_emit_irq_name(irq, action);
	twin_emit(TWIN_EV_IRQ_ENTRY, TWIN_CLASS_IRQ, twin_irq_id(irq),
		  (u64)action->handler);
}

static void probe_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	twin_emit(TWIN_EV_IRQ_EXIT, TWIN_CLASS_IRQ, twin_irq_id(irq),
		  ret);
}

static void probe_softirq_raise(void *data, unsigned int vec)
{
	twin_emit(TWIN_EV_SOFTIRQ_RAISE, TWIN_CLASS_IRQ, vec, 0);
}

static void probe_softirq_entry(void *data, unsigned int vec)
{
	twin_before_softirq[twin_cpu->id] = twin_context(TWIN_CTX_SOFTIRQ);
	twin_emit(TWIN_EV_SOFTIRQ_ENTRY, TWIN_CLASS_IRQ, vec, 0);
}

static void probe_softirq_exit(void *data, unsigned int vec)
{
	twin_emit(TWIN_EV_SOFTIRQ_EXIT, TWIN_CLASS_IRQ, vec, 0);
	/* with PREEMPT_RT a task runs them, and others may run in between */
	twin_context(IS_ENABLED(CONFIG_PREEMPT_RT) ? TWIN_CTX_THREAD :
						     twin_before_softirq[twin_cpu->id]);
}

static u64 twin_spi_id(const struct spi_controller *ctlr, const struct spi_device *spi)
{
#if TWIN_SINCE(6, 3)
	u8 chip_select = spi_get_chipselect(spi, 0);
#else
	u8 chip_select = spi->chip_select;
#endif

	return (u64)(u8)ctlr->bus_num << 8 | chip_select;
}

static u64 twin_msg_id(const struct spi_message *msg)
{
	return twin_spi_id(msg->spi->controller, msg->spi);
}

static void probe_spi_submit(void *data, struct spi_message *msg)
{
	twin_emit(TWIN_EV_SPI_MSG_SUBMIT, TWIN_CLASS_SPI, (u64)msg, twin_msg_id(msg));
	twin_spi_submitted(msg);
}

static void probe_spi_start(void *data, struct spi_message *msg)
{
	twin_emit(TWIN_EV_SPI_MSG_START, TWIN_CLASS_SPI, (u64)msg, twin_msg_id(msg));
}

static void probe_spi_done(void *data, struct spi_message *msg)
{
	twin_emit(TWIN_EV_SPI_MSG_FRAME, TWIN_CLASS_DETAIL, (u64)msg, msg->frame_length);
	twin_emit(TWIN_EV_SPI_MSG_DONE, TWIN_CLASS_SPI, (u64)msg,
		  twin_msg_id(msg) | (u64)msg->actual_length << 32);
	twin_spi_message_done(msg);
}

static void probe_xfer_start(void *data, struct spi_message *msg, struct spi_transfer *xfer)
{
	twin_emit_bytes(msg, xfer);
	twin_emit(TWIN_EV_SPI_XFER_START, TWIN_CLASS_SPI, (u64)xfer,
		  twin_msg_id(msg) | (u64)xfer->len << 32);
	twin_spi_transfer_begins(msg->spi->controller);
}

static void probe_xfer_stop(void *data, struct spi_message *msg, struct spi_transfer *xfer)
{
	twin_emit_bytes(msg, xfer);
	twin_emit(TWIN_EV_SPI_XFER_STOP, TWIN_CLASS_SPI, (u64)xfer,
		  twin_msg_id(msg) | (u64)xfer->len << 32);
	twin_spi_transfer_ends(msg->spi->controller, msg->status != -EINPROGRESS);
}

/*
 * A timer on a task's own stack is what that task sleeps on: the watchdog lets it sleep. It ends by
 * being cancelled, by its owner or by whatever context expires it.
 */
#define TWIN_ARMED_MAX 512

static struct twin_armed {
	const void *timer;
	struct task_struct *owner;
} twin_armed[TWIN_ARMED_MAX];
static unsigned int twin_nr_armed;

static void twin_arm(const void *timer)
{
	unsigned long base = (unsigned long)task_stack_page(current);

	if ((unsigned long)timer - base >= THREAD_SIZE || twin_nr_armed == TWIN_ARMED_MAX)
		return;
	twin_armed[twin_nr_armed++] = (struct twin_armed){ timer, current };
	current->thread.armed++;
}

static void twin_disarm(const void *timer)
{
	unsigned int i;

	for (i = 0; i < twin_nr_armed; i++) {
		if (twin_armed[i].timer != timer)
			continue;
		twin_armed[i].owner->thread.armed--;
		twin_armed[i] = twin_armed[--twin_nr_armed];
		return;
	}
}

#if TWIN_SINCE(6, 8)
static void probe_timer_start(void *data, struct timer_list *timer, unsigned long bucket_expiry)
#else
static void probe_timer_start(void *data, struct timer_list *timer, unsigned long expires,
			      unsigned int flags)
#endif
{
	twin_arm(timer);
}

static void probe_timer_cancel(void *data, struct timer_list *timer)
{
	twin_disarm(timer);
}

static void probe_hrtimer_start(void *data, struct hrtimer *timer, enum hrtimer_mode mode,
				bool was_armed)
{
	twin_disarm(timer);	/* a restart is not preceded by a cancel */
	twin_arm(timer);
}

static void probe_hrtimer_cancel(void *data, struct hrtimer *timer)
{
	twin_disarm(timer);
}

static void probe_timer_expire(void *data, struct timer_list *timer, unsigned long baseclk)
{
	twin_disarm(timer);
	twin_emit(TWIN_EV_TIMER_TIMES, TWIN_CLASS_DETAIL, (u64)timer,
		  (u32)jiffies | (u64)(u32)baseclk << 32);
	twin_emit(TWIN_EV_TIMER_EXPIRE, TWIN_CLASS_TIMER, (u64)timer->function, 0);
}

static void probe_hrtimer_expire(void *data, struct hrtimer *timer, ktime_t *now)
{
	twin_disarm(timer);	/* nor is an expiry */
	twin_emit(TWIN_EV_TIMER_TIMES, TWIN_CLASS_DETAIL, (u64)timer, *now);
	twin_emit(TWIN_EV_TIMER_EXPIRE, TWIN_CLASS_TIMER, (u64)timer->function, 1);
}

/* "twin.events=off": proves that observing costs no simulated time. */
static bool twin_events_off;

static int __init twin_events_setup(char *s)
{
	twin_events_off = !strcmp(s, "off");
	return 0;
}
early_param("twin.events", twin_events_setup);

static int __init twin_events_init(void)
{
	struct twin_untimed before;
	int err = 0;

	if (twin_events_off)
		return 0;
	err |= register_trace_sched_switch(probe_switch, NULL);
	err |= register_trace_sched_waking(probe_waking, NULL);
	err |= register_trace_sched_wakeup(probe_wakeup, NULL);
	err |= register_trace_sched_process_fork(probe_fork, NULL);
	err |= register_trace_sched_process_exit(probe_exit, NULL);
	err |= register_trace_task_rename(probe_rename, NULL);
	err |= register_trace_irq_handler_entry(probe_irq_entry, NULL);
	err |= register_trace_irq_handler_exit(probe_irq_exit, NULL);
	err |= register_trace_softirq_raise(probe_softirq_raise, NULL);
	err |= register_trace_softirq_entry(probe_softirq_entry, NULL);
	err |= register_trace_softirq_exit(probe_softirq_exit, NULL);
	err |= register_trace_timer_start(probe_timer_start, NULL);
	err |= register_trace_timer_cancel(probe_timer_cancel, NULL);
	err |= register_trace_timer_expire_entry(probe_timer_expire, NULL);
	err |= register_trace_hrtimer_start(probe_hrtimer_start, NULL);
	err |= register_trace_hrtimer_cancel(probe_hrtimer_cancel, NULL);
	err |= register_trace_hrtimer_expire_entry(probe_hrtimer_expire, NULL);
	err |= register_trace_spi_message_submit(probe_spi_submit, NULL);
	err |= register_trace_spi_message_start(probe_spi_start, NULL);
	err |= register_trace_spi_message_done(probe_spi_done, NULL);
	err |= register_trace_spi_transfer_start(probe_xfer_start, NULL);
	err |= register_trace_spi_transfer_stop(probe_xfer_stop, NULL);
	twin_untimed_begin(&before);
	err |= register_trace_sched_wakeup_new(probe_wakeup_new, NULL);
	err |= twin_watch_locks();
	twin_untimed_end(&before);
	twin_emit_names();
	return err;
}
early_initcall(twin_events_init);
