#!/bin/bash
# symbols.sh SOURCE LIBYEE: the library shows the functions that yee/libyee.h declares and no others.
set -euo pipefail
declared=$(grep -E '^[A-Za-z].*yee_[a-z_]+\(' "$1/include/yee/libyee.h" | grep -v '^static\|^typedef' |
    grep -oE 'yee_[a-z_]+\(' | tr -d '(' | sort)
shown=$(nm -D --defined-only "$2" | awk '{print $3}' | sed 's/@.*//' | grep -v '^__asan\|^_init$\|^_fini$' | sort)
[ -n "$declared" ] && diff <(echo "$declared") <(echo "$shown")
