// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A forked process shares the RAM file with its parent until every mapping of it is replaced. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory.h"

#define MAPS_MAX (8 << 20)

/* What exists of the file, from its mapping: most of RAM was never touched. */
static int copy_data(const struct memory *m, int to)
{
	off_t at = 0, end;

	for (;;) {
		at = lseek(m->fd, at, SEEK_DATA);
		if (at < 0)
			return errno == ENXIO ? 0 : -1;
		end = lseek(m->fd, at, SEEK_HOLE);
		while (at < end) {
			ssize_t n = pwrite(to, m->ram + at, end - at, at);

			if (n <= 0)
				return -1;
			at += n;
		}
	}
}

/* One line of /proc/self/maps; false when it is not of the RAM file. */
static bool is_ours(const char *line, uint64_t *start, uint64_t *end, int *prot, uint64_t *offset)
{
	char perms[5];

	if (!strstr(line, "/memfd:" MEMORY_NAME) ||
	    sscanf(line, "%lx-%lx %4s %lx", start, end, perms, offset) != 4)
		return false;
	*prot = (perms[0] == 'r' ? PROT_READ : 0) | (perms[1] == 'w' ? PROT_WRITE : 0);
	return true;
}

static int remap_line(const char *line, int fd)
{
	uint64_t start, end, offset;
	int prot;

	if (!is_ours(line, &start, &end, &prot, &offset))
		return 0;
	return mmap((void *)start, end - start, prot, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd,
		    offset) == MAP_FAILED ? -1 : 0;
}

/* The list is read whole before anything in it changes. */
static char *read_maps(void)
{
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	char *text = malloc(MAPS_MAX);
	size_t used = 0;
	ssize_t n = 1;

	while (fd >= 0 && text && n > 0 && used < MAPS_MAX - 1) {
		n = read(fd, text + used, MAPS_MAX - 1 - used);
		used += n > 0 ? n : 0;
	}
	if (fd >= 0)
		close(fd);
	if (!text || n || !used) {
		free(text);
		return NULL;
	}
	text[used] = '\0';
	return text;
}

int memory_own(struct memory *m)
{
	int fd = memfd_create(MEMORY_NAME, MFD_CLOEXEC), failed = 0;
	char *maps = read_maps(), *rest = maps, *line;

	failed = fd < 0 || !maps || ftruncate(fd, m->size) || copy_data(m, fd);
	while (!failed && (line = strsep(&rest, "\n")))
		failed = remap_line(line, fd);
	free(maps);
	if (failed)
		return -1;
	close(m->fd);
	m->fd = fd;
	return 0;
}
