#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# The built default image: it is whole, consistent, and its making left the kernel tree as it was.
. "$(dirname "$0")/lib.sh"

name=linux-6.1 board=sama5d36ek
image=$root/build/images/$name-$board
field() { sed -n "s/^$1 //p" "$image/manifest.txt"; }

test_files_are_those_of_the_manifest() {
	local file
	for file in image.so blocks.tab board.dtb; do
		equal "$(field "sha256 $file")" \
			"$(sha256sum <"$image/$file" | cut -d ' ' -f 1)" "$file"
	done
	[ -s "$image/vmlinux" ] || fail "no vmlinux with line numbers"
}

test_image_stands_alone() {
	equal "$(nm -D --undefined-only "$image/image.so" 2>/dev/null)" "" "undefined symbols"
	equal "$(nm -D --defined-only "$image/image.so" | awk '{ print $3 }')" \
		"twin_image_entry" "exports"
	lacks "$(readelf -d "$image/image.so")" NEEDED "shared libraries"
}

test_image_names_no_folder_of_this_machine() {
	local text
	text=$(strings -n 8 "$image/image.so" |
		grep -F -e "${HOME:-/root}/" -e "$root/" -e /spitwin/work/ | head -n 3)
	equal "$text" "" "paths"
}

test_block_table_covers_the_code() {
	local text table notes
	equal "$(head -c 8 "$image/blocks.tab")" SPTWBLKS "magic"
	text=$(field '.* text')
	table=$(stat -Lc %s "$image/blocks.tab")
	notes=$(sed -n 's/^notes \([0-9]*\) .*/\1/p' "$image/manifest.txt")
	# header, a byte per byte of code in whole words, notes
	equal "$table" "$((64 + (text + 7) / 8 * 8 + 64 * notes))" "table size"
	[ "$(sed -n 's/^blocks \([0-9]*\) .*/\1/p' "$image/manifest.txt")" -gt 50000 ] ||
		fail "few blocks"
	[ "$(sed -n 's/^blocks .* free \([0-9]*\) .*/\1/p' "$image/manifest.txt")" -gt 100 ] ||
		fail "no free blocks"
}

# The best of five: other tests run beside this one.
test_up_to_date_is_known_at_once() {
	local start before ms best=100000
	"$root/kernel/build-image" $name --board $board --quiet
	before=$(readlink -f "$image")
	for _ in 1 2 3 4 5; do
		start=$(date +%s%N)
		capture "$root/kernel/build-image" $name --board $board
		ms=$((($(date +%s%N) - start) / 1000000))
		[ $ms -ge $best ] || best=$ms
	done
	equal "$status:$out:$err" "0::" "quiet"
	[ $best -lt 1000 ] || fail "took $best ms"
	equal "$(readlink -f "$image")" "$before" "result"
}

# Compares every file with the distribution's archive, and looks for files that are not in it.
test_kernel_tree_is_the_packages() {
	local tree tarball
	tree=$("$root/kernel/build-image" --extract $name)
	tarball=/usr/src/$(field package | cut -d ' ' -f 1).tar.xz
	equal "$(tar -dJf "$tarball" -C "$tree" --strip-components=1 2>&1 |
		grep -v -e 'id differs$' -e '^tar: : Warning' | head -n 5)" "" "changed files"
	tar -tJf "$tarball" | sed 's#^[^/]*/##; s#/$##' | grep . | sort >"$dir/archive"
	(cd "$tree" && find . -mindepth 1 -printf '%P\n' | sort) >"$dir/tree"
	equal "$(comm -13 "$dir/archive" "$dir/tree" | head -n 5)" "" "added files"
	[ "$(wc -l <"$dir/tree")" -gt 70000 ] || fail "a small tree"
}

[ -e "$image/manifest.txt" ] || {
	echo "no image; build it: kernel/build-image $name --board $board"
	exit 1
}
run_tests_here
