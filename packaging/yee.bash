# Completion of `yee` for bash. Commands, options and what they take are read from `yee --help` and `yee COMMAND --help`,
# names of plugins from `yee help KIND`: those of the yee that the line names, and of its --plugin-path.

# _yee_names YEE FOLDERS KIND...: the plugins of some kinds.
_yee_names() {
    local yee=$1 folders=$2
    shift 2
    "$yee" help ${folders:+"--plugin-path=$folders"} "$@" 2>/dev/null |
        sed -nE '/^An? [a-z]+ /,/^Keys of every/{/^  none was found/d; s/^  ([a-z][a-z0-9_.]*) .*/\1/p}'
}

# _yee_complete YEE FOLDERS WANTED CURRENT: what a word may become that the help calls WANTED ("MODEL.ini", "FOLDER").
_yee_complete() {
    local yee=$1 folders=$2 wanted=$3 current=$4
    local kinds='material boundary waveform source shape output scheme importer post' before=
    case $wanted in
    FOLDER*)
        compgen -d -- "$current"
        ;;
    'NAME FILE.h5 ...')
        compgen -f -X "!*.h5" -- "$current"
        compgen -d -- "$current"
        ;;
    *.ini | *.h5 | *.so | *.csv)
        compgen -f -X "!*.${wanted##*.}" -- "$current"
        compgen -d -- "$current"
        ;;
    'NAME ...')
        compgen -W "grid run units $kinds $(_yee_names "$yee" "$folders" $kinds)" -- "$current"
        ;;
    'all|A,B,...')
        [[ $current != *,* ]] || before=${current%,*},
        compgen -P "$before" -W "all $(_yee_names "$yee" "$folders" scheme)" -- "${current##*,}"
        ;;
    IMPORTER)
        compgen -W "$(_yee_names "$yee" "$folders" importer)" -- "$current"
        ;;
    f32,f64)
        compgen -W 'f32 f64 f32,f64' -- "$current"
        ;;
    esac
}

_yee() {
    local yee=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words=" ${COMP_WORDS[*]} " folders= help wanted
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "--help --version $("$yee" --help 2>/dev/null |
            sed -nE 's/^  ([a-z]+) .*/\1/p')" -- "$current")
        return
    fi
    help=$("$yee" "${COMP_WORDS[1]}" --help 2>/dev/null) || return
    # bash takes --option=value for three words, folders with ':' between them for as many.
    [[ $current != [=:] ]] || current=
    [[ $previous != = ]] || previous=${COMP_WORDS[COMP_CWORD - 2]}
    [[ ! $words =~ ' --plugin-path '('= ')?([^ ]+) ]] || folders=${BASH_REMATCH[2]}
    if [[ $previous == : || ${COMP_WORDS[COMP_CWORD]} == : ]]; then
        wanted=FOLDERS
    elif [[ $previous == --* ]] && wanted=$(sed -nE "s/^  $previous ([^ ]+).*/\1/p" <<<"$help") && [[ $wanted ]]; then
        : # the value of an option
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--help $(sed -nE 's/^  (--[a-z-]+) .*/\1/p' <<<"$help")" -- "$current")
        return
    else
        wanted=$(sed -nE '1{s/^usage: yee [a-z]+ ?//; s/ ?\[options\]$//; s/^\[(.*)\]$/\1/; s/^([A-Z]+\.[a-z0-9]+).*/\1/; p}' <<<"$help")
    fi
    [[ $wanted != @(FOLDER*|*.*[a-z0-9]) ]] || compopt -o filenames 2>/dev/null # outside of a completion it fails
    local IFS=$'\n'
    COMPREPLY=($(IFS=$' \t\n' _yee_complete "$yee" "$folders" "$wanted" "$current"))
}
complete -F _yee yee
