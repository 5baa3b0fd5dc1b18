#!/bin/sh
# prebuilt.sh YEE PREBUILD SCHEME PLUGINS NVRTC [NUMBERS]: a law's kernels on the card, which is emulated or of compute
# capability 9.0, compiled for the plan and then from prebuilt code without a compiler: the same numbers; and what is said
# of code that is damaged, or not there. SCHEME: the folder of scheme_cuda; NUMBERS: tests/gpu_numbers, where there is no h5dump.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
yee=$1 prebuild=$2 nvrtc=$5 reader=${6:-}
export YEE_PLUGIN_PATH="$3:$4"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME="$work/home" XDG_CACHE_HOME="$work/cache"
mkdir -p "$HOME" "$XDG_CACHE_HOME"
# Yee's own laws are all in the model that they are compiled of.
sed -n 's/^LAW_\(EDGE\|CELL\|FIELD\|PORT\)(\([a-z0-9_]*\)).*/the law \2/p' "$root"/materials/*.law.h \
    "$root"/materials/*/*.law.h "$root"/sources/*.law.h | sort >laws
"$prebuild" --each --list "$root"/plugins/schemes/cuda/compile/every_law.ini | sort >listed
diff laws listed

# write_model BOUNDARIES MATERIAL LAST: a body from 2 mm to LAST, beside vacuum.
write_model() {
    cat >m.ini <<INI
[grid]
cells = 14, 12, 16
spacing = 1 mm
[run]
steps = 12
scheme = gpu
[scheme.gpu]
type = cuda.split
$1
[material.core]
$2
[shape.core]
type = box
material = core
from = 2, 2, 2 mm
to = $3
[waveform.w]
type = ricker
frequency = 10 GHz
[source.s]
type = dipole
position = 11, 10, 11 mm
direction = 1, 1, 1
current = 1 A
waveform = w
[output.p]
type = probe
position = 5, 5, 5 mm
components = ez
INI
}
pec='[boundary.all]
type = pec'
layers='[boundary.sides]
type = periodic
faces = x
[boundary.ends]
type = cpml
cells = 4
faces = y, z'
kerr='type = kerr
eps = 2
chi3 = 1e-6 m^2/V^2
reach = 1e4 V/m'
plasma='type = magnetised_plasma
fp = 20 GHz
magnetic_field = 0.1, 0.2, 0.5 T'
ferrite='type = ferrite
saturation_magnetization = 140 kA/m
bias = 30, 50, 100 kA/m
linewidth = 2 kA/m
linewidth_frequency = 9.4 GHz
eps = 4'
numbers() { if [ "$reader" ]; then "$reader" "$1"; else h5dump -d /probe/p/ez "$1" | tail -n +2; fi; }
not_all_zero() { [ "$reader" ] || numbers "$1" | grep -q '[1-9]e'; } # a sum of bits does not tell
wanted() { grep -q -- "$1" said || { echo "\"$1\" is not in:"; cat said; exit 1; }; }
run() { "$yee" run --force --set "scheme.gpu.nvrtc=$1" --set "run.output=$2.h5" m.ini >said 2>&1; }
nowhere=/nowhere/libnvrtc.so.13

write_model "$pec" "$kerr" '9, 9, 9 mm'
run "$nvrtc" compiled || { cat said; exit 1; }
rm -r "$XDG_CACHE_HOME"/*

# Neither a compiler nor code.
status=0
run $nowhere none || status=$?
[ $status = 7 ]
wanted "nvrtc = $nowhere is not NVIDIA's run-time compiler"
wanted "or compile it elsewhere, by yee-prebuild: no prebuilt code of it was found"
wanted "$HOME/.local/lib/yee/1/laws"

# Code for this card, made without it.
"$prebuild" --architecture 90 --common --nvrtc "$nvrtc" m.ini >said 2>&1
wanted "the law kerr: 4 files made, 0 were there"
"$prebuild" --architecture 90 --common --nvrtc $nowhere m.ini >said 2>&1
wanted "the law kerr: 0 files made, 4 were there"
run $nowhere prebuilt || { cat said; exit 1; }
[ "$(numbers compiled.h5)" = "$(numbers prebuilt.h5)" ]
not_all_zero prebuilt.h5
[ -z "$(ls "$XDG_CACHE_HOME"/yee/laws 2>/dev/null)" ]
"$yee" plan --set "scheme.gpu.nvrtc=$nowhere" m.ini >said 2>&1
tr '\n' ' ' <said | tr -s ' ' >flat && mv flat said
wanted "the law kerr prebuilt in [0-9]* ms (NVRTC 13.0), of a general form"

# Laws of cells, which the plan would have within the sweep of H, and magnetic ones, beside layers and a periodic axis.
for material in "$plasma" "$ferrite"; do
    write_model "$layers" "$material" '14, 12, 16 mm'
    run "$nvrtc" compiled || { cat said; exit 1; }
    rm -r "$XDG_CACHE_HOME"/*
    "$prebuild" --architecture 90 --common --nvrtc "$nvrtc" m.ini >said 2>&1 || { cat said; exit 1; }
    run $nowhere prebuilt || { cat said; exit 1; }
    [ "$(numbers compiled.h5)" = "$(numbers prebuilt.h5)" ]
    not_all_zero prebuilt.h5
done
write_model "$pec" "$kerr" '9, 9, 9 mm'

# Damaged code is none, and it is said.
for file in "$HOME"/.local/lib/yee/1/laws/*; do printf 'x' | dd of="$file" bs=1 seek=300 conv=notrunc 2>/dev/null; done
status=0
run $nowhere damaged || status=$?
[ $status = 7 ]
wanted "is damaged: make it anew"

# For other cards alone.
for file in "$HOME"/.local/lib/yee/1/laws/*.sm_90; do mv "$file" "${file%90}80"; done
status=0
run $nowhere other || status=$?
[ $status = 7 ]
wanted "there is prebuilt code for compute capability 8.0, and none for 9.0"
