//! The store of terms: every different term once, with a dense number.
//!
//! [`Term`]s of one [`Terms`] are equal if and only if they were built from the same operator, sort and
//! operands; with simplification on (the default) many that merely mean the same are equal too. A term is
//! never changed or freed, and its operands have smaller numbers than itself, so walking the numbers
//! upwards is walking bottom-up.

use std::hash::{Hash, Hasher};

use fathom_ir::Bits;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::facts::Facts;
use crate::op::{Function, Op, Symbol, Wide, result_sort};
use crate::rules::memory::WriteIndex;
use crate::sort::Sort;

/// A term: a number that stands for an operator and its operands in a [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    /// Its number, dense from 0 in the order of construction.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a term is, apart from its operands.
#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    /// Operands are `operands[start..start + arity]`.
    start: u32,
    arity: u32,
}

/// A place in the table of terms.
#[derive(Clone, Copy, Debug)]
struct Slot {
    term: u32,
    hash: u32,
}

/// Name and sort of a free variable.
#[derive(Clone, Debug)]
struct SymbolInfo {
    name: Box<str>,
    sort: Sort,
}

/// Name and signature of an uninterpreted function.
#[derive(Clone, Debug)]
struct FunctionInfo {
    name: Box<str>,
    parameters: Box<[Sort]>,
    result: Sort,
}

/// How many rules may fire for one term that a caller asks for, those for its new subterms included.
///
/// This is what bounds the cost of simplification: each rule looks at a bounded number of nodes, so the
/// cost of a term has a bound, and formulas cost time linear in the calls that build them.
/// Most terms need one or two; what is left unsimplified when the fuel is out is still right.
const FUEL: u32 = 64;

/// All terms of a formula, hash-consed and simplified as they are built.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    operands: Vec<Term>,
    wide: Vec<Bits>,
    symbols: Vec<SymbolInfo>,
    functions: Vec<FunctionInfo>,
    /// Numbers of terms, each with the upper half of its hash, so that growing does not compute it again.
    interned: HashTable<Slot>,
    pub(crate) writes: WriteIndex,
    simplify: bool,
    fuel: u32,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// Terms that are simplified as they are built.
    pub fn new() -> Self {
        let mut terms = Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            operands: Vec::new(),
            wide: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::new(),
            interned: HashTable::new(),
            writes: WriteIndex::default(),
            simplify: true,
            fuel: FUEL,
        };
        terms.intern(Op::False, Sort::Bool, &[]);
        terms.intern(Op::True, Sort::Bool, &[]);
        terms
    }

    /// Terms that stay as they are built, for experiments and for testing the rules.
    pub fn unsimplified() -> Self {
        Self { simplify: false, ..Self::new() }
    }

    /// Switches simplification of what is built from now on.
    pub fn set_simplify(&mut self, on: bool) {
        self.simplify = on;
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there are true and false.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The width of a bit-vector term.
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// The operands.
    pub fn operands(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.operands[node.start as usize..(node.start + node.arity) as usize]
    }

    /// The operands, where their number is known from the operator.
    ///
    /// # Panics
    /// If there are fewer or more: asking is a bug of the caller.
    pub fn operands_of<const N: usize>(&self, term: Term) -> [Term; N] {
        match self.operands(term).try_into() {
            Ok(operands) => operands,
            Err(_) => panic!("{:?} has not {N} operands", self.op(term)),
        }
    }

    /// What is known about the bits of a bit-vector term of at most 64 bits.
    pub fn facts(&self, term: Term) -> Facts {
        self.facts[term.index()]
    }

    /// Some term by its number.
    ///
    /// # Panics
    /// If there is no such term.
    pub fn at(&self, index: usize) -> Term {
        assert!(index < self.nodes.len(), "no term {index}");
        Term(index as u32)
    }

    /// Every term, operands before the terms that use them.
    pub fn iter(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }
}

/// Leaves.
impl Terms {
    /// True or false.
    pub fn bool(&self, value: bool) -> Term {
        Term(u32::from(value))
    }

    /// A bit-vector constant.
    pub fn bits(&mut self, value: &Bits) -> Term {
        self.constant(value, Sort::Bits(value.width()))
    }

    /// A bit-vector constant given by a number, which is taken modulo 2^width.
    pub fn number(&mut self, width: u32, value: u64) -> Term {
        self.bits(&Bits::from_u64(width, value))
    }

