/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * MTD devices as mtd-utils 2.1.5 reaches them: structures and numbers of the kernel's
 * uapi/mtd/mtd-abi.h, and what its library libmtd looks up in sysfs, file by file (seen with
 * strace). Left out: kernels before 2.6.31, without MEMERASE64 or without sysfs files of MTD.
 */
#ifndef TWIN_TASK_MTD_H
#define TWIN_TASK_MTD_H

#include <stdbool.h>

#include "task.h"

struct mtd_info_user {
	uint8_t type;
	uint32_t flags, size, erasesize, writesize, oobsize;
	uint64_t padding;
};

struct mtd_erase {
	uint32_t start, length;
};

struct mtd_erase64 {
	uint64_t start, length;
};

#define MEMGETINFO 0x80204d01UL
#define MEMERASE 0x40084d02UL
#define MEMUNLOCK 0x40084d06UL
#define MEMGETREGIONCOUNT 0x80044d07UL
#define MEMGETREGIONINFO 0xc0104d08UL
#define MEMGETBADBLOCK 0x40084d0bUL
#define MEMERASE64 0x40104d14UL

/* type of struct mtd_info_user */
enum mtd_type {
	MTD_ABSENT, MTD_RAM, MTD_ROM, MTD_NORFLASH, MTD_NANDFLASH, MTD_DATAFLASH = 6,
	MTD_UBIVOLUME = 7, MTD_MLCNANDFLASH = 8,
};

struct libmtd {
	const struct twin_task_api *api;
	char *buf;		/* of directory entries */
	bool sysfs;
};

struct mtd_device {
	int number;		/* N of mtdN */
	uint32_t erase_size, blocks;
	int64_t size;
	bool nand;		/* may have bad blocks */
};

/* "TOOL: error!: MESSAGE", and a line with the number and name of `err`. */
void mtd_error(const struct twin_task_api *api, const char *tool, long err, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* libmtd_open(): 0, or -1: no MTD in this kernel. */
int libmtd_open(struct libmtd *lib, const struct twin_task_api *api);
/* mtd_get_dev_info(): 0, or -1 after the library's messages. */
int libmtd_info(struct libmtd *lib, const char *node, struct mtd_device *mtd);
/*
 * mtd_unlock_multi(), mtd_erase_multi(), mtd_is_bad() of `nr` blocks from `block`: 0 (is_bad: 1
 * too), or -errno after the library's messages.
 */
long libmtd_unlock(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block, int nr);
long libmtd_erase(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block, int nr);
long libmtd_is_bad(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block);

#endif
