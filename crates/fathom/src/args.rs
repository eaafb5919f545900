//! The command line.

mod bench;
mod compiler;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use fathom_frontend::{SourceCheck, Word};
use fathom_ir::{Property, PropertySet};
use fathom_sem::{Encoding, MemoryForm, MergeForm};

use crate::{checks, exit};
pub use bench::BenchArgs;
use values::{
    parse_data_model, parse_duration, parse_kind, parse_memory_form, parse_merge_form, parse_size,
    parse_unwinding,
};

/// Fathom finds out whether a C, C++ or Rust program can go wrong.
///
/// It works on the LLVM IR that clang or rustc makes of the program before optimising it, so that it
/// judges the program that was written. What it says of a program is one of three things: a bug, with
/// the place where it happens; that there is none; or that it does not know, and why.
#[derive(Parser, Debug)]
#[command(name = "fathom", version, after_help = exit::HELP, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide for every input whether a program can go wrong (bounded model checking)
    ///
    /// The program is looked at for all inputs at once: values of __VERIFIER_nondet_int() and its
    /// relatives, arguments, what is read from files. Loops are followed deeper and deeper, until none
    /// can go round more often, or until the effort is spent. Every property of the code (no overflow,
    /// no access out of bounds, every assertion holds, ...) gets a verdict:
    ///
    /// - `proved`: it holds in every execution
    /// - `safe up to 8`: it holds while no loop goes round more than 8 times
    /// - `failed`: it does not hold, and here is the input; the execution was replayed
    /// - `unreachable`: no execution gets there
    /// - `unknown`: not known, and here is why
    ///
    /// The answer for the whole program is in the first line of the output.
    #[command(after_help = exit::HELP_CHECK, verbatim_doc_comment,
              override_usage = "fathom check [OPTIONS] FILE...")]
    Check(Box<CheckCmd>),
    /// Answer a task of SV-COMP: true, false with the violated property, or unknown
    ///
    /// The verdict is the only line on standard output; what led to it goes to standard error.
    #[command(after_help = exit::HELP_SVCOMP)]
    Svcomp(Box<SvcompArgs>),
    /// Step through an execution that fails, forwards and backwards
    ///
    /// The file is one of those that `fathom check --evidence DIR` writes. Commands are read from standard
    /// input; `help` lists them.
    #[command(after_help = exit::HELP_REPLAY)]
    Replay(Box<ReplayArgs>),
    /// Check the proofs that `fathom check --certify` wrote
    ///
    /// Nothing in the directory is believed, and no solver is needed: the clauses of every formula are written
    /// again and compared, every step of every proof is followed, and every verdict has to have the proofs that it
    /// rests on. What is still trusted, docs/certificates.md says.
    #[command(after_help = exit::HELP_CERTIFY)]
    Certify(Box<CertifyArgs>),
    /// Check a witness of SV-COMP: true or false if it is confirmed, unknown if not
    ///
    /// A witness justifies what a verifier, this one or another, said of a program. It is put into a copy of
    /// the program, and the copy is verified: of a violation witness, some execution must follow it to the
    /// violation, and was replayed; of a correctness witness, the property and all its invariants must hold.
    /// Both formats are read, YAML (2.0) and GraphML (1.0). The verdict is the only line on standard output.
    #[command(after_help = exit::HELP_VALIDATE)]
    Validate(Box<ValidateArgs>),
    /// Execute a program and stop at the first undefined behaviour
    ///
    /// The program gets the arguments after `--`, and reads and writes the real standard input and
    /// output and real files. When it does something that the language leaves undefined, or an
    /// assertion of its own fails, it is stopped with a message that says what happened, where, and to
    /// which object.
    #[command(after_help = exit::HELP_RUN, override_usage = "fathom run [OPTIONS] FILE... [-- ARGS...]")]
    Run(Box<RunArgs>),
    /// Print a program at any stage of the way from LLVM IR to the form that is executed, or to a formula
    #[command(after_help = exit::HELP)]
    Ir(Box<IrArgs>),
    /// Solve formulas: execute a script in SMT-LIB 2.6
    ///
    /// Formulas over Booleans, bit-vectors, arrays, floating-point numbers and uninterpreted functions
    /// and sorts, without quantifiers. Every command is answered as soon as it has been read, so that
    /// another program can talk to the solver through a pipe.
    #[command(after_help = crate::smt::HELP)]
    Smt(Box<SmtArgs>),
    /// Run verifiers on tasks with known verdicts, and compare them
    ///
    /// Tasks are those of SV-COMP: task files (.yml), or programs with the verdict in their names, such as
    /// list_false-valid-deref.i. Every tool runs on every task, under limits of time and memory; for each task
    /// all tools run right after each other, so that noise hits them alike. Results are appended to a file as
    /// they come: the same command takes up where it was stopped. Tables and plots are written to --output.
    #[command(after_help = crate::bench::HELP, override_usage = "fathom bench [OPTIONS] [PATH]...")]
    Bench(Box<BenchArgs>),
}

