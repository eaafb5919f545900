//! What the tests of terms share: random numbers, and universes of terms with their values.
//!
//! A [`Universe`] has a few variables and a list of assignments to them: all there are at small widths,
//! random ones with many corner cases at large widths. The value of a term is a column with an entry for
//! each assignment, so that two terms mean the same in the universe if and only if their columns agree.
#![allow(dead_code, reason = "not every test uses everything")]

use std::rc::Rc;

use fathom_ir::{Bits, FloatKind};
use fathom_logic::eval::{apply, constant_value};
use fathom_logic::{ArrayValue, FloatOp, Op, Rounding, Sort, Term, Terms, Value};
use rustc_hash::FxHashMap;

/// Random numbers (SplitMix64): the same on every run.
#[derive(Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn chance(&mut self, of: usize, among: usize) -> bool {
        self.below(among) < of
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Any value of a width.
    pub fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        Bits::from_words(width, &words)
    }

    /// A value that rules and encodings are likely to treat specially, or any value.
    pub fn corner(&mut self, width: u32) -> Bits {
        let at = self.below(width as usize) as u32;
        let power = Bits::one(width).shl_by(at);
        match self.below(14) {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::signed_min(width),
            4 => Bits::signed_max(width),
            5 => power,
            6 => power.neg(),
            7 => power.sub(&Bits::one(width)),
            8 => Bits::from_u64(width, self.next() % (2 * u64::from(width) + 2)),
            9 => Bits::from_u64(width, self.next() % 4),
            10 => Bits::from_u64(width, width.into()),
            11 => self.bits(width).shl_by(at),
            12 => self.bits(width).lshr_by(at),
            _ => self.bits(width),
        }
    }

    /// An array of a few runs.
    pub fn array(&mut self, index: u32, element: u32) -> ArrayValue {
        let first = self.corner(element);
        let mut array = ArrayValue::constant(index, first);
        for _ in 0..self.below(6) {
            let (start, length, value) = (self.corner(index), self.corner(index), self.corner(element));
            array = if self.chance(1, 2) {
                array.set(&start, &value)
            } else {
                array.fill(&start, &length, &value)
            };
        }
        array
    }

    /// A value of a sort; floats are among those whose bits are no NaN but the canonical one.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.chance(1, 2)),
            Sort::Bits(width) => Value::Bits(self.corner(width)),
            Sort::Array { index, element } => Value::Array(self.array(index, element)),
            Sort::Float(kind) => {
                let bits = Value::Bits(self.corner(kind.bits()));
                apply(Op::Float(FloatOp::FromBits), sort, &[&bits]).expect("it has a value")
            }
            Sort::Rounding => Value::Rounding(*self.pick(&ROUNDINGS)),
        }
    }
}

pub const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

/// The values of a term under each assignment.
pub enum Column {
    Bools(Vec<bool>),
    Words(u32, Vec<u64>),
    Values(Vec<Value>),
}

impl Column {
    fn new(sort: Sort, count: usize, mut value: impl FnMut(usize) -> Value) -> Self {
        match sort {
            Sort::Bool => Self::Bools((0..count).map(|at| value(at).bool()).collect()),
            Sort::Bits(width) if width <= 64 => {
                Self::Words(width, (0..count).map(|at| value(at).bits().low_u64()).collect())
            }
            _ => Self::Values((0..count).map(value).collect()),
        }
    }

    pub fn get(&self, at: usize) -> Value {
        match self {
            Self::Bools(values) => Value::Bool(values[at]),
            Self::Words(width, values) => Value::Bits(Bits::from_u64(*width, values[at])),
            Self::Values(values) => values[at].clone(),
        }
    }

    /// The first assignment under which two columns differ.
    pub fn difference(&self, other: &Self) -> Option<usize> {
        match (self, other) {
            (Self::Bools(a), Self::Bools(b)) => a.iter().zip(b).position(|(a, b)| a != b),
            (Self::Words(_, a), Self::Words(_, b)) => a.iter().zip(b).position(|(a, b)| a != b),
            (Self::Values(a), Self::Values(b)) => a.iter().zip(b).position(|(a, b)| a != b),
            _ => Some(0),
        }
    }
}

