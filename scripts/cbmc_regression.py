#!/usr/bin/env python3
"""Runs `fathom check` on the regression tests of CBMC and compares its verdicts with the expected ones.

DIR is a copy of CBMC's folder regression/cbmc. Those tests are selected that mean the same in plain C; the rest is
counted by reason. (`fathom bench` runs programs of SV-COMP.)

Each task ends as one of

  proof, alarm            the first line of the output begins with `proved` or `failed`, rightly
  bounded, unknown        `safe up to`, `unknown`: never wrong
  time-out                unknown after the time limit, or killed 5 s after it
  refused                 exit code 64, 65 or 70, a crash, or an output that is none of these
  WRONG proof, WRONG alarm   the verdict contradicts the expectation

Results are appended to --results, one JSON object per line; tasks that are already there are skipped, so that a
run can be interrupted. A Markdown table follows, then what was wrong or refused. The exit code is 1 if anything
was wrong, else 0."""

import argparse
import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

GRACE = 5  # seconds between Fathom's own time limit and the end of our patience
CORRECT = ["proof", "alarm"]
OPEN = ["bounded", "unknown", "time-out", "refused"]
WRONG = ["WRONG proof", "WRONG alarm"]


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


# Checks of CBMC 6, and the kinds of Fathom that say the same.
CBMC_CHECKS = {
    "bounds-check": ["array-index", "out-of-bounds-read", "out-of-bounds-write", "invalid-argument"],
    "pointer-check": ["null-dereference", "out-of-bounds-read", "out-of-bounds-write", "wild-pointer",
                      "use-after-free", "use-after-scope", "use-after-return", "invalid-call",
                      "pointer-comparison", "pointer-subtraction"],
    "pointer-primitive-check": [],  # arguments of __CPROVER_r_ok and others: no such kind
    "div-by-zero-check": ["division-by-zero"],
    "signed-overflow-check": ["signed-overflow", "shift-overflow"],
    "undefined-shift-check": ["shift-amount"],
    "unsigned-overflow-check": ["unsigned-overflow"],
    "pointer-overflow-check": ["pointer-arithmetic"],
    "memory-leak-check": ["memory-leak"],
    "unwinding-assertions": [],
}
STANDARD_CHECKS = ["bounds-check", "pointer-check", "pointer-primitive-check", "div-by-zero-check",
                   "signed-overflow-check", "undefined-shift-check", "unwinding-assertions"]
USER_ASSERTIONS = ["assertion", "error-reached"]
# Preconditions of CBMC's C library, and what it makes of __builtin_unreachable: independent of the checks.
LIBRARY_ASSERTIONS = ["invalid-free", "double-free", "mismatched-free", "overlapping-copy", "unreachable"]

# Options that change how CBMC works or what it prints beside the verdict, with their number of arguments.
NEUTRAL = {
    "--64": 0, "--little-endian": 0, "--floatbv": 0, "--fpa": 0, "--object-bits": 1, "--verbosity": 1, "--trace": 0,
    "--compact-trace": 0, "--stack-trace": 0, "--trace-hex": 0, "--trace-show-code": 0,
    "--trace-show-function-calls": 0, "--json-ui": 0, "--xml-ui": 0, "--stop-on-fail": 0, "--no-simplify": 0,
    "--no-propagation": 0, "--no-simplify-if": 0, "--arrays-uf-always": 0, "--arrays-uf-never": 0,
    "--refine-arrays": 0, "--refine": 0, "--refine-arithmetic": 0, "--refine-strings": 0, "--slice-formula": 0,
    "--full-slice": 0, "--reachability-slice": 0, "--smt2": 0, "--z3": 0, "--cvc4": 0, "--cvc5": 0, "--bitwuzla": 0,
    "--boolector": 0, "--cprover-smt2": 0, "--sat-solver": 1, "--paths": 1, "--retain-trivial-checks": 0,
    "--validate-goto-model": 0, "--validate-ssa-equation": 0, "--symex-cache-dereferences": 0,
    "--no-array-field-sensitivity": 0, "--max-field-sensitivity-array-size": 1, "--drop-unused-functions": 0,
    "--no-self-loops-to-assumptions": 0, "--graphml-witness": 1, "--localize-faults": 0,
}
LANGUAGE = {"--32": ["-m32"], "--c89": ["-std=gnu89"], "--c99": ["-std=gnu99"], "--c11": ["-std=gnu11"],
            "--unsigned-char": ["--cflags", "-funsigned-char"]}
