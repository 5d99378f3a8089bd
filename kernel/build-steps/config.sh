# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# Configuration: allnoconfig plus the image's and the board's fragments, every line of which counts.

# check_survived FRAGMENT: kconfig drops a line silently when a dependency is missing.
check_survived() {
	local line symbol number=0 is
	while IFS= read -r line || [ -n "$line" ]; do
		number=$((number + 1))
		case $line in
		CONFIG_*=n) symbol=${line%%=*} ;;
		CONFIG_*=*)
			! grep -qxF -- "$line" "$work/obj/.config" || continue
			is=$(grep -E "^(# )?${line%%=*}[= ]" "$work/obj/.config" ||
				echo "undefined: a dependency is off")
			die "$1:$number: '$line' did not survive; it became '$is'" ;;
		'# CONFIG_'*' is not set') symbol=${line#'# '} symbol=${symbol%% *} ;;
		*) continue ;;
		esac
		! is=$(grep "^$symbol=" "$work/obj/.config") ||
			die "$1:$number: $symbol should be off but is '$is'; something selects it"
	done <"$root/$1"
}

# configure: makes $work/obj/.config; leaves it alone when it would not change.
configure() {
	local fragments=() f
	for f in $fragment_names; do
		[ -e "$root/kernel/config/$f.config" ] || die "kernel/config/$f.config is missing"
		fragments+=("kernel/config/$f.config")
	done
	[ ! -e "$root/boards/$board/kernel.config" ] || fragments+=("boards/$board/kernel.config")
	: >"$work/fragments"
	for f in "${fragments[@]}"; do cat "$root/$f" >>"$work/fragments"; done
	say "configuring $name for $board"
	make_kernel KCONFIG_ALLCONFIG="$work/fragments" allnoconfig >"$work/config.log" 2>&1 || {
		tail -n 15 "$work/config.log" >&2
		die "configuring failed; whole log: $work/config.log"
	}
	for f in "${fragments[@]}"; do check_survived "$f"; done
}
