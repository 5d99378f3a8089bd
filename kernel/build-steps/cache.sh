# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# Messages, the cache folder, locks, and cleaning up after an interruption.

# Diagnostics go to standard error, always.
say() { [ -n "${quiet-}" ] || echo "$*" >&2; }
# die MESSAGE: one line, whatever the names in it are.
die() { echo "error: ${*//[[:cntrl:]]/?}" >&2; exit 2; }

# cache_dir: prints the cache folder; falls back to build/cache when it cannot be written.
cache_dir() {
	local dir=${SPITWIN_CACHE:-}
	if [ -z "$dir" ] && [ -n "${XDG_CACHE_HOME:-}${HOME:-}" ]; then
		dir=${XDG_CACHE_HOME:-$HOME/.cache}/spitwin
	fi
	if [ -n "$dir" ] && mkdir -p "$dir" 2>/dev/null && [ -w "$dir" ]; then
		(cd "$dir" && pwd)
		return
	fi
	dir=${dir:-HOME is not set}
	echo "warning: cache folder '$dir' cannot be written; using build/cache" >&2
	mkdir -p "$root/build/cache" && echo "$root/build/cache"
}

dropped=()
# drop_on_exit PATH: removes it if the script ends before it was renamed to its place.
drop_on_exit() { dropped+=("$1"); }

clean_up() {
	local status=$?
	trap - EXIT
	stop_children
	[ ${#dropped[@]} -eq 0 ] || rm -rf "${dropped[@]}"
	exit "$status"
}
stop_children() {
	local pid
	for pid in $(jobs -p); do
		kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
	done
	wait 2>/dev/null || true
}
trap clean_up EXIT
trap '[ ! -t 2 ] || echo >&2; exit 130' INT
trap 'exit 143' TERM HUP

# take_lock FILE: one build at a time; held until the script ends.
take_lock() {
	exec 9>"$1"
	flock -n 9 && return
	say "waiting for another build of the same image"
	flock 9
}