/// Options of `fathom replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The execution: a file that `fathom check --evidence DIR` wrote
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,
}

/// Options of `fathom run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Files of one program: C, C++, Rust (.rs), LLVM IR (.ll, .bc), or - for C on standard input
    #[arg(value_name = "FILE", required_unless_present = "list_checks")]
    pub files: Vec<PathBuf>,
    /// Arguments for the program
    #[arg(value_name = "ARGS", last = true)]
    pub args: Vec<OsString>,
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// What to check.
    #[command(flatten)]
    pub checks: CheckArgs,
    /// Where execution starts
    #[arg(long, value_name = "NAME", default_value = "main", help_heading = "Execution")]
    pub entry: String,
    /// Stop after this many steps; exit code 2
    #[arg(long, value_name = "N", help_heading = "Execution")]
    pub max_steps: Option<u64>,
    /// Calls may nest this deep; exit code 2 beyond
    #[arg(long, value_name = "N", help_heading = "Execution")]
    pub max_depth: Option<usize>,
    /// Room for everything that is alive at a time, such as 4G; malloc returns null beyond
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Execution")]
    pub memory_limit: Option<u64>,
    /// Seed for values that the program leaves open (__VERIFIER_nondet_int and others)
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Execution")]
    pub seed: u64,
    /// Let objects lie at random, by this seed: in any order, next to each other, where others were before. What depends
    /// on that, nobody promises
    #[arg(long, value_name = "SEED", help_heading = "Execution")]
    pub layout: Option<u64>,
    /// Execute the program as it was lowered, without any pass
    #[arg(long, help_heading = "Execution")]
    pub no_promote: bool,
    /// Print what each stage did, and how long it took, to standard error
    #[arg(long, help_heading = "Execution")]
    pub stats: bool,
    /// Take these functions from the models that `fathom check` uses: for comparing models with the C library
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', hide = true)]
    pub models: Vec<String>,
    /// Print the kinds of checks and leave
    #[arg(long, help_heading = "Checks")]
    pub list_checks: bool,
}

