//! `fathom certify`: checks what `fathom check --certify` wrote.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use fathom_certificate::model::{DecidedBy, Outcome, Verdict};
use fathom_certificate::{CheckOptions, Checked, Manifest, Refusal, sha256};
use fathom_solve::Budget;

use crate::args::CertifyArgs;
use crate::check::conclusion::stop_reason;
use crate::interrupt::stop_on_interrupt;
use crate::limits::{self, LastWord, Limits};
use crate::report::{GREEN, Paint, RED, YELLOW};
use crate::status_line::StatusLine;
use crate::{Failure, colour_on, exit, smt};

/// Checks a directory; the exit code.
pub fn certify(args: &CertifyArgs) -> Result<u8, Failure> {
    if args.solver.as_deref() == Some(smt::EMBEDDED) {
        return Err(Failure::usage("--solver needs another solver: the one inside wrote the proofs"));
    }
    args.solver.as_deref().map_or(Ok(()), smt::can_be_run)?;
    let hashes = hashes(&args.files)?;
    let start = limits::started();
    let paint = Paint { colour: colour_on(&io::stdout()) };
    let word = paint.with(YELLOW, "unknown");
    limits::keep(Limits { time: args.timeout, memory: None }, move |limit| {
        let output = format!("{word}: {}\n", stop_reason(limit.stopped()));
        LastWord { output, error: String::new(), code: exit::UNKNOWN }
    });
    let options = CheckOptions {
        budget: Budget {
            deadline: args.timeout.and_then(|timeout| start.checked_add(timeout)),
            interrupt: Some(stop_on_interrupt(None).into()),
            ..Budget::default()
        },
        solver: args.solver.clone(),
    };
    let checked = check(args, &options, start);
    let (text, code) = match checked {
        Err(refusal) if refusal.is_unreadable() => {
            let (directory, why) = (args.directory.display(), clean(&refusal.to_string()));
            return Err(Failure::Input(format!("error: {directory}: {why}\n")));
        }
        Err(refusal @ Refusal::Stopped(_)) => {
            if let Some(limit) = limits::reached() {
                return Err(Failure::Limit(limit));
            }
            (format!("{}: {refusal}\n", paint.with(YELLOW, "unknown")), exit::UNKNOWN)
        }
        Err(refusal) => {
            (format!("{}: {}\n", paint.with(RED, "refused"), clean(&refusal.to_string())), exit::BUG)
        }
        Ok(checked) => match other_program(&checked.manifest, &args.files, &hashes) {
            Some(what) => (format!("{}: {what}\n", paint.with(RED, "refused")), exit::BUG),
            None => report(&checked, args, &paint),
        },
    };
    limits::answer(&text, code);
    Ok(code)
}

/// Checks the directory, and says how far it is if somebody looks.
fn check(args: &CertifyArgs, options: &CheckOptions, start: Instant) -> Result<Checked, Refusal> {
    let done = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
    let _line = io::stderr().is_terminal().then(|| {
        let shown = Arc::clone(&done);
        StatusLine::new(start, move |elapsed| {
            let (at, all) = (shown.0.load(Ordering::Relaxed), shown.1.load(Ordering::Relaxed));
            format!("checking  {at} of {all} certificates done  {:.1} s", elapsed.as_secs_f64())
        })
    });
    fathom_certificate::check(&args.directory, options, |at, all| {
        done.0.store(at, Ordering::Relaxed);
        done.1.store(all, Ordering::Relaxed);
    })
}

/// SHA-256 of files.
fn hashes(files: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let hash = |path: &PathBuf| {
        let name = path.display();
        let unreadable = |error: io::Error| Failure::Input(format!("error: cannot read {name}: {error}\n"));
        fs::read(path).map(|bytes| sha256(&bytes)).map_err(unreadable)
    };
    files.iter().map(hash).collect()
}

/// Why these files are not the program that was checked, if so.
fn other_program(manifest: &Manifest, files: &[PathBuf], hashes: &[String]) -> Option<String> {
    if files.is_empty() {
        return None;
    }
    let known: BTreeSet<&str> =
        manifest.program.files.iter().filter_map(|file| file.sha256.as_deref()).collect();
    if let Some((path, _)) = files.iter().zip(hashes).find(|(_, hash)| !known.contains(hash.as_str())) {
        return Some(format!("{} is not a file of the program that was checked", path.display()));
    }
    let given = |hash: &str| hashes.iter().any(|other| other == hash);
    let missing = manifest.program.files.iter().find(|file| !file.sha256.as_deref().is_some_and(given))?;
    Some(format!("the program that was checked has another file, {}", clean(&missing.path)))
}

