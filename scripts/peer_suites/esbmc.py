"""The regression tests of ESBMC (its folder regression, or some of the folders in it) whose options map to ours."""

import re
import shlex

from .common import LENIENT, Reject, Task, compiles, verdict

NAME = "ESBMC"

# What ESBMC looks at, and the kinds of Fathom that say the same.
KINDS = {
    "assertions": ["assertion", "error-reached"],
    "bounds": ["array-index", "out-of-bounds-read", "out-of-bounds-write"],
    "pointer": ["null-dereference", "out-of-bounds-read", "out-of-bounds-write", "wild-pointer", "use-after-free",
                "use-after-scope", "use-after-return", "invalid-call", "invalid-free", "double-free",
                "mismatched-free"],
    "align": ["misaligned-access"],
    "div-by-zero": ["division-by-zero"],
    "vla-size": ["array-size"],
    "library": ["overlapping-copy", "unreachable", "invalid-argument"],
    "overflow": ["signed-overflow", "shift-amount", "shift-overflow"],
    "unsigned-overflow": ["unsigned-overflow", "shift-amount"],
    "ub-shift": ["shift-amount", "shift-overflow"],
    "memory-leak": ["memory-leak"],
    "lost-memory": ["lost-memory"],
    "pointer-relation": ["pointer-comparison"],
}
STANDARD = ["assertions", "bounds", "pointer", "align", "div-by-zero", "vla-size", "library", "pointer-relation"]

# Options that change how ESBMC works or what it prints beside the verdict, with their number of arguments.
NEUTRAL = {
    "--64": 0, "--little-endian": 0, "--floatbv": 0, "--verbosity": 1, "--timeout": 1, "--memlimit": 1,
    "--z3": 0, "--boolector": 0, "--bitwuzla": 0, "--cvc4": 0, "--cvc5": 0, "--mathsat": 0, "--yices": 0,
    "--smt-during-symex": 0, "--smt-formula-too": 0, "--tuple-node-flattener": 0, "--tuple-sym-flattener": 0,
    "--array-flattener": 0, "--bv": 0, "--no-slice": 0, "--no-simplify": 0, "--no-propagation": 0,
    "--no-slice-name": 1, "--no-slice-id": 1, "--slice-assumes": 0, "--incremental-bmc": 0, "--falsification": 0,
    "--k-induction": 0, "--k-induction-parallel": 0, "--k-step": 1, "--max-k-step": 1, "--unlimited-k-steps": 0,
    "--max-inductive-step": 1, "--base-k-step": 1, "--interval-analysis": 0, "--goto-contractor": 0,
    "--add-symex-value-sets": 0, "--goto-unwind": 0, "--unlimited-goto-unwind": 0, "--state-hashing": 0,
    "--multi-property": 0, "--parallel-solving": 0, "--compact-trace": 0, "--result-only": 0, "--all-witnesses": 0,
    "--max-witnesses": 1, "--witness-output": 1, "--witness-output-graphml": 1, "--witness-output-yaml": 1,
    "--sarif-output": 1, "--context-bound": 1, "--irep2-bodies": 0, "--irep2-native-body": 0,
    "--clang-c-irep2-adjust-only": 0, "--enable-unreachability-intrinsic": 0,
    "--force-realloc-success": 0, "--symex-trace": 0, "--ssa-trace": 0, "--gcse": 0, "--no-cache-asserts": 0,
    "--cache-asserts": 0, "--ssa-features-dump": 0, "--loop-invariant": 0, "--generate-testcase": 0,
    "--no-unwinding-assertions": 0,
}
LANGUAGE = {"--32": ["-m32"], "--unsigned-char": ["--cflags", "-funsigned-char"]}
REJECTED = {
    "prints something else": r"--(show-|list-|goto-functions-only|symbol-table|parse-tree|dump|output|version|help|"
                             r".*coverage|condition-|branch-|dead-|binary|preprocess|program-only|quiet)",
    "begins elsewhere than at main": r"--(function|func|class)",
    "another machine": r"--?(big-endian|16|i386|ppc|os|win|cheri)",
    "a part of the properties": r"--(property|claim|error-label|assertion)",
    "a check that Fathom does not have": r"--(stack-limit|nan|data-races|deadlock|lock|atomicity|struct-fields|excessive|uninit"
                                         r"|printf|overflow-check-|conversion|is-instance)",
    "another meaning": r"--(ir|fixedbv|fpbv|round|partial-loops|no-library|malloc-zero|contract|enforce|replace|assume"
                       r"|gcc-nested|nondet|initialize|depth|termination|no-abnormal|conv|inductive|forward|base-case"
                       r"|stubs|old-frontend|unsigned-int|abstract|ub|no-return)",
}
ALLOWED_NAMES = {"assume", "assert"}
DECLARATIONS = {"assume": "void __ESBMC_assume(_Bool);", "assert": "void __ESBMC_assert(_Bool, const char *);"}
# What `nondet_…` returns if the program does not say it.
RESULTS = {
    "int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long", "short": "short",
    "ushort": "unsigned short", "char": "char", "uchar": "unsigned char", "schar": "signed char", "bool": "_Bool",
    "float": "float", "double": "double",
}


