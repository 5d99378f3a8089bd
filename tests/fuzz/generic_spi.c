// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "generic_spi_target.h"
#include "mutate.h"

#define ROUNDS 12000
#define SIZE 16384

static const char *const words[] = {
	"\n", ": ", "- ", "  ", "[", "]", "{", "}", "&a ", "*a ", "!x ", "|\n", "---\n", "...\n",
	"? ", "\"", "'", "#", "\\", "\t", "\xff", "\xc3\xa9", "~", "0x", "-1",
	"99999999999999999999", " us", " MHz", "spi-device: 1\n", "modes: [0]\n", "max-clock: ",
	"cs-high: ", "command: ",
	"registers:\n", "opcodes:\n", "busy: ", "bytes: ", "read: ", "bit: ", "value: ",
	"address: ", "bits: ", "dummy-bytes: ", "auto-increment: yes\n", "name: ", "width: ",
	"access: ", "reset: ", "w1c", "ro", "rw", "time: ", "register: ",
};

/* Damage that hits only this is accepted, so that what is good stays among what is tried. */
#define REMARK \
	"# ----------------------------------------------------------------------------------\n"
#define REMARKS REMARK REMARK REMARK REMARK REMARK REMARK REMARK REMARK

static const char small[] =
	REMARKS
	"spi-device: 1\n"
	"command: {bytes: 2, read: {bit: 15, value: 0}, address: {bit: 0, bits: 12}, "
	"dummy-bytes: 1}\n"
	"registers:\n"
	"  - {name: A, address: 0x7ff, width: 24, reset: 0x123456}\n"
	"  - {name: B, address: 0, access: w1c, width: 32}\n"
	"busy: {time: 340 ns, register: B, bit: 31}\n";

/* The example of docs/generic-spi-device.md. */
static size_t documented(uint8_t *text)
{
	FILE *file = fopen(SOURCE_DIR "/docs/generic-spi-device.md", "r");
	static char all[SIZE];
	const char *from, *to;
	size_t len;

	cr_assert_not_null(file);
	len = fread(all, 1, sizeof(all) - 1, file);
	fclose(file);
	all[len] = '\0';
	from = strstr(all, "```yaml\n");
	cr_assert_not_null(from);
	from += strlen("```yaml\n");
	to = strstr(from, "```");
	cr_assert_not_null(to);
	memcpy(text, REMARKS, strlen(REMARKS));
	memcpy(text + strlen(REMARKS), from, (size_t)(to - from));
	return strlen(REMARKS) + (size_t)(to - from);
}

/* What is damaged is good: else every refusal would be for the same reason. */
Test(fuzz_generic_spi, seeds_are_accepted)
{
	uint8_t text[SIZE];
	size_t accepted, total;

	LLVMFuzzerTestOneInput(text, documented(text));
	LLVMFuzzerTestOneInput((const uint8_t *)small, sizeof(small) - 1);
	fuzz_generic_spi_counts(&accepted, &total);
	cr_expect_eq(accepted, 2);
	cr_expect_eq(total, 2);
}

Test(fuzz_generic_spi, damaged_devices_are_accepted_or_refused_in_one_line, .timeout = 60)
{
	struct mutator m = { 521288629546311ULL, words, sizeof(words) / sizeof(words[0]) };
	uint8_t seed[SIZE], text[SIZE];
	size_t seed_len = documented(seed), len, accepted, total;

	for (int i = 0; i < ROUNDS; i++) {
		len = i % 2 ? seed_len : sizeof(small) - 1;
		memcpy(text, i % 2 ? seed : (const uint8_t *)small, len);
		mutate(&m, text, &len, sizeof(text));
		LLVMFuzzerTestOneInput(text, len);
	}
	fuzz_generic_spi_counts(&accepted, &total);
	cr_expect_eq(total, ROUNDS);
	cr_expect_gt(accepted, total / 50, "%zu accepted: too heavy to reach deep", accepted);
	cr_expect_lt(accepted, total / 2, "%zu accepted: too light", accepted);
}
