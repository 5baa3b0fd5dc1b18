#!/bin/bash
# words.sh SOURCE: words that the project has given up (docs/glossary.md) have not come back: as identifiers, as names of
# files, or as beginnings of comments that leave out their subject.
set -euo pipefail

# Folders whose words are settled.
settled=(core sources materials boundaries plugins/waveforms plugins/shapes plugins/outputs examples/plugins
    plugins/schemes/tiled tests bench)

identifiers='yee_([a-z]+_)*(ear|heard|opened|look|room|sound|lay|cadence)|yee_disk_[a-z_]+|yee_tables_check|opened_[a-z]+'
identifiers+='|tiled_(take|lay|unlay|put|get|look|around|up)|look_at[a-z_]*|make_room|lay_(axis|directions|points|slots|small|waves)|gpu_foul|processor_[a-z]+'
declarations='(size_t|int|int64_t|double|bool|void) \*?(room|rooms|sound|heard|ear|cadence)\b|(->|\.)(room|sound|ear)\b'
beginnings='/\*+ *(The same|Of|What|\.\.\.)( |$)'
files='/(listen|cadence|sink|disk|opened|tables|foul|mend)\.[a-z]+$|/test_(listen|cadence|sink|disk|text|wide|widths|mappings)\.c$'
files+='|^tests/processor/'

# Lines "file:line:text" of what is found in the folders of a tree.
scan() (
    cd "$1"
    find "${settled[@]}" -type f -name '*.[ch]' -o -type f -name '*.cu' -o -type f -name '*.cuh' -o -type f -name '*.cpp' |
        sort >list || true
    grep -E "$files" list || true
    xargs -r grep -nHE "\b($identifiers)\b|$declarations|$beginnings" <list || true
    rm list
)

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for folder in "${settled[@]}"; do
    mkdir -p "$copy/tree/$(dirname "$folder")"
    cp -r "$1/$folder" "$copy/tree/$folder"
done
found=$(scan "$copy/tree")
[ -z "$found" ] || { echo "given up, see docs/glossary.md:"; echo "$found"; exit 1; } >&2

# The scan finds every kind of them, and leaves alone what only looks like one.
for folder in "${settled[@]}"; do
    mkdir -p "$copy/planted/$folder"
done
while read -r line; do
    echo "$line" >"$copy/planted/core/a.c"
    [ -n "$(scan "$copy/planted")" ] || { echo "not found: $line" >&2; exit 1; }
done <<'LINES'
yee_status yee_stop_look(yee_stop *stop);
typedef struct yee_ear yee_ear;
if (!yee_room(&v, 0, &n, 1))
size_t room = 16;
b->room = 2;
tiled_put(t, u, 0, 1);
/* The same in double. */
/* Of a row. */
/** What is left. */
/* ... and its end. */
LINES
while read -r line; do
    echo "$line" >"$copy/planted/core/a.c"
    found=$(scan "$copy/planted")
    [ -z "$found" ] || { echo "no word given up: $found" >&2; exit 1; }
done <<'LINES'
fail("there is no room for what output %d takes");
view->cadence(view, highest);
/* Offsets of rows. */
/* Whatever is left. */
yee_layer(axis); clear(x); yee_linear(x);
START_TEST(rows_that_find_no_room_are_left)
LINES
rm "$copy/planted/core/a.c"
mkdir "$copy/planted/tests/unit"
touch "$copy/planted/tests/unit/test_sink.c"
[ "$(scan "$copy/planted")" = tests/unit/test_sink.c ]
