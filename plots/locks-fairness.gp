# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Jain's index of the CPUs' rates against their number. Wants `data` and `out`, see README.md.
load "plots/style.gp"
ops = "cas fetch-add ticket spinlock mutex"
set logscale x
set xrange [0.9:70]
set yrange [0:1.05]
set xtics (1, 2, 4, 8, 16, 32, 64)
set xlabel "CPUs"
set ylabel "Jain's index"
set key outside below horizontal
set multiplot layout 1,2 title "One cache line, n1x64: fairness"
set title "full contention"
plot for [op in ops] data . "/full-" . op using 1:4 with linespoints title op, \
     1 / x with lines linetype 7 title "1/N"
set title "100 ns inside a lock, 100 ns outside"
plot for [op in ops] data . "/work-" . op using 1:4 with linespoints title op, \
     1 / x with lines linetype 7 title "1/N"
unset multiplot
