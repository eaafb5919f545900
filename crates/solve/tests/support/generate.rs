//! Random formulas that use every operator there is a function for in [`fathom_logic::build`].
//!
//! What is built depends on the random numbers and the sorts alone, never on what a term was simplified
//! to: the same seed gives the same formula with simplification and without.

use std::collections::BTreeMap;

use fathom_logic::{Sort, Term, Terms};

use super::Rng;
use super::universe::Universe;

/// The widest bit-vectors in ordinary subterms.
const WIDEST: u32 = 5;

/// Makes terms over a universe.
pub struct Generator<'a> {
    rng: Rng,
    terms: &'a mut Terms,
    universe: &'a Universe,
    /// Terms made so far, to be used again.
    pool: BTreeMap<Sort, Vec<Term>>,
    /// Without what SMT-LIB has no words for, or not all solvers: bulk operations and constant arrays.
    portable: bool,
}

impl<'a> Generator<'a> {
    /// A generator with its own random numbers.
    pub fn new(seed: u64, terms: &'a mut Terms, universe: &'a Universe) -> Self {
        let mut pool: BTreeMap<Sort, Vec<Term>> = BTreeMap::new();
        for &(term, sort) in &universe.symbols {
            pool.entry(sort).or_default().push(term);
        }
        Self { rng: Rng::new(seed), terms, universe, pool, portable: false }
    }

    /// Leaves out bulk operations and constant arrays.
    pub fn portable(self) -> Self {
        Self { portable: true, ..self }
    }

    /// A formula such as people assert: often an equation that says what a variable is.
    pub fn formula(&mut self, depth: u32) -> Term {
        match self.rng.below(10) {
            0..3 => self.bool(depth),
            3..6 => self.definition(depth),
            6 => self.sum_definition(depth),
            7 => {
                let (a, b) = (self.formula(depth / 2), self.formula(depth / 2));
                self.terms.and(a, b)
            }
            8 => {
                let (a, b) = (self.formula(depth / 2), self.formula(depth / 2));
                self.terms.or(a, b)
            }
            _ => {
                let a = self.formula(depth);
                self.terms.not(a)
            }
        }
    }

    /// `x = t`.
    fn definition(&mut self, depth: u32) -> Term {
        if self.universe.symbols.is_empty() {
            return self.bool(depth);
        }
        let (symbol, sort) = self.rng.pick(&self.universe.symbols);
        let value = self.term(sort, depth);
        self.terms.eq(symbol, value)
    }

    /// `x + r = t`.
    fn sum_definition(&mut self, depth: u32) -> Term {
        let width = self.some_width();
        let sort = Sort::Bits(width);
        let (x, rest, sum) = (self.leaf(sort), self.term(sort, depth / 2), self.term(sort, depth));
        let x = self.terms.bv_add(x, rest);
        self.terms.eq(x, sum)
    }

    /// A term of a sort.
    pub fn term(&mut self, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.rng.chance(1, 10) {
            return self.leaf(sort);
        }
        if self.rng.chance(1, 6)
            && let Some(known) = self.pool.get(&sort)
        {
            return self.rng.pick(known);
        }
        let term = match sort {
            Sort::Bool => self.bool(depth),
            Sort::Bits(width) => self.bits(width, depth),
            Sort::Array { index, element } => self.array(index, element, depth),
            other => panic!("no terms of sort {other}"),
        };
        self.pool.entry(sort).or_default().push(term);
        term
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let symbols: Vec<Term> = self
            .universe
            .symbols
            .iter()
            .filter(|&&(_, other)| other == sort)
            .map(|&(term, _)| term)
            .collect();
        if !symbols.is_empty() && self.rng.chance(4, 5) {
            return self.rng.pick(&symbols);
        }
        match sort {
            Sort::Bool => {
                let value = self.rng.chance(1, 2);
                self.terms.bool(value)
            }
            Sort::Bits(width) => {
                let value = self.rng.next();
                self.terms.number(width, value)
            }
            _ if self.portable && !symbols.is_empty() => symbols[0],
            Sort::Array { element, .. } => {
                let value = self.leaf(Sort::Bits(element));
                self.terms.const_array(sort, value)
            }
            other => panic!("no terms of sort {other}"),
        }
    }

    /// A width that variables have, or any.
    fn some_width(&mut self) -> u32 {
        let widths: Vec<u32> = self
            .universe
            .symbols
            .iter()
            .filter(|(_, sort)| sort.is_bits())
            .map(|(_, sort)| sort.width())
            .collect();
        if widths.is_empty() || self.rng.chance(1, 4) {
            return self.rng.between(1, WIDEST);
        }
        self.rng.pick(&widths)
    }

    /// A sort of arrays that variables have; if none have, any, unless arrays are to be portable.
    fn some_array(&mut self) -> Option<Sort> {
        let sorts: Vec<Sort> =
            self.universe.symbols.iter().map(|&(_, sort)| sort).filter(|sort| sort.is_array()).collect();
        match sorts.is_empty() {
            false => Some(self.rng.pick(&sorts)),
            true if self.portable => None,
            true => Some(Sort::Array { index: self.rng.between(1, 2), element: self.rng.between(1, 2) }),
        }
    }

