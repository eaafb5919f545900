#!/usr/bin/env python3
"""What two versions of Fathom take for the programs of tests/check, as a ratio.

Usage: scripts/compare_checks.py BEFORE AFTER [--runs N] [--timeout 10s] [--tests DIRECTORY] [--slowest N]

Both check each program, by turns, N times; the smallest processor time of each counts, compilers included. Programs that
one of them does not answer alike (by exit code), or not in time, are counted and left out. The sum tells what all take
together, the geometric mean of the ratios what a program takes; single ratios are noise unless they come back.
"""

import argparse
import math
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def options(path):
    """What the comments of a test say of its options."""
    found = []
    for line in path.read_text(errors="replace").splitlines():
        match = re.match(r"(?://|;) OPTIONS: (.*)", line)
        if match:
            found += match.group(1).split()
    return found


def measure(binary, path, timeout):
    """Processor time in seconds, and the exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [binary, "check", str(path), *options(path), "--timeout", timeout]
    code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, code


def looks_at_addresses(binary, path, timeout):
    """Whether the check began anew with objects whose addresses are open."""
    command = [binary, "check", str(path), *options(path), "--timeout", timeout, "--stats"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    return any(int(count) > 0 for count in re.findall(r"^openings +(\d+)", done.stdout + done.stderr, re.M))


def summary(what, rows):
    """Sums and means of these rows, in a line."""
    if not rows:
        return
    before, after = sum(row[1] for row in rows), sum(row[2] for row in rows)
    mean = math.exp(sum(math.log(row[0]) for row in rows) / len(rows))
    print(f"{what}: {len(rows)} programs, {before:.1f} s before, {after:.1f} s after: {after / before:.3f};", end=" ")
    print(f"geometric mean of the ratios: {mean:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--timeout", default="10s")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests" / "check")
    parser.add_argument("--slowest", type=int, default=10)
    arguments = parser.parse_args()
    binaries = [os.path.abspath(arguments.before), os.path.abspath(arguments.after)]
    rows, left_out = [], 0
    for path in sorted(arguments.tests.rglob("*")):
        if path.suffix not in (".c", ".cpp", ".ll", ".rs"):
            continue
        best, codes = [math.inf, math.inf], [set(), set()]
        for _ in range(arguments.runs):
            for at, binary in enumerate(binaries):
                seconds, code = measure(binary, path, arguments.timeout)
                best[at] = min(best[at], seconds)
                codes[at].add(code)
        if codes[0] != codes[1] or len(codes[0]) > 1 or not codes[0] <= {0, 1}:
            left_out += 1
            continue
        looks = looks_at_addresses(binaries[1], path, arguments.timeout)
        rows.append((best[1] / best[0], best[0], best[1], path.relative_to(arguments.tests), looks))
    if not rows:
        print("no program is answered alike")
        return 1
    print(f"{left_out} programs are left out")
    summary("all", rows)
    summary("do not look at addresses", [row for row in rows if not row[4]])
    summary("look at addresses", [row for row in rows if row[4]])
    for ratio, one, other, path, looks in sorted(rows, reverse=True)[: arguments.slowest]:
        print(f"  {ratio:6.2f}  {one:6.2f} s  {other:6.2f} s  {path}{' (looks at addresses)' if looks else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
