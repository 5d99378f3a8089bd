// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * blocktable IMAGE OUT: writes the block table (blocktable.h) of an instrumented kernel image.
 * Prints "blocks N free N insns N text N". Exit status 2 and nothing written on any error.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "blocks.h"

static int error(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int error(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "blocktable: error: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return -1;
}

/* Starts objdump without a shell: a path may hold anything. */
static pid_t start_objdump(const char *path, FILE **out)
{
	int ends[2];
	pid_t pid;

	if (pipe(ends))
		return -1;
	pid = fork();
	if (!pid) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		setenv("LC_ALL", "C", 1);
		execlp("objdump", "objdump", "-d", "--no-show-raw-insn", "--", path, NULL);
		fprintf(stderr, "blocktable: error: cannot run objdump: %s; install binutils\n",
			strerror(errno));
		_exit(127);
	}
	close(ends[1]);
	*out = pid > 0 ? fdopen(ends[0], "r") : NULL;
	if (!*out)
		close(ends[0]);
	return pid;
}

static int disassemble(const char *path, struct listing *l)
{
	FILE *out = NULL;
	pid_t pid = start_objdump(path, &out);
	int status = 0, result = -1;

	if (pid < 0)
		return error("cannot start objdump: %s", strerror(errno));
	if (out) {
		result = listing_read(l, out);
		fclose(out);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return error("%s: objdump failed", path);
	if (result)
		return error("%s: addresses do not ascend, or memory is short", path);
	return 0;
}

static int write_file(const char *path, const struct blocktable_header *header,
		      const uint8_t *table)
{
	char *temp = NULL;
	FILE *f;
	bool ok;

	if (asprintf(&temp, "%s.%ld", path, (long)getpid()) < 0)
		return error("out of memory");
	f = fopen(temp, "wb");
	ok = f && fwrite(header, sizeof(*header), 1, f) == 1 &&
	     fwrite(table, 1, header->text_size, f) == header->text_size;
	if (f && fclose(f))
		ok = false;
	if (ok && rename(temp, path))
		ok = false;
	if (!ok) {
		error("%s: cannot write: %s", path, strerror(errno));
		unlink(temp);
	}
	free(temp);
	return ok ? 0 : -1;
}

static int make_table(const char *path, const char *out, struct listing *l,
		      const struct image *image)
{
	struct blocktable_header header = {
		.magic = BLOCKTABLE_MAGIC, .version = BLOCKTABLE_VERSION,
		.header_size = sizeof(header), .text = image->text, .text_size = image->text_size,
	};
	struct traced_stats stats = { 0 };
	uint8_t *table = calloc(1, image->text_size);
	int result;

	if (!table || blocks_count(l, image, &header, table, &stats, getenv("BLOCKTABLE_LOG") ? stderr : NULL))
		result = error("out of memory");
	else if (!header.blocks)
		result = error("%s: no basic block found; was it compiled with "
			       "-fsanitize-coverage=trace-pc?", path);
	else
		result = write_file(out, &header, table);
	free(table);
	if (!result)
		printf("blocks %lu free %lu insns %lu text %lu\n", header.blocks,
		       header.free_blocks, header.insns, header.text_size);
	return result;
}

int main(int argc, char **argv)
{
	struct listing listing = { 0 };
	struct image image;
	const char *why;
	int result;

	if (argc != 3) {
		fprintf(stderr, "usage: blocktable IMAGE OUT\n");
		return 2;
	}
	errno = 0;
	if (image_read(&image, argv[1], &why)) {
		error("%s: %s", argv[1], why);
		return 2;
	}
	result = disassemble(argv[1], &listing);
	if (!result)
		result = make_table(argv[1], argv[2], &listing, &image);
	listing_free(&listing);
	image_free(&image);
	return result ? 2 : 0;
}
