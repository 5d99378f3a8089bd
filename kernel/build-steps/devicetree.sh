# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# The board's device tree: the kernel tree's own .dts plus the board's overlay, with labels kept.

# compile_dts SOURCE OUT: preprocesses and compiles as the kernel does.
compile_dts() {
	local dir
	dir=$(dirname "$1")
	cpp -nostdinc -undef -D__DTS__ -x assembler-with-cpp -I "$dir" \
		-I "$tree/scripts/dtc/include-prefixes" -I "$tree/include" \
		"$1" "$work/dts.tmp" 2>"$work/dts.log" &&
		dtc -@ -q -I dts -O dtb -b 0 -i "$dir" -o "$2" \
			"$work/dts.tmp" 2>>"$work/dts.log" || {
		cat "$work/dts.log" >&2
		die "$1: the device tree does not compile"
	}
}

# dts_of: the value of `dts:` in the board's board.yaml, a path in the kernel tree; or nothing.
dts_of() {
	sed -n 's/^[[:space:]]*dts:[[:space:]]*\([^[:space:]]*\).*/\1/p' \
		"$root/boards/$board/board.yaml" 2>/dev/null |
		tr -d \"\' || true
}

# find_dts PATH: the file in the tree, or of that name one folder further down: since 6.5 the files of
# arch/arm lie in one folder per vendor.
find_dts() {
	local at
	for at in "$tree/$1" "$tree/${1%/*}"/*/"${1##*/}"; do
		[ ! -e "$at" ] || { echo "$at"; return; }
	done
	echo "$tree/$1"
}

# build_dtb OUT: from the tree's file that board.yaml names, or the board's own board.dts.
build_dtb() {
	local dir=$root/boards/$board source
	source=$(dts_of)
	if [ -n "$source" ]; then source=$(find_dts "$source"); else source=$dir/board.dts; fi
	[ -e "$source" ] || die "boards/$board: no device tree: $source does not exist"
	compile_dts "$source" "$work/base.dtb"
	if [ -e "$dir/overlay.dtso" ]; then
		compile_dts "$dir/overlay.dtso" "$work/overlay.dtbo"
		fdtoverlay -i "$work/base.dtb" -o "$1" "$work/overlay.dtbo" ||
			die "boards/$board/overlay.dtso does not fit $source"
	else
		cp "$work/base.dtb" "$1"
	fi
}
