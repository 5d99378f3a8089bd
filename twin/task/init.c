// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The first process: what a small init does on the board, and the clock of the workload. Tasks
 * start when it spawns them, so their times include the real fork and exec.
 */
#include <errno.h>
#include <fcntl.h>

#include "task.h"

#define NR_reboot 142
#define REBOOT_MAGIC1 0xfee1dead
#define REBOOT_MAGIC2 672274793
#define REBOOT_HALT 0xcdef0123

#define SEED_WORDS 8
#define RNDADDENTROPY 0x40085203UL

static void init_sleep_until(const struct twin_task_api *api, uint64_t when)
{
	uint64_t now = api->now();

	if (when > now)
		task_sleep(api, when - now);
}

/* The order of starts: by time, then by position; the k-th of it. */
static size_t init_next(const struct init_plan *plan, const uint8_t *started)
{
	size_t best = plan->nr;

	for (size_t i = 0; i < plan->nr; i++)
		if (!started[i] && (best == plan->nr || plan->at[i] < plan->at[best]))
			best = i;
	return best;
}

static size_t init_start_all(const struct twin_task_api *api, const struct init_plan *plan)
{
	uint8_t started[INIT_MAX_TASKS] = { 0 };
	uint64_t zero;
	size_t running = 0;

	task_sleep(api, plan->phase);
	zero = api->now();
	for (size_t k = 0; k < plan->nr; k++) {
		size_t i = init_next(plan, started);

		init_sleep_until(api, zero + plan->at[i]);
		started[i] = 1;
		if (api->syscall(TWIN_SYS_SPAWN, (long)&plan->tasks[i], 0, 0, 0, 0, 0) > 0)
			running++;
	}
	return running;
}

/*
 * What init scripts do with the seed that the last shutdown saved (seedrng, systemd-random-seed):
 * /dev/urandom is ready. Without it the first read collects jitter for seconds. The seed is always
 * the same; what the generator gives depends on the times of the run too.
 */
static void init_seed(const struct twin_task_api *api)
{
	struct {
		int32_t bits, bytes;
		uint32_t words[SEED_WORDS];
	} pool = { .bits = SEED_WORDS * 32, .bytes = SEED_WORDS * 4 };
	long fd = task_open(api, "/dev/urandom", O_RDONLY, 0);

	if (fd < 0)
		return;
	for (uint32_t i = 0; i < SEED_WORDS; i++)
		pool.words[i] = (i + 1) * 0x9e3779b9U;
	task_ioctl(api, fd, RNDADDENTROPY, &pool);
	task_close(api, fd);
}

int task_init(const struct twin_task_api *api, void *arg)
{
	const struct init_plan *plan = arg;
	size_t running;
	int status;
	long pid;

	task_mount(api, "devtmpfs", "/dev", "devtmpfs");
	task_mkdir(api, "/proc", 0555);
	task_mount(api, "proc", "/proc", "proc");
	task_mkdir(api, "/sys", 0555);
	task_mount(api, "sysfs", "/sys", "sysfs");
	task_mkdir(api, "/tmp", 0777);
	init_seed(api);
	running = init_start_all(api, plan);
	while (running) {
		pid = task_wait(api, -1, &status);
		if (pid == -ECHILD)
			break;
		running -= pid > 0;
	}
	api->syscall(NR_reboot, (long)(int)REBOOT_MAGIC1, REBOOT_MAGIC2, (long)(int)REBOOT_HALT, 0,
		     0, 0);
	return 0;
}
