/* SPDX-License-Identifier: GPL-2.0-only */
/* Static branches as on the board: an instruction that the kernel patches, no load and test. */
#ifndef _ASM_TWIN_JUMP_LABEL_H
#define _ASM_TWIN_JUMP_LABEL_H

#define JUMP_LABEL_NOP_SIZE 5

#ifndef __ASSEMBLY__
#include <linux/types.h>

#define TWIN_JUMP_ENTRY						\
	".pushsection __jump_table, \"aw\"\n\t"			\
	".balign 8\n\t"						\
	".long 1b - ., %l[l_yes] - .\n\t"			\
	".quad %c0 + %c1 - .\n\t"				\
	".popsection\n\t"

static __always_inline bool arch_static_branch(struct static_key *const key, const bool branch)
{
	asm goto("1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t" TWIN_JUMP_ENTRY
			  : : "i"(key), "i"(branch) : : l_yes);
	return false;
l_yes:
	return true;
}

static __always_inline bool arch_static_branch_jump(struct static_key *const key,
						    const bool branch)
{
	asm goto("1: .byte 0xe9\n\t.long %l[l_yes] - 2f\n\t2:\n\t" TWIN_JUMP_ENTRY
			  : : "i"(key), "i"(branch) : : l_yes);
	return false;
l_yes:
	return true;
}
#endif
#endif
