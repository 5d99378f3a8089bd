// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "mtd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define MTD_DIR "/sys/class/mtd"
#define DENTS 32768		/* the C library's buffer of a directory stream */
#define ERROR_TEXT 512

void mtd_error(const struct twin_task_api *api, const char *tool, long err, const char *format, ...)
{
	char text[ERROR_TEXT];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	task_printf(api, 2, "%s: error!: %s\n", tool, text);
	if (err)
		task_printf(api, 2, "%*serror %ld (%s)\n", (int)strlen(tool) + 2, "", -err,
			    task_strerror(err));
}

/* Numbers of mtdN directories: the first that is found, the lowest, the highest. */
struct mtd_numbers {
	int first, lowest, highest;
};

static void number_found(struct mtd_numbers *n, const char *name)
{
	char rest[2];
	int number;

	if (sscanf(name, "mtd%d%1s", &number, rest) != 1)
		return;
	if (n->first < 0)
		n->first = number;
	if (number < n->lowest)
		n->lowest = number;
	if (number > n->highest)
		n->highest = number;
}

/* struct linux_dirent64: inode, offset, u16 length at 16, type, name at 19. */
static void read_entries(const char *buf, long n, struct mtd_numbers *numbers)
{
	uint16_t len;

	for (long at = 0; at < n; at += len) {
		memcpy(&len, buf + at + 16, sizeof(len));
		number_found(numbers, buf + at + 19);
	}
}

/* opendir(), readdir() to the end or to the first device, closedir(). 0 or -errno. */
static long list_devices(struct libmtd *lib, bool all, struct mtd_numbers *numbers)
{
	const int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_DIRECTORY;
	long n, fd = task_open(lib->api, MTD_DIR, flags, 0);
	struct task_stat st;

	*numbers = (struct mtd_numbers){ .first = -1, .lowest = INT_MAX, .highest = 0 };
	if (fd < 0)
		return fd;
	task_fstat(lib->api, fd, &st);
	do {
		n = task_getdents(lib->api, fd, lib->buf, DENTS);
		if (n > 0)
			read_entries(lib->buf, n, numbers);
	} while (n > 0 && (all || numbers->first < 0));
	task_close(lib->api, fd);
	return 0;
}

static long open_file(struct libmtd *lib, int number, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), MTD_DIR "/mtd%d/%s", number, file);
	return task_open(lib->api, path, O_RDONLY | O_CLOEXEC, 0);
}

/*
 * A file of one line into `text`, read as libmtd does: with `again` it looks that nothing follows.
 * 0 or -errno.
 */
static long read_file(struct libmtd *lib, int number, const char *file, char *text, size_t size,
		      bool again)
{
	long n, fd = open_file(lib, number, file);
	char more;

	if (fd < 0)
		return fd;
	n = task_read(lib->api, fd, text, size);
	if (n >= 0 && again)
		task_read(lib->api, fd, &more, 1);
	task_close(lib->api, fd);
	text[n > 0 ? n - 1 : 0] = '\0';
	return n < 0 ? n : 0;
}

#define SHORT_FILE 50		/* sizes of libmtd's buffers */
#define NAME_FILE 128
#define TYPE_FILE 65

static long read_number(struct libmtd *lib, int number, const char *file, int64_t *value)
{
	char text[SHORT_FILE];
	long long v = 0;
	long ret = read_file(lib, number, file, text, sizeof(text), false);

	if (!ret && sscanf(text, strcmp(file, "flags") ? "%lld" : "%llx", &v) != 1)
		ret = -EINVAL;
	*value = v;
	return ret;
}

static long read_device_number(struct libmtd *lib, int number, unsigned int *maj, unsigned int *min)
{
	char text[SHORT_FILE];
	long ret = read_file(lib, number, "dev", text, sizeof(text), true);

	if (!ret && sscanf(text, "%u:%u", maj, min) != 2)
		ret = -EINVAL;
	return ret;
}

/* A system without sysfs files of MTD may still have /proc/mtd. */
int libmtd_open(struct libmtd *lib, const struct twin_task_api *api)
{
	struct mtd_numbers numbers;
	long fd = -1;

	*lib = (struct libmtd){ .api = api, .buf = task_alloc(api, DENTS) };
	if (!lib->buf)
		return -1;
	if (!list_devices(lib, false, &numbers) && numbers.first >= 0)
		fd = open_file(lib, numbers.first, "name");
	lib->sysfs = fd >= 0;
	if (lib->sysfs)
		return task_close(api, fd) ? -1 : 0;
	return task_access(api, "/proc/mtd", 4) < 0 ? -1 : 0;
}

