// SPDX-License-Identifier: GPL-2.0-only
#include <linux/jump_label.h>
#include <linux/string.h>

/* One host thread: writing over the instruction is enough. */
void arch_jump_label_transform(struct jump_entry *entry, enum jump_label_type type)
{
	static const u8 nop[JUMP_LABEL_NOP_SIZE] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	u8 *code = (u8 *)jump_entry_code(entry);
	s32 distance = jump_entry_target(entry) - jump_entry_code(entry) - JUMP_LABEL_NOP_SIZE;
	int i;

	if (type == JUMP_LABEL_JMP)
		code[0] = 0xe9;
	for (i = 0; i < JUMP_LABEL_NOP_SIZE; i++)
		if (type == JUMP_LABEL_NOP)
			code[i] = nop[i];
		else if (i)
			code[i] = distance >> (8 * (i - 1));
}
