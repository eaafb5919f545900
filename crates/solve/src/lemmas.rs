//! Memories and uninterpreted functions by lemmas on demand.
//!
//! The SAT solver sees reads of memories as free words. Its model is checked against the axioms of arrays,
//! and each axiom that it breaks is added as a lemma, until none is broken; the approach is that of
//! Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays" (2009). A read is an access
//! of a memory at an index; it is followed down through writes at other indices, the branch of an `ite`
//! that the model takes, and bulk operations, collecting the conditions under which it goes that way. Where
//! it meets a write at its index, a constant memory, or an earlier access with the same index, the values
//! have to agree.
//!
//! Equality of memories is treated by instantiation: if two memories that should be equal differ in the
//! model, the index where they do gives the lemma that they agree there, and memories that should differ
//! do so at an index of their own.

use fathom_ir::Bits;
use fathom_logic::traverse::postorder_until;
use fathom_logic::{ArrayValue, Evaluator, FunctionValue, Model, Op, Sort, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a formula has that bits do not decide: reads, equalities of memories, applications of functions.
///
/// It grows with the formula; what has been looked at once is not looked at again.
#[derive(Clone, Default, Debug)]
pub struct Abstracted {
    seen: FxHashSet<Term>,
    /// Free variables other than memories.
    pub symbols: Vec<Term>,
    /// Reads.
    pub selects: Vec<Term>,
    /// Equalities of memories.
    pub equalities: Vec<Term>,
    /// Applications of uninterpreted functions.
    pub applications: Vec<Term>,
    /// Every memory term.
    pub memories: Vec<Term>,
}

impl Abstracted {
    /// Takes in more of the formula. Gives the terms that are new.
    pub fn extend(&mut self, terms: &Terms, roots: &[Term]) -> Vec<Term> {
        let new = postorder_until(terms, roots, |term| self.seen.contains(&term));
        for &term in &new {
            self.seen.insert(term);
            match terms.op(term) {
                Op::Symbol(_) if !terms.sort(term).is_array() => self.symbols.push(term),
                Op::Select => self.selects.push(term),
                Op::Apply(_) => self.applications.push(term),
                Op::Eq if terms.sort(terms.operands(term)[0]).is_array() => self.equalities.push(term),
                _ if terms.sort(term).is_array() => self.memories.push(term),
                _ => {}
            }
        }
        new
    }
}

/// Values of terms in a model that knows nothing of memories and functions: those of Bools and bit-vectors,
/// where reads, applications and equalities of memories have any value.
pub trait Valuation {
    /// The value of a bit-vector term.
    fn bits(&mut self, terms: &Terms, term: Term) -> Bits;

    /// The value of a Bool term.
    fn holds(&mut self, terms: &Terms, term: Term) -> bool;
}

/// An access of a memory on its way down.
struct Access {
    memory: Term,
    index: Term,
    value: Term,
    index_bits: Bits,
    value_bits: Bits,
    /// The access it came from, and the condition under which it goes this way.
    from: Option<(usize, Term)>,
    /// The read that it began with.
    read: usize,
    /// The read that went before it on this way with another value.
    meets: Option<usize>,
}

/// What the model says, and which lemmas it breaks.
pub struct Outcome {
    /// Axioms that the model breaks; none if the model is right.
    pub lemmas: Vec<Term>,
    /// A model of the formula, if there are no lemmas.
    pub model: Model,
}

/// What is remembered between checks.
#[derive(Default, Debug)]
pub struct Instances {
    /// For an equality of memories, the lemmas about it: first that the memories differ at an index
    /// unless they are equal, then instances.
    about: FxHashMap<Term, Vec<Term>>,
    /// Equalities that have been instantiated at an index.
    instantiated: FxHashSet<(Term, Term)>,
}

impl Instances {
    /// The lemmas about equalities of memories that have to hold with a formula: for each equality that they
    /// are equal or differ at an index, and what has been learned about it. Gives those that are new.
    pub fn witnesses(&mut self, terms: &mut Terms, abstracted: &mut Abstracted) -> Vec<Term> {
        let mut new = Vec::new();
        // Lemmas may have equalities of their own.
        let mut at = 0;
        while at < abstracted.equalities.len() {
            let equality = abstracted.equalities[at];
            at += 1;
            let about = self.about.entry(equality).or_default();
            if about.is_empty() {
                let witness = witness(terms, equality);
                about.push(witness);
                new.push(witness);
            }
            abstracted.extend(terms, about);
        }
        new
    }

    /// Checks a model against the axioms for `abstracted`.
    pub fn check(
        &mut self,
        terms: &mut Terms,
        abstracted: &Abstracted,
        valuation: &mut impl Valuation,
    ) -> Outcome {
        let mut search = Search {
            abstracted,
            valuation,
            accesses: Vec::new(),
            table: FxHashMap::default(),
            broken: FxHashSet::default(),
            claims: Vec::new(),
            lemmas: Vec::new(),
        };
        search.follow_reads(terms);
        let graphs = search.applications(terms);
        search.state_claims(terms);
        let mut model = search.scalars(terms);
        if search.lemmas.is_empty() {
            for (function, graph) in graphs {
                model.set_function(function, graph);
            }
            search.memories(terms, &mut model);
            search.equalities(terms, self, &model);
        }
        Outcome { lemmas: search.lemmas, model }
    }
}

/// Two memories are equal, or they differ at an index.
fn witness(terms: &mut Terms, equality: Term) -> Term {
    let [a, b] = terms.operands_of(equality);
    let Sort::Array { index, .. } = terms.sort(a) else {
        unreachable!("only equalities of memories are listed")
    };
    let at = terms.symbol("difference", Sort::Bits(index));
    let (at_a, at_b) = (terms.select(a, at), terms.select(b, at));
    let differ = terms.ne(at_a, at_b);
    terms.or(equality, differ)
}

struct Search<'a, V> {
    abstracted: &'a Abstracted,
    valuation: &'a mut V,
    accesses: Vec<Access>,
    /// The first access of a memory at an index.
    table: FxHashMap<(Term, Bits), usize>,
    /// Reads whose value breaks a lemma.
    broken: FxHashSet<usize>,
    /// Axioms about reads and functions that the model breaks.
    claims: Vec<Claim>,
    lemmas: Vec<Term>,
}