/// Options of `fathom check`.
#[derive(Args, Debug)]
pub struct CheckCmd {
    /// Files of one program: C, C++, Rust (.rs), LLVM IR (.ll, .bc), or - for C on standard input
    #[arg(value_name = "FILE", required_unless_present = "list_checks")]
    pub files: Vec<PathBuf>,
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// What to check.
    #[command(flatten)]
    pub checks: CheckArgs,
    /// Check what this property file of SV-COMP says, and nothing else
    #[arg(long, value_name = "FILE.prp", help_heading = "Checks")]
    pub property: Vec<PathBuf>,
    /// Allocation functions may return null
    #[arg(long, help_heading = "Checks")]
    pub malloc_may_fail: bool,
    /// Functions that write to streams (printf, fputs, fwrite, fflush, fclose, …) may fail
    #[arg(long, help_heading = "Checks")]
    pub io_may_fail: bool,
    /// Functions that nobody defines return any value and change nothing; without this, executions end as
    /// not known where they are called
    #[arg(long, help_heading = "Checks")]
    pub stub_missing: bool,
    /// Print the kinds of checks and leave
    #[arg(long, help_heading = "Checks")]
    pub list_checks: bool,
    /// Where execution starts [default: main]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub entry: Option<String>,
    /// No loop goes round, and no function calls itself, more often than this
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub unwind: Option<u32>,
    /// The same for single loops, by the names in the output: main.0:8,parse:3
    #[arg(long, value_name = "NAME:N", value_delimiter = ',', value_parser = parse_unwinding,
          help_heading = "Search")]
    pub unwindset: Vec<(String, u32)>,
    /// Stop at the first property that fails
    #[arg(long, help_heading = "Search")]
    pub stop_on_fail: bool,
    /// Stop after this time, such as 15s or 2m, counted from the start of the command, and say what is known then
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub timeout: Option<Duration>,
    /// Stop when the process and those that it starts use this much memory, such as 4G, and say what is known then
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Search")]
    pub memory_limit: Option<u64>,
    /// What solves the formulas: embedded, z3, cvc5, bitwuzla, yices, boolector, mathsat, or the command
    /// line of another program that reads SMT-LIB from its standard input
    #[arg(long, value_name = "NAME", default_value = crate::smt::EMBEDDED, help_heading = "Search")]
    pub solver: String,
    /// List every property, loop and input, instead of counting those that hold
    #[arg(long, help_heading = "Output")]
    pub list: bool,
    /// How the answer is printed: text for people, json, sarif or junit for machines
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub format: Format,
    /// Exit with 2 if nothing fails only because no property can be reached, or because the assumptions of the
    /// program exclude every execution
    #[arg(long, help_heading = "Output")]
    pub fail_on_vacuous: bool,
    /// Show every step of an execution that fails, and not only those that the failure depends on
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// Write a report into this directory, index.html, to be looked at in a browser
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Write for every execution that fails a test into this directory: a C file that supplies the inputs, and
    /// a script that builds it with the program and clang's sanitizers, and runs it
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
    /// Write every execution that fails into this directory, as JSON that fathom replay steps through
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub evidence: Option<PathBuf>,
    /// Print what each stage did, and how long it took, to standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Write the formulas that are solved into this directory, as SMT-LIB scripts
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub emit_smt2: Option<PathBuf>,
    /// Write proofs of what holds into this directory, for fathom certify and others to check
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub certify: Option<PathBuf>,
    /// How programs become formulas.
    #[command(flatten)]
    pub encoding: EncodingArgs,
}

/// How an answer is printed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// Everything, see docs/formats.md.
    Json,
    /// For code scanning services.
    Sarif,
    /// For CI systems.
    Junit,
}

/// Options of `fathom certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// What `fathom check --certify` wrote
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The files of the program: they have to be those that were checked
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Let another solver confirm that each formula has no model: z3, cvc5, bitwuzla, yices, boolector, mathsat,
    /// or the command line of a program that reads SMT-LIB from its standard input
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,
    /// Stop after this time, such as 15s or 2m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
}

/// Options of `fathom svcomp`.
#[derive(Args, Debug)]
pub struct SvcompArgs {
    /// The program: .c or .i files; or a task file (.yml), which names them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What to check: a property file of SV-COMP [default: the one that the task file names]
    #[arg(long, value_name = "FILE.prp")]
    pub property: Vec<PathBuf>,
    /// Widths of long and pointers: ILP32 or LP64 [default: as the task file says, else LP64]
    #[arg(long, value_name = "MODEL", value_parser = parse_data_model)]
    pub data_model: Option<Word>,
    /// Write a witness of the answer to this file: YAML, or GraphML if it is called .graphml
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Answer unknown after this time
    #[arg(long, value_name = "DURATION", default_value = "870s", value_parser = parse_duration)]
    pub timeout: Duration,
    /// Answer unknown when the process uses this much memory [default: 14G, or what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    /// Print what each stage did, and how long it took, to standard error
    #[arg(long)]
    pub stats: bool,
}

