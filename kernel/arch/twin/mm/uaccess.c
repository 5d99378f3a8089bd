// SPDX-License-Identifier: GPL-2.0-only
/* Copies between kernel and user memory, page by page through the page table. */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/uaccess.h>
#include <asm/twin.h>
#include <asm/window.h>

static void twin_move(void *to, const void *from, unsigned long n)
{
	asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static void twin_zero(void *to, unsigned long n)
{
	asm volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}

/* Short accesses are one load or store on the board; long ones its copy loop. */
static void twin_charge_user(enum twin_cost per_byte, unsigned long n)
{
	if (n <= sizeof(long))
		twin_charge(2 * twin_cost(TWIN_COST_INSN));
	else
		twin_charge_bytes(per_byte, n);
}

enum twin_user_op { TWIN_USER_READ, TWIN_USER_WRITE, TWIN_USER_ZERO };

/* Page by page; returns the bytes that were not reached. `kernel` is not used for zeros. */
static unsigned long twin_user_walk(enum twin_user_op op, unsigned long user, void *kernel,
				    unsigned long n)
{
	unsigned long part, left = n;

	for (; left; left -= part, user += part, kernel += part) {
		void *page = twin_user_page(user, op != TWIN_USER_READ);

		if (!page)
			break;
		part = min(left, PAGE_SIZE - offset_in_page(user));
		if (op == TWIN_USER_READ)
			twin_move(kernel, page, part);
		else if (op == TWIN_USER_WRITE)
			twin_move(page, kernel, part);
		else
			twin_zero(page, part);
	}
	twin_charge_user(op == TWIN_USER_ZERO ? TWIN_COST_SET_BYTE : TWIN_COST_COPY_BYTE,
			 n - left);
	return left;
}

unsigned long raw_copy_from_user(void *to, const void __user *from, unsigned long n)
{
	return twin_user_walk(TWIN_USER_READ, (unsigned long)from, to, n);
}

unsigned long raw_copy_to_user(void __user *to, const void *from, unsigned long n)
{
	return twin_user_walk(TWIN_USER_WRITE, (unsigned long)to, (void *)from, n);
}

unsigned long twin_clear_user(void __user *to, unsigned long n)
{
	return twin_user_walk(TWIN_USER_ZERO, (unsigned long)to, NULL, n);
}

bool twin_kernel_address(unsigned long addr)
{
	return virt_addr_valid((void *)addr);
}
