// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/vcd.h"

#include <stdlib.h>

#include "trace/names.h"
#include "trace/pins_order.h"
#include "trace/tqueue.h"
#include "trace/vcd_file.h"

/* Something that happens at a time: a pin changes, or the window starts or may end. */
enum change_kind { CHANGE_PIN, CHANGE_START, CHANGE_END };

struct change {
	uint64_t time;
	uint32_t pin;
	uint8_t kind;
	char value;
};

struct vcd {
	struct vcd_file file;
	struct vcd_window window;
	struct names *names;
	struct pin_order pins;
	struct tqueue queue;
	uint64_t applied; /* time of the last change taken from the queue */
	uint64_t late;
	unsigned int tasks;   /* running now */
	uint64_t cs_low[256]; /* per controller: time of the last falling chip select */
	bool sck_known[256];
};

static void add(struct vcd *vcd, uint64_t time, enum change_kind kind, size_t pin, char value)
{
	struct change *c;

	if (time < vcd->applied) {
		time = vcd->applied;
		vcd->late++;
	}
	c = tqueue_insert(&vcd->queue, time);
	c->kind = kind;
	c->pin = pin;
	c->value = value;
}

static void add_pin(struct vcd *vcd, uint64_t time, unsigned int controller, unsigned int pin,
		    char value)
{
	add(vcd, time, CHANGE_PIN, vcd_file_pin(&vcd->file, controller, pin), value);
}

static void end_range(struct vcd *vcd, uint64_t time)
{
	vcd_file_end(&vcd->file, time);
	vcd->file.recording = false;
}

static void apply(struct vcd *vcd, const struct change *c)
{
	vcd->applied = c->time;
	if (c->kind == CHANGE_PIN)
		vcd_file_change(&vcd->file, c->time, c->pin, c->value);
	else if (c->kind == CHANGE_START)
		vcd_file_start(&vcd->file, c->time);
	else if (vcd->window.kind == VCD_RANGE)
		end_range(vcd, vcd->window.to);
	else
		vcd_file_end(&vcd->file, c->time);
}

static void flush(struct vcd *vcd, uint64_t until)
{
	struct change *c;

	while ((c = tqueue_first(&vcd->queue)) && c->time <= until) {
		apply(vcd, c);
		tqueue_drop(&vcd->queue);
	}
}

static char bit_of(uint32_t word, unsigned int bits, unsigned int i)
{
	return word >> (bits - 1 - i) & 1 ? '1' : '0';
}

/* When bit i appears on the data pins. */
static uint64_t bit_time(const struct pin_word *w, unsigned int i)
{
	if (w->cpha)
		return pin_word_edge(w, 2 * i);
	if (i)
		return pin_word_edge(w, 2 * i - 1);
	return pin_grid_time(&w->grid, w->n0 > w->scbr ? w->n0 - w->scbr : 0);
}

static void add_data(struct vcd *vcd, const struct pin_word *w)
{
	for (unsigned int i = 0; i < w->bits; i++) {
		uint64_t time = bit_time(w, i);
		char miso = w->floats ? 'z' : bit_of(w->miso, w->bits, i);

		add_pin(vcd, time, w->controller, PIN_MOSI, bit_of(w->mosi, w->bits, i));
		add_pin(vcd, time, w->controller, PIN_MISO, miso);
	}
}

static uint64_t idle_time(const struct vcd *vcd, const struct pin_word *w)
{
	uint64_t half = pin_grid_time(&w->grid, w->scbr);
	uint64_t before =
		vcd->sck_known[w->controller] ? pin_word_first(w) : vcd->cs_low[w->controller];

	before = before > half ? before - half : 0;
	return before > vcd->applied ? before : vcd->applied;
}

static void add_clock(struct vcd *vcd, const struct pin_word *w)
{
	add_pin(vcd, idle_time(vcd, w), w->controller, PIN_SCK, w->cpol ? '1' : '0');
	vcd->sck_known[w->controller] = true;
	for (unsigned int k = 0; k < 2 * w->bits; k++)
		add_pin(vcd, pin_word_edge(w, k), w->controller, PIN_SCK,
			(k & 1) == w->cpol ? '1' : '0');
}

