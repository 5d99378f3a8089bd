// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * mtd_debug of mtd-utils 2.1.5: info, read, write and erase with its system calls (seen with
 * strace) and messages. Not modelled: program start; `write` reads its source by one call where the
 * C library reads 4096 bytes and what is left.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kinds.h"
#include "mtd.h"
#include "numbers.h"
#include "options.h"
#include "stream.h"

#define TOOL "mtd_debug"
#define MAX_LENGTH (128U << 20)		/* fits a task's memory */

enum debug_action { DEBUG_INFO, DEBUG_READ, DEBUG_WRITE, DEBUG_ERASE };

struct debug_options {
	struct option_head head;
	enum debug_action action;
	unsigned int words;
	char device[OPTION_PATH], file[OPTION_PATH];
	uint64_t offset, length;
};

static const struct {
	const char *name;
	unsigned int words;	/* with the name */
} debug_actions[] = {
	[DEBUG_INFO] = { "info", 2 }, [DEBUG_READ] = { "read", 5 }, [DEBUG_WRITE] = { "write", 5 },
	[DEBUG_ERASE] = { "erase", 4 },
};

#define DEBUG_USAGE "info DEVICE | read DEVICE OFFSET LENGTH FILE | " \
	"write DEVICE OFFSET LENGTH FILE | erase DEVICE OFFSET LENGTH"

static const struct option_row debug_rows[] = {
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 },
};

static int debug_action(struct debug_options *o, const char *text, char *err)
{
	for (size_t i = 0; i < sizeof(debug_actions) / sizeof(debug_actions[0]); i++)
		if (!strcmp(text, debug_actions[i].name)) {
			o->action = i;
			return 0;
		}
	return option_error(err, "'%.40s' is not available; known are info, read, write, erase",
			    text);
}

static int debug_number(uint64_t *to, uint64_t most, const char *text, char *err)
{
	if (number_plain(text, to) || *to > most)
		return option_error(err, "'%.40s' is no number up to %lu", text,
				    (unsigned long)most);
	return 0;
}

static int debug_operand(void *options, unsigned int i, const char *text, char *err)
{
	struct debug_options *o = options;

	o->words = i + 1;
	switch (i) {
	case 0:
		return debug_action(o, text, err);
	case 1:
		return option_path(o->device, text, err);
	case 2:
		return debug_number(&o->offset, UINT32_MAX, text, err);
	case 3:
		return debug_number(&o->length,
				    o->action == DEBUG_ERASE ? UINT32_MAX : MAX_LENGTH, text, err);
	}
	return option_path(o->file, text, err);
}

static int debug_check(void *options, char *err)
{
	const struct debug_options *o = options;

	if (o->words == debug_actions[o->action].words)
		return 0;
	return option_error(err, "%s takes %u operands; usage: " TOOL " " DEBUG_USAGE,
			    debug_actions[o->action].name, debug_actions[o->action].words - 1);
}

static const struct option_table debug_table = {
	.tool = TOOL, .operands = DEBUG_USAGE, .version = TOOL " (mtd-utils) 2.1.5",
	.rows = debug_rows, .nr_rows = sizeof(debug_rows) / sizeof(debug_rows[0]),
	.min = 2, .max = 5, .operand = debug_operand, .check = debug_check,
	.size = sizeof(struct debug_options),
};

static int debug_perror(const struct twin_task_api *api, const char *what, long err)
{
	task_printf(api, 2, "%s: %s\n", what, task_strerror(err));
	return 1;
}

static const char *const debug_types[] = {
	[MTD_ABSENT] = "MTD_ABSENT", [MTD_RAM] = "MTD_RAM", [MTD_ROM] = "MTD_ROM",
	[MTD_NORFLASH] = "MTD_NORFLASH", [MTD_NANDFLASH] = "MTD_NANDFLASH",
	[MTD_DATAFLASH] = "MTD_DATAFLASH", [MTD_UBIVOLUME] = "MTD_UBIVOLUME",
	[MTD_MLCNANDFLASH] = "MTD_MLCNANDFLASH",
};

static const char *debug_type(uint8_t type)
{
	if (type < sizeof(debug_types) / sizeof(debug_types[0]) && debug_types[type])
		return debug_types[type];
	return "(unknown type - new MTD API maybe?)";
}

