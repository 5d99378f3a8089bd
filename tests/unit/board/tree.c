// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "tree.h"

#include <criterion/criterion.h>
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "board/devices.h"

void *tree_make(const char *source, int symbols)
{
#ifdef DTC
	char path[] = "/tmp/tree-test-XXXXXX", command[256];
	struct diag diag = { 0 };
	int fd = mkstemp(path);
	FILE *dtc;
	void *dtb;

	cr_assert_geq(fd, 0);
	close(fd);
	snprintf(command, sizeof(command), "%s -q %s -I dts -O dtb -o %s -", DTC,
		 symbols ? "-@" : "", path);
	dtc = popen(command, "w");
	cr_assert_not_null(dtc);
	fprintf(dtc, "/dts-v1/;\n%s", source);
	cr_assert_eq(pclose(dtc), 0, "dtc refuses the test's source");
	dtb = dtb_load(path, &diag);
	unlink(path);
	cr_assert_not_null(dtb, "%s", diag.what);
	return dtb;
#else
	(void)source;
	(void)symbols;
	cr_skip_test("dtc is not installed");
	return NULL;
#endif
}

int tree_node(const void *dtb, const char *path)
{
	int node = fdt_path_offset(dtb, path);

	cr_assert_geq(node, 0, "no node %s", path);
	return node;
}
