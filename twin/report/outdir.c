// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include "report/outdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/json_parts.h"
#include "trace/mem.h"

struct outdir {
	char *path; /* final name, without trailing slashes */
	char *temp;
	char *file; /* last result of outdir_file() */
};

static const char *const files[] = {"report.txt",    "report.json", "pins.vcd",	     "events.twe",
				    "manifest.json", "kernel.log",  "scenario.yaml", "costs.yaml"};

static char *join(const char *dir, const char *name)
{
	char *s;

	return asprintf(&s, "%s/%s", dir, name) < 0 ? mem_alloc(1) : s;
}

static int known_file(const char *name)
{
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(name, files[i]))
			return 1;
	return !strncmp(name, "overlay-", 8) && dot && !strcmp(dot, ".dtso");
}

static int ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && !strcmp(name + len - n, end);
}

static int known_output(const char *name)
{
	return ends_with(name, ".out");
}

static int is_dots(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Calls fn for every entry; stops with its first result that is not 0. -1: cannot read. */
static int each_entry(const char *dir, int (*fn)(const char *dir, const char *name, char *err),
		      char *err)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	int ret = 0;

	if (!d)
		return fail(err, "%s: error: cannot read: %s; give another -o", dir,
			    strerror(errno));
	while (!ret && (e = readdir(d)))
		if (!is_dots(e->d_name))
			ret = fn(dir, e->d_name, err);
	closedir(d);
	return ret;
}

static int foreign(const char *dir, const char *name, char *err)
{
	return fail(err, "%s: error: holds %s, which is no file of a run; give another -o", dir,
		    name);
}

static int check_output(const char *dir, const char *name, char *err)
{
	return known_output(name) ? 0 : foreign(dir, name, err);
}

static int check_entry(const char *dir, const char *name, char *err)
{
	char *tasks;
	int ret;

	if (known_file(name))
		return 0;
	if (strcmp(name, "tasks"))
		return foreign(dir, name, err);
	tasks = join(dir, name);
	ret = each_entry(tasks, check_output, err);
	free(tasks);
	return ret;
}

static int has_entry(const char *dir, const char *name, char *err)
{
	return 1;
}

static int check_earlier(const char *path, char *err)
{
	struct stat st;
	char *manifest;
	int missing, used;

	if (lstat(path, &st))
		return errno == ENOENT
			       ? 0
			       : fail(err, "%s: error: %s; give another -o", path, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return fail(err, "%s: error: is not a directory; give another -o", path);
	if (each_entry(path, check_entry, err))
		return -1;
	used = each_entry(path, has_entry, err);
	manifest = join(path, "manifest.json");
	missing = access(manifest, F_OK);
	free(manifest);
	if (used && missing)
		return fail(err, "%s: error: is not a run directory; give another -o", path);
	return 0;
}

static int make_temp(struct outdir *o, char *err)
{
	char *tasks;
	int ret;

	if (!mkdtemp(o->temp)) {
		o->temp[0] = '\0';
		return fail(err, "%s: error: cannot write there: %s; give another -o", o->path,
			    strerror(errno));
	}
	tasks = join(o->temp, "tasks");
	ret = chmod(o->temp, 0755) || mkdir(tasks, 0755);
	free(tasks);
	return ret ? fail(err, "%s: error: cannot write there: %s; give another -o", o->path,
			  strerror(errno))
		   : 0;
}

/* What exists goes by its real name: links, "." and so on can then be replaced. */
static char *real_name(const char *path)
{
	char *real = realpath(path, NULL);

	return real ? real : mem_text(path);
}

static void strip_slashes(char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		path[--len] = '\0';
}

struct outdir *outdir_prepare(const char *path, char *err)
{
	struct outdir *o = mem_alloc(sizeof(*o));

	o->path = real_name(path);
	strip_slashes(o->path);
	if (asprintf(&o->temp, "%s.partial.XXXXXX", o->path) < 0)
		o->temp = mem_alloc(1);
	if (!*o->path)
		fail(err, "error: the output directory has no name; give -o DIR");
	else if (!check_earlier(o->path, err) && !make_temp(o, err))
		return o;
	if (strlen(o->temp) > 6 && !strcmp(o->temp + strlen(o->temp) - 6, "XXXXXX"))
		o->temp[0] = '\0';
	outdir_abort(o);
	return NULL;
}

const char *outdir_file(struct outdir *o, const char *name)
{
	free(o->file);
	o->file = join(o->temp, name);
	return o->file;
}

void outdir_name_error(const struct outdir *o, char *err)
{
	size_t len = strlen(o->temp), shown = strlen(o->path);

	if (!len || strncmp(err, o->temp, len))
		return;
	memmove(err + shown, err + len, strlen(err + len) + 1);
	memcpy(err, o->path, shown);
}

int outdir_write(struct outdir *o, const char *name, const void *data, size_t len, char *err)
{
	FILE *f = fopen(outdir_file(o, name), "wb");
	int bad = !f;

	if (f) {
		bad = fwrite(data, 1, len, f) != len;
		bad |= fclose(f) != 0;
	}
	return bad ? fail(err, "%s/%s: error: cannot write: %s; free some space", o->path, name,
			  strerror(errno))
		   : 0;
}

static int write_text(struct outdir *o, const struct run_report *r, char *err)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int ret;

	if (!f)
		return fail(err, "%s: error: out of memory; free some", o->path);
	report_text(f, r);
	fclose(f);
	ret = outdir_write(o, "report.txt", text, len, err);
	free(text);
	return ret;
}

