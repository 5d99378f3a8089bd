// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * flash_erase of mtd-utils 2.1.5: its system calls (seen with strace) and messages. Blocks are
 * erased one by one with MEMERASE64; all of a device by a single call. As the real one it asks for
 * bad blocks only on NAND, and its exit status does not tell of blocks that could not be erased.
 * Not modelled: program start; cleanmarkers of NAND (in the spare area).
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "mtd.h"
#include "numbers.h"
#include "options.h"
#include "stream.h"

#define TOOL "flash_erase"
#define FAILED 255		/* main() returns -1 */

enum erase_flag { ERASE_JFFS2 = 1, ERASE_NOSKIPBAD = 2, ERASE_QUIET = 4, ERASE_UNLOCK = 8 };

struct erase_options {
	struct option_head head;
	uint32_t flags;
	char device[OPTION_PATH];
	uint64_t start, count;
};

#define AT_FLAGS option_set_bit, offsetof(struct erase_options, flags)

static const struct option_row erase_rows[] = {
	{ "jffs2", 'j', NULL, "write a JFFS2 cleanmarker into each block (NOR)", AT_FLAGS,
	  ERASE_JFFS2 },
	{ "noskipbad", 'N', NULL, "do not ask for bad blocks", AT_FLAGS, ERASE_NOSKIPBAD },
	{ "unlock", 'u', NULL, "unlock blocks first", AT_FLAGS, ERASE_UNLOCK },
	{ "quiet", 'q', NULL, "no progress", AT_FLAGS, ERASE_QUIET },
	{ "silent", 0, NULL, "the same as --quiet", AT_FLAGS, ERASE_QUIET },
	{ "help", 'h', NULL, "print this and exit", option_set_help, 0, 0 },
	{ "version", 'V', NULL, "print the version of the tool that this stands for and exit",
	  option_set_version, 0, 0 },
};

static int erase_operand(void *options, unsigned int i, const char *text, char *err)
{
	struct erase_options *o = options;

	if (!i)
		return option_path(o->device, text, err);
	if (!number_plain(text, i == 1 ? &o->start : &o->count))
		return 0;
	return option_error(err, "unable to parse the number '%.100s'", text);
}

static const struct option_table erase_table = {
	.tool = TOOL, .operands = "DEVICE START COUNT", .version = TOOL " (mtd-utils) 2.1.5",
	.rows = erase_rows, .nr_rows = sizeof(erase_rows) / sizeof(erase_rows[0]),
	.min = 3, .max = 3, .operand = erase_operand, .size = sizeof(struct erase_options),
};

struct erase_state {
	const struct twin_task_api *api;
	const struct erase_options *o;
	struct libmtd lib;
	struct mtd_device mtd;
	struct task_stream out;
	int fd;
	uint32_t first, nr;	/* blocks */
	bool skip_bad;
};

/* `done` of all blocks; the real tool divides too when there are none. */
static void erase_progress(struct erase_state *s, uint64_t offset, uint32_t done, int step)
{
	if (s->o->flags & ERASE_QUIET)
		return;
	if (!s->nr) {
		task_raise(s->api, SIGFPE);
		return;
	}
	stream_printf(&s->out, "\rErasing %d Kibyte @ %llx -- %2i %% complete ", step / 1024,
		      (unsigned long long)offset, (int)done * 100 / (int)s->nr);
	stream_flush(&s->out);
}

/* Magic 1985h, type 2003h, length 12, CRC-32 of these: the same bytes in every block. */
static void erase_mark(struct erase_state *s, uint32_t block)
{
	uint8_t marker[12] = {
		0x85, 0x19, 0x03, 0x20, 0x0c, 0, 0, 0, 0xb1, 0xb0, 0x1e, 0xe4,
	};
	uint64_t offset = (uint64_t)block * s->mtd.erase_size;
	long ret = task_pwrite(s->api, s->fd, marker, sizeof(marker), offset);

	if (ret != sizeof(marker))
		mtd_error(s->api, TOOL, ret < 0 ? ret : -EIO, "%s: MTD write failure",
			  s->o->device);
	else if (!(s->o->flags & ERASE_QUIET))
		stream_printf(&s->out, TOOL ": %llx : Cleanmarker Updated.\n",
			      (unsigned long long)offset);
}

/* All blocks by one call. 0, or -1: to be tried one by one. */
static int erase_chip(struct erase_state *s)
{
	const char *device = s->o->device;
	long ret;

	erase_progress(s, 0, 0, s->mtd.size);
	ret = s->o->flags & ERASE_UNLOCK ? libmtd_unlock(&s->lib, &s->mtd, s->fd, 0, s->nr) : 0;
	if (ret < 0) {
		mtd_error(s->api, TOOL, ret, "%s: MTD unlock entire chip failure."
			  "Trying one by one each sector.", device);
		return -1;
	}
	ret = libmtd_erase(&s->lib, &s->mtd, s->fd, 0, s->nr);
	if (ret < 0) {
		mtd_error(s->api, TOOL, ret, "%s: MTD Erase entire chip failure"
			  "Trying one by one each sector.", device);
		return -1;
	}
	erase_progress(s, 0, s->nr, s->mtd.size);
	for (uint32_t i = 0; s->o->flags & ERASE_JFFS2 && i < s->nr; i++)
		erase_mark(s, i);
	return 0;
}

