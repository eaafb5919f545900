#!/usr/bin/env python3
"""Shows that `make demo` and `make test` pass with each of several clangs as the only one.

Usage: scripts/clangs.py [VERSION...] [--log FILE] [--only TARGET]

For each version (14, 15, 16 and 19 unless others are named) the package clang-VERSION is installed if it is missing,
and both targets are run with a PATH that has no other clang, no other LLVM tool and nothing that a bare container of
Debian 12 with Rust, gcc and Python has not. What is built is shared, so that only the first run compiles.
The log has a line for each run: clang, target, exit code, seconds.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ["14", "15", "16", "19"]
TARGETS = ["demo", "test"]

# What belongs to some version of LLVM; the one that is tried is added again.
OF_LLVM = ("clang", "llvm-", "lld", "ld.lld", "ld64.lld", "wasm-ld", "opt-", "llc-", "lli-", "FileCheck-", "scan-")


def installed(version):
    return shutil.which(f"clang-{version}") is not None


def install(version):
    """Clang alone: what else they need, `make demo` and `make test` install."""
    if installed(version):
        return
    root = [] if os.geteuid() == 0 else ["sudo"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = root + ["apt-get", "install", "-y", "-qq", "--no-install-recommends", f"clang-{version}"]
    if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode != 0:
        subprocess.run(root + ["apt-get", "update", "-qq"], check=True)
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)


def is_of_llvm(name):
    return name.startswith(OF_LLVM)


def only(version, folder):
    """A folder with links to all programs but those of other LLVMs."""
    place = Path(folder)
    for directory in os.environ["PATH"].split(os.pathsep):
        if not os.path.isdir(directory):
            continue
        for name in os.listdir(directory):
            link = place / name
            if not is_of_llvm(name) and not link.exists() and not link.is_symlink():
                link.symlink_to(os.path.join(directory, name))
    programs = Path(f"/usr/lib/llvm-{version}/bin")
    for name in os.listdir(programs):
        link = place / name
        if not link.exists() and not link.is_symlink():
            link.symlink_to(programs / name)
    return str(place)


def run(version, target, path):
    environment = {**os.environ, "PATH": path, "FATHOM_CLANG": f"/usr/lib/llvm-{version}/bin/clang"}
    started = time.monotonic()
    with tempfile.NamedTemporaryFile("w+", prefix=f"clang-{version}-{target}-", suffix=".log", delete=False) as out:
        code = subprocess.run(
            ["make", target], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        ).returncode
    seconds = time.monotonic() - started
    return code, seconds, out.name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("versions", nargs="*", default=VERSIONS, metavar="VERSION")
    parser.add_argument("--log", type=Path, help="append a line for each run here as well")
    parser.add_argument("--only", choices=TARGETS, help="run only this target")
    arguments = parser.parse_args()
    failed = False
    for version in arguments.versions:
        install(version)
        with tempfile.TemporaryDirectory(prefix="fathom-path-") as folder:
            path = only(version, folder)
            for target in [arguments.only] if arguments.only else TARGETS:
                code, seconds, output = run(version, target, path)
                line = f"clang {version}  make {target:<5} exit {code}  {seconds:.0f} s"
                print(line, flush=True)
                if arguments.log:
                    with arguments.log.open("a") as log:
                        log.write(line + "\n")
                if code != 0:
                    failed = True
                    print(f"  see {output}", file=sys.stderr)
                else:
                    os.remove(output)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
