// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/schema.h"

/* docs/scenario.md is what `spitwin doc scenario` prints; when this fails, write it again. */
Test(doc, committed_file_is_the_generated_one)
{
	char *generated = NULL, *committed = NULL;
	size_t size = 0, len = 0;
	FILE *out = open_memstream(&generated, &size);
	FILE *file = fopen(SOURCE_DIR "/docs/scenario.md", "r");

	schema_write_doc(out);
	fclose(out);
	cr_assert_not_null(file);
	cr_assert_gt(getdelim(&committed, &len, '\0', file), 0);
	fclose(file);
	cr_expect(!strcmp(committed, generated),
		  "run: ./spitwin doc scenario > docs/scenario.md");
	free(committed);
	free(generated);
}

Test(doc, every_key_says_what_it_is)
{
	const struct schema_key *key;

	for (size_t i = 0; (key = schema_at(i)); i++) {
		cr_expect_gt(strlen(key->doc), 8, "%s", key->path);
		cr_expect_eq(key->doc[strlen(key->doc) - 1], '.', "%s", key->path);
		cr_expect_null(strchr(key->doc, '|'), "%s: would end a table cell", key->path);
		for (size_t j = 0; j < i; j++)
			cr_expect(strcmp(schema_at(j)->path, key->path), "%s occurs twice",
				  key->path);
	}
}
