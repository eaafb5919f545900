//! Where something is as the user sees it, and whose code it is.

use fathom_ir::{FuncId, LocId, Program};

use crate::model::{Position, Where};

/// The position with its file.
pub fn position(program: &Program, loc: LocId) -> Option<Position> {
    let loc = program.loc(loc)?;
    let file = program.files.get(loc.file?.index())?.clone();
    Some(Position { file, line: loc.line, column: loc.column })
}

/// A place: the name that the function around a position has in the source, and the position.
pub fn place(program: &Program, function: FuncId, loc: LocId) -> Where {
    Where { function: function_name(program, function, loc), position: position(program, loc) }
}

/// The name that the function around a position has in the source; else that of the function.
pub fn function_name(program: &Program, function: FuncId, loc: LocId) -> String {
    source_name(program, loc).unwrap_or_else(|| {
        program.functions.get(function.index()).map_or(String::new(), |function| function.name.clone())
    })
}

/// The name in the source of the function around a position.
pub fn source_name(program: &Program, loc: LocId) -> Option<String> {
    let name = program.note(program.loc(loc)?.function);
    (!name.is_empty()).then(|| name.to_string())
}

/// Whether it is in a file that came with the compiler or with Fathom, and not from the user.
pub fn is_foreign(program: &Program, loc: LocId) -> bool {
    let file = program.loc(loc).and_then(|loc| program.files.get(loc.file?.index()));
    file.is_some_and(|file| fathom_ir::program::is_foreign_file(file))
}

/// Calls, with those that the compiler or a pass inlined: a position knows where its function was inlined.
pub fn with_inlined(program: &Program, stack: &[(FuncId, LocId)]) -> Vec<(FuncId, LocId)> {
    let mut calls = vec![];
    for &(function, loc) in stack {
        calls.push((function, loc));
        let mut at = loc;
        while let Some(outer) = program.loc(at).and_then(|loc| loc.inlined_at) {
            calls.push((function, outer));
            at = outer;
        }
    }
    calls
}

/// What is inside a library, or nowhere, is reported where the user's code called it. `stack` begins with the
/// innermost call and has the inlined ones.
pub fn hoisted(program: &Program, loc: LocId, stack: &[(FuncId, LocId)]) -> LocId {
    let is_own = |at: LocId| position(program, at).is_some() && !is_foreign(program, at);
    if is_own(loc) {
        return loc;
    }
    stack.iter().map(|&(_, at)| at).find(|&at| is_own(at)).unwrap_or(loc)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_ir::{FileId, Loc, NoteId};

    /// Positions 1 (user), 2 (library, inlined at 1), 3 (library).
    fn program() -> Program {
        let loc = |file, line, inlined_at| Loc {
            file: Some(FileId(file)),
            line,
            column: 3,
            function: NoteId(file + 1),
            inlined_at,
        };
        Program {
            files: vec!["main.c".into(), "<fathom>/string.c".into()],
            notes: vec![String::new(), "main".into(), "strlen".into()],
            locs: vec![Loc::UNKNOWN, loc(0, 7, None), loc(1, 20, Some(LocId(1))), loc(1, 30, None)],
            ..Program::default()
        }
    }

    #[test]
    fn what_happens_in_a_library_is_reported_at_the_call() {
        let program = program();
        let stack = with_inlined(&program, &[(FuncId(0), LocId(2))]);
        assert_eq!(stack, [(FuncId(0), LocId(2)), (FuncId(0), LocId(1))]);
        assert_eq!(hoisted(&program, LocId(2), &stack), LocId(1));
        assert_eq!(hoisted(&program, LocId(3), &[(FuncId(1), LocId(3)), (FuncId(0), LocId(1))]), LocId(1));
        assert_eq!(hoisted(&program, LocId(3), &[]), LocId(3), "nobody knows who called it");
        assert_eq!(hoisted(&program, LocId(1), &stack), LocId(1));
        assert_eq!(hoisted(&program, LocId::NONE, &stack), LocId(1), "it has no place of its own");
    }

    #[test]
    fn functions_are_called_as_in_the_source() {
        let program = program();
        assert_eq!(function_name(&program, FuncId(0), LocId(3)), "strlen");
        assert_eq!(function_name(&program, FuncId(9), LocId::NONE), "");
    }
}
