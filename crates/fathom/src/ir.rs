//! `fathom ir`: prints a program at any stage.

mod forms;

use std::time::Duration;

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_ir::{FuncId, Program, PropertySet, text};
use fathom_lower::Overflowed;
use fathom_passes::purify;

use crate::args::{Cli, IrArgs};
use crate::count::Counts;
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Timings};
use crate::{Failure, checks, exit, output};

/// Prints a stage; the exit code. Whatever is printed was verified.
pub fn ir(args: &IrArgs) -> Result<u8, Failure> {
    if pipeline::form_names().any(|name| name == args.stage) {
        return forms::print(args);
    }
    let mut timings = Timings::default();
    let checks = args.checks.selected(checks::for_run());
    // Nothing of what comes now looks at the flag.
    stop_on_interrupt(Some(Duration::ZERO));
    let units = pipeline::compile(&args.files, &args.compile, checks, &mut timings)?;
    if args.stage == "llvm" {
        if args.count || args.function.is_some() {
            let message = "--count and --function are for the stages after llvm";
            return Err(Failure::Usage(Cli::command().error(ErrorKind::ArgumentConflict, message)));
        }
        units.iter().for_each(|unit| output::print(&unit.text));
        return Ok(exit::FINISHED);
    }

    let mut program =
        pipeline::lower(units, checks, PropertySet::EMPTY, Overflowed::Wraps, &mut timings)?.program;
    match args.stage.as_str() {
        "ir" => {}
        "promoted" | "pure" | "pure-flat" => pipeline::prepare(&mut program, checks, &mut timings),
        // The parser accepts no other names.
        name => {
            if let Some(pass) = fathom_passes::pass_named(name) {
                (pass.run)(&mut program);
            }
        }
    }
    pipeline::check(&program, &args.stage)?;

    if args.count {
        output::print(&Counts::of(&program).to_string());
        return Ok(exit::FINISHED);
    }
    let function = args.function.as_ref().map(|name| function_named(&program, name)).transpose()?;
    let printed = match (args.stage.as_str(), function) {
        (stage @ ("pure" | "pure-flat"), _) => {
            let pure = pipeline::purify(&program, checks, stage == "pure-flat", &mut timings)?;
            purify::print(&program, &pure, function)
        }
        (_, Some(function)) => text::print_function(&program, function),
        (_, None) => text::print(&program),
    };
    output::print(&printed);
    Ok(exit::FINISHED)
}

fn function_named(program: &Program, name: &str) -> Result<FuncId, Failure> {
    program.function_named(name).ok_or_else(|| {
        let message = format!("there is no function '{name}'");
        Failure::Usage(Cli::command().error(ErrorKind::InvalidValue, message))
    })
}
