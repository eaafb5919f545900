//! A state of the program on some paths: where they meet, states are merged.

use std::rc::Rc;

use fathom_ir::{BlockId, FuncId, Value};
use fathom_logic::Terms;
use imbl::ordmap::DiffItem;
use imbl::{OrdMap, OrdSet};

use crate::content::Form;
use crate::guard::Guard;
use crate::memory::Memory;
use crate::place::Call;
use crate::recording::Trace;
use crate::scalar::Scalar;

/// Everything there is at a point of the program, on the paths that the guard describes.
#[derive(Clone, Debug)]
pub struct State {
    /// Decisions that lead here.
    pub guard: Guard,
    /// Memory.
    pub memory: Memory,
    /// The running function.
    pub frame: Frame,
    /// Who called it.
    pub callers: Option<Rc<Caller>>,
    /// What it is called in the recording, if there is one.
    pub trace: Option<Box<Trace>>,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whose.
    pub func: FuncId,
    /// Its values.
    pub env: OrdMap<u32, Scalar>,
    /// Its stack objects.
    pub locals: OrdSet<u32>,
    /// The loops around the present block, the outermost first.
    pub rounds: Vec<Round>,
    /// The place of the call.
    pub place: Call,
    /// Functions that are running, this one included: how often one called itself, directly or over others.
    pub active: OrdMap<u32, Round>,
    /// Calls under way.
    pub depth: u32,
}

/// How far a loop is, or a recursion.
#[derive(Clone, Debug)]
pub struct Round {
    /// How often it went round.
    pub times: u32,
    /// How often it did so after a decision that depends on an input.
    pub counted: u32,
    /// What was decided when this round began, or when it was called last.
    pub guard: Guard,
}

/// A call under way.
#[derive(Debug)]
pub struct Caller {
    /// Who called.
    pub frame: Frame,
    /// Where.
    pub block: BlockId,
    /// At which instruction.
    pub inst: usize,
    /// Its callers.
    pub callers: Option<Rc<Caller>>,
}

impl Drop for Caller {
    /// Calls can nest deeply; dropping them must not recurse.
    fn drop(&mut self) {
        let mut next = self.callers.take();
        while let Some(caller) = next {
            match Rc::try_unwrap(caller) {
                Ok(mut caller) => next = caller.callers.take(),
                Err(_) => break,
            }
        }
    }
}

/// What merging needs to know.
#[derive(Clone, Copy)]
pub struct Merging {
    /// How memory is written down.
    pub form: Form,
    /// Values are told apart by whole paths instead of gates.
    pub whole_paths: bool,
}

impl State {
    /// Merges two states at one place. Of the values, only those that `live` names matter. Counts the `differences`
    /// of their memories.
    pub fn merge(
        terms: &mut Terms,
        how: Merging,
        a: Self,
        b: Self,
        live: &dyn Fn(Value) -> bool,
        differences: &mut u64,
    ) -> Self {
        let (guard, first) = Guard::join(&a.guard, &b.guard, terms, how.whole_paths);
        let memory = Memory::choose(terms, how.form, first, &a.memory, &b.memory, differences);
        let frame = Frame::merge(terms, first, a.frame, &b.frame, live);
        let callers = merge_callers(terms, first, a.callers, b.callers);
        // Where states are merged, a block begins, which brings its own.
        Self { guard, memory, frame, callers, trace: None }
    }
}

impl Frame {
    fn merge(
        terms: &mut Terms,
        first: fathom_logic::Term,
        a: Self,
        b: &Self,
        live: &dyn Fn(Value) -> bool,
    ) -> Self {
        let mut env = a.env.clone();
        for item in a.env.diff(&b.env) {
            match item {
                DiffItem::Add(&value, &scalar) => {
                    env.insert(value, scalar);
                }
                DiffItem::Update { old: (&value, &old), new: (_, &new) } if live(Value(value)) => {
                    env.insert(value, Scalar::choose(terms, first, old, new));
                }
                DiffItem::Remove(..) | DiffItem::Update { .. } => {}
            }
        }
        let locals = if a.locals == b.locals { a.locals } else { a.locals.union(b.locals.clone()) };
        let rounds = a
            .rounds
            .into_iter()
            .zip(&b.rounds)
            .map(|(a, b)| Round { counted: a.counted.max(b.counted), ..a })
            .collect();
        Self { env, locals, rounds, ..a }
    }
}

fn merge_callers(
    terms: &mut Terms,
    first: fathom_logic::Term,
    a: Option<Rc<Caller>>,
    b: Option<Rc<Caller>>,
) -> Option<Rc<Caller>> {
    // From the innermost out, up to the caller that both share.
    let mut different = Vec::new();
    let (mut at_a, mut at_b) = (a, b);
    let shared = loop {
        match (at_a, at_b) {
            (Some(x), Some(y)) if !Rc::ptr_eq(&x, &y) => {
                at_a = x.callers.clone();
                at_b = y.callers.clone();
                different.push((x, y));
            }
            (x, _) => break x,
        }
    };
    let mut callers = shared;
    for (x, y) in different.into_iter().rev() {
        let frame = Frame::merge(terms, first, x.frame.clone(), &y.frame, &|_| true);
        callers = Some(Rc::new(Caller { frame, block: x.block, inst: x.inst, callers }));
    }
    callers
}
