# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# Progress of a long command that prints one line per step into a log.

steps_in() { grep -cE '^ +(CC|AS|LD|AR|HOSTCC|LDS) ' "$1" 2>/dev/null || true; }

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# show LOG TITLE TOTAL SECONDS: one line, rewritten on a terminal, twice a minute elsewhere.
show() {
	local n
	[ -z "${quiet-}" ] || return 0
	if [ -t 2 ]; then
		n=$(steps_in "$1")
		printf '\r\033[K%s: %3d %% (%d of about %d steps), %s' "$2" \
			$((n < $3 ? 100 * n / $3 : 99)) "$n" "$3" "$(clock "$4")" >&2
	elif [ "$4" -gt 0 ] && [ $(($4 % 30)) -eq 0 ]; then
		n=$(steps_in "$1")
		printf '%s: %d %% (%d of about %d steps), %s\n' "$2" \
			$((n < $3 ? 100 * n / $3 : 99)) "$n" "$3" "$(clock "$4")" >&2
	fi
}

# run_logged LOG TITLE STEPS-FILE COMMAND...: STEPS-FILE remembers how many steps it was last time.
run_logged() {
	local log=$1 title=$2 memory=$3 total start pid status=0 n
	shift 3
	total=$(cat "$memory" 2>/dev/null || echo 640)
	start=$SECONDS
	set -m
	"$@" >"$log" 2>&1 9>&- </dev/null &
	pid=$!
	set +m
	while kill -0 "$pid" 2>/dev/null; do
		show "$log" "$title" "$total" $((SECONDS - start))
		sleep 1
	done
	wait "$pid" || status=$?
	[ -n "${quiet-}" ] || [ ! -t 2 ] || printf '\r\033[K' >&2
	[ $status -eq 0 ] || return $status
	n=$(steps_in "$log")
	[ $((4 * n)) -lt $((3 * total)) ] || echo "$n" >"$memory"
	say "$title: done, $(clock $((SECONDS - start)))"
}
