#!/usr/bin/env python3
"""Runs an SMT-LIB file through Bitwuzla's Python API and prints what the command-line tool would print.

    bitwuzla_api.py [--option NAME=VALUE]... FILE

Needs the package `bitwuzla`. An error is printed as an SMT-LIB `(error "…")` and ends the run with exit
code 1.
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


def leave(code):
    """Ends the process without tearing down the solver, which can take long after a big problem."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main():
    options = arguments()
    try:
        import bitwuzla
    except ImportError:
        sys.exit("bitwuzla_api.py: this Python has no package bitwuzla; run it by one that does")
    if options.version:
        sys.exit(print(f"Bitwuzla {bitwuzla.version()}"))
    try:
        settings = bitwuzla.Options()
        settings.set_args(*(f"--{option}" for option in options.option))
        # The parser prints the answers itself, straight to standard output.
        parser = bitwuzla.Parser(bitwuzla.TermManager(), settings)
        parser.parse(options.file, parse_only=False, parse_file=True)
    except bitwuzla.BitwuzlaException as error:
        quoted = str(error).strip().replace('"', '""')
        sys.stdout.write(f'(error "{quoted}")\n')
        leave(1)
    leave(0)


if __name__ == "__main__":
    main()