/// Options of `fathom validate`.
#[derive(Args, Debug)]
pub struct ValidateArgs {
    /// The witness: YAML or GraphML
    #[arg(value_name = "WITNESS", required = true)]
    pub witness: PathBuf,
    /// The program that it is about: .c or .i files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What the program was checked for: a property file of SV-COMP
    #[arg(long, value_name = "FILE.prp", required = true)]
    pub property: Vec<PathBuf>,
    /// Widths of long and pointers: ILP32 or LP64 [default: as the witness says]
    #[arg(long, value_name = "MODEL", value_parser = parse_data_model)]
    pub data_model: Option<Word>,
    /// Answer unknown after this time
    #[arg(long, value_name = "DURATION", default_value = "870s", value_parser = parse_duration)]
    pub timeout: Duration,
    /// Answer unknown when the process uses this much memory [default: 14G, or what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    /// Write the program with the witness in it into this directory
    #[arg(long, value_name = "DIR")]
    pub emit_woven: Option<PathBuf>,
    /// Print what each stage did, and how long it took, to standard error
    #[arg(long)]
    pub stats: bool,
}

/// How programs become formulas: for experiments, and not in the help.
#[derive(Args, Debug)]
pub struct EncodingArgs {
    /// How the contents of objects are kept: lambdas or arrays
    #[arg(long = "encoding-memory", hide = true, value_name = "FORM", value_parser = parse_memory_form)]
    pub memory: Option<MemoryForm>,
    /// How values of different paths are merged: gates or paths
    #[arg(long = "encoding-merge", hide = true, value_name = "FORM", value_parser = parse_merge_form)]
    pub merge: Option<MergeForm>,
    /// One memory for all objects
    #[arg(long = "encoding-flat", hide = true)]
    pub flat: bool,
    /// Addresses of objects are symbols
    #[arg(long = "encoding-symbolic-addresses", hide = true)]
    pub symbolic_addresses: bool,
    /// Do not simplify terms while they are built
    #[arg(long = "encoding-no-simplify", hide = true)]
    pub no_simplify: bool,
    /// Give the solver everything, and not only what a property depends on
    #[arg(long = "encoding-no-cone", hide = true)]
    pub no_cone: bool,
}

impl EncodingArgs {
    /// The encoding that is asked for.
    pub fn encoding(&self) -> Encoding {
        let usual = Encoding::default();
        Encoding {
            memory: self.memory.unwrap_or(usual.memory),
            merge: self.merge.unwrap_or(usual.merge),
            flat: self.flat || usual.flat,
            symbolic_addresses: self.symbolic_addresses || usual.symbolic_addresses,
            simplify: usual.simplify && !self.no_simplify,
            cone: usual.cone && !self.no_cone,
        }
    }
}

/// Options of `fathom ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    /// Files of one program: C, C++, Rust (.rs), LLVM IR (.ll, .bc), or - for C on standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How to compile.
    #[command(flatten)]
    pub compile: CompileArgs,
    /// What to check.
    #[command(flatten)]
    pub checks: CheckArgs,
    /// What to print: a stage on the way to the form that is executed (llvm, ir, promoted), that with memory
    /// as values (pure: one a region, pure-flat: one for all), for all functions and rounds at once a form on
    /// the way to the formula (sa, sasa, gssa, pd, reduced, smt2), or what a single pass makes of ir
    #[arg(long, value_name = "STAGE", default_value = "promoted",
          value_parser = PossibleValuesParser::new(crate::pipeline::stage_names()))]
    pub stage: String,
    /// Print only the function with this name
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Print how much of what there is, instead of the text
    #[arg(long, conflicts_with = "function")]
    pub count: bool,
    /// Where execution starts, for the stages from sa on
    #[arg(long, value_name = "NAME", default_value = "main", help_heading = "Unrolling")]
    pub entry: String,
    /// No loop goes round, and no function calls itself, more often than this, in the stages from sa on
    /// [default: 4 times where an input decides it, some 1,000 times elsewhere]
    #[arg(long, value_name = "N", help_heading = "Unrolling")]
    pub unwind: Option<u32>,
    /// Allocation functions may return null, in the stages from sa on
    #[arg(long, help_heading = "Unrolling")]
    pub malloc_may_fail: bool,
    /// Functions that write to streams may fail, in the stages from sa on
    #[arg(long, help_heading = "Unrolling")]
    pub io_may_fail: bool,
    /// Functions that nobody defines return any value and change nothing, in the stages from sa on
    #[arg(long, help_heading = "Unrolling")]
    pub stub_missing: bool,
}