/// An operator with the sorts of its result and operands.
#[derive(Clone, Debug)]
pub struct Signature {
    pub op: Op,
    pub sort: Sort,
    pub operands: Vec<Sort>,
}

/// A name for each operator; all constants and variables are one.
pub fn kind(op: Op) -> &'static str {
    match op {
        Op::True | Op::False | Op::Bits(_) | Op::Wide(_) | Op::Rounding(_) => "constant",
        Op::Symbol(_) => "symbol",
        Op::Apply(_) => "apply",
        Op::Not => "not",
        Op::And => "and",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvXor => "bvxor",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvSlt => "bvslt",
        Op::BvUmulo => "bvumulo",
        Op::BvSmulo => "bvsmulo",
        Op::Concat => "concat",
        Op::Extract { .. } => "extract",
        Op::SignExtend => "sign_extend",
        Op::Select => "select",
        Op::Store => "store",
        Op::ConstArray => "const_array",
        Op::Fill => "fill",
        Op::Copy => "copy",
        Op::Float(_) => "float",
    }
}

/// What a universe is made of.
#[derive(Clone, Debug)]
pub struct Spec {
    pub name: String,
    pub variables: Vec<(&'static str, Sort)>,
    /// Widths that terms may have, the main one first.
    pub widths: Vec<u32>,
    /// Assignments, where there are too many to take all.
    pub sample: usize,
}

/// At most this many bits of variables are assigned exhaustively.
const EXHAUSTIVE: u64 = 11;

/// Variables, terms over them, and the terms' values.
pub struct Universe {
    pub name: String,
    pub terms: Terms,
    pub rng: Rng,
    pub variables: Vec<Term>,
    pub signatures: Vec<Signature>,
    /// Number of assignments.
    pub count: usize,
    /// All assignments that there are.
    pub exhaustive: bool,
    /// Signatures of each result sort, by the kind of operator.
    by_result: FxHashMap<Sort, Vec<Vec<usize>>>,
    columns: FxHashMap<Term, Rc<Column>>,
    /// Terms to take operands from.
    pool: FxHashMap<Sort, Vec<Term>>,
    main: u32,
}

fn bits_of(sort: Sort) -> u64 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width.into(),
        Sort::Array { index, element } => u64::from(element) << index.min(32),
        Sort::Float(kind) => kind.bits().into(),
        Sort::Rounding => 100,
    }
}

/// The value with this number among all of a sort.
fn numbered(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(number == 1),
        Sort::Bits(width) => Value::Bits(Bits::from_u64(width, number)),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(index, Bits::zero(element));
            for at in 0..1u64 << index {
                let value = Bits::from_u64(element, number >> (at * u64::from(element)));
                array = array.set(&Bits::from_u64(index, at), &value);
            }
            Value::Array(array)
        }
        Sort::Float(_) | Sort::Rounding => unreachable!("these are sampled"),
    }
}

impl Universe {
    pub fn new(spec: &Spec, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut terms = Terms::unsimplified();
        let variables: Vec<Term> =
            spec.variables.iter().map(|&(name, sort)| terms.symbol(name, sort)).collect();
        let total: u64 = spec.variables.iter().map(|&(_, sort)| bits_of(sort)).sum();
        let exhaustive = total <= EXHAUSTIVE;
        let count = if exhaustive { 1 << total } else { spec.sample };
        let columns = variables.iter().copied().map(|term| (term, Vec::new()));
        let mut columns: Vec<(Term, Vec<Value>)> = columns.collect();
        for assignment in 0..count {
            let mut rest = assignment as u64;
            for at in 0..columns.len() {
                let sort = spec.variables[at].1;
                let value = if exhaustive {
                    let size = bits_of(sort);
                    let value = numbered(sort, rest & ((1 << size) - 1));
                    rest >>= size;
                    value
                } else {
                    Self::sampled(&mut rng, sort, &columns[..at], assignment)
                };
                columns[at].1.push(value);
            }
        }
        let columns = columns.into_iter().map(|(term, values)| {
            let column = Column::new(terms.sort(term), count, |at| values[at].clone());
            (term, Rc::new(column))
        });
        let signatures = signatures(spec);
        let mut by_result: FxHashMap<Sort, FxHashMap<&str, Vec<usize>>> = FxHashMap::default();
        for (at, signature) in signatures.iter().enumerate() {
            let kinds = by_result.entry(signature.sort).or_default();
            kinds.entry(kind(signature.op)).or_default().push(at);
        }
        let by_result = by_result.into_iter().map(|(sort, kinds)| {
            let mut kinds: Vec<Vec<usize>> = kinds.into_values().collect();
            kinds.sort_unstable();
            (sort, kinds)
        });
        Self {
            name: spec.name.clone(),
            rng,
            variables,
            signatures,
            count,
            exhaustive,
            by_result: by_result.collect(),
            columns: columns.collect(),
            pool: FxHashMap::default(),
            main: spec.widths[0],
            terms,
        }
    }

