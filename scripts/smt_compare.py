#!/usr/bin/env python3
"""Runs SMT solvers side by side on a set of SMT-LIB files and compares answers and times.

    smt_compare.py --solver fathom --solver z3 --peers DIR --results runs.jsonl --table table.md FOLDER...

All solvers run on one file before any runs on the next, in an order that rotates from file to file, so that
noise on the machine hits all alike. Each run has the same wall-clock and memory limit. Answers are compared
with what the file expects (`(set-info :status …)` before each check, or an `.expect` file beside it, as in
the regression tests of Bitwuzla) and between the solvers; a file with several checks is judged by the whole
sequence of its answers.

Results are appended to a file of JSON lines. A run that stopped goes on where it was: what is already there
for the same file, solver, program and limits is not run again.

Solvers known by name: fathom, z3, yices-smt2, cvc5, bitwuzla. The last two run through their Python packages,
by the adapters in smt_peers/; the time that every solver takes for a trivial file is measured first and
given in the table. Any other solver is given as NAME=COMMAND, with {file} where the file goes.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ANSWERS = ("sat", "unsat", "unknown")
KNOWN = ("fathom", "z3", "yices-smt2", "cvc5", "bitwuzla")

STANDARD_COMMANDS = set("""assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes
    declare-fun declare-sort define-fun define-fun-rec define-funs-rec define-sort echo exit get-assertions
    get-assignment get-info get-model get-option get-proof get-unsat-assumptions get-unsat-core get-value pop
    push reset reset-assertions set-info set-logic set-option""".split())
STANDARD_OPTIONS = set(""":diagnostic-output-channel :global-declarations :interactive-mode :print-success
    :produce-assertions :produce-assignments :produce-models :produce-proofs :produce-unsat-assumptions
    :produce-unsat-cores :random-seed :regular-output-channel :reproducible-resource-limit :verbosity""".split())
# Commands whose output is not compared: --answers-only leaves them out.
REPORTING = re.compile(r"get-|echo$|simplify$")
BEYOND_2_6 = re.compile(
    r"\(\s*(bvnego|bvuaddo|bvsaddo|bvumulo|bvsmulo|bvusubo|bvssubo|bvsdivo|bvred\w+|bvinc|bvdec|ext_rotate_\w+|forall"
    r"|exists|_\s+ext_rotate_\w+|bv2nat|bv2int|_\s+nat2bv|ubv_to_\w+|sbv_to_\w+)\b|\bas\s+(const)\b")
RESERVED = re.compile(r"\(\s*(?:declare-fun|declare-const|define-fun)\s+\|?[@.]")
OTHER_ARRAY = re.compile(r"\(\s*Array\s+(?!\(\s*_\s+BitVec\s+\d+\s*\)\s+\(\s*_\s+BitVec)")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="files, and folders searched for *.smt2")
    parser.add_argument("--list", type=pathlib.Path, help="a file that names further files, one a line")
    parser.add_argument("--solver", action="append", metavar="NAME[=COMMAND]", help="may be given several times")
    parser.add_argument("--fathom", default="target/release/fathom", help="the fathom binary")
    parser.add_argument("--peers", type=pathlib.Path, metavar="DIR",
                        help="where the peers and their Python are, before PATH (bin of a virtual environment)")
    parser.add_argument("--logics", default="QF_BV,QF_ABV,QF_UFBV,QF_AUFBV",
                        help="`any` for all (default: %(default)s)")
    parser.add_argument("--time-limit", type=float, default=20, metavar="SECONDS", help="wall clock (default: 20)")
    parser.add_argument("--memory-limit", type=int, default=4000, metavar="MB", help="address space (default: 4000)")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time (default: 1)")
    parser.add_argument("--answers-only", action="store_true",
                        help="hand over copies without get-…, echo and options: what is measured is deciding")
    parser.add_argument("--repeat-starved", action="store_true",
                        help="repeat runs of more than a second that got less than 80 %% of a core")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("target/smt-compare.jsonl"))
    parser.add_argument("--table", type=pathlib.Path, help="where the table is written (default: beside the results)")
    parser.add_argument("--hard", type=pathlib.Path, help="write a list of the files that are hard")
    parser.add_argument("--hard-seconds", type=float, default=1, help="what is hard: this long, or not solved")
    parser.add_argument("--odd", type=pathlib.Path, help="write a list of the files that are odd, with the reason")
    options = parser.parse_args()
    if not options.files and not options.list:
        parser.error("no files given")
    options.table = options.table or options.results.with_suffix(".md")
    options.solver = options.solver or ["fathom", "z3", "yices-smt2"]
    return options


# --- The files: their commands and what they expect.

TOKEN = re.compile(r'[()]|;[^\n]*|"(?:[^"]|"")*"|\|[^|]*\|')


def commands(text):
    """The top-level commands as texts. What follows an unbalanced parenthesis is left out."""
    depth = start = 0
    for found in TOKEN.finditer(text):
        token = found[0]
        if token == "(":
            if depth == 0:
                start = found.start()
            depth += 1
        elif token == ")":
            depth -= 1
            if depth < 0:
                return
            if depth == 0:
                yield text[start:found.end()]


class Problem:
    """A file: its logic, the number of its checks, the answers expected, and what is odd about it."""

    def __init__(self, path):
        self.path = path
        text = path.read_text(errors="replace")
        self.logic, self.checks, self.expected, self.odd, self.incremental = None, 0, [], [], False
        self.commands = list(commands(text))
        strange, status = [], None
        for command in self.commands:
            words = command[1:200].rstrip(")").split(None, 2)
            name = words[0] if words else ""
            argument = words[1].rstrip(")") if len(words) > 1 else ""
            if name == "set-logic" and self.logic is None:
                self.logic = argument
            elif name == "set-info" and argument == ":status":
                status = words[2].strip() if len(words) > 2 else None
            elif name in ("check-sat", "check-sat-assuming"):
                self.checks += 1
                self.expected.append(status if status in ("sat", "unsat") else None)
                self.incremental |= name == "check-sat-assuming" or self.checks > 1
                status = None
            elif name in ("push", "pop", "reset-assertions", "reset"):
                self.incremental = True
            elif name == "exit":
                break
            elif name == "set-option" and argument not in STANDARD_OPTIONS:
                strange.append(f"option {argument}")
            elif name not in STANDARD_COMMANDS:
                strange.append(f"command {name}")
        expect = path.with_suffix(".expect")
        if expect.exists():
            lines = expect.read_text(errors="replace").splitlines()
            answers = [line for line in lines if line in ANSWERS]
            if len(answers) == self.checks and answers:
                self.expected = [answer if answer != "unknown" else known
                                 for answer, known in zip(answers, self.expected)]
                if "unknown" in answers:
                    self.odd.append("expects unknown: " + " ".join(answers))
            elif not answers:
                self.odd.append(f"expects no answer but: {lines[0][:80] if lines else 'nothing'}")
            else:
                self.odd.append(f"{self.checks} checks, but its .expect has {len(answers)} answers")
        elif None in self.expected:
            self.odd.append(f"no expectation for {self.expected.count(None)} of {self.checks} checks")
        if self.checks == 0:
            self.odd.append("no check-sat")
        if strange:
            self.odd.append("not of the standard: " + ", ".join(sorted(set(strange))))
        if beyond := sorted({" ".join((found[0] or found[1]).split()) for found in BEYOND_2_6.findall(text)}):
            self.odd.append("terms beyond SMT-LIB 2.6 quantifier-free: " + ", ".join(beyond))
        if RESERVED.search(text):
            self.odd.append("declares symbols that are reserved (@… or .…)")
        if OTHER_ARRAY.search(text):
            self.odd.append("arrays over other sorts than bit-vectors")
        # An error is expected, or nothing is asked: no answers to compare.
        self.comparable = self.checks > 0 and not any(odd.startswith("expects no answer") for odd in self.odd)

    def answers_only(self):
        """The text without reports and options."""
        kept = []
        for command in self.commands:
            words = command[1:200].split(None, 2)
            name = words[0].rstrip(")") if words else ""
            if REPORTING.match(name):
                continue
            if name == "set-option" and words[1].rstrip(")") != ":global-declarations":
                continue  # the only option that changes answers
            kept.append(command)
        return "\n".join(kept) + "\n"


def problems(options):
    """The files in the logics asked for, and those left out with the reason."""
    paths = []
    lines = options.list.read_text().splitlines() if options.list else []
    listed = [pathlib.Path(line) for line in lines if line.strip()]
    for path in [*options.files, *listed]:
        if path.is_dir():
            paths += sorted(path.rglob("*.smt2"))
        elif path.exists():
            paths.append(path)
        else:
            sys.exit(f"smt_compare.py: {path} does not exist")
    wanted = options.logics.split(",")
    chosen, left_out = [], []
    for path in dict.fromkeys(paths):
        problem = Problem(path)
        if options.logics != "any" and problem.logic not in wanted:
            if problem.logic is None:
                problem.odd.insert(0, "no set-logic")
                left_out.append(problem)
        elif not problem.comparable:
            left_out.append(problem)
        else:
            chosen.append(problem)
        if not (problem.comparable and options.answers_only):
            problem.commands = None
    return chosen, left_out


# --- The solvers.

class Solver:
    """A name, a command (a list with "{file}" in it), and a description with a hash of what is run."""

    def __init__(self, name, command, version, identity):
        self.name, self.command, self.version, self.identity = name, command, version, identity

    def command_for(self, file, incremental):
        command = [str(file) if word == "{file}" else word for word in self.command]
        if self.name == "yices-smt2" and incremental and "--incremental" not in command:
            command.insert(1, "--incremental")
        return command


def program(name, options):
    if options.peers and (options.peers / name).exists():
        return str(options.peers / name)
    return shutil.which(name) or sys.exit(f"smt_compare.py: {name} is neither in --peers nor on PATH")


def solver(text, options):
    name, _, command = text.partition("=")
    if command:
        command = shlex.split(command)
        if "{file}" not in command:
            command.append("{file}")
    elif name == "fathom":
        command = [options.fathom, "smt", "{file}"]
    elif name in ("z3", "yices-smt2"):
        command = [program(name, options), "{file}"]
    elif name in ("cvc5", "bitwuzla"):
        command = [program("python3", options), str(HERE / "smt_peers" / f"{name}_api.py"), "{file}"]
    else:
        sys.exit(f"smt_compare.py: solver {name} is not known ({', '.join(KNOWN)}); give NAME=COMMAND")
    found = shutil.which(command[0])
    if not found:
        sys.exit(f"smt_compare.py: {command[0]} does not exist")
    asked = [found, *(word for word in command[1:] if word.endswith(".py")), "--version"]
    done = subprocess.run(asked, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    version = done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout else "version unknown"
    # A rebuilt program of the same version is another solver.
    digest = hashlib.sha256(pathlib.Path(found).read_bytes())
    digest.update(" ".join([*command[1:], version]).encode())
    return Solver(name, [found, *command[1:]], version, digest.hexdigest()[:12])


def run(command, options):
    """Wall and processor seconds, exit code (None after the time limit), and the output."""
    limited = ["sh", "-c", f'ulimit -v {options.memory_limit * 1000} && exec "$@"', "sh", *command]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(limited, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        late = threading.Event()

        def stop():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(options.time_limit, stop)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            timer.cancel()
        wall = time.monotonic() - start
        process.returncode = code = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        output = out.read(10_000_000).decode(errors="replace")
        errors = err.read(100_000).decode(errors="replace")
    return wall, usage.ru_utime + usage.ru_stime, None if late.is_set() and code != 0 else code, output, errors


def judge(problem, code, output, errors):
    """What became of a run: (outcome, answers, note)."""
    lines = output.splitlines()
    answers, note, tainted = [], "", False
    for line in lines:
        if line in ANSWERS:
            answers.append(line)
            tainted |= bool(note)  # what follows an error may be the answer to another question
        elif line.startswith("(error") and not note:
            note = line[:200]
    if not note and code not in (0, None):
        note = f"exit {code}: {(errors.strip() or output.strip())[-200:]}"
    if not tainted and any(known and answer != known and answer != "unknown"
                           for known, answer in zip(problem.expected, answers)):
        return "wrong", answers, note
    if code is None:
        return "timeout", answers, ""
    if len(answers) == problem.checks and not tainted:
        return ("unknown" if "unknown" in answers else "solved"), answers, note
    return "error", answers, note or f"{len(answers)} answers to {problem.checks} checks"


# --- The run.

def key(problem, solver, options):
    return (str(problem.path), solver.name, solver.identity,
            f"{options.time_limit:g} s, {options.memory_limit} MB{', answers only' if options.answers_only else ''}")


def starved(record):
    """Whether other processes took so much of the machine that the time says little."""
    return record["wall"] > 1 and record["cpu"] < 0.8 * record["wall"]


def read_results(path):
    found = {}
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                record = json.loads(line)
                found[tuple(record["key"])] = record
            except (ValueError, KeyError):
                continue  # a line cut short by an interruption
    return found


def compare_file(number, problem, solvers, known, options, directory):
    records = []
    turn = number % len(solvers)
    path = problem.path
    missing = [one for one in solvers[turn:] + solvers[:turn] if key(problem, one, options) not in known]
    if missing and options.answers_only:
        path = pathlib.Path(directory) / f"{number}.smt2"
        path.write_text(problem.answers_only())
    for one in missing:
        wall, cpu, code, output, errors = run(one.command_for(path, problem.incremental), options)
        outcome, answers, note = judge(problem, code, output, errors)
        records.append({"key": key(problem, one, options), "outcome": outcome, "answers": answers, "note": note,
                        "wall": round(wall, 4), "cpu": round(cpu, 4)})
    if path != problem.path:
        path.unlink()
    return records


def startup(solvers, options):
    """Median wall seconds of each solver for a trivial file."""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "trivial.smt2"
        file.write_text("(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x #x01))\n(check-sat)\n")
        times = collections.defaultdict(list)
        for _ in range(7):
            for one in solvers:
                wall, _, code, output, errors = run(one.command_for(file, False), options)
                if output.strip() != "sat":
                    sys.exit(f"smt_compare.py: {one.name} does not solve a trivial file: {output}{errors}")
                times[one.name].append(wall)
    return {name: statistics.median(walls) for name, walls in times.items()}


# --- The report.

def machine():
    model = platform.processor() or platform.machine()
    try:
        found = re.search(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
        model = found[1] if found else model
    except OSError:
        pass
    return f"{os.cpu_count()} cores, {model}"


def short_names(chosen):
    """The paths without what all have in common."""
    if len(chosen) < 2:
        return {problem: str(problem.path) for problem in chosen}
    prefix = os.path.commonpath([problem.path.absolute().parent for problem in chosen])
    return {problem: os.path.relpath(problem.path.absolute(), prefix) for problem in chosen}


def report(chosen, left_out, solvers, results, base, options):
    names = short_names(chosen)
    table = {problem: [results[key(problem, one, options)] for one in solvers] for problem in chosen}
    together = [problem for problem in chosen if all(record["outcome"] == "solved" for record in table[problem])]
    several = sum(problem.checks > 1 for problem in chosen)
    lines = [
        f"{len(chosen)} files in {options.logics}, {several} of them with several checks; "
        f"all solvers solved {len(together)}; {len(left_out)} more have no answers to compare or no logic.",
        "",
        "| solver | solved | sat | unsat | several checks | wrong | unknown | time-outs | errors | wall, all (s) "
        "| wall, solved by all (s) | less start-up (s) | CPU, solved by all (s) | PAR-2 (s) | start-up (ms) |",
        "|---|" + "---:|" * 14,
    ]
    for index, one in enumerate(solvers):
        records = {problem: rows[index] for problem, rows in table.items()}
        count = collections.Counter(record["outcome"] for record in records.values())
        solved = collections.Counter(
            record["answers"][0] if problem.checks == 1 else "several"
            for problem, record in records.items() if record["outcome"] == "solved")
        walls = [records[problem]["wall"] for problem in together]
        par2 = sum(record["wall"] if record["outcome"] == "solved" else 2 * options.time_limit
                   for record in records.values())
        lines.append(
            f"| {one.name} | {count['solved']} | {solved['sat']} | {solved['unsat']} | {solved['several']} "
            f"| {count['wrong']} | {count['unknown']} | {count['timeout']} | {count['error']} "
            f"| {sum(record['wall'] for record in records.values()):.1f} | {sum(walls):.1f} "
            f"| {sum(max(0, wall - base[one.name]) for wall in walls):.1f} "
            f"| {sum(records[problem]['cpu'] for problem in together):.1f} | {par2:.0f} "
            f"| {1000 * base[one.name]:.0f} |")
    lines += [
        "",
        f"Limits {options.time_limit:g} s wall clock and {options.memory_limit} MB, {options.jobs} file(s) at a time"
        f"{', copies without get-… and options' if options.answers_only else ''}; "
        f"{machine()}; {datetime.date.today().isoformat()}. "
        + "; ".join(f"{one.name}: {one.version} ({' '.join(os.path.basename(word) for word in one.command)})"
                    for one in solvers) + ".",
        f"Command: `{shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]])}`",
        "",
    ]
    hungry = sum(starved(record) for rows in table.values() for record in rows)
    if hungry:
        lines[-2] += f" {hungry} runs got less than 80 % of a core: their times say little (--repeat-starved)."
    wrong, disagreements, partly, nobody, errors = [], [], [], [], []
    for problem, rows in table.items():
        said = {one.name: record for one, record in zip(solvers, rows)}
        show = ", ".join(f"{name} {' '.join(record['answers'][:12]) or record['outcome']}"
                         for name, record in said.items())
        for name, record in said.items():
            if record["outcome"] == "wrong":
                wrong.append(f"{names[problem]}: {name} says {' '.join(record['answers'][:12])}, "
                             f"expected {' '.join(answer or '?' for answer in problem.expected[:12])}")
            if record["outcome"] == "error":
                errors.append(f"{names[problem]}: {name}: {' '.join(record['note'].split())}")
        decided = [record["answers"] for record in rows if record["outcome"] in ("solved", "unknown", "wrong")]
        if any(len(set(column) - {"unknown"}) > 1 for column in zip(*decided)):
            disagreements.append(f"{names[problem]}: {show}")
        good = [name for name, record in said.items() if record["outcome"] == "solved"]
        if not good:
            nobody.append(names[problem])
        elif len(good) < len(solvers):
            others = ", ".join(f"{name} {record['outcome']}" for name, record in said.items() if name not in good)
            partly.append(f"{names[problem]}: solved by {', '.join(good)}; {others}")
    for title, entries in (("Wrong", wrong), ("Disagreements between solvers", disagreements),
                           ("Solved by some only", partly), ("Solved by none", nobody), ("Errors", errors)):
        lines += [f"**{title}**: {len(entries) or 'none'}", ""]
        lines += [*(f"- {entry}" for entry in entries), ""] if entries else []
    return lines, bool(wrong or disagreements)


def write_hard(chosen, solvers, results, base, options):
    names, hard = short_names(chosen), []
    for problem in chosen:
        rows = [results[key(problem, one, options)] for one in solvers]
        # Start-up is no sign of hardness, and an error says nothing about it.
        slow = [record["wall"] - base[one.name] >= options.hard_seconds or record["outcome"] in ("timeout", "unknown")
                for one, record in zip(solvers, rows)]
        if any(slow):
            hard.append((-sum(record["wall"] for record in rows), names[problem], "  ".join(
                f"{one.name}={record['wall']:.2f}{'' if record['outcome'] == 'solved' else ' ' + record['outcome']}"
                for one, record in zip(solvers, rows))))
    heading = f"# wall seconds; slow: {options.hard_seconds:g} s above start-up, or a time-out, for some solver"
    options.hard.write_text("\n".join([heading, *(f"{name}\t{text}" for _, name, text in sorted(hard))]) + "\n")


def main():
    options = arguments()
    solvers = [solver(text, options) for text in options.solver]
    if len({one.name for one in solvers}) != len(solvers):
        sys.exit("smt_compare.py: two solvers of the same name; give one as NAME=COMMAND")
    chosen, left_out = problems(options)
    if options.odd:
        options.odd.write_text("".join(
            f"{problem.path}\t{what}\t{'; '.join(problem.odd)}\n"
            for what, group in (("run", chosen), ("left out", left_out)) for problem in group if problem.odd))
    if not chosen:
        sys.exit("smt_compare.py: no file in these logics has something to compare")
    base = startup(solvers, options)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    known = read_results(options.results)
    if options.repeat_starved:
        known = {key: record for key, record in known.items() if not starved(record)}
    start, last, done = time.time(), time.time(), 0
    with tempfile.TemporaryDirectory() as directory, options.results.open("a") as results, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(compare_file, number, problem, solvers, known, options, directory)
                   for number, problem in enumerate(chosen)]
        try:
            for future in concurrent.futures.as_completed(running):
                for record in future.result():
                    known[tuple(record["key"])] = record
                    results.write(json.dumps(record) + "\n")
                results.flush()
                done += 1
                if time.time() - last > 30:
                    last = time.time()
                    print(f"  {done} of {len(chosen)} files, {last - start:.0f} s", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            sys.exit(f"\nsmt_compare.py: stopped; {options.results} holds what was done, start again to go on")
    lines, bad = report(chosen, left_out, solvers, known, base, options)
    options.table.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    if options.hard:
        write_hard(chosen, solvers, known, base, options)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