/// Options of `fathom smt`.
#[derive(Args, Debug)]
pub struct SmtArgs {
    /// The script, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    /// What solves the formulas: embedded, z3, cvc5, bitwuzla, yices, boolector, mathsat, or the command
    /// line of another program that reads SMT-LIB from its standard input
    #[arg(long, value_name = "NAME", default_value = crate::smt::EMBEDDED)]
    pub solver: String,
    /// Answer unknown when a check takes longer than this
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Answer unknown when a check has run into this many conflicts
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,
    /// Check the proof of every unsat before it is answered, and say so on standard error
    #[arg(long)]
    pub certify: bool,
    /// Write these proofs, in the format LRAT, with their formulas into this directory
    #[arg(long, value_name = "DIR")]
    pub proof_dir: Option<PathBuf>,
    /// Print what the solver did to standard error
    #[arg(long)]
    pub stats: bool,
}

/// How to compile; the names are those of clang.
#[derive(Args, Default, Debug)]
#[command(next_help_heading = "Compilation (C and C++)")]
pub struct CompileArgs {
    /// Look for headers here
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefines: Vec<String>,
    /// Include a header before the first line (also spelled -include)
    #[arg(long = "include", value_name = "HEADER")]
    pub includes: Vec<PathBuf>,
    /// Language standard, such as c11 or c++17 (also spelled -std=)
    #[arg(long = "std", value_name = "STANDARD")]
    pub std: Option<String>,
    /// One option for clang as it is; see [`compiler`].
    #[arg(long = "clang-option", hide = true, allow_hyphen_values = true)]
    pub clang_options: Vec<String>,
    /// Further options for clang, in one string that is split as a shell does; most can also be given as they are
    /// (-Wall, -fwrapv, -isystem DIR), and those for machine code (-O2, -g, -c, -o FILE, -lm) do nothing
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// Compile for 32-bit pointers (also spelled -m32)
    #[arg(long, overrides_with = "m64")]
    pub m32: bool,
    /// Compile for 64-bit pointers (also spelled -m64)
    #[arg(long)]
    pub m64: bool,
}

/// What to check.
#[derive(Args, Debug)]
#[command(next_help_heading = "Checks")]
pub struct CheckArgs {
    /// Check also for this; `all` for everything (see fathom check --list-checks)
    #[arg(long = "check", visible_alias = "checks", value_name = "KIND", value_delimiter = ',', value_parser = parse_kind)]
    pub check: Vec<Kinds>,
    /// Do not check for this; `all` for nothing but what --check says
    #[arg(long = "no-check", value_name = "KIND", value_delimiter = ',', value_parser = parse_kind)]
    pub no_check: Vec<Kinds>,
}

/// An argument of `--check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// Every kind.
    All,
    /// One kind.
    One(Property),
}