static int write_json(struct outdir *o, const struct run_report *r, char *err)
{
	char *text = report_json(r);
	int ret = outdir_write(o, "report.json", text, strlen(text), err);

	free(text);
	return ret;
}

static int write_manifest(struct outdir *o, const struct outdir_pair *pairs, size_t nr, char *err)
{
	json_t *m = json_object();
	char *dump, *text = NULL;
	int len, ret = -1;

	json_object_set_new(m, "format", json_string("spitwin-manifest"));
	for (size_t i = 0; i < nr; i++)
		json_object_set_new(m, pairs[i].key, json_text(pairs[i].value));
	dump = json_dumps(m, JSON_INDENT(2) | JSON_SORT_KEYS);
	if (dump && (len = asprintf(&text, "%s\n", dump)) > 0)
		ret = outdir_write(o, "manifest.json", text, (size_t)len, err);
	free(dump);
	free(text);
	json_decref(m);
	return ret;
}

static int write_output(struct outdir *o, const struct report_task *t, char *err)
{
	char *name;
	int ret;

	if (!*t->name || strchr(t->name, '/'))
		return fail(err, "error: task name '%s' cannot be a file name; rename the task",
			    t->name);
	if (asprintf(&name, "tasks/%s.out", t->name) < 0)
		name = mem_alloc(1);
	ret = outdir_write(o, name, t->output ? t->output : "", t->output_len, err);
	free(name);
	return ret;
}

int outdir_report(struct outdir *o, const struct run_report *r, const struct outdir_pair *manifest,
		  size_t nr_manifest, char *err)
{
	if (write_text(o, r, err) || write_json(o, r, err) ||
	    write_manifest(o, manifest, nr_manifest, err))
		return -1;
	for (size_t i = 0; i < r->nr_tasks; i++)
		if (write_output(o, &r->tasks[i], err))
			return -1;
	return 0;
}

/* Files of a run and what a writer of one left unfinished; nothing else is ever removed. */
static int remove_entry(const char *dir, const char *name, char *err)
{
	char *path = join(dir, name);

	if (!strcmp(name, "tasks")) {
		each_entry(path, remove_entry, NULL);
		rmdir(path);
	} else if (known_file(name) || known_output(name) || ends_with(name, ".tmp")) {
		unlink(path);
	}
	free(path);
	return 0;
}

static void remove_run(const char *dir)
{
	each_entry(dir, remove_entry, NULL);
	rmdir(dir);
}

/* The earlier run, if any, ends up under the temporary name. */
static int swap_in(struct outdir *o)
{
	if (!rename(o->temp, o->path)) {
		o->temp[0] = '\0';
		return 0;
	}
	return errno == ENOTEMPTY || errno == EEXIST
		       ? renameat2(AT_FDCWD, o->temp, AT_FDCWD, o->path, RENAME_EXCHANGE)
		       : -1;
}

int outdir_commit(struct outdir *o, char *err)
{
	int ret = 0;

	if (check_earlier(o->path, err))
		ret = -1;
	else if (swap_in(o))
		ret = fail(err, "%s: error: cannot replace: %s; give another -o", o->path,
			   strerror(errno));
	outdir_abort(o);
	return ret;
}

void outdir_abort(struct outdir *o)
{
	if (!o)
		return;
	if (o->temp[0])
		remove_run(o->temp);
	free(o->path);
	free(o->temp);
	free(o->file);
	free(o);
}
