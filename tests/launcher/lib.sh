# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# What the shell tests share. A test is a function test_NAME; `run_tests_here` runs them all.
set -u
export LC_ALL=C.UTF-8
# shellcheck disable=SC2034 # for the tests
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
failures=0

fail() { echo "  FAIL $current: $*"; failures=$((failures + 1)); }

# equal GOT WANTED WHAT
equal() { [ "$1" = "$2" ] || fail "$3: got '$1', wanted '$2'"; }
# contains TEXT PART WHAT
contains() { [[ $1 == *"$2"* ]] || fail "$3: '$2' is not in '$1'"; }
# lacks TEXT PART WHAT
lacks() { [[ $1 != *"$2"* ]] || fail "$3: '$2' is in '$1'"; }

# capture COMMAND...: sets out, err and status.
capture() {
	status=0
	"$@" >"$dir/.out" 2>"$dir/.err" </dev/null || status=$?
	out=$(<"$dir/.out") err=$(<"$dir/.err")
}

run_tests_here() {
	local n=0
	for current in $(compgen -A function test_); do
		dir=$(mktemp -d)
		before=$failures
		setup
		"$current"
		rm -rf "$dir"
		n=$((n + 1))
		[ $failures -ne "$before" ] || echo "  ok   $current"
	done
	echo "$n tests, $failures failures"
	[ $n -gt 0 ] && [ $failures -eq 0 ]
}
setup() { :; }