impl CheckArgs {
    /// The kinds to check: what the command checks by default, as these options change it. `--no-check
    /// all` comes first, then `--check`, then `--no-check`.
    pub fn selected(&self, default: PropertySet) -> PropertySet {
        let mut set = if self.no_check.contains(&Kinds::All) { checks::limits() } else { default };
        for kinds in &self.check {
            set = match kinds {
                Kinds::All => checks::all(),
                Kinds::One(property) => set.with(*property),
            };
        }
        for kinds in &self.no_check {
            if let Kinds::One(property) = kinds {
                set = set.without(*property);
            }
        }
        set
    }
}

impl CompileArgs {
    /// The options for the frontend.
    pub fn options(
        &self,
        checks: PropertySet,
        colour: bool,
    ) -> Result<fathom_frontend::Options, clap::Error> {
        let mut cflags = self.clang_options.clone();
        for flags in &self.cflags {
            cflags.extend(fathom_frontend::split_words(flags).map_err(|error| {
                Cli::command().error(ErrorKind::ValueValidation, format!("--cflags '{flags}': {error}"))
            })?);
        }
        let wanted =
            |check: &SourceCheck| Property::by_name(check.name()).is_some_and(|p| checks.contains(p));
        Ok(fathom_frontend::Options {
            include_dirs: self.include_dirs.clone(),
            defines: self.defines.clone(),
            undefines: self.undefines.clone(),
            includes: self.includes.clone(),
            std: self.std.clone(),
            cflags,
            word: match (self.m32, self.m64) {
                (true, _) => Some(Word::Bits32),
                (false, true) => Some(Word::Bits64),
                (false, false) => None,
            },
            checks: SourceCheck::ALL.iter().copied().filter(wanted).collect(),
            own_functions: Vec::new(),
            clang: None,
            colour,
        })
    }
}

