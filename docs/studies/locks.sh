#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#
# locks.sh [PROGRAM [DIR]]: prints locks.md and draws locks-*.svg in DIR (docs/studies; '': draws none).
# The images must be built: `./spitwin run` of scenarios/n1x64-lockbench.yaml and a53x4-lockbench.yaml
# builds them. PROGRAM: the program of build/ instead of ./spitwin. Drawing needs gnuplot-nox.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/docs/studies/of_images.bash"
program=${1:-$root/spitwin}
pictures=${2-$root/docs/studies}
[ -z "$pictures" ] || pictures=$(readlink -f "$pictures")
[ -z "$pictures" ] || command -v gnuplot >/dev/null || {
	echo "error: gnuplot is missing; apt-get install --no-install-recommends gnuplot-nox" >&2
	exit 2
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ops='cas fetch-add ticket spinlock mutex'

# plan BOARD SETTING OP CPUS OPTIONS...: one more task of the next run. SETTING names the row.
plan() {
	local n
	n=$(wc -l <"$dir/planned")
	printf '%s %s %s %s\n' "$1" "$2" "$3" "$4" >>"$dir/planned"
	printf '  - {run: lockbench --op=%s --cpus=%s %s, name: r%s, at: %s ms}\n' "$3" "$4" \
		"${*:5}" "$n" $((n * 40)) >>"$dir/tasks"
}

begin() {
	: >"$dir/planned"
	: >"$dir/tasks"
}

# measure BOARD [ROOT]: runs what is planned; appends to $dir/rows, one line per task:
# board setting op cpus ops/us ns/op failures/success slowest/fastest Jain.
measure() {
	local n=0 what
	{
		printf 'spitwin: 1\nboard: %s\nkernel: {image: linux-6.1-test}\ntasks:\n' "$1"
		cat "$dir/tasks"
	} >"$dir/locks.yaml"
	SPITWIN_ROOT=${2:-$root} "$program" run "$dir/locks.yaml" -o "$dir/out" \
		--intervals never >"$dir/report" || { cat "$dir/report" >&2; exit 1; }
	while read -r what; do
		awk -v what="$what" '
			$1 == "all" { ops = $2; failures = $3; ns = $6; rate = $7 }
			$1 == "fairness:" { low = $3; jain = $6 }
			$1 == "counter" && $3 == "as" { right = 1 }
			END {
				if (!right) exit 1
				printf "%s %s %s %.2f %s %s\n", what, rate, ns,
					failures / ops, low + 0, jain
			}' "$dir/out/tasks/r$n.out" >>"$dir/rows"
		n=$((n + 1))
	done <"$dir/planned"
	rm -rf "$dir/out"
}

# plan_all BOARD CPUS...: both settings, and the exchange of a line between two CPUs.
plan_all() {
	local board=$1 op cpus inside
	shift
	plan "$board" exchange ping-pong 2 --duration=1ms
	for op in $ops; do
		case $op in cas | fetch-add) inside=0ns ;; *) inside=100ns ;; esac
		for cpus; do
			plan "$board" full "$op" "$cpus" --duration=10ms
			plan "$board" work "$op" "$cpus" --duration=10ms --inside=$inside \
				--outside=100ns
		done
	done
}

# Delays that differ from time to time, to see what belongs to equal ones alone.
plan_jitter() {
	local cpus
	for cpus in 4 16 64; do
		plan n1x64 3us cas $cpus --duration=10ms --outside=100ns --jitter=3us
		plan n1x64 20ns cas $cpus --duration=10ms --outside=100ns --jitter=20ns
		plan n1x64 20ns mutex $cpus --duration=10ms --jitter=20ns
	done
	for cpus in 4 8 16 64; do
		plan n1x64 20ns spinlock $cpus --duration=10ms --jitter=20ns
	done
}

