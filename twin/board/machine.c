// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dtb_change.h"
#include "host_fault.h"
#include "profile.h"
#include "ram_guard.h"
#include "scenario/images.h"
#include "scenario/nearest.h"

#define TICK_PS 10000000000ULL	/* the board's HZ = 100 */

static int check_image(struct machine *m, struct diag *diag)
{
	const struct scenario *s = m->scenario;
	struct src_pos pos = scenario_where(s, "kernel.image");
	char names[512] = "";
	size_t used = 0;

	if (images_check(m->root, s->kernel.image, pos, diag))
		return -1;
	for (size_t i = 0; i < m->desc.nr_images; i++)
		if (!strcmp(m->desc.images[i], s->kernel.image))
			return 0;
	diag_set(diag, pos, "board %s has no kernel image '%s'", s->board, s->kernel.image);
	for (size_t i = 0; i < m->desc.nr_images && used < sizeof(names); i++)
		used += snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "",
				 m->desc.images[i]);
	return diag_hint(diag, "it accepts %s", used ? names : "none");
}

static int check_cmdline(const struct machine *m, struct diag *diag)
{
	if (strlen(m->scenario->kernel.cmdline) < sizeof(m->cmdline))
		return 0;
	return diag_set(diag, scenario_where(m->scenario, "kernel.cmdline"),
			"longer than the kernel's limit of %zu bytes", sizeof(m->cmdline) - 1);
}

static int find_image_dir(struct machine *m, struct diag *diag)
{
	char file[4200];

	snprintf(m->image_dir, sizeof(m->image_dir), "%s/build/images/%s-%s", m->root,
		 m->need.label, m->scenario->board);
	snprintf(file, sizeof(file), "%s/image.so", m->image_dir);
	if (!access(file, R_OK))
		return 0;
	diag_set(diag, (struct src_pos){ .file = file }, "the kernel image is not built");
	if (m->need.tree || m->need.nr_changes)
		return diag_hint(diag, "start it with ./spitwin, which builds it");
	return diag_hint(diag, "run kernel/build-image %s --board %s", m->scenario->kernel.image,
			 m->scenario->board);
}

int machine_load(struct machine *m, struct diag *diag)
{
	const struct scenario *s = m->scenario;

	if (board_desc_load(m->root, s->board, scenario_where(s, "board"), &m->desc, diag) ||
	    check_image(m, diag) || image_need_find(&m->need, m->root, s, diag) ||
	    check_cmdline(m, diag) ||
	    costs_load(m->desc.costs, m->desc.nr_cpus > 1, &m->costs, diag) ||
	    boot_state_load(m->desc.boot_state, &m->state, diag))
		return -1;
	costs_values(&m->costs, m->cost_values);
	return 0;
}

static int unknown_command(const struct machine *m, size_t i, const char *name, struct diag *diag)
{
	const struct task_info *info;
	struct nearest best;

	nearest_start(&best, name);
	for (size_t k = 0; (info = task_info_at(k)); k++)
		nearest_offer(&best, info->name);
	diag_set(diag, scenario_where(m->scenario, "tasks.%zu.run", i), "unknown command '%s'",
		 name);
	if (best.best)
		return diag_hint(diag, "did you mean '%s'?", best.best);
	return diag_hint(diag, "see `spitwin list` for the commands there are");
}

/* "; hint" in a task's message becomes the diagnostic's hint. */
static int task_error(const struct machine *m, size_t i, const char *err, struct diag *diag)
{
	const char *hint = strstr(err, "; ");

	diag_set(diag, scenario_where(m->scenario, "tasks.%zu.run", i), "%.*s",
		 hint ? (int)(hint - err) : (int)strlen(err), err);
	return hint ? diag_hint(diag, "%s", hint + 2) : -1;
}

