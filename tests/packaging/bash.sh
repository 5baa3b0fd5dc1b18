#!/bin/bash
# bash.sh TREE: the completion for bash, as bash calls it: the words of the line in COMP_WORDS, the candidates in COMPREPLY.
set -euo pipefail
tree=$1
unset YEE_PLUGIN_PATH
export LC_ALL=C
. "$tree/share/bash-completion/completions/yee"
complete -p yee | grep -q _yee # it is bound to the command
PATH=$tree/bin:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir folder 'with space'
touch one.ini two.ini 'a model.ini' result.h5 points.csv other.txt plugin.so

failed=0
# expect "CANDIDATE|..." WORD...: the last word is the one to complete; the order does not matter.
expect() {
    local wanted=$1 found
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _yee || true
    found=$(printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd'|')
    [ "$found" = "$wanted" ] || { echo "$*: $found, not $wanted"; failed=1; }
}
# holds WORD...: with nothing typed, everything in the list is among the candidates.
holds() {
    local word list=$1
    shift
    COMP_WORDS=("$@" '') COMP_CWORD=$# COMPREPLY=()
    _yee || true
    for word in $list; do
        grep -qxF -- "$word" < <(printf '%s\n' "${COMPREPLY[@]}") || { echo "$*: no $word"; failed=1; }
    done
}

holds "run plan geometry model post help plugins check plot compare new --help --version" yee
expect 'plan|plot|plugins|post' yee p
expect 'one.ini' yee model --text o
expect '' yee model one.ini --importer x
for command in $(yee --help | sed -nE '3,/^$/s/^  ([a-z]+) .*/\1/p'); do
    options=$({ echo --help; yee "$command" --help | sed -nE 's|^  (--[a-z-]+) .*|\1|p'; } | tr -d ' ' | sort | paste -sd'|')
    expect "$options" yee "$command" --
done
expect '--set|--strict' yee run --s
expect 'a model.ini|folder|one.ini|two.ini|with space' yee run ''
expect 'one.ini' yee plan --strict o
expect 'folder|result.h5|with space' yee plot ''
expect 'folder|result.h5|with space' yee post name ''
expect 'folder|plugin.so|with space' yee check ''
expect 'points.csv' yee plot result.h5 --overlay p
expect 'folder' yee run --plugin-path f
expect 'folder' yee run --plugin-path = f
expect 'folder' yee run --plugin-path = one : f
expect '' yee run --plugin-path = folder : o
expect 'drude' yee help dru
expect 'tiled,me44|tiled,me44x' yee compare one.ini --schemes tiled,me
expect 'f32|f32,f64' yee compare --precision f3
expect '' yee nonsense ''
expect 'boundary' yee new b
# Sections, keys and words of --set, from the tables of the model's own types.
cat >one.ini <<'MODEL'
[grid]
[material.soil] ; the ground
type = debye
[boundary.all]
  type=cpml ; layers
[output.trace]
type = probe
MODEL
expect 'grid.' yee run one.ini --set g
expect 'grid.|plugins.|run.' yee run two.ini --set ''
expect 'boundary.all.|grid.|material.soil.|output.trace.|plugins.|run.' yee run one.ini --set ''
expect 'boundary.all.|grid.|material.soil.|output.trace.|plugins.|run.' yee run one.ini --set = ''
expect 'run.steps=' yee run one.ini --set run.step
expect 'run.stop_decay=|run.stop_dft=|run.stop_every=|run.stop_probe=' yee run one.ini --set run.stop
expect 'material.soil.delta_eps=' yee run one.ini --set material.soil.del
expect 'material.soil.add=' yee run one.ini --set material.soil.ad
expect 'material.soil.type=' yee run one.ini --set material.soil.ty
expect '' yee run one.ini --set material.soil.gamma
expect 'material.new.gamma=|material.new.gamma_hz=' yee run one.ini --set material.new.gamma
expect 'boundary.all.kappa_max=' yee run one.ini --set = boundary.all.kappa_m
expect 'f32|f64' yee run one.ini --set run.precision = ''
expect 'f64' yee run one.ini --set = run.precision = f6
expect 'no|yes' yee run one.ini --set run.strict = ''
expect 'tiled' yee run one.ini --set run.scheme = ti
expect 'debye|dielectric|drude' yee run one.ini --set material.soil.type = d
expect '' yee run one.ini --set material.soil.eps_inf = ''
expect 'absorber' yee run --set boundary.x.type = ab
expect 'one.ini' yee run --set run.steps = 10 o
# Every plugin that is listed has its name among those that help explains, and the kinds and sections are there.
holds "grid run units material scheme importer" yee help
holds "$(yee plugins | sed -nE 's/^  ([a-z][a-z0-9_.]*)  .*/\1/p')" yee help
! printf '%s\n' "${COMPREPLY[@]}" | grep -xE 'none|key' || failed=1
exit $failed
