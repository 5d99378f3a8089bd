/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The only header that the host program and a hosted kernel image share.
 *
 * Plain C, no kernel types, no libc. Times are unsigned 64-bit integer picoseconds since the
 * simulated reset. Addresses are 64-bit; "phys" means the board's physical address space.
 *
 * An image is one ELF shared object without dependencies. The host maps it at a fixed address,
 * finds `twin_image_entry` (struct twin_image) in its dynamic symbol table, checks magic, version
 * and structure sizes, and calls ->init() once. After that ->run() executes the simulated CPU until
 * it returns an exit reason; the host serves the reason and calls ->run() again.
 */
#ifndef TWIN_ABI_H
#define TWIN_ABI_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

#define TWIN_ABI_MAGIC		0x6e69777469707331ULL
#define TWIN_ABI_VERSION	4

#define TWIN_TIME_NEVER		(~(uint64_t)0)

/* Fixed host addresses; the kernel hashes some of them, so they are part of a run's identity. */
#define TWIN_USER_BASE		0x1000000000ULL	/* first user window */
#define TWIN_USER_WINDOW	0x0010000000ULL	/* 256 MiB per mm */
#define TWIN_USER_WINDOWS	256
#define TWIN_SLOT_BASE		0x4000000000ULL	/* slot 0: first hosted kernel in the process */
#define TWIN_SLOT_SIZE		0x0800000000ULL	/* 32 GiB apart */
#define TWIN_SLOT_RAM		0x0000000000ULL	/* linear map of RAM: offset in the slot */
#define TWIN_SLOT_VMALLOC	0x0400000000ULL	/* vmalloc window */
#define TWIN_VMALLOC_SIZE	0x0040000000ULL
#define TWIN_SLOT_IMAGE		0x0600000000ULL	/* the shared object */

enum twin_exit {
	TWIN_EXIT_LIMIT,	/* now >= limit: device events are due */
	TWIN_EXIT_IDLE,		/* waits for an interrupt; the host moves the time on */
	TWIN_EXIT_MMIO,		/* a register access, see struct twin_mmio */
	TWIN_EXIT_CALL,		/* a host service, see struct twin_call */
	TWIN_EXIT_HALT,		/* orderly end (reboot, power off) */
	TWIN_EXIT_PANIC,	/* panic() or BUG(): struct twin_cpu.fault_* and the log say why */
	TWIN_EXIT_FAULT,	/* host fault in kernel code (NULL dereference, ...) */
	TWIN_EXIT_SHARE,	/* now >= horizon: will touch shared memory when it is its turn */
	TWIN_EXIT_PARK,		/* waits for a write to a cache line, or for an interrupt */
};

/* Services the kernel asks of the host: number, arguments in args[], result in ret. */
enum twin_call_nr {
	TWIN_CALL_CONSOLE,	/* (buf, len): kernel log text */
	TWIN_CALL_OUTPUT,	/* (task tag, fd, buf, len): what a task wrote to stdout/stderr */
	TWIN_CALL_MAP,		/* (vaddr, phys, len, prot): map RAM there; prot: 1 r, 2 w, 4 x */
	TWIN_CALL_UNMAP,	/* (vaddr, len) */
	TWIN_CALL_IOREMAP,	/* (phys, len): ret 0, or no model there */
	TWIN_CALL_EVENTS_FULL,	/* drain the event ring */
	TWIN_CALL_TASK_START,	/* (task tag, pid) */
	TWIN_CALL_TASK_EXIT,	/* (task tag, exit code as wait4 has it) */
	TWIN_CALL_COMPLAINT,	/* (text, len): a driver did wrong; the host adds who and where */
	TWIN_CALL_DMA,		/* (enum twin_dma_op, phys, len, flags of twin_dma.h) */
	TWIN_CALL_PEEK,		/* (vaddr, len, to): copies without anybody noticing; ret: bytes */
	TWIN_CALL_CPU_ON,	/* (cpu): it starts to run, at the caller's time */
};

/* Who may touch RAM: what cache maintenance and coherent allocations tell the models. */
enum twin_dma_op {
	TWIN_DMA_GIVE,		/* to devices: what the CPU wrote is visible to them now */
	TWIN_DMA_TAKE,		/* back: what devices wrote is visible to the CPU now */
	TWIN_DMA_SHARE,		/* uncached memory: both see the same bytes */
	TWIN_DMA_UNSHARE,
};

/* Addresses from here on are system registers of the CPU that accesses them: BASE | encoding. */
#define TWIN_SYSREG_BASE 0xffffffff00000000ULL

