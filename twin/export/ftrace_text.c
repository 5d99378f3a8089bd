// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/ftrace_text.h"

#include <inttypes.h>
#include <stdbool.h>

#include "twin_trace_flags.h"

#define COUNT_WIDTH 72 /* of the line with the counts, which get longer while lines are written */

void ftrace_head(FILE *out, uint64_t entries, unsigned int nr_cpus)
{
	char counts[COUNT_WIDTH + 1];

	snprintf(counts, sizeof(counts),
		 "# entries-in-buffer/entries-written: %" PRIu64 "/%" PRIu64 "   #P:%u", entries,
		 entries, nr_cpus);
	fprintf(out, "# tracer: nop\n#\n%-*s\n#\n", COUNT_WIDTH, counts);
	fputs("#                                _-----=> irqs-off/BH-disabled\n"
	      "#                               / _----=> need-resched\n"
	      "#                              | / _---=> hardirq/softirq\n"
	      "#                              || / _--=> preempt-depth\n"
	      "#                              ||| / _-=> migrate-disable\n"
	      "#                              |||| /     delay\n"
	      "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
	      "#              | |         |   |||||     |         |\n",
	      out);
}

static char irqs_letter(unsigned int flags)
{
	bool off = flags & TWIN_TRACE_IRQS_OFF, bh_off = flags & TWIN_TRACE_BH_OFF;

	return off && bh_off ? 'D' : off ? 'd' : bh_off ? 'b' : '.';
}

static char context_letter(unsigned int flags)
{
	bool hard = flags & TWIN_TRACE_HARDIRQ, soft = flags & TWIN_TRACE_SOFTIRQ;

	return hard && soft ? 'H' : hard ? 'h' : soft ? 's' : '.';
}

/* Who, where, in which context, when and what; times in microseconds, rounded as the kernel does.
 */
static void put_start(FILE *out, const struct export_context *c, const struct twin_event *ev,
		      const char *name)
{
	char comm[EXPORT_TEXT];
	unsigned int depth = ev->flags >> TWIN_TRACE_DEPTH;
	uint64_t us = (ev->time / 1000 + 500) / 1000;

	fprintf(out, "%16s-%-7u [%03u] %c%c%c%c. %5" PRIu64 ".%06u: %s: ",
		ev->task ? export_comm(c, ev->task, ev->cpu, comm) : "<idle>", ev->task, ev->cpu,
		irqs_letter(ev->flags), ev->flags & TWIN_TRACE_RESCHED ? 'n' : '.',
		context_letter(ev->flags), depth ? (char)('0' + depth) : '.', us / 1000000,
		(unsigned int)(us % 1000000), name);
}

static void put_switch(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	uint32_t prev = (uint32_t)ev->a, next = (uint32_t)ev->b;
	char from[EXPORT_TEXT], to[EXPORT_TEXT];

	put_start(out, c, ev, "sched_switch");
	fprintf(out,
		"prev_comm=%s prev_pid=%u prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%u "
		"next_prio=%d\n",
		export_comm(c, prev, ev->cpu, from), prev,
		export_prio(ev->b, TWIN_SWITCH_PREV_PRIO), export_left_state(ev->b),
		export_comm(c, next, ev->cpu, to), next, export_prio(ev->b, TWIN_SWITCH_NEXT_PRIO));
}

static void put_woken(FILE *out, const struct export_context *c, const struct twin_event *ev,
		      const char *name)
{
	uint32_t pid = (uint32_t)ev->a, cpu = (uint32_t)ev->b;
	char comm[EXPORT_TEXT];

	put_start(out, c, ev, name);
	fprintf(out, "comm=%s pid=%u prio=%d target_cpu=%03u\n", export_comm(c, pid, cpu, comm),
		pid, (int)(ev->b >> 32), cpu);
}

static void put_fork(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	uint32_t parent = (uint32_t)ev->a, child = (uint32_t)ev->b;
	char from[EXPORT_TEXT], to[EXPORT_TEXT];

	put_start(out, c, ev, "sched_process_fork");
	fprintf(out, "comm=%s pid=%u child_comm=%s child_pid=%u\n",
		export_comm(c, parent, ev->cpu, from), parent, export_comm(c, child, ev->cpu, to),
		child);
}

static void put_exit(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	uint32_t pid = (uint32_t)ev->a;
	char comm[EXPORT_TEXT];

	put_start(out, c, ev, "sched_process_exit");
	fprintf(out, "comm=%s pid=%u prio=%d\n", export_comm(c, pid, ev->cpu, comm), pid,
		(int)ev->b);
}

static void put_pi_setprio(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	uint32_t pid = (uint32_t)ev->a;
	char comm[EXPORT_TEXT];

	put_start(out, c, ev, "sched_pi_setprio");
	fprintf(out, "comm=%s pid=%u oldprio=%d newprio=%d\n", export_comm(c, pid, ev->cpu, comm),
		pid, (int)ev->b, (int)(ev->b >> 32));
}

static void put_irq(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	uint32_t irq = (uint32_t)ev->a;

	if (ev->type == TWIN_EV_IRQ_ENTRY) {
		put_start(out, c, ev, "irq_handler_entry");
		fprintf(out, "irq=%d name=%s\n", (int)irq, export_irq(c, irq));
		return;
	}
	put_start(out, c, ev, "irq_handler_exit");
	fprintf(out, "irq=%d ret=%s\n", (int)irq, ev->b ? "handled" : "unhandled");
}