# other NAME COST NS: a root like this one, but n1x64 with another constant.
other() {
	local to=$dir/root-$1 name
	mkdir "$to"
	for name in "$root"/*; do
		[ "$name" = "$root/boards" ] || ln -s "$name" "$to/"
	done
	cp -r "$root/boards" "$to/"
	sed -i "/ line.$2:/,/range:/{s/value: .*/value: $3 ns/;s/range: .*/range: [1 ns, 100 ns]/}" \
		"$to/boards/n1x64/costs.yaml"
	echo "$to"
}

# vary NAME COST NS: n1x64 with another constant, as rows of a board NAME.
vary() {
	begin
	plan_all "$1" 16 64
	measure n1x64 "$(other "$1" "$2" "$3")"
}

# get BOARD SETTING OP CPUS FIELD: of a measured row; FIELD as in rows: rate ns failures low jain.
get() {
	awk -v want="$1 $2 $3 $4" -v field="$5" '
		BEGIN { split("rate ns failures low jain", names); for (i in names) at[names[i]] = i + 4 }
		$1 " " $2 " " $3 " " $4 == want { print $at[field]; found = 1 }
		END { exit !found }' "$dir/rows"
}

# table BOARD SETTING: all of its rows.
table() {
	echo '| operation | CPUs | operations/us | ns/operation | in exchanges | failures/success | slowest/fastest | Jain |'
	echo '|---|--:|--:|--:|--:|--:|--:|--:|'
	awk -v board="$1" -v setting="$2" -v exchange="$(get "$1" exchange ping-pong 2 ns)" '
		$1 == board && $2 == setting {
			printf "| %s | %s | %s | %s | %.1f | %s | %.4f | %.4f |\n", $3, $4, $5, $6,
				$6 / exchange, $3 == "cas" ? $7 : "", $8, $9
		}' "$dir/rows"
}

# draw: the plots of n1x64.
draw() {
	local setting op plot
	for setting in full work; do
		for op in $ops; do
			awk -v s="$setting" -v o="$op" '$1 == "n1x64" && $2 == s && $3 == o {
				print $4, $5, $6, $9 }' "$dir/rows" >"$dir/$setting-$op"
		done
	done
	printf '%s\n' 'Graviton2 47' 'Kunpeng-920 72' >"$dir/published"
	for plot in total time fairness; do
		(cd "$root" && gnuplot -e "data='$dir'; out='$dir/$plot.svg'" "plots/locks-$plot.gp")
		sed -e '/<desc>/d' -e '1a<!-- SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 -->' \
			-e '1a<!-- drawn by docs/studies/locks.sh -->' "$dir/$plot.svg" \
			>"$pictures/locks-$plot.svg"
	done
}

# n OP CPUS [SETTING]: ns per operation of n1x64; Jain's index; failures for a success.
n() { get n1x64 "${3:-full}" "$1" "$2" ns; }
fair() { get n1x64 "${3:-full}" "$1" "$2" jain; }
failed() { get n1x64 "${3:-full}" "$1" "$2" failures; }

# cost KEY: a line.* constant of n1x64, ns.
cost() {
	sed -n "/ line.$1:/,/value:/s/.*value: \([0-9]*\) ns/\1/p" "$root/boards/n1x64/costs.yaml"
}

# calc EXPRESSION [DECIMALS]
calc() { awk "BEGIN { printf \"%.${2:-1}f\", $1 }"; }

# parts SETTING OP: what an operation on 16 CPUs grows by for each ns of a constant.
parts() {
	local at
	at=$(n "$2" 16 "$1")
	printf '| %s, %s | %s | %s | %s | %s |\n' "$2" "$1" "$at" \
		"$(calc "($(get transfer "$1" "$2" 16 ns) - $at) / 2")" \
		"$(calc "($(get invalidation "$1" "$2" 16 ns) - $at) / 2")" \
		"$(calc "($(get atomic "$1" "$2" 16 ns) - $at) / 2")"
}

