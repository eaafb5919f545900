//! Invariants become assertions.

use super::edit::{Mark, Wrap, render};
use super::hook::{before_statement, check_literals, once};
use super::{Stretch, Unwoven, Woven, check_names, condition, file_of};
use crate::c::place;
use crate::model::{Invariant, InvariantKind};
use crate::source::Sources;

/// How the text of an assertion begins that stands for an invariant; its number follows.
pub const NOTE: &str = "invariant of the witness ";

/// The program with an assertion for each invariant: that of a loop whenever its condition is about to be
/// evaluated, that of a location before the statement. The text of an assertion ends with the number of the
/// invariant.
pub fn correctness(sources: &Sources, invariants: &[Invariant]) -> Result<Woven, Unwoven> {
    check_names(sources)?;
    let mut wraps: Vec<Vec<Wrap>> = sources.0.iter().map(|_| vec![]).collect();
    for (number, invariant) in invariants.iter().enumerate() {
        let location = &invariant.location;
        let (file, source) = file_of(sources, location)?;
        let misplaced = |misplaced| Unwoven::Misplaced { location: location.clone(), misplaced };
        let (c, guard) = condition(source, location, &invariant.value.value, None)?;
        let assertion = format!(
            "{guard}extern void __fathom_assert(_Bool,const char*);__fathom_assert(({c}),\"{NOTE}{number}\");"
        );
        let mark = Some(Mark::Opening(number));
        match invariant.kind {
            InvariantKind::Loop => {
                let at = place::loop_statement(source, location.line, location.column).map_err(misplaced)?;
                let Some(range) = source.syntax.statements[at].kind.loop_condition() else {
                    return Err(Unwoven::Overlap);
                };
                check_literals(source, range)?;
                let always = if range.is_empty() { "1" } else { "" };
                wraps[file].push(Wrap {
                    open: format!("({{{assertion}!!({always}"),
                    close: ");})".into(),
                    mark,
                    ..Wrap::new(range.clone(), 1)
                });
            }
            InvariantKind::Location => {
                let at = place::statement(source, location.line, location.column).map_err(misplaced)?;
                let hook = format!("({{{assertion}}});");
                let mut around = before_statement(source, at, 1, &hook);
                if let Some(inner) = around.last_mut() {
                    inner.mark = mark;
                }
                wraps[file].extend(around);
            }
        }
    }
    let mut woven = Woven { exact: true, ..Woven::default() };
    let mut marks: Vec<(usize, Stretch)> = vec![];
    for (file, (source, wraps)) in sources.0.iter().zip(wraps).enumerate() {
        let rendered = render(file, source, once(wraps), "")?;
        woven.texts.push(rendered.text);
        woven.ours.extend(rendered.ours);
        marks.extend(rendered.marks);
    }
    marks.sort_by_key(|&(number, _)| number);
    woven.invariants = marks.into_iter().map(|(_, stretch)| stretch).collect();
    Ok(woven)
}
