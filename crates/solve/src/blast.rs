//! From terms to gates: every Bool is a wire, every bit-vector a word of wires.
//!
//! What is not made of bits is left open here and pinned down later by lemmas: reads of memories that the
//! rewriter could not resolve, equalities of memories, and applications of uninterpreted functions become
//! fresh inputs ([`crate::lemmas::Abstracted`] lists them).

use fathom_ir::Bits;
use fathom_logic::traverse::postorder_until;
use fathom_logic::{Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

use crate::circuits;
use crate::gates::{Gates, Halt, Wire};
use crate::solver::SolveError;

/// Where the wires of a term are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Unseen,
    /// Not made of bits.
    Memory,
    /// In the list of all wires, from here on.
    At(u32),
}

/// A product by one of its operands.
struct Product {
    other: Term,
    other_word: Vec<Wire>,
    result: Vec<Wire>,
}

/// With how many products that share an operand another one is compared.
const PRODUCTS: usize = 8;

/// Gates for terms of one [`Terms`].
pub struct Blaster {
    /// The circuit so far.
    pub gates: Gates,
    places: Vec<Place>,
    wires: Vec<Wire>,
    /// Products so far, by an operand.
    products: FxHashMap<Term, Vec<Product>>,
    /// Quotient and remainder come from one circuit.
    divisions: FxHashMap<(Term, Term), (Vec<Wire>, Vec<Wire>)>,
}

impl Default for Blaster {
    fn default() -> Self {
        Self::new()
    }
}

impl Blaster {
    /// No gates yet.
    pub fn new() -> Self {
        Self {
            gates: Gates::new(),
            places: Vec::new(),
            wires: Vec::new(),
            products: FxHashMap::default(),
            divisions: FxHashMap::default(),
        }
    }

    /// The term, and so all below it, has been turned into gates.
    pub fn knows(&self, term: Term) -> bool {
        self.places.get(term.index()).is_some_and(|&place| place != Place::Unseen)
    }

    /// The wires of a term that is known, lowest bit first.
    ///
    /// # Panics
    /// If the term is not known or not made of bits.
    pub fn word(&self, terms: &Terms, term: Term) -> &[Wire] {
        let Some(Place::At(start)) = self.places.get(term.index()).copied() else {
            panic!("{:?} has no wires", terms.op(term));
        };
        &self.wires[start as usize..start as usize + word_width(terms.sort(term))]
    }

    /// The wire of a Bool term, made if needed. When `stop` holds, it ends with what is there.
    pub fn wire(
        &mut self,
        terms: &Terms,
        term: Term,
        stop: impl FnMut() -> bool,
    ) -> Result<Option<Wire>, SolveError> {
        let complete = self.blast(terms, &[term], stop)?;
        Ok(complete.then(|| self.word(terms, term)[0]))
    }

