# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# Changes to files of the kernel tree: semantic patches (Coccinelle), applied to copies of the files
# that they name. The build sees the copies in place of the files.

# files_of CHANGE: the paths that its line "// files: PATH..." names.
files_of() { sed -n 's|^//[[:space:]]*files:||p' "$1" | tr -s '[:space:]' '\n' | sed '/^$/d'; }

# check_change CHANGE: that it can be read and says which files it is for.
check_change() {
	local file files
	[ -f "$1" ] && [ -r "$1" ] || die "$1: no such semantic patch"
	mapfile -t files < <(files_of "$1")
	[ ${#files[@]} -gt 0 ] ||
		die "$1:1: no line '// files: PATH...' says which kernel files it changes"
	for file in "${files[@]}"; do
		case /$file/ in
		*/../* | //* | *[*?[]*) die "$1: '$file' is not a path in the kernel tree" ;;
		esac
	done
	grep -q '^@' "$1" || die "$1: no rule; one begins with a line @@ or @NAME@"
}

# spatch_error CHANGE LOG: what the tool said, as one line with its place.
spatch_error() {
	local place
	place=$(sed -n 's/.*line \([0-9]*\), column \([0-9]*\).*/\1:\2/p' "$2" | head -n 1)
	sed -n "s/^  around = '\(.*\)',.*/near '\1'/p" "$2" | head -n 1 >"$2.near"
	die "$1:${place:-1}: not a semantic patch: $(
		grep -m 1 -iE 'error|exception|failure' "$2" | sed 's/^.*\(parse error\).*/\1/; s/: *$//'
	) $(cat "$2.near"); whole log: $2"
}

# unmatched LOG: names of the rules that were tried and matched nothing in any file.
unmatched() {
	awk '/^dependencies for rule .* satisfied:/ && !/not satisfied/ {
			rule = $4
			if (!(rule in hit)) hit[rule] = 0
		}
		/^ *(binding out|transformation info returned)/ && rule != "" { hit[rule] = 1 }
		END { for (r in hit) if (!hit[r]) print r }' "$1" | sort | paste -sd ' '
}

# apply_change CHANGE: to the copies in $work/changed.new.
apply_change() {
	local change=$1 file files copy log=$work/spatch.log rules
	: >"$log"
	mapfile -t files < <(files_of "$change")
	for file in "${files[@]}"; do
		copy=$work/changed.new/$file
		[ -f "$tree/$file" ] || die "$change: the kernel tree has no file $file"
		mkdir -p "$(dirname "$copy")"
		[ -f "$copy" ] || cp --no-preserve=all "$tree/$file" "$copy"
		cp "$copy" "$work/before-change"
		(cd "$work/changed.new" && spatch --disable-worth-trying-opt --debug --in-place \
			--sp-file "$change" "$file") >>"$log" 2>&1 </dev/null ||
			spatch_error "$change" "$log"
		! cmp -s "$copy" "$work/before-change" ||
			die "$change: changes nothing in $file (Linux $version); rules without a match: $(
				unmatched "$log")"
	done
	rules=$(unmatched "$log")
	[ -z "$rules" ] ||
		die "$change: rule $rules matches nothing in $(files_of "$change" | paste -sd ' ')"
}

# apply_changes: makes $work/changed, touching only what differs. Where other files than before are
# changed the build starts afresh: going back to an older file is nothing that make can see.
apply_changes() {
	local change
	rm -rf "$work/changed.new"
	mkdir -p "$work/changed.new" "$work/changed"
	for change in ${changes[@]+"${changes[@]}"}; do
		say "applying $(basename "$change")"
		apply_change "$change"
	done
	if [ "$(cd "$work/changed" && find . -type f | sort)" != \
		"$(cd "$work/changed.new" && find . -type f | sort)" ]; then
		rm -rf "$work/changed" "$work/tree" "$work/obj"
	fi
	sync_dir "$work/changed.new" "$work/changed"
	rm -rf "$work/changed.new"
}

# open_folder PATH: a folder of $work/tree that is a link becomes one of links to what is in it.
open_folder() {
	local path=$work/tree/$1 target
	[ -L "$path" ] || return 0
	target=$(readlink "$path")
	rm "$path"
	mkdir "$path"
	find -H "$target" -mindepth 1 -maxdepth 1 -exec ln -s -t "$path" {} +
}

# lay_changes_over: the copies take the files' places in $work/tree.
lay_changes_over() {
	local file folder part
	while IFS= read -r file; do
		folder=''
		for part in $(dirname "$file" | tr / ' '); do
			folder=${folder:+$folder/}$part
			open_folder "$folder"
		done
		ln -sfn "$work/changed/$file" "$work/tree/$file"
	done < <(cd "$work/changed" && find . -type f -printf '%P\n')
}
