#!/bin/sh
# man.sh YEE VERSION TEMPLATE: prints the man page: the template, with the commands and exit codes that YEE itself prints.
set -eu
yee=$1 version=$2 template=$3
help=$("$yee" --help)
abi=$("$yee" --version | sed -E 's/.*ABI ([0-9]+)\..*/\1/')

# Text as roff takes it: option dashes are not hyphens, and no line begins with a request.
roff() { sed -e 's/\\/\\e/g' -e 's/--/\\-\\-/g' -e "s/^[.']/\\\\\&&/"; }

commands() {
    printf '%s\n' "$help" | sed -nE 's/^  ([a-z]+) .*/\1/p' | while read -r command; do
        "$yee" "$command" --help | roff | awk '
            NR == 1 { sub(/^usage: /, ""); print ".SS " $0; next }
            /^  \\-\\-/ { # an option, its value, and three spaces or more before the help
                sub(/^  /, "")
                name = $1
                rest = substr($0, length(name) + 1)
                while (match(name, /[a-z]-/))
                    name = substr(name, 1, RSTART) "\\-" substr(name, RSTART + 2)
                value = ""
                if (rest ~ /^ [^ ]/) { value = " \\fI" $2 "\\fR"; sub(/^ [^ ]+/, "", rest) }
                sub(/^ +/, "", rest)
                print ".TP\n\\fB" name "\\fR" value "\n" rest
                next
            }
            /^ +/ { sub(/^ +/, ""); print; next }
            NF { print }'
    done
}

codes() { printf '%s\n' "$help" | roff | sed -nE 's/^  ([0-9]+)  (.*)/.TP\n.B \1\n\2/p'; }

while IFS= read -r line; do
    case $line in
    @COMMANDS@) commands ;;
    @CODES@) codes ;;
    *@VERSION@*) printf '%s%s%s\n' "${line%%@VERSION@*}" "$version" "${line#*@VERSION@}" ;;
    *@ABI@*) printf '%s\n' "${line%%@ABI@*}$abi${line#*@ABI@}" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$template"