/// A text that anybody may have written, without what would move the cursor or begin a line of its own.
fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// What the verdicts say of the program. The manifest has a sentence for that, but here is what follows.
fn outcome(checked: &Checked) -> String {
    let manifest = &checked.manifest;
    let (all, holding) = (manifest.properties.len(), checked.holding);
    match manifest.outcome {
        Outcome::Proved => format!("proved: {holding} of {all} properties hold in every execution"),
        Outcome::Bounded => {
            let bounds = manifest.properties.iter().filter_map(|property| property.bound);
            let bound = bounds.chain(manifest.exploration.bound).min().unwrap_or(0);
            format!(
                "safe up to {bound}: {holding} of {all} properties hold while no loop goes round more often"
            )
        }
        Outcome::Failed => {
            let failed = manifest.properties.iter().filter(|property| property.verdict == Verdict::Failed);
            format!("failed: {} of {all} properties, which is not certified; {holding} hold", failed.count())
        }
        Outcome::Unknown => format!("not known to be safe: {holding} of {all} properties hold"),
    }
}

/// What was found, and the exit code.
fn report(checked: &Checked, args: &CertifyArgs, paint: &Paint) -> (String, u8) {
    let manifest = &checked.manifest;
    let complete = checked.uncertified.is_empty() && checked.unconfirmed.is_empty();
    let mut text = if complete {
        format!("{}: {}\n", paint.with(GREEN, "accepted"), outcome(checked))
    } else {
        let what = match checked.uncertified.len() {
            0 => "another solver did not confirm all formulas".to_string(),
            1 => format!(
                "1 of {} verdicts that a property holds rests on a formula without proof",
                checked.holding
            ),
            number => {
                format!(
                    "{number} of {} verdicts that a property holds rest on formulas without proof",
                    checked.holding
                )
            }
        };
        format!("{}: {what}\n", paint.with(YELLOW, "accepted in part"))
    };
    text += &match checked.certificates {
        0 => "no certificates: there is no formula with a proof\n".to_string(),
        number => format!(
            "{}: all {} are those of the formulas, and all {} of the proofs follow\n",
            count(number as u64, "certificate", "certificates"),
            count(checked.proof.clauses, "clause", "clauses"),
            count(checked.proof.steps, "step", "steps"),
        ),
    };
    let ways = [
        (DecidedBy::Queries, "by formulas"),
        (DecidedBy::Folded, "by simplification alone"),
        (DecidedBy::NeverMet, "because evaluation never came to them"),
    ];
    let ways: Vec<String> = ways
        .into_iter()
        .map(|(way, words)| (checked.decided_by(way), words))
        .filter(|&(number, _)| number > 0)
        .map(|(number, words)| format!("{number} {words}"))
        .collect();
    if !ways.is_empty() {
        text += &format!("verdicts that a property holds: {}\n", ways.join(", "));
    }
    for (at, why) in &checked.uncertified {
        let property = &manifest.properties[*at];
        let line = property.line.map_or(String::new(), |line| format!(":{line}"));
        let file = clean(property.file.as_deref().unwrap_or("-"));
        text += &format!("not certified: {} at {file}{line}: {}\n", clean(&property.kind), clean(why));
    }
    for (id, why) in &checked.unconfirmed {
        text += &format!("not confirmed: query {id}: {}\n", clean(why));
    }
    if let Some(solver) = args.solver.as_ref().filter(|_| checked.unconfirmed.is_empty()) {
        text += &format!("confirmed: {solver} finds no model of any formula either\n");
    }
    text += &match args.files.len() {
        0 => "program: not compared; name its files after the directory to do so\n".to_string(),
        _ => "program: the files are those that were checked\n".to_string(),
    };
    text += "trusted: that the formulas say what the program does, what was simplified while they were built, and \
             how they become clauses\n";
    (text, if complete { exit::FINISHED } else { exit::UNKNOWN })
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