/// Under all of some conditions, an equality.
struct Claim {
    conditions: Vec<Term>,
    equal: Term,
}

impl<V: Valuation> Search<'_, V> {
    fn bits(&mut self, terms: &Terms, term: Term) -> Bits {
        match terms.as_bits(term) {
            Some(bits) => bits,
            None => self.valuation.bits(terms, term),
        }
    }

    fn holds(&mut self, terms: &Terms, term: Term) -> bool {
        match terms.as_bool(term) {
            Some(value) => value,
            None => self.valuation.holds(terms, term),
        }
    }

    fn follow_reads(&mut self, terms: &mut Terms) {
        for &select in &self.abstracted.selects {
            let [memory, index] = terms.operands_of(select);
            let access = Access {
                memory,
                index,
                value: select,
                index_bits: self.bits(terms, index),
                value_bits: self.bits(terms, select),
                from: None,
                read: self.accesses.len(),
                meets: None,
            };
            self.accesses.push(access);
            let mut at = self.accesses.len() - 1;
            while let Some(next) = self.step(terms, at) {
                self.accesses.push(next);
                at = self.accesses.len() - 1;
            }
        }
    }

    /// Where an access goes from here, unless it ends.
    fn step(&mut self, terms: &mut Terms, at: usize) -> Option<Access> {
        let Access { memory, index, value, ref index_bits, ref value_bits, read, mut meets, .. } =
            self.accesses[at];
        let (index_bits, value_bits) = (index_bits.clone(), value_bits.clone());
        if let Some(&earlier) = self.table.get(&(memory, index_bits.clone())) {
            // An earlier read with the same value has been there, and all was well.
            let other = &self.accesses[earlier];
            let (other_index, other_value, other_read) = (other.index, other.value, other.read);
            let agree = other.value_bits == value_bits;
            if agree && !self.broken.contains(&other_read) {
                return None;
            }
            // Where two reads first meet, the lemma is shortest; further down it says nothing more.
            if !agree && meets != Some(other_read) {
                meets = Some(other_read);
                let same_index = terms.eq(index, other_index);
                self.lemma(terms, &[at, earlier], &[same_index], (value, other_value));
            }
            // Its own way gives lemmas of its own; one at a time would take a search each.
        } else {
            self.table.insert((memory, index_bits.clone()), at);
        }
        let on = |memory: Term, condition: Term| Access {
            memory,
            index,
            value,
            index_bits: index_bits.clone(),
            value_bits: value_bits.clone(),
            from: Some((at, condition)),
            read,
            meets,
        };
        match terms.op(memory) {
            Op::Store => {
                let [below, written, stored] = terms.operands_of(memory);
                let here = self.bits(terms, written) == index_bits;
                let same = terms.eq(index, written);
                if !here {
                    let other = terms.not(same);
                    return Some(on(below, other));
                }
                if self.bits(terms, stored) != value_bits {
                    self.lemma(terms, &[at], &[same], (value, stored));
                }
                None
            }
            Op::ConstArray => {
                let [stored] = terms.operands_of(memory);
                if self.bits(terms, stored) != value_bits {
                    self.lemma(terms, &[at], &[], (value, stored));
                }
                None
            }
            Op::Ite => {
                let [condition, yes, no] = terms.operands_of(memory);
                if self.holds(terms, condition) {
                    return Some(on(yes, condition));
                }
                let condition = terms.not(condition);
                Some(on(no, condition))
            }
            Op::Fill | Op::Copy => {
                let (below, start, length) =
                    (terms.operands(memory)[0], terms.operands(memory)[1], terms.operands(memory)[2]);
                let distance_bits = index_bits.sub(&self.bits(terms, start));
                let is_inside = distance_bits.ult(&self.bits(terms, length));
                let distance = terms.bv_sub(index, start);
                let inside = terms.bv_ult(distance, length);
                if !is_inside {
                    let outside = terms.not(inside);
                    return Some(on(below, outside));
                }
                if terms.op(memory) == Op::Fill {
                    let stored = terms.operands(memory)[3];
                    if self.bits(terms, stored) != value_bits {
                        self.lemma(terms, &[at], &[inside], (value, stored));
                    }
                    return None;
                }
                let (source, from) = (terms.operands(memory)[3], terms.operands(memory)[4]);
                let index_bits = self.bits(terms, from).add(&distance_bits);
                let index = terms.bv_add(from, distance);
                Some(Access {
                    memory: source,
                    index,
                    value,
                    index_bits,
                    value_bits,
                    from: Some((at, inside)),
                    read,
                    meets,
                })
            }
            _ => None,
        }
    }

    /// Under the conditions of these accesses and some more, two values are equal.
    fn lemma(&mut self, terms: &mut Terms, accesses: &[usize], more: &[Term], (a, b): (Term, Term)) {
        let mut conditions = more.to_vec();
        for &access in accesses {
            self.broken.insert(self.accesses[access].read);
            let mut at = access;
            while let Some((from, condition)) = self.accesses[at].from {
                conditions.push(condition);
                at = from;
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        self.claims.push(Claim { conditions, equal: terms.eq(a, b) });
    }

    /// Makes lemmas of claims, the shortest first, as long as there is room.
    fn state_claims(&mut self, terms: &mut Terms) {
        self.claims.sort_by_key(|claim| claim.conditions.len());
        let mut room = CONDITIONS;
        for claim in std::mem::take(&mut self.claims) {
            if room < claim.conditions.len() && !self.lemmas.is_empty() {
                break;
            }
            room = room.saturating_sub(claim.conditions.len());
            let holds = terms.and_all(&claim.conditions);
            self.lemmas.push(terms.implies(holds, claim.equal));
        }
    }

    /// Equal arguments give equal results. The graphs of the functions, as far as the model gives them.
    fn applications(&mut self, terms: &mut Terms) -> Vec<(fathom_logic::Function, FunctionValue)> {
        let mut graphs: FxHashMap<fathom_logic::Function, FxHashMap<Box<[Value]>, Term>> =
            FxHashMap::default();
        let mut order = Vec::new();
        for &application in &self.abstracted.applications {
            let Op::Apply(function) = terms.op(application) else { continue };
            let arguments: Vec<Term> = terms.operands(application).to_vec();
            let values: Box<[Value]> =
                arguments.iter().map(|&argument| self.value(terms, argument)).collect();
            let graph = graphs.entry(function).or_insert_with(|| {
                order.push(function);
                FxHashMap::default()
            });
            let earlier = *graph.entry(values).or_insert(application);
            if earlier != application && self.value(terms, earlier) != self.value(terms, application) {
                let others: Vec<Term> = terms.operands(earlier).to_vec();
                let same: Vec<Term> = arguments.iter().zip(&others).map(|(&a, &b)| terms.eq(a, b)).collect();
                self.lemma(terms, &[], &same, (earlier, application));
            }
        }
        let mut result = Vec::new();
        for function in order {
            let default = Value::default_of(terms.signature(function).1);
            let graph = graphs.remove(&function).unwrap_or_default();
            let entries =
                graph.into_iter().map(|(arguments, term)| (arguments, self.value(terms, term))).collect();
            result.push((function, FunctionValue { entries, default }));
        }
        result
    }

    fn value(&mut self, terms: &Terms, term: Term) -> Value {
        match terms.sort(term) {
            Sort::Bool => Value::Bool(self.holds(terms, term)),
            _ => Value::Bits(self.bits(terms, term)),
        }
    }

    fn scalars(&mut self, terms: &Terms) -> Model {
        let mut model = Model::new();
        for &term in &self.abstracted.symbols {
            if let Some(symbol) = terms.as_symbol(term) {
                let value = self.value(terms, term);
                model.set(symbol, value);
            }
        }
        model
    }

    /// Gives memories the elements that were accessed, and elsewhere one element for all that are equal or
    /// made from each other.
    fn memories(&mut self, terms: &Terms, model: &mut Model) {
        let mut classes = Classes::default();
        for &memory in &self.abstracted.memories {
            let below = match terms.op(memory) {
                Op::Store | Op::Fill | Op::Copy => terms.operands(memory)[0],
                Op::Ite => {
                    let [condition, yes, no] = terms.operands_of(memory);
                    if self.holds(terms, condition) { yes } else { no }
                }
                _ => continue,
            };
            classes.join(memory, below);
        }
        for &equality in &self.abstracted.equalities {
            if self.holds(terms, equality) {
                let [a, b] = terms.operands_of(equality);
                classes.join(a, b);
            }
        }
        let mut defaults: FxHashMap<Term, Bits> = FxHashMap::default();
        for &memory in &self.abstracted.memories {
            if terms.op(memory) == Op::ConstArray {
                let [value] = terms.operands_of(memory);
                let value = self.bits(terms, value);
                defaults.entry(classes.find(memory)).or_insert(value);
            }
        }
        let mut values: FxHashMap<Term, ArrayValue> = FxHashMap::default();
        for &memory in &self.abstracted.memories {
            if let (Some(_), Sort::Array { index, element }) = (terms.as_symbol(memory), terms.sort(memory)) {
                let default =
                    defaults.get(&classes.find(memory)).cloned().unwrap_or_else(|| Bits::zero(element));
                values.insert(memory, ArrayValue::constant(index, default));
            }
        }
        for access in &self.accesses {
            if let Some(value) = values.get_mut(&access.memory) {
                *value = value.set(&access.index_bits, &access.value_bits);
            }
        }
        for (memory, value) in values {
            if let Some(symbol) = terms.as_symbol(memory) {
                model.set(symbol, Value::Array(value));
            }
        }
    }

    /// Memories that the model calls equal must be.
    fn equalities(&mut self, terms: &mut Terms, instances: &mut Instances, model: &Model) {
        if self.abstracted.equalities.is_empty() {
            return;
        }
        let mut indices: Option<FxHashMap<Bits, Term>> = None;
        let mut broken = Vec::new();
        {
            let mut evaluator = Evaluator::new(terms, model);
            for &equality in &self.abstracted.equalities {
                if !self.valuation.holds(terms, equality) {
                    continue;
                }
                let [a, b] = terms.operands_of(equality);
                let a = evaluator.value(a).array().clone();
                let b = evaluator.value(b).array();
                broken.extend(differences(&a, b).into_iter().map(|index| (equality, index)));
            }
        }
        let mut settled = FxHashSet::default();
        for (equality, index_bits) in broken {
            if settled.contains(&equality) {
                continue;
            }
            if let Some(lemma) = self.constants_agree(terms, equality) {
                settled.insert(equality);
                instances.about.entry(equality).or_default().push(lemma);
                self.lemmas.push(lemma);
                continue;
            }
            let known = indices.get_or_insert_with(|| self.index_terms(terms));
            // A term that stands for the index in this model says more than the number.
            let general = known.get(&index_bits).copied();
            let index = match general.filter(|&index| instances.instantiated.insert((equality, index))) {
                Some(index) => index,
                None => terms.bits(&index_bits),
            };
            let [a, b] = terms.operands_of(equality);
            let (at_a, at_b) = (terms.select(a, index), terms.select(b, index));
            let same = terms.eq(at_a, at_b);
            let lemma = terms.implies(equality, same);
            instances.about.entry(equality).or_default().push(lemma);
            self.lemmas.push(lemma);
        }
    }

    /// Two constant memories with some writes can only be equal if the constants are, as long as there are
    /// more indices than writes. Index by index, this would be a pigeonhole problem.
    fn constants_agree(&mut self, terms: &mut Terms, equality: Term) -> Option<Term> {
        let [a, b] = terms.operands_of(equality);
        let Sort::Array { index, .. } = terms.sort(a) else { return None };
        let mut conditions = vec![equality];
        let (a, writes_a) = self.constant_below(terms, a, &mut conditions)?;
        let (b, writes_b) = self.constant_below(terms, b, &mut conditions)?;
        let room = index >= 63 || writes_a + writes_b < 1 << index;
        if !room || self.bits(terms, a) == self.bits(terms, b) {
            return None;
        }
        let (holds, same) = (terms.and_all(&conditions), terms.eq(a, b));
        Some(terms.implies(holds, same))
    }

    /// The element of the constant memory under some writes, and their number, along the branches that the
    /// model takes.
    fn constant_below(
        &mut self,
        terms: &mut Terms,
        mut memory: Term,
        conditions: &mut Vec<Term>,
    ) -> Option<(Term, u64)> {
        let mut writes = 0;
        loop {
            match terms.op(memory) {
                Op::ConstArray => return Some((terms.operands(memory)[0], writes)),
                Op::Store => {
                    writes += 1;
                    memory = terms.operands(memory)[0];
                }
                Op::Ite => {
                    let [condition, yes, no] = terms.operands_of(memory);
                    let holds = self.holds(terms, condition);
                    conditions.push(if holds { condition } else { terms.not(condition) });
                    memory = if holds { yes } else { no };
                }
                _ => return None,
            }
        }
    }

    /// For each value that an index has in the model, one such index.
    fn index_terms(&mut self, terms: &Terms) -> FxHashMap<Bits, Term> {
        let mut known: FxHashMap<Bits, Term> = FxHashMap::default();
        for access in &self.accesses {
            if access.from.is_none() {
                known.entry(access.index_bits.clone()).or_insert(access.index);
            }
        }
        for &memory in &self.abstracted.memories {
            if terms.op(memory) == Op::Store {
                let index = terms.operands(memory)[1];
                let bits = self.bits(terms, index);
                known.entry(bits).or_insert(index);
            }
        }
        known
    }
}

/// About how many conditions the lemmas about reads and functions from one model have together. A thousand
/// reads through a thousand writes would have a million, and few of them matter to the next model.
const CONDITIONS: usize = 10_000;

/// How many lemmas about one equality of memories are made from one model.
const DIFFERENCES: usize = 16;

/// The first indices at which two arrays differ.
fn differences(a: &ArrayValue, b: &ArrayValue) -> Vec<Bits> {
    let starts = a.runs().chain(b.runs()).map(|(start, _)| start);
    let mut found: Vec<Bits> = starts.filter(|start| a.get(start) != b.get(start)).cloned().collect();
    found.sort_unstable_by(Bits::unsigned_cmp);
    found.dedup();
    found.truncate(DIFFERENCES);
    found
}

/// Union of memories whose elements are the same almost everywhere.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<Term, Term>,
}

impl Classes {
    fn find(&mut self, term: Term) -> Term {
        let mut root = term;
        while let Some(&parent) = self.parent.get(&root) {
            root = parent;
        }
        let mut at = term;
        while at != root {
            let next = self.parent.insert(at, root).unwrap_or(root);
            at = next;
        }
        root
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent.insert(a, b);
        }
    }
}
