#!/bin/sh
# install.sh CMAKE BUILD CONFIG TREE: installs a build into a folder and moves it to TREE.
set -eu
cmake=$1 build=$2 config=$3 tree=$4
rm -rf "$tree" "$tree.first"
"$cmake" --install "$build" --config "$config" --prefix "$tree.first" >/dev/null
mv "$tree.first" "$tree"
[ -x "$tree/bin/yee" ]
