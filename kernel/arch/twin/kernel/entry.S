/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every change of stack. The callee-saved registers of the C calling convention are all that lives
 * across one, because each of these is reached by a function call.
 */
#include <linux/linkage.h>
#include <asm/asm-offsets.h>
#include <asm/unistd.h>

.macro save_regs
	pushq %rbp
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
.endm

.macro restore_regs
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
.endm

/* User code's frames are not the kernel's: a walk of frame pointers ends at the first C function. */
.macro end_of_frames
#ifdef CONFIG_FRAME_POINTER
	xorl %ebp, %ebp
#endif
.endm

	.text

/* void twin_swap(unsigned long *save, unsigned long to): between the host's and a kernel stack */
SYM_FUNC_START(twin_swap)
	save_regs
	movq %rsp, (%rdi)
	movq %rsi, %rsp
	restore_regs
	ret
SYM_FUNC_END(twin_swap)

/* The host resumes here after a fault of kernel code: back on the host's stack, run() returns. */
SYM_FUNC_START(twin_leave_fault)
	cld
	movq twin_host_sp(%rip), %rsp
	movl $1, twin_faulted(%rip)
	restore_regs
	ret
SYM_FUNC_END(twin_leave_fault)

/* struct task_struct *twin_stack_switch(prev, next): returns prev on the stack of next */
SYM_FUNC_START(twin_stack_switch)
	save_regs
	movq %rsp, TWIN_THREAD_SP(%rdi)
	movq TWIN_THREAD_SP(%rsi), %rsp
	movq %rdi, %rax
	restore_regs
	ret
SYM_FUNC_END(twin_stack_switch)

/* First instruction of a new task: rbx function, r12 argument (copy_thread), rax the task before */
SYM_FUNC_START(twin_ret_from_fork)
	movq %rax, %rdi
	call schedule_tail
	movq %rbx, %rdi
	movq %r12, %rsi
	xorl %ebp, %ebp
	call twin_task_entry
	ud2
SYM_FUNC_END(twin_ret_from_fork)

/* void twin_jump_user(fn, api, arg, user stack): runs user code, which returns its exit code */
SYM_FUNC_START(twin_jump_user)
	movq %rcx, %rsp
	andq $-16, %rsp
	movq %rdi, %rax
	movq %rsi, %rdi
	movq %rdx, %rsi
	xorl %ebp, %ebp
	cld
	call *%rax
	movl %eax, %esi
	movl $__NR_exit, %edi
	call twin_user_syscall
	ud2
SYM_FUNC_END(twin_jump_user)

/*
 * long twin_user_syscall(nr, a, b, c, d, e, f): called by user code on its stack. The kernel stack
 * is at its top, as after any exception from user mode.
 */
SYM_FUNC_START(twin_user_syscall)
	movq 8(%rsp), %rax
	save_regs
	movq %rsp, %rbx
	movq twin_kernel_sp(%rip), %rsp
	pushq %rbx
	pushq %rax
	end_of_frames
	call twin_do_syscall
	addq $8, %rsp
	popq %rsp
	restore_regs
	ret
SYM_FUNC_END(twin_user_syscall)

/* void twin_user_charge(ps): user code computed */
SYM_FUNC_START(twin_user_charge)
	save_regs
	movq %rsp, %rbx
	movq twin_kernel_sp(%rip), %rsp
	pushq %rbx
	subq $8, %rsp
	end_of_frames
	call twin_do_charge
	addq $8, %rsp
	popq %rsp
	restore_regs
	ret
SYM_FUNC_END(twin_user_charge)

/*
 * The host resumes here after a fault of user code, on the kernel stack with the host's signal
 * frame at the stack pointer. Once the page is there, the frame itself restores every register.
 */
SYM_FUNC_START(twin_user_fault)
	cld
	movq %rsp, %rbx
	xorl %ebp, %ebp
	andq $-16, %rsp
	call twin_do_user_fault
	leaq 8(%rbx), %rsp
	movl $15, %eax		/* rt_sigreturn of the host */
	syscall
	ud2
SYM_FUNC_END(twin_user_fault)
