#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# The steps of kernel/build-image, one by one, without building a kernel.
. "$(dirname "$0")/lib.sh"

repo=$root

# in_steps COMMANDS: runs them in a shell of their own with all steps loaded.
in_steps() {
	capture env -u SPITWIN_CACHE -u XDG_CACHE_HOME "${more_env[@]}" bash -euo pipefail -c '
		root=$1 repo=$2 dir=$1 name=img board=brd tree=$1/tree work=$1/work cache=$1/cache
		changes=() version=6.1
		for step in cache progress tree own_tree overlay changes config devicetree; do
			. "$repo/kernel/build-steps/$step.sh"
		done
		'"$1" steps "$dir" "$repo"
}

setup() {
	more_env=("HOME=$dir/home")
	mkdir -p "$dir"/{home,work/obj,boards/brd,kernel/config} \
		"$dir"/tree/{arch/arm,include,scripts/dtc/include-prefixes}
}

test_sync_goes_by_content_not_by_time() {
	mkdir -p "$dir/a/sub" "$dir/b"
	echo new >"$dir/a/changed"; echo old >"$dir/b/changed"
	echo same >"$dir/a/sub/same"; mkdir "$dir/b/sub"; echo same >"$dir/b/sub/same"
	echo x >"$dir/b/removed"
	touch -d 2001-01-01 "$dir/a/changed"
	touch -d 2002-01-01 "$dir/b/sub/same"
	in_steps 'sync_dir "$dir/a" "$dir/b"'
	equal "$status" 0 "status ($err)"
	equal "$(cat "$dir/b/changed")" new "content"
	[ "$dir/b/changed" -nt "$dir/b/sub/same" ] || fail "a changed file must look new"
	equal "$(date -r "$dir/b/sub/same" +%Y)" 2002 "an equal file keeps its time"
	[ ! -e "$dir/b/removed" ] || fail "a removed file stays"
}

test_overlay_changes_nothing_in_the_tree() {
	mkdir -p "$dir/kernel/arch/twin" "$dir/abi"
	echo x >"$dir/tree/Makefile"; echo h >"$dir/abi/a.h"
	echo k >"$dir/kernel/arch/twin/Kconfig"
	in_steps 'list_tree >"$dir/l1"; lay_over; lay_over; list_tree >"$dir/l2"'
	equal "$status" 0 "status ($err)"
	cmp -s "$dir/l1" "$dir/l2" || fail "the tree changed"
	[ -s "$dir/l1" ] || fail "empty listing"
	equal "$(cat "$dir/work/tree/arch/twin/Kconfig")" k "arch/twin"
	equal "$(cat "$dir/work/tree/Makefile")" x "the tree's file"
	[ -d "$dir/work/tree/arch/arm" ] || fail "the tree's architectures"
	[ ! -e "$dir/tree/arch/twin" ] || fail "arch/twin is in the tree itself"
}

test_a_new_header_starts_the_build_afresh() {
	mkdir -p "$dir/kernel/arch/twin" "$dir/abi"
	echo 1 >"$dir/abi/a.h"; echo x >"$dir/tree/Makefile"
	in_steps 'lay_over; touch "$work/obj/o"; echo 2 >"$dir/abi/a.h"; lay_over; ls "$work/obj"'
	equal "$status:$out" "0:o" "a changed header is the build's own matter"
	in_steps 'touch "$dir/abi/b.h"; lay_over; ls "$work/obj"'
	equal "$status:$out" "0:" "a new header"
	in_steps 'touch "$work/obj/o"; rm "$dir/abi/b.h"; lay_over; ls "$work/obj"'
	equal "$status:$out" "0:" "a header that is gone"
}

test_listing_sees_every_change() {
	local change
	for change in 'echo y >>tree/f' 'touch -d 2001-01-01 tree/f' 'chmod 600 tree/f' \
		'touch tree/g' 'rm tree/f' 'ln -sf other tree/l'; do
		rm -f "$dir/tree/"[fgl]
		echo x >"$dir/tree/f"; ln -s one "$dir/tree/l"
		in_steps 'list_tree >"$dir/l1"; cd "$dir"; '"$change"'; list_tree >"$dir/l2"'
		equal "$status" 0 "$change ($err)"
		! cmp -s "$dir/l1" "$dir/l2" || fail "not seen: $change"
	done
}

survive() {
	printf '%s\n' "$1" >"$dir/kernel/config/f"
	printf '%s\n' "$2" >"$dir/work/obj/.config"
	in_steps 'merge_fragments 6.1 kernel/config/f >"$work/m"; check_survived "$work/m"'
}

