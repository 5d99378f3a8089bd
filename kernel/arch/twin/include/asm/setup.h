/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SETUP_H
#define _ASM_TWIN_SETUP_H
#define COMMAND_LINE_SIZE 1024
#ifndef __ASSEMBLY__
void paging_init(void);		/* mm/init.c */
#endif
#endif
