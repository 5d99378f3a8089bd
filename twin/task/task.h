/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Workload tasks: what people type on the board, as host functions that run as processes of the
 * hosted kernel.
 *
 * Rules for their code: all memory the kernel is to see (buffers, path names) must come from the
 * task's own stack or from task_alloc(), because only the task's window is user memory. Host memory
 * (the command line, constants) may be read. Time passes in system calls and task_loop() only.
 */
#ifndef TWIN_TASK_H
#define TWIN_TASK_H

#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

#define TASK_ERR 256
#define TASK_MAX_ARGS 64

/* A command line split into words, quotes removed; words live in `text`. */
struct task_argv {
	int argc;
	char *argv[TASK_MAX_ARGS + 1];
	char *text;
};

/*
 * Splits a command line as a shell does without expansions: blanks, '...', "..." and \.
 * 0, or -1 with `err` (unbalanced quote, unsupported shell syntax, too many words).
 */
int task_argv_parse(struct task_argv *argv, const char *line, char *err);
void task_argv_free(struct task_argv *argv);

struct option_table;

/* A kind of task, by the name one types. */
struct task_info {
	const char *name;
	const char *doc;	/* one line */
	const struct option_table *options;
	/*
	 * Checks the operands before anything is simulated and makes what run() gets as arg.
	 * 0, or -1 with `err`; *word is the index of the wrong word.
	 */
	int (*prepare)(const struct task_argv *argv, void **arg, int *word, char *err);
	/* The process; returns its exit status. */
	int (*run)(const struct twin_task_api *api, void *arg);
	void (*release)(void *arg);
};

/* The i-th kind, or NULL past the end; order is by name. */
const struct task_info *task_info_at(size_t i);
const struct task_info *task_info_find(const char *name);

/* System calls by asm-generic number; negative errno as the kernel returns it. */
long task_open(const struct twin_task_api *api, const char *path, int flags, int mode);
long task_close(const struct twin_task_api *api, int fd);
long task_read(const struct twin_task_api *api, int fd, void *buf, size_t n);
long task_write(const struct twin_task_api *api, int fd, const void *buf, size_t n);
long task_lseek(const struct twin_task_api *api, int fd, int64_t off, int whence);
long task_ioctl(const struct twin_task_api *api, int fd, unsigned long request, void *arg);
long task_dup2(const struct twin_task_api *api, int from, int to);
long task_pwrite(const struct twin_task_api *api, int fd, const void *buf, size_t n, int64_t off);
long task_truncate(const struct twin_task_api *api, int fd, int64_t size);
long task_fsync(const struct twin_task_api *api, int fd);
long task_fdatasync(const struct twin_task_api *api, int fd);
long task_sync(const struct twin_task_api *api);
long task_fcntl(const struct twin_task_api *api, int fd, int command, long arg);
long task_fadvise(const struct twin_task_api *api, int fd, int64_t off, int64_t n, int advice);
long task_access(const struct twin_task_api *api, const char *path, int mode);
/* Directory entries (struct linux_dirent64) into `buf`, which is the task's memory. */
long task_getdents(const struct twin_task_api *api, int fd, void *buf, size_t n);

/* struct stat of the hosted kernel: asm-generic/stat.h with 64-bit long. */
struct task_stat {
	uint64_t dev, ino;
	uint32_t mode, links, uid, gid;
	uint64_t rdev, pad1;
	int64_t size;
	int32_t blksize, pad2;
	int64_t blocks;
	uint64_t times[6];
	uint32_t unused[2];
};

long task_stat(const struct twin_task_api *api, const char *path, struct task_stat *st);
long task_fstat(const struct twin_task_api *api, int fd, struct task_stat *st);
long task_mount(const struct twin_task_api *api, const char *dev, const char *dir,
		const char *type);
long task_mkdir(const struct twin_task_api *api, const char *path, int mode);
long task_wait(const struct twin_task_api *api, int pid, int *status);
/* Relative sleep, ps. */
long task_sleep(const struct twin_task_api *api, uint64_t ps);
/* clock_nanosleep() relative to CLOCK_REALTIME, which is what sleep(1) calls; ns. */
long task_sleep_realtime(const struct twin_task_api *api, uint64_t ns);
/* Ends the process by a signal, as abort() does. Returns only if that is ignored. */
void task_raise(const struct twin_task_api *api, int signal);
/* CLOCK_MONOTONIC in ns. */
uint64_t task_clock(const struct twin_task_api *api);
/* Page-aligned anonymous memory of the task; NULL when the kernel has none. */
void *task_alloc(const struct twin_task_api *api, size_t n);
void task_free(const struct twin_task_api *api, void *p, size_t n);
/* Starts a thread that shares the task's memory; its id or -errno. */
long task_thread(const struct twin_task_api *api, twin_task_fn fn, void *arg, size_t stack);
/* A loop of the task went over n bytes; per_byte: a constant in femtoseconds per byte. */
void task_loop(const struct twin_task_api *api, enum twin_cost per_byte, uint64_t n);
/* printf to a descriptor, in one write. */
void task_printf(const struct twin_task_api *api, int fd, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* strerror() in the C locale. */
const char *task_strerror(long err);

/* Each process has a user window of its own, and so has init. */
#define INIT_MAX_TASKS (TWIN_USER_WINDOWS - 1)

/* pid 1: mounts, starts the tasks at their times, reaps, halts. */
struct init_plan {
	const struct twin_spawn *tasks;	/* in the order of the scenario */
	const uint64_t *at;		/* ps after the workload's start */
	size_t nr;
	uint64_t phase;			/* ps between boot and the workload's start */
};

int task_init(const struct twin_task_api *api, void *arg);

#endif
