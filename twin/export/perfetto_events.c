// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/perfetto_events.h"

#include <inttypes.h>

#include "trace/pins.h"
#include "twin_trace_flags.h"

static struct track *cpu_track(struct perfetto *p, enum track_kind kind, unsigned int cpu)
{
	static const char *const names[] = {"", " irq", " softirq"};
	struct track *track = track_find(&p->tracks, kind, cpu);
	char name[32];

	if (track)
		return track;
	snprintf(name, sizeof(name), "CPU %u%s", cpu, names[kind]);
	return track_add(&p->tracks, kind, cpu, name);
}

static struct track *spi_track(struct perfetto *p, unsigned int controller)
{
	struct track *track = track_find(&p->tracks, TRACK_SPI, controller);
	char name[32];

	if (track)
		return track;
	snprintf(name, sizeof(name), "spi%u messages", controller);
	return track_add(&p->tracks, TRACK_SPI, controller, name);
}

/* As the pin is called on the board. */
static struct track *cs_track(struct perfetto *p, unsigned int controller, unsigned int cs)
{
	uint64_t key = (uint64_t)controller << 8 | cs;
	struct track *track = track_find(&p->tracks, TRACK_CS, key);
	const char *pin = names_line(p->context.names, controller, PIN_CS0 + cs);
	char name[EXPORT_TEXT];

	if (track)
		return track;
	if (pin && *pin)
		snprintf(name, sizeof(name), "%.80s low", pin);
	else
		snprintf(name, sizeof(name), "spi%u cs%u low", controller, cs);
	return track_add(&p->tracks, TRACK_CS, key, name);
}

/* Idle tasks all have pid 0, and a CPU each. */
static struct track *lock_track(struct perfetto *p, const struct twin_event *ev)
{
	uint64_t key = ev->task ? ev->task : (uint64_t)ev->cpu << 32;
	struct track *track = track_find(&p->tracks, TRACK_LOCK, key);
	char name[EXPORT_TEXT], comm[EXPORT_TEXT];

	if (track)
		return track;
	snprintf(name, sizeof(name), "%.64s-%u", export_comm(&p->context, ev->task, ev->cpu, comm),
		 ev->task);
	return track_add(&p->tracks, TRACK_LOCK, key, name);
}

static void put_address(struct perfetto *p, const char *key, uint64_t addr)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx64, addr);
	pf_text(&p->tracks.out, key, text);
}

static void begin_task(struct perfetto *p, const struct twin_event *ev, uint32_t pid, int prio)
{
	struct track *track = cpu_track(p, TRACK_CPU, ev->cpu);
	char comm[EXPORT_TEXT];

	if (!pid || !track_begin(&p->tracks, track, ev->time, pid,
				 export_comm(&p->context, pid, ev->cpu, comm)))
		return;
	pf_number(&p->tracks.out, "pid", pid);
	pf_number(&p->tracks.out, "prio", prio);
	pf_end(&p->tracks.out);
}

/* While nothing runs but the idle task, the row is empty. */
static void on_switch(struct perfetto *p, const struct twin_event *ev)
{
	uint32_t prev = (uint32_t)ev->a;

	if (track_end(&p->tracks, cpu_track(p, TRACK_CPU, ev->cpu), ev->time, prev)) {
		pf_text(&p->tracks.out, "state", export_left_state(ev->b));
		pf_end(&p->tracks.out);
	}
	begin_task(p, ev, (uint32_t)ev->b, export_prio(ev->b, TWIN_SWITCH_NEXT_PRIO));
}

static void instant(struct perfetto *p, const struct twin_event *ev, const struct track *track,
		    const char *name)
{
	pf_begin(&p->tracks.out, 'i', ev->time, track->place, name);
}

