// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cli/verbs.h"

int main(int argc, char **argv)
{
	return cli_main(argc, argv);
}
