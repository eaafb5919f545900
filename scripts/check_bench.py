#!/usr/bin/env python3
"""Measures `fathom check`, as ratios within one run because machines are shared and noisy.

    check_bench.py --fathom target/release/fathom

1. A program with a single assertion, beside `clang -c -g -O0` on it. The aim is a ratio of at most 2.
2. A loop of n rounds over an array of n elements where everything is constant, n from 100 to 10,000. Time a
   round must not grow with n; the aim is that it does not grow by more than half.

Exit code 1 if an aim is missed.
"""

import argparse
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SINGLE = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 100)
        assert(x * x < 10000);
    return 0;
}
"""

LOOP = """
#include <assert.h>
int elements[%(n)d];
int main(void) {
    long sum = 0;
    for (int i = 0; i < %(n)d; i++)
        elements[i] = i;
    for (int i = 0; i < %(n)d; i++)
        sum += elements[i];
    assert(sum == (long)%(n)d * (%(n)d - 1) / 2);
    return 0;
}
"""

# The first are too fast to be measured well, so the growth is judged from the third on.
SIZES = [100, 300, 1000, 3000, 10000]


def newest_clang():
    names = ["clang"] + [f"clang-{version}" for version in range(30, 13, -1)]
    found = [name for name in names if shutil.which(name)]
    if not found:
        sys.exit("check_bench.py: there is no clang to compare with")
    return found[-1] if found == ["clang"] else next(name for name in found if name != "clang")


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return time.perf_counter() - start, done


def single(fathom, clang, directory, rounds):
    source = directory / "single.c"
    source.write_text(SINGLE)
    ratios = []
    for _ in range(rounds):
        compiled, _ = seconds([clang, "-c", "-g", "-O0", str(source), "-o", str(directory / "single.o")])
        checked, done = seconds([fathom, "check", str(source)])
        if not done.stdout.startswith("proved"):
            sys.exit(f"check_bench.py: {done.stdout}{done.stderr}")
        ratios.append(checked / compiled)
    return statistics.median(ratios)


def loop(fathom, directory, size):
    """CPU seconds of all processes, and the peak memory."""
    source = directory / f"loop{size}.c"
    source.write_text(LOOP % {"n": size})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, done = seconds([fathom, "check", str(source), "--stats"])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout.startswith("proved"):
        sys.exit(f"check_bench.py: {done.stdout}{done.stderr}")
    peak = re.search(r"^peak memory\s+(.*)$", done.stderr, re.M)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return spent, peak[1] if peak else "?"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom")
    parser.add_argument("--rounds", type=int, default=9, help="how often the single assertion is measured")
    args = parser.parse_args()
    clang = newest_clang()
    missed = False
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        ratio = single(args.fathom, clang, directory, args.rounds)
        print(f"A single assertion: {ratio:.2f} times `{clang} -c -g -O0` (median of {args.rounds})\n")
        missed |= ratio > 2
        # What compiling and starting take is the same for all sizes.
        rest, _ = min(loop(args.fathom, directory, 1) for _ in range(5))
        print("| n | CPU, without compiling (ms) | a round (us) | peak memory |")
        print("|--:|--:|--:|--:|")
        per_round = []
        for size in SIZES:
            spent, peak = min(loop(args.fathom, directory, size) for _ in range(3))
            spent = max(spent - rest, 0)
            per_round.append(spent * 1e6 / (2 * size))
            print(f"| {size:,} | {spent * 1000:.1f} | {per_round[-1]:.1f} | {peak} |")
        missed |= per_round[-1] > 1.5 * per_round[2]
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
