#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#
# studies.sh PROGRAM STUDY: docs/studies/STUDY.md is what STUDY.sh prints. Its comments
# "image NAME BOARD: KEY" name the images it is of: kernel package, compiler, configuration. Others
# give other figures: then there is nothing to compare with, and of a study that checks itself only
# that it finds nothing wrong is tested.
# Exit status: 0 equal, 1 not, 77 nothing to compare with.
. "$(dirname "$0")/lib.sh"
program=$1 name=$2 study=$root/docs/studies/$2
same=1

skip() { echo "skipped: $*"; exit 77; }

# find_images: sets images, the kernels' names, and same: are they those of the document?
find_images() {
	local image board key has
	images=''
	while read -r image board key; do
		[ -e "$root/build/images/$image-$board/image.so" ] ||
			skip "$image for $board is not built; docs/kernels.md"
		has=$(sed -n 's/^key //p' "$root/build/images/$image-$board/manifest.txt")
		if [ "$has" != "$key" ]; then
			same=''
			echo "$name.md is of $image for $board with $key, not $has"
		fi
		[[ " $images " == *" $image "* ]] || images+=${images:+ }$image
	done < <(sed -n 's/^<!-- image \([^ ]*\) \([^ ]*\): \(.*\) -->$/\1 \2 \3/p' "$study.md")
	[ -n "$images" ] || { echo "$study.md names no image"; exit 1; }
}

test_document() {
	capture env "IMAGES=$images" "$study.sh" "$program" ''
	equal "$status:$err" "0:" "script"
	[ -n "$same" ] || return 0
	diff "$study.md" "$dir/.out" || fail "not what the script prints"
}

# A function that is not among the differences, and a difference that is not explained.
explanations_that_do_not_fit() {
	mkdir -p "$dir/docs/studies"
	ln -s "$root/boards" "$root/build" "$root/scenarios" "$root/tools" "$root/kernel" "$dir/"
	cp "$root/docs/studies/kernels-dd-512.sh" "$root/docs/studies/of_images.bash" "$dir/docs/studies"
	sed 's/^rt try_to_wake_up,/rt nowhere_at_all,/' "$root/docs/studies/kernels-dd-512.why" \
		>"$dir/docs/studies/kernels-dd-512.why"
	capture "$dir/docs/studies/kernels-dd-512.sh" "$program"
	equal "$status" 1 "status"
	contains "$err" "error: nowhere_at_all: explained, but not among the differences" "one"
	contains "$err" "error: try_to_wake_up: a large difference that is not explained" "other"
}

find_images
if [ "$name" = kernels-dd-512 ]; then
	test_explanations_that_do_not_fit() { explanations_that_do_not_fit; }
elif [ -z "$same" ]; then
	skip "there is nothing to compare with"
fi
run_tests_here
