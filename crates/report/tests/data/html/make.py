#!/usr/bin/env python3
"""Makes reports: what `fathom check --format json` says of the programs in the folders beside it.

    make.py          writes those that are kept here
    make.py FOLDER   writes all, with their sources

Each program is written a second time here, in the words of `Recorder`, which does what a recorder of an
execution does: it opens a step when the line or the activation changes, and notes what changes in it. The
browser test uses it too, for traces that are too large or too hostile to be kept.
"""

import json
import pathlib
import shutil
import sys

NULL = {"text": "NULL"}
UNSET = [("", {"text": "uninitialised"})]
HERE = pathlib.Path(__file__).resolve().parent


def scalar(value):
    return {"text": str(value)}


class Recorder:
    """An execution under way. Objects are their numbers."""

    def __init__(self, file):
        self.file = file
        self.objects, self.steps, self.inputs = [], [], []
        self.frames = []
        self.allocations = 0

    # Where.

    def enter(self, function, line, arguments=(), file=None, matters=False):
        """Calls a function; `arguments` are name, type, size and value, and become its parameters."""
        self.frames.append({"function": function, "file": file or self.file, "locals": []})
        self.line(line, matters=matters)
        self.event("enter", arguments=[[name, value] for name, _, _, value in arguments])
        return [self.local(name, type_, size, line, value) for name, type_, size, value in arguments]

    def line(self, line, column=5, matters=False):
        frame = self.frames[-1]
        depth = len(self.frames) - 1
        last = self.steps[-1] if self.steps else None
        if not (last and last["depth"] == depth and last["line"] == line and last["frame"] is frame):
            self.steps.append({"function": frame["function"], "file": frame["file"], "line": line,
                               "column": column, "depth": depth, "frame": frame})
        if matters:
            self.steps[-1]["matters"] = True

    def leave(self, line=None, value=None, matters=False):
        if line is not None:
            self.line(line, matters=matters)
        self.event("return", value=value)
        frame = self.frames.pop()
        for number in frame["locals"]:
            self.objects[number].setdefault("end", len(self.steps) - 1)

    # What.

    def event(self, name, **fields):
        self.steps[-1].setdefault("events", []).append({"event": name, **fields})

    def object(self, kind, name, type_, size, line, initial, **fields):
        self.objects.append({"kind": kind, "name": name, "type": type_, "size": size,
                             "file": self.frames[-1]["file"] if self.frames else self.file, "line": line,
                             **fields})
        if initial:
            self.objects[-1]["initial"] = [[path, value] for path, value in initial]
        return len(self.objects) - 1

    def glob(self, name, type_, size, line, initial, file=None):
        number = self.object("global", name, type_, size, line, initial)
        if file:
            self.objects[number]["file"] = file
        return number

    def local(self, name, type_, size, line, value=None):
        """A variable of the innermost function; `value` is a value or a list of leaves."""
        initial = value if isinstance(value, list) else []
        number = self.object("local", name, type_, size, line, initial, depth=len(self.frames) - 1,
                             begin=len(self.steps) - 1)
        self.frames[-1]["locals"].append(number)
        if isinstance(value, dict):
            self.set(number, "", value)
        return number

    def end_scope(self, number):
        self.objects[number]["end"] = len(self.steps) - 1
        self.frames[-1]["locals"].remove(number)

    def malloc(self, type_, size, line, initial):
        self.allocations += 1
        number = self.object("heap", f"malloc#{self.allocations}", type_, size, line, initial,
                             begin=len(self.steps) - 1)
        self.event("allocate", object=number)
        return number

    def free(self, number):
        self.objects[number]["end"] = len(self.steps) - 1
        self.event("free", object=number)

    def input(self, name, type_, value, bits, arbitrary=False):
        step = self.steps[-1]
        self.inputs.append({"from": "call", "name": name, "file": step["file"], "line": step["line"], "column": step["column"],
                            "type": type_, "value": str(value), "bits": bits,
                            **({"arbitrary": True} if arbitrary else {})})
        self.event("input", input=len(self.inputs) - 1)

    def set(self, number, path, value):
        change = {"object": number, "value": value}
        if path:
            change["path"] = path
        self.steps[-1].setdefault("changes", []).append(change)

    def pointer(self, number, path="", offset=0):
        target = {"object": number, "offset": offset}
        if path:
            target["path"] = path
        text = f"&{self.objects[number]['name']}{path}"
        return {"text": text, "target": target}

    # The end.

    def fail(self, kind, message, cwe, details):
        self.steps[-1]["matters"] = True
        self.event("fail")
        calls = []
        for depth, frame in enumerate(self.frames):
            last = [step for step in self.steps if step["frame"] is frame][-1]
            calls.append({"function": frame["function"], "file": frame["file"], "line": last["line"],
                          "column": last["column"]})
        calls.reverse()
        steps = [{key: value for key, value in step.items() if key != "frame"} for step in self.steps]
        return {"format": "fathom-evidence", "version": 1, "property": kind, "message": message, "cwe": cwe,
                "place": calls[0], "stack": calls, "details": details, "inputs": self.inputs,
                "objects": self.objects, "steps": steps}


