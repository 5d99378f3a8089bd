// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dtb_change.h"

#include <errno.h>
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devices.h"
#include "dtb.h"
#include "scenario/nearest.h"

#define OVERLAY_MAX (1 << 20)

/* The first line of what dtc said, without its own prefix. */
static int dtc_error(const char *text, struct src_pos pos, struct diag *diag)
{
	const char *line = strstr(text, "Error: ");
	int len;

	line = line ? line + strlen("Error: ") : text;
	len = (int)strcspn(line, "\n");
	if (!len)
		diag_set(diag, pos, "device tree overlay does not compile, or takes too long");
	else
		diag_set(diag, pos, "device tree overlay does not compile: %.*s", len, line);
	return diag_hint(diag,
			 "the file is device tree source with /plugin/; no preprocessor runs");
}

/* An overlay may include what has no end: dtc gets as much as a hundred boards would need. */
static void run_dtc(const char *path, int out, int err)
{
	const struct rlimit seconds = { 10, 10 }, file = { OVERLAY_MAX, OVERLAY_MAX };
	const struct rlimit memory = { 1 << 30, 1 << 30 };

	setrlimit(RLIMIT_CPU, &seconds);
	setrlimit(RLIMIT_FSIZE, &file);
	setrlimit(RLIMIT_AS, &memory);
	alarm(20);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	execlp("dtc", "dtc", "-@", "-q", "-I", "dts", "-O", "dtb", path, NULL);
	_exit(127);
}

static char *read_back(FILE *f, size_t *size)
{
	char *data = calloc(1, OVERLAY_MAX + 1);

	rewind(f);
	*size = data ? fread(data, 1, OVERLAY_MAX, f) : 0;
	return data;
}

/* Compiles `path`; the blob, malloc()ed, or NULL and diag. */
static void *compile(const char *path, struct src_pos pos, struct diag *diag)
{
	FILE *out = tmpfile(), *err = tmpfile();
	char *blob = NULL, *text = NULL;
	size_t size, len;
	int status = -1;
	pid_t pid;

	pid = out && err ? fork() : -1;
	if (!pid)
		run_dtc(path, fileno(out), fileno(err));
	if (pid > 0 && waitpid(pid, &status, 0) == pid) {
		blob = read_back(out, &size);
		text = read_back(err, &len);
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
		diag_set(diag, pos, "cannot run dtc, which compiles device tree overlays");
	} else if (status || !blob || fdt_check_full(blob, size)) {
		dtc_error(text ? text : "", pos, diag);
		free(blob);
		blob = NULL;
	}
	free(text);
	if (out)
		fclose(out);
	if (err)
		fclose(err);
	return blob;
}

/*
 * The labels that an overlay refers to and the tree does not have: dtc lists what it refers to in
 * /__fixups__. Without /__symbols__ there would be no labels at all.
 */
static int check_labels(const void *dtb, const void *overlay, const char *path, struct src_pos pos,
			struct diag *diag)
{
	int fixups = fdt_path_offset(overlay, "/__fixups__");
	int symbols = fdt_path_offset(dtb, "/__symbols__"), prop;
	struct nearest near;
	const char *label, *known;

	if (fixups < 0)
		return 0;
	fdt_for_each_property_offset(prop, overlay, fixups) {
		fdt_getprop_by_offset(overlay, prop, &label, NULL);
		if (label && !fdt_getprop(dtb, symbols, label, NULL))
			break;
	}
	if (prop < 0)
		return 0;
	nearest_start(&near, label);
	fdt_for_each_property_offset(prop, dtb, symbols)
		if (fdt_getprop_by_offset(dtb, prop, &known, NULL))
			nearest_offer(&near, known);
	diag_set(diag, pos, "overlay %s refers to the label '%s', which the board's devicetree "
			    "does not have", path, label);
	return near.best ? diag_hint(diag, "did you mean '%s'?", near.best) : -1;
}

/* Compiles and applies the overlay in `path`. */
static int apply_file(void *dtb, const char *path, struct src_pos pos, struct diag *diag)
{
	void *overlay = compile(path, pos, diag);
	int err;

	if (!overlay)
		return -1;
	if (check_labels(dtb, overlay, path, pos, diag)) {
		free(overlay);
		return -1;
	}
	err = fdt_overlay_apply(dtb, overlay);
	free(overlay);
	return err ? diag_set(diag, pos, "overlay %s does not fit the board's devicetree: %s",
			      path, fdt_strerror(err)) : 0;
}

/* Names in a file are relative to that file, which a name of --set is not in. */
static int no_file(const struct scenario *s, const char *path, struct src_pos pos,
		   struct diag *diag)
{
	diag_set(diag, pos, "cannot read overlay %s: %s", path, strerror(errno));
	return diag_hint(diag, pos.file == s->file
				       ? "file names are relative to the scenario's folder"
				       : "those of --set are relative to the working directory");
}

static int check_file(const struct scenario *s, const char *path, struct src_pos pos,
		      struct diag *diag)
{
	struct stat st;

	if (access(path, R_OK) || stat(path, &st))
		return no_file(s, path, pos, diag);
	if (!S_ISREG(st.st_mode))
		return diag_set(diag, pos, "overlay %s is not a regular file", path);
	if (st.st_size > OVERLAY_MAX)
		return diag_set(diag, pos, "overlay %s is larger than the limit of 1 MiB", path);
	return 0;
}

static int apply_overlay(void *dtb, const struct scenario *s, size_t i, struct diag *diag)
{
	struct src_pos pos = scenario_where(s, "overlays.%zu", i);
	char *path = scenario_file(s, s->overlays.items[i], "overlays.%zu", i);
	int ret;

	if (!path)
		return diag_set(diag, pos, "out of memory");
	ret = check_file(s, path, pos, diag) || apply_file(dtb, path, pos, diag) ? -1 : 0;
	free(path);
	return ret;
}

/*
 * The driver asks for channels by these properties; without them it does without. Returns: 1 for a
 * label that does not exist, which is reported when models are made.
 */
static int switch_dma(void *dtb, const struct scenario *s, const struct scenario_device *dev,
		      struct diag *diag)
{
	struct src_pos pos = scenario_where(s, "devices.%s.dma", dev->label);
	int node, len;

	if (dev->dma == SCENARIO_DMA_DEVICETREE)
		return 0;
	node = dtb_find(dtb, dev->label);
	if (node < 0)
		return 1;
	if (dev->dma == SCENARIO_DMA_ON) {
		if (fdt_getprop(dtb, node, "dmas", &len) && len >= 12)
			return 0;
		return diag_set(diag, pos, "the devicetree gives %s no DMA channels", dev->label);
	}
	fdt_delprop(dtb, node, "dmas");
	fdt_delprop(dtb, node, "dma-names");
	return 0;
}

int dtb_change(void *dtb, const struct scenario *s, struct diag *diag)
{
	for (size_t i = 0; i < s->overlays.nr; i++)
		if (apply_overlay(dtb, s, i, diag))
			return -1;
	for (size_t i = 0; i < s->nr_devices; i++) {
		int ret = switch_dma(dtb, s, &s->devices[i], diag);

		if (ret)
			return ret < 0 ? -1 : 0;
	}
	return 0;
}
