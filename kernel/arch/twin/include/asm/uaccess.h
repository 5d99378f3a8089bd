/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * User memory is reached through the page table, never through the host's window: an absent page is
 * faulted in here, a bad address is an error and not a host signal.
 */
#ifndef _ASM_TWIN_UACCESS_H
#define _ASM_TWIN_UACCESS_H

#include <linux/string.h>

unsigned long raw_copy_from_user(void *to, const void __user *from, unsigned long n);
unsigned long raw_copy_to_user(void __user *to, const void *from, unsigned long n);
unsigned long twin_clear_user(void __user *to, unsigned long n);
#define __clear_user twin_clear_user

/* No fault can be recovered in kernel memory; what asks must pass a sane address. */
#define __get_kernel_nofault(dst, src, type, err_label)			\
do {									\
	if (!twin_kernel_address((unsigned long)(src)))			\
		goto err_label;						\
	*(type *)(dst) = *(const type *)(src);				\
} while (0)

#define __put_kernel_nofault(dst, src, type, err_label)			\
do {									\
	if (!twin_kernel_address((unsigned long)(dst)))			\
		goto err_label;						\
	*(type *)(dst) = *(const type *)(src);				\
} while (0)

bool twin_kernel_address(unsigned long addr);

#include <asm-generic/uaccess.h>
#endif