def prop(kind, message, cwe, function, file, line, column, note="", **verdict):
    found = {"kind": kind, "message": message, "note": note, "function": function, "file": file, "line": line,
             "column": column, **(verdict or {"verdict": "proved"})}
    if cwe:
        found["cwe"] = cwe
    return found


def failed(evidence, note=""):
    return {**prop(evidence["property"], evidence["message"], evidence["cwe"], **evidence["place"], note=note),
            "verdict": "failed", "evidence": evidence}


def report(files, outcome, summary, properties, loops=(), assumptions=(), warnings=(), seconds=0.25):
    return {"format": "fathom-report", "version": 1,
            "tool": {"name": "Fathom", "version": "0.1.0",
                     "command": ["fathom", "check", "--html", "report", *files]},
            "program": {"files": list(files), "entry": "main", "directory": "/home/user/project"},
            "outcome": outcome, "summary": summary, "properties": properties, "loops": list(loops),
            "assumptions": list(assumptions), "warnings": list(warnings), "seconds": seconds}


# buffer.c

NO_BUFFER = [(".data", scalar("uninitialised")), (".size", scalar("uninitialised")),
             (".used", scalar("uninitialised"))]


def buffer_free(run, b, matters):
    run.enter("buffer_free", 20, [("b", "struct buffer *", 8, run.pointer(b))], matters=matters)
    run.line(21)
    run.free(run.data)
    run.line(22, matters=matters)
    run.free(b)
    run.leave(23)


