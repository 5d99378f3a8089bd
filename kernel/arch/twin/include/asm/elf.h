/* SPDX-License-Identifier: GPL-2.0-only */
/* No ELF program runs here; the kernel's own headers want the types. */
#ifndef _ASM_TWIN_ELF_H
#define _ASM_TWIN_ELF_H
#include <asm/ptrace.h>
#define ELF_CLASS	ELFCLASS64
#define ELF_DATA	ELFDATA2LSB
#define ELF_ARCH	EM_X86_64
typedef unsigned long elf_greg_t;
#define ELF_NGREG	(sizeof(struct user_regs_struct) / sizeof(elf_greg_t))
typedef elf_greg_t elf_gregset_t[ELF_NGREG];
typedef struct { int none; } elf_fpregset_t;
#define elf_check_arch(x)	0
#define ELF_HWCAP		0
#define ELF_PLATFORM		NULL
#define ELF_EXEC_PAGESIZE	PAGE_SIZE
#define ELF_ET_DYN_BASE		TASK_UNMAPPED_BASE
#endif
