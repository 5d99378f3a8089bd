/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Code whose block counts are known, whatever the compiler: functions with trace calls, a table of
 * static keys and a tracepoint, under the names that kernel images have. `expected` lists every
 * block's return address and count.
 */
	/* a static key at \code that leads to \target when \key is on */
	.macro key code, target, key
	.pushsection .data.jump_table, "aw"
	.long \code - ., \target - .
	.quad \key - .
	.popsection
	.endm

	/* a trace call whose block has \count instructions */
	.macro block count
	call __sanitizer_cov_trace_pc
9:	.pushsection .data.expected, "aw"
	.quad 9b - expected, \count
	.popsection
	.endm

	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm

	.section .data.jump_table, "aw"
	.balign 8
	.globl __start___jump_table
__start___jump_table:
	.section .data.expected, "aw"
	.balign 8
	.globl expected
expected:

	.text
	.hidden __sanitizer_cov_trace_pc
function __sanitizer_cov_trace_pc
	ret

/* the prologue belongs to the first block; the static branch is one instruction */
function keyed
	push %rbx
	push %rbp
	block 4
	mov %rdi, %rbx
.Lcode:	.byte 0x0f, 0x1f, 0x44, 0x00, 0x00
.Lback:	block 3
	pop %rbp
	pop %rbx
	ret
	.balign 16
.Lon:	block 0
	test %rbx, %rbx
	je .Lback
	block 0
	mov %rbx, %rdi
	jmp .Lback
	key .Lcode, .Lon, __tracepoint_sample + 8

/* the same shape with an ordinary key: its block costs something */
function plain
	block 2
	mov %rdi, %rbx
.Lplain: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
.Lpback: block 1
	ret
.Lpon:	block 2
	mov %rbx, %rdi
	jmp .Lpback
	key .Lplain, .Lpon, ordinary_key + 2

/* a tracepoint's block that ordinary code reaches too costs something */
function both
	block 3
	test %rdi, %rdi
	je .Lboth
.Lbcode: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
	block 1
	ret
.Lboth:	block 2
	inc %rax
	ret
	key .Lbcode, .Lboth, __tracepoint_sample + 8

/* a tracepoint's block goes on with a copy of the code behind the key: that costs the same */
function copied
	block 2
	mov %rdi, %rsi
.Lccode: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
	block 3
	mov %rsi, %rax
	test %rax, %rax
	jne .Lccold
.Lcnext: block 1
	ret
.Lccold: block 2
	inc %rax
	ret
.Lcon:	block 0
	call __traceiter_sample
	block 3
	mov %rsi, %rax
	test %rax, %rax
	jne .Lccold
	jmp .Lcnext
	key .Lccode, .Lcon, __tracepoint_sample + 8

/* cases of a switch are reached through a table: not mistaken for a tracepoint's */
function cases
	block 1
	jmp *%rdi
	.balign 16
	block 1
	ret
.Ltcode: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
	ret
.Lton:	block 0
	ret
	key .Ltcode, .Lton, __tracepoint_sample + 8

/* a tail that the compiler moved: the jump is followed, up to the next block's own lead-in */
function tails
	block 4
	test %rdi, %rdi
	jmp .Ltail
.Lother: mov %rdi, %rsi
	block 2
	ret
.Ltail:	inc %rax
	jne .Lother
	block 0

	.hidden __traceiter_sample
function __traceiter_sample
	block 0
	mov %rdi, %rbx
	ret

/* more instructions than a byte can say: 301 */
function long_one
	block 255
	.rept 300
	inc %rax
	.endr
	ret

	.section .data.jump_table, "aw"
	.globl __stop___jump_table
__stop___jump_table:
	.section .data.expected, "aw"
	.quad 0, 0

	.data
	.balign 8
	.type __tracepoint_sample, @object
	.size __tracepoint_sample, 32
__tracepoint_sample:
	.zero 32
	.type ordinary_key, @object
	.size ordinary_key, 16
ordinary_key:
	.zero 16
	.section .note.GNU-stack, "", @progbits
