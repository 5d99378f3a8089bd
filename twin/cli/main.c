// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <signal.h>

#include "cli/verbs.h"

int main(int argc, char **argv)
{
	/*
	 * A file size limit is a write error like a full disk: reported, with nothing left behind.
	 */
	signal(SIGXFSZ, SIG_IGN);
	return cli_main(argc, argv);
}
