# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# The source tree the build sees: symbolic links to the kernel tree, plus arch/twin.

# sync_dir FROM TO: makes TO equal to FROM, touching only files whose content differs: the
# incremental build goes by time stamps, and another clone's files may well be older.
sync_dir() {
	local from=$1 to=$2 f
	mkdir -p "$to"
	(cd "$from" && find . -type d) | (cd "$to" && xargs -d '\n' mkdir -p)
	while IFS= read -r -d '' f; do
		cmp -s "$from/$f" "$to/$f" || cp --no-preserve=timestamps "$from/$f" "$to/$f"
		[ ! -x "$from/$f" ] || chmod +x "$to/$f"
	done < <(cd "$from" && find . -type f -print0)
	while IFS= read -r -d '' f; do
		[ -e "$from/$f" ] || rm -f "$to/$f"
	done < <(cd "$to" && find . -type f -print0)
}

# A header that appears may hide one of the kernel tree's that objects were compiled with, which no
# time stamp tells: start afresh then.
forget_objects_of_other_headers() {
	(cd "$work/src" && find . -type f -name '*.h' | sort) >"$work/headers.new"
	cmp -s "$work/headers" "$work/headers.new" || rm -rf "$work/obj"
	mv "$work/headers.new" "$work/headers"
}

# lay_over: makes $work/tree.
lay_over() {
	sync_dir "$root/kernel/arch/twin" "$work/src/twin"
	sync_dir "$root/abi" "$work/src/abi"
	forget_objects_of_other_headers
	if [ "$(readlink "$work/tree/Makefile" 2>/dev/null)" != "$tree/Makefile" ]; then
		rm -rf "$work/tree" "$work/obj"
		mkdir -p "$work/tree/arch"
		find -H "$tree" -mindepth 1 -maxdepth 1 ! -name arch ! -name .git \
			-exec ln -s -t "$work/tree" {} +
		find -H "$tree/arch" -mindepth 1 -maxdepth 1 -exec ln -s -t "$work/tree/arch" {} +
	fi
	ln -sfn "$work/src/twin" "$work/tree/arch/twin"
	lay_changes_over
	mkdir -p "$work/obj"
}
