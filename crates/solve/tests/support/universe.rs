//! A few variables and functions with few values, all assignments to which can be tried.
//!
//! An assignment is a number: the bits of the variables one after the other, an array or a function being
//! the table of its elements or results. A formula is known by its [`Truth`], the set of the assignments
//! that satisfy it.

use fathom_ir::Bits;
use fathom_logic::{ArrayValue, Evaluator, Function, FunctionValue, Model, Sort, Term, Terms, Value};

use super::Rng;

/// The variables and functions of some [`Terms`].
pub struct Universe {
    /// Variables with their sorts.
    pub symbols: Vec<(Term, Sort)>,
    /// Functions with the sorts of their parameters and results.
    pub functions: Vec<(Function, Vec<Sort>, Sort)>,
}

/// The widths of arrays: of their indices and elements.
const ARRAYS: [(u32, u32); 4] = [(1, 1), (1, 2), (2, 1), (2, 2)];

impl Universe {
    /// Some variables and functions that together have at most so many bits.
    pub fn random(rng: &mut Rng, terms: &mut Terms, bits: u32) -> Self {
        let mut universe = Self { symbols: Vec::new(), functions: Vec::new() };
        let arrays = rng.chance(1, 2);
        let array = rng.pick(&ARRAYS);
        let functions = rng.chance(1, 3);
        let width = rng.between(1, 4);
        let mut left = bits;
        for at in 0..12 {
            let sort = match rng.below(8) {
                0 | 1 => Sort::Bool,
                2 => Sort::Bits(rng.between(1, 4)),
                3 => Sort::Bits(1),
                // Most are of one sort, so that there is much to do with them.
                4 | 5 if arrays => Sort::Array { index: array.0, element: array.1 },
                6 if functions => {
                    universe.add_function(rng, terms, &mut left);
                    continue;
                }
                _ => Sort::Bits(width),
            };
            let cost = size(sort);
            if cost <= left {
                left -= cost;
                universe.symbols.push((terms.symbol(&format!("v{at}"), sort), sort));
            }
        }
        universe
    }

    fn add_function(&mut self, rng: &mut Rng, terms: &mut Terms, left: &mut u32) {
        let scalar = |rng: &mut Rng| rng.pick(&[Sort::Bool, Sort::Bits(1), Sort::Bits(2)]);
        let parameters: Vec<Sort> = (0..rng.between(1, 2)).map(|_| scalar(rng)).collect();
        let result = scalar(rng);
        let cost = entries(&parameters) * size(result);
        if cost <= *left && cost <= 8 {
            *left -= cost;
            let name = format!("f{}", self.functions.len());
            let function = terms.function(&name, &parameters, result);
            self.functions.push((function, parameters, result));
        }
    }

    /// How many bits an assignment has.
    pub fn bits(&self) -> u32 {
        let symbols: u32 = self.symbols.iter().map(|&(_, sort)| size(sort)).sum();
        let functions = self.functions.iter();
        symbols + functions.map(|(_, parameters, result)| entries(parameters) * size(*result)).sum::<u32>()
    }

    /// The model that an assignment stands for.
    pub fn decode(&self, terms: &Terms, mut assignment: u64) -> Model {
        let mut model = Model::new();
        for &(term, sort) in &self.symbols {
            let value = match sort {
                Sort::Array { index, element } => {
                    let mut array = ArrayValue::constant(index, Bits::zero(element));
                    for at in 0..1 << index {
                        let value = take(&mut assignment, element);
                        array = array.set(&Bits::from_u64(index, at), &Bits::from_u64(element, value));
                    }
                    Value::Array(array)
                }
                _ => scalar(sort, take(&mut assignment, size(sort))),
            };
            model.set(terms.as_symbol(term).expect("a variable"), value);
        }
        for (function, parameters, result) in &self.functions {
            let entries = (0..1_u64 << domain(parameters)).map(|arguments| {
                (arguments_of(parameters, arguments), scalar(*result, take(&mut assignment, size(*result))))
            });
            let graph = FunctionValue { entries: entries.collect(), default: Value::default_of(*result) };
            model.set_function(*function, graph);
        }
        model
    }

    /// The assignment that a model stands for; what it leaves open is zero.
    pub fn encode(&self, terms: &Terms, model: &Model) -> u64 {
        let (mut assignment, mut at) = (0, 0);
        let mut put = |value: u64, bits: u32| {
            assignment |= value << at;
            at += bits;
        };
        for &(term, sort) in &self.symbols {
            let given = model.get(terms.as_symbol(term).expect("a variable")).cloned();
            match (given.unwrap_or_else(|| Value::default_of(sort)), sort) {
                (Value::Array(array), Sort::Array { index, element }) => {
                    for at in 0..1 << index {
                        put(array.get(&Bits::from_u64(index, at)).low_u64(), element);
                    }
                }
                (value, _) => put(number(&value), size(sort)),
            }
        }
        for (function, parameters, result) in &self.functions {
            let graph = model.get_function(*function);
            for arguments in 0..1_u64 << domain(parameters) {
                let arguments = arguments_of(parameters, arguments);
                let value = graph.map(|graph| graph.entries.get(&arguments).unwrap_or(&graph.default));
                put(value.map_or(0, number), size(*result));
            }
        }
        assignment
    }

    /// Which assignments satisfy each formula.
    pub fn truths(&self, terms: &Terms, formulas: &[Term]) -> Vec<Truth> {
        let count = 1_u64 << self.bits();
        let mut truths = vec![Truth(vec![0; count.div_ceil(64) as usize]); formulas.len()];
        for assignment in 0..count {
            let model = self.decode(terms, assignment);
            let mut evaluator = Evaluator::new(terms, &model);
            for (truth, &formula) in truths.iter_mut().zip(formulas) {
                truth.0[(assignment / 64) as usize] |=
                    u64::from(evaluator.holds(formula)) << (assignment % 64);
            }
        }
        truths
    }

    /// Every assignment.
    pub fn everything(&self) -> Truth {
        match self.bits() {
            bits @ 0..6 => Truth(vec![(1 << (1 << bits)) - 1]),
            bits => Truth(vec![u64::MAX; 1 << (bits - 6)]),
        }
    }
}

/// A set of assignments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Truth(Vec<u64>);

impl Truth {
    /// Those in both.
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// This assignment is in it.
    pub fn contains(&self, assignment: u64) -> bool {
        self.0[(assignment / 64) as usize] >> (assignment % 64) & 1 == 1
    }
}

/// Bits of a value.
fn size(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Array { index, element } => element << index,
        other => panic!("{other} has too many values"),
    }
}

/// Bits of all arguments together.
fn domain(parameters: &[Sort]) -> u32 {
    parameters.iter().map(|&sort| size(sort)).sum()
}

fn entries(parameters: &[Sort]) -> u32 {
    1 << domain(parameters)
}

fn arguments_of(parameters: &[Sort], mut number: u64) -> Box<[Value]> {
    parameters.iter().map(|&sort| scalar(sort, take(&mut number, size(sort)))).collect()
}

fn scalar(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(number == 1),
        _ => Value::Bits(Bits::from_u64(size(sort), number)),
    }
}

fn number(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => u64::from(*value),
        other => other.bits().low_u64(),
    }
}

/// Cuts the lowest bits off.
fn take(number: &mut u64, bits: u32) -> u64 {
    let low = *number & ((1 << bits) - 1);
    *number >>= bits;
    low
}
