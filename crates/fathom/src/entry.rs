//! Where execution starts: a function by its symbol, or by its name in the source if that says which.

use fathom_evidence::source::source_name;
use fathom_frontend::models;
use fathom_ir::{FuncId, Function, Program};

use crate::{Failure, place};

/// So many functions are named to choose from.
const CANDIDATES: usize = 8;

/// The function with this name that has a body; else what there is instead.
pub fn find(program: &Program, name: &str) -> Result<FuncId, Failure> {
    let has_body = |id: &FuncId| program.functions[id.index()].body.is_some();
    if let Some(entry) = program.function_named(name).filter(has_body) {
        return Ok(entry);
    }
    let own = own_functions(program);
    let named: Vec<FuncId> = own.iter().filter(|(_, own)| own == name).map(|&(id, _)| id).collect();
    match named[..] {
        [] => Err(Failure::usage(nothing_to_start_at(program, name, &own))),
        [entry] => Ok(entry),
        _ => {
            let symbols: Vec<&str> =
                named.iter().map(|id| program.functions[id.index()].name.as_str()).collect();
            Err(Failure::usage(format!(
                "'{name}' is the name of {} functions; choose one with --entry by its symbol: {}",
                named.len(),
                symbols.join(", ")
            )))
        }
    }
}

/// The functions that the user wrote, with their names in the source.
fn own_functions(program: &Program) -> Vec<(FuncId, String)> {
    let is_own = |function: &&Function| {
        let in_model = |file: String| models::is_model_file(&file);
        function.body.is_some()
            && !place::is_foreign(program, function.loc)
            && !place::position(program, function.loc).is_some_and(|position| in_model(position.file))
            // What compilers make by themselves has no name in the source.
            && (source_name(program, function.loc).is_some() || !function.name.starts_with('_'))
    };
    (0..)
        .map(FuncId)
        .zip(&program.functions)
        .filter(|(_, function)| is_own(function))
        .map(|(id, function)| {
            (id, source_name(program, function.loc).unwrap_or_else(|| function.name.clone()))
        })
        .collect()
}

fn nothing_to_start_at(program: &Program, name: &str, own: &[(FuncId, String)]) -> String {
    let mut names: Vec<&str> = own.iter().map(|(_, name)| name.as_str()).collect();
    names.sort_by_key(|other| (distance(name, other), *other));
    names.dedup();
    let start = match program.function_named(name) {
        Some(_) => format!("'{name}' is declared, and no file defines it"),
        None => format!("there is no function '{name}' to start at"),
    };
    let more = names.len().saturating_sub(CANDIDATES);
    let listed = names.into_iter().take(CANDIDATES).collect::<Vec<_>>().join(", ");
    match (listed.is_empty(), more) {
        (true, _) => format!("{start}; the program defines no function at all"),
        (false, 0) => format!("{start}; choose one with --entry: {listed}"),
        (false, more) => format!("{start}; choose one with --entry: {listed}, or one of {more} others"),
    }
}

/// How many letters have to be put in, left out or changed to make one name of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (column, &y) in b.iter().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_of_names() {
        for (a, b, expected) in
            [("parse", "parse", 0), ("prase", "parse", 2), ("", "abc", 3), ("main", "man", 1)]
        {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} and {b}");
        }
    }
}
