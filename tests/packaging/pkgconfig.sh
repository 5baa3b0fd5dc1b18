#!/bin/bash
# pkgconfig.sh TREE EXAMPLE [FLAGS]: with what yee.pc says, a program links libyee and runs, and the example's material is
# compiled, passes `yee check`, and is found in the folder that yee.pc names.
set -euo pipefail
tree=$1 example=$2 flags=${3:-}
unset YEE_PLUGIN_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name yee.pc)")
export PKG_CONFIG_PATH
strict="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $flags"
work=$(mktemp -d)
cleanup() { rm -rf "$work"; rm -f "$plugins/warm_metal.so"; }
plugins=$(pkg-config --variable=plugindir yee)
trap cleanup EXIT

said=$("$tree/bin/yee" --version) # "yee 0.1.0 (...), plugin ABI 1.0"
[[ $said == "yee $(pkg-config --modversion yee) "*", plugin ABI $(pkg-config --variable=abi yee)" ]] ||
    { echo "yee.pc says another version or ABI than: $said"; exit 1; }
[[ $(pkg-config --variable=abi yee) == $(pkg-config --variable=abi_major yee).$(pkg-config --variable=abi_minor yee) ]]
[[ $(realpath "$(pkg-config --variable=prefix yee)") == "$(realpath "$tree")" ]]

cat >"$work/program.c" <<'PROGRAM'
#include <yee/libyee.h>

int main(void)
{
    yee_session *session = NULL;
    const yee_status status = yee_session_open(NULL, &session);
    yee_session_close(session);
    return (int)status;
}
PROGRAM
${CC:-cc} $strict "$work/program.c" -o "$work/program" $(pkg-config --cflags --libs yee) \
    -Wl,-rpath,"$(pkg-config --variable=libdir yee)"
"$work/program"

${CC:-cc} $strict -shared -fPIC -fvisibility=hidden -DYEE_MODULE_NAME=warm_metal $(pkg-config --cflags yee) \
    "$example/warm_metal.c" -o "$work/warm_metal.so" -lm
"$tree/bin/yee" check "$work/warm_metal.so" >/dev/null
! "$tree/bin/yee" help warm_metal >/dev/null 2>&1
cp "$work/warm_metal.so" "$plugins"
"$tree/bin/yee" plan "$example/model.ini" >/dev/null
