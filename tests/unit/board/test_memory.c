// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* RAM and windows: fixed addresses, rights that hold, and nothing mapped outside. */
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/memory.h"
#include "twin_abi.h"

#define PHYS 0x20000000ULL
#define SIZE (8ULL << 20)
#define PAGE 4096ULL
#define VMALLOC (TWIN_SLOT_BASE + TWIN_SLOT_VMALLOC)

static struct memory memory;

static void setup(void)
{
	char err[MEMORY_ERR] = "";

	cr_assert_eq(memory_init(&memory, 0, PHYS, SIZE, err), 0, "%s", err);
}

static void teardown(void)
{
	memory_free(&memory);
}

TestSuite(memory, .init = setup, .fini = teardown);

static volatile uint8_t *at(uint64_t addr)
{
	return (volatile uint8_t *)addr;
}

/* Does an access end in SIGSEGV? Asked of a child. */
static bool faults(uint64_t addr, bool write)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		signal(SIGSEGV, SIG_DFL);
		if (write)
			*at(addr) = 1;
		else
			(void)*at(addr);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFSIGNALED(status) ? WTERMSIG(status) == SIGSEGV : !WEXITSTATUS(status));
	return WIFSIGNALED(status);
}

static void expect_rights(uint64_t addr, bool reads, bool writes)
{
	cr_expect_eq(faults(addr, false), !reads, "read at %lx", (long)addr);
	cr_expect_eq(faults(addr, true), !writes, "write at %lx", (long)addr);
}

Test(memory, fixed_addresses)
{
	cr_expect_eq((uint64_t)memory.ram, 0x4000000000);
	cr_expect_eq((uint64_t)memory.vmalloc, 0x4400000000);
	cr_expect_eq((uint64_t)memory.user, 0x1000000000);
	memory.ram[0] = 1;
	memory.ram[SIZE - 1] = 2;
}

Test(memory, windows_are_closed_at_first)
{
	expect_rights(VMALLOC, false, false);
	expect_rights(VMALLOC + TWIN_VMALLOC_SIZE - 1, false, false);
	expect_rights(TWIN_USER_BASE, false, false);
	expect_rights(TWIN_USER_BASE + TWIN_USER_WINDOW * TWIN_USER_WINDOWS - 1, false, false);
	expect_rights((uint64_t)memory.ram, true, true);
	expect_rights((uint64_t)memory.ram + SIZE - 1, true, true);
}

Test(memory, rights_hold)
{
	static const struct {
		unsigned int prot;
		bool reads, writes;
	} rights[] = {
		{ 0, false, false }, { 1, true, false }, { 3, true, true }, { 2, true, true },
		{ 1, true, false }, { 5, true, false },
	};

	for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++) {
		cr_assert_eq(memory_map(&memory, VMALLOC + PAGE, PHYS, PAGE, rights[i].prot), 0);
		expect_rights(VMALLOC + PAGE, rights[i].reads, rights[i].writes);
		expect_rights(VMALLOC, false, false);
		expect_rights(VMALLOC + 2 * PAGE, false, false);
	}
	cr_assert_eq(memory_unmap(&memory, VMALLOC + PAGE, PAGE), 0);
	expect_rights(VMALLOC + PAGE, false, false);
}

Test(memory, maps_of_one_page_see_each_other)
{
	uint64_t user = TWIN_USER_BASE + 5 * TWIN_USER_WINDOW;

	cr_assert_eq(memory_map(&memory, VMALLOC, PHYS + 3 * PAGE, 2 * PAGE, 3), 0);
	cr_assert_eq(memory_map(&memory, user, PHYS + 4 * PAGE, PAGE, 1), 0);
	*at(VMALLOC + PAGE + 7) = 0x5a;
	cr_expect_eq(*at(user + 7), 0x5a);
	cr_expect_eq(memory.ram[4 * PAGE + 7], 0x5a);
	memory.ram[4 * PAGE + 8] = 0xa5;
	cr_expect_eq(*at(VMALLOC + PAGE + 8), 0xa5);
	cr_expect_eq(*at(user + 8), 0xa5);
	cr_expect_eq(*at(VMALLOC + 7), 0, "the page before it");
}

Test(memory, contents_stay_when_a_map_goes)
{
	cr_assert_eq(memory_map(&memory, VMALLOC, PHYS, PAGE, 3), 0);
	*at(VMALLOC) = 9;
	cr_assert_eq(memory_unmap(&memory, VMALLOC, PAGE), 0);
	cr_expect_eq(memory.ram[0], 9);
	cr_assert_eq(memory_map(&memory, VMALLOC, PHYS + PAGE, PAGE, 3), 0);
	cr_expect_eq(*at(VMALLOC), 0);
}