test_every_configuration_line_must_survive() {
	survive $'# comment\nCONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C="x y"\nCONFIG_D=n' \
		$'CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C="x y"'
	equal "$status:$err" "0:" "all survive"
	survive $'CONFIG_A=y\nCONFIG_GONE=y' 'CONFIG_A=y'
	equal "$status" 2 "a lost line"
	contains "$err" "kernel/config/f:2: 'CONFIG_GONE=y' did not survive" "message"
	contains "$err" "this kernel has no such option" "message"
	mkdir -p "$dir/work/tree/drivers"
	printf '%s\n' 'config GONE' '	bool "x"' '	depends on MISSING && A' '	help' \
		'	  depends on nothing' 'config OTHER' '	depends on B' >"$dir/work/tree/drivers/Kconfig"
	survive $'CONFIG_A=y\nCONFIG_GONE=y' 'CONFIG_A=y'
	contains "$err" "became 'undefined'; a dependency is off: MISSING && A" "what kconfig says"
	survive 'CONFIG_A=8' 'CONFIG_A=4'
	contains "$err" "it became 'CONFIG_A=4'" "another value"
	survive 'CONFIG_A=y' '# CONFIG_A is not set'
	contains "$err" "it became '# CONFIG_A is not set'" "switched off"
	survive '# CONFIG_A is not set' 'CONFIG_A=y'
	equal "$status" 2 "selected in spite"
	contains "$err" "CONFIG_A should be off but is 'CONFIG_A=y'" "message"
	survive $'# CONFIG_A is not set\nCONFIG_GONE=y' 'CONFIG_A=y'
	contains "$err" "kernel/config/f:2: 'CONFIG_GONE=y' did not survive" "the cause first"
}

merged() { in_steps "merge_fragments $1 a.config b.config"; }

test_later_fragments_overrule_earlier_ones() {
	printf '%s\n' '# text' 'CONFIG_A=y' 'CONFIG_B=1' '# CONFIG_C is not set' >"$dir/a.config"
	printf '%s\n' '# CONFIG_A is not set' 'CONFIG_C=y' >"$dir/b.config"
	merged 6.1
	equal "$out" $'b.config:1: # CONFIG_A is not set\na.config:3: CONFIG_B=1\nb.config:2: CONFIG_C=y' \
		"merged ($err)"
}

test_lines_for_some_kernels_only() {
	printf '%s\n' 'CONFIG_A=y	# up to 6.7: why' 'CONFIG_B="a # b"  # from 6.10' \
		'CONFIG_C="x # y"' >"$dir/a.config"
	: >"$dir/b.config"
	merged 6.1
	equal "$out" $'a.config:1: CONFIG_A=y\na.config:3: CONFIG_C="x # y"' "6.1"
	merged 6.7
	equal "$out" $'a.config:1: CONFIG_A=y\na.config:3: CONFIG_C="x # y"' "6.7"
	merged 6.12
	equal "$out" $'a.config:2: CONFIG_B="a # b"\na.config:3: CONFIG_C="x # y"' "6.12"
}

# A folder that passes for a kernel tree.
fake_tree() {
	mkdir -p "$dir/own/arch" "$dir/own/kernel/sched" "$dir/own/include"
	printf '%s\n' 'VERSION = 6' "PATCHLEVEL = $1" 'SUBLEVEL = 3' >"$dir/own/Makefile"
	: >"$dir/own/Kconfig"
	echo 1 >"$dir/own/kernel/sched/core.c"
}

test_own_tree_that_is_none() {
	in_steps 'use_own_tree "$dir/nowhere"'
	equal "$status" 2 "no folder"
	contains "$err" "nowhere: no such folder" "message"
	mkdir "$dir/own"
	in_steps 'use_own_tree "$dir/own"'
	equal "$status" 2 "an empty folder"
	contains "$err" "/own: not a Linux source tree" "message"
}

test_own_tree_outside_the_range() {
	local patchlevel
	for patchlevel in 0 13; do
		fake_tree $patchlevel
		in_steps 'use_own_tree "$dir/own"'
		equal "$status" 2 "6.$patchlevel"
		contains "$err" "/own: Linux 6.$patchlevel; this version hosts Linux 6.1 to 6.12" "message"
	done
	sed -i 's/= 6/= 5/' "$dir/own/Makefile"
	in_steps 'use_own_tree "$dir/own"'
	contains "$err" "Linux 5.13; this version hosts" "an older major version"
	echo >"$dir/own/Makefile"
	in_steps 'use_own_tree "$dir/own"'
	equal "$status" 2 "no version"
	contains "$err" "no VERSION and PATCHLEVEL" "message"
}

