/* SPDX-License-Identifier: GPL-2.0-only */
/* What firmware/smccc/kvm_guest.c declares itself against; nothing here runs under a hypervisor. */
#ifndef _ASM_TWIN_HYPERVISOR_H
#define _ASM_TWIN_HYPERVISOR_H

#include <asm/no_smccc.h>

void kvm_init_hyp_services(void);
bool kvm_arm_hyp_service_available(u32 func_id);

static inline void kvm_arch_init_hyp_services(void)
{
}

#endif
