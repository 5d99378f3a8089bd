/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Host signals that hosted code causes. A fault of user code is the kernel's business: the signal
 * frame moves to the task's kernel stack and execution goes on in the kernel's fault handler. A
 * fault of kernel code ends the run in order. Any other fault is the program's own.
 */
#ifndef TWIN_BOARD_HOST_FAULT_H
#define TWIN_BOARD_HOST_FAULT_H

#include <stdbool.h>

#include "image.h"
#include "memory.h"
#include "unwind.h"

/* Installs the handlers for one running board, whose CPU *running runs; 0 or -1 (errno). */
int host_fault_install(const struct image *image, const struct memory *memory,
		       struct twin_cpu *cpus, const uint32_t *running);
void host_fault_remove(void);

/*
 * Asked first about every SIGSEGV, with its siginfo_t and ucontext_t: true when it has dealt with
 * it and execution goes on. NULL: nobody.
 */
void host_fault_ask(bool (*guard)(const void *siginfo, void *ucontext));

/* Registers at the last fault, or where host_fault_note() was called. */
const struct unwind_state *host_fault_state(void);
/* The signal of the last fault, 0: there was none. */
int host_fault_signal(void);
/* Notes the registers of a signal's ucontext_t; async-signal-safe. */
void host_fault_note(const void *ucontext);

#endif
