// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Lines as `cat /sys/kernel/tracing/trace` has them on Linux 6.1. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "export/ftrace_text.h"
#include "twin_trace_flags.h"
#include "written.h"

TestSuite(ftrace, .init = enter_scratch, .fini = leave_scratch);

#define AT (1234567891ULL * 1000) /* ps; rounded up */

static char *after_head(char *text)
{
	char *at = strstr(text, "|         |\n");

	cr_assert(at, "no head in: %s", text);
	return at + strlen("|         |\n");
}

/* The only line of a stream. */
static void expect_line(struct stream *s, const char *line)
{
	char *text = written_ftrace(s, &one_cpu, 2 * AT);

	cr_expect_str_eq(after_head(text), line);
	free(text);
}

static struct stream with_tasks(void)
{
	struct stream s = {0};

	add_comm(&s, 0, 0, "swapper");
	add_comm(&s, 0, 5, "dd");
	add_comm(&s, 0, 12, "kworker/u2:0-ev");
	s.pid = 5;
	return s;
}

Test(ftrace, head)
{
	static const char head[] =
		"# tracer: nop\n"
		"#\n"
		"# entries-in-buffer/entries-written: 2/2   #P:1                         \n"
		"#\n"
		"#                                _-----=> irqs-off/BH-disabled\n"
		"#                               / _----=> need-resched\n"
		"#                              | / _---=> hardirq/softirq\n"
		"#                              || / _--=> preempt-depth\n"
		"#                              ||| / _-=> migrate-disable\n"
		"#                              |||| /     delay\n"
		"#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
		"#              | |         |   |||||     |         |\n";
	struct stream s = with_tasks();
	char *text;

	stream_add(&s, AT, TWIN_EV_SOFTIRQ_RAISE, 1, 0);
	stream_add(&s, AT, TWIN_EV_SOFTIRQ_RAISE, 1, 0);
	text = written_ftrace(&s, &one_cpu, AT);
	cr_expect_eq(strncmp(text, head, strlen(head) - 1), 0, "%.900s", text);
	free(text);
}

Test(ftrace, nothing_happened)
{
	struct stream s = {0};
	char *text = written_ftrace(&s, &one_cpu, AT);

	cr_expect(strstr(text, "entries-written: 0/0   #P:1 "));
	cr_expect_str_eq(after_head(text), "");
	free(text);
}

Test(ftrace, a_task_sleeps)
{
	struct stream s = with_tasks();

	add_flags(&s, AT, TWIN_EV_SWITCH, TWIN_TRACE_IRQS_OFF | 2 << TWIN_TRACE_DEPTH,
		  5 | 0x402ULL << 32,
		  12ULL | 120ULL << TWIN_SWITCH_PREV_PRIO | 100ULL << TWIN_SWITCH_NEXT_PRIO |
			  2ULL << TWIN_SWITCH_STATE);
	expect_line(&s, "              dd-5       [000] d..2.     1.234568: sched_switch: "
			"prev_comm=dd prev_pid=5 prev_prio=120 prev_state=D ==> "
			"next_comm=kworker/u2:0-ev next_pid=12 next_prio=100\n");
}

Test(ftrace, a_task_is_preempted)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_SWITCH, 5,
		   139ULL << TWIN_SWITCH_NEXT_PRIO | 255ULL << TWIN_SWITCH_PREV_PRIO |
			   TWIN_SWITCH_PREEMPTED);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_switch: "
			"prev_comm=dd prev_pid=5 prev_prio=-1 prev_state=R+ ==> "
			"next_comm=swapper next_pid=0 next_prio=139\n");
}

/* With several CPUs every idle task has a name, and the same pid. */
Test(ftrace, idle_tasks_of_several_cpus)
{
	struct export_kernel four = {.nr_cpus = 4};
	struct stream s = {0};
	char *text;

	add_comm(&s, 0, 0, "swapper/0");
	s.cpu = 3;
	stream_add(&s, AT, TWIN_EV_SWITCH, 0, 77);
	text = written_ftrace(&s, &four, AT);
	cr_expect(strstr(text, "#P:4 "));
	cr_expect_str_eq(after_head(text),
			 "          <idle>-0       [003] .....     1.234568: sched_switch: "
			 "prev_comm=swapper/3 prev_pid=0 prev_prio=0 prev_state=R ==> "
			 "next_comm=<...> next_pid=77 next_prio=0\n");
	free(text);
}

