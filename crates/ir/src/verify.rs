//! Checks that a program is well-formed: every invariant that [`crate::program`] states, the types of
//! all operators, and the ranges of all ids. Passes may rely on it, and are tested by it.
//!
//! In this file what is outside of code; in `body` the structure of code; in `types` the types of
//! operations. Everything is linear but dominators, which are nearly so, and nothing recurses.
//!
//! Code that cannot be reached is checked too, except that uses there need no definition that
//! dominates them.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::program::*;
use crate::types::{Type, VaAbi};

mod body;
mod types;

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct VerifyError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

/// A place in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The tables of the program.
    Program,
    /// A global.
    Global(String),
    /// The signature of a function.
    Function(String),
    /// A block's parameters.
    Block(String, BlockId),
    /// An instruction by its index in its block.
    Inst(String, BlockId, usize),
    /// The end of a block.
    Term(String, BlockId),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program => f.write_str("program"),
            Self::Global(name) => write!(f, "global @{name}"),
            Self::Function(name) => write!(f, "@{name}"),
            Self::Block(name, block) => write!(f, "@{name}, b{}", block.0),
            Self::Inst(name, block, at) => write!(f, "@{name}, b{}, instruction {at}", block.0),
            Self::Term(name, block) => write!(f, "@{name}, b{}, terminator", block.0),
        }
    }
}

/// No more errors than these are collected.
const LIMIT: usize = 100;

/// Checks a program. The errors are in the order of the text, at most 100.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    tables(program, &mut errors);
    for global in &program.globals {
        check_global(program, global, &mut errors);
    }
    for function in &program.functions {
        check_function(program, function, &mut errors);
    }
    errors.result()
}

/// Checks one function of a program whose tables are well-formed.
pub fn verify_function(program: &Program, function: FuncId) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    match program.functions.get(function.index()) {
        Some(function) => check_function(program, function, &mut errors),
        None => errors.add(Place::Program, format!("there is no function {}", function.0)),
    }
    errors.result()
}

/// Collects errors up to the limit.
#[derive(Default)]
struct Errors(Vec<VerifyError>);

impl Errors {
    fn add(&mut self, place: Place, message: impl Into<String>) {
        if !self.is_full() {
            self.0.push(VerifyError { place, message: message.into() });
        }
    }

    fn is_full(&self) -> bool {
        self.0.len() >= LIMIT
    }

    fn result(self) -> Result<(), Vec<VerifyError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

fn tables(program: &Program, errors: &mut Errors) {
    let mut error = |message: String| errors.add(Place::Program, message);
    let bits = program.target.pointer_bits;
    if !matches!(bits, 16 | 32 | 64) {
        error(format!("pointers of {bits} bits"));
    }
    if let VaAbi::Pointer { slot: 0 } = program.target.va {
        error("slots of variadic arguments have no size".to_owned());
    }
    let globals = program.globals.iter().map(|g| &g.name);
    let mut seen = FxHashMap::default();
    for name in globals.chain(program.functions.iter().map(|f| &f.name)) {
        let times = seen.entry(name).or_insert(0);
        *times += 1;
        if *times == 2 {
            error(format!("two symbols have the name @{name}"));
        }
    }
    for &function in program.constructors.iter().chain(&program.destructors) {
        if function.index() >= program.functions.len() {
            error(format!("a constructor or destructor is function {}, which does not exist", function.0));
        }
    }
    if program.notes.first().is_some_and(|note| !note.is_empty()) {
        error("note 0 is not empty".to_owned());
    }
    if program.locs.first().is_some_and(|loc| loc.file.is_some()) {
        error("position 0 has a file".to_owned());
    }
    for (at, loc) in program.locs.iter().enumerate() {
        if loc.file.is_some_and(|file| file.index() >= program.files.len()) {
            error(format!("position {at} is in a file that does not exist"));
        }
        if !has_note(program, loc.function) {
            error(format!("position {at} is in a function whose name does not exist"));
        }
        if loc.inlined_at.is_some_and(|parent| parent.index() >= program.locs.len()) {
            error(format!("position {at} is inlined at a position that does not exist"));
        }
    }
    if let Some(at) = inlining_cycle(&program.locs) {
        error(format!("position {at} is inlined into itself"));
    }
}

/// A position on a cycle of inlining, if there is one.
fn inlining_cycle(locs: &[Loc]) -> Option<usize> {
    // The walk that visited each position first; 0 for none.
    let mut visited = vec![0; locs.len()];
    for start in 0..locs.len() {
        let mut at = start;
        while visited[at] == 0 {
            visited[at] = start + 1;
            match locs[at].inlined_at {
                Some(parent) if parent.index() < locs.len() => at = parent.index(),
                _ => break,
            }
            if visited[at] == start + 1 {
                return Some(at);
            }
        }
    }
    None
}

/// Note and position 0 need no entry.
fn has_note(program: &Program, note: NoteId) -> bool {
    note == NoteId::NONE || note.index() < program.notes.len()
}

fn has_loc(program: &Program, loc: LocId) -> bool {
    loc == LocId::NONE || loc.index() < program.locs.len()
}

fn has_symbol(program: &Program, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Global(id) => id.index() < program.globals.len(),
        Symbol::Func(id) => id.index() < program.functions.len(),
    }
}

/// Integers have 1 to 2^23 bits.
fn is_type(ty: Type) -> bool {
    match ty {
        Type::Int(bits) => (1..=Type::MAX_INT_BITS).contains(&bits),
        Type::Ptr | Type::Float(_) => true,
    }
}

fn check_global(program: &Program, global: &Global, errors: &mut Errors) {
    let mut error = |message: String| errors.add(Place::Global(global.name.clone()), message);
    if !global.align.is_power_of_two() {
        error(format!("alignment {} is no power of two", global.align));
    }
    if !has_loc(program, global.loc) {
        error(format!("position {} does not exist", global.loc.0));
    }
    let Some(init) = &global.init else { return };
    if init.bytes.len() as u64 > global.size {
        error(format!("{} bytes of contents in {} bytes", init.bytes.len(), global.size));
    }
    let pointer_bytes = Type::Ptr.bytes(&program.target);
    let mut free_from = 0;
    for (&at, &(target, _)) in &init.pointers {
        if !has_symbol(program, target) {
            error(format!("the pointer at {at} is to a symbol that does not exist"));
        }
        if at < free_from {
            error(format!("the pointer at {at} overlaps the one before"));
        }
        free_from = at.saturating_add(pointer_bytes);
        if free_from > global.size {
            error(format!("the pointer at {at} is not inside the {} bytes", global.size));
        }
    }
    for &(start, length) in &init.undef {
        if start.checked_add(length).is_none_or(|end| end > global.size) {
            error(format!("{length} undefined bytes from {start} are not inside the {}", global.size));
        }
    }
}

fn check_function(program: &Program, function: &Function, errors: &mut Errors) {
    if errors.is_full() {
        return;
    }
    let mut error = |message: String| errors.add(Place::Function(function.name.clone()), message);
    if let Some(ty) = function.params.iter().chain(&function.results).find(|&&ty| !is_type(ty)) {
        error(format!("{ty} is no type"));
    }
    if !has_loc(program, function.loc) {
        error(format!("position {} does not exist", function.loc.0));
    }
    if let Some(body) = &function.body {
        body::check(program, function, body, errors);
    }
}

#[cfg(test)]
mod tests;