static void on_cs(struct vcd *vcd, const struct twin_event *ev)
{
	unsigned int controller = ev->a >> 8 & 0xff, cs = ev->a & 0xff;

	if (cs > 255 - PIN_CS0)
		return;
	if (!ev->b)
		vcd->cs_low[controller] = ev->time;
	add_pin(vcd, ev->time, controller, PIN_CS0 + cs, ev->b ? '1' : '0');
}

static void on_window(struct vcd *vcd, const struct twin_event *ev)
{
	if (vcd->window.kind != VCD_TASKS)
		return;
	if (ev->a) {
		vcd->tasks++;
		add(vcd, ev->time, CHANGE_START, 0, 0);
		return;
	}
	vcd->tasks -= vcd->tasks > 0;
	add(vcd, ev->time, CHANGE_END, 0, 0);
}

static void on_clock(struct vcd *vcd, const struct twin_event *ev)
{
	for (unsigned int pin = PIN_SCK; pin <= PIN_MISO; pin++)
		vcd_file_pin(&vcd->file, ev->a & 0xff, pin);
}

static void flush_before(struct vcd *vcd, uint64_t time)
{
	if (time > VCD_HOLD)
		flush(vcd, time - VCD_HOLD);
}

static void add_words(struct vcd *vcd, const struct pin_words *words)
{
	for (unsigned int i = 0; i < words->n; i++) {
		struct pin_word w = pin_words_nth(words, i);

		flush_before(vcd, pin_word_first(&w));
		add_clock(vcd, &w);
		add_data(vcd, &w);
	}
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct vcd *vcd = state;
	struct pin_words words;

	while (pin_order_before(&vcd->pins, ev, &words))
		add_words(vcd, &words);
	names_event(vcd->names, ev);
	if (!pin_continues(ev->type))
		flush_before(vcd, ev->time);
	if (pin_order_event(&vcd->pins, ev, &words))
		add_words(vcd, &words);
	else if (ev->type == TWIN_EV_PIN_CS)
		on_cs(vcd, ev);
	else if (ev->type == TWIN_EV_WINDOW)
		on_window(vcd, ev);
	else if (ev->type == TWIN_EV_CLOCK)
		on_clock(vcd, ev);
}

static void on_end(void *state, uint64_t now)
{
	struct vcd *vcd = state;
	struct pin_words words;

	while (pin_order_rest(&vcd->pins, &words))
		add_words(vcd, &words);
	if (vcd->window.kind == VCD_RANGE) {
		flush(vcd, now < vcd->window.to ? now : UINT64_MAX);
		if (now < vcd->window.to)
			end_range(vcd, now);
		return;
	}
	if (vcd->window.kind == VCD_ALL || vcd->tasks)
		add(vcd, now, CHANGE_END, 0, 0);
	flush(vcd, UINT64_MAX);
}

struct vcd *vcd_open(const char *path, const struct vcd_window *window, char *err)
{
	struct vcd *vcd = mem_alloc(sizeof(*vcd));

	vcd->window = *window;
	vcd->names = names_new();
	vcd->queue.elem = sizeof(struct change);
	if (vcd_file_open(&vcd->file, path, err)) {
		vcd_abandon(vcd);
		return NULL;
	}
	if (window->kind != VCD_TASKS)
		add(vcd, window->kind == VCD_ALL ? 0 : window->from, CHANGE_START, 0, 0);
	if (window->kind == VCD_RANGE && window->to < UINT64_MAX)
		add(vcd, window->to + 1, CHANGE_END, 0, 0); /* after all changes at to */
	return vcd;
}

struct reducer vcd_reducer(struct vcd *vcd)
{
	return (struct reducer){
		.name = "vcd",
		.classes = TWIN_CLASS_META | TWIN_CLASS_PIN,
		.event = on_event,
		.end = on_end,
		.state = vcd,
	};
}

uint64_t vcd_late(const struct vcd *vcd)
{
	return vcd->late;
}

uint64_t vcd_bad(const struct vcd *vcd)
{
	return vcd->pins.decoder.bad;
}

int vcd_close(struct vcd *vcd, char *err)
{
	int ret = vcd_file_finish(&vcd->file, vcd->names, err);

	vcd_abandon(vcd);
	return ret;
}

void vcd_abandon(struct vcd *vcd)
{
	if (!vcd)
		return;
	vcd_file_free(&vcd->file);
	names_free(vcd->names);
	tqueue_free(&vcd->queue);
	pin_order_free(&vcd->pins);
	free(vcd);
}