static int prepare_task(struct machine *m, size_t i, struct diag *diag)
{
	const struct scenario_task *t = &m->scenario->tasks[i];
	struct machine_task *task = &m->tasks[i];
	struct task_argv argv;
	char err[TASK_ERR];
	int word = 0, ret = 0;

	if (task_argv_parse(&argv, t->run, err))
		return task_error(m, i, err, diag);
	task->kind = task_info_find(argv.argv[0]);
	if (!task->kind)
		ret = unknown_command(m, i, argv.argv[0], diag);
	else if (task->kind->prepare(&argv, &task->arg, &word, err))
		ret = task_error(m, i, err, diag);
	task_argv_free(&argv);
	if (!ret && t->cpu >= (int)m->desc.nr_cpus)
		ret = diag_set(diag, scenario_where(m->scenario, "tasks.%zu.cpu", i),
			       "board %s has CPUs 0 to %d", m->desc.name, (int)m->desc.nr_cpus - 1);
	snprintf(task->name, sizeof(task->name), "%s", t->name);
	m->starts[i] = t->at;
	m->spawns[i] = (struct twin_spawn){
		.fn = task->kind ? task->kind->run : NULL, .arg = task->arg, .tag = i + 1,
		.cpu = t->cpu, .policy = t->policy.policy, .prio = t->policy.prio,
		.nice = t->nice,
	};
	memcpy(m->spawns[i].comm, task->name, sizeof(m->spawns[i].comm));
	return ret;
}

/* The workload's phase against the tick: what a seed decides. SplitMix64, then modulo one tick. */
static uint64_t phase_of(uint64_t seed)
{
	uint64_t z = seed * 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (z ^ (z >> 31)) % TICK_PS;
}

int machine_tasks(struct machine *m, struct diag *diag)
{
	size_t n = m->scenario->nr_tasks;

	if (n > INIT_MAX_TASKS)
		return diag_set(diag, scenario_where(m->scenario, "tasks.%d", INIT_MAX_TASKS),
				"more than %d tasks", INIT_MAX_TASKS);
	m->tasks = calloc(n + 1, sizeof(*m->tasks));
	m->spawns = calloc(n + 1, sizeof(*m->spawns));
	m->starts = calloc(n + 1, sizeof(*m->starts));
	if (!m->tasks || !m->spawns || !m->starts)
		return diag_line(diag, "out of memory");
	m->nr_tasks = n;
	for (size_t i = 0; i < n; i++)
		if (prepare_task(m, i, diag))
			return -1;
	m->plan = (struct init_plan){ .tasks = m->spawns, .at = m->starts, .nr = n,
				      .phase = phase_of(m->scenario->runs.seeds.first) };
	return 0;
}

void machine_drain(void *ctx)
{
	struct machine *m = ctx;

	if (m->trace)
		trace_drain(m->trace, &m->ring);
	m->ring.used = 0;
}

static int build_board(struct machine *m, struct diag *diag)
{
	struct tw_board_config config = {
		.name = m->desc.name, .image = m->image.entry, .cpus = m->cpus,
		.nr_cpus = (uint32_t)m->desc.nr_cpus, .running = &m->running,
		.cpus_per_cluster = (uint32_t)m->desc.shape.cpus_per_cluster,
		.clusters_per_socket = (uint32_t)m->desc.shape.clusters_per_socket,
		.sockets = (uint32_t)m->desc.shape.sockets,
		.line_size = (uint32_t)m->desc.shape.line, .quantum = m->quantum,
		.ring = &m->ring, .costs = m->cost_values, .ram = m->memory.ram,
		.ram_phys = m->memory.phys, .ram_size = m->memory.size,
		.timer_line = -1, .sync_block = m->sync_block,
		.drain = machine_drain, .call = machine_call, .poll = machine_poll, .ctx = m,
	};
	char err[TW_ERR_SIZE];

	m->board = tw_board_new(&config, err);
	if (!m->board)
		return diag_line(diag, err);
	m->devices = (struct devices){ .dtb = m->dtb, .desc = &m->desc, .state = &m->state,
				       .scenario = m->scenario, .board = m->board };
	return devices_build(&m->devices, diag);
}

static int load_files(struct machine *m, struct diag *diag)
{
	char path[4200], err[IMAGE_ERR];

	if (find_image_dir(m, diag))
		return -1;
	snprintf(path, sizeof(path), "%s/board.dtb", m->image_dir);
	m->dtb = dtb_load(path, diag);
	if (!m->dtb || dtb_change(m->dtb, m->scenario, diag))
		return -1;
	if (memory_init(&m->memory, 0, m->desc.ram_base, m->desc.ram_size, err))
		return diag_line(diag, err);
	snprintf(path, sizeof(path), "%s/image.so", m->image_dir);
	if (image_load(&m->image, path, 0, err))
		return diag_line(diag, err);
	snprintf(path, sizeof(path), "%s/blocks.tab", m->image_dir);
	if (block_table_load(&m->blocks, path, err))
		return diag_line(diag, err);
	return machine_notes(m) ? diag_line(diag, "out of memory") : 0;
}

