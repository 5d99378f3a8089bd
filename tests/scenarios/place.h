/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A folder for one test, which is its working directory, and the files in it. */
#ifndef SCENARIOS_PLACE_H
#define SCENARIOS_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* For TestSuite(.init, .fini): makes the folder and enters it; removes it. */
void place_enter(void);
void place_leave(void);

void write_file(const char *name, const void *data, size_t len);
/* A scenario of this board with these further lines; returns `name`. */
const char *scenario(const char *name, const char *lines);
/* One task, whose flash has the option `flash` ("fill: prng"). */
const char *scenario_of(const char *name, const char *flash, const char *command);
/* The whole file with a NUL behind; fails the test when it is not there. */
char *read_file(const char *name, size_t *len);
bool exists(const char *name);
/* Entries of a folder that do not start with a dot. */
int entries(const char *dir);
void same_files(const char *a, const char *b);
void same_bytes(const void *a, size_t a_len, const void *b, size_t b_len, const char *what);

#define HEAD "spitwin: 1\nboard: sama5d36ek\n"
#define DD_512 "dd if=/dev/mtd0 of=/dev/null bs=512 count=1"

#endif
