//! Values of terms, and models that give values to free variables and functions.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use fathom_ir::Bits;
use imbl::OrdMap;
use rustc_hash::FxHashMap;

use crate::op::{Function, Rounding, Symbol};
use crate::sort::Sort;

/// What a term evaluates to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Of a Bool.
    Bool(bool),
    /// Of a bit-vector, or the bits of a float.
    Bits(Bits),
    /// Of an array.
    Array(ArrayValue),
    /// Of a rounding mode.
    Rounding(Rounding),
}

impl Value {
    /// The value that a variable of this sort has when nothing else is known: all zero.
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::Bits(width) => Self::Bits(Bits::zero(width)),
            Sort::Array { index, element } => Self::Array(ArrayValue::constant(index, Bits::zero(element))),
            Sort::Float(kind) => Self::Bits(Bits::zero(kind.bits())),
            Sort::Rounding => Self::Rounding(Rounding::NearestEven),
        }
    }

    /// The Boolean.
    ///
    /// # Panics
    /// On another sort, which is a bug of the caller; so do the next two.
    pub fn bool(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            other => panic!("{other:?} is no Boolean"),
        }
    }

    /// The bits.
    pub fn bits(&self) -> &Bits {
        match self {
            Self::Bits(value) => value,
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    /// The array.
    pub fn array(&self) -> &ArrayValue {
        match self {
            Self::Array(value) => value,
            other => panic!("{other:?} is no array"),
        }
    }
}

/// A bit-vector in the order of unsigned numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Index(Bits);

impl PartialOrd for Index {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Index {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.unsigned_cmp(&other.0)
    }
}

/// An array as a sequence of runs of equal elements.
///
/// All arrays that our operators make from constant arrays have finitely many runs, however long they
/// are, so bulk operations of any length cost no more than the runs they touch. The runs are kept in a
/// persistent map: a copy is cheap, and a chain of a million stores shares almost everything.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index_width: u32,
    /// Where a run begins, and its element. There is a run at 0, and neighbours differ; so arrays are
    /// equal exactly if their runs are.
    runs: OrdMap<Index, Bits>,
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        self.index_width == other.index_width && self.runs == other.runs
    }
}

impl Eq for ArrayValue {}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index_width.hash(state);
        for (start, element) in &self.runs {
            start.0.hash(state);
            element.hash(state);
        }
    }
}

impl ArrayValue {
    /// The array with the same element everywhere.
    pub fn constant(index_width: u32, element: Bits) -> Self {
        Self { index_width, runs: OrdMap::unit(Index(Bits::zero(index_width)), element) }
    }

    /// Width of indices.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// Beginning and element of each run, in ascending order; the first begins at 0.
    pub fn runs(&self) -> impl Iterator<Item = (&Bits, &Bits)> {
        self.runs.iter().map(|(start, element)| (&start.0, element))
    }

    /// The element at an index.
    pub fn get(&self, index: &Bits) -> &Bits {
        let (_, element) = self.runs.get_prev(&Index(index.clone())).expect("a run begins at 0");
        element
    }

    /// The array with another element at one index.
    #[must_use]
    pub fn set(&self, index: &Bits, element: &Bits) -> Self {
        let mut result = self.clone();
        result.assign(index, index, element);
        result
    }

    /// The array with `element` at every index `i` with `i - start <u length`.
    #[must_use]
    pub fn fill(&self, start: &Bits, length: &Bits, element: &Bits) -> Self {
        let mut result = self.clone();
        for (first, last) in ranges(start, length) {
            result.assign(&first, &last, element);
        }
        result
    }

    /// The array that at every index `i` with `i - start <u length` has the element of `source` at
    /// `from + (i - start)`.
    #[must_use]
    pub fn copy(&self, start: &Bits, length: &Bits, source: &Self, from: &Bits) -> Self {
        let mut result = self.clone();
        let to_target = start.sub(from);
        for (first, last) in ranges(from, length) {
            let mut at = first;
            loop {
                let element = source.get(&at);
                // To the end of this run or of the range, whichever comes first.
                let next = source.runs.get_next(&Index(at.add(&Bits::one(self.index_width))));
                let end = match next {
                    Some((next, _)) if !at.is_ones() && !last.ult(&next.0) => {
                        next.0.sub(&Bits::one(self.index_width))
                    }
                    _ => last.clone(),
                };
                let span = end.sub(&at);
                let target = at.add(&to_target);
                for (first, last) in ranges_inclusive(&target, &span) {
                    result.assign(&first, &last, element);
                }
                if end == last {
                    break;
                }
                at = end.add(&Bits::one(self.index_width));
            }
        }
        result
    }

    /// Sets the elements from `first` to `last`, which does not wrap around.
    fn assign(&mut self, first: &Bits, last: &Bits, element: &Bits) {
        let after = (!last.is_ones()).then(|| last.add(&Bits::one(self.index_width)));
        let after = after.map(|after| (Index(after.clone()), self.get(&after).clone()));
        let covered: Vec<Index> = (self.runs.range(Index(first.clone())..=Index(last.clone())))
            .map(|(start, _)| start.clone())
            .collect();
        for start in covered {
            self.runs.remove(&start);
        }
        let joins_before = !first.is_zero() && self.get(&first.sub(&Bits::one(self.index_width))) == element;
        if !joins_before {
            self.runs.insert(Index(first.clone()), element.clone());
        }
        match after {
            Some((after, old)) if old != *element => {
                self.runs.insert(after, old);
            }
            Some((after, _)) => {
                self.runs.remove(&after);
            }
            None => {}
        }
    }
}

/// The indices `i` with `i - start <u length`, as at most two ranges that do not wrap around.
fn ranges(start: &Bits, length: &Bits) -> impl Iterator<Item = (Bits, Bits)> + use<> {
    let ranges = (!length.is_zero()).then(|| ranges_inclusive(start, &length.sub(&Bits::one(start.width()))));
    ranges.into_iter().flatten()
}

/// The indices from `start` to `start + span`, as at most two ranges that do not wrap around.
fn ranges_inclusive(start: &Bits, span: &Bits) -> impl Iterator<Item = (Bits, Bits)> + use<> {
    let last = start.add(span);
    let (zero, ones) = (Bits::zero(start.width()), Bits::ones(start.width()));
    let (one, two) = if last.ult(start) {
        ((start.clone(), ones), Some((zero, last)))
    } else {
        ((start.clone(), last), None)
    };
    std::iter::once(one).chain(two)
}

/// The graph of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// Results for the arguments that matter.
    pub entries: FxHashMap<Box<[Value]>, Value>,
    /// The result for all others.
    pub default: Value,
}

/// Values for free variables and functions; those without one are zero ([`Value::default_of`]).
#[derive(Clone, Default, Debug)]
pub struct Model {
    symbols: FxHashMap<Symbol, Value>,
    functions: FxHashMap<Function, FunctionValue>,
}

impl Model {
    /// Everything zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.symbols.insert(symbol, value);
    }

    /// Gives a function its graph.
    pub fn set_function(&mut self, function: Function, value: FunctionValue) {
        self.functions.insert(function, value);
    }

    /// The value of a variable, if it was given one.
    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.symbols.get(&symbol)
    }

    /// The graph of a function, if it was given one.
    pub fn get_function(&self, function: Function) -> Option<&FunctionValue> {
        self.functions.get(&function)
    }
}
