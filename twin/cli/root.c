// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/options.h"

static bool is_root(const char *path)
{
	char boards[4096 + 16];
	struct stat st;

	snprintf(boards, sizeof(boards), "%s/boards", path);
	return !stat(boards, &st) && S_ISDIR(st.st_mode);
}

/* The program is built in ROOT/build, or in a folder below it. */
static bool from_own_place(char *root, size_t size)
{
	ssize_t len = readlink("/proc/self/exe", root, size - 1);

	if (len < 0)
		return false;
	root[len] = '\0';
	for (int up = 0; up < 6; up++) {
		char *slash = strrchr(root, '/');

		if (!slash || slash == root)
			return false;
		*slash = '\0';
		if (is_root(root))
			return true;
	}
	return false;
}

int cli_find_root(char *root, size_t size, struct diag *diag)
{
	const char *env = getenv("SPITWIN_ROOT");

	if (env && *env) {
		if ((size_t)snprintf(root, size, "%s", env) < size && is_root(root))
			return 0;
		diag_set(diag, (struct src_pos){ 0 }, "SPITWIN_ROOT '%s' holds no boards", env);
		return diag_hint(diag, "it must name the top of the repository");
	}
	if (from_own_place(root, size))
		return 0;
	diag_set(diag, (struct src_pos){ 0 }, "cannot find the folder that holds boards/");
	return diag_hint(diag, "set SPITWIN_ROOT to the top of the repository");
}
