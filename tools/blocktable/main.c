// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * blocktable [-v] IMAGE OUT [WATCH]: writes the block table (blocktable.h) of an instrumented
 * kernel image; WATCH lists functions whose first block gets a note (notes.h). Prints "blocks N
 * free N insns N text N" and "notes N exits N inexact N"; -v says on standard error which ways out
 * of a tracepoint's code are inexact (traced.h). Exit status 2 and nothing written on any error.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "blocks.h"
#include "notes.h"

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

static bool write_parts(FILE *f, const struct blocktable_header *header, const uint8_t *table,
			const struct notes *notes)
{
	static const uint8_t zeros[8];
	size_t padding = -header->text_size % sizeof(zeros);

	return fwrite(header, sizeof(*header), 1, f) == 1 &&
	       fwrite(table, 1, header->text_size, f) == header->text_size &&
	       fwrite(zeros, 1, padding, f) == padding &&
	       fwrite(notes->notes, sizeof(*notes->notes), notes->count, f) == notes->count;
}

static int write_file(const char *path, const struct blocktable_header *header,
		      const uint8_t *table, const struct notes *notes)
{
	char *temp = NULL;
	FILE *f;
	bool ok;

	if (asprintf(&temp, "%s.%ld", path, (long)getpid()) < 0)
		return error("out of memory");
	f = fopen(temp, "wb");
	ok = f && write_parts(f, header, table, notes);
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

struct arguments {
	const char *image, *out, *watch;
	bool verbose;
};

static int make_table(const struct arguments *args, struct listing *l, const struct image *image,
		      const struct watch_list *watch)
{
	struct blocktable_header header = {
		.magic = BLOCKTABLE_MAGIC, .version = BLOCKTABLE_VERSION,
		.header_size = sizeof(header), .text = image->text, .text_size = image->text_size,
	};
	struct traced_stats stats = { 0 };
	struct notes notes = { 0 };
	uint8_t *table = calloc(1, image->text_size);
	int result;

	if (!table ||
	    blocks_count(l, image, &header, table, &stats, args->verbose ? stderr : NULL) ||
	    notes_make(&notes, l, image, watch, table)) {
		result = error("out of memory");
	} else if (!header.blocks) {
		result = error("%s: no basic block found; was it compiled with "
			       "-fsanitize-coverage=trace-pc?", args->image);
	} else {
		header.nr_notes = notes.count;
		result = write_file(args->out, &header, table, &notes);
	}
	free(table);
	notes_free(&notes);
	if (!result)
		printf("blocks %lu free %lu insns %lu text %lu\nnotes %lu exits %lu inexact %lu\n",
		       header.blocks, header.free_blocks, header.insns, header.text_size,
		       header.nr_notes, stats.exits, stats.inexact);
	return result;
}

static int parse(struct arguments *args, int argc, char **argv)
{
	*args = (struct arguments){ 0 };
	if (argc > 1 && !strcmp(argv[1], "-v")) {
		args->verbose = true;
		argc--;
		argv++;
	}
	if (argc < 3 || argc > 4)
		return -1;
	args->image = argv[1];
	args->out = argv[2];
	args->watch = argc > 3 ? argv[3] : NULL;
	return 0;
}

int main(int argc, char **argv)
{
	struct listing listing = { 0 };
	struct watch_list watch = { 0 };
	struct arguments args;
	struct image image;
	const char *why;
	int result;

	if (parse(&args, argc, argv)) {
		fprintf(stderr, "usage: blocktable [-v] IMAGE OUT [WATCH]\n");
		return 2;
	}
	if (args.watch && watch_read(&watch, args.watch))
		return 2;
	errno = 0;
	if (image_read(&image, args.image, &why)) {
		error("%s: %s", args.image, why);
		watch_free(&watch);
		return 2;
	}
	result = disassemble(args.image, &listing);
	if (!result)
		result = make_table(&args, &listing, &image, &watch);
	listing_free(&listing);
	image_free(&image);
	watch_free(&watch);
	return result ? 2 : 0;
}
