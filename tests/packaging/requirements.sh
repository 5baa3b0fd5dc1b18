#!/bin/bash
# requirements.sh CMAKE SOURCE: old compilers are refused, in a sentence; the GPUs of a machine choose the architectures that
# nvcc and the kernels know; every CMake file, the presets and README ask for one version of CMake.
set -euo pipefail
cmake=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# compiler ID VERSION VERDICT: VERDICT is what CMake must print, "" for nothing.
compiler() {
    said=$("$cmake" -D CMAKE_C_COMPILER_ID="$1" -D CMAKE_C_COMPILER_VERSION="$2" -P "$source/cmake/compiler.cmake" 2>&1) || said+=" refused"
    said=$(tr -s ' \n' ' ' <<<"$said")
    if [[ -z $3 ]]; then [[ -z ${said// /} ]]; else [[ $said == *"$3"* ]]; fi || { echo "$1 $2: $said, not: $3"; failed=1; }
}
compiler GNU 12.2.0 ''
compiler GNU 15.1.0 ''
compiler GNU 11.4.0 'this is GCC 11.4.0'
compiler GNU 11.4.0 'refused'
compiler Clang 14.0.6 ''
compiler Clang 13.0.1 'not with 13.0.1'
compiler Intel 2021.5 'not with Intel 2021.5'

# cards "CAPABILITY ..." ARCHITECTURES [WORDS]: of a machine with such GPUs and an nvcc that compiles for 7.5, 8.0, 8.9 and
# 9.0, and what is said.
printf '#!/bin/sh\nprintf "sm_75\\nsm_80\\nsm_89\\nsm_90\\n"\n' >"$work/nvcc"
cat >"$work/script.cmake" <<SCRIPT
cmake_minimum_required(VERSION 3.22)
include($source/cmake/cards.cmake)
yee_cuda_cards("\${SMI}" $work/nvcc cards)
message("=\${cards}=")
SCRIPT
cards() {
    { echo '#!/bin/sh'; for one in $1; do echo "echo $one"; done; [[ $1 != fails ]] || echo 'exit 9'; } >"$work/smi"
    chmod +x "$work/smi" "$work/nvcc"
    said=$("$cmake" -D SMI="$work/smi" -P "$work/script.cmake" 2>&1) || said+=" failed"
    [[ $said == *"${3-}"* && ${said##*$'\n'} == "=$2=" ]] || { echo "GPUs $1: $said, not =$2="; failed=1; }
    [[ -n ${3-} || $said == "=$2=" ]] || { echo "GPUs $1: $said"; failed=1; }
}
cards '9.0' '90-real'
cards '9.0 9.0' '90-real'
cards '8.0 9.0' '80-real;90-real'
cards '7.5' '75-real'
cards '6.1' '' 'compute capability 6.1; 7.0 is the least'
cards '6.1 9.0' '90-real' '7.0 is the least'
cards '7.0' '' 'CUDA 13 begins with 7.5'
cards '7.0 8.0' '80-real' 'does not compile for'
cards '9.0 12.0' '' # newer than this nvcc: PTX serves
cards '' ''
cards fails ''
said=$("$cmake" -D SMI=smi-NOTFOUND -P "$work/script.cmake" 2>&1)
[[ $said == == ]] || { echo "without nvidia-smi: $said"; failed=1; }

# CMake takes the presets, three of each kind.
cd "$source"
for kind in configure build test; do
    [ "$("$cmake" --list-presets=$kind | grep -cE '"(release|debug|sanitize)"')" = 3 ] || { echo "not three $kind presets"; failed=1; }
done

# One version of CMake for all; the format of the presets is one that it reads (3: CMake 3.21, 4: 3.23).
asked=$(grep -rhoE 'cmake_minimum_required\(VERSION [0-9.]+' CMakeLists.txt examples tests docs | sort -u)
[ "$asked" = 'cmake_minimum_required(VERSION 3.22' ] || { echo "versions of CMake: $asked"; failed=1; }
grep -q '"version": 3,' CMakePresets.json || { echo "presets of another format than 3"; failed=1; }
grep -q 'CMake 3\.22,' README.md || { echo "README.md asks for another CMake"; failed=1; }
# $YEE_OLD_CMAKE: a CMake 3.22, where there is one, which configures all.
[ -z "${YEE_OLD_CMAKE-}" ] || "$YEE_OLD_CMAKE" -S . -B "$work/build" -D YEE_CUDA=OFF >"$work/log" 2>&1 || { cat "$work/log"; failed=1; }
exit $failed
