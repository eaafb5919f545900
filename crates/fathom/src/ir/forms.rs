//! `fathom ir --stage sa` and its relatives: the forms of a program as `fathom check` evaluates it.

#[cfg(test)]
mod tests;

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_engines::bmc::forms::{Refusal, unroll};
use fathom_engines::{CheckOptions, Encoding, StopOnFail};
use fathom_ir::{FuncId, Program};
use fathom_sem::forms::Stage;

use crate::args::{Cli, IrArgs};
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Missing, Reading, Timings};
use crate::{Failure, checks, exit, output};
use fathom_frontend::models::World;

/// Prints a form; the exit code.
pub fn print(args: &IrArgs) -> Result<u8, Failure> {
    if args.function.is_some() || args.count {
        let stage = &args.stage;
        let message =
            format!("{stage} is the whole program, unrolled: --function and --count are not for it");
        return Err(Failure::Usage(Cli::command().error(ErrorKind::ArgumentConflict, message)));
    }
    let interrupt = stop_on_interrupt(None);
    let (program, entry, options) = prepared(args)?;
    let options = CheckOptions { interrupt, ..options };
    let refuse = |refusal: Refusal| Failure::Input(format!("error: {refusal}\n"));
    let mut unrolled = unroll(&program, entry, &options).map_err(refuse)?;
    let text = match Stage::ALL.into_iter().find(|stage| stage.name() == args.stage) {
        Some(stage) => unrolled.print(stage),
        None => unrolled.script(),
    };
    output::print(&text.map_err(refuse)?);
    Ok(exit::FINISHED)
}

/// The program as `fathom check` prepares it, where it starts, and what is checked.
fn prepared(args: &IrArgs) -> Result<(Program, FuncId, CheckOptions), Failure> {
    let checks = args.checks.selected(checks::for_check());
    let pipeline::Prepared { program, entry, .. } = pipeline::for_engines(
        &args.files,
        &args.compile,
        checks,
        &args.entry,
        &Reading {
            world: World { io_may_fail: args.io_may_fail },
            ..Reading::new(Missing::new(args.stub_missing))
        },
        &mut Timings::default(),
    )?;
    let options = CheckOptions {
        assertions: Vec::new(),
        checks,
        unwind: args.unwind,
        unwindset: vec![],
        stop_on_fail: StopOnFail::No,
        stop_when: None,
        malloc_may_fail: args.malloc_may_fail,
        deadline: None,
        interrupt: Default::default(),
        memory_limit: None,
        solver: None,
        encoding: Encoding::default(),
        emit_smt2: None,
        throw_ends: false,
        keep_claims: false,
    };
    Ok((program, entry, options))
}
