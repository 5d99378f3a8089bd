// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * User tasks have memory of their own: mmap, pages the kernel pins, threads that share it, system
 * calls with good and bad pointers, faults of user code.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "hosted.h"

#define NR_futex 98
#define NR_munmap 215
#define NR_mprotect 226
#define NR_clone 220
#define FUTEX_WAIT 0
#define FUTEX_WAKE 1

struct outcome {
	long values[16];
	char text[64];
};

static struct outcome got;

static struct hosted *run_user(twin_task_fn fn)
{
	struct hosted *h = hosted_new("dd", false);

	memset(&got, 0, sizeof(got));
	hosted_user(h, fn, &got);
	hosted_run(h);
	cr_expect_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	return h;
}

static int use_mmap(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	uint8_t *p = task_alloc(api, 5 * 4096);

	o->values[0] = (long)p;
	for (int i = 0; i < 5 * 4096; i++)
		o->values[1] += p[i];		/* fresh pages are zero */
	memset(p, 7, 5 * 4096);
	for (int i = 0; i < 5 * 4096; i++)
		o->values[2] += p[i];
	o->values[3] = api->syscall(NR_munmap, (long)p, 4096, 0, 0, 0, 0);
	o->values[4] = p[4096];			/* the rest stays */
	return 0;
}

Test(user_memory, mmap_gives_zeroed_pages_in_the_tasks_window)
{
	struct hosted *h = run_user(use_mmap);

	cr_expect(got.values[0] >= (long)TWIN_USER_BASE && got.values[0] < (long)TWIN_SLOT_BASE);
	cr_expect_eq(got.values[1], 0);
	cr_expect_eq(got.values[2], 7 * 5 * 4096);
	cr_expect_eq(got.values[3], 0);
	cr_expect_eq(got.values[4], 7);
	cr_expect_eq(h->machine->tasks[0].status, 0);
	hosted_free(h);
}

static int touch_unmapped(const struct twin_task_api *api, void *arg)
{
	volatile struct outcome *o = arg;
	volatile uint8_t *p = task_alloc(api, 4096);

	*p = 1;
	api->syscall(NR_munmap, (long)p, 4096, 0, 0, 0, 0);
	o->values[0] = 1;
	*p = 2;
	o->values[0] = 2;
	return 0;
}

Test(user_memory, a_task_that_touches_unmapped_memory_dies_of_sigsegv)
{
	struct hosted *h = run_user(touch_unmapped);

	cr_expect_eq(got.values[0], 1);
	cr_expect(WIFSIGNALED(h->machine->tasks[0].status));
	cr_expect_eq(WTERMSIG(h->machine->tasks[0].status), SIGSEGV);
	hosted_free(h);
}

static int write_read_only(const struct twin_task_api *api, void *arg)
{
	volatile struct outcome *o = arg;
	volatile uint8_t *p = task_alloc(api, 4096);

	*p = 1;
	o->values[0] = api->syscall(NR_mprotect, (long)p, 4096, 1, 0, 0, 0);
	o->values[1] = *p;
	*p = 2;
	o->values[2] = 1;
	return 0;
}

Test(user_memory, mprotect_takes_the_right_to_write)
{
	struct hosted *h = run_user(write_read_only);

	cr_expect_eq(got.values[0], 0);
	cr_expect_eq(got.values[1], 1);
	cr_expect_eq(got.values[2], 0);
	cr_expect_eq(WTERMSIG(h->machine->tasks[0].status), SIGSEGV);
	hosted_free(h);
}

/* The kernel fills a user page through its page structure: an absent page is faulted in by it. */
static int use_pin(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long fd = task_open(api, "/dev/twin/pin", O_RDONLY, 0);
	char *p = task_alloc(api, 2 * 4096);

	o->values[0] = task_read(api, fd, p + 4096 + 16, 32);
	memcpy(o->text, p + 4096 + 15, 34);
	o->values[1] = task_read(api, fd, (void *)0x10, 8);
	return 0;
}

Test(user_memory, get_user_pages_reaches_what_the_task_sees)
{
	struct hosted *h = run_user(use_pin);

	cr_expect_eq(got.values[0], 32);
	cr_expect_eq(got.text[0], 0);
	for (int i = 1; i < 33; i++)
		cr_expect_eq(got.text[i], 'p');
	cr_expect_eq(got.text[33], 0);
	cr_expect_eq(got.values[1], -EFAULT);
	hosted_free(h);
}

