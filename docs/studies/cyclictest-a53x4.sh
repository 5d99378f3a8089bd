#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#
# cyclictest-a53x4.sh [PROGRAM [SVG]]: prints cyclictest-a53x4.md; writes the plot to SVG when given
# (needs gnuplot). The images must be built: `./spitwin run` with --kernel builds each.
# PROGRAM: the program of build/ instead of ./spitwin. IMAGES in the environment: which kernels.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/docs/studies/of_images.bash"
program=${1:-$root/spitwin}
svg=${2-}
images=${IMAGES:-linux-6.1 linux-6.12-rt}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# run IMAGE SCENARIO NAME OPTIONS...: keeps the run as $dir/NAME.
run() {
	SPITWIN_ROOT=$root "$program" run "$root/scenarios/$2.yaml" --kernel "$1" --intervals never \
		-o "$dir/$3" --json "${@:4}" >/dev/null
}

# row NAME TITLE: min, mean, p99, p99.99, max and number per CPU of a histogram of cyclictest.
row() {
	awk -v title="$2" '
	function rank(c, part,   i, want, sum) {
		want = part * n[c]
		for (i = 0; i < bins; i++)
			if ((sum += count[c, i]) >= want - 1e-6)
				return i
		return ">=" bins
	}
	function all(part,   c, s) {
		for (c = 0; c < 4; c++)
			s = s (c ? "/" : "") rank(c, part)
		return s
	}
	/^[0-9][0-9]* / {
		for (c = 0; c < 4; c++) {
			count[c, bins] = $(c + 2)
			n[c] += $(c + 2)
			sum[c] += $(c + 2) * bins
		}
		bins++
	}
	/^# Histogram Overflows:/ {
		for (c = 0; c < 4; c++)
			n[c] += $(c + 4)
	}
	END {
		for (c = 0; c < 4; c++)
			mean = mean (c ? "/" : "") sprintf("%.1f", sum[c] / n[c])
		printf "| %s | %s | %s | %s | %s | %s | %d |\n", title, all(1e-9), mean, all(0.99),
			all(0.9999), all(1), n[0]
	}' "$dir/$1/tasks/cyclictest.out"
}

# factor NAME MEANS...: published means of cores 0 to 3 by those of a run.
factor() {
	awk -v board="${*:2}" '
	/^[0-9][0-9]* / {
		for (c = 0; c < 4; c++) {
			n[c] += $(c + 2)
			sum[c] += $(c + 2) * bins
		}
		bins++
	}
	END {
		split(board, mean, " ")
		for (c = 0; c < 4; c++)
			printf "%s%.1f", c ? "/" : "", mean[c + 1] * n[c] / sum[c]
	}' "$dir/$1/tasks/cyclictest.out"
}

