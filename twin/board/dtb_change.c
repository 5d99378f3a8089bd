// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dtb_change.h"

#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devices.h"
#include "dtb.h"

#define OVERLAY_MAX (1 << 20)

/* The first line of what dtc said, without its own prefix. */
static int dtc_error(const char *text, struct src_pos pos, struct diag *diag)
{
	const char *line = strstr(text, "Error: ");

	line = line ? line + strlen("Error: ") : text;
	diag_set(diag, pos, "device tree overlay does not compile: %.*s",
		 (int)strcspn(line, "\n"), *line ? line : "dtc gave no reason");
	return diag_hint(diag, "the file is device tree source with /plugin/; no preprocessor runs");
}

static void run_dtc(const char *path, int out, int err)
{
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

static int apply_overlay(void *dtb, const struct scenario *s, size_t i, struct diag *diag)
{
	struct src_pos pos = scenario_where(s, "overlays.%zu", i);
	char *path = scenario_file(s, s->overlays.items[i], "overlays.%zu", i);
	void *overlay;
	int err;

	if (path && access(path, R_OK)) {
		diag_set(diag, pos, "cannot read %s", path);
		free(path);
		return -1;
	}
	overlay = path ? compile(path, pos, diag) : NULL;
	free(path);
	if (!overlay)
		return -1;
	err = fdt_overlay_apply(dtb, overlay);
	free(overlay);
	if (!err)
		return 0;
	diag_set(diag, pos, "device tree overlay does not fit the board: %s", fdt_strerror(err));
	return diag_hint(diag, "a label it refers to may not exist");
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
