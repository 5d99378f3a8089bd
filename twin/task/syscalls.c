// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * System calls of the hosted kernel, by asm-generic number: the host's own numbers differ. Strings
 * and structures are copied to the task's stack first, the only host memory that is user memory.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "task.h"

enum {
	NR_dup3 = 24, NR_fcntl = 25, NR_ioctl = 29, NR_mkdirat = 34, NR_mount = 40,
	NR_ftruncate = 46, NR_faccessat = 48, NR_openat = 56, NR_close = 57, NR_getdents64 = 61,
	NR_lseek = 62, NR_read = 63, NR_write = 64, NR_pwrite64 = 68, NR_newfstatat = 79,
	NR_sync = 81, NR_fsync = 82, NR_fdatasync = 83, NR_nanosleep = 101, NR_clock_gettime = 113,
	NR_clock_nanosleep = 115, NR_tgkill = 131, NR_getpid = 172, NR_gettid = 178,
	NR_munmap = 215, NR_clone = 220, NR_mmap = 222, NR_fadvise64 = 223, NR_wait4 = 260,
};

#define SYS_PATH 256

#define CALL(nr, a, b, c, d, e, f) \
	api->syscall(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* A path on the task's own stack. */
struct user_path {
	char text[SYS_PATH];
};

static struct user_path user_path(const char *path)
{
	struct user_path u;

	memset(&u, 0, sizeof(u));
	strncpy(u.text, path, sizeof(u.text) - 1);
	return u;
}

long task_open(const struct twin_task_api *api, const char *path, int flags, int mode)
{
	struct user_path u = user_path(path);

	return CALL(NR_openat, AT_FDCWD, u.text, flags, mode, 0, 0);
}

long task_close(const struct twin_task_api *api, int fd)
{
	return CALL(NR_close, fd, 0, 0, 0, 0, 0);
}

long task_read(const struct twin_task_api *api, int fd, void *buf, size_t n)
{
	return CALL(NR_read, fd, buf, n, 0, 0, 0);
}

long task_write(const struct twin_task_api *api, int fd, const void *buf, size_t n)
{
	return CALL(NR_write, fd, buf, n, 0, 0, 0);
}

long task_lseek(const struct twin_task_api *api, int fd, int64_t off, int whence)
{
	return CALL(NR_lseek, fd, off, whence, 0, 0, 0);
}

long task_ioctl(const struct twin_task_api *api, int fd, unsigned long request, void *arg)
{
	return CALL(NR_ioctl, fd, request, arg, 0, 0, 0);
}

long task_dup2(const struct twin_task_api *api, int from, int to)
{
	return CALL(NR_dup3, from, to, 0, 0, 0, 0);
}

long task_pwrite(const struct twin_task_api *api, int fd, const void *buf, size_t n, int64_t off)
{
	return CALL(NR_pwrite64, fd, buf, n, off, 0, 0);
}

long task_truncate(const struct twin_task_api *api, int fd, int64_t size)
{
	return CALL(NR_ftruncate, fd, size, 0, 0, 0, 0);
}

long task_fsync(const struct twin_task_api *api, int fd)
{
	return CALL(NR_fsync, fd, 0, 0, 0, 0, 0);
}

long task_fdatasync(const struct twin_task_api *api, int fd)
{
	return CALL(NR_fdatasync, fd, 0, 0, 0, 0, 0);
}

long task_sync(const struct twin_task_api *api)
{
	return CALL(NR_sync, 0, 0, 0, 0, 0, 0);
}

long task_fcntl(const struct twin_task_api *api, int fd, int command, long arg)
{
	return CALL(NR_fcntl, fd, command, arg, 0, 0, 0);
}

long task_fadvise(const struct twin_task_api *api, int fd, int64_t off, int64_t n, int advice)
{
	return CALL(NR_fadvise64, fd, off, n, advice, 0, 0);
}

long task_access(const struct twin_task_api *api, const char *path, int mode)
{
	struct user_path u = user_path(path);

	return CALL(NR_faccessat, AT_FDCWD, u.text, mode, 0, 0, 0);
}

long task_getdents(const struct twin_task_api *api, int fd, void *buf, size_t n)
{
	return CALL(NR_getdents64, fd, buf, n, 0, 0, 0);
}

static long stat_at(const struct twin_task_api *api, int fd, const char *path, int flags,
		    struct task_stat *st)
{
	struct user_path u = user_path(path);
	struct task_stat user_st = { 0 };
	long ret = CALL(NR_newfstatat, fd, u.text, &user_st, flags, 0, 0);

	*st = user_st;
	return ret;
}

long task_stat(const struct twin_task_api *api, const char *path, struct task_stat *st)
{
	return stat_at(api, AT_FDCWD, path, 0, st);
}

long task_fstat(const struct twin_task_api *api, int fd, struct task_stat *st)
{
	return stat_at(api, fd, "", AT_EMPTY_PATH, st);
}

long task_mount(const struct twin_task_api *api, const char *dev, const char *dir,
		const char *type)
{
	struct user_path a = user_path(dev), b = user_path(dir), c = user_path(type);

	return CALL(NR_mount, a.text, b.text, c.text, 0, 0, 0);
}

long task_mkdir(const struct twin_task_api *api, const char *path, int mode)
{
	struct user_path u = user_path(path);

	return CALL(NR_mkdirat, AT_FDCWD, u.text, mode, 0, 0, 0);
}

long task_wait(const struct twin_task_api *api, int pid, int *status)
{
	int user_status = 0;
	long ret = CALL(NR_wait4, pid, &user_status, 0, 0, 0, 0);

	*status = user_status;
	return ret;
}

long task_sleep(const struct twin_task_api *api, uint64_t ps)
{
	struct timespec t = { .tv_sec = ps / 1000000000000ULL,
			      .tv_nsec = ps % 1000000000000ULL / 1000 };

	return CALL(NR_nanosleep, &t, 0, 0, 0, 0, 0);
}

long task_sleep_realtime(const struct twin_task_api *api, uint64_t ns)
{
	struct timespec t = { .tv_sec = ns / 1000000000U, .tv_nsec = ns % 1000000000U };

	return CALL(NR_clock_nanosleep, CLOCK_REALTIME, 0, &t, 0, 0, 0);
}

void task_raise(const struct twin_task_api *api, int signal)
{
	long pid = CALL(NR_getpid, 0, 0, 0, 0, 0, 0);
	long tid = CALL(NR_gettid, 0, 0, 0, 0, 0, 0);

	CALL(NR_tgkill, pid, tid, signal, 0, 0, 0);
}

uint64_t task_clock(const struct twin_task_api *api)
{
	struct timespec t = { 0 };

	CALL(NR_clock_gettime, CLOCK_MONOTONIC, &t, 0, 0, 0, 0);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

void *task_alloc(const struct twin_task_api *api, size_t n)
{
	/* PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS */
	long p = CALL(NR_mmap, 0, n, 3, 0x22, -1, 0);

	return p < 0 && p > -4096 ? NULL : (void *)p;
}

void task_free(const struct twin_task_api *api, void *p, size_t n)
{
	CALL(NR_munmap, p, n, 0, 0, 0, 0);
}

/* The stack's top holds the start function and its argument; the kernel's part of us pops them. */
long task_thread(const struct twin_task_api *api, twin_task_fn fn, void *arg, size_t stack)
{
	/* CLONE_VM FS FILES SIGHAND THREAD SYSVSEM */
	const unsigned long flags = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000;
	uint8_t *base = task_alloc(api, stack);
	uint64_t *top;

	if (!base)
		return -12;
	top = (uint64_t *)(base + stack) - 2;
	top[0] = (uint64_t)fn;
	top[1] = (uint64_t)arg;
	return CALL(NR_clone, flags, top, 0, 0, 0, 0);
}

void task_loop(const struct twin_task_api *api, enum twin_cost per_byte, uint64_t n)
{
	api->charge(api->cost(per_byte) * n / 1000);
}

void task_printf(const struct twin_task_api *api, int fd, const char *format, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	if (n > (int)sizeof(text) - 1)
		n = sizeof(text) - 1;
	task_write(api, fd, text, n);
}

const char *task_strerror(long err)
{
	const char *text = strerrordesc_np(err < 0 ? -err : err);

	return text ? text : "Unknown error";
}
