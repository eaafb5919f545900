#!/bin/sh
# Runs Fathom under BenchExec (from PyPI) on the tasks in tests/svcomp, and fails if a verdict is wrong.
#
#   scripts/benchexec.sh target/release/fathom
#
# Without containers: they need rights that not every machine gives. Limits on memory need cgroups; where there
# are none, BenchExec says so and goes on without.
set -eu

fathom=${1:?"usage: benchexec.sh FATHOM"}
if [ ! -x "$fathom" ] || [ "$(basename "$fathom")" != fathom ]; then
    echo "benchexec.sh: $fathom is no program of the name fathom, which BenchExec looks for" >&2
    exit 2
fi
fathom=$(cd "$(dirname "$fathom")" && pwd)/$(basename "$fathom")
cd "$(dirname "$0")/.."
work=${CARGO_TARGET_DIR:-target}/benchexec
mkdir -p "$work"
if [ ! -x "$work/venv/bin/benchexec" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet benchexec
fi
results=$(mktemp -d "$work/results.XXXXXX")
PATH=$(dirname "$fathom"):$PATH PYTHONPATH=. PYTHONDONTWRITEBYTECODE=1 \
    "$work/venv/bin/benchexec" --no-container --no-compress-results contrib/benchexec/fathom.xml \
    --outputpath "$results/" | tee "$results/log"
if ! grep -q "correct true" "$results/log" || grep -Eq "incorrect: *[1-9]" "$results/log"; then
    echo "benchexec.sh: a verdict is wrong, or there is none; see $results" >&2
    exit 1
fi