def use_after_free():
    run = Recorder("buffer.c")
    size, count = 2, 3
    run.enter("main", 35, matters=True)
    run.input("__VERIFIER_nondet_int", "int", size, "00000002")
    size_variable = run.local("size", "int", 4, 35, scalar(size))
    run.line(36, matters=True)
    run.input("__VERIFIER_nondet_int", "int", count, "00000003")
    run.local("count", "int", 4, 36, scalar(count))
    run.line(37)
    run.input("__VERIFIER_nondet_int", "int", 0, "00000000", arbitrary=True)
    run.local("seed", "int", 4, 37, scalar(0))
    run.line(38, matters=True)
    for _ in range(4):
        run.event("decide", taken=False)
    run.line(40, matters=True)
    b_variable = run.local("b", "struct buffer *", 8, 40, UNSET)

    parameter, = run.enter("buffer_new", 12, [("size", "int", 4, scalar(size))])
    run.line(13, matters=True)
    b = run.malloc("struct buffer", 16, 13, NO_BUFFER)
    run.local("b", "struct buffer *", 8, 13, run.pointer(b))
    run.line(14)
    run.data = run.malloc("char[2]", size, 14, [(f"[{i}]", scalar("uninitialised")) for i in range(size)])
    run.set(b, ".data", run.pointer(run.data))
    run.line(15, matters=True)
    run.set(b, ".size", scalar(size))
    run.line(16, matters=True)
    run.set(b, ".used", scalar(0))
    run.leave(17, run.pointer(b), matters=True)

    run.line(40)
    run.set(b_variable, "", run.pointer(b))
    run.line(41, matters=True)
    i_variable = run.local("i", "int", 4, 41, scalar(0))
    for i in range(count):
        run.line(41, matters=True)
        if i > 0:
            run.set(i_variable, "", scalar(i))
        run.event("decide", taken=True)
        run.event("round", number=i + 1)
        run.line(42, matters=i == 2)
        character = scalar(f"'{chr(ord('a') + i)}'")
        run.enter("buffer_put", 25, [("b", "struct buffer *", 8, run.pointer(b)), ("c", "char", 1, character)])
        run.line(26, matters=True)
        run.event("decide", taken=i == size)
        if i == size:
            run.line(27, matters=True)
            buffer_free(run, b, True)
            run.leave(28, scalar(-1))
        else:
            run.line(30, matters=True)
            run.set(b, ".used", scalar(i + 1))
            run.set(run.data, f"[{i}]", character)
            run.leave(31, scalar(0))
        run.line(42)
    run.line(41)
    run.set(i_variable, "", scalar(count))
    run.event("decide", taken=False)
    run.end_scope(i_variable)
    run.line(43, column=19, matters=True)
    run.local("used", "int", 4, 43, UNSET)
    evidence = run.fail("use-after-free", "memory is used after it was freed", 416,
                        ["a read of 4 bytes at byte 12 of malloc#1, which has 16 bytes",
                         "malloc#1 was allocated at buffer.c:13 and freed at buffer.c:22"])
    overflow = ("signed-overflow", "a signed computation overflows", 190)
    read = ("use-after-free", "memory is used after it was freed", 416)
    bounds = ("out-of-bounds-write", "a write outside of an object", 787)
    properties = [
        prop("null-dereference", "a null pointer is dereferenced", 476, "buffer_new", "buffer.c", 14, 13),
        prop("null-dereference", "a null pointer is dereferenced", 476, "buffer_new", "buffer.c", 15, 13),
        prop(*read, "buffer_free", "buffer.c", 21, 13),
        prop("double-free", "memory is freed twice", 415, "buffer_free", "buffer.c", 22, 5),
        prop(*read, "buffer_put", "buffer.c", 26, 12),
        prop(*overflow, "buffer_put", "buffer.c", 30, 20),
        prop(*bounds, "buffer_put", "buffer.c", 30, 26),
        prop(*overflow, "main", "buffer.c", 41, 36),
        prop(*overflow, "main", "buffer.c", 42, 42),
        failed(evidence),
        prop("double-free", "memory is freed twice", 415, "main", "buffer.c", 44, 5, verdict="unknown",
             reason="every execution that gets here failed before"),
        prop("memory-leak", "memory is not freed at the end", 401, "main", "buffer.c", 45, 5,
             verdict="unreachable"),
    ]
    assert size_variable is not None and parameter is not None
    return report(["buffer.c"], "failed", "1 of 12 properties fails", properties,
                  loops=[{"name": "main.0", "function": "main", "file": "buffer.c", "line": 41, "column": 5,
                          "bound": 8, "complete": True}],
                  assumptions=["malloc never returns a null pointer."], seconds=0.412)


# sum.c

