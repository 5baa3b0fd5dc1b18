#!/bin/bash
# deb.sh CPACK BUILD CONFIG: cpack makes two Debian packages; they hold what they should, name the libraries that the
# programs need, and an unpacked copy runs a model. Skipped (77) where there is no dpkg.
set -euo pipefail
cpack=$1 build=$2 config=$3
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || exit 77
unset YEE_PLUGIN_PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Of make, cpack has everything built first; a test takes what there is.
"$cpack" -G DEB -D CPACK_CMAKE_GENERATOR=Ninja -C "$config" --config "$build/CPackConfig.cmake" -B "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
program=$(ls "$work"/yee_*.deb) development=$(ls "$work"/yee-dev_*.deb)

# lists PACKAGE PATH...: as dpkg -c shows them.
lists() {
    local package=$1 path
    shift
    dpkg -c "$package" >"$work/list"
    for path in "$@"; do
        grep -qE " \./usr/$path( |\$)" "$work/list" || { echo "no $path in $package:"; cat "$work/list"; exit 1; }
    done
}
lists "$program" bin/yee 'lib/libyee\.so\.[0-9]+' 'lib/yee/1/scheme_tiled\.so' share/man/man1/yee.1 \
    share/bash-completion/completions/yee share/zsh/vendor-completions/_yee share/yee/examples/gpr_2d.ini \
    share/yee/examples/plugins/scheme/reference/reference.c \
    share/doc/yee/LICENSE
! grep -E 'usr/include|usr/local|site-functions' "$work/list"
# Every plugin of the build and no other: a module of the tests must not reach a user.
diff <(ls "$build"/lib/yee/1 | grep '\.so$') <(sed -nE 's|.* \./usr/lib/yee/1/([^/]*\.so)$|\1|p' "$work/list" | sort)
lists "$development" include/yee/yee.h lib/pkgconfig/yee.pc lib/cmake/yee/yee-config.cmake 'lib/libyee\.so'
! grep -E 'usr/bin|\.so\.' "$work/list" | grep -v -- '->'

field() { dpkg-deb -f "$1" "$2"; }
version=$("$build/yee" --version | cut -d' ' -f2)
[ "$(field "$program" Package) $(field "$program" Version)" = "yee $version" ]
[ "$(field "$development" Package) $(field "$development" Depends)" = "yee-dev yee (= $version)" ]
depends=$(field "$program" Depends)
for library in libc6 libhdf5 libiniparser libltdl; do
    [[ $depends == *$library* ]] || { echo "$library is not in Depends: $depends"; exit 1; }
done
[[ $depends != *libyee* ]]

dpkg-deb -x "$program" "$work/root"
cd "$work"
"$work/root/usr/bin/yee" run "$work/root/usr/share/yee/examples/gpr_2d.ini" --quiet --set run.steps=20 --set run.scheme=tiled
[ -s gpr_2d.h5 ]
echo "Depends: $depends"
