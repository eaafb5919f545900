#!/usr/bin/env python3
"""Compares whole programs under `fathom run` with native builds: zlib and bzip2 round trips, and the Lua
interpreter running a script. The sources come from crates (see sources.py), the drivers from
examples/drivers. Output and exit code must agree."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import sources

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRIVERS = ROOT / "examples/drivers"


def clangs(named):
    """The clangs named, or the oldest and the newest."""
    if named:
        return named
    found = [path for n in range(14, 31) if (path := shutil.which(f"clang-{n}"))]
    found = found or [path for path in [shutil.which("clang")] if path]
    return sorted({found[0], found[-1]}) if found else sys.exit("roundtrip.py: no clang found")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--clang", action="append", help="may be repeated (default: the oldest and the newest)")
    parser.add_argument("--sources", default=ROOT / "target/sources", help="where the sources are kept")
    parser.add_argument("--only", help="one of zlib, bzip2, lua")
    parser.add_argument("--m32", action="store_true", help="compile for 32 bits")
    parser.add_argument("--timeout", type=float, default=1800, metavar="SECONDS")
    options = parser.parse_args()
    fathom = os.path.abspath(options.fathom)
    word = "-m32" if options.m32 else "-m64"
    projects = sources.projects(options.sources)
    programs = [
        (projects["zlib"], "zlib_roundtrip.c", []),
        (projects["bzip2"], "bzip2_roundtrip.c", []),
        (projects["lua"], "lua_driver.c", [str(DRIVERS / "script.lua"), "argument"]),
    ]
    failed = False
    for clang in clangs(options.clang):
        for project, driver, arguments in programs:
            if options.only not in (None, project.name):
                continue
            files = [*map(str, project.files), str(DRIVERS / driver)]
            title = f"{project.name}, {os.path.basename(clang)}{' -m32' if options.m32 else ''}"
            with tempfile.TemporaryDirectory() as directory:
                native = os.path.join(directory, "native")
                command = [clang, "-w", "-O1", word, *project.flags, "-o", native, *files, "-lm"]
                subprocess.run(command, check=True)
                expected = subprocess.run([native, *arguments], capture_output=True)
            start = time.time()
            command = [fathom, "run", word, *project.flags, *files, "--", *arguments]
            env = dict(os.environ, FATHOM_CLANG=clang)
            try:
                found = subprocess.run(command, capture_output=True, env=env, timeout=options.timeout)
            except subprocess.TimeoutExpired:
                print(f"{title}: does not end within {options.timeout:.0f} s", flush=True)
                failed = True
                continue
            took = time.time() - start
            same = (found.returncode, found.stdout) == (expected.returncode, expected.stdout)
            lines = len(expected.stdout.splitlines())
            print(f"{title}: {'same' if same else 'DIFFERENT'} ({lines} lines of output, "
                  f"exit code {expected.returncode}, {took:.1f} s)", flush=True)
            if not same:
                failed = True
                print(f"  exit code {found.returncode} instead of {expected.returncode}")
                pairs = zip(found.stdout.splitlines() + [None], expected.stdout.splitlines() + [None])
                for number, (ours, native_line) in enumerate(pairs, 1):
                    if ours != native_line:
                        print(f"  line {number}: {ours!r} instead of {native_line!r}")
                        break
                print("  " + "\n  ".join(found.stderr.decode(errors="replace").splitlines()[:12]))
    sys.exit(failed)


main()
