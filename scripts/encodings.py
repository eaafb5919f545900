#!/usr/bin/env python3
"""Runs the programs in tests/check with all combinations of the encoder's options, which must not change an answer.

    encodings.py --fathom target/release/fathom [--every N] [--single]

The options are those for experiments: memory as arrays, merging by whole paths, one memory for all objects,
symbolic addresses, no simplification, no cone of influence; `--solver NAME` adds another solver. What is expected
stands in the programs (tests/check/README.md). A combination may be slower than the time limit, which is counted
and is no disagreement; any other difference is one. Exit code 1 if there is one.
"""

import argparse
import concurrent.futures
import itertools
import pathlib
import re
import shlex
import subprocess
import sys

OPTIONS = [
    ["--encoding-memory", "arrays"],
    ["--encoding-merge", "paths"],
    ["--encoding-flat"],
    ["--encoding-symbolic-addresses"],
    ["--encoding-no-simplify"],
    ["--encoding-no-cone"],
]

ROW = re.compile(r"failed\s+([\w-]+)\s+\S+?:(\d+)(?::\d+)?\s")


def expectation(path):
    """Options, kinds and lines that fail, and how the first line begins."""
    options, fails, verdict = [], set(), None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for comment in re.split(r"//|;", line)[1:]:
            directive, colon, value = comment.strip().partition(":")
            if not colon:
                continue
            if directive == "OPTIONS":
                options += shlex.split(value)
            elif directive == "VERDICT":
                verdict = value.strip()
            elif directive == "FAILS":
                fails.add((value.strip(), number))
            elif directive == "UNKNOWN" and verdict is None:
                verdict = "unknown"
    word = "failed" if fails else {"bounded": "safe up to", "unknown": "unknown", None: "proved"}[verdict]
    return options, fails, word


def run(fathom, path, extra, limit):
    options, fails, word = expectation(path)
    command = [fathom, "check", str(path), "--list", "--timeout", f"{limit}s", *options, *extra]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=4 * limit + 20, check=False)
    except subprocess.TimeoutExpired:
        return "slow", ""
    first = done.stdout.splitlines()[0] if done.stdout else done.stderr.strip()[:200]
    found = {(kind, int(line)) for kind, line in ROW.findall(done.stdout)}
    if "not confirmed" in done.stdout or done.returncode > 2 or not found <= fails:
        return "differs", first
    if first.startswith(word) and found == fails:
        return "agrees", ""
    late = "the time is up" in done.stdout or "safe up to" in first
    return ("slow", first) if late else ("differs", first)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take only every Nth program")
    parser.add_argument("--single", action="store_true", help="one option at a time instead of all combinations")
    parser.add_argument("--solver", action="append", default=[], help="also with this solver instead of the embedded one")
    parser.add_argument("--time-limit", type=int, default=20, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent / "tests" / "check"
    programs = sorted(path for path in root.rglob("*") if path.suffix in (".c", ".cpp", ".ll"))[:: args.every]
    sizes = [0, 1] if args.single else range(len(OPTIONS) + 1)
    combinations = [sum(chosen, []) for size in sizes for chosen in itertools.combinations(OPTIONS, size)]
    combinations += [["--solver", name] for name in args.solver]
    differs = 0
    print(f"{len(programs)} programs\n\n| options | agree | too slow | differ |\n|---|--:|--:|--:|")
    for extra in combinations:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(lambda path: run(args.fathom, path, extra, args.time_limit), programs))
        counts = {kind: sum(1 for found, _ in results if found == kind) for kind in ("agrees", "slow", "differs")}
        print(f"| {' '.join(extra) or 'none'} | {counts['agrees']} | {counts['slow']} | {counts['differs']} |", flush=True)
        for path, (kind, first) in zip(programs, results):
            if kind == "differs":
                differs += 1
                print(f"  {path.relative_to(root)}: {first}", file=sys.stderr)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
