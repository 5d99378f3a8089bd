/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One simulated board with its hosted kernel, from files to a finished run. The order of the
 * functions is the order of use; each undoes nothing of the one before, machine_free() does.
 */
#ifndef TWIN_BOARD_MACHINE_H
#define TWIN_BOARD_MACHINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "branch.h"
#include "devices.h"
#include "facade.h"
#include "image.h"
#include "image_need.h"
#include "lockdep_text.h"
#include "memory.h"
#include "rules/lost_irq.h"
#include "scenario/board_desc.h"
#include "scenario/boot_state.h"
#include "scenario/costs.h"
#include "scenario/scenario.h"
#include "task/task.h"
#include "trace/trace.h"

#define MACHINE_RING 8192
#define MACHINE_CPUS 64
#define MACHINE_BUGS 8		/* the first ones matter; a broken loop would fill the report */

/* A workload task of the run. */
#define MACHINE_OUTPUT_MAX (16 << 20)	/* bytes of a task's output that are kept, about */

struct machine_task {
	const struct task_info *kind;
	void *arg;
	char name[16];
	char *output;		/* what it wrote, verbatim */
	size_t output_len, output_size;
	bool started, exited;
	int status;		/* as wait4 has it */
	uint64_t begin, end;	/* ps */
};

/* Why poll() or call() ended a run. */
enum machine_stop {
	MACHINE_RUNS,
	MACHINE_INTERRUPTED,	/* by a signal: machine_signals_catch() */
	MACHINE_NO_PROGRESS,	/* no task entered or left a system call for `watchdog` */
	MACHINE_NO_SCHEDULE,	/* one kernel context ran 20 s without scheduling */
	MACHINE_WALL_CLOCK,	/* the host's limit: says nothing of the simulated system */
	MACHINE_NO_MODEL,	/* a driver mapped registers that have no model */
	MACHINE_BAD_MAP,	/* the host could not map memory */
	MACHINE_LONG_BRANCH,	/* a variant that is not worth waiting for */
};

struct machine {
	const struct scenario *scenario;
	const char *root;
	bool sync_block;
	uint64_t quantum;	/* of several CPUs, ps: pump.h */

	struct board_desc desc;
	struct boot_state state;
	struct costs costs;
	uint64_t cost_values[TWIN_COST_NR];
	struct image_need need;
	char image_dir[4096];

	struct image image;
	struct block_table blocks;
	uint32_t *block_table;	/* m->blocks as the kernel wants it */
	struct twin_block_note *notes;
	struct twin_profile *profile;	/* --profile; else NULL */
	uint64_t profile_end;		/* the last task's end, ps */
	struct memory memory;
	void *dtb;
	struct tw_board *board;
	struct devices devices;
	struct twin_cpu cpus[MACHINE_CPUS];
	uint32_t running;	/* CPU whose code runs or ran last */
	struct twin_event events[MACHINE_RING];
	struct twin_ring ring;
	struct trace *trace;
	size_t nr_measured;	/* the first reducers of `trace`: those that figures come from */
	struct branches branches;	/* variants that uncertainty is computed from */
	char study_note[256];		/* why they say nothing, or not all */

	struct machine_task *tasks;
	struct twin_spawn *spawns;
	uint64_t *starts;
	size_t nr_tasks;
	struct init_plan plan;
	char cmdline[1024];
	struct twin_boot boot;

	char *log;		/* kernel log */
	size_t log_len, log_size;
	bool log_to_stderr;
	bool log_announced;	/* its last line says that a report follows */
	char log_warning[256];	/* is WARN()'s first line; "": it is not */
	struct lockdep_text log_locks;	/* the report that it is in */

	uint64_t seen_syscalls, progress_at;	/* watchdog */
	struct timespec wall_start;
	uint64_t unmapped;	/* address of MACHINE_NO_MODEL */
	uint64_t boot_time;	/* first task's start, ps */

	char *bugs[MACHINE_BUGS];	/* what drivers did wrong, or warned of: each some lines */
	size_t nr_bugs;

	struct tw_result result;
};

/* Board, constants, boot state, image folder. 0, or -1 with `diag`. */
int machine_load(struct machine *m, struct diag *diag);
/* Command lines. */
int machine_tasks(struct machine *m, struct diag *diag);
/* Memory, image, models. Nothing has run afterwards. */
int machine_build(struct machine *m, struct diag *diag);
/* Runs; m->result says how it ended. Events go to m->trace. 0, or -1 with `diag`. */
int machine_run(struct machine *m, struct diag *diag);
/* Writes what devices keep in files, after which the board is gone. 0, or -1 with `diag`. */
int machine_save(struct machine *m, struct diag *diag);
void machine_free(struct machine *m);

/* Text of why the run ended, several lines; "" when the kernel halted in order. malloc()ed. */
char *machine_explain(struct machine *m);
/* Was it a driver that went wrong, not something that is not modelled? */
bool machine_is_driver_bug(const struct machine *m);
/* Where the code is that left to the host just now: lines of a call chain. malloc()ed. */
char *machine_explain_here(struct machine *m);
/* The same of the code that host_fault_state() is about. */
char *machine_explain_fault(struct machine *m);
/* Lines of the image's describe_tasks(); takes no simulated time. Valid until the next call. */
const char *machine_describe(struct machine *m);

/* One of those lines: a task of the hosted kernel. */
struct machine_task_line {
	int pid;
	char state;			/* as ps shows it; R: runs or could */
	uint64_t since;			/* when it left the CPU, ps */
	uint64_t timers;		/* armed timers it sleeps on */
	uint64_t tag;			/* of a workload task, else 0 */
	uint64_t sp;			/* where its registers are saved */
	char comm[32];
};

/* The next task of the lines at *at, which moves on; false at the end. */
bool machine_task_line(const char **at, struct machine_task_line *task);

/*
 * block_notes.c: m->block_table and m->notes from m->blocks, 0 or -1; names of watched functions.
 */
int machine_notes(struct machine *m);
void machine_name_watches(struct machine *m);

/* The records in the ring go to m->trace. */
void machine_drain(void *machine);

/*
 * bugs.c: a bug that somebody is at right now, by a call or at the instruction that
 * host_fault_state() is about; text of the kernel's log, which may be one; what the end of the run
 * shows.
 */
void bugs_here(struct machine *m, const char *what, size_t len);
void bugs_at_fault(struct machine *m, const char *what);
void bugs_in_log(struct machine *m, const char *text, size_t len);
void bugs_at_end(struct machine *m, const struct lost_irq *lost);
void bugs_free(struct machine *m);

/* calls.c */
int machine_call(void *ctx, uint32_t cpu, struct twin_call *call);

/* The CPU whose code runs or ran last. */
static inline struct twin_cpu *machine_cpu(const struct machine *m)
{
	return (struct twin_cpu *)&m->cpus[m->running];
}

/* Of all CPUs. */
uint64_t machine_blocks(const struct machine *m);
uint64_t machine_insns(const struct machine *m);
uint64_t machine_syscalls(const struct machine *m);
/* watch.c */
int machine_poll(void *ctx, uint64_t now);
int machine_watch_start(struct machine *m);
void machine_watch_stop(void);
/*
 * From here to release, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 and SIGXCPU end a run in
 * order unless they were ignored: machine_interrupted() says so, nothing is left half-written.
 */
void machine_signals_catch(void);
void machine_signals_release(void);
bool machine_interrupted(void);
/* Interrupted, or past the wall clock's limit. */
bool machine_must_end(void);
/* Had hosted code to be left by force, in a loop that no block boundary ends? */
bool machine_was_frozen(void);

#endif