# Regression: patchlevel_08_is_octal
# Expected: one line. Buggy: two messages of bash about "value too great for base", and accepted.
test_patchlevel_08_is_octal() {
	local patchlevel
	for patchlevel in 08 99999999999999999999; do
		fake_tree $patchlevel
		in_steps 'use_own_tree "$dir/own"'
		equal "$status:$out" "2:" "6.$patchlevel"
		equal "$err" "error: $dir/own/Makefile: no Linux has VERSION.PATCHLEVEL 6.$patchlevel" "message"
	done
}

# Regression: tree_name_with_a_newline
# Expected: one line, whether or not the folder is there. Buggy: the line was broken at the name's.
test_tree_name_with_a_newline() {
	local name=$'own\nerror: all is lost\n'
	fake_tree 6
	mv "$dir/own" "$dir/$name"
	more_env+=("folder=$dir/$name")
	in_steps 'use_own_tree "$folder"'
	equal "$status:$out" "2:" "there"
	equal "$err" "error: $dir/own?error: all is lost?: control characters in the name of a kernel tree" "message"
	in_steps 'use_own_tree "$folder/none"'
	equal "$status:$(wc -l <<<"$err")" "2:1" "not there"
}

# Regression: tree_that_cannot_be_configured
# Expected: one line with the first cause and the log. Buggy: the log's end, then a line without it.
test_tree_that_cannot_be_configured() {
	local said
	while IFS='|' read -r log said; do
		printf '%b' "$log" >"$dir/said"
		in_steps 'own_tree=$dir/own fragment_names="" quiet=1
			tree_version() { echo 6.6; }
			make_kernel() { sed "s,TREE,$work/tree,g" "$dir/said"; return 2; }
			configure'
		equal "$status:$out" "2:" "status"
		equal "$err" "error: configuring $dir/own for brd failed: $said; whole log: $dir/work/config.log" "$log"
	done <<-'EOF'
		make: Entering TREE\nmake: *** No rule to make target 'allnoconfig'.  Stop.\n|make: *** No rule to make target 'allnoconfig'. Stop.
		lib/Kconfig:2:warning: odd\narch/Kconfig:3: syntax error\nmake[1]: *** [x] Error 1\n|arch/Kconfig:3: syntax error
		TREE/Makefile:9: *** missing separator.  Stop.\n|Makefile:9: *** missing separator. Stop.
		sh: gcc: not found\n\n|sh: gcc: not found
		|nothing
	EOF
}

test_own_tree_that_was_built_in() {
	fake_tree 6
	: >"$dir/own/.config"
	in_steps 'use_own_tree "$dir/own"'
	equal "$status" 2 "status"
	contains "$err" "make mrproper" "message"
}

# By content: other times and a checkout's .git make no other image, any other file does.
test_own_tree_is_known_by_content() {
	local first
	fake_tree 6
	in_steps 'use_own_tree "$dir/own"; echo "$package $version"'
	equal "$status:${out%-*}" "0:own-tree 6.6" "status ($err)"
	first=$out
	touch -d 2001-01-01 "$dir/own/kernel/sched/core.c"
	mkdir "$dir/own/.git"; echo x >"$dir/own/.git/index"
	in_steps 'use_own_tree "$dir/own"; echo "$package $version"'
	equal "$out" "$first" "the same content"
	in_steps 'use_own_tree "$dir/own"; echo "$package $version"'
	equal "$out:$err" "$first:" "nothing is read when no time changed"
	echo 2 >"$dir/own/kernel/sched/core.c"
	in_steps 'use_own_tree "$dir/own"; echo "$package $version"'
	[ "$out" != "$first" ] || fail "another content, the same hash"
	first=$out
	ln -s a "$dir/own/include/link"
	in_steps 'use_own_tree "$dir/own"; echo "$package $version"'
	[ "$out" != "$first" ] || fail "another link, the same hash"
}

# change TEXT: a semantic patch for $dir/tree/lib/a.c, laid over.
change() {
	mkdir -p "$dir/kernel/arch/twin" "$dir/abi" "$dir/tree/lib"
	echo 'int f(void) { return old(1); }' >"$dir/tree/lib/a.c"
	echo '#include "a.c"' >"$dir/tree/lib/b.c"
	echo x >"$dir/tree/Makefile"
	printf '%s\n' "$1" >"$dir/c.cocci"
	in_steps 'changes=("$dir/c.cocci"); list_tree >"$dir/l1"; check_change "$dir/c.cocci"
		apply_changes; lay_over; list_tree >"$dir/l2"'
}