/* Combinations that have a name of their own come first. */
static const struct {
	uint32_t flags;
	const char *name;
} debug_caps[] = {
	{ 0, "MTD_CAP_ROM" }, { 0x1c00, "MTD_CAP_RAM" }, { 0xc00, "MTD_CAP_NORFLASH" },
	{ 0x400, "MTD_CAP_NANDFLASH" },
}, debug_flags[] = {
	{ 0x400, "MTD_WRITEABLE" }, { 0x800, "MTD_BIT_WRITEABLE" }, { 0x1000, "MTD_NO_ERASE" },
	{ 0x2000, "MTD_POWERUP_LOCK" },
};

static void debug_print_flags(struct task_stream *out, uint32_t flags)
{
	const char *bar = "";

	stream_printf(out, "\nmtd.flags = ");
	for (size_t i = 0; i < sizeof(debug_caps) / sizeof(debug_caps[0]); i++)
		if (flags == debug_caps[i].flags) {
			stream_printf(out, "%s", debug_caps[i].name);
			return;
		}
	for (size_t i = 0; i < sizeof(debug_flags) / sizeof(debug_flags[0]); i++)
		if (flags & debug_flags[i].flags) {
			stream_printf(out, "%s%s", bar, debug_flags[i].name);
			bar = " | ";
		}
}

/* "262144 (256K)". */
static void debug_print_size(struct task_stream *out, const char *name, uint32_t size)
{
	int unit = -1;

	stream_printf(out, "\n%s = %u ", name, size);
	for (; size >= 1024 && unit < 3; size /= 1024)
		unit++;
	if (unit >= 0)
		stream_printf(out, "(%u%c)", size, "KMGT"[unit]);
}

/* Regions of their own block sizes; no SPI flash has them. */
struct debug_region {
	uint32_t offset, erasesize, blocks, index;
};

static void debug_print_regions(const struct twin_task_api *api, struct task_stream *out, int fd,
				uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		struct debug_region region = { .index = i };
		long ret = task_ioctl(api, fd, MEMGETREGIONINFO, &region);
		char name[40];

		if (ret < 0) {
			debug_perror(api, "MEMGETREGIONCOUNT", ret);
			return;
		}
		stream_printf(out, "region[%u].offset = 0x%.8x", i, region.offset);
		snprintf(name, sizeof(name), "region[%u].erasesize", i);
		debug_print_size(out, name, region.erasesize);
		stream_printf(out, "\nregion[%u].numblocks = %d\nregion[%u].regionindex = %d\n", i,
			      (int)region.blocks, i, (int)region.index);
	}
}

/* The real tool's exit status does not tell of failures here. */
static void debug_info(const struct twin_task_api *api, struct task_stream *out, int fd)
{
	struct mtd_info_user info = { 0 };
	uint32_t regions = 0;
	long ret = task_ioctl(api, fd, MEMGETINFO, &info);

	if (ret < 0) {
		debug_perror(api, "MEMGETINFO", ret);
		return;
	}
	ret = task_ioctl(api, fd, MEMGETREGIONCOUNT, &regions);
	if (ret < 0) {
		debug_perror(api, "MEMGETREGIONCOUNT", ret);
		return;
	}
	stream_printf(out, "mtd.type = %s", debug_type(info.type));
	debug_print_flags(out, info.flags);
	debug_print_size(out, "mtd.size", info.size);
	debug_print_size(out, "mtd.erasesize", info.erasesize);
	debug_print_size(out, "mtd.writesize", info.writesize);
	debug_print_size(out, "mtd.oobsize", info.oobsize);
	stream_printf(out, "\nregions = %d\n\n", (int)regions);
	debug_print_regions(api, out, fd, regions);
}

/* A function of the real tool has its name in messages. */
static int debug_transfer_failed(const struct twin_task_api *api, const char *where,
				 const char *call, unsigned int size, long err)
{
	char what[16];

	task_printf(api, 2, "%s: %s, size %#x, n %#x\n", where, call, size, size);
	snprintf(what, sizeof(what), "%s()", call);
	return debug_perror(api, what, err);
}

