# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Operations of all CPUs against their number. Wants `data` and `out`, see README.md.
load "plots/style.gp"
ops = "cas fetch-add ticket spinlock mutex"
set logscale xy
set xrange [0.9:70]
set yrange [0.15:80]
set xtics (1, 2, 4, 8, 16, 32, 64)
set xlabel "CPUs"
set ylabel "operations of all CPUs, 1/us"
set key outside below horizontal
set multiplot layout 1,2 title "One cache line, n1x64: total rate"
set title "full contention"
plot for [op in ops] data . "/full-" . op using 1:2 with linespoints title op
set title "100 ns inside a lock, 100 ns outside"
plot for [op in ops] data . "/work-" . op using 1:2 with linespoints title op
unset multiplot
