# Completion of `yee` for bash. Commands, options and what they take are read from `yee --help` and `yee COMMAND --help`,
# plugins, keys and words from `yee help --json`, which begins a line for each: those of the yee that the line names, and
# of its --plugin-path.

# _yee_json YEE FOLDERS NAME...: the tables of some plugins, kinds and sections.
_yee_json() {
    local yee=$1 folders=$2
    shift 2
    "$yee" help --json ${folders:+"--plugin-path=$folders"} "$@" 2>/dev/null
}

# _yee_names YEE FOLDERS KIND...: the plugins of some kinds.
_yee_names() { _yee_json "$@" | sed -nE 's/^ *\{"plugin": "([^"]+)".*/\1/p'; }

# _yee_sections MODEL: "kind.name type" for each section of a model, "run" where it has no type.
_yee_sections() {
    [[ ! -r $1 ]] || awk '
        function flush() { if (name != "") print name, type }
        /^[ \t]*\[/ { flush(); name = $0; type = ""; gsub(/^[ \t]*\[[ \t]*|[ \t]*\].*/, "", name) }
        /^[ \t]*type[ \t]*=/ { type = $0; gsub(/^[^=]*=[ \t]*|[ \t]*([;#].*)?$/, "", type) }
        END { flush() }' "$1"
}

# _yee_tables YEE FOLDERS MODEL SECTION: the tables of a section's keys: those of its type in the model; where it has
# none, of all plugins of its kind.
_yee_tables() {
    local type
    type=$(_yee_sections "$3" | awk -v section="$4" '$1 == section { print $2; exit }')
    _yee_json "$1" "$2" "${type:-${4%%.*}}"
}

# _yee_set YEE FOLDERS MODEL CURRENT: what SECTION.KEY of --set may become: first the section, then the key.
_yee_set() {
    local section=${4%.*} keys
    if [[ $4 != *.* || ( $section != *.* && $section != @(grid|run|plugins) ) ]]; then
        compgen -W "grid. run. plugins. $(_yee_sections "$3" | sed -nE 's/^([^ ]+\.[^ ]+) .*/\1./p')" -- "$4"
        return
    fi
    keys=$(_yee_tables "$1" "$2" "$3" "$section" | sed -nE 's/^ *\{"key": "([^"]+)".*/\1/p' | sort -u)
    [[ $section != *.* ]] || keys+=" type"
    compgen -P "$section." -S = -W "$keys" -- "${4##*.}"
}

# _yee_value YEE FOLDERS MODEL SECTION.KEY CURRENT: the words that the key may have.
_yee_value() {
    local section=${4%.*} key=${4##*.} words
    case $section/$key in
    *.*/type) words=$(_yee_names "$1" "$2" "${section%%.*}") ;;
    run/scheme) words="auto $(_yee_names "$1" "$2" scheme)" ;;
    *) words=$(_yee_tables "$1" "$2" "$3" "$section" | sed -nE '/\{"key": "'"$key"'"/ {
            s/.*"type": "bool".*/yes no/p
            s/.*"choices": \[([^]]*)\].*/\1/
            t words
            d
            :words
            s/[",]//gp
        }') ;;
    esac
    compgen -W "$words" -- "$5"
}

# _yee_complete YEE FOLDERS WANTED CURRENT: what a word may become that the help calls WANTED ("MODEL.ini", "FOLDER").
_yee_complete() {
    local yee=$1 folders=$2 wanted=$3 current=$4
    local kinds='material boundary waveform source shape output scheme importer post' before= all
    all="$kinds transport" # and those of which `yee new` makes no folder
    case $wanted in
    FOLDER*)
        compgen -d -- "$current"
        ;;
    'NAME FILE.h5 ...')
        compgen -f -X "!*.h5" -- "$current"
        compgen -d -- "$current"
        ;;
    'KIND NAME')
        compgen -W "$kinds" -- "$current"
        ;;
    *.ini | *.h5 | *.so | *.csv)
        compgen -f -X "!*.${wanted##*.}" -- "$current"
        compgen -d -- "$current"
        ;;
    'NAME ...')
        compgen -W "grid run let include units $all $(_yee_names "$yee" "$folders" $all)" -- "$current"
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
    local words=" ${COMP_WORDS[*]} " folders= help wanted model
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
    model=$(printf '%s\n' "${COMP_WORDS[@]}" | grep -m1 '\.ini$')
    # --set takes what stands behind it, one word or three.
    if [[ $words =~ ' --set '('= ')?([^ ]+)' = '([^ ]*' ')?$ ]]; then
        mapfile -t COMPREPLY < <(_yee_value "$yee" "$folders" "$model" "${BASH_REMATCH[2]}" "$current")
        return
    elif [[ $previous == --set ]]; then
        mapfile -t COMPREPLY < <(_yee_set "$yee" "$folders" "$model" "$current")
        compopt -o nospace 2>/dev/null
        return
    fi
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
