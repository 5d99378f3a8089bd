/* SPDX-License-Identifier: GPL-2.0-only */
/* User windows: the part of the host's address space in which a process of the kernel lives. */
#ifndef _ASM_TWIN_WINDOW_H
#define _ASM_TWIN_WINDOW_H
#include <linux/types.h>

/* Maps the page of `addr` for user code if the page table allows the access; was it so? */
bool twin_window_fill(unsigned long addr, bool write);
/* Makes the page present (may sleep); 0 or -EFAULT. */
int twin_fault_in(unsigned long addr, bool write);
/* Address of a user byte in the linear map, faulted in if need be; NULL: bad address. */
void *twin_user_page(unsigned long addr, bool write);
#endif
