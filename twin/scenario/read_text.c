// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/read_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Length of the UTF-8 sequence at p, or 0 when it is none (overlong, surrogate, cut off). */
static size_t utf8_length(const unsigned char *p, size_t left)
{
	size_t len = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 :
		     *p < 0xf5 ? 4 : 0;
	size_t i;

	if (!len || len > left || !*p)
		return 0;
	for (i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return len;
}

int check_text(const char *name, const char *text, size_t len, struct diag *diag)
{
	struct src_pos pos = { name, 1, 1 };
	size_t i, step;

	for (i = 0; i < len; i += step) {
		step = utf8_length((const unsigned char *)text + i, len - i);
		if (!step) {
			diag_set(diag, pos, "byte 0x%02x is not UTF-8 text",
				 (unsigned char)text[i]);
			return diag_hint(diag, "save the file as UTF-8");
		}
		pos.col = text[i] == '\n' ? 1 : pos.col + 1;
		pos.line += text[i] == '\n';
	}
	return 0;
}

static int check_file(int fd, struct src_pos pos, struct diag *diag)
{
	struct stat st;

	if (fstat(fd, &st))
		return diag_set(diag, pos, "cannot read: %s", strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		diag_set(diag, pos, "is a directory");
		return diag_hint(diag, "name the file in it");
	}
	if (!S_ISREG(st.st_mode))
		return diag_set(diag, pos, "is not a regular file");
	if (st.st_size > READ_TEXT_LIMIT)
		return diag_set(diag, pos, "is larger than the limit of 1 MiB");
	return 0;
}

static int read_all(int fd, char *buf, size_t *len, struct src_pos pos, struct diag *diag)
{
	ssize_t got;

	for (*len = 0; *len <= READ_TEXT_LIMIT; *len += (size_t)got) {
		got = read(fd, buf + *len, READ_TEXT_LIMIT + 1 - *len);
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got < 0)
			return diag_set(diag, pos, "cannot read: %s", strerror(errno));
		else if (got == 0)
			break;
	}
	if (*len > READ_TEXT_LIMIT)
		return diag_set(diag, pos, "is larger than the limit of 1 MiB");
	buf[*len] = '\0';
	if (!*len)
		return diag_set(diag, pos, "is empty");
	return check_text(pos.file, buf, *len, diag);
}

char *read_text(const char *path, size_t *len, struct diag *diag)
{
	struct src_pos pos = { path, 0, 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *buf;

	if (fd < 0) {
		diag_set(diag, pos, "cannot open: %s", strerror(errno));
		return NULL;
	}
	buf = malloc(READ_TEXT_LIMIT + 2);
	if (!buf)
		diag_set(diag, pos, "out of memory");
	if (buf && (check_file(fd, pos, diag) || read_all(fd, buf, len, pos, diag))) {
		free(buf);
		buf = NULL;
	}
	close(fd);
	return buf;
}
