# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# A kernel tree of the user's own instead of a package's: checked, hashed by content, never written to.

# shellcheck disable=SC2034 # kept beside their only use
oldest=6.1 newest=6.12

# version_number MAJOR.MINOR: for comparisons.
version_number() { echo $((10#${1%%.*} * 1000 + 10#${1#*.})); }

# use_own_tree FOLDER: sets tree, package and version; refuses what cannot be hosted.
use_own_tree() {
	local is
	[[ $1 != *[[:cntrl:]]* ]] || die "$1: control characters in the name of a kernel tree"
	[ -d "$1" ] || die "$1: no such folder; --kernel-tree takes a Linux source tree"
	tree=$(cd "$1" && pwd)
	if [ ! -f "$tree/Makefile" ] || [ ! -f "$tree/Kconfig" ] || [ ! -d "$tree/arch" ] ||
		[ ! -f "$tree/kernel/sched/core.c" ]; then
		die "$tree: not a Linux source tree (Makefile, Kconfig, arch/, kernel/sched/core.c)"
	fi
	is=$(tree_version "$tree")
	[[ $is =~ ^[0-9]+\.[0-9]+$ ]] ||
		die "$tree/Makefile: no VERSION and PATCHLEVEL; not a Linux source tree"
	[[ $is =~ ^[1-9][0-9]{0,3}\.(0|[1-9][0-9]{0,3})$ ]] ||
		die "$tree/Makefile: no Linux has VERSION.PATCHLEVEL $is"
	if [ "$(version_number "$is")" -lt "$(version_number $oldest)" ] ||
		[ "$(version_number "$is")" -gt "$(version_number $newest)" ]; then
		die "$tree: Linux $is; this version hosts Linux $oldest to $newest"
	fi
	if [ -e "$tree/.config" ] || [ -d "$tree/include/config" ] ||
		[ -d "$tree/include/generated" ]; then
		die "$tree: something was built in it; clean it with make mrproper, or give a copy"
	fi
	package=own-tree
	version=$is-$(tree_content)
}

# tree_content: a hash of the tree's files. Names, sizes and times are looked at first: only when one
# of them is new are the contents read.
tree_content() {
	local known
	mkdir -p "$cache/trees/content"
	known=$cache/trees/content/$(list_tree | sha256sum | cut -c 1-32)
	[ -s "$known" ] || {
		say "reading $tree"
		(cd "$tree" && find . -name .git -prune -o -type f -print0 | sort -z |
			xargs -0 sha256sum && find . -name .git -prune -o -type l -printf '%p %l\n' |
			sort) | sha256sum | cut -c 1-16 >"$known.$$"
		mv "$known.$$" "$known"
	}
	cat "$known"
}
