//! Answers made by hand, for tests.

use std::sync::Arc;

use fathom_engines::{Answer, Counterexample, Input, PropertyResult, Stats, Verdict};
use fathom_interp::Report;
use fathom_interp::replay::Sites;
use fathom_ir::{Bits, FileId, FuncId, Function, Loc, LocId, NoteId, Program, Property, Type};

/// A position in `main`.
pub const MAIN: LocId = LocId(1);
/// A position in a library function that was inlined there.
pub const INLINED: LocId = LocId(2);
/// A position in a library function.
pub const LIBRARY: LocId = LocId(3);
/// Another position in `main`.
pub const LATER: LocId = LocId(4);
/// The text of an assertion.
pub const NOTE: NoteId = NoteId(3);

/// A program that has nothing but names and positions.
pub fn program() -> Program {
    let loc = |file, line, function, inlined_at| Loc {
        file: Some(FileId(file)),
        line,
        column: 3,
        function,
        inlined_at,
    };
    let function = |name: &str| Function {
        name: name.into(),
        params: vec![],
        results: vec![],
        variadic: false,
        body: None,
        align: 1,
        loc: LocId::NONE,
    };
    let (main, strlen) = (NoteId(1), NoteId(2));
    Program {
        functions: vec![function("main"), function("__VERIFIER_nondet_int")],
        files: vec!["main.c".into(), "<fathom>/string.c".into()],
        notes: ["", "main", "strlen", "x > 0"].map(String::from).to_vec(),
        locs: vec![
            Loc::UNKNOWN,
            loc(0, 7, main, None),
            loc(1, 20, strlen, Some(MAIN)),
            loc(1, 30, strlen, None),
            loc(0, 12, main, None),
        ],
        ..Program::default()
    }
}

/// An answer with these properties, and nothing else to tell.
pub fn answer(properties: Vec<PropertyResult>) -> Answer {
    Answer {
        properties,
        loops: vec![],
        missing: vec![],
        assumptions: vec![],
        stopped: None,
        settled: None,
        vacuous: false,
        disagreements: vec![],
        notes: vec![],
        stats: Stats::default(),
        claims: None,
    }
}

/// A property in `main`.
pub fn result(property: Property, loc: LocId, verdict: Verdict) -> PropertyResult {
    PropertyResult { property, loc, function: FuncId(0), note: NoteId::NONE, verdict }
}

/// A failure, called from [`MAIN`] if it is elsewhere.
pub fn failed(property: Property, loc: LocId, inputs: Vec<Input>) -> Verdict {
    let mut stack = vec![(FuncId(0), loc)];
    if loc == LIBRARY {
        stack.push((FuncId(0), MAIN));
    }
    let report =
        Report { property, loc, details: vec!["a detail".into()], stack, object: None, others: vec![] };
    Verdict::Failed(Box::new(Counterexample {
        inputs,
        replay: Arc::default(),
        sites: Sites::default(),
        report,
        steps: 10,
    }))
}

/// An input that is asked for at [`MAIN`].
pub fn input(name: &str, ty: Type, value: Bits) -> Input {
    Input { loc: MAIN, name: name.into(), ty, value }
}