def task(description, root, clang, scratch):
    lines = [line.rstrip() for line in description.read_text(errors="replace").splitlines()] + ["", "", ""]
    if lines[0].split()[:1] not in (["CORE"], ["THOROUGH"]):
        raise Reject("are known to fail in ESBMC, or are for later (KNOWNBUG, FUTURE)")
    folder = description.parent
    names, flags, checks, settings = settings_of(lines[1].strip(), lines[2], folder)
    safe = verdict(lines[3:])
    files = [folder / name for name in names]
    if not files or any(file.suffix not in (".c", ".i") or not file.is_file() for file in files):
        raise Reject("are not C programs")
    text = "\n".join(file.read_text(errors="replace") for file in files)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    meaning(text, lines[3:], safe, settings)

    flags += ["--cflags", " ".join(LENIENT)]
    if "malloc-may-fail" in settings:
        flags.append("--malloc-may-fail")
    if all(file.suffix == ".c" for file in files):  # preprocessed files include nothing
        flags += ["--include", str(scratch.write(header(text), ".h"))]
    compiles(clang, files, [flag for flag in flags if flag != "--malloc-may-fail"])

    kinds = sorted({kind for check in checks for kind in KINDS[check]})
    flags += ["--no-check", "all", "--check", ",".join(kinds)]
    return Task(str(description.relative_to(root)), folder.parent.name, [str(file) for file in files], safe, flags)


def settings_of(file, line, folder):
    """Source files, options for Fathom, checks that are on, and other settings."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise Reject("have options that are no shell words") from None
    files, flags = [file], []
    checks = set(["assertions"] if "--no-standard-checks" in words else STANDARD)
    settings = {"malloc-may-fail", "unwinding-assertions"}
    if "--no-unwinding-assertions" in words:
        settings.discard("unwinding-assertions")
    reachable = "--no-reachable-memory-leak" not in words
    while words:
        word, _, value = words.pop(0).partition("=")
        check = re.fullmatch(r"--no-([a-z-]+?)(-check)?", word)
        if word == "--no-assertions":  # then a failed assertion goes on, which in C it does not
            raise Reject("have options: another meaning")
        if word.startswith(("-D", "-I")):
            whole = word[2:] + ("=" + value if value else "") or (words.pop(0) if words else "")
            flags.append("-D" + whole if word.startswith("-D") else "-I" + str(folder / whole))
        elif word.startswith("-W") or word in ("--no-standard-checks", "--no-reachable-memory-leak"):
            pass
        elif word in NEUTRAL:
            del words[:0 if value else NEUTRAL[word]]
        elif word in LANGUAGE:
            flags += LANGUAGE[word]
        elif word == "--std":
            flags.append("-std=" + (value or (words.pop(0) if words else "")))
        elif word in ("--unwind", "--unwindset", "--unwindsetname"):
            settings.add("unwind")
            del words[:0 if value else 1]
        elif word == "--force-malloc-success":
            settings.discard("malloc-may-fail")
        elif word == "--memory-leak-check":
            checks.add("memory-leak" if reachable else "lost-memory")
        elif word in ("--overflow-check", "--unsigned-overflow-check", "--ub-shift-check"):
            checks.add(word[2:].removesuffix("-check"))
        elif check and check[1] in KINDS:
            checks.discard(check[1])
        elif word.startswith("-"):
            for reason, regex in REJECTED.items():
                if re.match(regex, word):
                    raise Reject(f"have options: {reason}")
            raise Reject("have options: not known to this script")
        else:
            files.append(word)
    return files, flags, sorted(checks), settings


def meaning(text, patterns, safe, settings):
    """Rejects what means something else in ESBMC than in C."""
    if set(re.findall(r"__ESBMC_(\w+)", text)) - ALLOWED_NAMES:
        raise Reject("use more of ESBMC's language than assume and assert")
    if "pthread" in text or "thrd_" in text or "__ESBMC_atomic" in text:
        raise Reject("have threads")
    if not re.search(r"\bmain\s*\(", text):
        raise Reject("have no main")
    if safe and "unwind" in settings and "unwinding-assertions" not in settings:
        raise Reject("hold only up to ESBMC's bound")
    if not safe and "unwind" in settings and "unwinding-assertions" in settings:
        raise Reject("fail, perhaps only because ESBMC's bound is too low")
    if safe and re.search(r"#\s*pragma\s+(clang\s+loop\s+)?unroll|#\s*pragma\s+GCC\s+unroll", text):
        raise Reject("hold only up to ESBMC's bound")
    if not safe and any("unwinding assertion" in line for line in patterns):
        raise Reject("fail because ESBMC's bound is too low")


def header(text):
    """Declares what ESBMC knows by itself and the program uses without declaring it."""
    lines = []
    for name, declaration in DECLARATIONS.items():
        declared = rf"\b(void|int|_Bool|bool)\s+__ESBMC_{name}\s*\("
        if re.search(rf"\b__ESBMC_{name}\b", text) and not re.search(declared, text):
            lines.append(declaration)
    for name in sorted(set(re.findall(r"\b((?:__VERIFIER_)?nondet_\w+)\s*\(\s*\)", text))):
        result = RESULTS.get(name.removeprefix("__VERIFIER_").removeprefix("nondet_"))
        if result and not re.search(rf"\w[\s*]+{name}\s*\(\s*(void)?\s*\)\s*[;,{{]", re.sub(rf"\breturn\s+{name}", "", text)):
            lines.append(f"{result} {name}();")
    if re.search(r"\bassert\s*\(", text) and not re.search(r"<assert\.h>|define\s+assert\b|\bassert\s*\([^)]*\w+ ", text):
        lines.append("#include <assert.h>")
    return "\n".join(lines) + "\n"