    /// A bit-vector or float constant.
    pub(crate) fn constant(&mut self, value: &Bits, sort: Sort) -> Term {
        if value.width() <= 64 {
            return self.intern(Op::Bits(value.low_u64()), sort, &[]);
        }
        // Wide constants are hash-consed by their value: equal ones share the table entry.
        let hash = hash_of(&(value, sort));
        let found = self.interned.find(hash, |slot| match self.nodes[slot.term as usize] {
            Node { op: Op::Wide(wide), sort: other, .. } => {
                other == sort && self.wide[wide.0 as usize] == *value
            }
            _ => false,
        });
        if let Some(slot) = found {
            return Term(slot.term);
        }
        let wide = Wide(self.wide.len() as u32);
        self.wide.push(value.clone());
        self.push(Op::Wide(wide), sort, &[], hash)
    }

    /// The value of a bit-vector or float constant.
    pub fn as_bits(&self, term: Term) -> Option<Bits> {
        let node = &self.nodes[term.index()];
        match (node.op, node.sort) {
            (Op::Bits(word), Sort::Bits(width)) => Some(Bits::from_u64(width, word)),
            (Op::Bits(word), Sort::Float(kind)) => Some(Bits::from_u64(kind.bits(), word)),
            (Op::Wide(wide), _) => Some(self.wide[wide.0 as usize].clone()),
            _ => None,
        }
    }

    /// The value of a constant bit-vector that fits in 64 bits.
    pub fn as_u64(&self, term: Term) -> Option<u64> {
        match self.op(term) {
            Op::Bits(word) => Some(word),
            Op::Wide(wide) => self.wide[wide.0 as usize].to_u64(),
            _ => None,
        }
    }

    /// The value of a constant Bool.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// It is a constant (arrays are never called so).
    pub fn is_constant(&self, term: Term) -> bool {
        self.op(term).is_constant()
    }

    /// A new free variable. Names need not differ: two calls make two variables.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = Symbol(self.symbols.len() as u32);
        self.symbols.push(SymbolInfo { name: name.into(), sort });
        self.intern(Op::Symbol(symbol), sort, &[])
    }

    /// The free variable that a term is.
    pub fn as_symbol(&self, term: Term) -> Option<Symbol> {
        match self.op(term) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Name of a free variable.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// Sort of a free variable.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// Number of free variables.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// A new uninterpreted function.
    pub fn function(&mut self, name: &str, parameters: &[Sort], result: Sort) -> Function {
        let function = Function(self.functions.len() as u32);
        self.functions.push(FunctionInfo { name: name.into(), parameters: parameters.into(), result });
        function
    }

    /// Name of an uninterpreted function.
    pub fn function_name(&self, function: Function) -> &str {
        &self.functions[function.index()].name
    }

    /// Sorts of the parameters and of the result.
    pub fn signature(&self, function: Function) -> (&[Sort], Sort) {
        let info = &self.functions[function.index()];
        (&info.parameters, info.result)
    }
}

/// Applications.
impl Terms {
    /// An operator applied to operands, simplified. Which sort it has follows from the operands but for
    /// constants, extracts, extensions, constant arrays and float conversions, which have the one given.
    ///
    /// # Panics
    /// If the operands do not fit the operator: terms are built by code, not by users.
    pub fn app(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        // Float operators refuse formats that evaluation could not tell apart, so they are always checked.
        let check = cfg!(debug_assertions) || matches!(op, Op::Float(_));
        assert!(!check || self.fits(op, sort, operands), "{op:?} of {sort} on {:?}", self.sorts_of(operands));
        let operands = match *operands {
            [a, b] if op.is_commutative() && self.out_of_order(a, b) => &[b, a],
            _ => operands,
        };
        if !self.simplify || operands.is_empty() {
            return self.intern(op, sort, operands);
        }
        if let Some(known) = self.find(op, sort, operands) {
            // Built before, so no rule applied then.
            return self.settled(known);
        }
        if let Some(value) = crate::eval::fold(self, op, sort, operands) {
            return value;
        }
        if let Some(simpler) = self.apply_rules(op, sort, operands) {
            return simpler;
        }
        let term = self.intern(op, sort, operands);
        self.settled(term)
    }

