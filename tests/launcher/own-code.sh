#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Kernel code of the user's own that cannot be built, with real trees: one line that names the cause.
# In a cache of its own, so that nothing stays; trees and compiled objects are those of the real one.
. "$(dirname "$0")/lib.sh"

build=$root/kernel/build-image board=sama5d36ek
real=${SPITWIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/spitwin}

setup() {
	mkdir "$dir/cache"
	ln -s "$real/trees" "$dir/cache/trees"
}

# built_here ARGS...: in that cache, as an image whose link does not stay either.
built_here() {
	capture env SPITWIN_CACHE="$dir/cache" CCACHE_DIR="${CCACHE_DIR:-$real/ccache}" \
		"$build" "$@" --board $board --as own-code --quiet
	rm -f "$root/build/images/own-code-$board"
}

# Linux 6.1 has parts of PREEMPT_RT only.
test_an_option_that_the_tree_cannot_have() {
	built_here linux-6.12-rt --kernel-tree "$("$build" --extract linux-6.1)"
	equal "$status:$out" "2:" "refused"
	equal "$err" "error: kernel/config/rt.config:5: 'CONFIG_PREEMPT_RT=y' did not survive; it became 'undefined'; a dependency is off: EXPERT && ARCH_SUPPORTS_RT" \
		"what is said"
}

# Regression: tree_that_cannot_be_configured
# Expected: make's or kconfig's own message. Buggy: four lines, the last one without it.
test_a_tree_that_passes_for_one() {
	local own=$dir/own
	mkdir -p "$own/arch" "$own/kernel/sched"
	printf '%s\n' 'VERSION = 6' 'PATCHLEVEL = 6' >"$own/Makefile"
	: >"$own/Kconfig"
	: >"$own/kernel/sched/core.c"
	built_here linux-6.1 --kernel-tree "$own"
	equal "$status:$out" "2:" "refused"
	contains "$err" "error: configuring $own for $board failed: make: *** No rule to make target 'allnoconfig'. Stop.; whole log: $dir/cache/work/" "message"
	equal "$(wc -l <<<"$err")" 1 "lines"
}

# Only what the change changes is compiled, when ccache has the rest: minutes without it.
test_an_undefined_symbol() {
	command -v ccache >/dev/null || return 0
	cat >"$dir/calls-nothing.cocci" <<-'EOF'
		// files: drivers/spi/spi-mem.c
		//
		// Calls a function that nobody defines.
		@@
		@@
		 void spi_mem_driver_unregister(struct spi_mem_driver *memdrv)
		 {
		+	extern void defined_nowhere(void);
		+	defined_nowhere();
		 	...
		 }
	EOF
	built_here linux-6.1 --change "$dir/calls-nothing.cocci"
	equal "$status:$out" "2:" "refused"
	contains "$err" "error: undefined symbol \`defined_nowhere'" "name"
	contains "$err" "drivers/spi/spi-mem.c" "file"
	equal "$(wc -l <<<"$err")" 1 "lines"
}

run_tests_here
