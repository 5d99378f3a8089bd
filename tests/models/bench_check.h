/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Assertions for what tests and their children share. */
#ifndef TESTS_MODELS_BENCH_CHECK_H
#define TESTS_MODELS_BENCH_CHECK_H

#include <criterion/criterion.h>

#include <stdexcept>
#include <string>

/*
 * As cr_assert, but usable in a child of a test (in_child()), which may not talk to Criterion: with
 * bench_throws a failure is an exception with its text.
 */
static bool bench_throws;

static inline void bench_check(bool fine, const std::string &text)
{
	if (!fine && bench_throws)
		throw std::runtime_error(text);
	cr_assert(fine, "%s", text.c_str());
}

#endif