    fn two(&mut self, sort: Sort, depth: u32) -> (Term, Term) {
        (self.term(sort, depth), self.term(sort, depth))
    }

    fn bool(&mut self, depth: u32) -> Term {
        let below = depth.saturating_sub(1);
        let sort = Sort::Bits(self.some_width());
        match self.rng.below(34) {
            0 => {
                let a = self.term(Sort::Bool, below);
                self.terms.not(a)
            }
            1 => {
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.and(a, b)
            }
            2 => {
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.or(a, b)
            }
            3 => {
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.implies(a, b)
            }
            4 => {
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.xor(a, b)
            }
            5 => {
                let parts: Vec<Term> = (0..self.rng.below(4)).map(|_| self.term(Sort::Bool, below)).collect();
                self.terms.and_all(&parts)
            }
            6 => {
                let parts: Vec<Term> = (0..self.rng.below(4)).map(|_| self.term(Sort::Bool, below)).collect();
                self.terms.or_all(&parts)
            }
            7 => {
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.eq(a, b)
            }
            8 => {
                let condition = self.term(Sort::Bool, below);
                let (a, b) = self.two(Sort::Bool, below);
                self.terms.ite(condition, a, b)
            }
            9..11 => {
                let (a, b) = self.two(sort, below);
                self.terms.eq(a, b)
            }
            11 => {
                let (a, b) = self.two(sort, below);
                self.terms.ne(a, b)
            }
            12..15 => match self.some_array() {
                Some(sort) => {
                    let (a, b) = self.two(sort, below);
                    if self.rng.chance(1, 2) { self.terms.eq(a, b) } else { self.terms.ne(a, b) }
                }
                None => self.leaf(Sort::Bool),
            },
            15 => {
                let a = self.term(sort, below);
                self.terms.nego(a)
            }
            16 => {
                let a = self.term(sort, below);
                self.terms.is_negative(a)
            }
            17 => {
                let a = self.term(sort, below);
                let at = self.rng.between(0, sort.width() - 1);
                self.terms.bit(a, at)
            }
            18 => self.wide_comparison(below),
            19..21 => self.application(Sort::Bool, below).unwrap_or_else(|| self.leaf(Sort::Bool)),
            which => {
                let comparison = [
                    Terms::bv_ult,
                    Terms::bv_ule,
                    Terms::bv_slt,
                    Terms::bv_sle,
                    Terms::uaddo,
                    Terms::saddo,
                    Terms::usubo,
                    Terms::ssubo,
                    Terms::umulo,
                    Terms::smulo,
                    Terms::sdivo,
                    Terms::ushlo,
                    Terms::sshlo,
                ][which - 21];
                let (a, b) = self.two(sort, below);
                comparison(self.terms, a, b)
            }
        }
    }

    fn bits(&mut self, width: u32, depth: u32) -> Term {
        let below = depth - 1;
        let sort = Sort::Bits(width);
        match self.rng.below(36) {
            0 => {
                let a = self.term(sort, below);
                self.terms.bv_not(a)
            }
            1 => {
                let a = self.term(sort, below);
                self.terms.bv_neg(a)
            }
            2 => {
                let a = self.term(sort, below);
                self.terms.magnitude(a)
            }
            3 | 4 => {
                let condition = self.term(Sort::Bool, below);
                let (a, b) = self.two(sort, below);
                self.terms.ite(condition, a, b)
            }
            5 => {
                let (a, amount) = (self.term(sort, below), self.rng.between(0, 2 * width));
                self.terms.rotate_left(a, amount)
            }
            6 => {
                let (a, amount) = (self.term(sort, below), self.rng.between(0, 2 * width));
                self.terms.rotate_right(a, amount)
            }
            7 | 8 => {
                let from = self.rng.between(width, width.max(WIDEST));
                let low = self.rng.between(0, from - width);
                let a = self.term(Sort::Bits(from), below);
                self.terms.extract(a, low + width - 1, low)
            }
            9 | 10 if width > 1 => {
                let low = self.rng.between(1, width - 1);
                let (a, b) = (self.term(Sort::Bits(width - low), below), self.term(Sort::Bits(low), below));
                self.terms.concat(a, b)
            }
            11 => {
                let from = self.rng.between(1, width);
                let a = self.term(Sort::Bits(from), below);
                self.terms.zero_extend(a, width)
            }
            12 => {
                let from = self.rng.between(1, width);
                let a = self.term(Sort::Bits(from), below);
                self.terms.sign_extend(a, width)
            }
            13 => {
                let divisors: Vec<u32> = (1..=width).filter(|count| width.is_multiple_of(*count)).collect();
                let count = self.rng.pick(&divisors);
                let a = self.term(Sort::Bits(width / count), below);
                self.terms.repeat(a, count)
            }
            14 if width == 1 => {
                let other = Sort::Bits(self.some_width());
                let (a, b) = self.two(other, below);
                self.terms.bv_comp(a, b)
            }
            15 if width == 1 => {
                let a = self.term(Sort::Bool, below);
                self.terms.bool_to_bit(a)
            }
            14..20 => self.select(width, below).unwrap_or_else(|| self.leaf(sort)),
            20 => self.wide_part(width, below),
            21 | 22 => self.application(sort, below).unwrap_or_else(|| self.leaf(sort)),
            which => {
                let operators = [
                    Terms::bv_and,
                    Terms::bv_or,
                    Terms::bv_xor,
                    Terms::bv_add,
                    Terms::bv_sub,
                    Terms::bv_mul,
                    Terms::bv_udiv,
                    Terms::bv_urem,
                    Terms::bv_sdiv,
                    Terms::bv_srem,
                    Terms::bv_smod,
                    Terms::bv_shl,
                    Terms::bv_lshr,
                    Terms::bv_ashr,
                ];
                let operator = operators[which.saturating_sub(22) % operators.len()];
                let (a, b) = self.two(sort, below);
                operator(self.terms, a, b)
            }
        }
    }