    /// A random value that often has to do with the values of the variables before.
    fn sampled(rng: &mut Rng, sort: Sort, before: &[(Term, Vec<Value>)], at: usize) -> Value {
        let related: Vec<&Value> = before.iter().filter_map(|(_, values)| values.get(at)).collect();
        if let (Sort::Bits(width), false) = (sort, related.is_empty())
            && let Value::Bits(other) = *rng.pick(&related)
            && rng.chance(2, 5)
        {
            let other = other.resize(width);
            return Value::Bits(match rng.below(5) {
                0 | 1 => other,
                2 => other.add(&Bits::one(width)),
                3 => other.neg(),
                _ => other.not(),
            });
        }
        rng.value(sort)
    }

    /// The values of a term.
    pub fn column(&mut self, term: Term) -> Rc<Column> {
        if let Some(known) = self.columns.get(&term) {
            return known.clone();
        }
        if self.columns.len() * self.count > 8_000_000 {
            let variables = &self.variables;
            self.columns.retain(|term, _| variables.contains(term));
        }
        let column = match constant_value(&self.terms, term) {
            Some(value) => Rc::new(Column::new(self.terms.sort(term), self.count, |_| value.clone())),
            None => {
                let (op, sort) = (self.terms.op(term), self.terms.sort(term));
                let operands = self.terms.operands(term).to_vec();
                Rc::new(self.meaning(op, sort, &operands))
            }
        };
        self.columns.insert(term, column.clone());
        column
    }

    /// The values of an operator on operands, by the definition of the operator.
    pub fn meaning(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Column {
        let columns: Vec<Rc<Column>> = operands.iter().map(|&operand| self.column(operand)).collect();
        let value = |at: usize| match columns.as_slice() {
            [a] => apply(op, sort, &[&a.get(at)]),
            [a, b] => apply(op, sort, &[&a.get(at), &b.get(at)]),
            [a, b, c] => apply(op, sort, &[&a.get(at), &b.get(at), &c.get(at)]),
            _ => {
                let values: Vec<Value> = columns.iter().map(|column| column.get(at)).collect();
                apply(op, sort, &values.iter().collect::<Vec<_>>())
            }
        };
        Column::new(sort, self.count, |at| value(at).expect("operators have values"))
    }

    /// The values of the variables under an assignment, readably.
    pub fn assignment(&mut self, at: usize) -> String {
        let variables = self.variables.clone();
        let values = variables.into_iter().map(|variable| {
            let value = self.column(variable).get(at);
            format!("{} = {}", self.print(variable), print_value(&value))
        });
        values.collect::<Vec<_>>().join(", ")
    }

    pub fn print(&self, term: Term) -> String {
        print(&self.terms, term)
    }
}

/// Random terms.
impl Universe {
    /// A constant of a sort.
    pub fn constant(&mut self, sort: Sort) -> Term {
        match sort {
            Sort::Bits(width) if width <= 3 => {
                let value = self.rng.bits(width);
                self.terms.bits(&value)
            }
            Sort::Array { element, .. } => {
                let value = self.constant(Sort::Bits(element));
                self.terms.const_array(sort, value)
            }
            _ => {
                let value = self.rng.value(sort);
                self.terms.value(&value, sort).expect("the value is of the sort")
            }
        }
    }