/* The device whose number a node has, or -1. */
static int node_number(struct libmtd *lib, const char *node)
{
	struct mtd_numbers numbers;
	unsigned int maj, min;
	struct task_stat st;
	long ret = task_stat(lib->api, node, &st);

	if (ret < 0) {
		mtd_error(lib->api, "libmtd", ret, "cannot get information about \"%s\"", node);
		return -1;
	}
	if (!S_ISCHR(st.mode)) {
		mtd_error(lib->api, "libmtd", 0, "\"%s\" is not a character device", node);
		return -1;
	}
	if (list_devices(lib, true, &numbers))
		return -1;
	for (int i = numbers.lowest; i <= numbers.highest; i++)
		if (!read_device_number(lib, i, &maj, &min) && maj == major(st.rdev) &&
		    min == minor(st.rdev))
			return i;
	return -1;
}

/* In libmtd's order, with the values it does not need here. */
static long read_sizes(struct libmtd *lib, struct mtd_device *mtd)
{
	static const char *const others[] = {
		"writesize", "subpagesize", "oobsize", "oobavail", "numeraseregions", "flags",
	};
	int64_t value;

	if (read_number(lib, mtd->number, "erasesize", &value) || value <= 0)
		return -1;
	mtd->erase_size = value;
	if (read_number(lib, mtd->number, "size", &mtd->size))
		return -1;
	mtd->blocks = mtd->size / mtd->erase_size;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (read_number(lib, mtd->number, others[i], &value))
			return -1;
	return 0;
}

int libmtd_info(struct libmtd *lib, const char *node, struct mtd_device *mtd)
{
	char name[NAME_FILE], type[TYPE_FILE], dir[64];
	unsigned int maj, min;
	struct task_stat st;

	*mtd = (struct mtd_device){ .number = lib->sysfs ? node_number(lib, node) : -1 };
	if (mtd->number < 0)
		return -1;
	snprintf(dir, sizeof(dir), MTD_DIR "/mtd%d", mtd->number);
	if (task_stat(lib->api, dir, &st) < 0 || read_device_number(lib, mtd->number, &maj, &min) ||
	    read_file(lib, mtd->number, "name", name, sizeof(name), true) ||
	    read_file(lib, mtd->number, "type", type, sizeof(type), true))
		return -1;
	mtd->nand = !strcmp(type, "nand") || !strcmp(type, "mlc-nand");
	return read_sizes(lib, mtd) ? -1 : 0;
}

static long check_block(struct libmtd *lib, const struct mtd_device *mtd, int block)
{
	if (block >= 0 && block < (int)mtd->blocks)
		return 0;
	mtd_error(lib->api, "libmtd", 0, "bad eraseblock number %d, mtd%d has %d eraseblocks",
		  block, mtd->number, (int)mtd->blocks);
	return -EINVAL;
}

static long call(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block,
		 unsigned long request, const char *name, void *arg)
{
	long ret = task_ioctl(lib->api, fd, request, arg);

	if (ret < 0)
		mtd_error(lib->api, "libmtd", ret, "%s ioctl failed for eraseblock %d (mtd%d)",
			  name, block, mtd->number);
	return ret;
}

long libmtd_unlock(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block, int nr)
{
	struct mtd_erase range = {
		.start = block * mtd->erase_size, .length = mtd->erase_size * nr,
	};

	if (check_block(lib, mtd, block) || (nr > 1 && check_block(lib, mtd, block + nr - 1)))
		return -EINVAL;
	return call(lib, mtd, fd, block, MEMUNLOCK, "MEMUNLOCK", &range);
}

long libmtd_erase(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block, int nr)
{
	struct mtd_erase64 range = {
		.start = (uint64_t)block * mtd->erase_size,
		.length = (uint64_t)mtd->erase_size * nr,
	};

	if (check_block(lib, mtd, block) || check_block(lib, mtd, block + nr - 1))
		return -EINVAL;
	return call(lib, mtd, fd, block, MEMERASE64, "MEMERASE64", &range);
}

long libmtd_is_bad(struct libmtd *lib, const struct mtd_device *mtd, int fd, int block)
{
	int64_t offset = (int64_t)block * mtd->erase_size;

	if (check_block(lib, mtd, block))
		return -EINVAL;
	if (!mtd->nand)
		return 0;
	return call(lib, mtd, fd, block, MEMGETBADBLOCK, "MEMGETBADBLOCK", &offset);
}
