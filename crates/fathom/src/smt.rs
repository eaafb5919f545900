//! `fathom smt`: a solver for scripts in SMT-LIB 2.6.

mod channel;
mod engine;
mod options;
mod session;

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_logic::smtlib::Source;
use fathom_solve::Interrupt;

use crate::args::{Cli, SmtArgs};
use crate::{Failure, exit};
use session::{Next, Session};

/// For the help of `smt`.
pub const HELP: &str = "\
Exit codes:
   0  the script was executed; the answers are in the output
  64  wrong usage
  65  bad input: a file that cannot be read, or a command that was answered with an error
  70  internal error: please report it

Examples:
  fathom smt formula.smt2
  fathom smt --timeout 10 --stats formula.smt2
  fathom smt --solver z3 formula.smt2
  echo '(check-sat)' | fathom smt";

/// The solver that is not another program.
pub const EMBEDDED: &str = "embedded";

/// How long a check may take to notice that it was interrupted.
const PATIENCE: Duration = Duration::from_secs(5);

/// Refuses a solver that is not there, before anything is done.
pub fn can_be_run(solver: &str) -> Result<(), Failure> {
    if solver.trim().is_empty() {
        return Err(Failure::usage("--solver needs the name of a solver or a command line"));
    }
    if solver == EMBEDDED {
        return Ok(());
    }
    fathom_solve::external::find(solver)
        .map_err(|error| Failure::usage(format!("--solver {solver}: {error}")))
}

/// Executes a script; the exit code.
pub fn smt(args: &SmtArgs) -> Result<u8, Failure> {
    if args.solver != EMBEDDED && (args.certify || args.proof_dir.is_some()) {
        let message = "only the embedded solver can certify its answers";
        return Err(Failure::Usage(Cli::command().error(ErrorKind::ArgumentConflict, message)));
    }
    can_be_run(&args.solver)?;
    if args.timeout.is_some_and(|seconds| !seconds.is_finite() || seconds < 0.0) {
        let message = "--timeout needs a number of seconds";
        return Err(Failure::Usage(Cli::command().error(ErrorKind::InvalidValue, message)));
    }
    if let Some(directory) = &args.proof_dir {
        std::fs::create_dir_all(directory).map_err(|error| {
            Failure::Input(format!("error: cannot create {}: {error}\n", directory.display()))
        })?;
    }
    let signal = Signal::install();
    if args.file == Path::new("-") {
        let interactive = io::stdin().is_terminal();
        let code = execute(args, io::stdin().lock(), "standard input", signal)?;
        // Whoever types has seen the errors.
        return Ok(if interactive && code == exit::BAD_INPUT { exit::FINISHED } else { code });
    }
    let name = args.file.display().to_string();
    let unreadable = |error: io::Error| Failure::Input(format!("error: cannot read {name}: {error}\n"));
    let file = File::open(&args.file).map_err(unreadable)?;
    execute(args, file, &name, signal)
}

fn execute(args: &SmtArgs, input: impl Read, name: &str, signal: Signal) -> Result<u8, Failure> {
    let mut session = Session::new(args, signal);
    let mut source = Source::new(input);
    loop {
        let chunk = source
            .next_chunk()
            .map_err(|error| Failure::Input(format!("error: cannot read {name}: {error}\n")))?;
        let Some(chunk) = chunk else { break };
        match session.execute(&chunk) {
            Next::Continue => {}
            Next::Stop => break,
        }
    }
    Ok(session.finish())
}

/// Ctrl-C and SIGTERM: they stop a check, which then answers unknown and ends the session. Outside of a
/// check, and when a check does not stop, they end the process.
#[derive(Clone)]
pub struct Signal {
    /// Stops a check.
    pub interrupt: Interrupt,
    checking: Arc<AtomicBool>,
}

impl Signal {
    fn install() -> Self {
        let signal = Self { interrupt: Interrupt::new(), checking: Arc::default() };
        let seen = signal.clone();
        // Without a handler the signal ends the process at once, which will do.
        let _ = ctrlc::set_handler(move || {
            let first = !seen.interrupt.is_set();
            seen.interrupt.interrupt();
            if first && seen.checking.load(Ordering::Relaxed) {
                std::thread::sleep(PATIENCE);
            }
            std::process::exit(130);
        });
        signal
    }

    /// Whether a check is running.
    pub fn set_checking(&self, checking: bool) {
        self.checking.store(checking, Ordering::Relaxed);
    }
}
