// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "twin_abi.h"

#define USER_SIZE (TWIN_USER_WINDOW * TWIN_USER_WINDOWS)

static void *map_fixed(uint64_t addr, uint64_t size, int prot, int fd)
{
	int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
	void *p = mmap((void *)addr, size, prot, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd,
		       0);

	if (p != MAP_FAILED && p != (void *)addr) {
		munmap(p, size);	/* a kernel that does not know NOREPLACE */
		return NULL;
	}
	return p == MAP_FAILED ? NULL : p;
}

static int memory_fail(struct memory *m, const char *what, char *err)
{
	snprintf(err, MEMORY_ERR, "error: cannot map the board's %s at its fixed address: %s", what,
		 strerror(errno));
	memory_free(m);
	return -1;
}

int memory_init(struct memory *m, unsigned int slot, uint64_t phys, uint64_t size, char *err)
{
	uint64_t base = TWIN_SLOT_BASE + slot * TWIN_SLOT_SIZE;

	*m = (struct memory){ .fd = -1, .phys = phys, .size = size };
	m->fd = memfd_create(MEMORY_NAME, MFD_CLOEXEC);
	if (m->fd < 0 || ftruncate(m->fd, size))
		return memory_fail(m, "RAM", err);
	m->ram = map_fixed(base + TWIN_SLOT_RAM, size, PROT_READ | PROT_WRITE, m->fd);
	if (!m->ram)
		return memory_fail(m, "RAM", err);
	m->vmalloc = map_fixed(base + TWIN_SLOT_VMALLOC, TWIN_VMALLOC_SIZE, PROT_NONE, -1);
	if (!m->vmalloc)
		return memory_fail(m, "vmalloc window", err);
	m->user = map_fixed(TWIN_USER_BASE, USER_SIZE, PROT_NONE, -1);
	if (!m->user)
		return memory_fail(m, "user windows", err);
	return 0;
}

void memory_free(struct memory *m)
{
	if (m->ram)
		munmap(m->ram, m->size);
	if (m->vmalloc)
		munmap(m->vmalloc, TWIN_VMALLOC_SIZE);
	if (m->user)
		munmap(m->user, USER_SIZE);
	if (m->fd >= 0)
		close(m->fd);
	*m = (struct memory){ .fd = -1 };
}

static bool in_range(uint64_t addr, uint64_t len, const uint8_t *start, uint64_t size)
{
	uint64_t off = addr - (uint64_t)start;

	return start && off < size && len <= size - off;
}

static bool in_window(const struct memory *m, uint64_t addr, uint64_t len)
{
	return in_range(addr, len, m->vmalloc, TWIN_VMALLOC_SIZE) ||
	       in_range(addr, len, m->user, USER_SIZE);
}

int memory_map(struct memory *m, uint64_t vaddr, uint64_t phys, uint64_t len, unsigned int prot)
{
	int flags = (prot & 1 ? PROT_READ : 0) | (prot & 2 ? PROT_READ | PROT_WRITE : 0);

	if (!in_window(m, vaddr, len) || phys < m->phys || len > m->size ||
	    phys - m->phys > m->size - len)
		return -1;
	if (mmap((void *)vaddr, len, flags, MAP_SHARED | MAP_FIXED, m->fd, phys - m->phys) ==
	    MAP_FAILED)
		return -1;
	return 0;
}

int memory_unmap(struct memory *m, uint64_t vaddr, uint64_t len)
{
	if (!in_window(m, vaddr, len))
		return -1;
	if (mmap((void *)vaddr, len, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
		return -1;
	return 0;
}

uint64_t memory_peek(const struct memory *m, uint64_t vaddr, uint64_t len, void *to)
{
	uint64_t at = vaddr - (uint64_t)m->ram;

	if (at >= m->size || len > m->size - at)
		return 0;
	return pread(m->fd, to, len, (off_t)at) == (ssize_t)len ? len : 0;
}

bool memory_is_user(const struct memory *m, uint64_t addr)
{
	return in_range(addr, 1, m->user, USER_SIZE);
}