    /// A variable or constant of a sort, or a part of a variable.
    pub fn leaf(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Term> =
            self.variables.iter().copied().filter(|&term| self.terms.sort(term) == sort).collect();
        if !fitting.is_empty() && self.rng.chance(3, 5) {
            return *self.rng.pick(&fitting);
        }
        if let Sort::Bits(width) = sort
            && fitting.is_empty()
            && self.rng.chance(3, 5)
        {
            let wider: Vec<Term> = (self.variables.iter().copied())
                .filter(|&term| matches!(self.terms.sort(term), Sort::Bits(from) if from > width))
                .collect();
            if !wider.is_empty() {
                let from = *self.rng.pick(&wider);
                let room = self.terms.width(from) - width;
                let low = if self.rng.chance(1, 2) { 0 } else { self.rng.below(room as usize + 1) as u32 };
                return self.terms.app(Op::Extract { low }, sort, &[from]);
            }
        }
        if sort == Sort::Bool && self.rng.chance(4, 5) {
            let one = self.terms.number(1, 1);
            return match self.leaf(Sort::Bits(1)) {
                bit if self.rng.chance(1, 3) && bit != one => self.terms.eq(bit, one),
                _ => *self.rng.pick(&fitting),
            };
        }
        self.constant(sort)
    }

    /// Some operator with a result of a sort.
    fn signature(&mut self, sort: Sort) -> Option<Signature> {
        let kinds = self.by_result.get(&sort)?;
        let of_kind = self.rng.pick(kinds);
        let at = *self.rng.pick(of_kind);
        Some(self.signatures[at].clone())
    }

    /// Applies an operator; sometimes simplifies, so that terms in normal form occur too.
    pub fn build(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        let simplify = self.rng.chance(1, 4);
        self.terms.set_simplify(simplify);
        let term = self.terms.app(op, sort, operands);
        self.terms.set_simplify(false);
        term
    }

    /// A random term of a sort and at most a depth.
    pub fn grow(&mut self, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.rng.chance(1, 6) {
            return self.leaf(sort);
        }
        let Some(Signature { op, sort, operands }) = self.signature(sort) else { return self.leaf(sort) };
        let mut made: Vec<Term> = Vec::new();
        for operand in operands {
            let term = match self.rng.below(4) {
                0 => self.relative(operand, &made, depth - 1),
                _ => self.grow(operand, depth - 1),
            };
            made.push(term);
        }
        self.build(op, sort, &made)
    }

    /// A random term that likely shares subterms with others.
    pub fn relative(&mut self, sort: Sort, others: &[Term], depth: u32) -> Term {
        let mut below: Vec<Term> = others.to_vec();
        let mut at = 0;
        while at < below.len() && below.len() < 40 {
            below.extend_from_slice(self.terms.operands(below[at]));
            at += 1;
        }
        let fitting: Vec<Term> = below.iter().copied().filter(|&t| self.terms.sort(t) == sort).collect();
        if !fitting.is_empty() && (depth == 0 || self.rng.chance(2, 5)) {
            return *self.rng.pick(&fitting);
        }
        if depth == 0 || self.rng.chance(1, 6) {
            return self.leaf(sort);
        }
        let Some(Signature { op, sort, operands }) = self.signature(sort) else { return self.leaf(sort) };
        let mut made = Vec::new();
        for operand in operands {
            let depth = if self.rng.chance(3, 4) { 0 } else { depth - 1 };
            made.push(self.relative(operand, &below, depth));
        }
        self.build(op, sort, &made)
    }