    /// An element of an array whose elements are that wide.
    fn select(&mut self, width: u32, depth: u32) -> Option<Term> {
        let known = self.some_array()?;
        let Sort::Array { index, element } = known else { return None };
        if element != width && (self.portable || width > 2) {
            return None;
        }
        let memory = self.term(Sort::Array { index, element: width }, depth);
        let at = self.term(Sort::Bits(index), depth);
        Some(self.terms.select(memory, at))
    }

    fn application(&mut self, result: Sort, depth: u32) -> Option<Term> {
        let fitting: Vec<usize> = (0..self.universe.functions.len())
            .filter(|&at| self.universe.functions[at].2 == result)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let (function, parameters, _) = &self.universe.functions[self.rng.pick(&fitting)];
        let arguments: Vec<Term> = parameters.iter().map(|&sort| self.term(sort, depth)).collect();
        Some(self.terms.apply(*function, &arguments))
    }

    fn array(&mut self, index: u32, element: u32, depth: u32) -> Term {
        let below = depth - 1;
        let sort = Sort::Array { index, element };
        let limit = if self.portable { 4 } else { 8 };
        match self.rng.below(limit) {
            0..3 => {
                let memory = self.term(sort, below);
                let (at, value) =
                    (self.term(Sort::Bits(index), below), self.term(Sort::Bits(element), below));
                self.terms.store(memory, at, value)
            }
            3 => {
                let condition = self.term(Sort::Bool, below);
                let (a, b) = self.two(sort, below);
                self.terms.ite(condition, a, b)
            }
            4 => {
                let value = self.term(Sort::Bits(element), below);
                self.terms.const_array(sort, value)
            }
            5 => {
                let memory = self.term(sort, below);
                let (start, length) = self.two(Sort::Bits(index), below);
                let value = self.term(Sort::Bits(element), below);
                self.terms.fill(memory, start, length, value)
            }
            _ => {
                let (memory, source) = self.two(sort, below);
                let (start, length) = self.two(Sort::Bits(index), below);
                let from = self.term(Sort::Bits(index), below);
                self.terms.copy(memory, start, length, source, from)
            }
        }
    }

    /// Something of more than 64 bits, which constants of two words and their rules are for.
    fn wide(&mut self, width: u32, depth: u32) -> Term {
        let narrow = Sort::Bits(self.some_width());
        let (a, b) = self.two(narrow, depth);
        let (a, b) = match self.rng.below(3) {
            0 => (self.terms.sign_extend(a, width), self.terms.zero_extend(b, width)),
            1 => {
                let high = self.terms.number(width - narrow.width(), 0x5555_5555_5555_5555);
                (self.terms.concat(a, high), self.terms.sign_extend(b, width))
            }
            _ => {
                let ones = self.terms.bits(&fathom_ir::Bits::ones(width));
                (self.terms.sign_extend(a, width), ones)
            }
        };
        let operators = [Terms::bv_add, Terms::bv_sub, Terms::bv_and, Terms::bv_or, Terms::bv_xor];
        let operator = operators[self.rng.below(operators.len())];
        operator(self.terms, a, b)
    }

    fn wide_part(&mut self, width: u32, depth: u32) -> Term {
        let whole = self.rng.between(65, 70);
        let wide = self.wide(whole, depth);
        let low = self.rng.between(0, whole - width);
        self.terms.extract(wide, low + width - 1, low)
    }

    fn wide_comparison(&mut self, depth: u32) -> Term {
        let whole = self.rng.between(65, 70);
        let (a, b) = (self.wide(whole, depth), self.wide(whole, depth));
        let comparison = [Terms::bv_ult, Terms::bv_slt, Terms::eq][self.rng.below(3)];
        comparison(self.terms, a, b)
    }
}
