#!/usr/bin/env bash
# Fuzzes the reader: fuzz.sh FUZZ_READER SECONDS [SEED]. Seeds are the reader's own test files and what every
# installed clang makes of the examples, unoptimised and optimised. `fuzz/` has a target for cargo-fuzz too.
set -euo pipefail
cd "$(dirname "$0")/.."
fuzzer=$1 seconds=$2 seed=${3:-1}
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
cp crates/llvm/tests/good/*.ll "$seeds"
for clang in clang clang-{14..30}; do
    command -v "$clang" >/dev/null || continue
    for file in examples/*.c examples/bench/*.c tests/run/cxx/*_ok.cpp; do
        for level in 0 2; do
            out="$seeds/$clang-$level-$(basename "$file").ll"
            "$clang" -O$level -g -w -S -emit-llvm "$file" -o "$out" 2>/dev/null || rm -f "$out"
        done
    done
done
echo "$(find "$seeds" -name '*.ll' | wc -l) seed files"
"$fuzzer" --seconds "$seconds" --seed "$seed" --keep target/fuzz-findings "$seeds"
