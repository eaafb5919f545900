#!/usr/bin/env python3
"""Compares `fathom smt` with other SMT solvers on random scripts in QF_BV, QF_ABV, QF_UFBV and QF_AUFBV.

    smt_fuzz.py 100000 --fathom target/release/fathom --z3 PATH --yices PATH

A script holds many small formulas (each in a push and pop, or between resets), one formula, or an
incremental session with nested push and pop, check-sat-assuming and values. Every answer of Fathom is
compared with those of z3 and yices-smt2. Where Fathom says sat, the values it gives (get-value, get-model)
are asserted and z3 must find that satisfiable; where check-sat-assuming is unsat, z3 must confirm that the
assumptions of get-unsat-assumptions do not hold together. Queries are made to be easy: a peer that needs
longer than the time limit is left out, Fathom that does is reported.

What differs is kept in --keep: the script, a shrunk one, and a note of what each solver said. Scripts
depend on --seed and their number alone, so `--seed S --script N` repeats script N of seed S. Exit code 1
tells that something was found.

How formulas are made to be on the border of sat and unsat: equations remove as many bits of freedom as
they are wide, so assertions are added until about as many bits are removed as the variables have
(`Formula.system`); and two sides of an identity, one of them perhaps changed a little, are claimed to
differ (`Formula.identity`).
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

LOGICS = {"bv": ["QF_BV"], "abv": ["QF_ABV"], "ufbv": ["QF_UFBV"],
          "all": ["QF_BV", "QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV"]}
WORD_WIDTHS = [31, 32, 33, 63, 64, 65, 127, 128, 129]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=1000, help="how many queries, about (default: 1000)")
    parser.add_argument("--fathom", default="target/release/fathom", metavar="COMMAND",
                        help="the fathom binary, or any command line that a file name can follow")
    parser.add_argument("--z3", help="default: the one on PATH")
    parser.add_argument("--yices", help="default: yices-smt2 on PATH")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--script", type=int, metavar="N", help="only script N of the seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--time-limit", type=float, default=10, metavar="SECONDS", help="for a query (default: 10)")
    parser.add_argument("--profile", choices=LOGICS, default="all")
    parser.add_argument("--dialect", choices=["2.6", "2.7"], default="2.7",
                        help="2.6: no overflow predicates and no constant arrays for fathom")
    parser.add_argument("--no-models", action="store_true", help="ask for no values, models and assumptions")
    parser.add_argument("--partial-models", action="store_true",
                        help="get-model may leave symbols out, as that of z3 does")
    parser.add_argument("--max-failures", type=int, default=10, help="stop after so many (default: 10)")
    parser.add_argument("--shrink-seconds", type=float, default=30,
                        help="for a failure, of the first five (default: 30)")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("target/smt-differences"))
    parser.add_argument("--print", action="store_true", help="only print the scripts that Fathom would get")
    options = parser.parse_args()
    options.fathom = shlex.split(options.fathom)
    if len(options.fathom) == 1 and os.path.basename(options.fathom[0]) == "fathom":
        options.fathom.append("smt")
    options.z3 = shutil.which(options.z3 or "z3")
    options.yices = shutil.which(options.yices or "yices-smt2")
    if options.print:
        return options
    if not shutil.which(options.fathom[0]):
        sys.exit(f"smt_fuzz.py: {options.fathom[0]} does not exist; run `make build`")
    if not options.z3 and not options.yices:
        sys.exit("smt_fuzz.py: there is neither z3 nor yices-smt2 to compare with (--z3, --yices)")
    if not options.z3:
        print("no z3: values and unsat assumptions are not checked", file=sys.stderr)
    if not options.yices:
        print("no yices-smt2: z3 alone is compared with", file=sys.stderr)
    return options


# --- Terms. A sort is 0 (Bool), a width (bit-vector) or a pair of widths (array).

BOOL = 0


class Term:
    """An operator with arguments. `index` holds what else the text needs: numerals, a name, a value."""

    __slots__ = ("op", "args", "sort", "index")

    def __init__(self, op, args, sort, index=()):
        self.op, self.args, self.sort, self.index = op, args, sort, index


def variable(name, sort):
    return Term("var", (), sort, (name,))


def constant(value, width, spelling="#b"):
    if width == BOOL:
        return Term("const", (), BOOL, (bool(value), ""))
    return Term("const", (), width, (value % (1 << width), spelling))


COMPARISONS = ["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"]
OVERFLOWS = ["bvnego", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo"]
CONNECTIVES = ["and", "or", "xor", "=>", "not"]
PREDICATES = set(COMPARISONS + OVERFLOWS + CONNECTIVES + ["=", "distinct"])
LOGICAL = ["bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor"]
SHIFTS = ["bvshl", "bvlshr", "bvashr"]
DIVISIONS = ["bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"]
LEFT_ASSOCIATIVE = {"bvand", "bvor", "bvxor", "bvadd", "bvmul"}


def op(name, *args, index=()):
    """An application, with its sort worked out."""
    first = args[0].sort
    if name in PREDICATES:
        sort = BOOL
    elif name == "concat":
        sort = first + args[1].sort
    elif name == "extract":
        sort = index[0] - index[1] + 1
    elif name in ("zero_extend", "sign_extend"):
        sort = first + index[0]
    elif name == "repeat":
        sort = first * index[0]
    elif name == "bvcomp":
        sort = 1
    elif name == "select":
        sort = first[1]
    elif name == "ite":
        sort = args[1].sort
    else:
        sort = first
    return Term(name, args, sort, index)


def extract(high, low, term):
    return op("extract", term, index=(high, low))


def sort_text(sort):
    if sort == BOOL:
        return "Bool"
    if isinstance(sort, tuple):
        return f"(Array {sort_text(sort[0])} {sort_text(sort[1])})"
    return f"(_ BitVec {sort})"


# What each overflow predicate means, for solvers that do not know it; a and b are bound to the arguments.
EXPANSIONS = {
    "bvnego": lambda w: f"(= a {binary(1 << w - 1, w)})",
    "bvuaddo": lambda w: f"(= #b1 ((_ extract {w} {w}) (bvadd ((_ zero_extend 1) a) ((_ zero_extend 1) b))))",
    "bvusubo": lambda w: "(bvult a b)",
    "bvsaddo": lambda w: signed_overflow("bvadd", w),
    "bvssubo": lambda w: signed_overflow("bvsub", w),
    "bvumulo": lambda w: f"(distinct {binary(0, w)} ((_ extract {2 * w - 1} {w})"
                         f" (bvmul ((_ zero_extend {w}) a) ((_ zero_extend {w}) b))))",
    "bvsmulo": lambda w: f"(let ((c (bvmul ((_ sign_extend {w}) a) ((_ sign_extend {w}) b))))"
                         f" (distinct c ((_ sign_extend {w}) ((_ extract {w - 1} 0) c))))",
    "bvsdivo": lambda w: f"(and (= a {binary(1 << w - 1, w)}) (= b (bvnot {binary(0, w)})))",
}


def binary(value, width):
    return f"#b{value:0{width}b}"


def signed_overflow(name, width):
    return (f"(let ((c ({name} ((_ sign_extend 1) a) ((_ sign_extend 1) b))))"
            f" (distinct ((_ extract {width} {width}) c) ((_ extract {width - 1} {width - 1}) c)))")


class Dialect:
    """What a solver knows, and `yices`: what yices-smt2 2.6.5 gets wrong is written in another way for it.

    It forgets to take a shadowed name off its table when a let binds several symbols, so let-bound symbols get
    names of their own; after an unsat check-sat-assuming it may call unsatisfiable assertions sat, so
    assumptions are asserted between a push and a pop; and it crashes after many resets, so it gets none.
    """

    def __init__(self, overflow, const_arrays, yices=False):
        self.overflow, self.const_arrays, self.yices = overflow, const_arrays, yices


Z3 = Dialect(overflow=True, const_arrays=True)
YICES = Dialect(overflow=False, const_arrays=False, yices=True)


def text(term, dialect, names=None):
    """The SMT-LIB text of a term. `names` renames let-bound symbols."""
    kind, args, index = term.op, term.args, term.index
    if kind == "var":
        return names.get(index[0], index[0]) if names else index[0]
    if kind == "const":
        value, spelling = index
        if term.sort == BOOL:
            return "true" if value else "false"
        if spelling == "bv":
            return f"(_ bv{value} {term.sort})"
        if spelling == "#x" and term.sort % 4 == 0:
            return f"#x{value:0{term.sort // 4}x}"
        return binary(value, term.sort)
    if kind == "let":
        inner = names
        new = index
        if dialect.yices:
            used = (names or {}).get("#", 0)  # no symbol, so free to count in
            new = [f"let!{used + number}" for number in range(len(index))]
            inner = {**(names or {}), **dict(zip(index, new)), "#": used + len(index)}
        bindings = " ".join(f"({name} {text(bound, dialect, names)})" for name, bound in zip(new, args))
        return f"(let ({bindings}) {text(args[-1], dialect, inner)})"
    parts = [text(arg, dialect, names) for arg in args]
    if kind == "!":
        return f"(! {parts[0]} :named {index[0]})"
    if kind == "const-array":
        return f"((as const {sort_text(term.sort)}) {parts[0]})"
    if kind in EXPANSIONS and not dialect.overflow:
        bindings = " ".join(f"({name} {part})" for name, part in zip("ab", parts))
        return f"(let ({bindings}) {EXPANSIONS[kind](args[0].sort)})"
    if index:
        return f"((_ {kind} {' '.join(map(str, index))}) {' '.join(parts)})"
    return f"({kind} {' '.join(parts)})"


def subterms(term):
    yield term
    for arg in term.args:
        yield from subterms(arg)


def replaced(term, old, new):
    if term is old:
        return new
    if not term.args:
        return term
    args = tuple(replaced(arg, old, new) for arg in term.args)
    return term if all(a is b for a, b in zip(args, term.args)) else Term(term.op, args, term.sort, term.index)


# --- Scripts: blocks of commands, which are tuples.
#
#   ("declare", name, argument sorts, sort, as constant?)   ("define", name, ((parameter, sort)…), sort, body)
#   ("sort", name, sort)     ("assert", term)     ("push", n)     ("pop", n)
#   ("query", number, literals or None, terms to get the values of, get the model?)

class Script:
    """`style` says what separates the blocks: "push", "reset", or nothing ("single", "incremental")."""

    def __init__(self, style, logic, blocks, global_declarations=False):
        self.style, self.logic, self.blocks, self.global_declarations = style, logic, blocks, global_declarations

    def queries(self):
        return [command for block in self.blocks for command in block if command[0] == "query"]


def command_terms(command):
    """The terms in a command."""
    if command[0] == "assert":
        return [command[1]]
    if command[0] == "define":
        return [command[4]]
    if command[0] == "query":
        return list(command[3])
    return []


def uses_const_arrays(block):
    return any(term.op == "const-array" for command in block for root in command_terms(command)
               for term in subterms(root))


def literal_text(literal):
    name, positive = literal
    return name if positive else f"(not {name})"


def write(script, dialect, reports=None, checks=None):
    """The text of a script in a dialect, without the blocks that the dialect cannot say.

    An echo of @ and the number of a query stands before the query and all that only leads to it, so that every
    response tells where it belongs. A query asks for the values and so on if `reports` maps its number to "sat" or
    "unsat". If `checks` is given, it holds by query number the commands that replace it.
    """
    header = ["(set-option :print-success false)"]
    if reports is not None:
        header += ["(set-option :produce-models true)", "(set-option :produce-unsat-assumptions true)"]
    if script.global_declarations:
        header.append("(set-option :global-declarations true)")
    header.append(f"(set-logic {script.logic})")
    style = "push" if script.style == "reset" and dialect.yices else script.style
    lines = [] if style == "reset" else list(header)
    for block in script.blocks:
        if not dialect.const_arrays and uses_const_arrays(block):
            continue
        if style == "push":
            lines.append("(push 1)")
        elif style == "reset":
            lines += ["(reset)"] * bool(lines) + header
        marks = [f'(echo "@{command[1]}")' for command in block if command[0] == "query"]
        lines += marks[:1]
        for command in block:
            kind = command[0]
            if kind == "declare":
                _, name, parameters, sort, as_constant = command
                if as_constant:
                    lines.append(f"(declare-const {name} {sort if isinstance(sort, str) else sort_text(sort)})")
                else:
                    lines.append(f"(declare-fun {name} ({' '.join(map(sort_text, parameters))}) "
                                 f"{sort if isinstance(sort, str) else sort_text(sort)})")
            elif kind == "define":
                _, name, parameters, sort, body = command
                written = " ".join(f"({parameter} {sort_text(of)})" for parameter, of in parameters)
                lines.append(f"(define-fun {name} ({written}) {sort_text(sort)} {text(body, dialect)})")
            elif kind == "sort":
                lines.append(f"(define-sort {command[1]} () {sort_text(command[2])})")
            elif kind == "assert":
                lines.append(f"(assert {text(command[1], dialect)})")
            elif kind in ("push", "pop"):
                lines.append(f"({kind} {command[1]})")
            else:
                write_query(command, lines, dialect, reports, checks)
                marks.pop(0)
                lines += marks[:1]
        if style == "push":
            lines.append("(pop 1)")
    return "\n".join(lines) + "\n"


def check_text(literals):
    if literals is None:
        return "(check-sat)"
    return f"(check-sat-assuming ({' '.join(map(literal_text, literals))}))"


def write_query(command, lines, dialect, reports, checks):
    _, number, literals, terms, model = command
    if checks is not None:
        lines.extend(checks.get(number, ()))
        return
    if dialect.yices and literals:
        lines += ["(push 1)", *(f"(assert {literal_text(literal)})" for literal in literals), "(check-sat)", "(pop 1)"]
        return
    lines.append("(check-sat)" if dialect.yices else check_text(literals))
    expected = (reports or {}).get(number)
    if expected == "sat":
        if terms:
            lines.append(f"(get-value ({' '.join(text(term, dialect) for term in terms)}))")
        if model:
            lines.append("(get-model)")
    elif expected == "unsat" and literals is not None:
        lines.append("(get-unsat-assumptions)")


# --- Random formulas.

def power_of_two_near(rng, width):
    return (1 << rng.randrange(width)) + rng.choice([-1, 0, 0, 1])


class Formula:
    """Generates the terms of one formula or session: the symbols in scope, and what is still affordable."""

    def __init__(self, rng, logic, dialect, prefix=""):
        self.rng, self.logic, self.dialect, self.prefix = rng, logic, dialect, prefix
        self.has_arrays = logic in ("QF_ABV", "QF_AUFBV")
        self.has_functions = logic in ("QF_UFBV", "QF_AUFBV")
        self.const_arrays = dialect.const_arrays and self.has_arrays and rng.random() < 0.15
        self.scope = {}  # name to sort
        self.functions = []  # (name, sorts of parameters, sort)
        self.commands = []
        self.open = 0  # how many binders are around: a named term must have no bound variables
        self.effort = 260  # bit operations that multiplications and divisions may still cost
        self.count = 0

    # Symbols

    def fresh(self, stem):
        self.count += 1
        name = f"{self.prefix}{stem}{self.count}"
        kind = self.rng.random()
        if kind < 0.06:
            return f"|{name} {self.rng.choice(['a b', '(', ');', 'let', '#b0', chr(34)])}|"
        if kind < 0.1:
            return name + self.rng.choice("!~$%^&*_-+=<>.?/")
        return name

    def spelled(self, name):
        """A use of a name: x and |x| are the same symbol."""
        return f"|{name}|" if self.rng.random() < 0.03 and name[0] != "|" and not self.open else name

    def declare(self, sort, stem="x"):
        name = self.fresh(stem)
        self.scope[name] = sort
        shown = sort
        if self.rng.random() < 0.04:
            shown = self.fresh("S")
            self.commands.append(("sort", shown, sort))
        self.commands.append(("declare", name, (), shown, self.rng.random() < 0.6))
        return name

    def width(self):
        kind = self.rng.random()
        if kind < 0.66:
            return self.rng.randint(1, 8)
        if kind < 0.8:
            return self.rng.randint(9, 30)
        if kind < 0.94:
            return self.rng.choice(WORD_WIDTHS)
        return self.rng.randint(1, 130)

    def declarations(self):
        """A few symbols; returns the bits of freedom they have, arrays and functions aside."""
        rng = self.rng
        main = self.width()
        self.widths = [main]
        if rng.random() < 0.35:
            self.widths.append(max(1, min(130, rng.choice([main + 1, main - 1, 2 * main, main // 2, self.width()]))))
        self.main = main
        names = [self.declare(main) for _ in range(rng.choice([1, 2, 2, 2, 3]))]
        names += [self.declare(width) for width in self.widths[1:] if rng.random() < 0.7]
        names += [self.declare(BOOL, "p") for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        self.array_sorts = []
        if self.has_arrays:
            index = rng.choice([rng.randint(1, 4), rng.choice(self.widths)])
            self.array_sorts = [(index, rng.choice(self.widths))]
            if rng.random() < 0.2:
                self.array_sorts.append((rng.choice(self.widths), self.width()))
            for sort in self.array_sorts:
                for _ in range(rng.choice([1, 1, 2, 2, 3])):
                    self.declare(sort, "a")
        if self.has_functions:
            for _ in range(rng.choice([1, 1, 2])):
                sorts = tuple(rng.choice([*self.widths, *self.widths, BOOL]) for _ in range(rng.choice([1, 1, 2, 3])))
                name, sort = self.fresh("f"), rng.choice([*self.widths, *self.widths, BOOL])
                self.functions.append((name, sorts, sort))
                self.commands.append(("declare", name, sorts, sort, False))
        if rng.random() < 0.2:
            self.define()
        return sum(max(1, self.scope[name]) for name in names)

    def define(self):
        """A define-fun, with parameters or none."""
        rng = self.rng
        name, sort = self.fresh("d"), rng.choice([*self.widths, BOOL])
        pool = [*self.widths, BOOL, *self.array_sorts]
        parameters = tuple((self.fresh("u"), rng.choice(pool)) for _ in range(rng.choice([0, 1, 1, 2, 3])))
        saved, self.scope = self.scope, {**self.scope, **dict(parameters)}
        self.open += 1
        body = self.term(sort, 2)
        self.open -= 1
        self.scope = saved
        self.commands.append(("define", name, parameters, sort, body))
        if parameters:
            self.functions.append((name, tuple(of for _, of in parameters), sort))
        else:
            self.scope[name] = sort

    # Terms

    def term(self, sort, depth):
        if sort == BOOL:
            return self.boolean(depth)
        if isinstance(sort, tuple):
            return self.array(sort, depth)
        return self.vector(sort, depth)

    def symbol(self, sort):
        names = [name for name, of in self.scope.items() if of == sort]
        return variable(self.spelled(self.rng.choice(names)), sort) if names else None

    def literal(self, width):
        rng = self.rng
        if rng.random() < 0.5:
            value = rng.choice([0, 1, -1, 1 << width - 1, (1 << width - 1) - 1, power_of_two_near(rng, width)])
        else:
            value = rng.getrandbits(width)
        return constant(value, width, rng.choice(["#b", "#x", "bv"]))

    def leaf(self, width):
        """A symbol of this width, a part or an extension of another, or a constant."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.75 and (found := self.symbol(width)):
            return found
        others = [(name, of) for name, of in self.scope.items() if isinstance(of, int) and of > 0]
        if kind < 0.85 and others:
            return self.fitted(variable(*rng.choice(others)), width)
        return self.literal(width)

    def fitted(self, term, width):
        rng, has = self.rng, term.sort
        if has > width:
            low = rng.choice([0, has - width, rng.randint(0, has - width)])
            return extract(low + width - 1, low, term)
        if has == width:
            return term
        if width % has == 0 and rng.random() < 0.3:
            return op("repeat", term, index=(width // has,))
        if rng.random() < 0.3:
            padding = self.literal(width - has)
            return op("concat", *rng.choice([(term, padding), (padding, term)]))
        return op(rng.choice(["zero_extend", "sign_extend"]), term, index=(width - has,))

    def affordable(self, cost):
        if cost > self.effort:
            return False
        self.effort -= cost
        return True

    def product(self, width, depth):
        rng = self.rng
        if self.affordable(width * width):
            return op("bvmul", self.vector(width, depth), self.vector(width, depth))
        factor = constant(rng.choice([2, 3, 4, 5, 7, -1, -2, 1 << width - 1, power_of_two_near(rng, width)]), width,
                          rng.choice(["#b", "#x", "bv"]))
        args = [self.vector(width, depth), factor]
        rng.shuffle(args)
        return op("bvmul", *args)

    def quotient(self, width, depth):
        rng = self.rng
        name = rng.choice(DIVISIONS)
        if self.affordable(3 * width * width):
            return op(name, self.vector(width, depth), self.vector(width, depth))
        divisor = constant(1 << rng.randrange(width), width, rng.choice(["#b", "bv"]))
        if rng.random() < 0.03 and width <= 33:
            divisor = self.literal(width)
        return op(name, self.vector(width, depth), divisor)

    def vector(self, width, depth):
        rng = self.rng
        if depth <= 0:
            return self.leaf(width)
        below = depth - 1 if rng.random() < 0.8 else depth - 2
        kind = rng.random()
        if kind < 0.08:
            return self.leaf(width)
        if kind < 0.16:
            return op(rng.choice(["bvnot", "bvneg"]), self.vector(width, below))
        if kind < 0.32:
            name = rng.choice(LOGICAL)
            return op(name, *(self.vector(width, below) for _ in range(self.arity(name))))
        if kind < 0.46:
            name = rng.choice(["bvadd", "bvadd", "bvsub"])
            return op(name, *(self.vector(width, below) for _ in range(self.arity(name))))
        if kind < 0.52:
            return self.product(width, below)
        if kind < 0.59:
            return self.quotient(width, below)
        if kind < 0.67:
            amount = self.vector(width, below)
            if rng.random() < 0.4:
                amount = constant(rng.choice([0, 1, width - 1, width, rng.randint(0, width)]), width, "bv")
            return op(rng.choice(SHIFTS), self.vector(width, below), amount)
        if kind < 0.8:
            return self.rearranged(width, below)
        if kind < 0.86:
            return op("ite", self.boolean(below), self.vector(width, below), self.vector(width, below))
        if kind < 0.9 and width == 1:
            other = rng.choice(self.widths)
            return op("bvcomp", self.vector(other, below), self.vector(other, below))
        if kind < 0.92:
            return self.let(width, below)
        if kind < 0.93:
            return self.named(self.vector(width, below))
        return self.application(width, below) or self.leaf(width)

    def arity(self, name):
        return self.rng.choice([2, 2, 2, 2, 3, 4]) if name in LEFT_ASSOCIATIVE else 2

    def rearranged(self, width, depth):
        """Concatenation, extraction, extension, repetition, rotation."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.25 and width > 1:
            high = rng.randint(1, width - 1)
            return op("concat", self.vector(high, depth), self.vector(width - high, depth))
        if kind < 0.5 and width < 130:
            wider = min(130, width + rng.choice([1, 1, 2, width, rng.randint(1, 8)]))
            return self.fitted(self.vector(wider, depth), width)
        if kind < 0.7 and width > 1:
            narrow = rng.choice([width - 1, max(1, width // 2), rng.randint(1, width - 1)])
            return self.fitted(self.vector(narrow, depth), width)
        if kind < 0.75:
            return op(rng.choice(["zero_extend", "sign_extend"]), self.vector(width, depth), index=(0,))
        amount = rng.choice([0, 1, width - 1, width, width + 1, rng.randint(0, 2 * width)])
        return op(rng.choice(["rotate_left", "rotate_right"]), self.vector(width, depth), index=(amount,))

    def let(self, sort, depth):
        """A let of one to three bindings, which may shadow each other's outer symbols."""
        rng = self.rng
        pool = [*self.widths, *self.widths, BOOL, *self.array_sorts]
        names, bound = [], []
        for _ in range(rng.choice([1, 1, 2, 3])):
            of = rng.choice(pool)
            # Arrays are not shadowed: there must be one of each sort.
            visible = [name for name, old in self.scope.items() if isinstance(old, int) and name not in names]
            names.append(rng.choice(visible) if rng.random() < 0.25 and visible else self.fresh("l"))
            bound.append(self.term(of, depth))
        saved, self.scope = self.scope, {**self.scope, **{name: term.sort for name, term in zip(names, bound)}}
        self.open += 1
        body = self.term(sort, depth)
        self.open -= 1
        self.scope = saved
        return Term("let", (*bound, body), sort, tuple(names))

    def named(self, term):
        if self.open or term.op == "!":
            return term
        return Term("!", (term,), term.sort, (self.fresh("n"),))

    def application(self, sort, depth):
        """A function or a read that yields the sort, if there is one."""
        rng = self.rng
        choices = [function for function in self.functions if function[2] == sort]
        arrays = [of for of in self.array_sorts if of[1] == sort]
        if choices and (not arrays or rng.random() < 0.5):
            name, sorts, _ = rng.choice(choices)
            return Term(name, tuple(self.term(of, depth) for of in sorts), sort)
        if arrays:
            of = rng.choice(arrays)
            return op("select", self.array(of, depth), self.vector(of[0], depth))
        return None

    def array(self, sort, depth):
        rng = self.rng
        kind = rng.random()
        if depth > 0 and kind < 0.5:
            index, element = self.vector(sort[0], depth - 2), self.vector(sort[1], depth - 2)
            return op("store", self.array(sort, depth - 1), index, element)
        if depth > 0 and kind < 0.62:
            return op("ite", self.boolean(depth - 2), self.array(sort, depth - 1), self.array(sort, depth - 1))
        if depth > 0 and kind < 0.64:
            return self.let(sort, depth - 1)
        if self.const_arrays and kind < 0.8:
            return Term("const-array", (self.vector(sort[1], depth - 2),), sort)
        return self.symbol(sort)

    def comparison(self, depth):
        rng = self.rng
        width = self.main if rng.random() < 0.7 else rng.choice(self.widths)
        if rng.random() < 0.15:
            name = rng.choice(OVERFLOWS)
            cost = 4 * width * width if name in ("bvumulo", "bvsmulo") else 0
            if self.affordable(cost):
                return op(name, *(self.vector(width, depth - 1) for _ in range(1 if name == "bvnego" else 2)))
        return op(rng.choice(COMPARISONS), self.vector(width, depth - 1), self.vector(width, depth - 1))

    def boolean(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth <= 0:
            if kind < 0.6 and (found := self.symbol(BOOL)):
                return found
            if kind < 0.63:
                return constant(rng.random() < 0.5, BOOL)
            width = rng.choice(self.widths)
            return op(rng.choice(["=", *COMPARISONS]), self.leaf(width), self.leaf(width))
        below = depth - 1
        if kind < 0.3:
            return self.comparison(depth)
        if kind < 0.5:
            sort = rng.choice([*self.widths, *self.widths, *self.array_sorts, BOOL])
            many = rng.choice([2, 2, 2, 3, 4])
            return op(rng.choice(["=", "=", "distinct"]) if sort != BOOL or many == 2 else "=",
                      *(self.term(sort, below) for _ in range(many)))
        if kind < 0.57:
            return op("not", self.boolean(below))
        if kind < 0.78:
            name = rng.choice(["and", "or", "xor", "=>"])
            return op(name, *(self.boolean(below) for _ in range(rng.choice([2, 2, 2, 3, 4]))))
        if kind < 0.84:
            return op("ite", *(self.boolean(below) for _ in range(3)))
        if kind < 0.88:
            return self.let(BOOL, below)
        if kind < 0.9:
            return self.named(self.boolean(below))
        return self.application(BOOL, below) or self.symbol(BOOL) or self.comparison(depth)

    # Assertions

    def claim(self, term):
        """Asserts a term; symbols that it names are in scope from here on."""
        self.commands.append(("assert", term))
        self.scope.update({sub.index[0]: sub.sort for sub in subterms(term) if sub.op == "!"})

    def constraint(self):
        """A random assertion and the bits of freedom that it is guessed to remove."""
        rng = self.rng
        kind = rng.random()
        # What is wide and deep is slow.
        depth = rng.choice([1, 2, 2, 3] if self.main <= 16 else [1, 1, 2] if self.main <= 40 else [0, 1, 1])
        if kind < 0.4:
            width = self.main if rng.random() < 0.7 else rng.choice(self.widths)
            left = self.vector(width, depth)
            right = self.vector(width, depth - 1) if rng.random() < 0.6 else self.literal(width)
            return op("=", left, right), width
        if kind < 0.6:
            return self.comparison(depth), 1
        if kind < 0.7 and self.array_sorts:
            sort = rng.choice(self.array_sorts)
            return op("=", self.array(sort, 2), self.array(sort, 2)), sort[1]
        return self.boolean(depth), 1

    def system(self, freedom):
        """Assertions that remove about as much freedom as there is."""
        budget = freedom * self.rng.uniform(0.25, 1.0)
        for _ in range(12):
            term, removed = self.constraint()
            self.claim(self.named(term) if self.rng.random() < 0.05 else term)
            budget -= removed
            if budget <= 0:
                break

    def identity(self):
        """Claims that the sides of an identity differ; in most cases one is changed a little first."""
        rng = self.rng
        self.open += 1  # terms occur twice, so none may be named
        left, right = identity_sides(self)
        if rng.random() < 0.5:
            left, right = right, left
        if rng.random() < 0.65:
            right = self.changed(right)
        self.open -= 1
        self.claim(op("distinct", left, right) if rng.random() < 0.7 else op("not", op("=", left, right)))
        if rng.random() < 0.3:
            self.claim(self.constraint()[0])

    def changed(self, term):
        rng = self.rng
        inner = [sub for sub in subterms(term) if sub.op not in ("let", "!")]
        old = rng.choice(inner)
        if any(sub.op == "let" for sub in subterms(term)):
            old = term  # a variable taken out of its binder would be free
        if old.op in LOGICAL and len(old.args) == 2:
            return replaced(term, old, op(rng.choice(LOGICAL), *old.args))
        if old.op in SHIFTS:
            return replaced(term, old, op(rng.choice(SHIFTS), *old.args))
        if old.op in COMPARISONS:
            return replaced(term, old, op(rng.choice(COMPARISONS), *old.args))
        if old.op == "const" and old.sort != BOOL:
            return replaced(term, old, constant(old.index[0] ^ (1 << rng.randrange(old.sort)), old.sort, old.index[1]))
        if old.sort == BOOL:
            return replaced(term, old, op(rng.choice(["and", "or", "xor"]), old, self.boolean(1)))
        if isinstance(old.sort, tuple):
            return replaced(term, old, op("store", old, self.leaf(old.sort[0]), self.leaf(old.sort[1])))
        other = self.literal(old.sort) if rng.random() < 0.5 else self.leaf(old.sort)
        return replaced(term, old, op(rng.choice(["bvadd", "bvxor", "bvand", "bvor", "bvsub"]), old, other))

    def query(self, number):
        """A query, with what to ask about its model: every scalar symbol and a few terms."""
        terms = [variable(name, sort) for name, sort in self.scope.items() if isinstance(sort, int)]
        if self.rng.random() < 0.5:
            saved, self.const_arrays, self.open = self.const_arrays, False, self.open + 1
            terms += [self.term(self.rng.choice([*self.widths, BOOL]), 1) for _ in range(self.rng.randint(1, 2))]
            self.const_arrays, self.open = saved, self.open - 1
        return ("query", number, None, tuple(terms), self.rng.random() < 0.4)


def identity_sides(formula):
    """Two terms that are equal for all values."""
    rng = formula.rng
    width = formula.main
    a, b, c = (formula.vector(width, rng.choice([0, 0, 1, 2])) for _ in range(3))
    zero, one, ones = constant(0, width), constant(1, width, "bv"), constant(-1, width)
    sign = constant(1 << width - 1, width)
    top = extract(width - 1, width - 1, a)
    k = rng.randint(0, width)
    amount = constant(k, width, "bv")
    p, q = formula.boolean(1), formula.boolean(1)
    cases = [
        lambda: (op("bvsub", a, b), op("bvadd", a, op("bvneg", b))),
        lambda: (op("bvneg", a), op("bvadd", op("bvnot", a), one)),
        lambda: (op("bvadd", a, b), op("bvadd", op("bvxor", a, b), op("bvshl", op("bvand", a, b), one))
                 if width > 1 else op("bvxor", a, b)),
        lambda: (op("bvadd", op("bvor", a, b), op("bvand", a, b)), op("bvadd", b, a)),
        lambda: (op("bvnand", a, b), op("bvor", op("bvnot", a), op("bvnot", b))),
        lambda: (op("bvnor", a, b), op("bvnot", op("bvor", b, a))),
        lambda: (op("bvxnor", a, b), op("bvxor", op("bvnot", a), b)),
        lambda: (op("bvxor", a, b), op("bvsub", op("bvor", a, b), op("bvand", a, b))),
        lambda: (op("bvand", a, op("bvor", b, c)), op("bvor", op("bvand", a, b), op("bvand", a, c))),
        lambda: (op("bvashr", a, b), op("ite", op("=", top, constant(1, 1)),
                                        op("bvnot", op("bvlshr", op("bvnot", a), b)), op("bvlshr", a, b))),
        lambda: (op("bvlshr", op("bvshl", a, amount), amount) if k < width else zero,
                 op("bvand", a, constant((1 << width - k) - 1, width))),
        lambda: (op("bvudiv", a, constant(1 << k, width, "bv")) if k < width else op("bvudiv", a, zero),
                 op("bvlshr", a, amount) if k < width else ones),
        lambda: (op("bvurem", a, constant(1 << k, width, "bv")) if k < width else op("bvurem", a, zero),
                 op("bvand", a, constant((1 << k) - 1, width)) if k < width else a),
        lambda: (op("bvmul", a, constant(1 << k, width)) if k < width else zero,
                 op("bvshl", a, amount) if k < width else op("bvand", a, zero)),
        lambda: (op("bvmul", a, constant(3, width)), op("bvadd", a, a, a)),
        lambda: (op("bvslt", a, b), op("bvult", op("bvxor", a, sign), op("bvadd", b, sign))),
        lambda: (op("bvsle", a, b), op("not", op("bvsgt", a, b))),
        lambda: (op("bvuge", a, b), op("or", op("bvugt", a, b), op("=", b, a))),
        lambda: (op("bvult", a, b), op("=", constant(1, 1), extract(width, width, op(
            "bvsub", op("zero_extend", a, index=(1,)), op("zero_extend", b, index=(1,)))))),
        lambda: (op("=", a, b), op("=", op("bvcomp", a, b), constant(1, 1))),
        lambda: (op("distinct", a, b), op("bvult", zero, op("bvxor", a, b))),
        lambda: (op("distinct", a, b, c), op("not", op("or", op("=", a, b), op("=", b, c), op("=", a, c)))),
        lambda: (op("=", a, b, c), op("and", op("=", a, b), op("=", b, c))),
        lambda: (op("rotate_left", a, index=(k,)), op("rotate_right", a, index=(width - k,))),
        lambda: (op("rotate_left", a, index=(k,)), op("bvor", op("bvshl", a, amount), op(
            "bvlshr", a, constant(width - k, width, "bv")) if 0 < k < width else a) if k < width and width > 1 else a),
        lambda: (op("sign_extend", a, index=(k + 1,)), op("concat", op("repeat", top, index=(k + 1,)), a)),
        lambda: (op("zero_extend", a, index=(k + 1,)), op("concat", constant(0, k + 1), a)),
        lambda: (op("concat", a, b), op("bvor", op("concat", a, zero), op("zero_extend", b, index=(width,)))),
        lambda: (op("ite", p, a, b), op("ite", op("not", p), b, a)),
        lambda: (op("ite", op("=", a, b), a, b), b),
        lambda: (op("=>", p, q), op("or", op("not", p), q)),
        lambda: (op("xor", p, q), op("distinct", p, q)),
        lambda: (op("bvnego", a), op("and", op("bvslt", a, zero), op("=", a, op("bvneg", a)))),
        lambda: (op("bvuaddo", a, b), op("bvult", op("bvadd", a, b), a)),
        lambda: (op("bvusubo", a, b), op("bvugt", op("bvsub", a, b), a)),
        lambda: (op("bvsaddo", a, b), op("bvslt", op("bvand", op("bvxor", op("bvadd", a, b), a),
                                                      op("bvxor", op("bvadd", a, b), b)), zero)),
        lambda: (op("bvssubo", a, b), op("bvslt", op("bvand", op("bvxor", op("bvsub", a, b), a),
                                                      op("bvxor", b, a)), zero)),
        lambda: (op("bvsdivo", a, b), op("and", op("=", a, sign), op("=", b, ones))),
    ]
    if width <= 5:
        cases += 2 * [
            lambda: (op("bvmul", a, b), op("bvmul", b, a)),
            lambda: (op("bvmul", a, op("bvadd", b, c)), op("bvadd", op("bvmul", a, b), op("bvmul", a, c))),
            lambda: (op("bvadd", op("bvmul", op("bvudiv", a, b), b), op("bvurem", a, b)), a),
            lambda: (op("bvadd", op("bvmul", op("bvsdiv", a, b), b), op("bvsrem", a, b)), a),
            lambda: (op("bvsrem", a, b), op("ite", op("bvslt", a, zero),
                                            op("bvneg", op("bvurem", op("bvneg", a), magnitude(b))),
                                            op("bvurem", a, magnitude(b)))),
            lambda: (op("bvsmod", a, b), op("ite", op("or", op("=", op("bvsrem", a, b), zero), op(
                "=", op("bvslt", a, zero), op("bvslt", b, zero))),
                op("bvsrem", a, b), op("bvadd", op("bvsrem", a, b), b))),
            lambda: (op("bvsdiv", a, b), op("ite", op("distinct", op("bvslt", a, zero), op("bvslt", b, zero)),
                                            op("bvneg", op("bvudiv", magnitude(a), magnitude(b))),
                                            op("bvudiv", magnitude(a), magnitude(b)))),
            lambda: (op("bvumulo", a, b), op("bvugt", op("bvmul", doubled(a), doubled(b)), doubled(ones))),
            lambda: (op("bvurem", a, b), op("bvsub", a, op("bvmul", b, op("bvudiv", a, b)))),
        ]
    if formula.array_sorts:
        sort = rng.choice(formula.array_sorts)
        m, n = formula.array(sort, 1), formula.array(sort, 1)
        i, j = formula.vector(sort[0], 1), formula.vector(sort[0], 1)
        v, w = formula.vector(sort[1], 1), formula.vector(sort[1], 1)
        cases += 5 * [
            lambda: (op("select", op("store", m, i, v), j), op("ite", op("=", i, j), v, op("select", m, j))),
            lambda: (op("store", op("store", m, i, v), i, w), op("store", m, i, w)),
            lambda: (op("store", m, i, op("select", m, i)), m),
            lambda: (op("store", op("store", m, i, v), j, w), op(
                "ite", op("=", i, j), op("store", m, j, w), op("store", op("store", m, j, w), i, v))),
            lambda: (op("select", op("ite", p, m, n), i), op("ite", p, op("select", m, i), op("select", n, i))),
            lambda: (op("and", op("=", m, n), op("=", i, j)), op("and", op("=", op("select", m, i), op(
                "select", n, j)), op("=", m, n), op("=", j, i))),
            lambda: (op("=", op("store", m, i, v), op("store", n, i, v)),
                     op("=", op("store", m, i, w), op("store", n, i, w))),
        ]
    if formula.functions:
        name, sorts, sort = rng.choice(formula.functions)
        left = tuple(formula.term(of, 1) for of in sorts)
        right = tuple(formula.term(of, 1) for of in sorts)
        same = [op("=", x, y) for x, y in zip(left, right)]
        same = same[0] if len(same) == 1 else op("and", *same)
        one_way, other = Term(name, left, sort), Term(name, right, sort)
        cases += 12 * [
            lambda: (op("ite", same, one_way, other), other),
            lambda: (op("and", same, op("=", one_way, other)), same),
        ]
    return rng.choice(cases)()


def magnitude(term):
    zero = constant(0, term.sort)
    return op("ite", op("bvslt", term, zero), op("bvneg", term), term)


def doubled(term):
    return op("zero_extend", term, index=(term.sort,))


# --- Random scripts.

def plan(seed, number, profile):
    """The random source, style, logic and number of queries of a script."""
    rng = random.Random(f"{seed} {number} {profile}")
    style = rng.choices(["push", "reset", "single", "incremental"], [40, 25, 3, 32])[0]
    queries = {"single": 1, "incremental": rng.randint(10, 24)}.get(style, rng.randint(30, 50))
    return rng, style, rng.choice(LOGICS[profile]), queries


def generate(seed, number, profile, dialect):
    rng, style, logic, queries = plan(seed, number, profile)
    if style == "incremental":
        return session(rng, logic, queries, dialect)
    blocks = []
    for query in range(queries):
        formula = Formula(rng, logic, dialect)
        freedom = formula.declarations()
        if rng.random() < 0.4:
            formula.identity()
        else:
            formula.system(freedom)
        formula.commands.append(formula.query(query))
        blocks.append(formula.commands)
    return Script(style, logic, blocks)


def session(rng, logic, queries, dialect):
    """An incremental script. Symbols never return under another sort, so declarations may also be global."""
    formula = Formula(rng, logic, dialect)
    global_declarations = rng.random() < 0.15
    freedom = formula.declarations()
    switches = []  # Booleans to assume
    levels = []  # what push saved: symbols, functions, switches, freedom
    asked = 0
    while asked < queries:
        formula.effort = max(formula.effort, 100)
        kind = rng.random()
        # A session with nothing left to choose is unsat for good: go back.
        if levels and (freedom < -2 * formula.main or kind < 0.12):
            number = rng.choice([1, 1, 1, 2])
            number = min(number, len(levels))
            for _ in range(number):
                scope, functions, old_switches, freedom = levels.pop()
            if not global_declarations:
                formula.scope, formula.functions, switches = scope, functions, old_switches
            else:
                # Names of terms go with the assertion in which they were given.
                kept = {command[1] for command in formula.commands if command[0] in ("declare", "define")}
                formula.scope = {name: sort for name, sort in formula.scope.items() if name in kept}
                switches = [name for name in switches if name in kept]
            formula.commands.append(("pop", number))
        elif kind < 0.3:
            number = rng.choice([1, 1, 1, 2, 0])
            for _ in range(number):
                levels.append((dict(formula.scope), list(formula.functions), list(switches), freedom))
            formula.commands.append(("push", number))
            if number and rng.random() < 0.4:
                freedom += formula.main
                formula.declare(formula.main)
            if number and rng.random() < 0.15:
                formula.define()
        elif kind < 0.42:
            name = formula.declare(BOOL, "s")
            switches.append(name)
            condition = formula.constraint()[0]
            formula.claim(op(rng.choice(["=>", "=>", "="]), variable(name, BOOL), condition))
        elif kind < 0.6 and freedom > -formula.main:
            term, removed = formula.constraint()
            if not levels and removed > freedom - 2:
                continue
            freedom -= removed
            formula.claim(formula.named(term) if rng.random() < 0.1 else term)
        else:
            query = formula.query(asked)
            if switches and rng.random() < 0.6:
                chosen = rng.sample(switches, rng.randint(1, min(6, len(switches))))
                query = (*query[:2], tuple((name, rng.random() < 0.7) for name in chosen), *query[3:])
            elif rng.random() < 0.05:
                query = (*query[:2], (), *query[3:])
            formula.commands.append(query)
            asked += 1
    return Script("incremental", logic, [formula.commands], global_declarations)


# --- Solvers and their responses.

class Run:
    """What a solver said: responses by query number, errors, and how it ended."""

    def __init__(self, output, code, hung, stderr):
        self.code, self.hung, self.stderr, self.output = code, hung, stderr, output
        self.responses, self.errors, current = {}, [], None
        for response in expressions(output):
            if isinstance(response, str) and response.strip('"').startswith("@"):
                current = int(response.strip('"')[1:])
                self.responses[current] = []
            elif isinstance(response, list) and response[:1] == ["error"]:
                self.errors.append((current, " ".join(map(str, response[1:]))))
            elif current is None:
                self.errors.append((None, f"unexpected response {response}"))
            else:
                self.responses[current].append(response)
        self.last = current

    def answer(self, number):
        found = self.responses.get(number)
        return found[0] if found and found[0] in ("sat", "unsat", "unknown") else None


TOKEN = re.compile(r';[^\n]*|[()]|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+')


def expressions(output):
    """The s-expressions of a text; an unfinished one at its end is dropped."""
    stack, done = [], []
    for token in TOKEN.findall(output):
        if token[0] == ";":
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            if not stack:
                continue
            closed = stack.pop()
            (stack[-1] if stack else done).append(closed)
        else:
            (stack[-1] if stack else done).append(token)
    return done


def processor_seconds(pid):
    """What a process has used so far, or None where the system does not tell."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


def solve(command, script_text, directory, limit):
    """Runs a solver on a text; ends it when it writes nothing for `limit` seconds.

    On a busy machine it may take longer, up to five times, until it has had these seconds of a processor.
    """
    file = os.path.join(directory, "script.smt2")
    with open(file, "w") as out:
        out.write(script_text)
    with tempfile.TemporaryFile(dir=directory) as errors:
        process = subprocess.Popen([*command, file], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        parts, hung = [], False
        used, waits = 0, 0
        with process.stdout as pipe:
            while True:
                ready, _, _ = select.select([pipe], [], [], limit)
                if not ready:
                    now, waits = processor_seconds(process.pid), waits + 1
                    if now is not None and now - used < 0.8 * limit and waits < 5:
                        continue
                    hung = True
                    process.kill()
                    break
                part = os.read(pipe.fileno(), 1 << 16)
                if not part:
                    break
                parts.append(part)
                used, waits = processor_seconds(process.pid) or 0, 0
        code = process.wait()
        errors.seek(0)
        return Run(b"".join(parts).decode(errors="replace"), code, hung, errors.read(5000).decode(errors="replace"))


def value_of(expression, sort):
    """The SMT-LIB text of a value in a response, or None if it is no value of the sort."""
    if sort == BOOL:
        return expression if expression in ("true", "false") else None
    if isinstance(expression, list):
        if len(expression) == 3 and expression[0] == "_" and re.fullmatch(r"bv\d+", str(expression[1])) \
                and expression[2] == str(sort) and int(expression[1][2:]) < 1 << sort:
            return f"(_ {expression[1]} {sort})"
        return None
    good = re.fullmatch(r"#b[01]+", expression) and len(expression) == sort + 2 or \
        re.fullmatch(r"#x[0-9a-fA-F]+", expression) and 4 * (len(expression) - 2) == sort
    return expression if good else None


def unquoted(symbol):
    if symbol[0] == "|" and re.fullmatch(r"[a-zA-Z~!@$%^&*_+=<>.?/-][0-9a-zA-Z~!@$%^&*_+=<>.?/-]*", symbol[1:-1]):
        return symbol[1:-1]
    return symbol


def flat(expression):
    return expression if isinstance(expression, str) else f"({' '.join(map(flat, expression))})"


# --- Judging a script.

Failure = collections.namedtuple("Failure", "kind query detail")


class Verdict:
    def __init__(self):
        self.answers = {}  # solver to a list of answers, "skipped" among them
        self.failures = []
        self.peers_disagree = []  # numbers of queries
        self.models = self.assumption_sets = self.peer_crashes = 0
        self.text = ""


def judge(script, options, directory):
    """Runs all solvers on a script and compares."""
    verdict = Verdict()
    numbers = [query[1] for query in script.queries()]
    limit = options.time_limit
    runs = {}
    if options.z3:
        # The time limit of its own lets z3 go on with the next query.
        runs["z3"] = solve([options.z3, f"-t:{int(limit * 500)}"], write(script, Z3), directory, limit)
    if options.yices and (script.style != "incremental" or not uses_const_arrays(script.blocks[0])):
        incremental = ["--incremental"] if script.style != "single" else []
        runs["yices"] = solve([options.yices, *incremental], write(script, YICES), directory, limit)
    for name, run in runs.items():
        for query, message in run.errors:
            verdict.failures.append(Failure(f"{name} error", query, message))
        verdict.peer_crashes += not run.hung and run.code != 0 and not run.errors
    agreed = {}
    for number in numbers:
        said = {run.answer(number) for run in runs.values()} & {"sat", "unsat"}
        if len(said) == 2:
            # No fault of Fathom, but a case for a person to look at. z3 is believed meanwhile.
            verdict.peers_disagree.append(number)
            agreed[number] = runs["z3"].answer(number)
        elif said:
            agreed[number] = said.pop()
    dialect = fathom_dialect(options)
    verdict.text = write(script, dialect, None if options.no_models else agreed)
    run = solve(options.fathom, verdict.text, directory, limit)
    for query, message in run.errors:
        verdict.failures.append(Failure("error", query, message))
    if run.hung and (run.last in agreed or len(agreed) == len(numbers)):  # else it is hard for the peers too
        verdict.failures.append(Failure("hang", run.last, f"no answer for {limit:g} s"))
    elif not run.hung and run.code != 0 and not run.errors:
        verdict.failures.append(Failure("crash", run.last, f"exit {run.code}: {run.stderr[-300:]}"))
    elif not run.hung and not run.errors and (missing := [number for number in numbers if run.answer(number) is None]):
        verdict.failures.append(Failure("no answer", missing[0], f"{run.responses.get(missing[0])}"))
    for number in numbers:
        answer = run.answer(number)
        if number in agreed and answer in ("sat", "unsat") and answer != agreed[number]:
            who = [name for name, peer in runs.items() if peer.answer(number) == agreed[number]]
            detail = f"fathom {answer}, {' and '.join(who)} {agreed[number]}"
            verdict.failures.append(Failure("disagreement", number, detail))
    if not options.no_models:
        check_reports(script, run, agreed, verdict, options, directory)
    for name, other in (("fathom", run), *runs.items()):
        verdict.answers[name] = [other.answer(number) or "skipped" for number in numbers]
    return verdict


def fathom_dialect(options):
    return Dialect(options.dialect == "2.7", options.dialect == "2.7")


def check_reports(script, run, agreed, verdict, options, directory):
    """Lets z3 check the values and the unsat assumptions that Fathom reported."""
    checks, expected = {}, {}
    for _, number, literals, terms, model in script.queries():
        answer = run.answer(number)
        if number not in agreed or answer != agreed[number]:
            continue
        reports = run.responses[number][1:]
        if answer == "sat" and (terms or model):
            if len(reports) != bool(terms) + bool(model):
                verdict.failures.append(Failure("bad report", number, f"{len(reports)} responses for values and model"))
                continue
            equations, problem = read_values(terms, reports[0]) if terms else ([], None)
            if model and not problem:
                more, problem = read_model(script, number, reports[-1], options.partial_models)
                equations += more
            if problem:
                verdict.failures.append(Failure("bad report", number, problem))
                continue
            claims = [f"(assert {equation})" for equation in equations]
            checks[number] = ["(push 1)", *claims, check_text(literals), "(pop 1)"]
            expected[number] = "sat"
        elif answer == "unsat" and literals is not None:
            if len(reports) != 1 or not isinstance(reports[0], list):
                verdict.failures.append(Failure("bad report", number, f"no list of unsat assumptions: {reports}"))
                continue
            given = {flat(expressions(unquoted(literal_text(literal)))[0]): literal for literal in literals}
            names = [flat(part) if isinstance(part, list) else unquoted(part) for part in reports[0]]
            if foreign := [name for name in names if name not in given]:
                verdict.failures.append(Failure("bad report", number, f"{foreign[0]} was not assumed"))
                continue
            checks[number] = [check_text([given[name] for name in names])]
            expected[number] = "unsat"
    if not checks or not options.z3:
        return
    limit = options.time_limit
    peer = solve([options.z3, f"-t:{int(limit * 500)}"], write(script, Z3, checks=checks), directory, limit)
    for query, message in peer.errors:
        verdict.failures.append(Failure("bad report", query, f"z3 on the report: {message}"))
    for number, wanted in expected.items():
        answer = peer.answer(number)
        if answer not in ("sat", "unsat"):
            continue
        if answer != wanted:
            kind = "wrong model" if wanted == "sat" else "wrong unsat assumptions"
            verdict.failures.append(Failure(kind, number, f"{' '.join(checks[number])} is {answer}"))
        elif wanted == "sat":
            verdict.models += 1
        else:
            verdict.assumption_sets += 1


def read_values(terms, report):
    """Equations from a get-value response, and what is wrong with it."""
    if not isinstance(report, list) or len(report) != len(terms) or any(len(pair) != 2 for pair in report):
        return [], f"get-value of {len(terms)} terms: {flat(report)[:200]}"
    equations = []
    for term, (_, value) in zip(terms, report):
        written = value_of(value, term.sort)
        if written is None:
            return [], f"{flat(value)} is no value of {sort_text(term.sort)}"
        equations.append(f"(= {text(term, Z3)} {written})")
    return equations, None


def read_model(script, number, report, partial):
    """Equations from a get-model response for the constants, arrays included, and what is wrong with it."""
    declared = visible_constants(script, number)
    entries = report[1:] if isinstance(report, list) and report[:1] == ["model"] else report
    if not isinstance(entries, list):
        return [], f"get-model: {flat(report)[:200]}"
    equations, seen = [], set()
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 5 or entry[0] != "define-fun":
            return [], f"get-model has an entry {flat(entry)[:200]}"
        _, name, parameters, _, value = entry
        name = unquoted(name)
        if parameters or name not in declared:
            continue
        seen.add(name)
        sort = declared[name]
        written = flat(value) if isinstance(sort, tuple) else value_of(value, sort)
        if written is None:
            return [], f"get-model: {flat(value)} is no value of {sort_text(sort)}"
        if not isinstance(sort, tuple) or plain_array(value):
            equations.append(f"(= {name} {written})")
    if not partial and (missing := sorted(set(declared) - seen)):
        return [], f"get-model does not define {missing[0]}"
    return equations, None


def plain_array(value):
    """Whether an array value is made of stores on a constant array, which every solver reads alike."""
    while isinstance(value, list) and value[:1] == ["store"] and len(value) == 4:
        value = value[1]
    return isinstance(value, list) and len(value) == 2 and list(value[0][:2]) == ["as", "const"]


def visible_constants(script, number):
    """The declared constants at a query, by name, with their sorts."""
    for block in script.blocks:
        if not any(command[0] == "query" and command[1] == number for command in block):
            continue
        scope, levels, sorts = {}, [], {}
        for command in block:
            if command[0] == "sort":
                sorts[command[1]] = command[2]
            elif command[0] == "declare" and not command[2]:
                scope[unquoted(command[1])] = sorts.get(command[3], command[3])
            elif command[0] == "push":
                levels += [dict(scope) for _ in range(command[1])]
            elif command[0] == "pop" and not script.global_declarations:
                for _ in range(command[1]):
                    scope = levels.pop()
            elif command[0] == "query" and command[1] == number:
                return scope
    return {}


# --- Shrinking: greedy, on blocks, commands and terms, as long as the same kind of failure remains.

class Shrinker:
    def __init__(self, script, failure, options, directory):
        self.script, self.kind, self.directory = script, failure.kind, directory
        self.deadline = time.monotonic() + options.shrink_seconds
        changes = {}
        if failure.kind == "hang":
            changes["time_limit"] = min(2, options.time_limit)
        if options.z3 and not re.match("yices|hang", failure.kind):
            changes["yices"] = None  # one peer is enough, and faster
        self.options = argparse.Namespace(**{**vars(options), **changes})

    def try_script(self, script):
        if time.monotonic() > self.deadline or not script.queries() or not well_scoped(script):
            return False
        failures = judge(script, self.options, self.directory).failures
        # An error of a peer shows that the smaller script is not well formed.
        peers = [failure for failure in failures if re.match("z3|yices", failure.kind)]
        if any(failure.kind == self.kind for failure in failures) and (not peers or re.match("z3|yices", self.kind)):
            self.script = script
            return True
        return False

    def with_blocks(self, blocks, style=None):
        return Script(style or self.script.style, self.script.logic, blocks, self.script.global_declarations)

    def shrink(self, failure):
        for block in self.script.blocks:
            if any(command[0] == "query" and command[1] == failure.query for command in block):
                style = "single" if self.script.style in ("push", "reset") else self.script.style
                self.try_script(self.with_blocks([block], style))
        changed = True
        while changed and time.monotonic() < self.deadline:
            before = self.script
            self.drop(lambda: self.script.blocks, self.with_blocks)
            for number in range(len(self.script.blocks)):
                self.drop(lambda: self.script.blocks[number], lambda block: self.with_blocks(
                    [*self.script.blocks[:number], balanced(block), *self.script.blocks[number + 1:]]))
                self.simplify_terms(number)
            changed = self.script is not before
        return self.script

    def drop(self, items, rebuilt):
        """Leaves out runs of items, long ones first, from the end."""
        size = len(items()) // 2
        while size:
            start = len(items()) - size
            while start >= 0:
                now = items()
                self.try_script(rebuilt(now[:start] + now[start + size:]))
                start -= size
            size //= 2

    def simplify_terms(self, number):
        position = 0
        while position < len(self.script.blocks[number]) and time.monotonic() < self.deadline:
            progress = True
            while progress and time.monotonic() < self.deadline:
                block = self.script.blocks[number]
                progress = any(self.try_script(self.with_blocks([
                    *self.script.blocks[:number], [*block[:position], smaller, *block[position + 1:]],
                    *self.script.blocks[number + 1:]])) for smaller in smaller_commands(block[position]))
            position += 1


def balanced(block):
    """The block without the pops that have lost their push."""
    depth, kept = 0, []
    for command in block:
        if command[0] == "push":
            depth += command[1]
        elif command[0] == "pop":
            if command[1] > depth:
                continue
            depth -= command[1]
        kept.append(command)
    return kept


def well_scoped(script):
    """Whether every symbol is declared where it is used, and none twice."""
    built_in = PREDICATES | set(LOGICAL + SHIFTS + DIVISIONS) | {
        "var", "const", "const-array", "let", "!", "ite", "select", "store", "concat", "extract", "repeat", "bvcomp",
        "zero_extend", "sign_extend", "rotate_left", "rotate_right", "bvnot", "bvneg", "bvadd", "bvsub", "bvmul"}

    def good(term, scope):
        if term.op == "var":
            return unquoted(term.index[0]) in scope
        if term.op not in built_in and unquoted(term.op) not in scope:
            return False
        if term.op == "let":
            inner = scope | set(map(unquoted, term.index))
            return all(good(arg, scope) for arg in term.args[:-1]) and good(term.args[-1], inner)
        return all(good(arg, scope) for arg in term.args)

    for block in script.blocks:
        scope, levels = set(), []
        for command in block:
            kind = command[0]
            if kind in ("declare", "sort", "define"):
                if kind == "declare" and isinstance(command[3], str) and command[3] not in scope:
                    return False
                if kind == "define" and not good(command[4], scope | {unquoted(name) for name, _ in command[2]}):
                    return False
                scope.add(command[1] if kind == "sort" else unquoted(command[1]))
            elif kind == "assert":
                if not good(command[1], scope):
                    return False
                scope |= {unquoted(term.index[0]) for term in subterms(command[1]) if term.op == "!"}
            elif kind == "push":
                levels += [set(scope) for _ in range(command[1])]
            elif kind == "pop":
                for _ in range(command[1]):
                    before = levels.pop()
                    scope = scope if script.global_declarations else before
            elif not all(good(term, scope) for term in command[3]) or \
                    not all(unquoted(name) in scope for name, _ in command[2] or ()):
                return False
    return True


def smaller_commands(command):
    kind = command[0]
    if kind == "query":
        _, number, literals, terms, model = command
        if model:
            yield ("query", number, literals, terms, False)
        for index in range(len(terms)):
            yield ("query", number, literals, (*terms[:index], *terms[index + 1:]), model)
        for index in range(len(literals or ())):
            yield ("query", number, (*literals[:index], *literals[index + 1:]), terms, model)
    elif kind == "assert":
        for smaller in smaller_terms(command[1]):
            yield ("assert", smaller)
    elif kind == "define":
        for smaller in smaller_terms(command[4]):
            yield (*command[:4], smaller)


def smaller_terms(root):
    """The term with one subterm replaced by a smaller one of its sort."""
    for term in subterms(root):
        if not term.args:
            if term.op == "const" and term.sort != BOOL and term.index[0] > 1:
                yield replaced(root, term, constant(0, term.sort))
                yield replaced(root, term, constant(1, term.sort))
            continue
        for sub in list(subterms(term))[1:]:
            if sub.sort == term.sort:
                yield replaced(root, term, sub)
        if term.sort == BOOL:
            yield replaced(root, term, constant(True, BOOL))
            yield replaced(root, term, constant(False, BOOL))
        elif isinstance(term.sort, int):
            yield replaced(root, term, constant(0, term.sort))
            yield replaced(root, term, constant(1, term.sort))
        if len(term.args) > 2 and term.op in LEFT_ASSOCIATIVE | {"and", "or", "=", "distinct", "xor", "=>"}:
            for index in range(len(term.args)):
                yield replaced(root, term, Term(term.op, (*term.args[:index], *term.args[index + 1:]), term.sort))


# --- Running.

def fuzz(options, number, shrink):
    """Judges one script; what was counted, and a report if something was found."""
    script = generate(options.seed, number, options.profile, fathom_dialect(options))
    with tempfile.TemporaryDirectory() as directory:
        verdict = judge(script, options, directory)
        counts = collections.Counter()
        for name, answers in verdict.answers.items():
            counts.update((name, answer) for answer in answers)
        counts.update({"models": verdict.models, "assumptions": verdict.assumption_sets, "scripts": 1,
                       "queries": len(script.queries())})
        counts.update(("failure", failure.kind) for failure in verdict.failures)
        counts["peers disagree"] += len(verdict.peers_disagree)
        counts["peers crash"] += verdict.peer_crashes
        stem = options.keep / f"{options.profile}-{options.seed}-{number}"
        if verdict.peers_disagree:
            options.keep.mkdir(parents=True, exist_ok=True)
            stem.with_name(stem.name + "-peers.smt2").write_text(
                f"; z3 and yices-smt2 disagree on {verdict.peers_disagree}\n{write(script, Dialect(False, False))}")
        if not verdict.failures:
            return counts, None
        failure = verdict.failures[0]
        lines = [f"seed {options.seed}, script {number} ({script.style}, {script.logic}), "
                 f"repeat with --seed {options.seed} --profile {options.profile} --script {number}"]
        lines += [f"query {one.query}: {one.kind}: {one.detail}" for one in verdict.failures[:10]]
        options.keep.mkdir(parents=True, exist_ok=True)
        stem.with_suffix(".smt2").write_text(verdict.text)
        if shrink:
            shrinker = Shrinker(script, failure, options, directory)
            small = judge(shrinker.shrink(failure), shrinker.options, directory)
            shrunk = stem.with_name(stem.name + "-small.smt2")
            shrunk.write_text(small.text)
            lines.append(f"shrunk ({shrunk}):")
            lines += [f"    {line}" for line in small.text.splitlines()[:30]]
            lines += [f"    ; {one.kind}: {one.detail}" for one in small.failures[:3]]
        stem.with_suffix(".txt").write_text("\n".join(lines) + "\n")
        return counts, "\n".join(lines)


def scripts_for(options):
    """The numbers of the scripts that hold about `count` queries."""
    if options.script is not None:
        return [options.script]
    numbers, queries = [], 0
    while queries < options.count:
        queries += plan(options.seed, len(numbers), options.profile)[3]
        numbers.append(len(numbers))
    return numbers


def summary(counts, seconds, options):
    queries = counts["queries"]
    print(f"{queries} queries in {counts['scripts']} scripts (seed {options.seed}, profile {options.profile}) in "
          f"{seconds:.0f} s, {queries / max(seconds, 0.01):.0f} a second; "
          f"{counts['models']} models and {counts['assumptions']} sets of unsat assumptions confirmed by z3")
    print(f"{'':<10}{'sat':>9}{'unsat':>9}{'unknown':>9}{'skipped':>9}")
    for name in ("fathom", "z3", "yices"):
        numbers = [counts[name, answer] for answer in ("sat", "unsat", "unknown", "skipped")]
        if sum(numbers):
            # What a solver was not asked (scripts that it cannot read) is skipped too.
            numbers[3] += queries - sum(numbers)
            print(f"{name:<10}" + "".join(f"{number:>9}" for number in numbers))
    if counts["peers disagree"]:
        print(f"z3 and yices-smt2 disagree on {counts['peers disagree']} queries (in {options.keep}, *-peers.smt2)")
    if counts["peers crash"]:
        print(f"a peer crashed on {counts['peers crash']} scripts; the rest of each was skipped")
    found = {key[1]: number for key, number in counts.items() if isinstance(key, tuple) and key[0] == "failure"}
    print("found: " + (", ".join(f"{number} {kind}" for kind, number in sorted(found.items())) or "no disagreement"))
    return bool(found)


def main():
    options = arguments()
    numbers = scripts_for(options)
    if options.print:
        for number in numbers:
            dialect = fathom_dialect(options)
            script = generate(options.seed, number, options.profile, dialect)
            print(f"; script {number}\n{write(script, dialect)}", end="")
        return
    counts, reports = collections.Counter(), 0
    start = last = time.time()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting, running = iter(numbers), set()
        while True:
            while reports < options.max_failures and len(running) < 2 * options.jobs:
                number = next(waiting, None)
                if number is None:
                    break
                running.add(pool.submit(fuzz, options, number, reports < 5))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                found, report = future.result()
                counts.update(found)
                if report:
                    reports += 1
                    print(report, end="\n\n", flush=True)
            if time.time() - last > 30:
                last = time.time()
                print(f"  {counts['queries']} queries, {counts['scripts']} of {len(numbers)} scripts",
                      file=sys.stderr, flush=True)
    if reports >= options.max_failures:
        print(f"stopped after {reports} scripts with failures")
    if summary(counts, time.time() - start, options):
        print(f"the scripts are in {options.keep}")
        sys.exit(1)


if __name__ == "__main__":
    main()
