/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The kernel image that a scenario needs: an image's name, and what makes it another one: a kernel
 * tree of the user's own, changes to kernel files.
 */
#ifndef TWIN_BOARD_IMAGE_NEED_H
#define TWIN_BOARD_IMAGE_NEED_H

#include <stddef.h>

#include "scenario/scenario.h"

struct image_need {
	char label[256];	/* its folder is build/images/LABEL-BOARD */
	char title[256];	/* for reports: the same without hashes of paths */
	char *tree;		/* absolute; NULL: the package's */
	char **changes;		/* absolute, in the scenario's order */
	size_t nr_changes;
};

/*
 * Fills `need` from kernel.image, kernel.tree and design.change; images are below `root`. Changes
 * must be there and a tree a folder; whether they are any good is kernel/build-image's to say.
 * Returns: 0; or -1 with diag and nothing to free.
 */
int image_need_find(struct image_need *need, const char *root, const struct scenario *s,
		    struct diag *diag);
void image_need_free(struct image_need *need);

#endif
