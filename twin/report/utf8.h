/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Output of tasks may be any bytes; JSON may not. */
#ifndef REPORT_UTF8_H
#define REPORT_UTF8_H

#include <stddef.h>

/* A copy in which every byte that is not part of valid UTF-8, and NUL, became U+FFFD. */
char *utf8_clean(const char *text, size_t len, size_t *out_len);

#endif