good_change='// files: lib/a.c
@r@ expression e; @@
- old(e)
+ new(e)'

test_a_change_goes_to_a_copy() {
	command -v spatch >/dev/null || { echo "  (no spatch: skipped)"; return; }
	change "$good_change"
	equal "$status" 0 "status ($err)"
	contains "$(cat "$dir/work/tree/lib/a.c")" "new(1)" "the build's file"
	contains "$(cat "$dir/tree/lib/a.c")" "old(1)" "the tree's file"
	cmp -s "$dir/l1" "$dir/l2" || fail "the tree changed"
	equal "$(cat "$dir/work/tree/lib/b.c")" '#include "a.c"' "its neighbour"
	touch -d 2001-01-01 "$dir/work/changed/lib/a.c"; mkdir -p "$dir/work/obj"; touch "$dir/work/obj/o"
	change "$good_change"
	equal "$(date -r "$dir/work/changed/lib/a.c" +%Y)" 2001 "an equal copy keeps its time"
	[ -e "$dir/work/obj/o" ] || fail "objects are forgotten"
	in_steps 'apply_changes; lay_over'
	contains "$(cat "$dir/work/tree/lib/a.c")" "old(1)" "without the change"
	[ ! -e "$dir/work/obj/o" ] || fail "objects of the change stay"
}

test_a_change_that_does_not_apply() {
	command -v spatch >/dev/null || { echo "  (no spatch: skipped)"; return; }
	change "${good_change/old(e)/older(e)}"
	equal "$status" 2 "status"
	contains "$err" "c.cocci: changes nothing in lib/a.c (Linux 6.1); rules without a match: r" "message"
	equal "$(grep -c . <<<"$err")" 2 "one line of error, one of progress"
	change "$good_change
@second@ @@
- gone()
+ here()"
	equal "$status" 2 "one of two rules"
	contains "$err" "c.cocci: rule second matches nothing in lib/a.c" "message"
	change "${good_change/old(e)/old(e;}"
	equal "$status" 2 "a syntax error"
	contains "$err" "c.cocci:3:" "where"
	contains "$err" "not a semantic patch: parse error near ';'" "message"
	contains "$err" "whole log: $dir/work/spatch.log" "message"
}

test_a_change_of_no_file() {
	change "@r@ @@"
	equal "$status" 2 "no files named"
	contains "$err" "c.cocci:1: no line '// files: PATH...'" "message"
	change "${good_change/lib\/a.c/lib\/none.c}"
	equal "$status" 2 "no such file"
	contains "$err" "c.cocci: the kernel tree has no file lib/none.c" "message"
	change "${good_change/lib\/a.c/..\/a.c}"
	equal "$status" 2 "a way out"
	contains "$err" "'../a.c' is not a path in the kernel tree" "message"
	in_steps 'check_change "$dir/none.cocci"'
	contains "$err" "none.cocci: no such semantic patch" "no file"
}

# Regression: files_line_is_globbed
# Expected: names are taken as they are written, and a pattern is none.
# Buggy: drivers/*/spi.c became what lay in the working folder under such names.
test_files_line_is_globbed() {
	local pattern
	mkdir -p "$dir/lib"
	: >"$dir/lib/a.c"
	for pattern in 'lib/*.c' 'lib/?.c' 'lib/[a].c' '*'; do
		change "${good_change/lib\/a.c/$pattern}"
		in_steps 'cd "$dir"; check_change "$dir/c.cocci"'
		equal "$status" 2 "$pattern"
		equal "$err" "error: $dir/c.cocci: '$pattern' is not a path in the kernel tree" "message"
	done
}

# Regression: change_without_a_rule
# Expected: what is missing. Buggy: "c.cocci:1: not a semantic patch:  ; whole log: ...".
test_change_without_a_rule() {
	printf '// files: lib/a.c\n' >"$dir/c.cocci"
	in_steps 'check_change "$dir/c.cocci"'
	equal "$status:$err" "2:error: $dir/c.cocci: no rule; one begins with a line @@ or @NAME@" "message"
}

