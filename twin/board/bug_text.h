/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the kernel's log says of bugs, and how they are shown: texts only. */
#ifndef TWIN_BOARD_BUG_TEXT_H
#define TWIN_BOARD_BUG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define BUG_TEXT_WIDTH 118	/* a report indents by 2, and is 120 wide */
#define BUG_TEXT_INDENT "    "	/* of the lines behind a statement's first */

/*
 * Is a line "WARNING: CPU: 0 PID: 1 at ./FILE:LINE ..." of WARN() a driver's opinion of its own
 * work?
 *
 * It is in a file below drivers/: drivers warn of a mere timeout, which is an ordinary result of
 * what they were given to do. Except in the files of subsystem cores (bug_text.c has them): those
 * check what their callers, the drivers, do, and a warning is how they name a driver's bug.
 * Anywhere else (kernel/, mm/, lib/, arch/, include/) it is the kernel that checks, too.
 */
bool bug_text_is_drivers_own(const char *warning);
/*
 * Length of that line without the caller's address at its end, which the kernel cannot name, and
 * which the call chain in the report says with function and line.
 */
size_t bug_text_without_address(const char *line, size_t len);
/* "HEAD" "WHAT" as lines of at most BUG_TEXT_WIDTH, unless a word is longer; malloc()ed. */
char *bug_text_wrap(const char *head, const char *what, size_t len);

#endif
