#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# studies.sh PROGRAM: the documents of docs/studies are what their scripts print. Other packages,
# compilers or configurations give other figures: then only that the script finds nothing wrong is
# tested.
. "$(dirname "$0")/lib.sh"
program=$1

built_from() { grep -E '^- linux-' "$1"; }

test_kernels_dd_512() {
	local study=$root/docs/studies/kernels-dd-512
	capture "$study.sh" "$program"
	equal "$status:$err" "0:" "script"
	cp "$dir/.out" "$dir/now"
	[ "$(built_from "$dir/now")" = "$(built_from "$study.md")" ] || return 0
	cmp "$dir/now" "$study.md" || fail "not what the script prints"
}

# A function that is not among the differences, and a difference that is not explained.
test_explanations_that_do_not_fit() {
	mkdir -p "$dir/docs/studies"
	ln -s "$root/boards" "$root/build" "$root/scenarios" "$root/tools" "$root/kernel" "$dir/"
	cp "$root/docs/studies/kernels-dd-512.sh" "$dir/docs/studies"
	sed 's/^rt try_to_wake_up,/rt nowhere_at_all,/' "$root/docs/studies/kernels-dd-512.why" \
		>"$dir/docs/studies/kernels-dd-512.why"
	capture "$dir/docs/studies/kernels-dd-512.sh" "$program"
	equal "$status" 1 "status"
	contains "$err" "error: nowhere_at_all: explained, but not among the differences" "one"
	contains "$err" "error: try_to_wake_up: a large difference that is not explained" "other"
}

for image in linux-6.1 linux-6.12 linux-6.12-rt; do
	[ -e "$root/build/images/$image-sama5d36ek/image.so" ] || {
		echo "skipped: $image for sama5d36ek is not built; docs/kernels.md"
		exit 77
	}
done
run_tests_here