# parts NAME: mean time, us, of each part of a wake-up per CPU; from the kernel's trace, and what
# cyclictest itself says of the whole (-N: ns).
parts() {
	awk '
	function mean(what, c) { return what[c] / wakes[c] }
	function line(title, what,   c) {
		printf "| %s |", title
		for (c = 0; c < 4; c++)
			printf " %.3f |", mean(what, c)
		print ""
	}
	FNR == NR {
		if (match($0, /^T: *[0-9]+/)) {
			t = substr($0, 3, RLENGTH - 2) + 0
			avg = $0
			sub(/.*Avg:/, "", avg)
			total[t] = (avg + 0) / 1000
		}
		next
	}
	/"ph":"M"/ && /"thread_name"/ {
		match($0, /"tid":[0-9]+/)
		tid = substr($0, RSTART + 6, RLENGTH - 6)
		sub(/.*"args":\{"name":"/, "")
		sub(/".*/, "")
		if (/^CPU [0-9]+( irq)?$/) {
			split($0, word, " ")
			cpu[tid] = word[2]
			irq[tid] = / irq$/
		}
		next
	}
	{
		match($0, /"tid":[0-9]+/)
		tid = substr($0, RSTART + 6, RLENGTH - 6)
		if (!(tid in cpu))
			next
		match($0, /"ts":[0-9.]+/)
		at = substr($0, RSTART + 5, RLENGTH - 5) + 0
		c = cpu[tid]
	}
	irq[tid] && /"ph":"B"/ { state[c] = /"arch_timer"/ ? 1 : 0; entry[c] = at }
	state[c] == 1 && !irq[tid] && /"hrtimer_wakeup"/ { state[c] = 2; expire[c] = at }
	state[c] == 2 && /"sched_waking"/ { state[c] = /"comm":"cyclictest"/ ? 3 : 1; waking[c] = at }
	state[c] == 3 && irq[tid] && /"ph":"E"/ { state[c] = 4; leave[c] = at }
	# The measuring threads alone: cyclictest -p 80 is 19 to the kernel, its main thread 120.
	state[c] == 4 && !irq[tid] && /"ph":"B"/ { state[c] = /"name":"cyclictest".*"prio":19[^0-9]/ ? 5 : 0 }
	state[c] == 5 {
		state[c] = 0
		wakes[c]++
		to_expire[c] += expire[c] - entry[c]
		to_waking[c] += waking[c] - expire[c]
		to_leave[c] += leave[c] - waking[c]
		to_switch[c] += at - leave[c]
	}
	END {
		for (c = 0; c < 4; c++) {
			whole[c] = total[c] * wakes[c]
			rest[c] = whole[c] - to_expire[c] - to_waking[c] - to_leave[c] - to_switch[c]
		}
		print "| part, us | CPU 0 | CPU 1 | CPU 2 | CPU 3 |"
		print "|---|--:|--:|--:|--:|"
		line("handler is entered to the timer expires (`irq_handler_entry` to `hrtimer_expire_entry`)",
		     to_expire)
		line("to the thread is found (`sched_waking`)", to_waking)
		line("to the handler is left (`irq_handler_exit`): it is put in the run queue, next timer",
		     to_leave)
		line("to the switch to it (`sched_switch`): end of the interrupt, idle, scheduler", to_switch)
		line("the rest, not in the trace: from the instant asked for to the handler, and from " \
		     "the switch to the clock that user code reads", rest)
		line("whole, as cyclictest says it", whole)
		printf "\nWake-ups: %d, %d, %d, %d.\n", wakes[0], wakes[1], wakes[2], wakes[3]
	}' "$dir/$1/tasks/cyclictest.out" "$dir/$1.json"
}

# later NAME: for the plot, per CPU the part of the wake-ups that were later than each us.
later() {
	awk '
	/^[0-9][0-9]* / { for (c = 0; c < 4; c++) { count[c, bins] = $(c + 2); n[c] += $(c + 2) } bins++ }
	END {
		for (i = 0; i < bins; i++) {
			printf "%d", i + 1
			for (c = 0; c < 4; c++) {
				sum[c] += count[c, i]
				printf " %.8f", (n[c] - sum[c]) / n[c]
			}
			print ""
		}
	}' "$dir/$1/tasks/cyclictest.out" >"$dir/$1.later"
}

for image in $images; do
	run "$image" a53x4-cyclictest "$image-idle"
	run "$image" a53x4-cyclictest-load "$image-load"
	for load in idle load; do later "$image-$load"; done
	for load in idle load; do
		scenario=a53x4-cyclictest
		[ $load = idle ] || scenario=a53x4-cyclictest-load
		run "$image" $scenario "$image-$load-ns" --perfetto "$dir/$image-$load-ns.json" \
			--set "tasks.0.run=cyclictest -S -m -p 80 -i 1000 -l 1000 -q -N"
	done
done

cat <<'EOF'
<!-- SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 -->
<!-- generated by docs/studies/cyclictest-a53x4.sh -->
EOF
for image in $images; do
	image "$image" a53x4
done
cat <<'EOF'
# cyclictest on four Cortex-A53, beside a published measurement

Nothing here is fitted: all constants of `boards/a53x4/costs.yaml` are assumed, were written down before this comparison and have not
been changed since. The profile is not the measured board; what differs is listed at the end.

## Distribution

Latencies in us of cores 0/1/2/3. Rows of the twin: `scenarios/a53x4-cyclictest.yaml` (idle) and `a53x4-cyclictest-load.yaml`
(each CPU busy in system calls), cyclictest with `-S -m -p 80 -i 1000`. Rows of boards: Raspberry Pi 3B and 3B+ (BCM2837, four
Cortex-A53), kernel 4.14.21-v7+ (std) and 4.14.21-rt17-v7+ (RT), 32 bits, 50 million samples per core, load not stated, from
the histograms of <https://github.com/lemariva/RT-Tools-RPi> at
`4fb1bb511d1701d5b0975314ac1ec87b792f9530`, `data/latency/*.csv`, which stop at 400 us. All means are
of whole us, cut off, so up to 1 us short.

| | min | mean | p99 | p99.99 | max | samples per core |
|---|---|---|---|---|---|--:|
EOF
for image in $images; do
	row "$image-idle" "twin, $image, idle"
	row "$image-load" "twin, $image, load"
done
cat <<'EOF'
| 3B, std | 5 | 13.5/13.5/13.8/13.8 | 21/15/15/15 | 47/16/18/21 | >=382/156/125/375 | 50000000 |
| 3B+, std | 4 | 13.7/13.6/13.2/13.0 | 27/16/15/14 | 60/18/22/20 | >=375/390/275/375 | 50000000 |
| 3B, RT | 6 | 26.7/20.8/20.3/21.2 | 58/40/40/42 | 84/51/49/49 | 136/74/74/71 | 50000000 |
| 3B+, RT | 5 | 25.4/18.8/20.2/17.5 | 57/38/54/39 | 84/54/63/59 | 109/92/89/90 | 50000000 |

EOF
for image in $images; do
	case $image in
	*-rt) echo "Mean of 3B, RT, by that of the twin, $image, idle: $(factor "$image-idle" 26.7 20.8 20.3 21.2)." ;;
	*) echo "Mean of 3B, std, by that of the twin, $image, idle: $(factor "$image-idle" 13.5 13.5 13.8 13.8)." ;;
	esac
done
cat <<'EOF'

With n samples, a percentile above 1 - 1/n is the maximum: p99.99 of 1000 says no more than that.

![Part of the wake-ups that are later](cyclictest-a53x4.svg)

## Where the twin's time goes

Means of runs with `-N` (ns) and 1000 wake-ups per core, from the kernel's trace (`--perfetto`).
EOF
for image in $images; do
	for load in idle load; do
		printf '\n### %s, %s\n\n' "$image" "$load"
		parts "$image-$load-ns"
	done
done
cat "$root/docs/studies/cyclictest-a53x4.why"

[ -z "$svg" ] || gnuplot -e "images='$images'; dir='$dir'; out='$svg'" "$root/plots/cyclictest-a53x4.gp"
