// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kbuild.h>
#include <linux/sched.h>

int main(void)
{
	OFFSET(TWIN_THREAD_SP, task_struct, thread.sp);
	DEFINE(TWIN_THREAD_SIZE, THREAD_SIZE);
	return 0;
}
