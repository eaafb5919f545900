#!/usr/bin/env python3
"""Runs `fathom check` on the regression tests of another verifier and compares its verdicts with the expected ones.

DIR is a copy of CBMC's folder regression/cbmc, or of ESBMC's folder regression with those of its folders that are to be
run (esbmc, cstd, floats). Those tests are selected that mean the same in plain C; the rest is counted by reason.
(`fathom bench` runs programs of SV-COMP.)

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
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from peer_suites import cbmc, esbmc
from peer_suites.common import Scratch, select

SUITES = {"cbmc": cbmc, "esbmc": esbmc}
GRACE = 5  # seconds between Fathom's own time limit and the end of our patience
CORRECT = ["proof", "alarm"]
OPEN = ["bounded", "unknown", "time-out", "refused"]
WRONG = ["WRONG proof", "WRONG alarm"]


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
        print("peer_regression.py: interrupted; waiting for the runs under way", file=sys.stderr)
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
    parser.add_argument("suite", choices=SUITES, help="whose tests they are")
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path, help="the copy of their folder")
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
        sys.exit(f"peer_regression.py: no directory {options.directory}")
    options.directory = options.directory.resolve()
    if not options.list:
        options.fathom = shutil.which(options.fathom) or sys.exit(f"peer_regression.py: no program {options.fathom}")
        options.fathom = os.path.abspath(options.fathom)

    with tempfile.TemporaryDirectory(prefix="peer-regression-") as folder:
        scratch = Scratch(folder)
        tasks = select(SUITES[options.suite], options, scratch)
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