struct twin_mmio {
	uint64_t addr;		/* phys */
	uint64_t data;
	uint32_t size;		/* 1, 2, 4, 8 */
	uint32_t write;
};

struct twin_call {
	uint64_t nr;
	uint64_t args[6];
	uint64_t ret;
};

#define TWIN_IRQ_WORDS	4	/* interrupt lines, one bit each: 0..255 */

/*
 * State of one simulated CPU that both sides see. The host owns it; "h" fields are written by the
 * host, "k" fields by the kernel.
 */
struct twin_cpu {
	uint64_t now;		/* hk local time, ps */
	uint64_t limit;		/* h leave at the first block boundary with now >= limit */
	uint64_t event;		/* hk next device event, > now on entry: charges are split there */
	uint64_t horizon;	/* h shared memory may be touched while now < horizon */
	uint64_t timer;		/* k clock event deadline, ps, or TWIN_TIME_NEVER */
	uint64_t irq[TWIN_IRQ_WORDS];	/* hk level of every line; k lowers the clock event's */
	uint64_t blocks;	/* k basic blocks executed */
	uint64_t insns;		/* k instructions executed in them */
	uint32_t id;		/* h */
	uint32_t in_user;	/* k 1 while a host function runs as user code */
	uint64_t kernel_sp;	/* k top of the current task's kernel stack, for user faults */
	uint64_t fault_addr;	/* h address of a host fault of user or kernel code */
	uint32_t fault_write;	/* h 1 write access */
	uint32_t irqs_off;	/* k 1 while interrupts are masked */
	uint32_t current_pid;	/* k */
	uint32_t context;	/* k enum twin_context, what the CPU is doing now */
	uint64_t last_switch;	/* k last switch, idle entry or call of a watched function */
	uint64_t syscalls;	/* k system call entries and exits of workload tasks */
	struct twin_mmio mmio;	/* k, data of a read: h */
	struct twin_call call;	/* k, ret: h */
};

/* Classes of time, the first axis of attribution. */
enum twin_context {
	TWIN_CTX_HARDIRQ, TWIN_CTX_SOFTIRQ, TWIN_CTX_THREAD, TWIN_CTX_USER, TWIN_CTX_IDLE,
	TWIN_CTX_BOOT, TWIN_CTX_NR,
};

/* One record of the event stream, 32 bytes. Meaning of a and b per type: events.def. */
struct twin_event {
	uint64_t time;
	uint16_t type;		/* enum twin_event_type */
	uint8_t cpu;
	uint8_t flags;
	uint32_t task;		/* pid, 0 = idle */
	uint64_t a, b;
};

enum twin_event_type {
#define TWIN_EVENT(id, name, class, a, b, doc) TWIN_EV_##id,
#include "events.def"
#undef TWIN_EVENT
	TWIN_EV_NR
};

enum twin_event_class {
	TWIN_CLASS_META = 1, TWIN_CLASS_SCHED = 2, TWIN_CLASS_IRQ = 4, TWIN_CLASS_SPI = 8,
	TWIN_CLASS_PIN = 16, TWIN_CLASS_MMIO = 32, TWIN_CLASS_SYSCALL = 64, TWIN_CLASS_TIMER = 128,
	TWIN_CLASS_LOCK = 256, TWIN_CLASS_DMA = 512, TWIN_CLASS_IOMMU = 1024,
	TWIN_CLASS_CONTEXT = 2048,
	TWIN_CLASS_DETAIL = 4096,	/* what only the text of a tracepoint needs */
};

struct twin_ring {
	struct twin_event *events;
	uint32_t size;		/* records */
	uint32_t used;		/* both sides append; the host drains */
	uint32_t mask;		/* h classes the kernel records */
	uint32_t pad;
};

/* Costs that code cannot show; values in ps unless costs.def says otherwise. */
enum twin_cost {
#define TWIN_COST(id, key, unit, doc) TWIN_COST_##id,
#include "costs.def"
#undef TWIN_COST
	TWIN_COST_NR,
	TWIN_COST_SMP_FIRST = TWIN_COST_SYSREG_READ,
};

/* A workload task: a host function that runs as a process of the hosted kernel. */
struct twin_task_api;
typedef int (*twin_task_fn)(const struct twin_task_api *api, void *arg);

