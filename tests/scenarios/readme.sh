#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#
# readme.sh PROGRAM README [--update]: the report in the README is what the command prints.
# Every line between the fences after "What comes out" must be a line of the run's report, in its
# order; "[... ... ...]" lines mark what was left out. --update replaces the block instead.
# The block belongs to one kernel package, compiler and configuration, named in a comment above it;
# with others the figures differ, which is reported and does not fail.
# Exit status: 0 equal, 1 not, 77 nothing to compare with.
set -euo pipefail
program=$1 readme=$2
root=$(cd "$(dirname "$readme")" && pwd)
[ -e "$root/build/images/linux-6.1-sama5d36ek/image.so" ] || {
	echo "skipped: no kernel image"
	exit 77
}
key=$(sed -n 's/^key //p' "$root/build/images/linux-6.1-sama5d36ek/manifest.txt")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SPITWIN_ROOT=$root "$program" run "$root/scenarios/sama5d36ek-dd-512.yaml" >"$work/report"
awk '/^## What comes out/ { on = 1 } on && /^```/ { if (++fence == 2) exit; next } fence == 1' \
	"$readme" >"$work/readme"

if [ "${3-}" = --update ]; then
	# the devices and all but three constants are left out
	awk '/^Devices/ { print "[... the device models ...]"; skip = 1 }
	     /^What matters most/ { skip = 0; print "" }
	     /^Constants/ { if (skip) print ""; skip = 0; print; n = 1; next }
	     skip { next }
	     n && n++ > 3 { left++; next }
	     { print }
	     END { print "  [... " left " more ...]" }' "$work/report" >"$work/new"
	awk -v new="$work/new" '/^## What comes out/ { on = 1 }
	     on && /^```/ {
		fence++; print
		if (fence == 1) while ((getline line <new) > 0) print line
		next
	     }
	     fence == 1 { next }
	     /^<!-- report of / { $0 = "<!-- report of " key " -->" }
	     { print }' key="$key" "$readme" >"$work/out"
	cat "$work/out" >"$readme"
	exit 0
fi

known=$(sed -n 's/^<!-- report of \(.*\) -->$/\1/p' "$readme")
[ "$known" = "$key" ] || {
	echo "skipped: the README's report is of $known, this image is $key"
	exit 77
}

# both lists in order: every README line must come up in what is left of the report
awk -v report="$work/report" '
	/^ *\[\.\.\. .* \.\.\.\]$/ { next }
	{ while ((got = (getline line <report)) > 0) if (line == $0) next
	  print "not in the report (or not there in order): " $0; bad = 1; exit }
	END { exit bad }' "$work/readme"
lines=$(wc -l <"$work/readme")
[ "$lines" -gt 20 ] || { echo "the README has no report"; exit 1; }
echo "$lines lines of the README are the report's"