    /// A term of a sort that is built like another one but for a detail.
    pub fn mutant(&mut self, sort: Sort, of: Term) -> Term {
        let (op, own, operands) = (self.terms.op(of), self.terms.sort(of), self.terms.operands(of).to_vec());
        if own == sort {
            let at = self.rng.below(operands.len().max(1));
            return match (self.rng.below(8), op) {
                (0, _) if sort == Sort::Bool => self.build(Op::Not, sort, &[of]),
                (0, _) if sort.is_bits() => self.build(Op::BvNot, sort, &[of]),
                (1, _) if sort.is_bits() => self.build(Op::BvNeg, sort, &[of]),
                (_, _) if operands.is_empty() => self.leaf(sort),
                (2, Op::Extract { .. } | Op::SignExtend) => self.leaf(sort),
                _ => {
                    let mut operands = operands;
                    let within = self.terms.sort(operands[at]);
                    operands[at] = self.mutant(within, operands[at]);
                    self.build(op, sort, &operands)
                }
            };
        }
        match (op, sort, operands.as_slice()) {
            (Op::Ite, _, &[condition, ..]) => {
                let (yes, no) = (self.leaf(sort), self.leaf(sort));
                self.build(Op::Ite, sort, &[condition, yes, no])
            }
            // The slice above or below.
            (Op::Extract { low }, Sort::Bits(width), &[from]) => {
                let above = low + own.width();
                let low = if self.rng.chance(1, 2) { above } else { low.wrapping_sub(width) };
                match low.checked_add(width) {
                    Some(end) if end <= self.terms.width(from) => {
                        self.build(Op::Extract { low }, sort, &[from])
                    }
                    _ => self.leaf(sort),
                }
            }
            _ => self.relative(sort, &[of], 1),
        }
    }

    /// Makes new random terms of all sorts for [`Universe::operands`] to choose from.
    pub fn replenish(&mut self, depth: u32) {
        self.pool.clear();
        let mut sorts: Vec<Sort> = self.signatures.iter().flat_map(|s| s.operands.clone()).collect();
        sorts.sort_unstable();
        sorts.dedup();
        for sort in sorts {
            let terms: Vec<Term> = (0..120).map(|_| self.grow(sort, depth)).collect();
            self.pool.insert(sort, terms);
        }
    }

    /// Random operands for a signature, from leaves, the pool, and what is related to these.
    pub fn operands(&mut self, signature: &Signature) -> Vec<Term> {
        let mut made: Vec<Term> = Vec::new();
        for &sort in &signature.operands {
            let term = match self.rng.below(10) {
                0 | 1 => self.leaf(sort),
                2..=4 if !made.is_empty() => {
                    let of = *self.rng.pick(&made);
                    self.mutant(sort, of)
                }
                5 | 6 if !made.is_empty() => self.relative(sort, &made, 2),
                _ => *self.rng.pick(&self.pool[&sort]),
            };
            made.push(term);
        }
        // What is related stands in either order.
        if let [a, b] = made[..]
            && self.terms.sort(a) == self.terms.sort(b)
            && self.rng.chance(1, 2)
        {
            made.swap(0, 1);
        }
        made
    }

    /// Operands stand as [`Terms::app`] puts them; all being constants is left to folding.
    pub fn settle(&self, op: Op, operands: &mut [Term]) -> bool {
        if let [a, b] = operands
            && op.is_commutative()
            && (self.terms.is_constant(*a), *a) > (self.terms.is_constant(*b), *b)
        {
            std::mem::swap(a, b);
        }
        operands.iter().any(|&operand| !self.terms.is_constant(operand))
    }

