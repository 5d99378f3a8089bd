// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "unwind.h"

#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

struct walk {
	const struct machine *m;
	const struct unwind_state *state;
	uint64_t *pcs;
	size_t n, max;
};

static bool hosted(const struct machine *m, uint64_t a)
{
	return a - (uint64_t)m->memory.ram < m->memory.size - 8 ||
	       a - (uint64_t)m->image.base < m->image.size - 8;
}

static bool plausible(const struct machine *m, uint64_t sp)
{
	return hosted(m, sp) && hosted(m, sp + 8 * sizeof(uint64_t));
}

/* The order in which entry.S saves registers at a change of stack. */
struct unwind_state unwind_switched_out(const struct machine *m, uint64_t sp)
{
	static const int order[] = { 15, 14, 13, 12, UNWIND_RBX, UNWIND_RBP, UNWIND_RIP };
	const uint64_t *frame = (const uint64_t *)sp;
	struct unwind_state s = { { 0 } };

	/* A damaged kernel must not take the program with it. */
	for (int i = 0; plausible(m, sp) && i < 7; i++)
		s.reg[order[i]] = frame[i];
	s.reg[UNWIND_RSP] = sp + 7 * sizeof(*frame);
	return s;
}

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = arg;
	return 1;
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result, void *arg)
{
	const struct walk *w = arg;

	(void)dwfl;
	if (!hosted(w->m, addr))
		return false;
	memcpy(result, (const void *)addr, sizeof(*result));
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct walk *w = arg;

	return dwfl_thread_state_registers(thread, 0, UNWIND_REGS, w->state->reg);
}

static int note_frame(Dwfl_Frame *frame, void *arg)
{
	struct walk *w = arg;
	Dwarf_Addr pc;
	bool exact;

	if (!dwfl_frame_pc(frame, &pc, &exact) || w->n == w->max || !hosted(w->m, pc))
		return DWARF_CB_ABORT;
	w->pcs[w->n++] = exact ? pc : pc - 1;
	return DWARF_CB_OK;
}

static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
		    char **file, Elf **elf)
{
	(void)mod, (void)userdata, (void)name, (void)base, (void)file, (void)elf;
	return -1;
}

static int find_debuginfo(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			  const char *file, const char *link, GElf_Word crc, char **out)
{
	(void)mod, (void)userdata, (void)name, (void)base, (void)file, (void)link, (void)crc;
	(void)out;
	return -1;
}

static Dwfl *open_image(const struct machine *m)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = find_elf, .find_debuginfo = find_debuginfo,
	};
	Dwfl *dwfl = dwfl_begin(&callbacks);
	char path[4200];

	snprintf(path, sizeof(path), "%s/vmlinux", m->image_dir);
	if (!dwfl)
		return NULL;
	dwfl_report_begin(dwfl);
	if (dwfl_report_elf(dwfl, "vmlinux", path, -1, (GElf_Addr)m->image.base, false) &&
	    !dwfl_report_end(dwfl, NULL, NULL))
		return dwfl;
	dwfl_end(dwfl);
	return NULL;
}

size_t unwind(const struct machine *m, const struct unwind_state *state, uint64_t *pcs, size_t max)
{
	static const Dwfl_Thread_Callbacks callbacks = {
		.next_thread = next_thread, .memory_read = memory_read,
		.set_initial_registers = set_registers,
	};
	struct walk w = { .m = m, .state = state, .pcs = pcs, .max = max };
	Dwfl *dwfl = open_image(m);

	if (dwfl && dwfl_attach_state(dwfl, NULL, 1, &callbacks, &w))
		dwfl_getthread_frames(dwfl, 1, note_frame, &w);
	if (dwfl)
		dwfl_end(dwfl);
	if (!w.n && max)
		pcs[w.n++] = state->reg[UNWIND_RIP];
	return w.n;
}
