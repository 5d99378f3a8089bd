/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The only door between the C program (twin/) and the SystemC models (models/).
 *
 * A board is built once: tw_board_new(), then devices and wires, then tw_board_run(). Errors in
 * what the caller passed come back as -1 with one line in `err` (TW_ERR_SIZE bytes); nothing here
 * prints or exits. All times are integer picoseconds since the simulated reset.
 */
#ifndef TW_FACADE_H
#define TW_FACADE_H

#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TW_ERR_SIZE 512

struct tw_board;

/* An option of a device in a scenario (devices: {LABEL: {key: value}}), as text. */
struct tw_option {
	const char *key;
	const char *value;
};

/* What `spitwin list` and the diagnostics know of an option; ends with key NULL. */
struct tw_option_doc {
	const char *key;
	const char *form;	/* "FILE", "erased|counter|prng", "time", ... */
	const char *def;	/* default, as text */
	const char *doc;
};

enum tw_model_kind { TW_MODEL_BUS, TW_MODEL_SPI_DEVICE };

struct tw_model_info {
	const char *compatible;
	enum tw_model_kind kind;
	const char *doc;	/* one line */
	const struct tw_option_doc *options;
};

/* The i-th registered model, or NULL past the end; order is by compatible. */
const struct tw_model_info *tw_model_at(size_t i);
/* The model for a compatible string, or NULL. */
const struct tw_model_info *tw_model_find(const char *compatible);

/* Bus segment of a peripheral: which pair of costs an access is charged. */
enum tw_segment { TW_SEG_AHB, TW_SEG_APB, TW_SEG_SYS };

/* Register values a boot loader left behind, for models of kind storage. */
struct tw_reg_init {
	uint32_t offset;
	uint32_t value;
};

/* A further `reg` region of a bus device. */
struct tw_bus_region {
	uint64_t base, size;	/* phys */
};

#define TW_PPIS_MAX 5

struct tw_bus_device {
	const char *name;	/* devicetree label, or node name without one */
	const char *node;	/* full path, for messages */
	const char *compatible;	/* selects the model; "storage" = remembers what is written */
	uint64_t base, size;	/* phys; size 0: nothing on the bus */
	int irq;		/* interrupt line, or -1 */
	/* Private interrupts of each CPU, as INTIDs 16..31, in the node's order. */
	uint32_t ppi[TW_PPIS_MAX];
	size_t nr_ppi;
	int index;		/* number in the event stream: alias number (spi1 = 1, gpio2 = 2) */
	uint64_t clock_hz;	/* peripheral clock */
	enum tw_segment segment;
	const struct tw_option *options;
	size_t nr_options;
	const struct tw_reg_init *init;
	size_t nr_init;
	/*
	 * Regions after the first. In region i >= 1 a model sees offsets from i * TW_REGION_STRIDE
	 * on; with more than one, none may be longer than that.
	 */
	const struct tw_bus_region *more;
	size_t nr_more;
};

#define TW_REGION_STRIDE	0x1000000u
#define TW_REGIONS_MAX		64

struct tw_spi_device {
	const char *name, *node, *compatible;
	const char *controller;	/* name of the bus device it sits on */
	int cs;			/* chip select number */
	const struct tw_option *options;
	size_t nr_options;
};

struct tw_board_config {
	const char *name;
	const struct twin_image *image;
	struct twin_cpu *cpus;
	uint32_t nr_cpus;
	uint32_t *running;	/* written: the CPU whose code runs; NULL: nobody wants to know */
	struct twin_ring *ring;
	const uint64_t *costs;	/* TWIN_COST_NR, read at every use */
	uint8_t *ram;		/* host address of the board's RAM (DMI) */
	uint64_t ram_phys, ram_size;
	/* With several CPUs: see cpu/topology.h and cpu/pump.h; their product is at least nr_cpus. */
	uint32_t cpus_per_cluster, clusters_per_socket, sockets;
	uint32_t line_size;	/* of the data caches, bytes: a power of two, 16 to 4096 */
	uint64_t quantum;	/* ps that private code may run ahead of the earliest CPU */
	/* One CPU: line raised when cpu->timer is reached; -1: CPUs have no timer */
	int timer_line;
	int sync_block;		/* reference mode: leave the kernel at every block, no short cuts */
	/* The ring is full or the run ends: take the records and set used = 0. */
	void (*drain)(void *ctx);
	/* Serves TWIN_EXIT_CALL; not 0 ends the run with TW_STOP_CALL and that code. */
	int (*call)(void *ctx, uint32_t cpu, struct twin_call *call);
	/*
	 * Asked about once per 100 ms of simulated time, on a fixed grid; and with now = 0 whenever
	 * tw_board_nudge() was called (async-signal-safe): then only matters of the host may be
	 * decided, or a result would depend on it. Not 0 ends the run with TW_STOP_POLL and that
	 * code. Must not change anything simulated.
	 */
	int (*poll)(void *ctx, uint64_t now);
	void *ctx;
};

