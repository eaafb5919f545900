#!/bin/sh
# Answers one task with an error and one without, and fails if a verdict is not as expected.
set -eu
cd "$(dirname "$0")"

expect() {
    wanted=$1
    shift
    echo "bin/fathom svcomp $*"
    found=$(bin/fathom svcomp "$@" 2>/dev/null) || true
    echo "  $found"
    if [ "$found" != "$wanted" ]; then
        echo "smoketest.sh: expected $wanted; standard error says:" >&2
        bin/fathom svcomp "$@" >/dev/null || true
        exit 1
    fi
}

expect "true" --property smoketest/unreach-call.prp --data-model LP64 smoketest/sort-1.c
expect "false(unreach-call)" --property smoketest/unreach-call.prp --data-model LP64 smoketest/sort-2.c
