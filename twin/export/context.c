// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/context.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "twin_trace_flags.h"

void export_context_init(struct export_context *c, const struct export_kernel *kernel)
{
	*c = (struct export_context){
		.kernel = kernel, .names = names_new(), .details = details_new()};
}

void export_context_free(struct export_context *c)
{
	names_free(c->names);
	details_free(c->details);
}

void export_context_event(struct export_context *c, const struct twin_event *ev)
{
	names_event(c->names, ev);
	details_event(c->details, ev);
}

/* "swapper/0" is CPU 0's; without SMP it has no number. */
const char *export_comm(const struct export_context *c, uint32_t pid, unsigned int cpu, char *buf)
{
	const char *name = names_task(c->names, pid), *slash;

	if (!name)
		return pid ? "<...>" : "swapper";
	slash = pid ? NULL : strchr(name, '/');
	if (!slash)
		return name;
	snprintf(buf, EXPORT_TEXT, "%.*s/%u", (int)(slash - name), name, cpu);
	return buf;
}

const char *export_irq(const struct export_context *c, uint32_t irq)
{
	const char *name = names_string(c->names, TWIN_STRING_IRQ + irq);

	return name ? name : "";
}

const char *export_softirq(uint64_t vector, char *buf)
{
	static const char *const names[] = {"HI",	"TIMER",   "NET_TX", "NET_RX",	"BLOCK",
					    "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};

	if (vector < sizeof(names) / sizeof(names[0]))
		return names[vector];
	snprintf(buf, EXPORT_TEXT, "0x%" PRIx64, vector);
	return buf;
}

const char *export_left_state(uint64_t b)
{
	static const char *const states[16] = {"R", "S", "D", "T", "t", "X", "Z", "P",
					       "I", "?", "?", "?", "?", "?", "?", "?"};

	return b & TWIN_SWITCH_PREEMPTED ? "R+" : states[b >> TWIN_SWITCH_STATE & 15];
}

int export_prio(uint64_t b, unsigned int shift)
{
	unsigned int prio = b >> shift & 0xff;

	return prio == 0xff ? -1 : (int)prio;
}

const char *export_lock_flags(uint64_t flags, char *buf)
{
	static const char *const names[] = {"SPIN", "READ", "WRITE", "RT", "PERCPU", "MUTEX"};
	size_t nr = sizeof(names) / sizeof(names[0]), used = 0;

	*buf = '\0';
	for (size_t i = 0; i < nr; i++)
		if (flags >> i & 1)
			used += (size_t)snprintf(buf + used, EXPORT_TEXT - used, "%s%s",
						 used ? "|" : "", names[i]);
	if (flags >> nr)
		snprintf(buf + used, EXPORT_TEXT - used, "%s0x%" PRIx64, used ? "|" : "",
			 flags >> nr << nr);
	return buf;
}

static const char *symbol(const struct export_context *c, uint64_t addr, uint64_t *offset)
{
	const struct export_kernel *k = c->kernel;

	return k->symbol ? k->symbol(k->ctx, addr, offset) : NULL;
}

const char *export_function(const struct export_context *c, uint64_t addr, char *buf)
{
	uint64_t offset;
	const char *name = symbol(c, addr, &offset);

	if (name)
		return name;
	snprintf(buf, EXPORT_TEXT, "0x%" PRIx64, addr);
	return buf;
}

const char *export_address(const struct export_context *c, uint64_t addr, char *buf)
{
	uint64_t offset = 0;
	const char *name = symbol(c, addr, &offset);

	if (name && !offset)
		return name;
	if (name)
		snprintf(buf, EXPORT_TEXT, "%.64s+0x%" PRIx64, name, offset);
	else
		snprintf(buf, EXPORT_TEXT, "0x%" PRIx64, addr);
	return buf;
}
