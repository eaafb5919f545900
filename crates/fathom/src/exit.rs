//! Exit codes. They are documented in the help and in the README, and stay as they are.

/// The program is safe, or ran to its end (then with its own exit code).
pub const FINISHED: u8 = 0;
/// A defect was found.
pub const BUG: u8 = 1;
/// Not known, and the message says why.
pub const UNKNOWN: u8 = 2;
/// Wrong usage of the command line.
pub const USAGE: u8 = 64;
/// The input cannot be read or compiled.
pub const BAD_INPUT: u8 = 65;
/// A mistake in Fathom itself.
pub const INTERNAL: u8 = 70;

/// For the end of every help text.
pub const HELP: &str = "\
Exit codes:
   0  safe, or finished
   1  a bug was found
   2  not known; the message says why
  64  wrong usage
  65  bad input: a file that cannot be read or does not compile
  70  internal error: please report it";

/// For the help of `run`.
pub const HELP_RUN: &str = "\
Exit codes:
   the program's own exit code, if it runs to its end
   1  a bug was found
   2  not known: the program does something that is not modelled, or a limit was reached
  64  wrong usage
  65  bad input: a file that cannot be read or does not compile
  70  internal error: please report it

Examples:
  fathom run main.c
  fathom run -Iinclude -DDEBUG main.c util.c -- input.txt
  fathom run -m32 -std=c99 --cflags \"-fwrapv\" main.c
  fathom run --check memory-leak,unsigned-overflow main.c";

/// For the help of `check`.
pub const HELP_CHECK: &str = "\
Exit codes:
   0  proved; or safe up to the bound that --unwind or --unwindset asks for
   1  a property fails
   2  not known, or safe only up to a bound that nobody asked for; with --fail-on-vacuous also if nothing
      was there to check
  64  wrong usage
  65  bad input: a file that cannot be read or does not compile; or an output that cannot be written
  70  internal error: please report it

Examples:
  fathom check main.c
  fathom check -Iinclude -DDEBUG main.c util.c
  fathom check -Wall -O2 -g -isystem vendor main.c util.c -lm
  fathom check main.rs
  fathom check --timeout 2m --memory-limit 4G main.c
  fathom check --unwind 10 --list main.c
  fathom check --format sarif main.c > fathom.sarif
  fathom check --html report --emit-test tests main.c
  fathom check --no-check all --check assertion --entry test_parse parser.c
  fathom check -m32 --property unreach-call.prp task.i
  fathom check --certify proofs main.c && fathom certify proofs main.c";

/// For the help of `certify`.
pub const HELP_CERTIFY: &str = "\
Exit codes:
   0  accepted: every verdict that a property holds is certified
   1  refused: a file was changed, or a proof or the manifest is wrong
   2  accepted in part: some verdicts have no proof, or another solver did not confirm all; or stopped
  64  wrong usage
  65  bad input: no manifest that can be read, or a file is missing
  70  internal error: please report it

Examples:
  fathom check --certify proofs main.c
  fathom certify proofs
  fathom certify proofs main.c
  fathom certify --solver z3 proofs";

/// For the help of `replay`.
pub const HELP_REPLAY: &str = "\
Exit codes:
   0  finished
  64  wrong usage
  65  bad input: not an execution that Fathom wrote
  70  internal error: please report it

Examples:
  fathom check --evidence out main.c
  fathom replay out/1-use-after-free.json
  echo 'fail\nprint' | fathom replay out/1-use-after-free.json";

/// For the help of `svcomp`.
pub const HELP_SVCOMP: &str = "\
Verdicts:
  true           the property holds in every execution
  false(NAME)    it does not: unreach-call, valid-deref, valid-free, valid-memtrack, valid-memcleanup or
                 no-overflow
  unknown        not known; standard error says why

Exit codes:
   0  true
   1  false
   2  unknown
  64  wrong usage
  65  bad input: a file that cannot be read or does not compile
  70  internal error: please report it

Examples:
  fathom svcomp --property unreach-call.prp --data-model ILP32 task.i
  fathom svcomp --property valid-memsafety.prp --timeout 60s task.c
  fathom svcomp task.yml";

/// For the help of `validate`.
pub const HELP_VALIDATE: &str = "\
Verdicts:
  true           the correctness witness is confirmed: the property holds, and so do all invariants
  false(NAME)    the violation witness is confirmed: an execution follows it to the violation; or the
                 program of a correctness witness is wrong
  unknown        neither; standard error says why, with \"rejected\" if the witness is wrong

Exit codes:
   0  true
   1  false
   2  unknown
  64  wrong usage
  65  bad input: a file that cannot be read or does not compile, or no witness of this program
  70  internal error: please report it

Examples:
  fathom validate witness.yml task.i --property unreach-call.prp
  fathom validate witness.graphml task.c --property no-overflow.prp --data-model ILP32 --timeout 90s";
