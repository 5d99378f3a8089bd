/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_RWONCE_H
#define _ASM_TWIN_RWONCE_H

#if defined(CONFIG_SMP) && !defined(__ASSEMBLY__)
#include <asm/share.h>

#define __READ_ONCE(x)								\
({										\
	if (twin_is_hot_file())							\
		twin_share_once(&(x), TWIN_SHARE_LOAD);				\
	*(const volatile __unqual_scalar_typeof(x) *)&(x);			\
})
#endif

#include <asm-generic/rwonce.h>

#if defined(CONFIG_SMP) && !defined(__ASSEMBLY__)
#undef __WRITE_ONCE
#define __WRITE_ONCE(x, val)							\
do {										\
	if (twin_is_hot_file())							\
		twin_share_once(&(x), TWIN_SHARE_STORE);				\
	*(volatile typeof(x) *)&(x) = (val);					\
} while (0)
#endif
#endif
