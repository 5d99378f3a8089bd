// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "host_fault.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#define ALT_STACK_SIZE (512 << 10)	/* a guard names the code it finds from there */

/* Layout of the kernel-made frame that rt_sigreturn expects (x86-64 ABI of Linux). */
struct signal_frame {
	void *return_address;
	ucontext_t uc;
};

static struct {
	const struct image *image;
	const struct memory *memory;
	struct twin_cpu *cpus;
	const uint32_t *running;
	bool (*guard)(const void *siginfo, void *ucontext);
	void *alt_stack;
	struct unwind_state state;
	struct sigaction before[4];
	int signal;	/* of the last fault */
} host;

static const int host_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };

static struct twin_cpu *running_cpu(void)
{
	return &host.cpus[*host.running];
}

/*
 * Size of the extended state behind the frame: its own header says so, else the legacy 512 bytes.
 */
static size_t fpstate_size(const void *fpstate)
{
	struct {
		uint32_t magic1, extended_size;
	} sw;

	memcpy(&sw, (const uint8_t *)fpstate + 464, sizeof(sw));
	return sw.magic1 == 0x46505853 ? sw.extended_size : 512;
}

/*
 * Copies the frame below the task's kernel stack pointer; rt_sigreturn restores every register of
 * the user code from there once the page is present.
 */
static void enter_user_fault(ucontext_t *uc)
{
	size_t fp_size = uc->uc_mcontext.fpregs ? fpstate_size(uc->uc_mcontext.fpregs) : 0;
	uint64_t sp = (running_cpu()->kernel_sp - fp_size) & ~63ULL;
	struct signal_frame *frame;

	if (fp_size)
		memcpy((void *)sp, uc->uc_mcontext.fpregs, fp_size);
	frame = (struct signal_frame *)((sp - sizeof(*frame)) & ~15ULL);
	frame->return_address = NULL;
	memcpy(&frame->uc, uc, sizeof(*uc));
	if (fp_size)
		frame->uc.uc_mcontext.fpregs = (void *)sp;
	uc->uc_mcontext.gregs[REG_RSP] = (greg_t)frame;
	uc->uc_mcontext.gregs[REG_RIP] = (greg_t)host.image->entry->user_fault;
}

/* DWARF register numbers in the order of the host's context. */
void host_fault_note(const void *ucontext)
{
	static const int greg[UNWIND_REGS] = {
		REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
		REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP,
	};
	const ucontext_t *uc = ucontext;

	for (int i = 0; i < UNWIND_REGS; i++)
		host.state.reg[i] = uc->uc_mcontext.gregs[greg[i]];
}

const struct unwind_state *host_fault_state(void)
{
	return &host.state;
}

int host_fault_signal(void)
{
	return host.signal;
}

static void note_fault(const siginfo_t *info, const ucontext_t *uc)
{
	struct twin_cpu *cpu = running_cpu();

	cpu->fault_addr = (uint64_t)info->si_addr;
	cpu->fault_write = !!(uc->uc_mcontext.gregs[REG_ERR] & 2);
	host_fault_note(uc);
}

/* On a task's kernel stack, or on the static stack of the first task: hosted code. */
static int on_hosted_stack(uint64_t sp)
{
	const struct memory *m = host.memory;

	return sp - (uint64_t)m->ram < m->size ||
	       sp - (uint64_t)host.image->base < host.image->size || memory_is_user(m, sp);
}

void host_fault_ask(bool (*guard)(const void *siginfo, void *ucontext))
{
	host.guard = guard;
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	if (sig == SIGSEGV && host.guard && host.guard(info, uc))
		return;
	if (!on_hosted_stack(uc->uc_mcontext.gregs[REG_RSP])) {
		signal(sig, SIG_DFL);	/* our own mistake: crash with a usable core */
		return;
	}
	host.signal = sig;
	note_fault(info, uc);
	if (sig == SIGSEGV && running_cpu()->in_user && info->si_code > 0)
		enter_user_fault(uc);
	else
		uc->uc_mcontext.gregs[REG_RIP] = (greg_t)host.image->entry->leave_fault;
}

int host_fault_install(const struct image *image, const struct memory *memory,
		       struct twin_cpu *cpus, const uint32_t *running)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	stack_t stack = { .ss_size = ALT_STACK_SIZE };

	host.image = image;
	host.memory = memory;
	host.cpus = cpus;
	host.running = running;
	host.alt_stack = malloc(ALT_STACK_SIZE);
	stack.ss_sp = host.alt_stack;
	if (!host.alt_stack || sigaltstack(&stack, NULL))
		return -1;
	for (unsigned int i = 0; i < 4; i++)
		if (sigaction(host_signals[i], &action, &host.before[i]))
			return -1;
	return 0;
}

void host_fault_remove(void)
{
	stack_t stack = { .ss_flags = SS_DISABLE };

	for (unsigned int i = 0; i < 4; i++)
		sigaction(host_signals[i], &host.before[i], NULL);
	sigaltstack(&stack, NULL);
	free(host.alt_stack);
	host.alt_stack = NULL;
}
