#!/bin/bash
# man.sh TREE: the man page has every command, option and exit code that `yee --help` prints, with the value that an
# option takes, each option under its own command, and no other; groff, where there is one, has nothing to complain about.
set -euo pipefail
tree=$1
unset YEE_PLUGIN_PATH
page=$(find "$tree" -name yee.1)
[ -n "$page" ] || { echo "no yee.1 in $tree"; exit 1; }
yee=$tree/bin/yee

# "command option value" of the page, a line each; the same of the command.
sed 's/\\-/-/g; s/\\f[BIR]//g' "$page" | awk '
    /^\.SH/ { command = "" }
    /^\.SS yee / { command = $3; print command }
    command != "" && /^--/ { print command, $1, $2 }' | sed 's/ *$//' | sort >"$tree/man.page"
for command in $("$yee" --help | sed -nE '3,/^$/s/^  ([a-z]+) .*/\1/p'); do
    echo "$command"
    "$yee" "$command" --help | sed -nE "s/^  (--[a-z-]+)( [^ ]+)?( {2,}.*|\$)/$command \1\2/p"
done | sort >"$tree/man.command"
[ "$(wc -l <"$tree/man.command")" -gt 20 ] || { echo "few options were found:"; cat "$tree/man.command"; exit 1; }
diff "$tree/man.page" "$tree/man.command"

"$yee" --help | sed -nE 's/^  ([0-9])  (.*)/\1 \2/p' | while read -r code text; do
    grep -qx ".B $code" "$page" && grep -qxF "$text" "$page" || { echo "exit code $code is not in $page"; exit 1; }
done
grep -q "$("$yee" --version | cut -d' ' -f1,2)" "$page" || { echo "another version in $page"; exit 1; }
! grep -n '@[A-Z]*@' "$page"
if command -v groff >/dev/null; then
    [ -z "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ] || { groff -man -Tutf8 -ww -z "$page"; exit 1; }
fi
echo "$(wc -l <"$tree/man.page") commands and options"
