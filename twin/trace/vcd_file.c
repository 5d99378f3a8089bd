// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "trace/vcd_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/mem.h"
#include "trace/pins.h"

/* Two runs may write to one path at the same time; the last to finish wins, whole. */
static char *beside(const char *path, const char *suffix)
{
	char *name;

	return asprintf(&name, "%s.%ld%s", path, (long)getpid(), suffix) < 0 ? mem_alloc(1) : name;
}

int vcd_file_open(struct vcd_file *f, const char *path, char *err)
{
	*f = (struct vcd_file){
		.path = mem_text(path),
		.tmp = beside(path, ".tmp"),
		.body_path = beside(path, ".body.tmp"),
	};
	f->body = fopen(f->body_path, "w+b");
	return f->body ? 0
		       : fail(err, "%s: error: cannot write: %s; check the directory", path,
			      strerror(errno));
}

size_t vcd_file_pin(struct vcd_file *f, unsigned int controller, unsigned int pin)
{
	for (size_t i = 0; i < f->nr_pins; i++)
		if (f->pins[i].controller == controller && f->pins[i].pin == pin)
			return i;
	f->pins = mem_grow(f->pins, f->nr_pins, &f->cap, sizeof(*f->pins));
	f->pins[f->nr_pins] = (struct vcd_pin){controller, pin, 'x', 'x'};
	return f->nr_pins++;
}

void vcd_file_start(struct vcd_file *f, uint64_t time)
{
	if (f->started)
		return;
	f->started = f->recording = true;
	f->start = f->stamp = time;
	for (size_t i = 0; i < f->nr_pins; i++)
		f->pins[i].initial = f->pins[i].value;
}

void vcd_file_end(struct vcd_file *f, uint64_t time)
{
	if (!f->started)
		return;
	f->end = time;
	f->end_pos = ftello(f->body);
	f->end_stamp = f->stamp;
}

/* Identifiers are numbers in base 94, digits '!' to '~'. */
static void put_id(FILE *out, size_t pin)
{
	do
		putc('!' + (int)(pin % 94), out);
	while ((pin /= 94));
}

void vcd_file_change(struct vcd_file *f, uint64_t time, size_t pin, char value)
{
	struct vcd_pin *p = &f->pins[pin];

	if (p->value == value)
		return;
	p->value = value;
	if (!f->recording)
		return;
	if (time <= f->start) {
		p->initial = value;
		return;
	}
	if (time > f->stamp)
		fprintf(f->body, "#%" PRIu64 "\n", time);
	f->stamp = time;
	putc(value, f->body);
	put_id(f->body, pin);
	putc('\n', f->body);
}

static void put_default_name(FILE *out, unsigned int pin)
{
	static const char *const names[] = {"sck", "mosi", "miso"};

	if (pin < 3)
		fputs(names[pin], out);
	else
		fprintf(out, "cs%u", pin - PIN_CS0);
}

/* Blanks end a name in the format. */
static void put_name(FILE *out, const struct names *names, const struct vcd_pin *pin)
{
	const char *name = names_line(names, pin->controller, pin->pin);

	if (!name || !*name) {
		put_default_name(out, pin->pin);
		return;
	}
	for (; *name; name++)
		putc((unsigned char)*name > ' ' && (unsigned char)*name < 0x7f ? *name : '_', out);
}

static void put_scope(FILE *out, const struct vcd_file *f, const struct names *names,
		      unsigned int controller)
{
	fprintf(out, "$scope module spi%u $end\n", controller);
	for (size_t i = 0; i < f->nr_pins; i++) {
		if (f->pins[i].controller != controller)
			continue;
		fputs("$var wire 1 ", out);
		put_id(out, i);
		putc(' ', out);
		put_name(out, names, &f->pins[i]);
		fputs(" $end\n", out);
	}
	fputs("$upscope $end\n", out);
}

static bool controller_has_pins(const struct vcd_file *f, unsigned int controller)
{
	for (size_t i = 0; i < f->nr_pins; i++)
		if (f->pins[i].controller == controller)
			return true;
	return false;
}

static void put_head(FILE *out, const struct vcd_file *f, const struct names *names)
{
	fputs("$version spitwin $end\n$timescale 1 ps $end\n", out);
	for (unsigned int c = 0; c < 256; c++)
		if (controller_has_pins(f, c))
			put_scope(out, f, names, c);
	fprintf(out, "$enddefinitions $end\n#%" PRIu64 "\n$dumpvars\n", f->start);
	for (size_t i = 0; i < f->nr_pins; i++) {
		putc(f->pins[i].initial, out);
		put_id(out, i);
		putc('\n', out);
	}
	fputs("$end\n", out);
}

static int copy_body(FILE *out, struct vcd_file *f)
{
	char buf[65536];
	off_t left = f->end_pos;

	rewind(f->body);
	while (left > 0) {
		size_t want = left < (off_t)sizeof(buf) ? (size_t)left : sizeof(buf);
		size_t got = fread(buf, 1, want, f->body);

		if (!got || fwrite(buf, 1, got, out) != got)
			return -1;
		left -= (off_t)got;
	}
	return 0;
}

/* One stamp after the last change, so that readers that drop the last sample lose nothing. */
static void put_tail(FILE *out, const struct vcd_file *f)
{
	if (f->started)
		fprintf(out, "#%" PRIu64 "\n", f->end > f->end_stamp ? f->end : f->end_stamp + 1);
}

static int write_all(struct vcd_file *f, const struct names *names)
{
	FILE *out = fopen(f->tmp, "wb");
	int bad;

	if (!out)
		return -1;
	put_head(out, f, names);
	bad = copy_body(out, f);
	put_tail(out, f);
	bad |= ferror(out);
	if (fclose(out))
		bad = 1;
	return bad ? -1 : rename(f->tmp, f->path);
}

int vcd_file_finish(struct vcd_file *f, const struct names *names, char *err)
{
	errno = 0;
	if (fflush(f->body) || ferror(f->body) || write_all(f, names))
		return fail(err, "%s: error: cannot write: %s; nothing was kept", f->path,
			    strerror(errno ? errno : EIO));
	return 0;
}

void vcd_file_free(struct vcd_file *f)
{
	if (f->body)
		fclose(f->body);
	unlink(f->body_path);
	unlink(f->tmp);
	free(f->path);
	free(f->tmp);
	free(f->body_path);
	free(f->pins);
}
