# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
# Terminal, colours and points of all plots. Wants `out`, the file to write.
set terminal svg size 940,450 noenhanced font "sans-serif,13" background "#ffffff"
set output out
set linetype 1 linecolor rgb "#c0392b" linewidth 1.6 pointtype 7 pointsize 0.6
set linetype 2 linecolor rgb "#2471a3" linewidth 1.6 pointtype 5 pointsize 0.6
set linetype 3 linecolor rgb "#d68910" linewidth 1.6 pointtype 9 pointsize 0.7
set linetype 4 linecolor rgb "#1e8449" linewidth 1.6 pointtype 13 pointsize 0.8
set linetype 5 linecolor rgb "#7d3c98" linewidth 1.6 pointtype 4 pointsize 0.6
set linetype 6 linecolor rgb "#555555" linewidth 1.2 dashtype 2
set linetype 7 linecolor rgb "#999999" linewidth 1.2 dashtype 4
set border 3
set tics nomirror out
set grid linecolor rgb "#dddddd" linewidth 0.6