static void on_woken(struct perfetto *p, const struct twin_event *ev)
{
	uint32_t pid = (uint32_t)ev->a, cpu = (uint32_t)ev->b;
	char comm[EXPORT_TEXT];

	instant(p, ev, cpu_track(p, TRACK_CPU, ev->cpu),
		ev->type == TWIN_EV_WAKING ? "sched_waking" : "sched_wakeup_new");
	pf_text(&p->tracks.out, "comm", export_comm(&p->context, pid, cpu, comm));
	pf_number(&p->tracks.out, "pid", pid);
	pf_number(&p->tracks.out, "target_cpu", cpu);
	pf_end(&p->tracks.out);
}

static void on_pi_setprio(struct perfetto *p, const struct twin_event *ev)
{
	uint32_t pid = (uint32_t)ev->a;
	char comm[EXPORT_TEXT];

	instant(p, ev, cpu_track(p, TRACK_CPU, ev->cpu), "sched_pi_setprio");
	pf_text(&p->tracks.out, "comm", export_comm(&p->context, pid, ev->cpu, comm));
	pf_number(&p->tracks.out, "pid", pid);
	pf_number(&p->tracks.out, "oldprio", (int)ev->b);
	pf_number(&p->tracks.out, "newprio", (int)(ev->b >> 32));
	pf_end(&p->tracks.out);
}

static void on_irq(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = cpu_track(p, TRACK_IRQ, ev->cpu);
	uint32_t irq = (uint32_t)ev->a;

	if (ev->type == TWIN_EV_IRQ_ENTRY) {
		if (!track_begin(&p->tracks, track, ev->time, irq, export_irq(&p->context, irq)))
			return;
		pf_number(&p->tracks.out, "irq", (int)irq);
	} else {
		if (!track_end(&p->tracks, track, ev->time, irq))
			return;
		pf_text(&p->tracks.out, "ret", ev->b ? "handled" : "unhandled");
	}
	pf_end(&p->tracks.out);
}

static void on_softirq(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = cpu_track(p, TRACK_SOFTIRQ, ev->cpu);
	char action[EXPORT_TEXT];

	if (ev->type == TWIN_EV_SOFTIRQ_ENTRY
		    ? track_begin(&p->tracks, track, ev->time, ev->a, export_softirq(ev->a, action))
		    : track_end(&p->tracks, track, ev->time, ev->a))
		pf_end(&p->tracks.out);
}

static void on_timer(struct perfetto *p, const struct twin_event *ev)
{
	char function[EXPORT_TEXT];

	instant(p, ev, cpu_track(p, TRACK_CPU, ev->cpu),
		ev->b ? "hrtimer_expire_entry" : "timer_expire_entry");
	pf_text(&p->tracks.out, "function", export_function(&p->context, ev->a, function));
	pf_end(&p->tracks.out);
}

static void on_message(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = spi_track(p, export_controller(ev->b));

	if (ev->type == TWIN_EV_SPI_MSG_SUBMIT)
		instant(p, ev, track, "spi_message_submit");
	else if (!track_begin(&p->tracks, track, ev->time, ev->a, "message"))
		return;
	pf_number(&p->tracks.out, "cs", export_cs(ev->b));
	put_address(p, "message", ev->a);
	pf_end(&p->tracks.out);
}

/* A message that could not even start is done as well. */
static void on_message_done(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = spi_track(p, export_controller(ev->b));

	if (!track_end(&p->tracks, track, ev->time, ev->a))
		instant(p, ev, track, "spi_message_done");
	pf_number(&p->tracks.out, "actual", (int64_t)(ev->b >> 32));
	pf_number(&p->tracks.out, "frame",
		  (int64_t)details_of(p->context.details, ev)->frame_length);
	pf_end(&p->tracks.out);
}

static void put_bytes(struct perfetto *p, const char *key, const struct detail_bytes *b)
{
	char text[3 * DETAIL_BYTES + 1] = "";

	for (unsigned int i = 0; i < b->nr; i++)
		snprintf(text + 3 * i, 4, "%02x ", b->bytes[i]);
	if (b->nr)
		text[3 * b->nr - 1] = '\0';
	pf_text(&p->tracks.out, key, text);
}