static void fill_boot(struct machine *m)
{
	snprintf(m->cmdline, sizeof(m->cmdline), "%s", m->scenario->kernel.cmdline);
	m->boot = (struct twin_boot){
		.magic_version = TWIN_ABI_VERSION, .size = sizeof(m->boot),
		.cpu_size = sizeof(struct twin_cpu), .event_size = sizeof(struct twin_event),
		.nr_costs = TWIN_COST_NR, .nr_cpus = (uint32_t)m->desc.nr_cpus,
		.ram_phys = m->memory.phys, .ram_size = m->memory.size, .ram_virt = (uint64_t)m->memory.ram,
		.vmalloc_virt = (uint64_t)m->memory.vmalloc, .user_virt = (uint64_t)m->memory.user,
		.dtb = m->dtb, .cmdline = m->cmdline, .cpus = m->cpus, .ring = &m->ring,
		.costs = m->cost_values, .block_table = m->block_table,
		.icache_size = m->desc.icache.size, .icache_ways = m->desc.icache.ways,
		.icache_line = m->desc.icache.line,
		.notes = m->notes, .nr_notes = m->blocks.nr_notes,
		.text = (uint64_t)m->image.base + m->blocks.text_start,
		.text_size = m->blocks.text_size,
		.init = { .fn = task_init, .arg = &m->plan, .cpu = -1, .comm = "init" },
	};
	tw_board_lines(m->board, &m->boot.lines);
}

int machine_build(struct machine *m, struct diag *diag)
{
	m->ring = (struct twin_ring){ .events = m->events, .size = MACHINE_RING };
	for (uint32_t i = 0; i < MACHINE_CPUS; i++)
		m->cpus[i] = (struct twin_cpu){ .id = i, .timer = TWIN_TIME_NEVER };
	if (load_files(m, diag) || build_board(m, diag))
		return -1;
	fill_boot(m);
	if (m->image.entry->init(&m->boot))
		return diag_line(diag, "the kernel image refuses this program's structures; "
				 "rebuild it");
	return 0;
}

uint64_t machine_blocks(const struct machine *m)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < MACHINE_CPUS; i++)
		sum += m->cpus[i].blocks;
	return sum;
}

uint64_t machine_insns(const struct machine *m)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < MACHINE_CPUS; i++)
		sum += m->cpus[i].insns;
	return sum;
}

uint64_t machine_syscalls(const struct machine *m)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < MACHINE_CPUS; i++)
		sum += m->cpus[i].syscalls;
	return sum;
}

int machine_run(struct machine *m, struct diag *diag)
{
	m->ring.mask = m->trace ? trace_classes(m->trace) : 0;
	machine_name_watches(m);
	if (host_fault_install(&m->image, &m->memory, m->cpus, &m->running) || ram_guard_start(m) ||
	    machine_watch_start(m))
		return diag_line(diag, "cannot install signal handlers");
	m->result = tw_board_run(m->board);
	machine_watch_stop();
	ram_guard_stop(m);
	host_fault_remove();
	machine_drain(m);
	return 0;
}

int machine_save(struct machine *m, struct diag *diag)
{
	char err[TW_ERR_SIZE];
	int ret = tw_board_free(m->board, err);

	m->board = NULL;
	return ret ? diag_line(diag, err) : 0;
}

void machine_free(struct machine *m)
{
	tw_board_free(m->board, NULL);
	devices_free(&m->devices);
	for (size_t i = 0; i < m->nr_tasks; i++) {
		if (m->tasks[i].arg)
			m->tasks[i].kind->release(m->tasks[i].arg);
		free(m->tasks[i].output);
	}
	image_need_free(&m->need);
	profile_free(m);
	free(m->tasks);
	free(m->spawns);
	free(m->starts);
	free(m->log);
	bugs_free(m);
	branches_close(&m->branches);
	free(m->notes);
	free(m->block_table);
	free(m->dtb);
	block_table_unload(&m->blocks);
	image_unload(&m->image);
	if (m->memory.ram)
		memory_free(&m->memory);
	boot_state_free(&m->state);
	costs_free(&m->costs);
	board_desc_free(&m->desc);
}