static int debug_copy_out(const struct twin_task_api *api, const struct debug_options *o, int fd,
			  long to, char *buf)
{
	unsigned int size = o->length;
	long n = task_read(api, fd, buf, size);

	if (n < 0)
		return debug_transfer_failed(api, "flash_to_file", "read", size, n);
	if (n < (long)size)
		task_printf(api, 2, "flash_to_file: short read, requested %#x, read %#x\n", size,
			    (unsigned int)n);
	n = task_write(api, to, buf, n);
	if (n < 0)
		return debug_transfer_failed(api, "flash_to_file", "write", size, n);
	if (n == (long)size)
		return 0;
	task_printf(api, 2, "Couldn't copy entire buffer to %s. (%ld/%u bytes copied)\n", o->file,
		    n, size);
	return 1;
}

static int debug_copy_in(const struct twin_task_api *api, const struct debug_options *o, int fd,
			 long from, char *buf)
{
	unsigned int size = o->length;
	long n = task_read(api, from, buf, size);

	if (n != (long)size || !size)
		return debug_transfer_failed(api, "file_to_flash", "fread", size, n < 0 ? n : 0);
	n = task_write(api, fd, buf, size);
	return n < 0 ? debug_transfer_failed(api, "file_to_flash", "write", size, n) : 0;
}

static int debug_copy(const struct twin_task_api *api, const struct debug_options *o,
		      struct task_stream *out, int fd)
{
	bool reads = o->action == DEBUG_READ;
	long ret = task_lseek(api, fd, o->offset, SEEK_SET), file;
	char *buf;
	int status;

	if (ret < 0)
		return debug_perror(api, "lseek()", ret);
	file = reads ? task_open(api, o->file, O_WRONLY | O_CREAT | O_TRUNC, 0666)
		     : task_open(api, o->file, O_RDONLY, 0);
	if (file < 0)
		return debug_perror(api, reads ? "creat()" : "fopen()", file);
	buf = task_alloc(api, o->length + 1);
	if (!buf)
		return debug_perror(api, "malloc()", -ENOMEM);
	status = reads ? debug_copy_out(api, o, fd, file, buf)
		       : debug_copy_in(api, o, fd, file, buf);
	task_close(api, file);
	if (status)
		return status;
	if (reads)
		stream_printf(out, "Copied %lu bytes from address 0x%.8lx in flash to %s\n",
			      (unsigned long)o->length, (unsigned long)o->offset, o->file);
	else
		stream_printf(out, "Copied %lu bytes from %s to address 0x%.8lx in flash\n",
			      (unsigned long)o->length, o->file, (unsigned long)o->offset);
	return 0;
}

static int debug_erase(const struct twin_task_api *api, const struct debug_options *o, int fd)
{
	struct mtd_erase range = { .start = o->offset, .length = o->length };
	long ret = task_ioctl(api, fd, MEMERASE, &range);

	if (ret < 0)
		return debug_perror(api, "MEMERASE", ret);
	task_printf(api, 2, "Erased %d bytes from address 0x%.8x in flash\n", (int)o->length,
		    (unsigned int)o->offset);
	return 0;
}

static int debug_run(const struct twin_task_api *api, void *arg)
{
	const struct debug_options *o = arg;
	bool writes = o->action == DEBUG_WRITE || o->action == DEBUG_ERASE;
	struct task_stream out;
	int status = 0;
	long fd;

	if (options_shown(api, &debug_table, &o->head))
		return 0;
	stream_open(&out, api, 1);
	fd = task_open(api, o->device, O_SYNC | (writes ? O_RDWR : O_RDONLY), 0);
	if (fd < 0) {
		mtd_error(api, TOOL, 0, "open()");
		return 255;
	}
	if (o->action == DEBUG_INFO)
		debug_info(api, &out, fd);
	else if (o->action == DEBUG_ERASE)
		status = debug_erase(api, o, fd);
	else
		status = debug_copy(api, o, &out, fd);
	task_close(api, fd);
	stream_flush(&out);
	return status;
}

static int debug_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&debug_table, argv, arg, word, err);
}

const struct task_info kind_mtd_debug = {
	.name = TOOL,
	.doc = "describe, read, write or erase a flash (mtd-utils)",
	.options = &debug_table,
	.prepare = debug_prepare,
	.run = debug_run,
	.release = free,
};