    /// Makes the gates of these terms and of all below them, unless `stop` holds before the end.
    pub fn blast(
        &mut self,
        terms: &Terms,
        roots: &[Term],
        mut stop: impl FnMut() -> bool,
    ) -> Result<bool, SolveError> {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), Place::Unseen);
        }
        let order = postorder_until(terms, roots, |term| self.knows(term));
        // What is not supported is refused before anything is built, so that the state stays as it was.
        for &term in &order {
            supported(terms, term)?;
        }
        for term in order {
            if stop() {
                return Ok(false);
            }
            if self.gates.halted().is_some() {
                break;
            }
            let place = match terms.sort(term) {
                Sort::Array { .. } => Place::Memory,
                _ => {
                    let word = self.build(terms, term);
                    debug_assert_eq!(word.len(), word_width(terms.sort(term)), "{:?}", terms.op(term));
                    let start = u32::try_from(self.wires.len()).map_err(|_| SolveError::TooLarge)?;
                    self.wires.extend(word);
                    Place::At(start)
                }
            };
            self.places[term.index()] = place;
        }
        match self.gates.halted() {
            Some(Halt::Stopped(_)) => Ok(false),
            Some(Halt::Full) => Err(SolveError::TooLarge),
            None => Ok(true),
        }
    }

    fn inputs(&mut self, sort: Sort) -> Vec<Wire> {
        self.gates.inputs(word_width(sort))
    }

    /// The word of a term whose operands have theirs.
    fn build(&mut self, terms: &Terms, term: Term) -> Vec<Wire> {
        let (op, sort) = (terms.op(term), terms.sort(term));
        let operands = terms.operands(term);
        let word = |blaster: &Self, at: usize| blaster.word(terms, operands[at]).to_vec();
        match op {
            Op::True => vec![Wire::TRUE],
            Op::False => vec![Wire::FALSE],
            Op::Bits(_) | Op::Wide(_) => {
                let bits = terms.as_bits(term).unwrap_or_else(|| Bits::zero(sort.width()));
                circuits::constant(&bits)
            }
            Op::Symbol(_) | Op::Apply(_) | Op::Select => self.inputs(sort),
            Op::Not | Op::BvNot => circuits::not(&word(self, 0)),
            Op::And => {
                let (a, b) = (word(self, 0)[0], word(self, 1)[0]);
                vec![self.gates.and(a, b)]
            }
            Op::Eq if terms.sort(operands[0]).is_array() => self.inputs(Sort::Bool),
            Op::Eq => {
                let (a, b) = (word(self, 0), word(self, 1));
                vec![circuits::equal(&mut self.gates, &a, &b)]
            }
            Op::Ite => {
                let (condition, yes, no) = (word(self, 0)[0], word(self, 1), word(self, 2));
                circuits::select(&mut self.gates, condition, &yes, &no)
            }
            Op::BvAnd => self.bitwise(&word(self, 0), &word(self, 1), Gates::and),
            Op::BvXor => self.bitwise(&word(self, 0), &word(self, 1), Gates::xor),
            Op::BvNeg => {
                let a = word(self, 0);
                circuits::negate(&mut self.gates, &a)
            }
            Op::BvAdd => self.sum(terms, operands[0], operands[1]),
            Op::BvMul => self.product(terms, operands[0], operands[1]),
            Op::BvUdiv => self.division(terms, operands[0], operands[1]).0,
            Op::BvUrem => self.division(terms, operands[0], operands[1]).1,
            Op::BvShl => {
                let (a, by) = (word(self, 0), word(self, 1));
                circuits::shift_left(&mut self.gates, &a, &by)
            }
            Op::BvLshr => {
                let (a, by) = (word(self, 0), word(self, 1));
                circuits::shift_logical_right(&mut self.gates, &a, &by)
            }
            Op::BvAshr => {
                let (a, by) = (word(self, 0), word(self, 1));
                circuits::shift_arithmetic_right(&mut self.gates, &a, &by)
            }
            Op::BvUlt => {
                let (a, b) = (word(self, 0), word(self, 1));
                vec![circuits::less_unsigned(&mut self.gates, &a, &b)]
            }
            Op::BvSlt => {
                let (a, b) = (word(self, 0), word(self, 1));
                vec![circuits::less_signed(&mut self.gates, &a, &b)]
            }
            Op::BvUmulo => {
                let (a, b) = (word(self, 0), word(self, 1));
                vec![circuits::unsigned_multiply_overflows(&mut self.gates, &a, &b)]
            }
            Op::BvSmulo => {
                let (a, b) = (word(self, 0), word(self, 1));
                vec![circuits::signed_multiply_overflows(&mut self.gates, &a, &b)]
            }
            Op::Concat => {
                let mut low = word(self, 1);
                low.extend(word(self, 0));
                low
            }
            Op::Extract { low } => {
                let a = self.word(terms, operands[0]);
                a[low as usize..low as usize + word_width(sort)].to_vec()
            }
            Op::SignExtend => {
                let mut a = word(self, 0);
                let sign = a[a.len() - 1];
                a.resize(word_width(sort), sign);
                a
            }
            Op::Rounding(_) | Op::Float(_) | Op::Store | Op::ConstArray | Op::Fill | Op::Copy => {
                unreachable!("{op:?} is refused, or no word")
            }
        }
    }

    fn bitwise(&mut self, a: &[Wire], b: &[Wire], gate: fn(&mut Gates, Wire, Wire) -> Wire) -> Vec<Wire> {
        a.iter().zip(b).map(|(&a, &b)| gate(&mut self.gates, a, b)).collect()
    }

    /// A sum; one with a negated operand is a difference, which costs one adder, not two.
    fn sum(&mut self, terms: &Terms, a: Term, b: Term) -> Vec<Wire> {
        for (a, b) in [(a, b), (b, a)] {
            if terms.op(b) == Op::BvNeg {
                let [b] = terms.operands_of(b);
                let (a, b) = (self.word(terms, a).to_vec(), self.word(terms, b).to_vec());
                return circuits::subtract(&mut self.gates, &a, &b).0;
            }
        }
        let (a, b) = (self.word(terms, a).to_vec(), self.word(terms, b).to_vec());
        circuits::add(&mut self.gates, &a, &b, Wire::FALSE).0
    }

    /// A product. Where another one has an operand in common, a lemma says that the products are equal if the
    /// other operands are: the circuits do not show it.
    fn product(&mut self, terms: &Terms, a: Term, b: Term) -> Vec<Wire> {
        let (a_word, b_word) = (self.word(terms, a).to_vec(), self.word(terms, b).to_vec());
        let result = circuits::multiply(&mut self.gates, &a_word, &b_word);
        for (shared, other, other_word) in [(a, b, &b_word), (b, a, &a_word)] {
            if terms.is_constant(shared) {
                continue;
            }
            let known = self.products.entry(shared).or_default();
            for product in known.iter().filter(|product| product.other != other) {
                let same_operand = circuits::equal(&mut self.gates, other_word, &product.other_word);
                let same_result = circuits::equal(&mut self.gates, &result, &product.result);
                let lemma = self.gates.implies(same_operand, same_result);
                self.gates.add_lemma(&result, lemma);
            }
            if known.len() < PRODUCTS && !known.iter().any(|product| product.other == other) {
                known.push(Product { other, other_word: other_word.clone(), result: result.clone() });
            }
        }
        result
    }

    fn division(&mut self, terms: &Terms, a: Term, b: Term) -> (Vec<Wire>, Vec<Wire>) {
        if let Some(known) = self.divisions.get(&(a, b)) {
            return known.clone();
        }
        let (dividend, divisor) = (self.word(terms, a).to_vec(), self.word(terms, b).to_vec());
        let result = circuits::divide(&mut self.gates, &dividend, &divisor);
        self.divisions.insert((a, b), result.clone());
        result
    }
}

/// Number of wires of a term of this sort.
fn word_width(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width as usize,
        Sort::Array { .. } | Sort::Float(_) | Sort::Rounding => 0,
    }
}

fn supported(terms: &Terms, term: Term) -> Result<(), SolveError> {
    if matches!(terms.sort(term), Sort::Float(_) | Sort::Rounding) || matches!(terms.op(term), Op::Float(_)) {
        return Err(SolveError::Unsupported("floating-point arithmetic"));
    }
    if let Op::Apply(function) = terms.op(term) {
        let (parameters, result) = terms.signature(function);
        if result.is_array() || parameters.iter().any(|sort| sort.is_array()) {
            return Err(SolveError::Unsupported("uninterpreted functions over arrays"));
        }
    }
    Ok(())
}
