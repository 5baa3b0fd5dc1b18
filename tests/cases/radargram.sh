#!/bin/sh
# radargram.sh YEE MODEL TRACES OPTION ...: runs these traces of an example that is a sweep, as a user would, in a folder of its own, and
# draws them with the options. The other traces differ in positions alone: `yee sweep` has read and checked all of them before the first runs.
set -eu
yee=$1 model=$2 traces=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
name=$(basename "$model" .ini)
"$yee" sweep "$model" --set run.strict=yes --only $traces 2>messages || { cat messages; exit 1; }
! grep -i warning messages
"$yee" sweep "$model" --set run.strict=yes --gather --partial --quiet
"$yee" plot "$name.h5" "$@"
for picture in "$name"_*.png; do
    [ "$(head -c 4 "$picture" | tail -c 3)" = PNG ] || { echo "$picture is no PNG"; exit 1; }
    [ "$(wc -c <"$picture")" -gt 10000 ] || { echo "$picture is empty"; exit 1; }
done