REJECTED = {
    "prints something else": r"--(show-|list-|cover|program-only|preprocess|dimacs|outfile|symex-coverage-report"
                             r"|export-symex|test-preprocessor|version|help)",
    "begins elsewhere than at main": r"--(function|min-null-tree-depth|max-nondet-tree-depth|max-nondet-)",
    "another machine": r"--?(big-endian|16|arch|os|win|i386|ppc|LP64|ILP|LLP|round-to)",
    "a part of the properties": r"--(property|claim|error-label)",
    "a check that Fathom does not have": r"--(conversion|float-overflow|float-div-by-zero|nan|enum-range"
                                         r"|memory-cleanup)",
    "another meaning": r"--(nondet-static|string-abstraction|partial-loops|depth|malloc-fail-assert|no-assumptions"
                       r"|assert-to-assume|mm|incremental-loop|unwind-m|ignore-properties|no-library)",
}
ALLOWED_NAMES = {"assume", "assert", "r_ok", "w_ok", "rw_ok", "havoc_object", "size_t", "ssize_t", "bool"}
DECLARATIONS = {
    "size_t": "typedef __SIZE_TYPE__ __CPROVER_size_t;",
    "ssize_t": "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;",
    "bool": "typedef _Bool __CPROVER_bool;",
    "assume": "void __CPROVER_assume(_Bool);",
    "assert": "void __CPROVER_assert(_Bool, const char *);",
    "r_ok": "_Bool __CPROVER_r_ok(const void *, ...);",
    "w_ok": "_Bool __CPROVER_w_ok(const void *, ...);",
    "rw_ok": "_Bool __CPROVER_rw_ok(const void *, ...);",
    "havoc_object": "void __CPROVER_havoc_object(void *);",
}
# CBMC, as compilers of old, does not insist on declarations.
LENIENT = ["-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
           "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type"]
# Failures of CBMC's own that no check of Fathom's finds.
OWN_FAILURES = re.compile(r"unwind|recursion|pointer_primitives|no-body|no body|R_OK|W_OK|POINTER_OBJECT")


class Reject(Exception):
    """The reason for which a test is not selected."""


def cbmc_tasks(options, scratch):
    """Yields the tasks, and prints the counts of what was not selected."""
    clang = options.clang or os.environ.get("FATHOM_CLANG") or newest_clang()
    descriptions = sorted(options.directory.rglob("*.desc"))
    if not descriptions:
        sys.exit(f"cbmc_regression.py: no .desc files in {options.directory}")

    def attempt(description):
        try:
            return cbmc_task(description, options.directory, clang, scratch)
        except Reject as reason:
            return str(reason)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chosen = list(pool.map(attempt, descriptions))
    reasons = collections.Counter(task for task in chosen if isinstance(task, str))
    print(f"{len(descriptions)} tests of CBMC, {len(descriptions) - sum(reasons.values())} selected. Left out:\n")
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
    return found[0] if found else sys.exit("cbmc_regression.py: no clang found; say --clang")


def cbmc_task(description, root, clang, scratch):
    lines = [line.rstrip() for line in description.read_text(errors="replace").splitlines()]
    lines = [line for line in lines if not line.startswith("//")] + ["", "", ""]
    if lines[0].split()[:1] not in (["CORE"], ["THOROUGH"]):
        raise Reject("are known to fail in CBMC, or are for later (KNOWNBUG, FUTURE)")
    folder = description.parent
    names, flags, checks, settings = cbmc_options(lines[1], lines[2], folder)
    patterns = lines[3:lines.index("--", 3)] if "--" in lines[3:] else lines[3:]
    safe = cbmc_verdict(patterns)
    files = [folder / name for name in names]
    if not files or any(file.suffix not in (".c", ".i") or not file.exists() for file in files):
        raise Reject("are not C programs")
    text = "\n".join(file.read_text(errors="replace") for file in files)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    cbmc_meaning(text, patterns, safe, checks, settings)

    flags += ["--cflags", " ".join(LENIENT)]
    if all(file.suffix == ".c" for file in files):  # preprocessed files include nothing
        flags += ["--include", str(scratch.write(cbmc_header(text), ".h"))]
    cbmc_compiles(clang, files, flags)

    kinds = [] if "no-assertions" in settings else list(USER_ASSERTIONS)
    kinds += [] if "no-built-in-assertions" in settings else LIBRARY_ASSERTIONS
    kinds += [kind for check in checks for kind in CBMC_CHECKS[check]]
    flags += ["--no-check", "all", "--check", ",".join(sorted(set(kinds)))]
    row = "standard checks" if "pointer-check" in checks and "bounds-check" in checks else "fewer checks"
    if set(checks) - set(STANDARD_CHECKS):
        row = "more checks"
    return Task(str(description.relative_to(root)), row, [str(file) for file in files], safe, flags)


