// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "program.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SKIPPED 77
#define MAX_WORDS 40

struct kept {
	struct kept *next;
	void *memory;
};

static struct kept *all_kept;

void *keep(void *memory)
{
	struct kept *k = malloc(sizeof(*k));

	if (!k || !memory)
		abort();
	*k = (struct kept){all_kept, memory};
	all_kept = k;
	return memory;
}

char *text(const char *format, ...)
{
	va_list ap;
	char *s;

	va_start(ap, format);
	if (vasprintf(&s, format, ap) < 0)
		abort();
	va_end(ap);
	return keep(s);
}

const char *top(void)
{
	const char *root = getenv("SPITWIN_ROOT");

	return root && *root ? root : SPITWIN_TOP;
}

const char *spitwin_bin(void)
{
	const char *bin = getenv("SPITWIN_BIN");

	return bin && *bin ? bin : SPITWIN_BIN;
}

static void skip(const char *why)
{
	printf("SKIPPED: %s\n", why);
	exit(SKIPPED);
}

/* Without a kernel image there is nothing to test; say so, and do not call it a success. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	const char *image = text("%s/build/images/linux-6.1-sama5d36ek/image.so", top());
	const char *why = getenv("SPITWIN_SKIP");

	(void)tests;
	if (why && *why)
		skip(why);
	if (access(image, R_OK))
		skip(text("%s is not built (kernel/build-image linux-6.1 --board sama5d36ek)",
			  image));
}

void need_image(const char *name)
{
	need_image_of(name, "sama5d36ek");
}

/* Does tests/images list it? `./spitwin test` has built it then. */
static int listed(const char *name, const char *board)
{
	FILE *f = fopen(text("%s/tests/images", top()), "r");
	char line[200], image[64], of[64];
	int found = 0;

	cr_assert(f);
	while (!found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%63s %63s", image, of) == 2 && !strcmp(image, name) &&
			!strcmp(of, board);
	fclose(f);
	return found;
}

void need_image_of(const char *name, const char *board)
{
	const char *path = text("%s/build/images/%s-%s/image.so", top(), name, board);

	if (!access(path, R_OK))
		return;
	cr_assert_not(listed(name, board), "tests/images has %s for %s, but it is not built", name,
		      board);
	cr_skip_test("%s for %s is not built; docs/kernels.md", name, board);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ULL + t.tv_nsec / 1000000;
}

static void child(const struct how *how, const char *const *argv, int out, int err)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (how->out_to)
		out = open(how->out_to, O_WRONLY | O_CLOEXEC);
	dup2(in, 0);
	dup2(out, 1);
	dup2(err, 2);
	if (how->closed_stdin)
		close(0);
	for (int i = 0; how->env[i]; i++)
		putenv((char *)how->env[i]);
	if (how->dir && chdir(how->dir))
		_exit(126);
	execvp(argv[0], (char *const *)argv);
	_exit(127);
}

static char *all_of(int fd, size_t *len)
{
	struct stat st;
	char *buf;

	fstat(fd, &st);
	buf = keep(calloc(1, st.st_size + 1));
	*len = st.st_size;
	if (pread(fd, buf, *len, 0) != (ssize_t)*len)
		abort();
	close(fd);
	return buf;
}

static int wait_for(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		abort();
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

struct said program(const struct how *how, const char *const *argv)
{
	static const struct how plain;
	int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC);
	uint64_t start = now_ms();
	struct said s = {0};
	pid_t pid;

	how = how ? how : &plain;
	pid = fork();
	if (!pid)
		child(how, argv, out, err);
	if (how->signal) {
		usleep(how->signal_ms * 1000);
		kill(pid, how->signal);
		start = now_ms();
	}
	s.code = wait_for(pid);
	s.ms = now_ms() - start;
	s.out = all_of(out, &s.out_len);
	s.err = all_of(err, &s.err_len);
	return s;
}

/* Few tests are about intervals, and sixty more runs each would be long for the others. */
static bool wants_quick(const char *const *words)
{
	if (!words[0] || (strcmp(words[0], "run") && strcmp(words[0], "check")))
		return false;
	for (int i = 1; words[i]; i++)
		if (!strncmp(words[i], "--intervals", strlen("--intervals")))
			return false;
	return true;
}

struct said spitwin_how(const struct how *how, const char *const *words)
{
	const char *argv[MAX_WORDS] = {spitwin_bin(), words[0]};
	int n = words[0] ? 2 : 1;

	if (wants_quick(words))
		argv[n++] = "--intervals=never";
	for (int i = 1; words[0] && words[i]; i++)
		argv[n++] = words[i];
	return program(how, argv);
}

void expect_code(const struct said *s, int code)
{
	cr_assert_eq(s->code, code, "exit code %d, not %d\nstdout: %.2000s\nstderr: %.2000s",
		     s->code, code, s->out, s->err);
}

static int times_in(const char *what, const char *in)
{
	int n = 0;

	while ((in = strstr(in, what))) {
		in += strlen(what);
		n++;
	}
	return n;
}

void expect_refused(const struct said *s, const char *line)
{
	const char *end = strchr(s->err, '\n');

	expect_code(s, 2);
	cr_assert_eq(s->out_len, 0, "stdout: %.500s", s->out);
	cr_assert(end && end == s->err + s->err_len - 1, "not one line on stderr: '%.2000s'",
		  s->err);
	cr_assert_eq(times_in("error: ", s->err), 1, "not PLACE: error: WHAT: %s", s->err);
	cr_assert(strstr(s->err, ": error: "), "not PLACE: error: WHAT: %s", s->err);
	if (!line)
		return;
	cr_assert_eq(strlen(line), s->err_len - 1, "expected: %s\n     got: %s", line, s->err);
	cr_assert_eq(memcmp(line, s->err, s->err_len - 1), 0, "expected: %s\n     got: %s", line,
		     s->err);
}
