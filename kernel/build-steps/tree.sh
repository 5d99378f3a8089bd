# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# The kernel tree: found as a Debian package, extracted once, never written to.

# find_image NAME: sets package, and fragment_names (kernel/config).
find_image() {
	package=$(awk -v n="$1" '$1 == n { print $2 }' "$root/kernel/images")
	fragment_names=$(awk -v n="$1" '$1 == n { gsub(",", " ", $3); print $3 }' \
		"$root/kernel/images")
	[ -n "$package" ] ||
		die "no image '$1'; images: $(awk '!/^#/ && NF { printf "%s ", $1 }' \
			"$root/kernel/images")"
}

# find_package: sets version and tarball of $package.
find_package() {
	tarball=/usr/src/$package.tar.xz
	version=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null) && [ -e "$tarball" ] ||
		die "package $package is not installed; apt-get install $package"
}

# list_tree: one line per file: name, size, time of change, mode, link target. Not of .git, which any
# look at a checkout may touch.
list_tree() {
	(cd "$tree" && find . -name .git -prune -o -printf '%P %y %s %T@ %m %l\n' | sort)
}

# extract_tree: sets tree; extracts beside it and renames.
extract_tree() {
	local temp
	tree=$cache/trees/${package}_$version
	[ ! -d "$tree" ] || return 0
	mkdir -p "$cache/trees"
	exec 8>"$cache/trees/lock"
	flock 8
	if [ ! -d "$tree" ]; then
		say "extracting $package $version"
		temp=$tree.$$
		drop_on_exit "$temp"
		mkdir "$temp"
		tar -xJf "$tarball" -C "$temp" --strip-components=1 --no-same-owner ||
			die "cannot extract $tarball"
		mv "$temp" "$tree"
	fi
	exec 8>&-
}

# tree_version FOLDER: VERSION.PATCHLEVEL of a kernel tree's Makefile.
tree_version() {
	awk '$1 == "VERSION" && $2 == "=" { v = $3 }
		$1 == "PATCHLEVEL" && $2 == "=" { print v "." $3; exit }' "$1/Makefile"
}
