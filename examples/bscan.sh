#!/bin/sh
# bscan.sh [YEE]: moves transmitter and receiver of gpr_2d.ini over the pipe, a run for each of 33 positions, takes the mean of all
# traces away and draws bscan.png. Prints when and how strongly each trace peaks then. Needs h5dump and gnuplot. YEE: the
# command, by default the one of the search path.
set -eu
yee=${1:-yee}
model=$(dirname "$0")/gpr_2d.ini
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# x: the middle of the antennas in mm, the same number of digits in each so that files sort as positions do
for x in $(seq -f %03g 80 10 400); do
    "$yee" run "$model" --quiet --set run.output="$folder/$x.h5" \
        --set source.transmitter.position="$((${x#0} - 20)), 270, 500 mm" \
        --set output.receiver.position="$((${x#0} + 20)), 270, 500 mm" >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
    h5dump -y -w 1 -o "$folder/$x.txt" -d /probe/receiver/ez "$folder/$x.h5" >"$folder/said"
done
step=$(h5dump -a /probe/receiver/ez/time_step "$folder/080.h5" | awk '/\(0\)/ {print $2}')

# a row for each trace, and blocks of "x, time, field" for gnuplot
awk -v step="$step" -v out="$folder/scan.dat" '
    $1 == "" {next}
    FNR == 1 || FILENAME != last {
        last = FILENAME; n++; rows = 0
        place[n] = FILENAME; sub(/.*\//, "", place[n]); sub(/\.txt$/, "", place[n])
    }
    {e[n, ++rows] = $1 + 0; mean[rows] += $1}
    END {
        print "x (mm)  time (ns)  field (V/m)"
        most = 0
        for (i = 1; i <= n; i++) {
            top = 0
            for (r = 1; r <= rows; r++) {
                v = e[i, r] - mean[r] / n
                if (v * v > top * top) {top = v; at = r}
                if (v * v > most * most) most = v
                print place[i] + 0, 1e9 * step * r, v > out
            }
            print "" > out
            printf "%6d  %9.3f  %11.5g\n", place[i], 1e9 * step * at, top
        }
        print (most < 0 ? -most : most) > (out ".most")
    }' "$folder"/*.txt

gnuplot <<END
set terminal pngcairo size 900, 640 font ',13'
set output 'bscan.png'
set title 'B-scan over a metal pipe, less the mean of all traces'
set xlabel 'middle of the antennas (mm)'
set ylabel 'time (ns)'
set cblabel 'Ez (V/m)'
set xrange [75:405]
set yrange [6:0]
set palette gray # 0 is the grey in the middle, whatever the traces are
set cbrange [-$(cat "$folder/scan.dat.most"):$(cat "$folder/scan.dat.most")]
plot '$folder/scan.dat' using 1:2:3 with image notitle
END
echo bscan.png
