// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * More of user memory: mappings of files, shared and private, protection, pinned pages of direct
 * I/O, locked pages, futexes with several threads and a timeout, and pointers that are no user
 * memory.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "flash_fill.h"
#include "hosted.h"

enum {
	NR_futex = 98, NR_sched_yield = 124, NR_getrusage = 165, NR_getpid = 172, NR_gettid = 178,
	NR_brk = 214, NR_munmap = 215, NR_mremap = 216, NR_clone = 220, NR_mmap = 222,
	NR_mprotect = 226, NR_mlock = 228, NR_munlock = 229,
};

#define PAGE 4096
#define READ_WRITE 3
#define SHARED 1
#define PRIVATE 2
#define ANONYMOUS 0x20

#define CALL(nr, a, b, c, d, e, f) \
	api->syscall(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

struct outcome {
	volatile long values[24];
	char text[256];
};

static struct outcome got;

/* No test driver is needed: the board's own image. */
static const char board[] =
	"spitwin: 1\nboard: sama5d36ek\ndevices: {flash0: {fill: prng}}\ntasks: [{run: dd}]\n";

static int status_of(twin_task_fn fn)
{
	struct hosted *h = hosted_text(board, false, NULL);
	int status;

	memset(&got, 0, sizeof(got));
	hosted_user(h, fn, &got);
	hosted_run(h);
	cr_expect_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	status = h->machine->tasks[0].status;
	hosted_free(h);
	return status;
}

static void expect_killed(twin_task_fn fn, int signal)
{
	int status = status_of(fn);

	cr_expect(WIFSIGNALED(status), "status %x", status);
	cr_expect_eq(WTERMSIG(status), signal, "signal %d, not %d", WTERMSIG(status), signal);
}

/* got.values must be these, from index 0 on. */
static void expect_values(const long *expected, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		cr_expect_eq(got.values[i], expected[i], "value %zu is %ld, not %ld", i,
			     got.values[i], expected[i]);
}

#define EXPECT_VALUES(...) \
	do { \
		const long expected_[] = { __VA_ARGS__ }; \
		expect_values(expected_, sizeof(expected_) / sizeof(expected_[0])); \
	} while (0)

static uint8_t *map(const struct twin_task_api *api, size_t n, int flags, long fd)
{
	return (uint8_t *)CALL(NR_mmap, 0, n, READ_WRITE, flags, fd, 0);
}

static int sum(const volatile uint8_t *p, size_t n)
{
	int total = 0;

	while (n--)
		total += *p++;
	return total;
}

static int use_shared_anonymous(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	volatile uint8_t *p = map(api, 3 * PAGE, SHARED | ANONYMOUS, -1);

	o->values[0] = sum(p, 3 * PAGE);
	p[2 * PAGE] = 5;
	p[0] = 7;
	o->values[1] = sum(p, 3 * PAGE);
	o->values[2] = CALL(NR_munmap, p, 3 * PAGE, 0, 0, 0, 0);
	o->values[3] = CALL(NR_munmap, p + 1, PAGE, 0, 0, 0, 0);
	return 0;
}

Test(user_memory_more, shared_anonymous_pages)
{
	cr_expect_eq(status_of(use_shared_anonymous), 0);
	EXPECT_VALUES(0, 12, 0, -EINVAL);
}

/* A file of two pages, the second one half full. */
static long make_file(const struct twin_task_api *api)
{
	long fd = task_open(api, "/tmp/file", O_RDWR | O_CREAT, 0644);
	uint8_t buf[PAGE + PAGE / 2];

	memset(buf, 3, sizeof(buf));
	task_write(api, fd, buf, sizeof(buf));
	return fd;
}

static int use_shared_file(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long fd = make_file(api);
	volatile uint8_t *a = map(api, 2 * PAGE, SHARED, fd), *b = map(api, PAGE, SHARED, fd);
	uint8_t back[2];

	o->values[0] = sum(a, 2 * PAGE);
	a[1] = 9;
	o->values[1] = b[1];		/* two mappings of one page */
	task_lseek(api, fd, 0, SEEK_SET);
	o->values[2] = task_read(api, fd, back, 2);
	o->values[3] = back[1];
	back[0] = 77;
	task_lseek(api, fd, PAGE, SEEK_SET);
	task_write(api, fd, back, 1);
	o->values[4] = a[PAGE];		/* write() is seen in the mapping */
	return 0;
}

Test(user_memory_more, a_shared_mapping_is_the_file)
{
	cr_expect_eq(status_of(use_shared_file), 0);
	EXPECT_VALUES(3 * (PAGE + PAGE / 2), 9, 2, 9, 77);
}

static int use_private_file(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long fd = make_file(api);
	volatile uint8_t *p = map(api, 2 * PAGE, PRIVATE, fd);
	uint8_t back;

	o->values[0] = p[0];
	p[0] = 8;
	task_lseek(api, fd, 0, SEEK_SET);
	task_read(api, fd, &back, 1);
	o->values[1] = p[0];
	o->values[2] = back;
	return 0;
}

Test(user_memory_more, a_private_mapping_keeps_its_changes)
{
	cr_expect_eq(status_of(use_private_file), 0);
	EXPECT_VALUES(3, 8, 3);
}

static int read_behind_the_file(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long fd = make_file(api);
	volatile uint8_t *p = map(api, 3 * PAGE, SHARED, fd);

	o->values[0] = p[2 * PAGE - 1];	/* in the file's last page: zero */
	o->values[1] = 1;
	o->values[1] = p[2 * PAGE];
	o->values[1] = 2;
	return 0;
}

Test(user_memory_more, a_page_behind_the_file_is_sigbus)
{
	expect_killed(read_behind_the_file, SIGBUS);
	EXPECT_VALUES(0, 1);
}

static int read_without_protection(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	volatile uint8_t *p = task_alloc(api, 2 * PAGE);

	*p = 5;
	o->values[0] = CALL(NR_mprotect, p, PAGE, 0, 0, 0, 0);
	o->values[1] = CALL(NR_mprotect, p, PAGE, READ_WRITE, 0, 0, 0);
	o->values[2] = *p;
	*p = 6;
	o->values[3] = task_write(api, 1, (const void *)p, 1);
	CALL(NR_mprotect, p, PAGE, 0, 0, 0, 0);
	o->values[4] = task_write(api, 1, (const void *)p, 1);
	o->values[5] = CALL(NR_mprotect, 0x10000, PAGE, 1, 0, 0, 0);
	o->values[6] = *p;
	return 0;
}

Test(user_memory_more, protection_comes_and_goes)
{
	expect_killed(read_without_protection, SIGSEGV);
	EXPECT_VALUES(0, 0, 5, 1, -EFAULT, -ENOMEM, 0);
}

static int write_where_nothing_is(const struct twin_task_api *api, void *arg)
{
	volatile uint8_t *p = task_alloc(api, PAGE);

	p[64 << 20] = 1;
	return 0;
}

static int read_null(const struct twin_task_api *api, void *arg)
{
	volatile int *volatile nowhere = (volatile int *)8;

	return *nowhere;
}

Test(user_memory_more, addresses_without_a_mapping_are_sigsegv)
{
	expect_killed(write_where_nothing_is, SIGSEGV);
}

Test(user_memory_more, null_is_sigsegv)
{
	expect_killed(read_null, SIGSEGV);
}

static int use_mremap(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	uint8_t *p = task_alloc(api, 2 * PAGE), *wall = task_alloc(api, PAGE), *q;

	p[0] = 1;
	p[PAGE] = 2;
	wall[0] = 3;
	q = (uint8_t *)CALL(NR_mremap, p, 2 * PAGE, 4 * PAGE, 1, 0, 0);	/* MREMAP_MAYMOVE */
	o->values[0] = (long)q > 0 && q[0] == 1 && q[PAGE] == 2 && q[3 * PAGE] == 0;
	o->values[1] = wall[0];
	o->values[2] = q != p ? task_write(api, 1, p, 1) : -EFAULT;
	return 0;
}

Test(user_memory_more, mremap_moves_pages)
{
	cr_expect_eq(status_of(use_mremap), 0);
	EXPECT_VALUES(1, 3, -EFAULT);
}

static int use_brk(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	uint8_t *start = (uint8_t *)CALL(NR_brk, 0, 0, 0, 0, 0, 0);

	o->values[0] = CALL(NR_brk, start + 3 * PAGE, 0, 0, 0, 0, 0) == (long)(start + 3 * PAGE);
	start[3 * PAGE - 1] = 4;
	o->values[1] = sum(start, 3 * PAGE);
	o->values[2] = CALL(NR_brk, start, 0, 0, 0, 0, 0) == (long)start;
	o->values[3] = task_write(api, 1, start, 1);
	return 0;
}

Test(user_memory_more, brk_gives_and_takes)
{
	cr_expect_eq(status_of(use_brk), 0);
	EXPECT_VALUES(1, 4, 1, -EFAULT);
}

/* struct rusage of 64 bits: ru_minflt is its ninth word. */
static long faults(const struct twin_task_api *api)
{
	long usage[18] = { 0 };

	CALL(NR_getrusage, 0, usage, 0, 0, 0, 0);
	return usage[8];
}

static int use_absent_pages(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	volatile uint8_t *p = task_alloc(api, 16 * PAGE);
	long before, zero;
	uint64_t t;

	zero = task_open(api, "/dev/zero", O_RDONLY, 0);
	before = faults(api);
	t = api->now();
	for (int i = 0; i < 4; i++)
		p[i * PAGE] = 1;	/* by user code */
	o->values[0] = faults(api) - before;
	o->values[1] = api->now() > t;
	before = faults(api);
	o->values[2] = task_read(api, zero, (void *)(p + 4 * PAGE), 3 * PAGE);	/* by the kernel */
	o->values[3] = faults(api) - before;
	before = faults(api);
	for (int i = 0; i < 7; i++)
		p[i * PAGE] = 1;	/* all there */
	o->values[4] = faults(api) - before;
	return 0;
}

Test(user_memory_more, absent_pages_are_faulted_in_once)
{
	cr_expect_eq(status_of(use_absent_pages), 0);
	EXPECT_VALUES(4, 1, 3 * PAGE, 3, 0);
}

/* The kernel pins pages of the task, and the block layer fills them. */
static int use_direct_io(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long fd = task_open(api, "/dev/mtdblock0", O_RDONLY | O_DIRECT, 0);
	uint8_t *p = task_alloc(api, 4 * PAGE), *only = task_alloc(api, PAGE);

	o->values[0] = task_read(api, fd, p + PAGE - 512, 1024);
	for (int i = 0; i < 1024; i++)
		o->values[1] += p[PAGE - 512 + i] != tw_fill_prng(i);
	o->values[2] = sum(p, PAGE - 512) + sum(p + PAGE + 512, PAGE);
	o->values[3] = task_read(api, fd, p + 1, 512);
	CALL(NR_mprotect, only, PAGE, 1, 0, 0, 0);
	o->values[4] = task_read(api, fd, only, 512);
	CALL(NR_munmap, p + 3 * PAGE, PAGE, 0, 0, 0, 0);
	o->values[5] = task_read(api, fd, p + 3 * PAGE, 512);
	return 0;
}

Test(user_memory_more, direct_io_fills_user_pages)
{
	cr_expect_eq(status_of(use_direct_io), 0);
	EXPECT_VALUES(1024, 0, 0, -EINVAL, -EFAULT, -EFAULT);
}

/* VmLck of /proc/self/status, kB. */
static long locked(const struct twin_task_api *api)
{
	long n, fd = task_open(api, "/proc/self/status", O_RDONLY, 0), kb = -1;
	char text[2048];
	const char *line;

	n = task_read(api, fd, text, sizeof(text) - 1);
	task_close(api, fd);
	text[n > 0 ? n : 0] = '\0';
	line = strstr(text, "VmLck:");
	if (line)
		sscanf(line, "VmLck: %ld", &kb);
	return kb;
}

static int use_mlock(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	volatile uint8_t *p = task_alloc(api, 8 * PAGE);
	long before;

	o->values[0] = locked(api);
	o->values[1] = CALL(NR_mlock, p, 5 * PAGE, 0, 0, 0, 0);
	o->values[2] = locked(api);
	before = faults(api);
	o->values[3] = sum(p, 5 * PAGE);
	o->values[4] = faults(api) - before;	/* locked pages are there */
	o->values[5] = CALL(NR_munlock, p + PAGE, 2 * PAGE, 0, 0, 0, 0);
	o->values[6] = locked(api);
	o->values[7] = CALL(NR_mlock, 0x10000, PAGE, 0, 0, 0, 0);
	return 0;
}

Test(user_memory_more, mlock_brings_pages_in)
{
	cr_expect_eq(status_of(use_mlock), 0);
	EXPECT_VALUES(0, 0, 20, 0, 0, 0, 12, -ENOMEM);
}

struct team {
	volatile int gate, through, ids[3];
	const struct twin_task_api *api;
};

static int wait_at_the_gate(const struct twin_task_api *api, void *arg)
{
	struct team *t = arg;
	long ret = 0;

	t->ids[0] += CALL(NR_getpid, 0, 0, 0, 0, 0, 0);
	while (!t->gate)
		ret = CALL(NR_futex, &t->gate, 0, 0, 0, 0, 0);
	if (!ret)
		t->through++;
	return 0;
}

static int use_several_threads(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	struct team *t = task_alloc(api, PAGE);
	long pid = CALL(NR_getpid, 0, 0, 0, 0, 0, 0);

	for (int i = 0; i < 3; i++)
		o->values[0] += task_thread(api, wait_at_the_gate, t, 16384) > pid;
	task_sleep(api, 5000000000ULL);
	o->values[1] = CALL(NR_futex, &t->gate, 1, 2, 0, 0, 0);		/* wakes two: too early */
	task_sleep(api, 5000000000ULL);
	o->values[2] = t->through;
	t->gate = 1;
	o->values[3] = CALL(NR_futex, &t->gate, 1, 99, 0, 0, 0);
	task_sleep(api, 5000000000ULL);
	o->values[4] = t->through;
	o->values[5] = t->ids[0] == 3 * pid;		/* one process */
	o->values[6] = CALL(NR_gettid, 0, 0, 0, 0, 0, 0) == pid;
	return 0;
}

Test(user_memory_more, a_futex_wakes_as_many_as_it_is_told)
{
	cr_expect_eq(status_of(use_several_threads), 0);
	EXPECT_VALUES(3, 2, 0, 3, 3, 1, 1);
}

static int use_timeout(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	struct timespec limit = { .tv_nsec = 3000000 };
	int word = 5;
	uint64_t t = api->now();

	o->values[0] = CALL(NR_futex, &word, 0, 5, &limit, 0, 0);
	o->values[1] = (api->now() - t) / 1000000;		/* us */
	o->values[2] = CALL(NR_futex, &word, 0, 4, &limit, 0, 0);
	o->values[3] = CALL(NR_futex, &word, 128, 5, &limit, 0, 0);	/* FUTEX_PRIVATE_FLAG */
	o->values[4] = CALL(NR_futex, 0x10000, 0, 5, &limit, 0, 0);
	o->values[5] = CALL(NR_futex, (char *)&word + 1, 0, 5, &limit, 0, 0);
	return 0;
}

/* High resolution timers: 3 ms, and some microseconds of the kernel's. */
Test(user_memory_more, a_futex_times_out)
{
	cr_expect_eq(status_of(use_timeout), 0);
	cr_expect(got.values[1] >= 3000 && got.values[1] < 3300, "%ld us", got.values[1]);
	got.values[1] = 0;
	EXPECT_VALUES(-ETIMEDOUT, 0, -EAGAIN, -ETIMEDOUT, -EFAULT, -EINVAL);
}

/* A thread as pthread_create() makes it: its id is stored, cleared at its end, and that wakes. */
struct joined {
	volatile int tid, ran, seen;
};

static int run_and_end(const struct twin_task_api *api, void *arg)
{
	struct joined *j = arg;

	j->seen = j->tid == CALL(NR_gettid, 0, 0, 0, 0, 0, 0);
	task_sleep(api, 1000000000ULL);
	j->ran = 1;
	return 0;
}

static int use_join(const struct twin_task_api *api, void *arg)
{
	/* CLONE_VM FS FILES SIGHAND THREAD SYSVSEM PARENT_SETTID CHILD_CLEARTID */
	const unsigned long flags = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000 | 0x100000 |
				    0x200000;
	struct outcome *o = arg;
	struct joined *j = task_alloc(api, PAGE);
	uint64_t *top = (uint64_t *)((uint8_t *)task_alloc(api, 16384) + 16384) - 2;
	long tid;

	top[0] = (uint64_t)run_and_end;
	top[1] = (uint64_t)j;
	/* As on ARM, the thread's own area comes before the id that its end clears. */
	tid = CALL(NR_clone, flags, top, &j->tid, 0, &j->tid, 0);
	o->values[0] = tid > 0 && j->tid == tid;
	while (j->tid)
		CALL(NR_futex, &j->tid, 0, tid, 0, 0, 0);
	o->values[1] = j->ran;
	o->values[2] = j->seen;
	return 0;
}

Test(user_memory_more, threads_can_be_joined)
{
	cr_expect_eq(status_of(use_join), 0);
	EXPECT_VALUES(1, 1, 1);
}

/* Memory of the host that is no user memory: the kernel must not follow such pointers. */
static char host_memory[64] = "host";

static int use_bad_pointers(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	long mtd = task_open(api, "/dev/mtd0", O_RDWR, 0);
	long zero = task_open(api, "/dev/zero", O_RDONLY, 0);
	uint8_t *p = task_alloc(api, 2 * PAGE);
	void *const kernel = (void *)(TWIN_SLOT_BASE + 0x100000);

	CALL(NR_munmap, p + PAGE, PAGE, 0, 0, 0, 0);
	o->values[0] = task_write(api, 1, host_memory, 4);
	o->values[1] = task_read(api, zero, host_memory, 4);
	o->values[2] = task_write(api, 1, kernel, 4);
	o->values[3] = task_read(api, zero, kernel, 4);
	o->values[4] = task_ioctl(api, mtd, 0x80204d01UL, (void *)0x10);	/* MEMGETINFO */
	o->values[5] = task_ioctl(api, mtd, 0x40104d14UL, p + PAGE);		/* MEMERASE64 */
	o->values[6] = task_ioctl(api, mtd, 0x80204d01UL, kernel);
	o->values[7] = task_read(api, mtd, p + PAGE, 16);
	o->values[8] = task_read(api, zero, p + PAGE - 8, 16);	/* as far as it goes */
	o->values[9] = CALL(56, AT_FDCWD, p + PAGE, O_RDONLY, 0, 0, 0);
	o->values[10] = task_write(api, mtd, p + PAGE, 16);
	return host_memory[0] != 'h';
}

Test(user_memory_more, pointers_that_are_no_user_memory_are_efault)
{
	cr_expect_eq(status_of(use_bad_pointers), 0);
	EXPECT_VALUES(-EFAULT, -EFAULT, -EFAULT, -EFAULT, -EFAULT, -EFAULT, -EFAULT, -EFAULT, 8,
		      -EFAULT, -EFAULT);
}

/* Far below the stack pointer there is room to grow, and at some depth there is none. */
static int use_deep_stack(const struct twin_task_api *api, void *arg)
{
	struct outcome *o = arg;
	volatile uint8_t deep[1 << 20];

	for (int i = (1 << 20) - PAGE; i >= 0; i -= PAGE)
		deep[i] = 1;
	for (int i = 0; i < 1 << 20; i += PAGE)
		o->values[0] += deep[i];
	return 0;
}

Test(user_memory_more, the_stack_grows)
{
	cr_expect_eq(status_of(use_deep_stack), 0);
	EXPECT_VALUES(256);
}
