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

static unsigned long twin_part(unsigned long addr, unsigned long n)
{
	return min(n, PAGE_SIZE - offset_in_page(addr));
}

unsigned long raw_copy_from_user(void *to, const void __user *from, unsigned long n)
{
	unsigned long addr = (unsigned long)from, part, left = n;

	for (; left; left -= part, addr += part, to += part) {
		void *page = twin_user_page(addr, false);

		if (!page)
			break;
		part = twin_part(addr, left);
		twin_move(to, page, part);
	}
	twin_charge_user(TWIN_COST_COPY_BYTE, n - left);
	return left;
}

unsigned long raw_copy_to_user(void __user *to, const void *from, unsigned long n)
{
	unsigned long addr = (unsigned long)to, part, left = n;

	for (; left; left -= part, addr += part, from += part) {
		void *page = twin_user_page(addr, true);

		if (!page)
			break;
		part = twin_part(addr, left);
		twin_move(page, from, part);
	}
	twin_charge_user(TWIN_COST_COPY_BYTE, n - left);
	return left;
}

unsigned long twin_clear_user(void __user *to, unsigned long n)
{
	unsigned long addr = (unsigned long)to, part, left = n;

	for (; left; left -= part, addr += part) {
		void *page = twin_user_page(addr, true);

		if (!page)
			break;
		part = twin_part(addr, left);
		twin_zero(page, part);
	}
	twin_charge_user(TWIN_COST_SET_BYTE, n - left);
	return left;
}

bool twin_kernel_address(unsigned long addr)
{
	return virt_addr_valid((void *)addr);
}
