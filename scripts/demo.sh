#!/usr/bin/env bash
# Checks a program whose defect depends on its input, and runs one whose defect does not; each beside the same
# program without the defect. Succeeds if Fathom tells them apart.
set -uo pipefail
fathom=$1
cd "$(dirname "$0")/.."

show() {
    local expected=$1 command=$2 file=$3
    printf '\n$ fathom %s %s\n' "$command" "$file"
    "$fathom" "$command" "$file"
    local code=$?
    printf '(exit code %d)\n' "$code"
    if [ "$code" -ne "$expected" ]; then
        echo "demo: exit code $expected was expected" >&2
        exit 1
    fi
}

echo "A program that reads a message of twelve bytes, whatever they are. Some lead it out of the message:"
show 1 check examples/message.c
printf '\nThe same program, which looks at the length first. For all 2^96 messages:\n'
show 0 check examples/message_fixed.c
printf '\nA program that keeps a pointer into an array while the array grows, executed:\n'
show 1 run examples/stale_pointer.c
printf '\nThe same program, which keeps an index instead:\n'
show 0 run examples/stale_pointer_fixed.c