def overflow():
    run = Recorder("sum.c")
    rounds, factor = 1000, 4300
    table = run.glob("table", "int[1000]", 4 * rounds, 6, [(f"[{i}]", scalar(0)) for i in range(rounds)])
    run.enter("main", 13, matters=True)
    run.input("__VERIFIER_nondet_int", "int", factor, f"{factor:08x}")
    run.local("factor", "int", 4, 13, scalar(factor))
    run.line(14, matters=True)
    run.event("decide", taken=False)
    run.event("decide", taken=False)
    run.line(16, matters=True)
    sum_ = run.local("sum", "int", 4, 16, scalar(0))
    total = 0
    run.line(17, matters=True)
    i_variable = run.local("i", "int", 4, 17, scalar(0))
    for i in range(rounds):
        run.line(17, matters=True)
        if i > 0:
            run.set(i_variable, "", scalar(i))
        run.event("decide", taken=True)
        run.event("round", number=i + 1)
        run.line(18)
        run.enter("scaled", 8, [("index", "int", 4, scalar(i)), ("factor", "int", 4, scalar(factor))])
        run.leave(9, scalar(i * factor))
        run.line(18, matters=True)
        if i > 0:
            run.set(table, f"[{i}]", scalar(i * factor))
        run.line(19, column=13, matters=True)
        total += i * factor
        if total > 2147483647:
            break
        if i > 0:
            run.set(sum_, "", scalar(total))
    evidence = run.fail("signed-overflow", "a signed computation overflows", 190,
                        [f"{total - i * factor} + {i * factor} = {total} does not fit in 32 bits"])
    bound = {"verdict": "safe-up-to", "bound": 1000}
    properties = [
        prop("signed-overflow", "a signed computation overflows", 190, "scaled", "sum.c", 9, 18),
        prop("signed-overflow", "a signed computation overflows", 190, "main", "sum.c", 17, 35),
        prop("out-of-bounds-write", "a write outside of an object", 787, "main", "sum.c", 18, 9),
        failed(evidence),
        prop("out-of-bounds-read", "a read outside of an object", 125, "main", "sum.c", 19, 16),
        prop("unmodelled", "something is reached that is not modelled", None, "main", "sum.c", 21, 5,
             note="printf", **bound),
    ]
    return report(["sum.c"], "failed", "1 of 6 properties fails", properties,
                  loops=[{"name": "main.0", "function": "main", "file": "sum.c", "line": 17, "column": 5,
                          "bound": 1000, "complete": False}],
                  warnings=["The search was stopped after 1000 rounds of main.0."], seconds=3.07)


# list.c, main.c

