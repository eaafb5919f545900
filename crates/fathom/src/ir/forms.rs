//! `fathom ir --stage sa` and its relatives: the forms of a program as `fathom check` evaluates it.

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_engines::bmc::forms::{Refusal, unroll};
use fathom_engines::{CheckOptions, Encoding};
use fathom_sem::forms::Stage;

use crate::args::{Cli, IrArgs};
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Timings};
use crate::{Failure, checks, exit, output};

/// Prints a form; the exit code.
pub fn print(args: &IrArgs) -> Result<u8, Failure> {
    if args.function.is_some() || args.count {
        let message = format!(
            "stage {} is the whole program, unrolled: --function and --count are not for it",
            args.stage
        );
        return Err(Failure::Usage(Cli::command().error(ErrorKind::ArgumentConflict, message)));
    }
    let mut timings = Timings::default();
    let checks = args.checks.selected(checks::for_check());
    let mut units = pipeline::compile(&args.files, &args.compile, checks, &mut timings)?;
    pipeline::add_models(&mut units, &args.compile, checks, &mut timings)?;
    let mut program = pipeline::lower(units, checks, &mut timings)?;
    pipeline::prepare(&mut program, checks, &mut timings);
    let entry = pipeline::entry(&program, &args.entry)?;
    let options = CheckOptions {
        checks,
        unwind: args.unwind,
        unwindset: vec![],
        stop_on_fail: false,
        malloc_may_fail: false,
        deadline: None,
        interrupt: stop_on_interrupt(None),
        memory_limit: None,
        solver: None,
        encoding: Encoding::default(),
        emit_smt2: None,
    };
    let refuse = |refusal: Refusal| Failure::Input(format!("error: {refusal}\n"));
    let mut unrolled = unroll(&program, entry, &options).map_err(refuse)?;
    let text = match Stage::ALL.into_iter().find(|stage| stage.name() == args.stage) {
        Some(stage) => unrolled.print(stage),
        None => unrolled.script(),
    };
    output::print(&text.map_err(refuse)?);
    Ok(exit::FINISHED)
}
