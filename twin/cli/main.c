// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <signal.h>

#include "cli/verbs.h"

int main(int argc, char **argv)
{
	/*
	 * A file size limit and a reader that is gone are write errors like a full disk: reported,
	 * with nothing left behind.
	 */
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	/* Ours comes while a board runs; one from outside must not kill us before or after that. */
	signal(SIGALRM, SIG_IGN);
	return cli_main(argc, argv);
}
