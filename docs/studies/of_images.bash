# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Which kernel images a study is of, for scripts that have set root; tests compare with those only.

# image_key NAME BOARD: what its instruction counts depend on: package version, compiler, configuration.
image_key() { sed -n 's/^key //p' "$root/build/images/$1-$2/manifest.txt"; }

# image NAME BOARD: the document's line of one of its images.
image() { echo "<!-- image $1 $2: $(image_key "$1" "$2") -->"; }
