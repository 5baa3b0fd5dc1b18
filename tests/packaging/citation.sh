#!/bin/sh
# citation.sh TREE CITATION.cff: it names the version of the command and the licence, and it is installed.
set -eu
tree=$1 file=$2
version=$("$tree/bin/yee" --version | cut -d' ' -f2)
grep -qx "version: $version" "$file" || { echo "$file has another version than $version"; exit 1; }
grep -qx 'license: BSD-3-Clause' "$file"
grep -qx 'cff-version: 1.2.0' "$file"
[ -n "$(find "$tree/share/doc" -name CITATION.cff)" ]
