// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "child.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static double time_ms(struct timeval t)
{
	return t.tv_sec * 1e3 + t.tv_usec / 1e3;
}

static _Noreturn void child_exec(char *const argv[], int out, int err)
{
	dup2(out, 1);
	if (err >= 0)
		dup2(err, 2);
	execv(argv[0], argv);
	_exit(127);
}

/* Reads until the other end closes; a mark that two reads share is found too. */
static void watch_stderr(struct child *c, int fd, const char *mark, double start)
{
	char text[8192];
	size_t len = 0;
	ssize_t n;

	while ((n = read(fd, text + len, sizeof(text) - 1 - len)) > 0) {
		len += n;
		text[len] = '\0';
		if (!c->mark_ms && strstr(text, mark))
			c->mark_ms = now_ms() - start;
		if (len > sizeof(text) / 2) {
			memmove(text, text + len - 256, 256);
			len = 256;
		}
	}
}

static char *read_back(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = calloc(1, size + 1);

	if (text && pread(fd, text, size, 0) != size)
		text[0] = '\0';
	return text;
}

int child_run(struct child *c, char *const argv[], const char *mark)
{
	int out = memfd_create("bench-out", MFD_CLOEXEC), err[2] = {-1, -1}, status;
	double start = now_ms();
	struct rusage usage;
	pid_t pid;

	*c = (struct child){0};
	if (out < 0 || (mark && pipe2(err, O_CLOEXEC)))
		return -1;
	pid = fork();
	if (pid < 0)
		return -1;
	if (!pid)
		child_exec(argv, out, err[1]);
	if (mark) {
		close(err[1]);
		watch_stderr(c, err[0], mark, start);
		close(err[0]);
	}
	if (wait4(pid, &status, 0, &usage) < 0)
		return -1;
	c->wall_ms = now_ms() - start;
	c->cpu_ms = time_ms(usage.ru_utime) + time_ms(usage.ru_stime);
	c->peak_kib = usage.ru_maxrss;
	c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	c->out = read_back(out);
	close(out);
	return c->out ? 0 : -1;
}
