/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files of arch/twin/kernel only. */
#ifndef _TWIN_PRIVATE_H
#define _TWIN_PRIVATE_H

#include <asm/twin.h>

struct task_struct;
struct pt_regs;
struct spi_controller;
struct spi_message;

extern unsigned long twin_host_sp, twin_kernel_cont, twin_kernel_sp;

/* entry.S */
void twin_swap(unsigned long *save, unsigned long to);
void twin_leave_fault(void);
void twin_user_fault(void);
struct task_struct *twin_stack_switch(struct task_struct *prev, struct task_struct *next);
void twin_ret_from_fork(void);
void __noreturn twin_jump_user(void *fn, const void *api, void *arg, unsigned long sp);
long twin_user_syscall(long nr, long a, long b, long c, long d, long e, long f);
void twin_user_charge(u64 ps);

/* process.c */
void twin_panic_init(void);
/* time.c */
void twin_time_init(void);
/* Values of boot->costs may have changed. */
void twin_costs_changed(void);
/* task.c */
extern const struct twin_task_api twin_api;
void __noreturn twin_task_entry(int (*fn)(void *), void *arg);
long twin_sys_spawn(const struct twin_spawn *spawn);
/* signal.c */
/* Everything due before user code may run again; returns with interrupts off. */
void twin_exit_work(struct pt_regs *regs);
/* syscall.c: from kernel to user code; what interrupts cause on the way is done first. */
void twin_enter_user(struct pt_regs *regs);
/* completion.c: what the SPI core's tracepoints say of what may be completed now. */
void twin_spi_submitted(const struct spi_message *msg);
void twin_spi_message_done(const struct spi_message *msg);
void twin_spi_transfer_begins(const struct spi_controller *ctlr);
void twin_spi_transfer_ends(const struct spi_controller *ctlr, bool failed);
/* untimed.c: what runs now costs no time and is no concern of other CPUs */
extern bool twin_is_untimed;
/* smp.c */
void twin_smp_setup(void);
/* output.c */
int twin_output_open(u64 tag);
/* describe.c */
u64 twin_describe_tasks(char *buf, u64 size);
#endif
