/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
#define __ARCH_WANT_RENAMEAT
#define __ARCH_WANT_SET_GET_RLIMIT
#define __ARCH_WANT_SYS_CLONE
#define __ARCH_WANT_SYS_CLONE3
#define __ARCH_WANT_NEW_STAT
#include <asm-generic/unistd.h>
