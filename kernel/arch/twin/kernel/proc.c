// SPDX-License-Identifier: GPL-2.0-only
/* /proc/cpuinfo, and the answer to debuggers: host functions have no registers to trace. */
#include <linux/proc_fs.h>
#include <linux/ptrace.h>
#include <linux/seq_file.h>

static int cpuinfo_show(struct seq_file *m, void *v)
{
	seq_puts(m, "processor\t: 0\nmodel name\t: simulated\n");
	return 0;
}

static void *cpuinfo_start(struct seq_file *m, loff_t *pos)
{
	return *pos ? NULL : m;
}

static void *cpuinfo_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return NULL;
}

static void cpuinfo_stop(struct seq_file *m, void *v)
{
}

const struct seq_operations cpuinfo_op = {
	.start = cpuinfo_start,
	.next = cpuinfo_next,
	.stop = cpuinfo_stop,
	.show = cpuinfo_show,
};

void ptrace_disable(struct task_struct *task)
{
}

long arch_ptrace(struct task_struct *task, long request, unsigned long addr, unsigned long data)
{
	return -EIO;
}