# machines: 64 CPUs with the exchange of other machines.
machines() {
	local op
	for op in exchange $ops; do
		case $op in
		exchange) set -- exchange ping-pong 2 'half a round trip' ;;
		*) set -- work "$op" 64 "$op, 64 CPUs" ;;
		esac
		printf '| %s | %s | %s | %s |\n' "$4" "$(get graviton3 "$1" "$2" "$3" ns)" \
			"$(get n1x64 "$1" "$2" "$3" ns)" "$(get kunpeng "$1" "$2" "$3" ns)"
	done
}

# mixed OP CPUS SETTING [SETTING...]: a row of what unequal delays change; the first one is without.
mixed() {
	local setting
	printf '| %s | %s |' "$1" "$2"
	for setting in "${@:3}"; do
		printf ' %s | %s |' "$(n "$1" "$2" "$setting")" "$(fair "$1" "$2" "$setting")"
	done
	echo
}

: >"$dir/rows"
begin; plan_all n1x64 1 2 4 8 16 32 64; plan_jitter; measure n1x64
begin; plan_all a53x4 1 2 4; plan a53x4 100ns cas 4 --duration=10ms --jitter=100ns; measure a53x4
vary graviton3 other_cluster $((46 - $(cost atomic)))
vary kunpeng other_cluster $((72 - $(cost atomic)))
vary transfer other_cluster $(($(cost other_cluster) + 2))
vary invalidation inval_other_cluster $(($(cost inval_other_cluster) + 2))
vary atomic atomic $(($(cost atomic) + 2))
[ -z "$pictures" ] || draw

transfer=$(cost other_cluster) atomic=$(cost atomic) invalidation=$(cost inval_other_cluster)
exchange=$((transfer + atomic))
twin=$(get n1x64 exchange ping-pong 2 ns)
small=$(get a53x4 exchange ping-pong 2 ns)

cat <<EOF
<!-- SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 -->
<!-- generated by docs/studies/locks.sh -->
$(image linux-6.1-test n1x64)
$(image linux-6.1-test a53x4)
# Atomics and locks on one cache line, 1 to 64 CPUs