enum tw_stop {
	TW_STOP_HALT,		/* kernel halted in order */
	TW_STOP_PANIC,
	TW_STOP_FAULT,		/* host fault in kernel code; see cpu->fault_* */
	TW_STOP_MODEL,		/* model fault; text says device, register and value */
	TW_STOP_CALL,
	TW_STOP_POLL,
	TW_STOP_STUCK,		/* every CPU idle, no timer and no device event left */
};

struct tw_result {
	enum tw_stop why;
	int code;
	uint32_t cpu;
	uint64_t now;
	char text[TW_ERR_SIZE];
};

struct tw_board *tw_board_new(const struct tw_board_config *config, char *err);
int tw_board_add(struct tw_board *board, const struct tw_bus_device *dev, char *err);
int tw_board_add_spi(struct tw_board *board, const struct tw_spi_device *dev, char *err);
/* Pin `pin` of GPIO bank `bank` is chip select `cs` of `controller`. */
int tw_board_wire_cs(struct tw_board *board, const char *bank, unsigned int pin,
		     const char *controller, int cs, int active_low, char *err);
/*
 * Request line `line` ("tx", "rx") of `peripheral` is handshaking interface `interface` of DMA
 * controller `controller`.
 */
int tw_board_wire_dma(struct tw_board *board, const char *controller, unsigned int interface,
		      const char *peripheral, const char *line, char *err);
/* Is there a model at [phys, phys + len)? Name of the device, or NULL. */
const char *tw_board_model_at(struct tw_board *board, uint64_t phys, uint64_t len);
/* Runs until something ends it. At most once per board. */
struct tw_result tw_board_run(struct tw_board *board);
/*
 * On: while the CPU has not synced what a device wrote, the board's RAM is not accessible there,
 * and the host's signal is to be shown to tw_board_touched(). Off (at first): all of it is. Neither
 * changes what is simulated.
 */
void tw_board_watch(struct tw_board *board, int on);
enum tw_touch {
	TW_TOUCH_NOT_OURS,	/* the signal has another reason */
	TW_TOUCH_HARMLESS,	/* the page is open now: go on */
	TW_TOUCH_STALE,		/* so it is, and the CPU read stale data: one line in `text` */
};
/*
 * An access at host address `addr` was refused. steps: the caller runs one instruction and calls
 * tw_board_stepped(); else the page is given up. text: TW_ERR_SIZE bytes.
 */
enum tw_touch tw_board_touched(struct tw_board *board, const void *addr, int write, int steps,
			       char *text);
void tw_board_stepped(struct tw_board *board);
/* From a signal handler: have poll() called soon. */
void tw_board_nudge(struct tw_board *board);
/* What struct twin_boot tells a kernel about shared cache lines; all NULL with one CPU. */
void tw_board_lines(struct tw_board *board, struct twin_lines *lines);
/* Writes back what devices keep in files, unless `err` is NULL; frees. `board` may be NULL. */
int tw_board_free(struct tw_board *board, char *err);

/*
 * Raises interrupt line `line` at `at` ps (tests). Without an interrupt controller the kernel
 * clears the bit of cpu->irq itself; with one the line is up for an instant, so the source must be
 * edge triggered.
 */
int tw_board_raise(struct tw_board *board, int line, uint64_t at, char *err);

/* A register access from outside a kernel (tests, table-driven register traffic). */
int tw_board_access(struct tw_board *board, uint64_t now, struct twin_mmio *mmio,
		    uint64_t *after, char *err);
/*
 * A system register of CPU `cpu`, read or written by it at `at` ps (tests). encoding: op0 << 14 |
 * op1 << 11 | CRn << 7 | CRm << 3 | op2, as of ARM's MRS and MSR.
 */
int tw_board_sysreg(struct tw_board *board, uint64_t at, uint32_t cpu, uint32_t encoding,
		    uint64_t *value, int write, char *err);
/* What the kernel says with TWIN_CALL_DMA (tests); flags: twin_dma.h. */
void tw_board_dma(struct tw_board *board, enum twin_dma_op op, uint64_t phys, uint64_t len,
		  int flags);
/* Runs the device calendar up to and including `until` without a CPU (tests). */
void tw_board_advance(struct tw_board *board, uint64_t until);

#ifdef __cplusplus
}
#endif
#endif
