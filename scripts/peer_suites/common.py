"""What the suites of regression tests of other verifiers have in common: a test is a folder with sources and a file
`NAME.desc` (class, source file, options, and patterns for the output, one a line)."""

import collections
import concurrent.futures
import dataclasses
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys


@dataclasses.dataclass
class Task:
    key: str  # names the task in the results: the path inside the suite
    folder: str  # row of the table
    files: list
    safe: bool  # the expected verdict
    options: list = dataclasses.field(default_factory=list)  # for `fathom check`

    def expectation(self):
        return "safe" if self.safe else "failed"


class Scratch:
    """Generated files, each content once."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def write(self, text, suffix):
        file = self.folder / (hashlib.sha256(text.encode()).hexdigest()[:16] + suffix)
        if not file.exists():
            file.write_text(text)
        return file


# They, as compilers of old, do not insist on declarations.
LENIENT = ["-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
           "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type"]


class Reject(Exception):
    """The reason for which a test is not selected."""


def select(suite, options, scratch):
    """Yields the tasks, and prints the counts of what was not selected."""
    clang = options.clang or os.environ.get("FATHOM_CLANG") or newest_clang()
    descriptions = sorted(options.directory.rglob("*.desc"))
    if not descriptions:
        sys.exit(f"peer_regression.py: no .desc files in {options.directory}")

    def attempt(description):
        try:
            return suite.task(description, options.directory, clang, scratch)
        except Reject as reason:
            return str(reason)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chosen = list(pool.map(attempt, descriptions))
    reasons = collections.Counter(task for task in chosen if isinstance(task, str))
    print(f"{len(descriptions)} tests of {suite.NAME}, {len(descriptions) - sum(reasons.values())} selected. Left out:\n")
    for reason, count in reasons.most_common():
        print(f"- {count} {reason}")
        for description, task in zip(descriptions, chosen):
            if options.rejected and task == reason:
                print(f"  - {description.relative_to(options.directory)}")
    print()
    return [task for task in chosen if not isinstance(task, str)]


def newest_clang():
    names = ["clang"] + [f"clang-{version}" for version in range(30, 13, -1)]
    found = [path for name in names if (path := shutil.which(name))]
    return found[0] if found else sys.exit("peer_regression.py: no clang found; say --clang")


def verdict(patterns):
    """Whether the test expects success; by the exit code (10 is failure) if it names no verdict."""
    verdicts = {word.rstrip("$") for line in patterns
                for word in re.findall(r"VERIFICATION (\S*?(?:SUCCESSFUL|FAILED)\S*)", line)}
    codes = {"^EXIT=0$": "SUCCESSFUL", "^EXIT=10$": "FAILED"}
    verdicts = verdicts or {codes[line] for line in patterns if line in codes}
    if verdicts not in ({"SUCCESSFUL"}, {"FAILED"}):
        raise Reject("expect an error message, or allow both verdicts")
    return verdicts == {"SUCCESSFUL"}


def compiles(clang, files, flags):
    """Tries the options that Fathom will get."""
    command, rest = [clang, "-fsyntax-only"], list(flags)
    while rest:
        flag = rest.pop(0)
        if flag == "--cflags":
            command += shlex.split(rest.pop(0))
        else:
            command.append("-include" if flag == "--include" else flag)
    for file in files:
        done = subprocess.run([*command, str(file)], capture_output=True, text=True, errors="replace")
        if done.returncode != 0 or "unknown builtin" in done.stderr:
            raise Reject("are not accepted by clang")