/* What was sent is known at its start, what came at its end. */
static void on_transfer(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = spi_track(p, export_controller(ev->b));
	struct detail *d = details_of(p->context.details, ev);
	bool start = ev->type == TWIN_EV_SPI_XFER_START, written;

	written = start ? track_begin(&p->tracks, track, ev->time, ev->a, "transfer")
			: track_end(&p->tracks, track, ev->time, ev->a);
	if (written) {
		if (start)
			pf_number(&p->tracks.out, "len", (int64_t)(ev->b >> 32));
		put_bytes(p, start ? "tx" : "rx", start ? &d->tx : &d->rx);
		pf_end(&p->tracks.out);
	}
	d->tx.nr = d->rx.nr = 0;
}

static void on_cs(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = cs_track(p, export_controller(ev->a), export_cs(ev->a));

	if (ev->b ? track_end(&p->tracks, track, ev->time, 0)
		  : !track_busy(track) && track_begin(&p->tracks, track, ev->time, 0, "CS low"))
		pf_end(&p->tracks.out);
}

/* A mutex says again that it waits when it spins no more but sleeps: that is another slice. */
static void on_lock_begin(struct perfetto *p, const struct twin_event *ev)
{
	struct track *track = lock_track(p, ev);
	char name[EXPORT_TEXT], flags[EXPORT_TEXT];

	if (track_in(track, ev->a) && track_end(&p->tracks, track, ev->time, ev->a))
		pf_end(&p->tracks.out);
	if (!track_begin(&p->tracks, track, ev->time, ev->a,
			 export_address(&p->context, ev->a, name)))
		return;
	pf_text(&p->tracks.out, "flags", export_lock_flags(ev->b, flags));
	put_address(p, "lock", ev->a);
	pf_end(&p->tracks.out);
}

static void on_lock_end(struct perfetto *p, const struct twin_event *ev)
{
	if (!track_end(&p->tracks, lock_track(p, ev), ev->time, ev->a))
		return;
	pf_number(&p->tracks.out, "ret", (int)ev->b);
	pf_end(&p->tracks.out);
}

static void spi_event(struct perfetto *p, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_SPI_MSG_SUBMIT:
	case TWIN_EV_SPI_MSG_START:
		on_message(p, ev);
		break;
	case TWIN_EV_SPI_MSG_DONE:
		on_message_done(p, ev);
		break;
	case TWIN_EV_SPI_XFER_START:
	case TWIN_EV_SPI_XFER_STOP:
		on_transfer(p, ev);
		break;
	case TWIN_EV_PIN_CS:
		on_cs(p, ev);
		break;
	default:
		break;
	}
}

void perfetto_event(struct perfetto *p, const struct twin_event *ev)
{
	switch (ev->type) {
	case TWIN_EV_SWITCH:
		on_switch(p, ev);
		break;
	case TWIN_EV_WAKING:
	case TWIN_EV_WAKEUP_NEW:
		on_woken(p, ev);
		break;
	case TWIN_EV_PI_SETPRIO:
		on_pi_setprio(p, ev);
		break;
	case TWIN_EV_IRQ_ENTRY:
	case TWIN_EV_IRQ_EXIT:
		on_irq(p, ev);
		break;
	case TWIN_EV_SOFTIRQ_ENTRY:
	case TWIN_EV_SOFTIRQ_EXIT:
		on_softirq(p, ev);
		break;
	case TWIN_EV_TIMER_EXPIRE:
		on_timer(p, ev);
		break;
	case TWIN_EV_LOCK_BEGIN:
		on_lock_begin(p, ev);
		break;
	case TWIN_EV_LOCK_END:
		on_lock_end(p, ev);
		break;
	default:
		spi_event(p, ev);
		break;
	}
}
