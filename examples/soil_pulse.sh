#!/bin/sh
# soil_pulse.sh [YEE]: runs soil_pulse.ini three times, prints what each run costs and how far it is from the closed form, and
# draws soil_pulse.png. Needs h5dump and gnuplot. YEE: the command, by default the one of the search path.
set -eu
yee=${1:-yee}
model=$(dirname "$0")/soil_pulse.ini
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# number FILE ATTRIBUTE: of the receiver
number() { h5dump -a "/probe/receiver/ez/$2" "$1" | awk '/\(0\)/ {print $2}'; }

# curve NAME SCHEME SPACING CELLS: leaves "time, field, closed form" in NAME.dat and prints a row of the table. In soil of constant
# eps and sigma a sheet of the current J sends out -j w mu/(2 g) J exp(-g x), g^2 = j w mu (sigma + j w eps), at each frequency.
curve() {
    "$yee" run "$model" --set run.scheme="$2" --set grid.spacing="$3" --set run.output="$folder/$1.h5" >"$folder/said" 2>&1 ||
        { cat "$folder/said"; exit 1; }
    rate=$(sed -n 's/.* steps in .* \([0-9.e+]*\) Mcells.*/\1/p' "$folder/said")
    h5dump -y -w 1 -o "$folder/numbers" -d /probe/receiver/ez "$folder/$1.h5" >"$folder/said"
    awk -v first="$(number "$folder/$1.h5" time_first)" -v step="$(number "$folder/$1.h5" time_step)" \
        -v label="$2, $3" -v cells="$4" -v rate="$rate" -v out="$folder/$1.dat" '
    BEGIN {
        pi = atan2(0, -1); c = 299792458; mu = 4e-7 * pi; eps = 6.25 / (mu * c * c); sigma = 1e-3
        f0 = 1e9; width = 600e6 / (2 * sqrt(2 * log(100))); delay = 8e-9; x = 12
        tones = 200; df = 12 * width / tones
        for (n = 0; n < tones; n++) {
            w[n] = 2 * pi * (f0 + (n + 0.5 - tones / 2) * df)
            loss = sigma / (w[n] * eps); m = sqrt(1 + loss * loss)
            beta = w[n] * sqrt(mu * eps * (m + 1) / 2); alpha = w[n] * sqrt(mu * eps * (m - 1) / 2)
            u = (w[n] / (2 * pi) - f0) / width
            # w mu/(alpha + j beta)/2 times the spectrum of the pulse, by size and angle
            size[n] = w[n] * mu / (2 * sqrt(alpha ^ 2 + beta ^ 2)) * exp(-u * u / 2) / (sqrt(2 * pi) * width) * df * exp(-alpha * x)
            angle[n] = -atan2(beta, alpha) - w[n] * delay - beta * x
        }
    }
    $1 != "" {
        t = first + rows++ * step
        if (t < 96e-9) next
        exact = 0
        for (n = 0; n < tones; n++) exact -= size[n] * cos(w[n] * t + angle[n])
        field = $1 + 0
        difference += (field - exact) ^ 2; power += exact ^ 2
        print 1e9 * t, field, exact > out
    }
    END {
        printf "%-18s %8d %7d %10.3g %8.3g s %9.1f %%\n", label, cells, rows, cells * rows, cells * rows / (1e6 * rate),
               100 * sqrt(difference / power)
    }' "$folder/numbers"
}

echo "run                   cells   steps    updates      time  rms error"
curve coarse tiled "10 mm" 2520
curve fine tiled "1.25 mm" 161280
curve wide me44x "10 mm" 2520

gnuplot <<END
set terminal pngcairo size 1200, 800 font ',13'
set output 'soil_pulse.png'
set multiplot layout 2, 1 title 'A radar pulse after 12 m of soil, 100 wavelengths (eps 6.25, 1 mS/m)' font ',15'
set xrange [97:116]
set grid lc rgb '#dddddd'
set key at graph 0.01, 0.97 left top Left reverse spacing 1.3 samplen 2 opaque
set lmargin 12
set rmargin 3
set ylabel 'electric field (V/m)'
plot '$folder/coarse.dat' using 1:2 with lines lw 1.5 lc rgb '#999999' title 'Yee, 12 cells a wavelength', \
     '$folder/fine.dat' using 1:3 with lines lw 5 lc rgb '#000000' title 'closed form', \
     '$folder/fine.dat' using 1:2 with lines lw 2 lc rgb '#56B4E9' title 'Yee, 96 cells a wavelength', \
     '$folder/wide.dat' using 1:2 with lines lw 2 dt 2 lc rgb '#D55E00' title 'me44x, 12 cells a wavelength'
set ylabel 'minus the closed form (V/m)'
set xlabel 'time (ns)'
plot '$folder/fine.dat' using 1:(\$2 - \$3) with lines lw 2 lc rgb '#56B4E9' title 'Yee, 96 cells a wavelength', \
     '$folder/wide.dat' using 1:(\$2 - \$3) with lines lw 2 dt 2 lc rgb '#D55E00' title 'me44x, 12 cells a wavelength'
END
echo soil_pulse.png
