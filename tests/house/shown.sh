#!/bin/bash
# shown.sh SOURCE [--write]: docs/writing-a-plugin.md shows the plugins of examples/plugins as they are, one of their tests
# and one CMakeLists.txt. A block is shown below a line "<!-- FILE -->"; --write puts the files into the page.
set -euo pipefail
page=$1/docs/writing-a-plugin.md
cd "$1/examples/plugins"
for file in */*.c model.ini source/CMakeLists.txt; do
    [[ $file != */test_* || $file == source/* ]] || continue
    grep -qxF "<!-- $file -->" "$page" || { echo "$page does not show $file" >&2; exit 1; }
done
expected=$(awk '
    /^<!-- .* -->$/ {file = $2}
    file != "" && /^```/ {
        if (!skip) {print; while ((getline line < file) > 0) print line; skip = 1; next}
        skip = 0; file = ""
    }
    !skip' "$page")
if [ "${2-}" = --write ]; then
    echo "$expected" > "$page"
else
    diff "$page" <(echo "$expected") >&2 || { echo "run: $0 $1 --write" >&2; exit 1; }
fi
