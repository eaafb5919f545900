#!/usr/bin/env python3
"""Are limits of time and memory kept, whatever is under way?

Runs fathom with 42 combinations of program and limit, and prints by how much each limit is passed: time from the start
of the command to its end, and the resident memory of the process and all that it starts, looked at every 5 ms. A limit
is kept if it is passed by 10 % or a second at most, whichever is larger; for memory by 10 % or 10 MB, since a compiler
alone takes tens of megabytes in the time between two looks. The exit code is 1 if one is not kept.

With --defaults each program is run once without any limit, which is to end within two minutes and 6 GB.

    scripts/limits.py [--fathom target/release/fathom] [--only WORD] [--defaults]
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PROGRAMS = {}


def program(name):
    def note(function):
        PROGRAMS[name] = function()
        return function

    return note


HEAD = """
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void *malloc(unsigned long);
#include <assert.h>
"""


@program("huge.c")
def huge():
    """A file that the compiler needs long for."""
    body = "".join(
        f"int f{i}(int a, int b) {{ int t[{i % 7 + 3}] = {{0}}; for (int i = 0; i < {i % 7 + 3}; i++)"
        f" t[i] = a * {i} + b / (i + 1); struct s {{ int x, y; }} q = {{a, b}}; if (q.x > {i}) return t[1] + q.y;"
        f" switch (a) {{ case 1: return b; case 2: return t[2]; default: return a - b; }} }}\n"
        for i in range(40000)
    )
    return body + "int main(void) { return f3(1, 2); }\n"


@program("large.c")
def large():
    """A file that is compiled soon enough, and then is long to read, lower and simplify."""
    body = "".join(
        f"int f{i}(int a, int b) {{ int t[8] = {{0}}; for (int i = 0; i < 8; i++) t[i] = a * {i} + b;"
        f" return t[a & 7] ^ b; }}\n"
        for i in range(6000)
    )
    calls = "".join(f"s ^= f{i}(s, {i});\n" for i in range(6000))
    return HEAD + body + "int main(void) { int s = __VERIFIER_nondet_int();\n" + calls + "return s; }\n"


@program("product.c")
def product():
    """Hard for the solver: no two factors."""
    return HEAD + """
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a > 1 && b > 1 && a <= b);
  assert(a * b != 9223372036854775783ULL);
  return 0;
}
"""


@program("cubes.c")
def cubes():
    """Hard for the solver in another way, and small."""
    return HEAD + """
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x && y && z && x < 60000 && y < 60000 && z < 60000);
  unsigned long long a = x, b = y, c = z;
  assert(a * a * a + b * b * b != c * c * c);
  return 0;
}
"""


@program("deep.c")
def deep():
    """Loops in loops, and recursion: evaluation and clauses grow without end."""
    return HEAD + """
int f(int n, int d) {
  if (n <= 0 || d > 10000) return d;
  return __VERIFIER_nondet_int() ? f(n - 1, d + 1) : f(n / 2, d + 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) { s ^= i & j; if (s < 0) s = -s - 1; }
  assert(s >= 0);
  return f(n, 0) < 0;
}
"""


@program("constant.c")
def constant():
    """A loop that no input decides: evaluation alone."""
    return HEAD + """
unsigned t[1000];
int main(void) {
  for (unsigned i = 0; i < 2000000000u; i++) t[i % 1000] += t[(i * 7) % 1000] ^ i;
  assert(t[5] != 1);
  return 0;
}
"""


@program("arrays.c")
def arrays():
    """Large arrays at symbolic indices."""
    return HEAD + """
unsigned t[65536];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    unsigned j = __VERIFIER_nondet_uint() % 65536, k = __VERIFIER_nondet_uint() % 65536;
    t[j] = t[k] + i;
    t[(j * k) % 65536] ^= t[i % 65536];
  }
  assert(t[n % 65536] < 0xfffffff0u);
  return 0;
}
"""


@program("trace.c")
def trace():
    """Fails after a long execution, which is repeated and recorded."""
    return HEAD + """
struct node { int key; struct node *next; } *heads[64];
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 3000; i++) {
    struct node *n = malloc(sizeof *n);
    n->key = i * 31 + 7;
    n->next = heads[i % 64];
    heads[i % 64] = n;
  }
  int sum = 0;
  for (int i = 0; i < 64; i++)
    for (struct node *n = heads[i]; n; n = n->next) sum ^= n->key;
  assert(x != sum);
  return 0;
}
"""


@program("failures.c")
def failures():
    """Fails at many places, after an execution that is not short: each is recorded."""
    checks = "".join(f"  assert(t[{i}] != (unsigned)x + {i});\n" for i in range(60))
    return HEAD + """
unsigned t[4096];
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < 4096; i++) t[i] = t[i] * 5u + i;
""" + checks + "  return 0;\n}\n"


@program("proved.c")
def proved():
    """Many formulas that hold, and are long to prove again."""
    checks = "".join(
        f"  {{ unsigned s = 0, a = (x ^ {i}) & 63, b = (y + {i}) & 63;"
        f" for (int i = 0; i < 6; i++) if (a >> i & 1) s += b << i; assert(s == a * b); }}\n"
        for i in range(12)
    )
    return HEAD + """
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
""" + checks + "  return 0;\n}\n"


@program("objects.c")
def objects():
    """Paths that made different numbers of objects meet."""
    return HEAD + """
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0, *kept = &sum;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    int other = i, *pointer = &other;
    if (i == 1) kept = &n;
    *pointer = 2;
    *kept += *pointer;
  }
  return *kept;
}
"""


@program("calls.c")
def calls():
    """Many calls of small functions."""
    functions = "".join(f"static int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x + 1); }}\n" for i in range(1, 40))
    return HEAD + "static int f0(int x) { return x & 1; }\n" + functions + """