/// Parses the command line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let matches = Cli::command().try_get_matches_from(compiler::translate(arguments));
    matches.and_then(|matches| Cli::from_arg_matches(&matches))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> Result<RunArgs, clap::Error> {
        let all = ["fathom", "run"].iter().chain(arguments).map(OsString::from);
        match parse(all)?.command {
            Command::Run(run) => Ok(*run),
            other => panic!("{other:?} is not run"),
        }
    }

    fn check(arguments: &[&str]) -> Result<CheckCmd, clap::Error> {
        let all = ["fathom", "check"].iter().chain(arguments).map(OsString::from);
        match parse(all)?.command {
            Command::Check(check) => Ok(*check),
            other => panic!("{other:?} is not check"),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_in_the_spelling_of_clang() {
        let run = run(&[
            "-m32", "-std=c11", "-include", "a.h", "-Iinc", "-I", "inc2", "-DX=1", "-D", "Y", "-UZ",
            "--cflags", "-m64", "a.c", "--", "-m32", "-std=x",
        ])
        .unwrap();
        let options = run.compile.options(run.checks.selected(checks::for_run()), false).unwrap();
        assert_eq!(options.word, Some(Word::Bits32));
        assert_eq!(options.std.as_deref(), Some("c11"));
        assert_eq!(options.includes, [PathBuf::from("a.h")]);
        assert_eq!(options.include_dirs, [PathBuf::from("inc"), PathBuf::from("inc2")]);
        assert_eq!((options.defines, options.undefines), (vec!["X=1".into(), "Y".into()], vec!["Z".into()]));
        assert_eq!(options.cflags, ["-m64"]);
        assert_eq!(run.args, ["-m32", "-std=x"]);
    }

    #[test]
    fn the_last_word_size_wins() {
        let word = |arguments: &[&str]| {
            let run = run(arguments).unwrap();
            run.compile.options(PropertySet::EMPTY, false).unwrap().word
        };
        assert_eq!(word(&["a.c"]), None);
        assert_eq!(word(&["-m64", "-m32", "a.c"]), Some(Word::Bits32));
        assert_eq!(word(&["-m32", "-m64", "a.c"]), Some(Word::Bits64));
    }

    #[test]
    fn kinds_are_selected() {
        let kinds = |arguments: &[&str]| run(arguments).unwrap().checks.selected(checks::for_run());
        let default = kinds(&["a.c"]);
        assert!(default.contains(Property::SignedOverflow) && !default.contains(Property::MemoryLeak));
        let more =
            kinds(&["--check", "memory-leak,unsigned-overflow", "--no-check", "signed-overflow", "a.c"]);
        assert!(more.contains(Property::MemoryLeak) && more.contains(Property::UnsignedOverflow));
        assert!(!more.contains(Property::SignedOverflow));
        let one = kinds(&["--no-check", "all", "--check", "assertion", "a.c"]);
        assert!(one.contains(Property::Assertion) && !one.contains(Property::NullDereference));
        assert!(one.contains(Property::MissingBody), "limits stay");
        assert!(kinds(&["--check", "all", "a.c"]).contains(Property::PointerComparison));
        assert_eq!(kinds(&["--checks", "memory-leak", "a.c"]), default.with(Property::MemoryLeak));
    }

    #[test]
    fn a_wrong_kind_is_answered_with_all_kinds() {
        let message = run(&["--check", "leak", "a.c"]).unwrap_err().to_string();
        assert!(message.contains("use-after-free") && message.contains("memory-leak"), "{message}");
        let message = run(&["--no-check", "missing-body", "a.c"]).unwrap_err().to_string();
        assert!(message.contains("no check"), "{message}");
    }

    #[test]
    fn every_source_check_is_a_property() {
        for check in SourceCheck::ALL {
            let property = Property::by_name(check.name()).unwrap();
            assert_eq!(property.on_by_default(), check.on_by_default());
        }
    }

    #[test]
    fn uninitialised_use_is_on_for_run_and_off_for_check() {
        let kinds = |arguments: &[&str]| check(arguments).unwrap().checks.selected(checks::for_check());
        let default = kinds(&["a.c"]);
        assert!(!default.contains(Property::UninitialisedUse) && default.contains(Property::SignedOverflow));
        assert!(checks::for_run().contains(Property::UninitialisedUse));
        let asked = kinds(&["--checks", "uninitialised-use", "a.c"]);
        assert_eq!(asked, default.with(Property::UninitialisedUse));
    }

    #[test]
    fn options_of_check() {
        let line =
            ["--unwind=4", "--unwindset", "main.0:8,f:2", "--timeout", "2m", "--property", "a.prp", "a.c"];
        let cmd = check(&line).unwrap();
        assert_eq!(cmd.unwind, Some(4));
        assert_eq!(cmd.unwindset, [("main.0".into(), 8), ("f".into(), 2)]);
        assert_eq!(cmd.timeout, Some(Duration::from_secs(120)));
        assert_eq!(cmd.property, [PathBuf::from("a.prp")]);
        assert_eq!((cmd.entry, cmd.solver.as_str()), (None, crate::smt::EMBEDDED));
        assert_eq!(cmd.encoding.encoding(), Encoding::default());
        assert!(check(&["--list-checks"]).is_ok() && check(&[]).is_err());
    }

    #[test]
    fn encodings() {
        let options =
            ["--encoding-memory", "arrays", "--encoding-merge", "paths", "--encoding-no-cone", "a.c"];
        let encoding = check(&options).unwrap().encoding.encoding();
        let expected = Encoding {
            memory: MemoryForm::Arrays,
            merge: MergeForm::Paths,
            cone: false,
            ..Encoding::default()
        };
        assert_eq!(encoding, expected);
        assert!(check(&["--encoding-memory", "words", "a.c"]).is_err());
    }

    #[test]
    fn clang_options_are_taken_as_they_are() {
        let run = run(&["-Wall", "-O2", "a.c", "-isystem", "two words", "--cflags", "-fwrapv"]).unwrap();
        let options = run.compile.options(PropertySet::EMPTY, false).unwrap();
        assert_eq!(options.cflags, ["-Wall", "-isystem", "two words", "-fwrapv"]);
        assert_eq!(run.files, [PathBuf::from("a.c")]);
    }
}