Test(ftrace, wakeups)
{
	struct stream s = with_tasks();

	add_flags(&s, AT, TWIN_EV_WAKING, TWIN_TRACE_IRQS_OFF | TWIN_TRACE_HARDIRQ, 12,
		  100ULL << 32);
	expect_line(&s, "              dd-5       [000] d.h..     1.234568: sched_waking: "
			"comm=kworker/u2:0-ev pid=12 prio=100 target_cpu=000\n");
	s = with_tasks();
	add_flags(&s, AT, TWIN_EV_WAKEUP, TWIN_TRACE_RESCHED | TWIN_TRACE_SOFTIRQ, 12,
		  2 | (uint64_t)(uint32_t)-1 << 32);
	expect_line(&s, "              dd-5       [000] .ns..     1.234568: sched_wakeup: "
			"comm=kworker/u2:0-ev pid=12 prio=-1 target_cpu=002\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_WAKEUP_NEW, 5, 120ULL << 32);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_wakeup_new: "
			"comm=dd pid=5 prio=120 target_cpu=000\n");
}

/* Priorities are signed: a deadline task's is -1. */
Test(ftrace, priorities_are_lent)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_PI_SETPRIO, 12, 120 | 19ULL << 32);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_pi_setprio: "
			"comm=kworker/u2:0-ev pid=12 oldprio=120 newprio=19\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_PI_SETPRIO, 12, (uint32_t)-1 | 139ULL << 32);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_pi_setprio: "
			"comm=kworker/u2:0-ev pid=12 oldprio=-1 newprio=139\n");
}

Test(ftrace, tasks_come_and_go)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_PROC_NEW, 5, 12);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_process_fork: "
			"comm=dd pid=5 child_comm=kworker/u2:0-ev child_pid=12\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_PROC_EXIT, 5, 120);
	expect_line(&s, "              dd-5       [000] .....     1.234568: sched_process_exit: "
			"comm=dd pid=5 prio=120\n");
}

/* A name holds from its record on. */
Test(ftrace, renamed)
{
	struct stream s = with_tasks();

	add_comm(&s, AT, 5, "a-longer-name");
	stream_add(&s, AT, TWIN_EV_PROC_EXIT, 5, 120);
	expect_line(&s, "   a-longer-name-5       [000] .....     1.234568: sched_process_exit: "
			"comm=a-longer-name pid=5 prio=120\n");
}

