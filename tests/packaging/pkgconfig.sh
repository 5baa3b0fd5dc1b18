#!/bin/bash
# pkgconfig.sh TREE TEMPLATE [FLAGS]: with what yee.pc says, a program links libyee and runs, and the template's plugin is
# compiled, passes `yee check`, and is found in the folder that yee.pc names.
set -euo pipefail
tree=$1 template=$2 flags=${3:-}
unset YEE_PLUGIN_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name yee.pc)")
export PKG_CONFIG_PATH
strict="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $flags"
work=$(mktemp -d)
cleanup() { rm -rf "$work"; rm -f "$plugins/sellmeier.so"; }
plugins=$(pkg-config --variable=plugindir yee)
trap cleanup EXIT

said=$("$tree/bin/yee" --version) # "yee 0.1.0 (...), plugin ABI 1.0"
[[ $said == "yee $(pkg-config --modversion yee) "*", plugin ABI $(pkg-config --variable=abi yee)" ]] ||
    { echo "yee.pc says another version or ABI than: $said"; exit 1; }
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

${CC:-cc} $strict -shared -fPIC -fvisibility=hidden -DYEE_MODULE_NAME=sellmeier $(pkg-config --cflags yee) \
    "$template/sellmeier.c" -o "$work/sellmeier.so" -lm
"$tree/bin/yee" check "$work/sellmeier.so" >/dev/null
! "$tree/bin/yee" help sellmeier >/dev/null 2>&1
cp "$work/sellmeier.so" "$plugins"
"$tree/bin/yee" plan "$template/model.ini" >/dev/null
