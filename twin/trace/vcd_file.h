/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The file side of the VCD writer: pins, recorded changes, and the finished file. */
#ifndef TRACE_VCD_FILE_H
#define TRACE_VCD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/names.h"

struct vcd_pin {
	uint8_t controller, pin;
	char value;   /* 0 1 x z, as of the last applied change */
	char initial; /* at the start of the recording */
};

struct vcd_file {
	char *path, *tmp, *body_path;
	FILE *body; /* "#time" and changes; the header goes before it at the end */
	struct vcd_pin *pins;
	size_t nr_pins, cap;
	bool recording, started;
	uint64_t start, end; /* ps */
	uint64_t stamp;	     /* last time written to the body */
	off_t end_pos;	     /* of the body at `end` */
	uint64_t end_stamp;
};

int vcd_file_open(struct vcd_file *f, const char *path, char *err);
/* Number of a pin, which is created as unknown. */
size_t vcd_file_pin(struct vcd_file *f, unsigned int controller, unsigned int pin);
void vcd_file_start(struct vcd_file *f, uint64_t time);
/* The recording may end here; what follows is cut off unless another end is set. */
void vcd_file_end(struct vcd_file *f, uint64_t time);
void vcd_file_change(struct vcd_file *f, uint64_t time, size_t pin, char value);
/* Header, initial values, body; renames. 0, or -1 with `err` and no file. Does not free. */
int vcd_file_finish(struct vcd_file *f, const struct names *names, char *err);
/* Removes what is left of the temporary files; frees. */
void vcd_file_free(struct vcd_file *f);

#endif
