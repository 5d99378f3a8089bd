# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# Configuration: allnoconfig plus the image's and the board's fragments, every line of which counts.

# fragment_files: those of the image and its board, by falling generality: what every image has,
# what the board has, what the image's name says.
fragment_files() {
	local f first=1
	for f in $fragment_names; do
		[ -e "$root/kernel/config/$f.config" ] || die "kernel/config/$f.config is missing"
		echo "kernel/config/$f.config"
		if [ -n "$first" ] && [ -e "$root/boards/$board/kernel.config" ]; then
			echo "boards/$board/kernel.config"
		fi
		first=''
	done
}

# merge_fragments VERSION FILES...: the lines for a kernel of that version, "FILE:NUMBER: LINE".
# A later line of the same symbol replaces an earlier one; `# up to V` or `# from V` behind a line
# says for which kernels it is.
merge_fragments() {
	local version=$1
	shift
	(cd "$root" && awk -v version="$version" '
		function number(v, part) { split(v, part, "."); return part[1] * 1000 + part[2] }
		/^(# )?CONFIG_/ {
			line = $0
			if (match(line, /[ \t]+# (up to|from) [0-9.]+/)) {
				range = substr(line, RSTART, RLENGTH)
				line = substr(line, 1, RSTART - 1)
				sub(/^[ \t]+# /, "", range)
				limit = range
				sub(/^(up to|from) /, "", limit)
				if (range ~ /^up/ && number(version) > number(limit))
					next
				if (range ~ /^from/ && number(version) < number(limit))
					next
			}
			symbol = line
			sub(/^# /, "", symbol)
			sub(/[= ].*/, "", symbol)
			if (!(symbol in at))
				order[++n] = symbol
			at[symbol] = FILENAME ":" FNR ": " line
		}
		END { for (i = 1; i <= n; i++) print at[order[i]] }' "$@")
}

# missing_dependency SYMBOL: what kconfig says about it, where it knows the symbol at all.
missing_dependency() {
	local where
	where=$(cd "$work/tree" && grep -REl --include='Kconfig*' \
		"^[[:space:]]*(menu)?config ${1#CONFIG_}\$" . 2>/dev/null | head -n 1) || true
	[ -n "$where" ] || { echo "this kernel has no such option"; return; }
	awk -v symbol="${1#CONFIG_}" '
		/^[ \t]*(menu)?config / { here = $2 == symbol }
		here && /^[ \t]+depends on / {
			sub(/^[ \t]+depends on /, "")
			all = all (all ? " && " : "") $0
		}
		here && /^[ \t]+(---)?help/ { here = 0 }
		END { print all ? "a dependency is off: " all : "no prompt: something must select it" }
	' "$work/tree/$where"
}

# check_on MERGED: kconfig drops a line silently when a dependency is missing.
check_on() {
	local line where symbol is
	while IFS= read -r line; do
		where=${line%%: *} line=${line#*: }
		[[ $line == CONFIG_*=* && $line != *=n ]] || continue
		! grep -qxF -- "$line" "$work/obj/.config" || continue
		symbol=${line%%=*}
		is=$(grep -E "^(# )?$symbol[= ]" "$work/obj/.config") || is="undefined"
		case $is in
		undefined | '# '*) is="$is'; $(missing_dependency "$symbol")" ;;
		*) is="$is'" ;;
		esac
		die "$where: '$line' did not survive; it became '$is"
	done <"$1"
}

# check_off MERGED: what should not be there may be selected.
check_off() {
	local line where symbol is
	while IFS= read -r line; do
		where=${line%%: *} line=${line#*: }
		case $line in
		CONFIG_*=n) symbol=${line%%=*} ;;
		CONFIG_*) continue ;;
		*) symbol=${line#'# '} symbol=${symbol%% *} ;;
		esac
		! is=$(grep "^$symbol=" "$work/obj/.config") ||
			die "$where: $symbol should be off but is '$is'; something selects it"
	done <"$1"
}

# check_survived MERGED: what is missing first, for it may be why its alternative is there.
check_survived() {
	check_on "$1"
	check_off "$1"
}

# config_error LOG: what kconfig or make said first, else the last that was said.
config_error() {
	local said
	said=$(grep -E ':[0-9]+:' "$1" | grep -m 1 -v 'warning:') ||
		said=$(grep -m 1 -F '***' "$1") || said=$(grep . "$1" | tail -n 1) || said=nothing
	said=${said//"$work/tree/"/}
	die "configuring ${own_tree:-$name} for $board failed: ${said//  / }; whole log: $1"
}

# configure: makes $work/obj/.config; leaves it alone when it would not change.
configure() {
	local files
	files=$(fragment_files)
	# shellcheck disable=SC2086 # names without blanks
	merge_fragments "$(tree_version "$tree")" $files >"$work/merged"
	sed 's/^[^ ]*: //' "$work/merged" >"$work/fragments"
	say "configuring $name for $board"
	make_kernel KCONFIG_ALLCONFIG="$work/fragments" allnoconfig >"$work/config.log" 2>&1 ||
		config_error "$work/config.log"
	check_survived "$work/merged"
}