test_device_trees_of_arm_in_vendor_folders() {
	mkdir -p "$dir/tree/arch/arm/boot/dts/vendor"
	echo x >"$dir/tree/arch/arm/boot/dts/vendor/b.dts"
	in_steps 'find_dts arch/arm/boot/dts/b.dts'
	equal "$out" "$dir/tree/arch/arm/boot/dts/vendor/b.dts" "since 6.5"
}

test_cache_folder() {
	in_steps 'cache_dir'
	equal "$out:$err" "$dir/home/.cache/spitwin:" "default"
	more_env=("HOME=$dir/home" "XDG_CACHE_HOME=$dir/x")
	in_steps 'cache_dir'
	equal "$out" "$dir/x/spitwin" "XDG_CACHE_HOME"
	more_env=("SPITWIN_CACHE=$dir/own")
	in_steps 'cache_dir'
	equal "$out" "$dir/own" "SPITWIN_CACHE"
	more_env=(-u HOME)
	in_steps 'cache_dir'
	equal "$status:$out" "0:$dir/build/cache" "no HOME"
	contains "$err" "HOME is not set" "no HOME"
	more_env=("HOME=/dev/null")
	in_steps 'cache_dir'
	equal "$status:$out" "0:$dir/build/cache" "unwritable"
	contains "$err" "cannot be written" "unwritable"
}

test_device_tree_with_overlay() {
	command -v dtc >/dev/null || { echo "  (no dtc: skipped)"; return; }
	mkdir -p "$dir/tree/dts"
	printf '%s\n' '/dts-v1/;' '#include "part.dtsi"' '/ { model = "m"; };' \
		>"$dir/tree/dts/b.dts"
	printf '%s\n' '/ { label0: node@0 {' \
		'reg = <0>; #address-cells = <1>; #size-cells = <0>; }; };' \
		>"$dir/tree/dts/part.dtsi"
	printf '%s\n' 'board:' '  dts: dts/b.dts  # comment' >"$dir/boards/brd/board.yaml"
	printf '%s\n' '/dts-v1/;' '/plugin/;' '&label0 { status = "okay"; added: child { }; };' \
		>"$dir/boards/brd/overlay.dtso"
	in_steps 'build_dtb "$dir/out.dtb"
		fdtget -t s "$dir/out.dtb" /node@0 status
		fdtget -t s "$dir/out.dtb" /__symbols__ label0 /__symbols__ added'
	equal "$status" 0 "status ($err)"
	equal "$out" $'okay\n/node@0\n/node@0/child' "overlay and labels"
	echo '&nowhere { };' >>"$dir/boards/brd/overlay.dtso"
	in_steps 'build_dtb "$dir/out2.dtb"'
	equal "$status" 2 "unknown label"
	contains "$err" "overlay.dtso does not fit" "message"
	echo 'dts: dts/none.dts' >"$dir/boards/brd/board.yaml"
	in_steps 'build_dtb "$dir/out2.dtb"'
	contains "$err" "dts/none.dts does not exist" "message"
	[ ! -e "$dir/out2.dtb" ] || fail "something was written"
}

test_interrupted_build_leaves_nothing() {
	in_steps 'mkdir "$dir/half"; drop_on_exit "$dir/half"; kill -INT $$; sleep 5'
	equal "$status" 130 "status"
	[ ! -e "$dir/half" ] || fail "a half result stays"
}

test_failing_command_is_reported_and_its_log_kept() {
	in_steps 'run_logged "$dir/log" title "$dir/steps" bash -c "echo boom; exit 7"' 
	equal "$status" 7 "status"
	equal "$(cat "$dir/log")" boom "log"
	[ ! -e "$dir/steps" ] || fail "a failed build's step count is remembered"
}

test_one_build_at_a_time() {
	in_steps '( exec 9>"$dir/lock"; flock 9; sleep 1; echo first >>"$dir/order" ) &
		sleep 0.3; take_lock "$dir/lock"; echo second >>"$dir/order"; wait'
	equal "$(tr '\n' ' ' <"$dir/order")" "first second " "order"
	contains "$err" "waiting for another build" "message"
}

test_usage_errors() {
	capture "$repo/kernel/build-image"
	equal "$status" 2 "no argument"
	capture "$repo/kernel/build-image" nope --board x
	equal "$status" 2 "unknown image"
	contains "$err" "no image 'nope'; images: linux-6.1" "message"
	capture "$repo/kernel/build-image" linux-6.1 --board nope
	equal "$status" 2 "unknown board"
	contains "$err" "no board 'nope'; boards:" "message"
	equal "$out" "" "stdout"
}

run_tests_here
