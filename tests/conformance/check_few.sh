#!/bin/sh
# check_few.sh YEE MODULE NAME...: `yee check` of a module with many plugins of one kind; with YEE_TEST_FEW set, as
# tests/short.h reads it, of its plugins NAME... alone.
yee=$1
module=$2
shift 2
case ${YEE_TEST_FEW:-0} in
0*) exec "$yee" check "$module" ;;
esac
for name; do
    set -- "$@" --plugin "$name"
    shift
done
exec "$yee" check "$@" "$module"
