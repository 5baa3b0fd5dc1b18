#!/bin/bash
# requirements.sh CMAKE SOURCE: old compilers are refused, in a sentence; the GPUs of a machine choose architectures only
# where nvcc and the kernels know all of them; the presets are there.
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

# cards "CAPABILITY ..." ARCHITECTURES: of a machine with such GPUs and an nvcc that compiles for 8.0, 8.9 and 9.0.
printf '#!/bin/sh\nprintf "sm_75\\nsm_80\\nsm_89\\nsm_90\\n"\n' >"$work/nvcc"
cat >"$work/script.cmake" <<SCRIPT
cmake_minimum_required(VERSION 3.25)
include($source/cmake/cards.cmake)
yee_cuda_cards("\${SMI}" $work/nvcc cards)
message("=\${cards}=")
SCRIPT
cards() {
    { echo '#!/bin/sh'; for one in $1; do echo "echo $one"; done; [[ $1 != fails ]] || echo 'exit 9'; } >"$work/smi"
    chmod +x "$work/smi" "$work/nvcc"
    said=$("$cmake" -D SMI="$work/smi" -P "$work/script.cmake" 2>&1) || said+=" failed"
    [[ $said == "=$2=" ]] || { echo "GPUs $1: $said, not =$2="; failed=1; }
}
cards '9.0' '90-real'
cards '9.0 9.0' '90-real'
cards '8.0 9.0' '80-real;90-real'
cards '7.5' ''
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
exit $failed