    /// The smallest terms of a sort: all variables, all constants where there are few.
    pub fn smallest(&mut self, sort: Sort) -> Vec<Term> {
        let variables = self.variables.clone();
        let mut leaves: Vec<Term> =
            variables.into_iter().filter(|&term| self.terms.sort(term) == sort).collect();
        match sort {
            Sort::Bool => leaves.extend([self.terms.bool(false), self.terms.bool(true)]),
            Sort::Bits(width) if width <= 3 => {
                leaves.extend((0..1 << width).map(|value| self.terms.number(width, value)));
            }
            _ => leaves.extend((0..8).map(|_| self.constant(sort))),
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// This operator is on the sorts that matter most here.
    pub fn is_main(&self, signature: &Signature) -> bool {
        signature.operands.iter().all(|&sort| !sort.is_bits() || sort == Sort::Bits(self.main))
    }
}

/// Every operator on the sorts of a universe.
fn signatures(spec: &Spec) -> Vec<Signature> {
    use Sort::{Bits, Bool};
    let mut all = Vec::new();
    let mut add = |op: Op, sort: Sort, operands: &[Sort]| {
        all.push(Signature { op, sort, operands: operands.to_vec() });
    };
    let mut sorts: Vec<Sort> = spec.widths.iter().map(|&width| Bits(width)).collect();
    sorts.push(Bool);
    sorts.extend(spec.variables.iter().map(|&(_, sort)| sort));
    sorts.sort_unstable();
    sorts.dedup();
    add(Op::Not, Bool, &[Bool]);
    add(Op::And, Bool, &[Bool, Bool]);
    for &sort in &sorts {
        add(Op::Eq, Bool, &[sort, sort]);
        add(Op::Ite, sort, &[Bool, sort, sort]);
        match sort {
            Bits(width) => {
                for op in [Op::BvNot, Op::BvNeg] {
                    add(op, sort, &[sort]);
                }
                for op in [
                    Op::BvAnd,
                    Op::BvXor,
                    Op::BvAdd,
                    Op::BvMul,
                    Op::BvUdiv,
                    Op::BvUrem,
                    Op::BvShl,
                    Op::BvLshr,
                    Op::BvAshr,
                ] {
                    add(op, sort, &[sort, sort]);
                }
                for op in [Op::BvUlt, Op::BvSlt, Op::BvUmulo, Op::BvSmulo] {
                    add(op, Bool, &[sort, sort]);
                }
                for &other in &spec.widths {
                    if spec.widths.contains(&(width + other)) {
                        add(Op::Concat, Bits(width + other), &[sort, Bits(other)]);
                    }
                    if other >= width {
                        add(Op::SignExtend, Bits(other), &[sort]);
                    }
                    if other <= width {
                        let room = width - other;
                        for low in 0..=room {
                            let special = [0, 1, room, room / 2, width / 2].contains(&low)
                                || spec.widths.contains(&low)
                                || spec.widths.contains(&(low + other));
                            if width <= 12 || special {
                                add(Op::Extract { low }, Bits(other), &[sort]);
                            }
                        }
                    }
                }
            }
            Sort::Array { index, element } => {
                let (at, value) = (Bits(index), Bits(element));
                add(Op::Select, value, &[sort, at]);
                add(Op::Store, sort, &[sort, at, value]);
                add(Op::ConstArray, sort, &[value]);
                add(Op::Fill, sort, &[sort, at, at, value]);
                add(Op::Copy, sort, &[sort, at, at, sort, at]);
            }
            Sort::Float(_) => {
                let mut float = |op, result, operands: &[Sort]| add(Op::Float(op), result, operands);
                float(FloatOp::Abs, sort, &[sort]);
                float(FloatOp::Neg, sort, &[sort]);
                float(FloatOp::Min, sort, &[sort, sort]);
                float(FloatOp::Add, sort, &[Sort::Rounding, sort, sort]);
                float(FloatOp::Lt, Bool, &[sort, sort]);
                float(FloatOp::IsNan, Bool, &[sort]);
            }
            Bool | Sort::Rounding => {}
        }
    }
    all
}

/// Universes at small widths, where all assignments are tried (but for those with arrays at index widths
/// above 2, and for floats).
pub fn small_universes() -> Vec<Spec> {
    use Sort::{Array, Bits, Bool};
    let mut all = Vec::new();
    for width in 1..=5 {
        let mut variables = vec![("x", Bits(width)), ("y", Bits(width)), ("p", Bool)];
        if width <= 2 {
            variables.push(("q", Bool));
        }
        if width <= 3 {
            variables.push(("z", Bits(width)));
        }
        let mut widths = vec![width, 1, width + 1];
        widths.extend((2..width).chain([2 * width]));
        widths.dedup();
        let name = format!("width {width}");
        all.push(Spec { name, variables, widths: distinct(widths), sample: 0 });
    }
    for width in 2..=5 {
        for high in 1..width {
            let low = width - high;
            let variables = vec![("x", Bits(width)), ("h", Bits(high)), ("l", Bits(low)), ("p", Bool)];
            let widths = distinct(vec![width, high, low, width + high, width + low, 1]);
            all.push(Spec { name: format!("widths {width} = {high} + {low}"), variables, widths, sample: 0 });
        }
    }
    for index in 1..=5 {
        for element in 1..=2 {
            let memory = Array { index, element };
            let mut variables = vec![
                ("m", memory),
                ("i", Bits(index)),
                ("j", Bits(index)),
                ("v", Bits(element)),
                ("p", Bool),
            ];
            if index + element != 3 {
                variables.push(("n", memory));
            }
            let widths = distinct(vec![index, element]);
            let name = format!("memory {index} to {element}");
            all.push(Spec { name, variables, widths, sample: 600 });
        }
    }
    let float = Sort::Float(FloatKind::F16);
    all.push(Spec {
        name: "floats".into(),
        variables: vec![
            ("f", float),
            ("g", float),
            ("p", Bool),
            ("r", Sort::Rounding),
            ("s", Sort::Rounding),
            ("x", Bits(4)),
        ],
        widths: vec![4],
        sample: 300,
    });
    all
}

/// Universes at large widths, with random assignments.
pub fn large_universes() -> Vec<Spec> {
    use Sort::{Array, Bits, Bool};
    let mut all = Vec::new();
    for width in [8, 16, 31, 32, 33, 63, 64, 65, 100, 128, 200] {
        let low = if width % 8 == 0 && width > 8 { 8 } else { width / 3 };
        let high = width - low;
        let variables = vec![
            ("x", Bits(width)),
            ("y", Bits(width)),
            ("z", Bits(width)),
            ("h", Bits(high)),
            ("l", Bits(low)),
            ("p", Bool),
            ("q", Bool),
        ];
        let widths = distinct(vec![width, high, low, 1, width + low]);
        all.push(Spec { name: format!("width {width}"), variables, widths, sample: 60 });
    }
    for (index, element) in [(8, 8), (32, 8), (64, 8), (64, 64), (70, 65)] {
        let memory = Array { index, element };
        let variables = vec![
            ("m", memory),
            ("n", memory),
            ("i", Bits(index)),
            ("j", Bits(index)),
            ("v", Bits(element)),
            ("w", Bits(element)),
            ("p", Bool),
        ];
        let widths = distinct(vec![index, element]);
        all.push(Spec { name: format!("memory {index} to {element}"), variables, widths, sample: 60 });
    }
    all
}

fn distinct(widths: Vec<u32>) -> Vec<u32> {
    let mut kept = Vec::new();
    for width in widths {
        if !kept.contains(&width) {
            kept.push(width);
        }
    }
    kept
}

/// In the notation of SMT-LIB, about; what is deep is left out.
pub fn print(terms: &Terms, term: Term) -> String {
    print_to(terms, term, 8)
}

fn print_to(terms: &Terms, term: Term, depth: u32) -> String {
    let (op, sort) = (terms.op(term), terms.sort(term));
    if let Some(value) = constant_value(terms, term) {
        return print_value(&value);
    }
    let head = match (op, sort) {
        (Op::Symbol(symbol), _) => return terms.symbol_name(symbol).to_owned(),
        _ if depth == 0 => return format!("term{}", term.index()),
        (Op::Extract { low }, Sort::Bits(width)) => format!("(_ extract {} {low})", low + width - 1),
        (Op::SignExtend, Sort::Bits(width)) => format!("(sign_extend to {width})"),
        (Op::ConstArray, _) => format!("(as const {sort})"),
        (Op::Float(op), _) => format!("{op:?}"),
        _ => kind(op).to_owned(),
    };
    let operands = terms.operands(term).iter().map(|&operand| print_to(terms, operand, depth - 1));
    format!("({head} {})", operands.collect::<Vec<_>>().join(" "))
}

pub fn print_value(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Bits(bits) if bits.width() <= 8 => {
            let digits: String =
                (0..bits.width()).rev().map(|at| if bits.bit(at) { '1' } else { '0' }).collect();
            format!("#b{digits}")
        }
        Value::Bits(bits) => format!("{}:{}", bits.to_hex(), bits.width()),
        Value::Array(array) => {
            let runs: Vec<String> = array
                .runs()
                .map(|(start, element)| format!("{}.. {}", start.to_hex(), element.to_hex()))
                .collect();
            format!("[{}]", runs.join(", "))
        }
        Value::Rounding(mode) => format!("{mode:?}"),
    }
}
