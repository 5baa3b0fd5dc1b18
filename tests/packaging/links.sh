#!/bin/bash
# links.sh FOLDER...: every relative link of a page (*.md) in these folders leads to a file or folder that is there, and with
# "#heading" to a heading of the page. Build trees and what git ignores are no pages.
set -euo pipefail
failed=0
# The name that a heading has in links: lower case, blanks as hyphens, letters, digits, hyphens and underscores alone.
headings() { sed -nE 's/^#+ +//p' "$1" | tr 'A-Z ' 'a-z-' | sed -E 's/[^a-z0-9_-]//g'; }
for folder in "$@"; do
    cd "$folder"
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1 && [ -f CMakeLists.txt ]; then
        pages=$(git ls-files '*.md')
    else
        pages=$(find . -name '*.md' | sort)
    fi
    [ -n "$pages" ] || { echo "no page in $folder"; failed=1; }
    while read -r page; do
        # code between fences and backquotes holds no links
        links=$(awk '/^ *```/ {code = !code; next} !code' "$page" | sed -E 's/`[^`]*`//g' | grep -oE '\]\([^)]+\)' | sed -E 's/^\]\(//; s/\)$//' || true)
        while read -r link; do
            [[ -z $link || $link == *://* || $link == mailto:* ]] && continue
            file=${link%%#*} heading=
            [[ $link != *#* ]] || heading=${link#*#}
            target=$page
            [ -z "$file" ] || target=$(dirname "$page")/$file
            if [ ! -e "$target" ]; then
                echo "$page: $link leads nowhere"
                failed=1
            elif [ -n "$heading" ] && ! grep -qxF -- "$heading" < <(headings "$target"); then
                echo "$page: $link: no such heading"
                failed=1
            fi
        done <<<"$links"
    done <<<"$pages"
done
exit $failed
