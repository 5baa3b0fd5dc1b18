#!/bin/bash
# calls.sh SOURCE: the core calls functions of plugins through core/plugin/call.h alone, so that every call is known.
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
