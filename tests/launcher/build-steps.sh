#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# The steps of kernel/build-image, one by one, without building a kernel.
. "$(dirname "$0")/lib.sh"

repo=$root

# in_steps COMMANDS: runs them in a shell of their own with all steps loaded.
in_steps() {
	capture env -u SPITWIN_CACHE -u XDG_CACHE_HOME "${more_env[@]}" bash -euo pipefail -c '
		root=$1 repo=$2 dir=$1 name=img board=brd tree=$1/tree work=$1/work cache=$1/cache
		for step in cache progress tree overlay config devicetree; do
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
	in_steps 'check_survived kernel/config/f'
}

test_every_configuration_line_must_survive() {
	survive $'# comment\nCONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C="x y"\nCONFIG_D=n' \
		$'CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C="x y"'
	equal "$status:$err" "0:" "all survive"
	survive $'CONFIG_A=y\nCONFIG_GONE=y' 'CONFIG_A=y'
	equal "$status" 2 "a lost line"
	contains "$err" "kernel/config/f:2: 'CONFIG_GONE=y' did not survive" "message"
	contains "$err" "a dependency is off" "message"
	survive 'CONFIG_A=8' 'CONFIG_A=4'
	contains "$err" "it became 'CONFIG_A=4'" "another value"
	survive 'CONFIG_A=y' '# CONFIG_A is not set'
	contains "$err" "it became '# CONFIG_A is not set'" "switched off"
	survive '# CONFIG_A is not set' 'CONFIG_A=y'
	equal "$status" 2 "selected in spite"
	contains "$err" "CONFIG_A should be off but is 'CONFIG_A=y'" "message"
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
