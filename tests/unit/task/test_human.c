// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Sizes and rates; every expected string was printed by GNU dd 9.1 for that size and time. */
#include <criterion/criterion.h>
#include <stdint.h>

#include "task/human.h"

/* Below 1000 bytes (1024 for IEC) dd prints no size of its own: then it is the plain number. */
static const struct {
	uint64_t bytes;
	const char *si, *iec;
} sizes[] = {
	{ 1, "1 B", "1 B" },
	{ 2, "2 B", "2 B" },
	{ 511, "511 B", "511 B" },
	{ 999, "999 B", "999 B" },
	{ 1000, "1.0 kB", "1000 B" },
	{ 1023, "1.0 kB", "1023 B" },
	{ 1024, "1.0 kB", "1.0 KiB" },
	{ 1025, "1.0 kB", "1.0 KiB" },
	{ 1049, "1.0 kB", "1.0 KiB" },
	{ 1050, "1.0 kB", "1.0 KiB" },
	{ 1051, "1.1 kB", "1.0 KiB" },
	{ 1099, "1.1 kB", "1.1 KiB" },
	{ 1149, "1.1 kB", "1.1 KiB" },
	{ 1150, "1.2 kB", "1.1 KiB" },
	{ 1151, "1.2 kB", "1.1 KiB" },
	{ 1250, "1.2 kB", "1.2 KiB" },
	{ 1499, "1.5 kB", "1.5 KiB" },
	{ 1536, "1.5 kB", "1.5 KiB" },
	{ 1949, "1.9 kB", "1.9 KiB" },
	{ 1950, "2.0 kB", "1.9 KiB" },
	{ 1999, "2.0 kB", "2.0 KiB" },
	{ 2048, "2.0 kB", "2.0 KiB" },
	{ 2049, "2.0 kB", "2.0 KiB" },
	{ 4096, "4.1 kB", "4.0 KiB" },
	{ 9949, "9.9 kB", "9.7 KiB" },
	{ 9950, "10 kB", "9.7 KiB" },
	{ 9951, "10 kB", "9.7 KiB" },
	{ 9999, "10 kB", "9.8 KiB" },
	{ 10000, "10 kB", "9.8 KiB" },
	{ 10049, "10 kB", "9.8 KiB" },
	{ 10239, "10 kB", "10 KiB" },
	{ 10240, "10 kB", "10 KiB" },
	{ 10499, "10 kB", "10 KiB" },
	{ 10500, "10 kB", "10 KiB" },
	{ 10501, "11 kB", "10 KiB" },
	{ 11500, "12 kB", "11 KiB" },
	{ 12500, "12 kB", "12 KiB" },
	{ 65536, "66 kB", "64 KiB" },
	{ 99499, "99 kB", "97 KiB" },
	{ 99500, "100 kB", "97 KiB" },
	{ 100000, "100 kB", "98 KiB" },
	{ 999499, "999 kB", "976 KiB" },
	{ 999500, "1.0 MB", "976 KiB" },
	{ 999501, "1.0 MB", "976 KiB" },
	{ 999949, "1.0 MB", "977 KiB" },
	{ 999950, "1.0 MB", "977 KiB" },
	{ 1000000, "1.0 MB", "977 KiB" },
	{ 1023999, "1.0 MB", "1000 KiB" },
	{ 1047552, "1.0 MB", "1023 KiB" },
	{ 1048064, "1.0 MB", "1.0 MiB" },
	{ 1048065, "1.0 MB", "1.0 MiB" },
	{ 1048575, "1.0 MB", "1.0 MiB" },
	{ 1048576, "1.0 MB", "1.0 MiB" },
	{ 1050000, "1.0 MB", "1.0 MiB" },
	{ 1150000, "1.2 MB", "1.1 MiB" },
	{ 1572864, "1.6 MB", "1.5 MiB" },
	{ 5452595, "5.5 MB", "5.2 MiB" },
	{ 9949999, "9.9 MB", "9.5 MiB" },
	{ 9950000, "10 MB", "9.5 MiB" },
	{ 10433331, "10 MB", "9.9 MiB" },
	{ 10485759, "10 MB", "10 MiB" },
	{ 10485760, "10 MB", "10 MiB" },
	{ 10500000, "10 MB", "10 MiB" },
	{ 16777216, "17 MB", "16 MiB" },
	{ 33554432, "34 MB", "32 MiB" },
	{ 67108863, "67 MB", "64 MiB" },
	{ 67108864, "67 MB", "64 MiB" },
	{ 1073741824, "1.1 GB", "1.0 GiB" },
	{ 10737418240, "11 GB", "10 GiB" },
	{ 999500000, "1.0 GB", "953 MiB" },
	{ 1073741823, "1.1 GB", "1.0 GiB" },
};

