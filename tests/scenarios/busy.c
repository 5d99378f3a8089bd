// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "busy.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX 8

static pid_t pids[MAX];
static int nr;

/* Ends with the test, however that ends. */
static void burn(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (volatile unsigned long i = 0;; i++)
		;
}

void busy_start(int processes)
{
	for (nr = 0; nr < processes && nr < MAX; nr++) {
		pids[nr] = fork();
		if (!pids[nr])
			burn();
	}
}

void busy_stop(void)
{
	while (nr > 0) {
		kill(pids[--nr], SIGKILL);
		waitpid(pids[nr], NULL, 0);
	}
}
