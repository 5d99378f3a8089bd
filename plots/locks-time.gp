# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Time from one operation of any CPU to the next, with published times of one exchange. Wants
# `data` and `out`, see README.md.
load "plots/style.gp"
ops = "cas fetch-add ticket spinlock mutex"
names = system("cut -d' ' -f1 " . data . "/published")
times = system("cut -d' ' -f2 " . data . "/published")
set logscale xy
set xrange [0.9:70]
set yrange [15:7000]
set xtics (1, 2, 4, 8, 16, 32, 64)
set xlabel "CPUs"
set ylabel "ns per operation"
set key outside below horizontal
set multiplot layout 1,2 title "One cache line, n1x64: time per operation"
do for [setting in "full work"] {
	set title setting eq "full" ? "full contention" : "100 ns inside a lock, 100 ns outside"
	plot for [op in ops] data . "/" . setting . "-" . op using 1:3 with linespoints title op, \
	     for [i=1:words(names)] real(word(times, i)) with lines linetype 5+i \
	         title sprintf("%s %s ns", word(names, i), word(times, i))
}
unset multiplot