def list_():
    run = Recorder("main.c")
    last_found = run.glob("last_found", "struct node *", 8, 4, [("", NULL)], "list.c")
    heads = []  # the nodes of the list, first to last
    keys, nexts = {}, {}
    no_node = [(".key", scalar("uninitialised")), (".next", scalar("uninitialised"))]

    run.enter("main", 6)
    variable = run.local("list", "struct list", 16, 6, [(".head", NULL), (".length", scalar(0))])
    argument = ("list", "struct list *", 8, run.pointer(variable))
    run.line(7)
    key_variable = run.local("key", "int", 4, 7, scalar(1))

    def push(key):
        run.enter("list_push", 6, [argument, ("key", "int", 4, scalar(key))], "list.c")
        run.line(7, matters=key == 3)
        node = run.malloc("struct node", 16, 7, no_node)
        run.local("node", "struct node *", 8, 7, run.pointer(node))
        run.line(8, matters=key == 3)
        keys[node] = key
        run.set(node, ".key", scalar(key))
        run.line(9)
        nexts[node] = heads[0] if heads else None
        run.set(node, ".next", run.pointer(heads[0]) if heads else NULL)
        run.line(10)
        heads.insert(0, node)
        run.set(variable, ".head", run.pointer(node))
        run.line(11)
        run.set(variable, ".length", scalar(len(heads)))
        run.leave(12)

    for key in range(1, 6):
        run.line(7)
        if key > 1:
            run.set(key_variable, "", scalar(key))
        run.event("decide", taken=True)
        run.event("round", number=key)
        run.line(8)
        push(key)
        run.line(8)
    run.line(7)
    run.set(key_variable, "", scalar(6))
    run.event("decide", taken=False)
    run.end_scope(key_variable)

    run.line(9)
    three = run.local("three", "struct node *", 8, 9, UNSET)
    run.enter("list_find", 14, [argument, ("key", "int", 4, scalar(3))], "list.c")
    run.line(15)
    run.event("decide", taken=False)
    run.line(17)
    node_variable = run.local("node", "struct node *", 8, 17, run.pointer(heads[0]))
    for number, node in enumerate(heads):
        run.line(17, matters=True)
        if number > 0:
            run.set(node_variable, "", run.pointer(node))
        run.event("decide", taken=True)
        run.event("round", number=number + 1)
        run.line(18, matters=True)
        run.event("decide", taken=keys[node] == 3)
        if keys[node] == 3:
            break
    run.line(19, matters=True)
    run.set(last_found, "", run.pointer(node))
    run.line(20)
    run.leave(24, run.pointer(node))
    run.line(9)
    run.set(three, "", run.pointer(node))
    run.line(10)
    run.event("decide", taken=True)
    run.event("decide", taken=True)

    run.line(11, matters=True)
    run.enter("list_remove", 26, [argument, ("key", "int", 4, scalar(3))], "list.c")
    run.line(27)
    link = run.local("link", "struct node **", 8, 27, run.pointer(variable, ".head"))
    for number, node in enumerate(heads):
        run.line(28)
        run.event("decide", taken=True)
        run.event("decide", taken=keys[node] != 3)
        if keys[node] == 3:
            break
        run.event("round", number=number + 1)
        run.line(29)
        run.set(link, "", run.pointer(node, ".next", 8))
    run.line(30)
    run.event("decide", taken=False)
    run.line(32, matters=True)
    run.local("gone", "struct node *", 8, 32, run.pointer(node))
    run.line(33)
    run.set(heads[number - 1], ".next", run.pointer(nexts[node]))
    run.line(34, matters=True)
    run.free(node)
    run.line(35)
    run.set(variable, ".length", scalar(4))
    run.leave(36)
    run.line(12)
    run.event("decide", taken=True)
    run.line(13, matters=True)
    run.enter("list_find", 14, [argument, ("key", "int", 4, scalar(3))], "list.c")
    run.line(15, column=43, matters=True)
    run.event("decide", taken=True)
    evidence = run.fail("use-after-free", "memory is used after it was freed", 416,
                        ["a read of 4 bytes at byte 0 of malloc#3, which has 16 bytes",
                         "malloc#3 was allocated at list.c:7 and freed at list.c:34"])
    used = ("use-after-free", "memory is used after it was freed", 416)
    null = ("null-dereference", "a null pointer is dereferenced", 476)
    asserted = ("assertion", "an assertion does not hold", 617)
    properties = [
        prop(*null, "list_push", "list.c", 8, 11),
        prop("signed-overflow", "a signed computation overflows", 190, "list_push", "list.c", 11, 17),
        failed(evidence),
        prop(*null, "list_find", "list.c", 18, 19),
        prop(*used, "list_find", "list.c", 18, 19),
        prop(*null, "list_remove", "list.c", 28, 37),
        prop("double-free", "memory is freed twice", 415, "list_remove", "list.c", 34, 5),
        prop(*asserted, "main", "main.c", 10, 5, "three != NULL && three->key == 3"),
        prop(*asserted, "main", "main.c", 12, 5, "list.length == 4"),
        prop(*asserted, "main", "main.c", 14, 5, "three == NULL", verdict="unreachable"),
    ]
    loops = [{"name": name, "function": name.split(".")[0], "file": file, "line": line, "column": 5,
              "bound": bound, "complete": True}
             for name, file, line, bound in [("list_find.0", "list.c", 17, 3), ("list_remove.0", "list.c", 28, 2),
                                             ("main.0", "main.c", 7, 5)]]
    return report(["main.c", "list.c"], "failed", "1 of 10 properties fails", properties, loops,
                  ["malloc never returns a null pointer."])


SAMPLES = {"use_after_free": use_after_free, "overflow": overflow, "list": list_}

# The other is a megabyte.
KEPT = ["use_after_free", "list"]


def text(sample):
    """JSON with a line for each property, object and step, so that changes can be read."""
    lines = json.dumps(sample, ensure_ascii=False, separators=(",", ":"))
    for opening in ('{"kind":', '{"function":', '"inputs":', '"objects":', '"steps":', '"properties":', '"loops":'):
        lines = lines.replace(opening, "\n" + opening)
    return lines + "\n"


def write(name, out):
    """A folder with the report and the source."""
    (out / name).mkdir(parents=True, exist_ok=True)
    (out / name / "report.json").write_text(text(SAMPLES[name]()), encoding="utf-8")
    for source in (HERE / name).glob("*.[ch]"):
        if out != HERE:
            shutil.copy(source, out / name)


def main():
    if len(sys.argv) > 1:
        for name in SAMPLES:
            write(name, pathlib.Path(sys.argv[1]))
    else:
        for name in KEPT:
            write(name, HERE)


if __name__ == "__main__":
    main()