int main(void) { assert(f39(__VERIFIER_nondet_int()) != 12345); return 0; }
"""


PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

# What is run, with which limits.
RUNS = [
    *[("check", name, ["--timeout", limit]) for name, limits in [
        ("huge.c", ["500ms", "2s", "5s"]), ("large.c", ["1s", "3s", "8s"]), ("product.c", ["500ms", "2s", "10s"]),
        ("cubes.c", ["1s", "20s"]), ("deep.c", ["500ms", "1s", "3s", "10s"]), ("constant.c", ["1s", "5s"]),
        ("arrays.c", ["1s", "4s", "15s"]), ("trace.c", ["1s", "3s"]), ("failures.c", ["1s", "4s"]),
        ("objects.c", ["3s"]), ("calls.c", ["6s"]),
    ] for limit in limits],
    *[("check", name, ["--memory-limit", limit]) for name, limits in [
        ("huge.c", ["100M", "300M"]), ("large.c", ["100M"]), ("deep.c", ["50M", "100M", "300M", "1G"]),
        ("arrays.c", ["100M"]), ("constant.c", ["50M"]), ("trace.c", ["100M"]),
    ] for limit in limits],
    ("check", "proved.c", ["--timeout", "3s", "--certify", "CERTIFICATES"]),
    ("check", "proved.c", ["--timeout", "10s", "--certify", "CERTIFICATES"]),
    ("check", "deep.c", ["--timeout", "3s", "--format", "json"]),
    ("svcomp", "deep.c", ["--timeout", "2s", "--property", "p.prp"]),
    ("svcomp", "product.c", ["--timeout", "3s", "--property", "p.prp", "--witness", "w.yml"]),
    ("svcomp", "deep.c", ["--memory-limit", "200M", "--property", "p.prp"]),
]

# Memory without a limit of time, and time without one of memory, would try too much of a machine.
OTHER = {"--timeout": ["--memory-limit", "3G"], "--memory-limit": ["--timeout", "60s"]}


def resident(root):
    """Bytes of a process and all that it started."""
    parents, pages = {}, {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = pathlib.Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            parents[int(name)], pages[int(name)] = int(fields[1]), int(fields[21])
    family = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in family} - family
        if not more:
            return sum(pages.get(pid, 0) for pid in family) * os.sysconf("SC_PAGE_SIZE")
        family |= more


def measure(command, folder):
    # Long answers fill a pipe that nobody reads, so they go to a file.
    with tempfile.TemporaryFile("w+") as output:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL)
        peak = 0
        while process.poll() is None and time.monotonic() - start < 200:
            peak = max(peak, resident(process.pid))
            time.sleep(0.005)
        took = time.monotonic() - start
        process.kill()
        process.wait()
        output.seek(0)
        first = output.readline().strip()
    return took, peak, process.returncode, first


def number(text):
    units = {"ms": 1e-3, "s": 1, "M": 1 << 20, "G": 1 << 30}
    unit = next(unit for unit in units if text.endswith(unit))
    return float(text[: -len(unit)]) * units[unit]


def defaults(fathom, names, folder):
    broken = 0
    for name in names:
        took, peak, code, first = measure([str(fathom), "check", name], folder)
        broken += took > 120 or peak > 6 << 30
        print(f"{name:<14} {took:>6.1f} s {peak / (1 << 20):>6.0f} M  {code} {first[:80]}", flush=True)
    return 1 if broken else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default="target/release/fathom")
    parser.add_argument("--only", default="", help="runs whose line has this word in it")
    parser.add_argument("--defaults", action="store_true", help="what a check takes without limits")
    options = parser.parse_args()
    fathom = pathlib.Path(options.fathom).resolve()
    broken = runs = 0
    worst = {"--timeout": 0.0, "--memory-limit": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            pathlib.Path(folder, name).write_text(text)
        pathlib.Path(folder, "p.prp").write_text(PROPERTY)
        if options.defaults:
            return defaults(fathom, [name for name in PROGRAMS if options.only in name], folder)
        print(f"{'run':<44} {'took':>8} {'peak':>8} {'over':>8}  answer")
        for command, name, arguments in RUNS:
            line = f"{command} {name} {' '.join(arguments[:2])}{' …' if arguments[2:] else ''}"
            if options.only not in line:
                continue
            limited, limit = arguments[0], number(arguments[1])
            took, peak, code, first = measure(
                [str(fathom), command, name, *arguments, *OTHER[limited]], folder)
            if limited == "--timeout":
                over, room, shown = took - limit, max(limit / 10, 1), f"{took - limit:+.2f} s"
            else:
                over, room, shown = peak - limit, max(limit / 10, 10 << 20), f"{(peak - limit) / limit * 100:+.0f} %"
            # The other limit is one as well.
            time_limit = number(dict(zip(*[iter(OTHER[limited])] * 2)).get("--timeout", "1000s"))
            kept = over <= room and took <= time_limit * 1.1
            broken += not kept
            runs += 1
            worst[limited] = max(worst[limited], over)
            mark = "" if kept else "  NOT KEPT"
            print(f"{line:<44} {took:>6.2f} s {peak / (1 << 20):>6.0f} M {shown:>8}  {code} {first[:60]}{mark}", flush=True)
    print(f"{runs} runs, {broken} limits not kept; most that was over: {worst['--timeout']:.2f} s, "
          f"{worst['--memory-limit'] / (1 << 20):.0f} MB")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
