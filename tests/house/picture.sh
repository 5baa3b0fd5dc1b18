#!/bin/bash
# picture.sh SOURCE: the picture of the floors in docs/design.md is the one that tools/floors draws.
set -euo pipefail
drawn=$("$1/tools/floors" --picture)
shown=$(awk '/^...mermaid$/ {on = 1; next} /^...$/ {on = 0} on' "$1/docs/design.md")
[ "$drawn" = "$shown" ] || { diff <(echo "$shown") <(echo "$drawn") >&2; echo "run: tools/floors --picture" >&2; exit 1; }
