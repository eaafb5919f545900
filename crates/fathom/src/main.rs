//! The command line of Fathom.
//!
//! This crate only parses arguments, calls the stages one after the other and reports what they say.

mod args;
mod bench;
mod certify;
mod check;
mod checks;
mod count;
mod entry;
mod exit;
mod interrupt;
mod ir;
mod limits;
mod output;
mod outputs;
mod pipeline;
mod place;
mod property_file;
mod replay;
mod report;
mod run;
mod smt;
mod status_line;
#[cfg(test)]
mod suite;
mod svcomp;
mod validate;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::{env, panic, process, thread};

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::{Cli, Command};
use crate::check::conclusion::stop_reason;
use crate::limits::Limit;

/// Stack of the thread that does the work. Library functions that call back into the program (`qsort`)
/// nest on it.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    // Limits of time are counted from here.
    limits::started();
    panic::set_hook(Box::new(|info| {
        output::error(&format!(
            "internal error: {info}\nThis is a mistake in Fathom {}, not in your program. Please report it, \
             with the input and the command line.\n",
            env!("CARGO_PKG_VERSION")
        ));
        process::exit(exit::INTERNAL.into());
    }));
    let cli = match args::parse(env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let worker = thread::Builder::new().name("fathom".into()).stack_size(STACK).spawn(move || execute(&cli));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The hook has ended the process already if the worker panicked.
        Ok(Err(_)) => ExitCode::from(exit::INTERNAL),
        Err(error) => {
            output::error(&format!("error: cannot start a thread: {error}\n"));
            ExitCode::from(exit::INTERNAL)
        }
    }
}

fn execute(cli: &Cli) -> u8 {
    let result = match &cli.command {
        Command::Check(args) => check::check(args),
        Command::Certify(args) => certify::certify(args),
        Command::Svcomp(args) => svcomp::svcomp(args),
        Command::Replay(args) => replay::replay(args),
        Command::Validate(args) => validate::validate(args),
        Command::Run(args) => run::run(args),
        Command::Ir(args) => ir::ir(args),
        Command::Smt(args) => smt::smt(args),
        Command::Bench(args) => bench::bench(args),
    };
    result.unwrap_or_else(|failure| failure.report())
}

/// What ends a command early.
enum Failure {
    /// Wrong usage that the parser could not see.
    Usage(clap::Error),
    /// Bad input; the message is complete.
    Input(String),
    /// A mistake of ours.
    Internal(String),
    /// A limit was reached: what is known has been prepared.
    Limit(Limit),
}

impl Failure {
    /// A wrong value on the command line.
    fn usage(message: impl std::fmt::Display) -> Self {
        Self::Usage(Cli::command().error(ErrorKind::InvalidValue, message))
    }

    /// What went wrong, without printing it.
    fn into_message(self) -> String {
        match self {
            Self::Usage(error) => error.to_string().trim().to_string(),
            Self::Input(message) | Self::Internal(message) => message.trim().to_string(),
            Self::Limit(limit) => stop_reason(limit.stopped()).to_string(),
        }
    }

    fn report(self) -> u8 {
        match self {
            Self::Usage(error) => {
                usage(&error);
                exit::USAGE
            }
            Self::Input(message) => {
                output::error(&message);
                exit::BAD_INPUT
            }
            Self::Internal(message) => {
                output::error(&format!("internal error: {message}\nPlease report it.\n"));
                exit::INTERNAL
            }
            Self::Limit(limit) => limits::give_last_word(limit),
        }
    }
}

/// Prints help, version or what is wrong with the command line.
fn usage(error: &clap::Error) -> ExitCode {
    // A closed terminal is no reason to panic.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::FINISHED })
}

/// Whether messages may be coloured.
fn colour() -> bool {
    colour_on(&std::io::stderr())
}

/// Whether what is written there may be coloured.
fn colour_on(stream: &impl IsTerminal) -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && stream.is_terminal()
}
