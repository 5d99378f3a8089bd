// SPDX-License-Identifier: GPL-2.0-only
/* Block primitives: the bytes move at once, then the time of the board's loop passes. */
#include <linux/export.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <asm/twin.h>

void *memcpy(void *to, const void *from, size_t n)
{
	void *d = to;
	size_t left = n;

	asm volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(left) : : "memory");
	twin_charge_bytes(TWIN_COST_COPY_BYTE, n);
	return to;
}

void *memset(void *to, int c, size_t n)
{
	void *d = to;
	size_t left = n;

	asm volatile("rep stosb" : "+D"(d), "+c"(left) : "a"(c) : "memory");
	twin_charge_bytes(TWIN_COST_SET_BYTE, n);
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	void *d = to + n - 1;
	const void *s = from + n - 1;
	size_t left = n;

	if (to <= from || to >= from + n)
		return memcpy(to, from, n);
	asm volatile("std\n\trep movsb\n\tcld" : "+D"(d), "+S"(s), "+c"(left) : : "memory");
	twin_charge_bytes(TWIN_COST_COPY_BYTE, n);
	return to;
}

void clear_page(void *page)
{
	memset(page, 0, PAGE_SIZE);
}

void copy_page(void *to, const void *from)
{
	memcpy(to, from, PAGE_SIZE);
}
