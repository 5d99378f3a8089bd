// SPDX-License-Identifier: GPL-2.0-only
/*
 * Atomic operations on user memory. This file has no block boundaries, so nobody comes in between.
 */
#include <linux/errno.h>
#include <linux/mutex.h>		/* what futex.h of 6.12 uses */
#include <linux/futex.h>
#include <linux/uaccess.h>
#include <asm/futex.h>
#include <asm/twin.h>
#include <asm/window.h>

/* Where the word is for the kernel; a load and a store have been charged. NULL: no such page. */
static u32 *twin_futex_word(u32 __user *uaddr)
{
	twin_charge(4 * twin_cost(TWIN_COST_INSN));
	return twin_user_page((unsigned long)uaddr, true);
}

int futex_atomic_cmpxchg_inatomic(u32 *uval, u32 __user *uaddr, u32 oldval, u32 newval)
{
	u32 *word = twin_futex_word(uaddr);

	if (!word)
		return -EFAULT;
	*uval = *word;
	if (*word == oldval)
		*word = newval;
	return 0;
}

int arch_futex_atomic_op_inuser(int op, u32 oparg, int *oval, u32 __user *uaddr)
{
	u32 *word = twin_futex_word(uaddr), old;

	if (!word)
		return -EFAULT;
	old = *word;
	switch (op) {
	case FUTEX_OP_SET:
		*word = oparg;
		break;
	case FUTEX_OP_ADD:
		*word = old + oparg;
		break;
	case FUTEX_OP_OR:
		*word = old | oparg;
		break;
	case FUTEX_OP_ANDN:
		*word = old & ~oparg;
		break;
	case FUTEX_OP_XOR:
		*word = old ^ oparg;
		break;
	default:
		return -ENOSYS;
	}
	*oval = old;
	return 0;
}
