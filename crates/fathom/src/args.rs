//! The command line.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use fathom_frontend::{SourceCheck, Word};
use fathom_ir::{Property, PropertySet};

use crate::exit;

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
    /// Execute a program and stop at the first undefined behaviour
    ///
    /// The program gets the arguments after `--`, and reads and writes the real standard input and
    /// output and real files. When it does something that the language leaves undefined, or an
    /// assertion of its own fails, it is stopped with a message that says what happened, where, and to
    /// which object.
    #[command(after_help = exit::HELP_RUN, override_usage = "fathom run [OPTIONS] FILE... [-- ARGS...]")]
    Run(Box<RunArgs>),
    /// Print a program at any stage of the way from LLVM IR to the form that is executed
    #[command(after_help = exit::HELP)]
    Ir(Box<IrArgs>),
    /// Solve formulas: execute a script in SMT-LIB 2.6
    ///
    /// Formulas over Booleans, bit-vectors, arrays, floating-point numbers and uninterpreted functions
    /// and sorts, without quantifiers. Every command is answered as soon as it has been read, so that
    /// another program can talk to the solver through a pipe.
    #[command(after_help = crate::smt::HELP)]
    Smt(Box<SmtArgs>),
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
    /// Execute the program as it was lowered, without any pass
    #[arg(long, help_heading = "Execution")]
    pub no_promote: bool,
    /// Print what each stage did, and how long it took, to standard error
    #[arg(long, help_heading = "Execution")]
    pub stats: bool,
    /// Print the kinds of checks and leave
    #[arg(long, help_heading = "Checks")]
    pub list_checks: bool,
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
    /// What to print
    #[arg(long, value_name = "STAGE", default_value = "promoted",
          value_parser = PossibleValuesParser::new(crate::pipeline::stage_names()))]
    pub stage: String,
    /// Print only the function with this name
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Print how much of what there is, instead of the text
    #[arg(long, conflicts_with = "function")]
    pub count: bool,
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
#[derive(Args, Debug)]
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
    /// Further options for clang, in one string that is split as a shell does
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
    /// Check also for this; `all` for everything (see fathom run --list-checks)
    #[arg(long = "check", value_name = "KIND", value_delimiter = ',', value_parser = parse_kind)]
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
    /// The kinds to check. `--no-check all` comes first, then `--check`, then `--no-check`.
    pub fn selected(&self) -> PropertySet {
        let limits =
            Property::ALL.iter().filter(|p| p.is_limit()).fold(PropertySet::EMPTY, |s, &p| s.with(p));
        let all = Property::ALL.iter().fold(PropertySet::EMPTY, |set, &property| set.with(property));
        let mut set = if self.no_check.contains(&Kinds::All) { limits } else { PropertySet::default() };
        for kinds in &self.check {
            set = match kinds {
                Kinds::All => all,
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
        let mut cflags = Vec::new();
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
            clang: None,
            colour,
        })
    }
}

fn parse_kind(text: &str) -> Result<Kinds, String> {
    if text == "all" {
        return Ok(Kinds::All);
    }
    match Property::by_name(text) {
        Some(property) if property.is_limit() => {
            Err("that is no check: what Fathom cannot model always stops it".into())
        }
        Some(property) => Ok(Kinds::One(property)),
        None => {
            let names: Vec<&str> =
                Property::ALL.iter().filter(|p| !p.is_limit()).map(|property| property.name()).collect();
            Err(format!("there is no such kind; the kinds are: all, {}", names.join(", ")))
        }
    }
}

/// `64`, `16K`, `8M`, `2G`.
fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of bytes, with K, M or G behind it if you like".to_string();
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Parses the command line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let matches = Cli::command().try_get_matches_from(as_long_options(arguments));
    let mut cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    if let Err(error) = &mut cli
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
        && ["-f", "-W", "-O", "-i", "-g", "-x", "-l", "-L"].iter().any(|&prefix| argument.starts_with(prefix))
        && !argument.starts_with("--")
    {
        let tip = "options for clang go into one string: --cflags \"...\"".to_string();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    cli
}

/// Gives options that clang spells with one dash the two dashes that the parser expects.
fn as_long_options(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    const WITH_VALUE: [&str; 8] =
        ["-I", "-D", "-U", "-include", "--include", "--cflags", "--entry", "--function"];
    let mut result: Vec<OsString> = Vec::new();
    let mut value_follows = false;
    let mut arguments = arguments.into_iter();
    for argument in arguments.by_ref() {
        if argument == "--" && !value_follows {
            result.push(argument);
            break;
        }
        let rewrite = match argument.to_str() {
            _ if value_follows => false,
            Some("-m32" | "-m64" | "-include") => true,
            Some(text) => text.starts_with("-std="),
            None => false,
        };
        value_follows =
            !value_follows && WITH_VALUE.iter().any(|option| argument.as_os_str() == OsStr::new(option));
        if rewrite {
            let mut long = OsString::from("-");
            long.push(&argument);
            result.push(long);
        } else {
            result.push(argument);
        }
    }
    result.extend(arguments);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> Result<RunArgs, clap::Error> {
        let all = ["fathom", "run"].iter().chain(arguments).map(OsString::from);
        match parse(all)?.command {
            Command::Run(run) => Ok(*run),
            Command::Ir(_) | Command::Smt(_) => panic!("not run"),
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
        let options = run.compile.options(run.checks.selected(), false).unwrap();
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
        let kinds = |arguments: &[&str]| run(arguments).unwrap().checks.selected();
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
    fn sizes() {
        assert_eq!(parse_size("64"), Ok(64));
        assert_eq!(parse_size("8M"), Ok(8 << 20));
        for wrong in ["", "K", "1T", "-1", "99999999999G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clang_options_are_directed_to_cflags() {
        let message = run(&["-fwrapv", "a.c"]).unwrap_err().to_string();
        assert!(message.contains("--cflags"), "{message}");
    }
}
