"""The regression tests of CBMC (its folder regression/cbmc) that mean the same in plain C."""

import re
import shlex

from .common import LENIENT, Reject, Task, compiles, verdict

NAME = "CBMC"

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
# Failures of CBMC's own that no check of Fathom's finds.
OWN_FAILURES = re.compile(r"unwind|recursion|pointer_primitives|no-body|no body|R_OK|W_OK|POINTER_OBJECT")


def task(description, root, clang, scratch):
    lines = [line.rstrip() for line in description.read_text(errors="replace").splitlines()]
    lines = [line for line in lines if not line.startswith("//")] + ["", "", ""]
    if lines[0].split()[:1] not in (["CORE"], ["THOROUGH"]):
        raise Reject("are known to fail in CBMC, or are for later (KNOWNBUG, FUTURE)")
    folder = description.parent
    names, flags, checks, settings = settings_of(lines[1], lines[2], folder)
    patterns = lines[3:lines.index("--", 3)] if "--" in lines[3:] else lines[3:]
    safe = verdict(patterns)
    files = [folder / name for name in names]
    if not files or any(file.suffix not in (".c", ".i") or not file.exists() for file in files):
        raise Reject("are not C programs")
    text = "\n".join(file.read_text(errors="replace") for file in files)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    meaning(text, patterns, safe, checks, settings)

    flags += ["--cflags", " ".join(LENIENT)]
    if all(file.suffix == ".c" for file in files):  # preprocessed files include nothing
        flags += ["--include", str(scratch.write(header(text), ".h"))]
    compiles(clang, files, flags)

    kinds = [] if "no-assertions" in settings else list(USER_ASSERTIONS)
    kinds += [] if "no-built-in-assertions" in settings else LIBRARY_ASSERTIONS
    kinds += [kind for check in checks for kind in CBMC_CHECKS[check]]
    flags += ["--no-check", "all", "--check", ",".join(sorted(set(kinds)))]
    row = "standard checks" if "pointer-check" in checks and "bounds-check" in checks else "fewer checks"
    if set(checks) - set(STANDARD_CHECKS):
        row = "more checks"
    return Task(str(description.relative_to(root)), row, [str(file) for file in files], safe, flags)


def settings_of(file, line, folder):
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


def meaning(text, patterns, safe, checks, settings):
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


def header(text):
    """Declares what CBMC knows by itself and the program uses without declaring it."""
    lines = []
    for name, declaration in DECLARATIONS.items():
        declared = rf"\b(void|int|_Bool|bool|__CPROVER_bool)\s+__CPROVER_{name}\s*\(|typedef[^;]*__CPROVER_{name}\s*;"
        if re.search(rf"\b__CPROVER_{name}\b", text) and not re.search(declared, text):
            lines.append(declaration)
    if re.search(r"\bassert\s*\(", text) and not re.search(r"<assert\.h>|<cassert>|define\s+assert\b", text):
        lines.append("#include <assert.h>")
    return "\n".join(lines) + "\n"


