#!/usr/bin/env bash
# Runs a program that has a defect, and the same program without it. Succeeds if Fathom tells them apart.
set -uo pipefail
fathom=$1
cd "$(dirname "$0")/.."

show() {
    local expected=$1 file=$2
    printf '\n$ fathom run %s\n' "$file"
    "$fathom" run "$file"
    local code=$?
    printf '(exit code %d)\n' "$code"
    if [ "$code" -ne "$expected" ]; then
        echo "demo: exit code $expected was expected" >&2
        exit 1
    fi
}

echo "A program that keeps a pointer into an array while the array grows:"
show 1 examples/stale_pointer.c
printf '\nThe same program, which keeps an index instead:\n'
show 0 examples/stale_pointer_fixed.c