static void erase_block(struct erase_state *s, uint32_t block)
{
	uint64_t offset = (uint64_t)block * s->mtd.erase_size;
	long ret = 0;

	erase_progress(s, offset, block - s->first, s->mtd.erase_size);
	if (s->o->flags & ERASE_UNLOCK)
		ret = libmtd_unlock(&s->lib, &s->mtd, s->fd, block, 1);
	if (ret < 0) {
		mtd_error(s->api, TOOL, ret, "%s: MTD unlock failure", s->o->device);
		return;
	}
	ret = libmtd_erase(&s->lib, &s->mtd, s->fd, block, 1);
	if (ret < 0)
		mtd_error(s->api, TOOL, ret, "%s: MTD Erase failure", s->o->device);
	else if (s->o->flags & ERASE_JFFS2)
		erase_mark(s, block);
}

/* Whether to erase a block: 1 yes, 0 it is bad, -1 it cannot be known, after a message. */
static int erase_is_good(struct erase_state *s, uint32_t block)
{
	long ret = s->skip_bad ? libmtd_is_bad(&s->lib, &s->mtd, s->fd, block) : 0;

	if (ret > 0) {
		if (!(s->o->flags & ERASE_QUIET))
			stream_printf(&s->out, TOOL ": Skipping bad block at %08llx\n",
				      (unsigned long long)block * s->mtd.erase_size);
		return 0;
	}
	if (ret == -EOPNOTSUPP) {
		mtd_error(s->api, TOOL, 0, "%s: Bad block check not available", s->o->device);
		return -1;
	}
	if (ret < 0)
		mtd_error(s->api, TOOL, ret, "%s: MTD get bad block failed", s->o->device);
	return ret < 0 ? -1 : 1;
}

static int erase_blocks(struct erase_state *s)
{
	uint32_t last = s->first;

	for (uint32_t block = s->first; block < s->first + s->nr; block++) {
		int good = erase_is_good(s, block);

		if (good < 0)
			return -1;
		last = block;
		if (good)
			erase_block(s, block);
	}
	erase_progress(s, s->nr ? (uint64_t)last * s->mtd.erase_size : 0, s->nr, s->mtd.erase_size);
	return 0;
}

static int erase_open(struct erase_state *s)
{
	const char *device = s->o->device;

	if (libmtd_open(&s->lib, s->api)) {
		mtd_error(s->api, TOOL, 0, "can't initialize libmtd");
		return -1;
	}
	s->fd = task_open(s->api, device, O_RDWR, 0);
	if (s->fd < 0) {
		mtd_error(s->api, TOOL, s->fd, "%s", device);
		return -1;
	}
	if (!libmtd_info(&s->lib, device, &s->mtd))
		return 0;
	mtd_error(s->api, TOOL, 0, "mtd_get_dev_info failed");
	return -1;
}

static int erase_run(const struct twin_task_api *api, void *arg)
{
	const struct erase_options *o = arg;
	struct erase_state s = { .api = api, .o = o, .skip_bad = !(o->flags & ERASE_NOSKIPBAD) };
	bool chip;

	if (options_shown(api, &erase_table, &o->head))
		return 0;
	stream_open(&s.out, api, 1);
	if (erase_open(&s))
		return FAILED;
	if (o->flags & ERASE_JFFS2 && s.mtd.nand) {
		mtd_error(api, TOOL, 0, "cleanmarkers of NAND are not simulated");
		return FAILED;
	}
	s.first = o->start / s.mtd.erase_size;
	s.nr = o->count ? (uint32_t)o->count : s.mtd.blocks - s.first;
	chip = !s.first && s.nr == s.mtd.blocks && !(o->flags & ERASE_NOSKIPBAD && s.mtd.nand);
	if ((!chip || erase_chip(&s)) && erase_blocks(&s)) {
		stream_flush(&s.out);
		return FAILED;
	}
	if (!(o->flags & ERASE_QUIET))
		stream_put(&s.out, "\n", 1);
	stream_flush(&s.out);
	return 0;
}

static int erase_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&erase_table, argv, arg, word, err);
}

const struct task_info kind_flash_erase = {
	.name = TOOL,
	.doc = "erase blocks of a flash (mtd-utils)",
	.options = &erase_table,
	.prepare = erase_prepare,
	.run = erase_run,
	.release = free,
};
