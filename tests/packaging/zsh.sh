#!/bin/bash
# zsh.sh TREE: the completion for zsh, in a shell on a pseudo terminal. Skipped (77) where there is no zsh.
set -euo pipefail
command -v zsh >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset YEE_PLUGIN_PATH
touch one.ini two.ini points.csv other.txt
TERM=dumb exec timeout 100 zsh -f /dev/stdin "$1" <<'SCRIPT'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1=; fpath=($1/share/zsh/site-functions \$fpath); path=($1/bin \$path)"
zpty -w shell "autoload -U compinit; compinit -D -u; bindkey '^I' list-choices; print RE'ADY'"

# until_seen PATTERN: reads what the shell prints into `said` until the pattern is in it; fails after twenty seconds.
until_seen() {
    said= piece=
    repeat 200; do
        while zpty -r -t shell piece; do said+=$piece; done
        [[ $said == *${~1}* ]] && return 0
        sleep 0.1
    done
    return 1
}
until_seen READY || { print -r -- "zsh is not ready: $said"; exit 1 }

# expect LINE PATTERN: a tab behind LINE lists what the pattern says; then the line is given up.
failed=0
expect() {
    zpty -w -n shell $1$'\t'
    until_seen $2 || { print -r -- "$1: no $2 in: $said"; failed=1 }
    zpty -w shell $'\x15'
}
expect 'yee p' 'plan*plot*plugins'
expect 'yee run --s' '--set*--strict'
expect 'yee run ' 'one.ini*two.ini'
expect 'yee help dru' 'drude'
expect 'yee compare one.ini --schemes tiled,me' 'me44*me44x'
expect 'yee plot x.h5 --overlay=' 'points.csv'
expect 'yee new b' 'boundary'
print -l '[material.soil]' 'type = debye' >one.ini
expect 'yee run one.ini --set ma' 'material.soil.'
expect 'yee run one.ini --set material.soil.t' 'tau*type'
expect 'yee run one.ini --set run.stop' 'run.stop_decay*run.stop_probe'
expect 'yee run one.ini --set run.precision=' 'f32*f64'
expect 'yee run one.ini --set material.soil.type=d' 'debye*drude'
zpty -d shell
exit $failed
SCRIPT