All CPUs increment one counter: by compare and exchange (\`cas\`), by fetch-add, under a ticket lock of two words, the kernel's queued
spin lock, or its mutex (\`lockbench\`, \`docs/tasks.md\`). Lock and counter share the line. \`full\`: no delay anywhere. \`work\`: 100 ns
inside a lock, 100 ns outside. Each run takes 10 ms of simulated time; \`docs/studies/locks.sh\` makes all of them.
Boards: n1x64, 64 Neoverse-N1 on one mesh, and a53x4, four Cortex-A53 in one cluster. Both are profiles, no machines. The locks are
Linux 6.1's own code; what a line costs is \`models/cpu/line_directory.h\`.

## One exchange: input and published figures

Two cores take turns at a compare and exchange of one line; half a round trip (\`--op=ping-pong\`). Published: the medians that
core-to-core-latency (github.com/nviennot) prints, which measures the same.

| cores | ns | |
|---|--:|---|
| Graviton3 | 46 | published |
| Graviton2 (64 Neoverse-N1) | 47 | published |
| **n1x64** | $twin | **an input**: \`line.other_cluster\` is fitted so that this is 47 |
| Kunpeng 920 (64 cores) | 72 | published |
| **a53x4** | $small | all constants assumed, none fitted; no published figure is known |

That n1x64 agrees here shows that the fit was done right and no more. In its $twin ns are one transfer ($transfer ns) and one atomic ($atomic ns). The loop's
instructions do not show: a CPU asks for the line while the other one has it, and waits. On a53x4 transfer and atomic are 50 ns, but
from the end of an operation until the CPU asks again takes longer than that on the slower core; of what exceeds 50 ns, half shows.
A program with a shorter loop would see 50 ns there.

All else on this page is predicted: how it grows with CPUs, totals, fairness, what the kernel's locks cost, and all of a53x4.
No published measurement of those on such a machine was at hand, so nothing below is a comparison of curves with curves.

## Totals and time per operation

![operations of all CPUs](locks-total.svg)

![ns per operation](locks-time.svg)

- **fetch-add** is flat from where the line never rests: $(n fetch-add 2) ns on 2 CPUs, $(n fetch-add 64) ns on 64, one exchange each. The line's queue is served in the
  order of arrival without a pause, so more CPUs only wait longer: the total stays at 1000/$exchange a us. Alone it takes $(n fetch-add 1) ns: instructions
  and \`line.atomic\`. In \`work\` 2 CPUs do not keep the line busy yet ($(n fetch-add 2 work) ns), 4 do ($(n fetch-add 4 work) ns).
- **cas** fails for all but one in each round: $(failed cas 4) failures for a success on 4 CPUs, $(failed cas 16) on 16, $(failed cas 64) on 64. A failed one takes the line too
  (a rule of the model). So N CPUs take N exchanges and the winner's next look, one transfer: $(calc "16 * $exchange + $transfer" 0) ns by hand
  for 16, $(n cas 16) ns in the run. 2 CPUs: $(calc "$exchange + $transfer + $invalidation + $atomic" 0) by hand, since the second one finds its copy still there and only invalidates the other; $(n cas 2) in the run.
- **ticket** grows as steeply: $(n ticket 8) ns on 8 CPUs, $(n ticket 64) on 64. All wait on one line, each write to it wakes all, and each fetches it again, one after the other. It
  is written twice in an operation, by the release and by the next arrival's fetch-add, which is on the same line; the two rounds
  overlap in part. From 32 to 64 CPUs each further one costs $(calc "($(n ticket 64) - $(n ticket 32)) / 32") ns, $(calc "($(n ticket 64) - $(n ticket 32)) / 32 / $transfer") transfers.
- **spinlock** (queued) does not depend on the number of CPUs: in \`work\` $(n spinlock 4 work) ns on 4, $(n spinlock 64 work) on 64. Who waits spins on a line of its own, except the first in the queue. A hand-over
  is the store of the unlock, the first one's read and its store of "locked", a store into the next one's node, and an arrival's exchange of
  the tail in between: a constant number of moves (next section). On 2 CPUs nobody queues, and the pending bit is used instead.
- **mutex** is as flat: its waiters queue too (optimistic spinning, one at a time polls the owner). In \`full\` it is faster than the spin lock, $(n mutex 64) against $(n spinlock 64) ns on 64 CPUs,
  but only since nothing is handed over: see fairness. In \`work\` it is, and costs $(n mutex 64 work) against $(n spinlock 64 work) ns.
- **1 CPU**: all are hits; the figure is instructions, barriers and \`line.atomic\`. The second CPU makes the spin lock $(calc "$(n spinlock 2) / $(n spinlock 1)") times as
  expensive in \`full\`. In \`work\` 2 CPUs together do $(calc "$(n spinlock 1 work) / $(n spinlock 2 work)" 2) times as much as one, 64 do $(calc "$(n spinlock 1 work) / $(n spinlock 64 work)" 2) times as much.

## What an operation on 16 CPUs is made of

By how much it gets longer for each ns by which a constant of n1x64 is longer (+2 ns, two runs compared): that many transfers,
invalidations and atomics follow each other from one operation to the next. Where that is no whole number the runs differ in more
than the constant (where ticks fall, and which orders of arrival they settle into).

| operation | ns | transfers ($transfer ns) | invalidations ($invalidation ns) | atomics ($atomic ns) |
|---|--:|--:|--:|--:|
$(for op in cas fetch-add ticket mutex; do parts full $op; done)
$(for op in spinlock mutex; do parts work $op; done)

Of \`work\`, 100 ns are the delay inside; what remains of the spin lock and the mutex is instructions. \`full\` of the spin lock is left out:
it changes between several orders of arrival (below), which a constant shifts too.

## With the exchange of other machines

n1x64 with \`line.other_cluster\` such that the exchange is the published one, all else unchanged; \`work\`, ns per operation.

| | Graviton3 | n1x64 | Kunpeng 920 |
|---|--:|--:|--:|
$(machines)

So what waits for transfers alone scales with the published figure (fetch-add, cas), a spin lock less, for its delays and
instructions do not. Where a lock gets slower by some per cent with a shorter exchange, it has settled into another order of arrival
(below). These are statements about the model with one other constant, not about those machines.

## Fairness

![Jain's index](locks-fairness.svg)

**fetch-add, ticket and spinlock** are fair by construction: order of arrival at the line, at the ticket, in the queue.

**cas** is fair in \`full\` and unfair in \`work\`: on 64 CPUs Jain's index is $(fair cas 64 work), as if $(calc "64 * $(fair cas 64 work)" 0) of 64 shared the rate. A winner is away for 100 ns, comes back
right behind those who follow it in the queue, and so the same few hand the success round; the others always find it
changed. That is an artefact of equal delays, equal distances and exact order of arrival, and not a prediction for a machine, where
arbitration and distances vary from one time to the next. With delays that vary it goes away, if they vary enough to mix the
order: 20 ns for 4 CPUs; for 64, whose round takes $(n cas 64 work) ns, 3 us.

**mutex** in \`full\` is taken by whoever released it: on 4 CPUs some get nearly nothing (Jain's index $(fair mutex 4)). The releaser asks for the lock
again a few ns after its release; a waiter must first fetch the line ($transfer ns) to see that it is free, and comes too late. That a mutex
is not fair to those that spin is the kernel's own rule (only sleepers may ask for a hand-over); that it is *this* unfair is lock
step. It needs no more than 20 ns of varying delay to be shared.

| | CPUs | equal delays: ns | Jain | up to 20 ns more: ns | Jain | up to 3 us more: ns | Jain |
|---|--:|--:|--:|--:|--:|--:|--:|
$(for cpus in 4 16 64; do mixed cas $cpus work 20ns 3us; done)

| | CPUs | equal delays: ns | Jain | up to 20 ns more: ns | Jain |
|---|--:|--:|--:|--:|--:|
$(for cpus in 4 16 64; do mixed mutex $cpus full 20ns; done)
$(for cpus in 4 8 16 64; do mixed spinlock $cpus full 20ns; done)

The last rows are of another kind: in \`full\` the spin lock settles into one of several repeating orders of unlock, arrival and
hand-over, so its time goes up and down by some ns with the number of CPUs. With unequal delays it is flat. Nothing should be read into
that difference.

## What deviates from a machine, and why

| rule of the model | effect here |
|---|---|
| one distance between any two CPUs (mesh not modelled) | no CPU is nearer to the line, so none is favoured; a machine's median hides near and far pairs |
| a line is given in the order of asking, transfers never overlap | perfect fairness of fetch-add; a ticket lock's waiters fetch strictly one after the other, so its slope is an upper bound |
| no jitter of arbitration | lock step: cas and mutex above |
| no far atomics (LSE at the interconnect) | fetch-add and cas always move the line; where atomics are done at the home node, they do not |
| a failed compare and exchange takes the line | cas costs N exchanges for a success; one that tests before it tries would fail less |
| no eviction, one line at a time | nothing else competes for the mesh, as it does on a loaded machine |
| delays and instructions are exact | plateaus are flat to the digit |

The range of \`line.other_cluster\` in costs.yaml (25 to 60 ns) moves all of this in proportion to the transfers column above.

## All figures: n1x64

"in exchanges": in units of that board's half round trip.

### full

$(table n1x64 full)

### work

$(table n1x64 work)

## All figures: a53x4

### full

$(table a53x4 full)

### work

$(table a53x4 work)

The same rules with other constants. With 4 CPUs cas is less fair in \`full\` here (Jain $(get a53x4 full cas 4 jain)) than in \`work\` ($(get a53x4 work cas 4 jain)), the
reverse of n1x64: which setting locks into an unfair order depends on how long the loop takes. With up to 100 ns of varying delay
\`full\` is fair, too ($(get a53x4 100ns cas 4 jain)). fetch-add stays an exchange; in \`work\` 4 CPUs do not quite keep the line busy.
EOF
