#!/bin/bash
# planted.sh SOURCE: the check of the floors fails where an include or a symbol leads upwards.
set -euo pipefail
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$1/core" "$1/tools" "$copy"
"$copy/tools/floors"
echo '#include "api/simulation.h"' >>"$copy/core/base/arena.h"
if said=$("$copy/tools/floors"); then
    echo "an include that leads upwards was not found" >&2
    exit 1
fi
grep -q 'core/base/arena.h:[0-9]* (floor base) uses *api/simulation.h, which is floor api, above it' <<<"$said"

mkdir -p "$copy/build/core/yee_objects.dir/base" "$copy/build/core/yee_objects.dir/api"
echo 'void above(void); void below(void); void below(void) { above(); }' >"$copy/a.c"
echo 'void above(void); void above(void) {}' >"$copy/b.c"
cc -c "$copy/a.c" -o "$copy/build/core/yee_objects.dir/base/a.c.o"
cc -c "$copy/b.c" -o "$copy/build/core/yee_objects.dir/api/b.c.o"
if said=$("$copy/tools/floors" --symbols "$copy/build"); then
    echo "a symbol that leads upwards was not found" >&2
    exit 1
fi
grep -q 'core/base/a.c.o (floor base) uses *above of core/api/b.c.o, which is floor api, above it' <<<"$said"
