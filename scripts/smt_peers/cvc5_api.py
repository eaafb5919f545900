#!/usr/bin/env python3
"""Runs an SMT-LIB file through cvc5's Python API and prints what the command-line tool would print.

    cvc5_api.py [--option NAME=VALUE]... FILE

Incremental solving is on, since a file does not say beforehand how often it asks. Needs the package `cvc5`.
An error is printed as an SMT-LIB `(error "…")` and ends the run with exit code 1.
"""

import argparse
import os
import sys


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a solver option")
    parser.add_argument("file", nargs="?")
    options = parser.parse_args()
    if not options.version and not options.file:
        parser.error("a file is needed")
    return options


def failed(message):
    quoted = message.strip().replace('"', '""')
    sys.stdout.write(f'(error "{quoted}")\n')
    leave(1)


def leave(code):
    """Ends the process without tearing down the solver, which can take long after a big problem."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main():
    options = arguments()
    try:
        import cvc5
    except ImportError:
        sys.exit("cvc5_api.py: this Python has no package cvc5; run it by one that does")
    solver = cvc5.Solver(cvc5.TermManager())
    if options.version:
        version = solver.getVersion()
        sys.exit(print("cvc5", version.decode() if isinstance(version, bytes) else version))
    try:
        solver.setOption("incremental", "true")
        for option in options.option:
            solver.setOption(*option.split("=", 1))
        symbols = cvc5.SymbolManager(solver.getTermManager())
        parser = cvc5.InputParser(solver, symbols)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, options.file)
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            output = command.invoke(solver, symbols)
            if output:
                sys.stdout.write(output)
                sys.stdout.flush()
            if output.startswith("(error"):
                leave(1)
            if command.getCommandName() == "exit":
                break
    except Exception as error:  # the API raises RuntimeError and its own exceptions alike
        failed(str(error))
    leave(0)


if __name__ == "__main__":
    main()
