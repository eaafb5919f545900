#!/usr/bin/env python3
"""Compares `fathom run` with native execution on random C programs from csmith.

Each program is compiled and run natively and by Fathom; standard output and exit code must agree.
Programs that do not end natively within the time limit are left out and counted. What differs is kept,
with a note of what each side said, in --keep. A run can be continued: the programs are those of the seeds
from --seed on, so `--seed 501` after 500 programs goes on where the first run stopped.

The native program is not optimised: an optimiser may drop a loop that never ends.

Packed structs are left out: csmith takes addresses of their members and accesses them as if they were
aligned, which is undefined, works on x86 all the same, and is a defect that Fathom rightly stops at.

csmith takes the addresses of members of packed structures, which C does not allow and every x86 does, so
alignment is not checked.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import sources


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many programs to compare")
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--clang", help="the clang for both sides (default: the newest)")
    parser.add_argument("--m32", action="store_true", help="compile for 32 bits")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first program (default: 1)")
    parser.add_argument("--native-timeout", type=float, default=5, metavar="SECONDS")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for fathom")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("target/csmith-differences"))
    parser.add_argument("--fathom-options", default="", help="further options for fathom run")
    return parser.parse_args()


def headers():
    for directory in ["/usr/include/csmith", "/usr/local/include/csmith"]:
        if os.path.exists(f"{directory}/csmith.h"):
            return directory
    sys.exit("csmith.py: the headers of csmith are missing (Debian: libcsmith-dev)")


def run(command, timeout, env=None, cwd=None):
    """Exit code (None after a timeout), standard output and standard error."""
    # timeout(1) also ends the program when this script is ended.
    command = ["timeout", "--signal=KILL", str(timeout), *command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=env, cwd=cwd)
    if done.returncode in (124, 137, -9):
        return None, b"", ""
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def compare(options, seed):
    """What became of a seed: `same`, `skipped`, `timeout` or a description of the difference."""
    word = "-m32" if options.m32 else "-m64"
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        source = directory / f"csmith_{seed}{'_m32' if options.m32 else ''}.c"
        native = directory / "native"
        code, _, message = run(["csmith", "--seed", str(seed), "--no-packed-struct", "-o", source], 60, cwd=name)
        if code != 0:
            return "skipped", ""
        include = ["-I", options.headers]
        code, _, message = run([options.clang, "-w", "-O0", word, *include, "-o", native, source], 300)
        if code != 0:
            return "skipped", f"does not compile: {message}"
        expected = run([native], options.native_timeout)
        if expected[0] is None:
            return "skipped", ""
        env = dict(os.environ, FATHOM_CLANG=options.clang)
        command = [options.fathom, "run", word, *include,
                   *options.fathom_options.split(), source]
        found = run(command, options.timeout, env)
        if found[0] is None:
            options.keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, options.keep)
            return "timeout", ""
        if found[:2] == expected[:2]:
            return "same", ""
        options.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, options.keep)
        report = (
            f"native: exit {expected[0]}, {expected[1].decode(errors='replace')!r}\n"
            f"fathom: exit {found[0]}, {found[1].decode(errors='replace')!r}\n{found[2]}"
        )
        (options.keep / (source.stem + ".txt")).write_text(report)
        return "different", report


def main():
    options = arguments()
    options.clang = options.clang or sources.newest_clang()
    options.headers = headers()
    options.fathom = os.path.abspath(options.fathom)
    if not os.path.exists(options.fathom):
        sys.exit(f"csmith.py: {options.fathom} does not exist; run `make build`")
    counts = {"same": 0, "different": 0, "timeout": 0, "skipped": 0}
    start, last = time.time(), 0.0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds, running = options.seed, set()
        compared = lambda: counts["same"] + counts["different"] + counts["timeout"]
        while compared() < options.count or running:
            # Never start more than are still wanted: skipped programs are replaced by later ones.
            while len(running) < options.jobs and compared() + len(running) < options.count:
                future = pool.submit(compare, options, seeds)
                future.seed = seeds
                running.add(future)
                seeds += 1
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                outcome, report = future.result()
                counts[outcome] += 1
                if outcome in ("different", "timeout") or report:
                    print(f"seed {future.seed}: {outcome}", *report.splitlines()[:8], sep="\n    ", flush=True)
            if time.time() - last > 30:
                last = time.time()
                print(f"  {compared()} of {options.count}, next seed {seeds}", file=sys.stderr, flush=True)
    print(
        f"{compared()} programs compared with {os.path.basename(options.clang)}{' -m32' if options.m32 else ''}"
        f" (seeds {options.seed} to {seeds - 1}) in {time.time() - start:.0f} s: {counts['same']} the same, "
        f"{counts['different']} different, {counts['timeout']} too slow for Fathom; "
        f"{counts['skipped']} left out because they do not end natively"
    )
    if counts["different"]:
        print(f"the programs that differ are in {options.keep}")
    sys.exit(1 if counts["different"] or counts["timeout"] else 0)


if __name__ == "__main__":
    main()
