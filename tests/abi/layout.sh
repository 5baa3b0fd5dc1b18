#!/bin/bash
# layout.sh COMPILER INCLUDE STORED [--store]: sizes and offsets of every public struct, values of every enum, and the
# macros of include/yee, as COMPILER has them. They are compared with the table in the file STORED, or with --store put
# into it. Exit status: 0 the same, 1 another table, 2 the headers do not compile, 77 not a 64-bit system.
set -euo pipefail
compiler=$1 include=$2 stored=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A program that prints the table: a struct is a "typedef struct NAME {" or "struct NAME {" to "}", its members end with
# ";"; of a member's text the last word before a bracket, or the one in "(*NAME)(", is its name.
cd "$include/yee"
for header in *.h; do
    sed 's,//.*,,' "$header" | awk -v header="$header" '
        { text = text $0 "\n" }
        # Cuts comments and __attribute__ lines away, keeps preprocessor lines apart.
        function plain(t,    out, at, end) {
            out = ""
            while ((at = index(t, "/*")) > 0) {
                out = out substr(t, 1, at - 1) " "
                t = substr(t, at + 2); end = index(t, "*/"); t = substr(t, end + 2)
            }
            return out t
        }
        function macro(t,    name, value) {
            sub(/^ *# *define +/, "", t); gsub(/[ \t]+/, " ", t); sub(/ $/, "", t)
            match(t, /^[A-Za-z0-9_]+(\([^)]*\))?/)
            name = substr(t, 1, RLENGTH); value = substr(t, RLENGTH + 2)
            gsub(/\\/, "\\\\", name); gsub(/\\/, "\\\\", value); gsub(/"/, "\\\"", value); gsub(/%/, "%%", value)
            if (value != "" && name !~ /_H$/) print "    printf(\"macro  " header "  " name "  " value "\\n\");"
        }
        function member(t, owner,    one, parts, n, i) {
            gsub(/__attribute__ *\(\(.*\)\)\)/, "", t)
            gsub(/[ \t\n]+/, " ", t); sub(/^ /, "", t); sub(/ $/, "", t)
            if (t == "") return
            if (match(t, /\(\*[a-z0-9_]+\)/)) { parts[1] = substr(t, RSTART + 2, RLENGTH - 3); n = 1 }
            else n = split(t, parts, ",")
            for (i = 1; i <= n; i++) {
                one = parts[i]; gsub(/\[[^]]*\]/, "", one); sub(/ +$/, "", one); sub(/.*[ *]/, "", one)
                print "    M(" owner ", " one ", \"" line_of(t) (n > 1 ? ": " one : "") "\");"
            }
        }
        function line_of(t) { gsub(/\\/, "\\\\", t); gsub(/"/, "\\\"", t); gsub(/%/, "%%", t); return t }
        END {
            text = plain(text); gsub(/\\\n/, " ", text)
            n = split(text, line, "\n"); code = ""
            for (i = 1; i <= n; i++)
                if (line[i] ~ /^ *# *define/) macro(line[i])
                else if (line[i] !~ /^ *#/) code = code line[i] "\n"
            while (match(code, /(struct|enum)( +[a-z0-9_]+)?[ \n]*\{/)) {
                head = substr(code, RSTART, RLENGTH); code = substr(code, RSTART + RLENGTH)
                end = index(code, "}"); body = substr(code, 1, end - 1); code = substr(code, end + 1)
                name = head; sub(/^(struct|enum) */, "", name); sub(/[ \n]*\{$/, "", name)
                if (head ~ /^enum/) {
                    m = split(body, part, ",")
                    for (k = 1; k <= m; k++) {
                        gsub(/[ \t\n]+/, " ", part[k]); sub(/=.*/, "", part[k]); gsub(/ /, "", part[k])
                        if (part[k] != "") print "    E(\"" name "\", " part[k] ");"
                    }
                } else {
                    print "    S(" name ");"
                    m = split(body, part, ";")
                    for (k = 1; k <= m; k++) member(part[k], name)
                }
            }
        }'
done >"$work/body"
{
    printf '#include <inttypes.h>\n#include <stdio.h>\n#include <yee/libyee.h>\n'
    printf '#define S(t) printf("struct %%s  %%zu\\n", #t, sizeof(struct t))\n'
    printf '#define M(t, m, text) printf("  %%5zu %%4zu  %%s\\n", offsetof(struct t, m), sizeof(((struct t *)0)->m), text)\n'
    printf '#define E(t, v) printf("enum %%s%%s%%s  %%lld\\n", t, *(t) ? " " : "", #v, (long long)(v))\n'
    printf 'int main(void)\n{\n    if (sizeof(void *) != 8 || sizeof(size_t) != 8)\n        return 77;\n'
    cat "$work/body"
    printf '    return 0;\n}\n'
} >"$work/layout.c"
"$compiler" -std=c11 -w -I "$include" -o "$work/layout" "$work/layout.c" || exit 2
{
    printf '# What modules are built against; tests/abi/layout.sh --store writes it, tests/abi/layout.sh compares it.\n'
    "$work/layout"
} >"$work/table" || exit $?
if [[ ${4-} == --store ]]; then
    cp "$work/table" "$stored"
elif ! diff -U 2 --label stored --label headers "$stored" "$work/table"; then
    printf '\n%s\n' "The plugin border has changed (above, - is what $stored holds, + what the headers say). Tables grow only \
at their end, and values and macros stay. Before 1.0, or where something was added at an end, write the change into \
CHANGELOG.md's ABI section and store the table again with 'cmake --build BUILD --target abi_layout'." >&2
    exit 1
fi
