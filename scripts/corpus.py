#!/usr/bin/env python3
"""Reads, lowers, promotes and verifies every function of real code, and reports counts.

The C code is what crates on the registry carry: SQLite, zlib, bzip2, zstd and Lua (see sources.py), each
with several clangs; and a Rust program that uses Vec, String, HashMap and BTreeMap, with rustc. A refusal
is anything that makes `fathom ir` fail. What is not modelled (inline assembly, intrinsics of one processor)
remains in the program as an assertion, and is listed by name."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import sources

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command, env):
    done = subprocess.run(command, capture_output=True, env=env, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def examine(fathom, flags, file, env):
    """Counts of one file."""
    code, text, message = run([fathom, "ir", "--stage", "llvm", *flags, str(file)], env)
    if code != 0:
        return {"refused": f"{file.name}: does not compile: {message}"}
    result = {"bytes": len(text), "read": len(re.findall(r"^define ", text, re.M))}
    start = time.time()
    code, text, message = run([fathom, "ir", "--stage", "promoted", "--count", *flags, str(file)], env)
    result["seconds"] = time.time() - start
    if code != 0:
        return {**result, "refused": f"{file.name}: {message.strip()}"}
    for name, count in re.findall(r"^([a-z][a-z ]*?) +(\d+)$", text, re.M):
        result[name] = int(count)
    result["limits"] = collections.Counter()
    for what, count in re.findall(r"^limit (.*): (\d+)$", text, re.M):
        result["limits"][what] += int(count)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--clang", action="append", help="may be repeated (default: all installed)")
    parser.add_argument("--sources", default=ROOT / "target/sources", help="where the sources are kept")
    parser.add_argument("--only", action="append", help="one of sqlite, zlib, bzip2, zstd, lua, rust")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    fathom = os.path.abspath(options.fathom)
    clangs = options.clang or [path for n in range(14, 31) if (path := shutil.which(f"clang-{n}"))]
    clangs = clangs or [path for path in [shutil.which("clang")] if path] or sys.exit("corpus.py: no clang found")
    rust = sources.Project("rust", ROOT / "examples", [ROOT / "examples/collections.rs"])
    rust.flags = []
    work = [(project, clang) for project in sources.projects(options.sources).values() for clang in clangs]
    work.append((rust, shutil.which("rustc") or "rustc"))

    columns = "{:<8} {:<9} {:>5} {:>7} {:>9} {:>9} {:>9} {:>9} {:>8} {:>7} {:>7}"
    print(columns.format("project", "compiler", "files", "MB", "functions", "lowered", "instrs", "asserts",
                         "limits", "refused", "seconds"))
    refusals, limits = [], collections.Counter()
    for project, compiler in work:
        if options.only and project.name not in options.only:
            continue
        env = dict(os.environ) if project is rust else dict(os.environ, FATHOM_CLANG=compiler)
        total = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for result in pool.map(lambda file: examine(fathom, project.flags, file, env), project.files):
                if "refused" in result:
                    total["refused"] += 1
                    refusals.append(f"{project.name}, {os.path.basename(compiler)}: {result.pop('refused')}")
                found = result.pop("limits", collections.Counter())
                limits.update(found)
                total["limits"] += found.total()
                total.update(result)
        print(columns.format(project.name, os.path.basename(compiler), len(project.files),
                             f"{total['bytes'] / 1e6:.1f}", total["read"], total["functions"],
                             total["instructions"], total["assertions"], total["limits"], total["refused"],
                             f"{total['seconds']:.1f}"), flush=True)
    for title, lines in [("Refused:", refusals),
                         ("Limits, by name and number of places:",
                          [f"{count:>6}  {what}" for what, count in sorted(limits.items(), key=lambda x: (-x[1], x[0]))])]:
        if lines:
            print(f"\n{title}", *lines, sep="\n  ")
    sys.exit(bool(refusals))


main()