def cbmc_verdict(patterns):
    """Whether the test expects success; by the exit code (10 is failure) if it names no verdict."""
    verdicts = {word.rstrip("$") for line in patterns
                for word in re.findall(r"VERIFICATION (\S*?(?:SUCCESSFUL|FAILED)\S*)", line)}
    codes = {"^EXIT=0$": "SUCCESSFUL", "^EXIT=10$": "FAILED"}
    verdicts = verdicts or {codes[line] for line in patterns if line in codes}
    if verdicts not in ({"SUCCESSFUL"}, {"FAILED"}):
        raise Reject("expect an error message, or allow both verdicts")
    return verdicts == {"SUCCESSFUL"}


def cbmc_options(file, line, folder):
    """Source files, options for Fathom, checks that are on, and other settings."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise Reject("have options that are no shell words") from None
    files, flags, settings = [file], [], set()
    checks = [] if "--no-standard-checks" in words else list(STANDARD_CHECKS)
    if "--no-standard-checks" not in words:
        settings.add("malloc-may-fail")
    while words:
        word = words.pop(0)
        name = word.removeprefix("--")
        if word in NEUTRAL:
            del words[:NEUTRAL[word]]
        elif word in LANGUAGE:
            flags += LANGUAGE[word]
        elif name in CBMC_CHECKS:
            checks += [] if name in checks else [name]
        elif name.removeprefix("no-") in CBMC_CHECKS:
            checks = [check for check in checks if check != name.removeprefix("no-")]
        elif word in ("--unwind", "--unwindset"):
            settings.add("unwind")
            del words[:1]
        elif word in ("--malloc-may-fail", "--malloc-fail-null"):
            settings.add("malloc-may-fail")
        elif word == "--no-malloc-may-fail":
            settings.discard("malloc-may-fail")
        elif word in ("--no-assertions", "--no-built-in-assertions"):
            settings.add(name)
        elif word in ("-D", "-I", "--include"):
            value = words.pop(0) if words else ""
            flags += [word, value if word == "-D" else str(folder / value)]
        elif word.startswith("-D"):
            flags.append(word)
        elif word.startswith("-I"):
            flags.append("-I" + str(folder / word[2:]))
        elif word == "--no-standard-checks":
            pass
        elif word.startswith("-"):
            for reason, regex in REJECTED.items():
                if re.match(regex, word):
                    raise Reject(f"have options: {reason}")
            raise Reject("have options: not known to this script")
        else:
            files.append(word)
    return files, flags, checks, settings


def cbmc_meaning(text, patterns, safe, checks, settings):
    """Rejects what means something else in CBMC than in C."""
    names = set(re.findall(r"__CPROVER_(\w+)", text)) - ALLOWED_NAMES
    if names or re.search(r"#\s*pragma\s+CPROVER", text):
        raise Reject("use more of CBMC's language than assume, assert, r_ok, w_ok, havoc_object")
    if not re.search(r"\bmain\s*\(", text):
        raise Reject("have no main")
    if re.search(r"\b(void|int|_Bool)\s+assert\s*\(", text):
        raise Reject("declare a function assert without a body, which CBMC knows")
    asserting = "unwinding-assertions" in checks
    failures = [line for line in patterns if "FAILURE" in line]
    if safe and "unwind" in settings and not asserting:
        raise Reject("hold only up to CBMC's bound")
    if not safe and failures and all(OWN_FAILURES.search(line) for line in failures):
        raise Reject("fail only in what CBMC alone checks")
    if not safe and not failures and "unwind" in settings and asserting:
        raise Reject("fail, perhaps only because CBMC's bound is too low")
    if not safe and "malloc-may-fail" in settings and re.search(r"\b(m|c|re)alloc\s*\(", text):
        raise Reject("fail, perhaps only because malloc may return null there")


def cbmc_header(text):
    """Declares what CBMC knows by itself and the program uses without declaring it."""
    lines = []
    for name, declaration in DECLARATIONS.items():
        declared = rf"\b(void|int|_Bool|bool|__CPROVER_bool)\s+__CPROVER_{name}\s*\(|typedef[^;]*__CPROVER_{name}\s*;"
        if re.search(rf"\b__CPROVER_{name}\b", text) and not re.search(declared, text):
            lines.append(declaration)
    if re.search(r"\bassert\s*\(", text) and not re.search(r"<assert\.h>|<cassert>|define\s+assert\b", text):
        lines.append("#include <assert.h>")
    return "\n".join(lines) + "\n"


def cbmc_compiles(clang, files, flags):
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


# ---------------------------------------------------------------------------------------------- running

EXIT_CODES = {"proved": 0, "safe up to": 0, "failed": 1, "unknown": 2}
REFUSALS = {64: "usage", 65: "bad input", 70: "internal error"}
def execute(command, limit, memory):
    """Runs a command in a process group of its own, kills it after `limit` seconds; `memory` is in bytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        guarded = ["sh", "-c", 'ulimit -v "$0"; exec "$@"', str(memory // 1024), *command]
        start, killed = time.monotonic(), threading.Event()
        process = subprocess.Popen(guarded, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)

        def kill():
            killed.set()
            end_group(process.pid)

        timer = threading.Timer(limit, kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        end_group(process.pid)  # whatever it left behind
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(1 << 20).decode(errors="replace"))
    return {"code": process.returncode, "killed": killed.is_set(), "wall": round(wall, 2),
            "cpu": round(usage.ru_utime + usage.ru_stime, 2), "stdout": texts[0], "stderr": texts[1]}


def end_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def judge(task, run, limit):
    """The class of a run, and a reason for what needs one."""
    said, message = first_line(run["stdout"]), first_line(run["stderr"])
    answer = next((word for word in EXIT_CODES if said.lower().startswith(word)), None)
    if run["killed"]:
        return "time-out", "killed"
    if run["code"] < 0:
        return "refused", f"{signal_name(-run['code'])}: {message}"
    if run["code"] in REFUSALS:
        return "refused", f"{REFUSALS[run['code']]}: {message}"
    # Without --unwind, a bound is no promise to anyone: exit code 2.
    bounded = answer == "safe up to" and run["code"] in (0, 2)
    if answer is None or (run["code"] != EXIT_CODES[answer] and not bounded):
        return "refused", f"exit code {run['code']} with output '{said}': {message}"
    if answer == "unknown":
        return ("time-out" if run["wall"] >= limit else "unknown"), said
    if answer == "safe up to":
        return "bounded", said
    if answer == "proved":
        return ("proof", "") if task.safe else ("WRONG proof", f"expected {task.expectation()}, got '{said}'")
    return ("WRONG alarm", f"expected {task.expectation()}, got '{said}'") if task.safe else ("alarm", "")


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def run_all(tasks, options):
    """Runs what is not yet in the results, and returns the results of the tasks by key."""
    results = {}
    if options.results and options.results.exists():
        for line in options.results.read_text().splitlines():
            try:
                entry = json.loads(line)
                results[entry["task"]] = entry
            except (ValueError, KeyError):
                continue  # the last line of a run that was killed
    todo = [task for task in tasks if options.again or task.key not in results]
    lock, prefix = threading.Lock(), str(options.directory) + os.sep
    finished = 0
    if options.results:
        options.results.parent.mkdir(parents=True, exist_ok=True)
    log = open(options.results, "a+", encoding="utf-8") if options.results else None
    if log and log.tell() > 0 and not options.results.read_text().endswith("\n"):
        log.write("\n")

    def one(task):
        nonlocal finished
        command = [options.fathom, "check", *task.files, *task.options, "--timeout", f"{options.time_limit}s"]
        run = execute(command + options.extra, options.time_limit + GRACE, options.memory << 30)
        verdict, reason = judge(task, run, options.time_limit)
        entry = {"task": task.key, "folder": task.folder, "expected": task.expectation(), "verdict": verdict,
                 "reason": reason.replace(prefix, "")[:300], "code": run["code"], "wall": run["wall"],
                 "cpu": run["cpu"]}
        with lock:
            results[task.key] = entry
            finished += 1
            if log:
                log.write(json.dumps(entry) + "\n")
                log.flush()
            if verdict in WRONG or sys.stderr.isatty():
                print(f"{finished}/{len(todo)} {task.key}: {verdict} {run['wall']} s", file=sys.stderr)

    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    try:
        for future in concurrent.futures.as_completed([pool.submit(one, task) for task in todo]):
            future.result()
    except KeyboardInterrupt:
        print("cbmc_regression.py: interrupted; waiting for the runs under way", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)
        if log:
            log.close()
    return {task.key: results[task.key] for task in tasks if task.key in results}


def report(results):
    """The table, and what was wrong or refused. Returns whether anything was wrong."""
    columns = CORRECT + OPEN + WRONG
    rows = collections.defaultdict(list)
    for entry in results.values():
        rows[entry["folder"]].append(entry)
    print("| folder | tasks | " + " | ".join(columns + ["wall s", "CPU s"]) + " |")
    print("|---|" + "--:|" * (len(columns) + 3))
    for folder, entries in [*sorted(rows.items()), ("**all**", list(results.values()))]:
        counts = collections.Counter(entry["verdict"] for entry in entries)
        cells = [len(entries)] + [counts[name] for name in columns]
        cells += [f"{sum(entry[name] for entry in entries):.0f}" for name in ("wall", "cpu")]
        print(f"| {folder} | " + " | ".join(map(str, cells)) + " |")
    for title, names in (("Wrong", WRONG), ("Refused", ["refused"])):
        entries = [entry for entry in results.values() if entry["verdict"] in names]
        if entries:
            print(f"\n{title}:\n")
            for entry in sorted(entries, key=lambda entry: (entry["verdict"], entry["task"])):
                print(f"- {entry['task']}: {entry['verdict']}: {entry['reason']}")
    return any(entry["verdict"] in WRONG for entry in results.values())


def sample(tasks, number):
    """The same tasks in every run, whatever else was added to the suite: those with the smallest hashes."""
    chosen = sorted(tasks, key=lambda task: hashlib.sha256(task.key.encode()).digest())[:number]
    keys = {task.key for task in chosen}
    return [task for task in tasks if task.key in keys]


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path, help="the copy of regression/cbmc")
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary (%(default)s)")
    parser.add_argument("--time-limit", type=positive, default=15, metavar="SECONDS",
                        help="for one task (%(default)s); Fathom is killed 5 s later")
    parser.add_argument("--memory", type=positive, default=6, metavar="GB", help="address space (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=1, help="tasks at a time (%(default)s)")
    parser.add_argument("--results", type=pathlib.Path, metavar="FILE.jsonl",
                        help="append the results here, and skip what is here already")
    parser.add_argument("--again", action="store_true", help="run also what is in --results; later lines count")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N tasks, always the same ones")
    parser.add_argument("--list", action="store_true", help="print the tasks and run nothing")
    parser.add_argument("--extra", type=shlex.split, default=[], metavar="OPTIONS",
                        help="more options for fathom check, in one string: --extra='--engine bmc'")
    parser.add_argument("--clang", help="tells which tests are C (default: $FATHOM_CLANG or the newest one)")
    parser.add_argument("--rejected", action="store_true", help="name also the tests that are left out")
    options = parser.parse_args()
    if not options.directory.is_dir():
        sys.exit(f"cbmc_regression.py: no directory {options.directory}")
    options.directory = options.directory.resolve()
    if not options.list:
        options.fathom = shutil.which(options.fathom) or sys.exit(f"cbmc_regression.py: no program {options.fathom}")
        options.fathom = os.path.abspath(options.fathom)

    with tempfile.TemporaryDirectory(prefix="cbmc-regression-") as folder:
        scratch = Scratch(folder)
        tasks = cbmc_tasks(options, scratch)
        if options.sample:
            tasks = sample(tasks, options.sample)
        if options.list:
            for task in tasks:
                print(f"{task.key}: {task.expectation()}{', -m32' if '-m32' in task.options else ''}")
            counts = collections.Counter((task.folder, task.expectation()) for task in tasks)
            print(f"\n{len(tasks)} tasks")
            for (row, expected), count in sorted(counts.items()):
                print(f"- {row}: {count} {expected}")
            return 0
        return int(report(run_all(tasks, options)))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(141)
