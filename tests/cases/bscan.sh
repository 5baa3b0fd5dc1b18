#!/bin/sh
# bscan.sh YEE SCRIPT: runs the example in a folder of its own. The model is its own mirror image about x = 240 mm, and the mirror
# swaps transmitter and receiver: by reciprocity traces at 240 - x and 240 + x are the same but for rounding (1e-4 of the value is
# a thousand epsilons of float32). The trace above the pipe peaks first. That at 100 mm from there, with antennas at 80 and 120 mm,
# peaks later by what its way to the rim and back is longer: by 0.415 ns on Fermat's ray through 10 mm of air and 120 mm of soil
# (eps 6), which is the least, by 0.577 ns on straight lines from the ground right below each antenna, which are the most.
set -eu
yee=$1 script=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$script" "$yee" >table
cat table
awk '$1 + 0 > 0 {t[$1] = $2; v[$1] = $3; rows++; if (!first || $2 < t[first]) first = $1}
     END {
        for (x = 10; x <= 160; x += 10) {
            d = v[240 - x] - v[240 + x]
            if (t[240 - x] != t[240 + x] || d * d > (1e-4 * v[240]) ^ 2) exit 1
        }
        late = t[340] - t[240]
        exit !(rows == 33 && first == 240 && late > 0.415 && late < 0.577)
     }' table
[ "$(head -c 4 bscan.png | tail -c 3)" = PNG ]
[ "$(wc -c <bscan.png)" -gt 10000 ]
