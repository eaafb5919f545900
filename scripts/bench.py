#!/usr/bin/env python3
"""Measures the reader and the interpreter.

The reader reads what clang makes of sqlite3.c at -O0 -g (sources.py gets the source from a crate), and
reports megabytes a second and peak memory. The interpreter runs examples/bench/*.c and reports millions of
IR instructions a second, and how many times slower than the native program at -O0 it is, in one run, each
the best of several rounds. Times are processor time, which a busy machine disturbs least."""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import sources

ROOT = pathlib.Path(__file__).resolve().parent.parent


def processor_time(command):
    """Output and processor seconds of a command that must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"bench.py: {' '.join(map(str, command))} failed: {done.stderr}")
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--reader", default="target/release/examples/read_speed", help="the read_speed example")
    parser.add_argument("--clang", help="default: the newest")
    parser.add_argument("--sources", default=ROOT / "target/sources", help="where the sources are kept")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    clang = options.clang or sources.newest_clang()
    env = {**os.environ, "FATHOM_CLANG": clang}
    os.environ.update(env)
    with tempfile.TemporaryDirectory() as directory:
        sqlite = sources.projects(options.sources)["sqlite"]
        text = pathlib.Path(directory) / "sqlite3.ll"
        command = [clang, "-O0", "-g", "-w", "-S", "-emit-llvm", *sqlite.flags, sqlite.files[0], "-o", text]
        subprocess.run(command, check=True)
        print(f"reader, sqlite3.c at -O0 -g with {os.path.basename(clang)}:")
        done, _ = processor_time([options.reader, "-n", str(options.rounds), text])
        print(done.stdout, end="")
        print(f"\n{'interpreter':<14}{'Minstr':>9}{'Minstr/s':>10}{'peak MB':>9}{'native/s':>10}{'slower':>9}")
        for program in sorted((ROOT / "examples/bench").glob("*.c")):
            native = pathlib.Path(directory) / "native"
            subprocess.run([clang, "-O0", "-w", program, "-o", native], check=True)
            _, native_time = min((processor_time([native]) for _ in range(options.rounds)), key=lambda r: r[1])
            best = None
            for _ in range(options.rounds):
                done, _ = processor_time([options.fathom, "run", "--stats", program])
                found = re.search(r"^run +([\d.]+) ms +(\d+) steps, ([\d.]+) MB", done.stderr, re.M)
                milliseconds, steps, memory = float(found[1]), int(found[2]), float(found[3])
                best = min(best or (milliseconds, steps, memory), (milliseconds, steps, memory))
            milliseconds, steps, memory = best
            rate, slower = steps / 1e3 / milliseconds, milliseconds / 1e3 / max(native_time, 1e-3)
            print(f"{program.stem:<14}{steps / 1e6:>9.1f}{rate:>10.1f}{memory:>9.1f}{native_time:>10.3f}{slower:>9.0f}")


if __name__ == "__main__":
    main()
