# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Part of cyclictest's wake-ups that are later than a time: the twin's four cores, and what is
# published of boards (docs/studies/cyclictest-a53x4.sh, which runs this).
# Needs: images (names, with blanks between), dir (has IMAGE-LOAD.later), out (the SVG).
set terminal svg size 800,480 enhanced font "sans,12"
set output out
set logscale xy
set xrange [1:1000]
set yrange [1e-8:1]
set format y "10^{%L}"
set xlabel "latency, us"
set ylabel "part of the wake-ups that are later"
set grid
set key right top

# Core 0/1/2/3 at 1 %, 0.01 %, and the maximum of 50 million.
$std << EOD
21 15 15 15 1e-2
47 16 18 21 1e-4
382 156 125 375 2e-8
EOD
$rt << EOD
58 40 40 42 1e-2
84 51 49 49 1e-4
136 74 74 71 2e-8
EOD

file(i, load) = dir . "/" . word(images, i) . "-" . load . ".later"
positive(y) = y > 0 ? y : NaN
plot for [i = 1:words(images)] for [c = 2:5] file(i, "idle") using 1:(positive(column(c))) \
		with steps lc i dt 1 lw 1.5 title (c == 2 ? "twin, " . word(images, i) . ", idle" : ""), \
	for [i = 1:words(images)] for [c = 2:5] file(i, "load") using 1:(positive(column(c))) \
		with steps lc i dt 3 lw 1.5 title (c == 2 ? "twin, " . word(images, i) . ", load" : ""), \
	for [c = 1:4] $std using c:5 with linespoints lc 7 pt 7 ps 0.6 dt 2 title (c == 1 ? "Raspberry Pi 3B, std" : ""), \
	for [c = 1:4] $rt using c:5 with linespoints lc 4 pt 5 ps 0.6 dt 2 title (c == 1 ? "Raspberry Pi 3B, RT" : "")
