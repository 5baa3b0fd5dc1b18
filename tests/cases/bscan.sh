#!/bin/sh
# bscan.sh YEE MODEL: sweeps the example in a folder of its own, and takes the mean of all traces away. The model is its own mirror
# image about x = 240 mm, and the mirror swaps transmitter and receiver: by reciprocity traces at 240 - x and 240 + x are alike but
# for rounding (1e-4 of the value is a thousand epsilons of float32). The trace above the pipe peaks first. That at 100 mm from
# there, with antennas at 80 and 120 mm, peaks later by what its way to the rim and back is longer: by 0.415 ns on Fermat's ray
# through 10 mm of air and 120 mm of soil (eps 6), which is the least, by 0.577 ns on straight lines from the ground right below
# each antenna, which are the most.
set -eu
yee=$1 model=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$yee" sweep "$model" --quiet
"$yee" plot bscan.h5 --background mean --write lines.h5
for set in ez x; do h5dump -y -w 1 -o $set -d /radargram/receiver/$set lines.h5 >dumped; done
step=$(h5dump -a /radargram/receiver/ez/time_step lines.h5 | awk '/\(0\)/ {print $2}')
awk -v step="$step" '
    $1 == "" {next}
    FILENAME == "x" {x[n++] = int(1000 * $1 + 0.5); next}
    {
        t = i % n; row = int(i / n) + 1; i++; v = $1 + 0
        if (v * v > top[t] * top[t]) {top[t] = v; at[t] = row}
    }
    END {for (t = 0; t < n; t++) printf "%6d  %9.3f  %11.5g\n", x[t], 1e9 * step * at[t], top[t]}' x ez >table
cat table
awk '{t[$1] = $2; v[$1] = $3; rows++; if (!first || $2 < t[first]) first = $1}
     END {
        for (x = 10; x <= 160; x += 10) {
            d = v[240 - x] - v[240 + x]
            if (t[240 - x] != t[240 + x] || d * d > (1e-4 * v[240]) ^ 2) exit 1
        }
        late = t[340] - t[240]
        exit !(rows == 33 && first == 240 && late > 0.415 && late < 0.577)
     }' table
picture=bscan_radargram_receiver_ez.png
[ "$(head -c 4 $picture | tail -c 3)" = PNG ]
[ "$(wc -c <$picture)" -gt 10000 ]
