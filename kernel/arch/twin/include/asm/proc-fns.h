/* SPDX-License-Identifier: GPL-2.0-only */
/* Drivers of ARM parts include it for calls that only their suspend code makes. */
#ifndef _ASM_TWIN_PROC_FNS_H
#define _ASM_TWIN_PROC_FNS_H
#endif