Test(ftrace, interrupts)
{
	struct stream s = with_tasks();

	s.pid = 0;
	add_name(&s, AT, TWIN_STRING_IRQ + 33, "f0008000.spi");
	add_flags(&s, AT, TWIN_EV_IRQ_ENTRY,
		  TWIN_TRACE_IRQS_OFF | TWIN_TRACE_HARDIRQ | TWIN_TRACE_SOFTIRQ | TWIN_TRACE_BH_OFF,
		  33 | 24ULL << 32, 0x1000);
	expect_line(&s, "          <idle>-0       [000] D.H..     1.234568: irq_handler_entry: "
			"irq=33 name=f0008000.spi\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_IRQ_EXIT, 33 | 24ULL << 32, 1);
	expect_line(&s, "              dd-5       [000] .....     1.234568: irq_handler_exit: "
			"irq=33 ret=handled\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_IRQ_EXIT, 33 | 24ULL << 32, 0);
	expect_line(&s, "              dd-5       [000] .....     1.234568: irq_handler_exit: "
			"irq=33 ret=unhandled\n");
}

Test(ftrace, softirqs)
{
	static const char *const names[] = {"HI",	"TIMER",   "NET_TX", "NET_RX",	"BLOCK",
					    "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};
	char line[200];

	for (unsigned int i = 0; i < 10; i++) {
		struct stream s = with_tasks();

		add_flags(&s, AT, TWIN_EV_SOFTIRQ_ENTRY, TWIN_TRACE_BH_OFF, i, 0);
		snprintf(line, sizeof(line),
			 "              dd-5       [000] b....     1.234568: softirq_entry: "
			 "vec=%u [action=%s]\n",
			 i, names[i]);
		expect_line(&s, line);
	}
}

Test(ftrace, timers)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_TIMER_TIMES, 0x4000001000, 4294937298 | 4294937297ULL << 32);
	stream_add(&s, AT, TWIN_EV_TIMER_EXPIRE, 0x1000, 0);
	expect_line(&s, "              dd-5       [000] .....     1.234568: timer_expire_entry: "
			"timer=0000004000001000 function=tick now=4294937298 baseclk=4294937297\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_TIMER_TIMES, 0x4000001000, 80006545);
	stream_add(&s, AT, TWIN_EV_TIMER_EXPIRE, 0x3000, 1);
	expect_line(&s, "              dd-5       [000] .....     1.234568: hrtimer_expire_entry: "
			"hrtimer=0000004000001000 function=0x3000 now=80006545\n");
}

Test(ftrace, messages)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_SPI_MSG_SUBMIT, 0x400006b448, 0x102);
	expect_line(&s, "              dd-5       [000] .....     1.234568: spi_message_submit: "
			"spi1.2 000000400006b448\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_SPI_MSG_START, 0x400006b448, 0x102);
	expect_line(&s, "              dd-5       [000] .....     1.234568: spi_message_start: "
			"spi1.2 000000400006b448\n");
	s = with_tasks();
	stream_add(&s, AT, TWIN_EV_SPI_MSG_FRAME, 0x400006b448, 517);
	stream_add(&s, AT, TWIN_EV_SPI_MSG_DONE, 0x400006b448, 0x102 | 5ULL << 32);
	expect_line(&s, "              dd-5       [000] .....     1.234568: spi_message_done: "
			"spi1.2 000000400006b448 len=5/517\n");
}

/* Buffers come in pieces of 16 bytes and belong to one record only. */
Test(ftrace, transfers)
{
	struct stream s = with_tasks();
	char *text, *next;

	add_flags(&s, AT, TWIN_EV_SPI_XFER_BYTES, 16, 0x0706050403020100, 0x0f0e0d0c0b0a0908);
	add_flags(&s, AT, TWIN_EV_SPI_XFER_BYTES, 1, 0x10, 0);
	add_flags(&s, AT, TWIN_EV_SPI_XFER_BYTES, 2 | TWIN_BYTES_RX, 0xffee, 0);
	stream_add(&s, AT, TWIN_EV_SPI_XFER_START, 0x400006b4b8, 0x100 | 17ULL << 32);
	stream_add(&s, AT, TWIN_EV_SPI_XFER_STOP, 0x400006b4b8, 0x100 | 17ULL << 32);
	text = written_ftrace(&s, &one_cpu, AT);
	next = after_head(text);
	cr_expect_str_eq(next,
			 "              dd-5       [000] .....     1.234568: spi_transfer_start: "
			 "spi1.0 000000400006b4b8 len=17 "
			 "tx=[00-01-02-03-04-05-06-07-08-09-0a-0b-0c-0d-0e-0f-10] rx=[ee-ff]\n"
			 "              dd-5       [000] .....     1.234568: spi_transfer_stop: "
			 "spi1.0 000000400006b4b8 len=17 tx=[] rx=[]\n");
	free(text);
}

Test(ftrace, locks)
{
	static const struct {
		uint64_t flags;
		const char *text;
	} cases[] = {{0, ""},		{1, "SPIN"},  {33, "SPIN|MUTEX"}, {6, "READ|WRITE"},
		     {24, "RT|PERCPU"}, {64, "0x40"}, {96, "MUTEX|0x40"}};
	char line[200];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct stream s = with_tasks();

		stream_add(&s, AT, TWIN_EV_LOCK_BEGIN, 0x400018dab8, cases[i].flags);
		snprintf(line, sizeof(line),
			 "              dd-5       [000] .....     1.234568: contention_begin: "
			 "000000400018dab8 (flags=%s)\n",
			 cases[i].text);
		expect_line(&s, line);
	}
}

Test(ftrace, a_lock_is_given_up)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_LOCK_END, 0x400018dab8, (uint64_t)-4);
	expect_line(&s, "              dd-5       [000] .....     1.234568: contention_end: "
			"000000400018dab8 (ret=-4)\n");
}

/* What the kernel's tracing has no line for has none here. */
Test(ftrace, other_records_are_left_out)
{
	struct stream s = with_tasks();

	stream_add(&s, AT, TWIN_EV_DELAY, 1000, 0);
	stream_add(&s, AT, TWIN_EV_FUNC, 7, 0);
	stream_add(&s, AT, TWIN_EV_IRQ_LINE, 7, 1);
	expect_line(&s, "");
}