struct shared {
	volatile int flag, sum;
	struct outcome *o;
};

static int thread_main(const struct twin_task_api *api, void *arg)
{
	struct shared *s = arg;

	for (int i = 1; i <= 100; i++)
		s->sum += i;
	s->flag = 1;
	s->o->values[1] = api->syscall(NR_futex, (long)&s->flag, FUTEX_WAKE, 1, 0, 0, 0);
	return 0;
}

static int use_thread(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	struct shared *s = task_alloc(api, 4096);

	s->o = o;
	o->values[0] = task_thread(api, thread_main, s, 65536);
	while (!s->flag)
		o->values[2] = api->syscall(NR_futex, (long)&s->flag, FUTEX_WAIT, 0, 0, 0, 0);
	o->values[3] = s->sum;
	return 0;
}

Test(user_memory, a_clone_vm_thread_shares_memory_and_wakes_a_futex)
{
	struct hosted *h = run_user(use_thread);

	cr_expect_gt(got.values[0], 0);
	cr_expect_eq(got.values[3], 5050);
	cr_expect(got.values[1] == 1 || got.values[2] == -EAGAIN || got.values[2] == 0);
	cr_expect_eq(h->machine->tasks[0].status, 0);
	hosted_free(h);
}

static int use_bad_calls(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;

	o->values[0] = task_write(api, 1, (void *)0x10, 5);
	o->values[1] = api->syscall(NR_clone, SIGCHLD, 0, 0, 0, 0, 0);	/* fork */
	o->values[2] = api->syscall(5000, 0, 0, 0, 0, 0, 0);
	o->values[3] = task_read(api, 99, o->text, 1);
	return 3;
}

Test(user_memory, bad_pointers_fork_and_unknown_calls_are_errors)
{
	struct hosted *h = run_user(use_bad_calls);

	cr_expect_eq(got.values[0], -EFAULT);
	cr_expect_eq(got.values[1], -ENOSYS);
	cr_expect_eq(got.values[2], -ENOSYS);
	cr_expect_eq(got.values[3], -EBADF);
	cr_expect_eq(WEXITSTATUS(h->machine->tasks[0].status), 3);
	hosted_free(h);
}

/* struct mtd_info_user of uapi/mtd/mtd-abi.h, and its MEMGETINFO. */
struct mtd_info {
	uint8_t type;
	uint32_t flags, size, erasesize, writesize, oobsize;
	uint64_t padding;
};

#define MEMGETINFO 0x80204d01UL

static int use_ioctl(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	struct mtd_info info = { 0 };
	long fd = task_open(api, "/dev/mtd0", O_RDONLY, 0);

	o->values[0] = task_ioctl(api, fd, MEMGETINFO, &info);
	o->values[1] = info.size;
	o->values[2] = info.erasesize;
	o->values[3] = task_lseek(api, fd, -16, 2);
	o->values[4] = task_ioctl(api, fd, 0x1234, &info);
	o->values[5] = task_close(api, fd);
	o->values[6] = task_close(api, fd);
	return 0;
}

Test(user_memory, ioctl_asks_the_flash)
{
	struct hosted *h = run_user(use_ioctl);

	cr_expect_eq(got.values[0], 0);
	cr_expect_eq(got.values[1], 64 << 20);
	cr_expect_eq(got.values[2], 256 << 10);
	cr_expect_eq(got.values[3], (64 << 20) - 16);
	cr_expect_eq(got.values[4], -ENOTTY);
	cr_expect_eq(got.values[5], 0);
	cr_expect_eq(got.values[6], -EBADF);
	hosted_free(h);
}

static int use_time(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	uint64_t t = api->now();

	api->charge(12345678901ULL);
	o->values[0] = api->now() - t;
	t = api->now();
	o->values[1] = task_sleep(api, 3000000000ULL);
	o->values[2] = api->now() - t;
	return 0;
}

/* Computing takes what was asked plus the interrupts meanwhile; the tick is every 10 ms. */
Test(user_memory, user_time_passes_as_charged)
{
	struct hosted *h = run_user(use_time);

	cr_expect_geq(got.values[0], 12345678901L);
	cr_expect_leq(got.values[0], 12345678901L + 2 * 40000000L);
	cr_expect_eq(got.values[1], 0);
	cr_expect_geq(got.values[2], 3000000000L);
	cr_expect_leq(got.values[2], 3000000000L + 300000000L);
	hosted_free(h);
}
