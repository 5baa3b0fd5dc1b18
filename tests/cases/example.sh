#!/bin/sh
# example.sh YEE MODEL [BEFORE ...]: runs the BEFORE models and then the model as a user would, in a folder of its own, and
# draws its pictures, with the points of MODEL_*.csv over them where there is such a file. Fails unless every command succeeds without a warning and every picture is a PNG with something in it.
set -eu
yee=$1 model=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for m in "$@" "$model"; do
    "$yee" run "$m" --strict 2>messages || { cat messages; exit 1; }
    ! grep -i warning messages
done
name=$(basename "$model" .ini)
overlay=$(ls "${model%.ini}"_*.csv 2>/dev/null || true)
"$yee" plot "$name.h5" ${overlay:+--overlay "$overlay"}
count=0
for picture in "$name"_*.png; do
    [ "$(head -c 4 "$picture" | tail -c 3)" = PNG ] || { echo "$picture is no PNG"; exit 1; }
    [ "$(wc -c <"$picture")" -gt 5000 ] || { echo "$picture is empty"; exit 1; }
    count=$((count + 1))
done
for file in *.h5; do h5dump -n "$file" >/dev/null; done
[ "$count" -gt 0 ] || { echo "no pictures"; exit 1; }
echo "$count pictures"