static const struct {
	uint64_t bytes, ns;
	const char *rate;
} rates[] = {
	{ 512, 1000, "512 MB" },
	{ 512, 1000000, "512 kB" },
	{ 20480, 1000000, "20 MB" },
	{ 20480, 999999, "20.5 MB" },
	{ 20480, 1000001, "20.5 MB" },
	{ 1536, 37771, "40.7 MB" },
	{ 67108864, 9135940, "7.3 GB" },
	{ 1, 41659, "24.0 kB" },
	{ 1000, 42169, "23.7 MB" },
	{ 1000, 6763320, "148 kB" },
	{ 0, 24946, "0.0 kB" },
	{ 1, 1000000000, "1 B" },
	{ 1, 3000000000, "0 B" },
	{ 1, 20000000000, "0 B" },
	{ 1000, 2000000000, "500 B" },
	{ 1000000, 3000000000, "333 kB" },
	{ 1234567, 7000000000, "176 kB" },
	{ 1050, 1000000000, "1.0 kB" },
	{ 1050, 999999999, "1.1 kB" },
	{ 9995, 999999999, "10.0 kB" },
	{ 99949, 999999937, "99.9 kB" },
	{ 99950, 999999937, "100 kB" },
	{ 99960, 999999937, "100 kB" },
	{ 999500, 1000000000, "1.0 MB" },
	{ 999949, 999999937, "1000 kB" },
	{ 999951, 999999937, "1000 kB" },
	{ 10500, 1000000000, "10 kB" },
	{ 2, 7, "286 MB" },
	{ 1048576, 123456789, "8.5 MB" },
	{ 512, 17408000, "29.4 kB" },
	{ 512, 12345678, "41.5 kB" },
	{ 1, 500000000, "2 B" },
	{ 1999, 2000000000, "1.0 kB" },
	{ 12345, 400000, "31 MB" },
	{ 65, 60000000000, "1 B" },
	{ 5, 10000000000, "0 B" },
	{ 15, 10000000000, "2 B" },
	{ 25, 10000000000, "2 B" },
	{ 1000, 93825, "10.7 MB" },
	{ 3000, 77916, "38.5 MB" },
	{ 20000, 55753, "359 MB" },
	{ 99999, 98454, "1.0 GB" },
	{ 99999, 104935, "953 MB" },
	{ 1000000, 693864, "1.4 GB" },
};

Test(human, sizes)
{
	char text[32];

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		human_size(text, sizeof(text), sizes[i].bytes, 1000);
		cr_expect_str_eq(text, sizes[i].si, "%lu: %s, not %s", (long)sizes[i].bytes, text,
				 sizes[i].si);
		human_size(text, sizeof(text), sizes[i].bytes, 1024);
		cr_expect_str_eq(text, sizes[i].iec, "%lu: %s, not %s", (long)sizes[i].bytes, text,
				 sizes[i].iec);
	}
}

Test(human, rates)
{
	char text[32];

	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		human_rate(text, sizeof(text), rates[i].bytes, rates[i].ns);
		cr_expect_str_eq(text, rates[i].rate, "%lu in %lu ns: %s, not %s",
				 (long)rates[i].bytes, (long)rates[i].ns, text, rates[i].rate);
	}
}

/* No time and no size may overflow on the way. */
Test(human, extremes)
{
	char text[32];

	human_size(text, sizeof(text), UINT64_MAX, 1000);
	cr_expect_str_eq(text, "18 EB");
	human_size(text, sizeof(text), UINT64_MAX, 1024);
	cr_expect_str_eq(text, "16 EiB");
	human_size(text, sizeof(text), 0, 1000);
	cr_expect_str_eq(text, "0 B");
	human_rate(text, sizeof(text), 1, UINT64_MAX);
	cr_expect_str_eq(text, "0.0 kB");
}