static void put_softirq(FILE *out, const struct export_context *c, const struct twin_event *ev,
			const char *name)
{
	char action[EXPORT_TEXT];

	put_start(out, c, ev, name);
	fprintf(out, "vec=%u [action=%s]\n", (unsigned int)ev->a, export_softirq(ev->a, action));
}

/* Of a wheel's timer jiffies have 32 bits, as on the boards. */
static void put_timer(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	const struct detail *d = details_of(c->details, ev);
	char function[EXPORT_TEXT];

	if (ev->b) {
		put_start(out, c, ev, "hrtimer_expire_entry");
		fprintf(out, "hrtimer=%016" PRIx64 " function=%s now=%" PRIu64 "\n", d->timer,
			export_function(c, ev->a, function), d->times);
		return;
	}
	put_start(out, c, ev, "timer_expire_entry");
	fprintf(out, "timer=%016" PRIx64 " function=%s now=%u baseclk=%u\n", d->timer,
		export_function(c, ev->a, function), (uint32_t)d->times,
		(uint32_t)(d->times >> 32));
}

static void put_message(FILE *out, const struct export_context *c, const struct twin_event *ev,
			const char *name)
{
	put_start(out, c, ev, name);
	fprintf(out, "spi%u.%u %016" PRIx64, export_controller(ev->b), export_cs(ev->b), ev->a);
	if (ev->type == TWIN_EV_SPI_MSG_DONE)
		fprintf(out, " len=%u/%u", (uint32_t)(ev->b >> 32),
			(uint32_t)details_of(c->details, ev)->frame_length);
	putc('\n', out);
}

/* As %*phD */
static void put_bytes(FILE *out, const char *name, const struct detail_bytes *b)
{
	fprintf(out, " %s=[", name);
	for (unsigned int i = 0; i < b->nr; i++)
		fprintf(out, "%s%02x", i ? "-" : "", b->bytes[i]);
	putc(']', out);
}

static void put_transfer(FILE *out, const struct export_context *c, const struct twin_event *ev,
			 const char *name)
{
	struct detail *d = details_of(c->details, ev);

	put_start(out, c, ev, name);
	fprintf(out, "spi%u.%u %016" PRIx64 " len=%d", export_controller(ev->b), export_cs(ev->b),
		ev->a, (int)(ev->b >> 32));
	put_bytes(out, "tx", &d->tx);
	put_bytes(out, "rx", &d->rx);
	putc('\n', out);
	d->tx.nr = d->rx.nr = 0;
}

static void put_lock(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	char flags[EXPORT_TEXT];

	if (ev->type == TWIN_EV_LOCK_BEGIN) {
		put_start(out, c, ev, "contention_begin");
		fprintf(out, "%016" PRIx64 " (flags=%s)\n", ev->a, export_lock_flags(ev->b, flags));
		return;
	}
	put_start(out, c, ev, "contention_end");
	fprintf(out, "%016" PRIx64 " (ret=%d)\n", ev->a, (int)ev->b);
}

static int spi_line(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_SPI_MSG_SUBMIT:
		put_message(out, c, ev, "spi_message_submit");
		return 1;
	case TWIN_EV_SPI_MSG_START:
		put_message(out, c, ev, "spi_message_start");
		return 1;
	case TWIN_EV_SPI_MSG_DONE:
		put_message(out, c, ev, "spi_message_done");
		return 1;
	case TWIN_EV_SPI_XFER_START:
		put_transfer(out, c, ev, "spi_transfer_start");
		return 1;
	case TWIN_EV_SPI_XFER_STOP:
		put_transfer(out, c, ev, "spi_transfer_stop");
		return 1;
	default:
		return 0;
	}
}

static int sched_line(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_SWITCH:
		put_switch(out, c, ev);
		return 1;
	case TWIN_EV_WAKING:
		put_woken(out, c, ev, "sched_waking");
		return 1;
	case TWIN_EV_WAKEUP:
		put_woken(out, c, ev, "sched_wakeup");
		return 1;
	case TWIN_EV_WAKEUP_NEW:
		put_woken(out, c, ev, "sched_wakeup_new");
		return 1;
	case TWIN_EV_PROC_NEW:
		put_fork(out, c, ev);
		return 1;
	case TWIN_EV_PROC_EXIT:
		put_exit(out, c, ev);
		return 1;
	case TWIN_EV_PI_SETPRIO:
		put_pi_setprio(out, c, ev);
		return 1;
	default:
		return spi_line(out, c, ev);
	}
}

int ftrace_line(FILE *out, const struct export_context *c, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_IRQ_ENTRY:
	case TWIN_EV_IRQ_EXIT:
		put_irq(out, c, ev);
		return 1;
	case TWIN_EV_SOFTIRQ_RAISE:
		put_softirq(out, c, ev, "softirq_raise");
		return 1;
	case TWIN_EV_SOFTIRQ_ENTRY:
		put_softirq(out, c, ev, "softirq_entry");
		return 1;
	case TWIN_EV_SOFTIRQ_EXIT:
		put_softirq(out, c, ev, "softirq_exit");
		return 1;
	case TWIN_EV_TIMER_EXPIRE:
		put_timer(out, c, ev);
		return 1;
	case TWIN_EV_LOCK_BEGIN:
	case TWIN_EV_LOCK_END:
		put_lock(out, c, ev);
		return 1;
	default:
		return sched_line(out, c, ev);
	}
}