/* What user code may call; the image fills it. */
struct twin_task_api {
	/* A system call of the hosted kernel (asm-generic numbers); -errno in the result. */
	long (*syscall)(long nr, long a, long b, long c, long d, long e, long f);
	/* User code ran for `ps` picoseconds; interruptible at any instant. */
	void (*charge)(uint64_t ps);
	/* Local time, ps (no cost; for tests and for what a vDSO would read). */
	uint64_t (*now)(void);
	/* A constant of the board, in its unit (costs.def). */
	uint64_t (*cost)(enum twin_cost id);
};

/* System call numbers of our own, outside the asm-generic range. */
#define TWIN_SYS_SPAWN	1000	/* (struct twin_spawn *): pid or -errno */

struct twin_spawn {
	twin_task_fn fn;
	void *arg;
	uint64_t tag;		/* names the task towards the host; 0 = none */
	int32_t cpu;		/* -1 any */
	int32_t policy;		/* SCHED_* */
	int32_t prio;
	int32_t nice;
	char comm[16];
};

/* A block that the table's bytes cannot describe: its byte is TWIN_BLOCK_NOTE. */
#define TWIN_BLOCK_NOTE 255

struct twin_block_note {
	uint64_t addr;		/* return address of the block's call, run time */
	uint32_t insns;
	uint32_t watch;		/* not 0: first block of a watched function; a of its FUNC record */
};

/*
 * Shared cache lines (models/cpu/line_access.h); functions NULL where none are modelled. The rule of
 * struct twin_cpu.horizon holds for every call.
 */
struct twin_lines {
	void *ctx;
	/* kind: 0 load, 1 store, 2 atomic. Time that the access takes, ps. */
	uint64_t (*access)(void *ctx, uint32_t cpu, uint64_t addr, uint32_t kind, uint64_t now);
	/* TWIN_TIME_NEVER: parked, leave with PARK; else time until a new value is there, ps. */
	uint64_t (*park)(void *ctx, uint32_t cpu, uint64_t addr, uint64_t now);
};

/* What ran at one place of the text. */
struct twin_profile {
	uint64_t blocks;	/* how often */
	uint64_t ps;		/* until the next block of whatever function */
};

struct twin_boot {
	uint32_t magic_version;	/* TWIN_ABI_VERSION */
	uint32_t size;		/* sizeof(struct twin_boot) */
	uint32_t cpu_size;	/* sizeof(struct twin_cpu) */
	uint32_t event_size;	/* sizeof(struct twin_event) */
	uint32_t nr_costs;	/* TWIN_COST_NR */
	uint32_t nr_cpus;
	uint64_t ram_phys;	/* board address of RAM */
	uint64_t ram_size;
	uint64_t ram_virt;	/* where the host mapped it */
	uint64_t vmalloc_virt;	/* reserved by the host, TWIN_VMALLOC_SIZE */
	uint64_t user_virt;	/* first user window */
	const void *dtb;	/* flattened device tree */
	const char *cmdline;
	struct twin_cpu *cpus;
	struct twin_ring *ring;
	const uint64_t *costs;	/* TWIN_COST_NR values */
	/*
	 * Blocks by (return address - text) / 4, for a call has 5 bytes: instructions (bits 7:0)
	 * and how many the text has before it (31:8), its place in the instruction cache.
	 */
	const uint32_t *block_table;
	const struct twin_block_note *notes;	/* by addr */
	uint64_t nr_notes;
	uint64_t text;		/* start of the table's range, multiple of 4 */
	uint64_t text_size;
	/* The core's instruction cache, bytes; line 0: none is modelled. Powers of two. */
	uint32_t icache_size, icache_ways, icache_line;
	uint32_t pad;
	struct twin_spawn init;	/* pid 1 */
	struct twin_lines lines;
	/*
	 * While not NULL every block is counted, by (return address - text) / 4; the host may change
	 * it during a run. One CPU only, and only where the budget is nothing (every block leaves).
	 */
	struct twin_profile *profile;
};

struct twin_image {
	uint64_t magic;
	uint32_t version;
	uint32_t boot_size;
	/* Prepares CPU 0 to run start_kernel(); 0 or -1 when sizes do not match. */
	int (*init)(const struct twin_boot *boot);
	/* Runs a CPU until it has a reason to leave. Called on the host's stack. */
	enum twin_exit (*run)(uint32_t cpu);
	/* Addresses for the host's SIGSEGV handler: it resumes there after a fault ... */
	void (*user_fault)(void);	/* ... of user code; frame copied below kernel_sp */
	void (*leave_fault)(void);	/* ... of kernel code; run() returns TWIN_EXIT_FAULT */
	/* Every task as a line of text into buf (describe.c); returns its length. */
	uint64_t (*describe_tasks)(char *buf, uint64_t size);
};

#endif
