#!/bin/sh
# soil_pulse.sh YEE SCRIPT: runs the example in a folder of its own and holds its table against the errors of the two relations
# along an axis: with kd = 2 pi/R and kL = 2 pi 100, Yee's phase is off by (1 - S^2) (kd)^2/24 kL = 0.057 at R = 96, S = 0.70,
# that of me44x by (1 - S^2) (9 - S^2) (kd)^4/1920 kL = 0.042 at R = 12, S = 0.89. They go as f^3 and f^5 (a tone more than kL):
# over the band of the pulse, 0.1 of its frequency, rms 1.07 and 1.3 times as much, 6.1 and 5.5 %; the next order of the
# larger frequencies adds to the latter. Yee at R = 12 has lost its phase: above 100 %.
set -eu
yee=$1 script=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$script" "$yee" >table
cat table
awk '$1 == "tiled," && $2 == 10 && $(NF - 1) > 100 {seen++}
     $1 == "tiled," && $2 == 1.25 && $(NF - 1) < 7 && $(NF - 1) > 5 {seen++; fine = $(NF - 4)}
     $1 == "me44x," && $(NF - 1) < 7 && $(NF - 1) > 4 {seen++; wide = $(NF - 4)}
     END {exit !(seen == 3 && fine > 600 * wide)}' table
[ "$(head -c 4 soil_pulse.png | tail -c 3)" = PNG ]
[ "$(wc -c <soil_pulse.png)" -gt 20000 ]
