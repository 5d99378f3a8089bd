#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#
# study.sh PROGRAM STUDY: STUDY.md is what STUDY.sh PROGRAM prints. Kernel package, compiler and
# configuration of each image are named in a comment of STUDY.md; with others the figures differ,
# which is reported and does not fail.
# Exit status: 0 equal, 1 not, 77 nothing to compare with.
set -euo pipefail
program=$1 study=$2
root=$(cd "$(dirname "$study")/../.." && pwd)

images=$(sed -n 's/^<!-- image \(.*\): .* -->$/\1/p' "$study.md")
[ -n "$images" ] || { echo "$study.md names no image"; exit 1; }
for image in $images; do
	at=$root/build/images/$image-${study##*-}
	[ -e "$at/image.so" ] || { echo "skipped: image $image is not built"; exit 77; }
	key=$(sed -n 's/^key //p' "$at/manifest.txt")
	grep -qxF "<!-- image $image: $key -->" "$study.md" || {
		echo "skipped: $study.md is of another image than $image with $key"
		exit 77
	}
done
IMAGES=${images//$'\n'/ } "$study.sh" "$program" | diff "$study.md" -