    /// Tries the rules of an operator in turn, while there is fuel.
    fn apply_rules(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
        let outermost = self.fuel == FUEL;
        for rule in crate::rules::rules_for(op) {
            if self.fuel == 0 {
                break;
            }
            // Whatever a rule builds burns fuel of this call.
            self.fuel -= 1;
            if let Some(simpler) = rule.apply(self, op, sort, operands) {
                if outermost {
                    self.fuel = FUEL;
                }
                return Some(simpler);
            }
            self.fuel += 1;
        }
        if outermost {
            self.fuel = FUEL;
        }
        None
    }

    /// The constant that a term must equal by its facts, else the term.
    fn settled(&mut self, term: Term) -> Term {
        match self.sort(term) {
            Sort::Bits(width) if width <= 64 => match self.facts(term).single() {
                Some(word) => self.number(width, word),
                None => term,
            },
            _ => term,
        }
    }

    /// Commutative operands stand in the order of their numbers, constants last.
    fn out_of_order(&self, a: Term, b: Term) -> bool {
        (self.is_constant(a), a) > (self.is_constant(b), b)
    }

    fn sorts_of(&self, operands: &[Term]) -> Vec<Sort> {
        operands.iter().map(|&operand| self.sort(operand)).collect()
    }

    /// The operands fit the operator and give the sort.
    pub fn fits(&self, op: Op, sort: Sort, operands: &[Term]) -> bool {
        let sorts = self.sorts_of(operands);
        match (op, sort, sorts.as_slice()) {
            (Op::Bits(_) | Op::Wide(_), Sort::Bits(_) | Sort::Float(_), []) => true,
            (Op::Symbol(symbol), _, []) => self.symbol_sort(symbol) == sort,
            (Op::Apply(function), _, _) => self.signature(function) == (&sorts[..], sort),
            (Op::Extract { low }, Sort::Bits(width), [Sort::Bits(from)]) => {
                width > 0 && low.checked_add(width).is_some_and(|end| end <= *from)
            }
            (Op::SignExtend, Sort::Bits(width), [Sort::Bits(from)]) => width >= *from,
            (Op::ConstArray, Sort::Array { element, .. }, [Sort::Bits(value)]) => element == *value,
            (Op::Float(op), _, _) => crate::float::fits(op, sort, &sorts),
            _ => result_sort(op, &sorts) == Some(sort),
        }
    }

    /// The term with exactly this operator and these operands, if it was built.
    fn find(&self, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
        let hash = hash_of(&(op, sort, operands));
        let found = self.interned.find(hash, |slot| self.is_node(slot, hash, op, sort, operands));
        found.map(|slot| Term(slot.term))
    }

    fn is_node(&self, slot: &Slot, hash: u64, op: Op, sort: Sort, operands: &[Term]) -> bool {
        let node = &self.nodes[slot.term as usize];
        slot.hash == upper(hash)
            && node.op == op
            && node.sort == sort
            && self.operands(Term(slot.term)) == operands
    }

    /// The term with exactly this operator and these operands, without any simplification.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        let hash = hash_of(&(op, sort, operands));
        if let Some(slot) = self.interned.find(hash, |slot| self.is_node(slot, hash, op, sort, operands)) {
            return Term(slot.term);
        }
        self.push(op, sort, operands, hash)
    }

    fn push(&mut self, op: Op, sort: Sort, operands: &[Term], hash: u64) -> Term {
        let at = u32::try_from(self.nodes.len()).expect("more than 2^32 terms do not fit in memory");
        let start = u32::try_from(self.operands.len()).expect("more than 2^32 operands do not fit in memory");
        self.operands.extend_from_slice(operands);
        self.nodes.push(Node { op, sort, start, arity: operands.len() as u32 });
        let facts = crate::facts::compute(self, op, sort, operands);
        self.facts.push(facts);
        let slot = Slot { term: at, hash: upper(hash) };
        self.interned.insert_unique(hash, slot, |slot| whole(slot.hash));
        Term(at)
    }
}

/// A hash of which the upper half determines the lower.
fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    whole(upper(hasher.finish()))
}

fn upper(hash: u64) -> u32 {
    (hash >> 32) as u32
}

fn whole(upper: u32) -> u64 {
    u64::from(upper) << 32 | u64::from(upper.wrapping_mul(0x9e37_79b9))
}
