#!/bin/bash
# calls.sh SOURCE: the core calls functions of plugins through core/plugin/call.h alone, so that every call is known.
# The pointers of all functions of a kind's table are looked at before (core/plugin/pointers.c).
# Guarded waveforms are tables of the core's own; the rows of one shape are one call, begun around their loops.
set -euo pipefail
cd "$1"
raw=$(grep -rnE 'ops[)]?(_of[(][^)]*[)])?->[a-z_]+[(]' core --include='*.[ch]' |
    grep -v '^core/plugin/call.h:' |
    grep -vE '(w|waveform\[[a-z]\])(\.|->)ops->(band|value)[(]' |
    grep -vE '^core/problem/(volumes|surface/spans)\.c:[0-9]+:.*->(inside|spans)[(]' || true)
for file in core/problem/volumes.c core/problem/surface/spans.c; do
    grep -q 'yee_call_begin' $file || raw+=$'\n'"$file: its calls are not begun"
done
[ -z "$raw" ] || { echo "not through YEE_CALL (core/plugin/call.h):" >&2; echo "$raw" >&2; exit 1; }

# "SCHEME run" for each function of yee_scheme_ops, and so of every kind.
tables=$(awk '/^typedef struct yee_[a-z]+_ops \{/ { split($3, part, "_"); kind = toupper(part[2]) }
    /^}/ { kind = "" }
    kind && match($0, /\(\*[a-z0-9_]+\)/) { print kind, substr($0, RSTART + 2, RLENGTH - 3) }' include/yee/*.h | sort -u)
known=$(sed -nE 's/^ *IN_([A-Z]+)\((\w+)\),$/\1 \2/p' core/plugin/pointers.c | sort -u)
[ "$tables" == "$known" ] || { echo "core/plugin/pointers.c (>) does not list the functions of the tables (<):" >&2
    diff <(echo "$tables") <(echo "$known") >&2; exit 1; }
