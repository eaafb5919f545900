#!/usr/bin/env python3
"""Compares what checks cost with what they cost before, in numbers that do not depend on the machine.

    bench_check.py --fathom target/release/fathom            compare; exit code 1 if something got worse, 2 if there
                                                             is nothing to compare with
    bench_check.py --fathom target/release/fathom --update   store what is measured now

The programs in benches/programs are checked, and the counters of --stats (terms, clauses, conflicts, ...) and the
verdict are compared with those in benches/baseline. They are the same on every machine for the same code from the
same clang, so there is a baseline for each clang; the newest one here that has one is used, or $FATHOM_CLANG.

A counter may grow by a tenth, since a good change can move any of them a little. What shrinks by more is told: store
it, so that it stays."""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "benches/programs"
BASELINE = ROOT / "benches/baseline"

COUNTERS = ["steps", "objects", "terms", "obligations", "folded", "queries", "gates", "lemmas", "clauses",
            "conflicts", "decisions", "propagations"]
# More of these is no worse.
FREE = {"folded"}
TOLERANCE = 0.10
# Differences of small numbers say nothing.
SMALL = 50


def clang_version(command):
    path = shutil.which(command)
    if not path:
        return None
    text = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"clang version (\d+)\.", text)
    return found and int(found[1])


def choose_clang(update):
    """The command and version of a clang; one with a baseline, unless there will be one."""
    given = os.environ.get("FATHOM_CLANG")
    commands = [given] if given else [f"clang-{version}" for version in range(30, 13, -1)] + ["clang"]
    found = [(command, version) for command in commands if (version := clang_version(command))]
    if not found:
        sys.exit("bench_check.py: there is no clang; `make deps-build` installs one")
    for command, version in found:
        if update or (BASELINE / f"clang-{version}.json").is_file():
            return command, version
    versions = ", ".join(str(version) for _, version in found)
    print(f"bench_check.py: no baseline for clang {versions}; store one with --update on a commit to compare with")
    sys.exit(2)


def measure(fathom, clang, program):
    options = re.findall(r"^// OPTIONS: (.*)$", program.read_text(), re.MULTILINE)
    command = [fathom, "check", "--stats", str(program), *" ".join(options).split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "FATHOM_CLANG": clang})
    if done.returncode > 2:
        sys.exit(f"bench_check.py: {' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    counters = dict(re.findall(r"^([a-z A-Z]+?) {2,}(\d+)$", done.stderr, re.MULTILINE))
    missing = [name for name in COUNTERS if name not in counters]
    if missing:
        sys.exit(f"bench_check.py: --stats does not tell {', '.join(missing)}")
    return {"verdict": done.stdout.splitlines()[0], **{name: int(counters[name]) for name in COUNTERS}}


def compare(name, before, now):
    """Sentences on what got worse, and on what got better."""
    if before["verdict"] != now["verdict"]:
        return [f"{name}: '{now['verdict']}' instead of '{before['verdict']}'"], []
    worse, better = [], []
    for counter in COUNTERS:
        old, new = before.get(counter, 0), now[counter]
        if counter in FREE or abs(new - old) <= max(SMALL, TOLERANCE * old):
            continue
        ratio = f"{new / old:.2f} times" if old else "none before"
        (worse if new > old else better).append(f"{name}: {counter} {old:,} -> {new:,} ({ratio})")
    return worse, better


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"), help="the binary")
    parser.add_argument("--update", action="store_true", help="store what is measured now")
    options = parser.parse_args()
    clang, version = choose_clang(options.update)
    programs = sorted(PROGRAMS.glob("*.c"))
    if not programs:
        sys.exit(f"bench_check.py: no programs in {PROGRAMS}")
    now = {program.stem: measure(options.fathom, clang, program) for program in programs}
    file = BASELINE / f"clang-{version}.json"
    if options.update:
        BASELINE.mkdir(exist_ok=True)
        file.write_text(json.dumps(now, indent=1) + "\n")
        print(f"{len(now)} programs stored in {file.relative_to(ROOT)}")
        return
    before = json.loads(file.read_text())
    worse, better = [], []
    for name in sorted({*before, *now}):
        if name not in now or name not in before:
            worse.append(f"{name}: {'no such program' if name in before else 'not in the baseline'}; --update stores it")
            continue
        found = compare(name, before[name], now[name])
        worse += found[0]
        better += found[1]
    both = [name for name in now if name in before]
    print(f"{len(both)} programs, clang {version}; now as a part of the baseline (geometric mean):")
    for counter in COUNTERS:
        logs = [math.log((now[name][counter] + 1) / (before[name].get(counter, 0) + 1)) for name in both]
        print(f"  {counter:<13} {math.exp(sum(logs) / max(1, len(logs))):.3f}")
    for title, lines in [("better (--update keeps it so)", better), ("WORSE", worse)]:
        if lines:
            print(f"{title}:\n  " + "\n  ".join(lines))
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
