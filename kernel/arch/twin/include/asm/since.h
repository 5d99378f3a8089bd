/* SPDX-License-Identifier: GPL-2.0-only */
/* Kernels from 6.1 to 6.12 are hosted: `#if TWIN_SINCE(6, 6)` is where they differ. */
#ifndef _ASM_TWIN_SINCE_H
#define _ASM_TWIN_SINCE_H
#include <linux/version.h>
#define TWIN_SINCE(major, minor)	(LINUX_VERSION_CODE >= KERNEL_VERSION(major, minor, 0))
#endif
