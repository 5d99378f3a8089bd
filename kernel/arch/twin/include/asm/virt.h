/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel was entered at EL1: no hypervisor, and the virtual timer is its timer. */
#ifndef _ASM_TWIN_VIRT_H
#define _ASM_TWIN_VIRT_H
#include <linux/types.h>

static inline bool is_hyp_mode_available(void)
{
	return false;
}

static inline bool is_kernel_in_hyp_mode(void)
{
	return false;
}
#endif
