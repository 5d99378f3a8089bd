// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *p)
{
	if (p)
		return p;
	fputs("spitwin: error: out of memory\n", stderr);
	exit(3);
}

void *mem_alloc(size_t bytes)
{
	return need(calloc(1, bytes ? bytes : 1));
}

void *mem_grow(void *array, size_t used, size_t *cap, size_t elem)
{
	if (used < *cap)
		return array;
	*cap = *cap ? *cap * 2 : 16;
	return need(reallocarray(array, *cap, elem));
}

char *mem_text(const char *text)
{
	return text ? need(strdup(text)) : NULL;
}

int fail(char *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	vsnprintf(err, TRACE_ERR_SIZE, fmt, ap);
	va_end(ap);
	return -1;
}