static const struct {
	uint64_t vaddr, phys, len;
} refused[] = {
	{ VMALLOC - PAGE, PHYS, PAGE },				/* outside the windows */
	{ VMALLOC + TWIN_VMALLOC_SIZE, PHYS, PAGE },
	{ VMALLOC + TWIN_VMALLOC_SIZE - PAGE, PHYS, 2 * PAGE },
	{ TWIN_USER_BASE - PAGE, PHYS, PAGE },
	{ TWIN_USER_BASE + TWIN_USER_WINDOW * TWIN_USER_WINDOWS, PHYS, PAGE },
	{ TWIN_SLOT_BASE, PHYS, PAGE },				/* RAM itself */
	{ 0, PHYS, PAGE },
	{ -PAGE, PHYS, PAGE },
	{ VMALLOC, PHYS - PAGE, PAGE },				/* outside RAM */
	{ VMALLOC, PHYS + SIZE, PAGE },
	{ VMALLOC, PHYS + SIZE - PAGE, 2 * PAGE },
	{ VMALLOC, 0, PAGE },
	{ VMALLOC, PHYS - PAGE, 2 * PAGE },
	{ VMALLOC, -PAGE, 2 * PAGE },
	{ VMALLOC, PHYS, 0 },					/* not whole pages */
	{ VMALLOC + 1, PHYS, PAGE },
	{ VMALLOC, PHYS + 1, PAGE },
	{ VMALLOC, PHYS, -PAGE },
};

Test(memory, nothing_outside)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		cr_expect_eq(memory_map(&memory, refused[i].vaddr, refused[i].phys,
					refused[i].len, 3), -1, "row %zu", i);
	for (size_t i = 0; i < 8; i++)
		cr_expect_eq(memory_unmap(&memory, refused[i].vaddr, refused[i].len), -1,
			     "row %zu", i);
	expect_rights(VMALLOC, false, false);
	memory.ram[0] = 1;	/* still there */
}

Test(memory, user_addresses)
{
	uint64_t end = TWIN_USER_BASE + TWIN_USER_WINDOW * TWIN_USER_WINDOWS;

	cr_expect(memory_is_user(&memory, TWIN_USER_BASE));
	cr_expect(memory_is_user(&memory, end - 1));
	cr_expect_not(memory_is_user(&memory, TWIN_USER_BASE - 1));
	cr_expect_not(memory_is_user(&memory, end));
	cr_expect_not(memory_is_user(&memory, VMALLOC));
}

Test(memory, the_address_is_taken)
{
	struct memory second;
	char err[MEMORY_ERR] = "";

	memory.ram[0] = 77;
	cr_expect_eq(memory_init(&second, 0, PHYS, SIZE, err), -1);
	cr_expect(strstr(err, "error: cannot map the board's RAM at its fixed address"), "%s", err);
	cr_expect_null(second.ram);
	cr_expect_eq(second.fd, -1);
	cr_expect_eq(memory.ram[0], 77, "the first one suffered");
}

/* A failure half-way gives back what it took. */
Test(memory, the_user_windows_are_taken)
{
	struct memory m;
	char err[MEMORY_ERR] = "";
	void *taken;

	memory_free(&memory);
	taken = mmap((void *)TWIN_USER_BASE, PAGE, PROT_READ,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	cr_assert_eq(taken, (void *)TWIN_USER_BASE);
	cr_expect_eq(memory_init(&m, 0, PHYS, SIZE, err), -1);
	cr_expect(strstr(err, "user windows"), "%s", err);
	expect_rights(TWIN_SLOT_BASE, false, false);
	munmap(taken, PAGE);
	setup();
}

Test(memory, freed_and_taken_again)
{
	for (int i = 0; i < 3; i++) {
		cr_expect_eq(memory.ram[0], 0, "contents of the run before");
		memory.ram[0] = 1;
		memory_free(&memory);
		memory_free(&memory);
		cr_expect_eq(memory_map(&memory, 0, 0, 0, 3), -1);
		setup();
	}
}

/* Bytes of a page that nobody may touch, and it stays so. */
Test(memory, peeked_at_behind_a_guard)
{
	uint8_t bytes[8] = "unread";

	memcpy(memory.ram + PAGE, "secret", 7);
	cr_assert(!mprotect(memory.ram + PAGE, PAGE, PROT_NONE));
	cr_expect_eq(memory_peek(&memory, TWIN_SLOT_BASE + PAGE, 7, bytes), 7);
	cr_expect_str_eq((char *)bytes, "secret");
	expect_rights(TWIN_SLOT_BASE + PAGE, false, false);
}

Test(memory, peeked_at_outside)
{
	uint8_t bytes[8] = "unread";

	cr_expect_eq(memory_peek(&memory, TWIN_SLOT_BASE + SIZE - 4, 8, bytes), 0);
	cr_expect_eq(memory_peek(&memory, TWIN_SLOT_BASE + SIZE, 1, bytes), 0);
	cr_expect_eq(memory_peek(&memory, TWIN_SLOT_BASE - 1, 1, bytes), 0);
	cr_expect_eq(memory_peek(&memory, VMALLOC, 8, bytes), 0);
	cr_expect_eq(memory_peek(&memory, TWIN_SLOT_BASE, ~0ULL, bytes), 0);
	cr_expect_str_eq((char *)bytes, "unread");
}
