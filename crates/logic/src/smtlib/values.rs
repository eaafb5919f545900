//! Values and models as text.

use fathom_ir::Bits;
use fathom_ir::types::FloatKind;
use rustc_hash::FxHashMap;

use super::print::symbol;
use super::script::{Declared, Script};
use super::sorts::{Cell, DeclaredSort, Surface};
use crate::op::Rounding;
use crate::sort::{Sort, float_widths};
use crate::terms::Terms;
use crate::value::{ArrayValue, FunctionValue, Model, Value};

/// Stores that the text of an array may have: an array is made of runs, and SMT-LIB can only write
/// elements one by one.
const MAX_STORES: u64 = 1 << 20;

/// An array differs from every constant array at so many indices that its text would fill the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the value of an array is too large to print")]
pub struct TooLarge;

/// A bit-vector: hexadecimal where the width allows it, else binary.
pub fn bits_text(bits: &Bits) -> String {
    let width = bits.width();
    if width.is_multiple_of(4) {
        let digits = bits.to_hex();
        return format!("#x{digits:0>count$}", count = (width / 4) as usize);
    }
    let mut text = String::with_capacity(width as usize + 2);
    text.push_str("#b");
    text.extend((0..width).rev().map(|at| if bits.bit(at) { '1' } else { '0' }));
    text
}

fn binary_text(bits: &Bits) -> String {
    let digits: String = (0..bits.width()).rev().map(|at| if bits.bit(at) { '1' } else { '0' }).collect();
    format!("#b{digits}")
}

/// A float, given by the bits that represent it.
pub fn float_text(kind: FloatKind, bits: &Bits) -> String {
    let (exponent_width, significand) = float_widths(kind);
    let fraction = bits.extract(0, significand - 1);
    // The x87 format has the leading bit of the significand in between.
    let exponent = bits.extract(kind.bits() - 1 - exponent_width, exponent_width);
    let sign = bits.sign_bit();
    let mark = if sign { '-' } else { '+' };
    let sort = format!("{exponent_width} {significand}");
    match (exponent.is_ones(), exponent.is_zero(), fraction.is_zero()) {
        (true, _, true) => format!("(_ {mark}oo {sort})"),
        (true, _, false) => format!("(_ NaN {sort})"),
        (_, true, true) => format!("(_ {mark}zero {sort})"),
        _ => {
            let sign = if sign { "#b1" } else { "#b0" };
            format!("(fp {sign} {} {})", binary_text(&exponent), binary_text(&fraction))
        }
    }
}

/// A rounding mode.
pub fn rounding_text(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}

/// An element of a declared sort: `(as @S!3 S)`.
fn declared_text(number: &Bits, name: &str) -> String {
    format!("(as {} {})", symbol(&format!("@{name}!{}", number.to_decimal())), symbol(name))
}

fn cell_text(bits: &Bits, cell: Cell, name: &impl Fn(DeclaredSort) -> String) -> String {
    match cell {
        Cell::Bool => (if bits.is_zero() { "false" } else { "true" }).to_string(),
        Cell::Bits(_) | Cell::Parameter(_) => bits_text(bits),
        Cell::Declared(sort) => declared_text(bits, &name(sort)),
    }
}

/// A value of a sort. `name` tells how declared sorts are called, without bars.
pub fn value_text(
    value: &Value,
    sort: Surface,
    name: &impl Fn(DeclaredSort) -> String,
) -> Result<String, TooLarge> {
    Ok(match (value, sort) {
        (Value::Bool(value), _) => value.to_string(),
        (Value::Rounding(mode), _) => rounding_text(*mode).to_string(),
        (Value::Bits(bits), Surface::Float(kind)) => float_text(kind, bits),
        (Value::Bits(bits), Surface::Declared(sort)) => declared_text(bits, &name(sort)),
        (Value::Bits(bits), _) => bits_text(bits),
        (Value::Array(array), Surface::Array(index, element)) => array_text(array, index, element, name)?,
        (Value::Array(array), _) => {
            let element = array.runs().next().map_or(1, |(_, element)| element.width());
            array_text(array, Cell::Bits(array.index_width()), Cell::Bits(element), name)?
        }
    })
}

/// An array as stores over the constant array of the element that it has most often.
fn array_text(
    array: &ArrayValue,
    index: Cell,
    element: Cell,
    name: &impl Fn(DeclaredSort) -> String,
) -> Result<String, TooLarge> {
    let runs: Vec<(&Bits, &Bits)> = array.runs().collect();
    // How far to the next run; of the last one, to the end. A single run has length 0 modulo 2^width.
    let length = |at: usize| -> u128 {
        let start = runs[at].0;
        let end = runs.get(at + 1).map_or(Bits::zero(start.width()), |next| next.0.clone());
        end.sub(start).to_u128().unwrap_or(u128::MAX)
    };
    let mut counts: FxHashMap<&Bits, u128> = FxHashMap::default();
    for (at, (_, value)) in runs.iter().enumerate() {
        let count = counts.entry(value).or_default();
        *count = count.saturating_add(length(at));
    }
    let mut common = (runs[0].1, counts[runs[0].1]);
    for (_, value) in &runs {
        if counts[value] > common.1 {
            common = (value, counts[value]);
        }
    }
    let total: u128 = counts.iter().filter(|(value, _)| **value != common.0).map(|(_, &count)| count).sum();
    if total > u128::from(MAX_STORES) {
        return Err(TooLarge);
    }
    let sort = Surface::Array(index, element).text(&|sort| symbol(&name(sort)));
    let mut text = "(store ".repeat(total as usize);
    text += &format!("((as const {sort}) {})", cell_text(common.0, element, name));
    for (at, (start, value)) in runs.iter().enumerate().filter(|(_, (_, value))| *value != common.0) {
        let value = cell_text(value, element, name);
        let mut place = (*start).clone();
        for _ in 0..length(at) {
            text += &format!(" {} {value})", cell_text(&place, index, name));
            place = place.add(&Bits::one(place.width()));
        }
    }
    Ok(text)
}

/// The body of a function: a chain of `ite` over parameters that are called `x!0`, `x!1` and so on.
fn graph_text(
    graph: &FunctionValue,
    parameters: &[Surface],
    result: Surface,
    name: &impl Fn(DeclaredSort) -> String,
) -> Result<String, TooLarge> {
    let mut cases = Vec::new();
    for (arguments, value) in &graph.entries {
        if *value == graph.default {
            continue;
        }
        let mut equalities = Vec::new();
        for (at, (argument, &sort)) in arguments.iter().zip(parameters).enumerate() {
            equalities.push(format!("(= x!{at} {})", value_text(argument, sort, name)?));
        }
        let condition = match equalities.as_slice() {
            [one] => one.clone(),
            _ => format!("(and {})", equalities.join(" ")),
        };
        cases.push((condition, value_text(value, result, name)?));
    }
    // The table has no order of its own.
    cases.sort_unstable();
    let mut text = String::new();
    for (condition, value) in &cases {
        text += &format!("(ite {condition} {value} ");
    }
    text += &value_text(&graph.default, result, name)?;
    text.extend(std::iter::repeat_n(')', cases.len()));
    Ok(text)
}

impl Script {
    /// A value of a sort of this script.
    pub fn value_text(&self, value: &Value, sort: Surface) -> Result<String, TooLarge> {
        value_text(value, sort, &|declared| self.declared_sort_name(declared).to_string())
    }

    /// A definition for everything that is declared, one a line.
    pub fn model_text(&self, terms: &Terms, model: &Model) -> Result<String, TooLarge> {
        let name = |declared: DeclaredSort| self.declared_sort_name(declared).to_string();
        let mut text = String::from("(\n");
        for declaration in self.declarations() {
            let default = |sort: Sort| Value::default_of(sort);
            let sort = declaration.result;
            let body = match declaration.declared {
                Declared::Constant(term) => {
                    let value = terms.as_symbol(term).and_then(|symbol| model.get(symbol)).cloned();
                    value_text(&value.unwrap_or_else(|| default(sort.sort())), sort, &name)?
                }
                Declared::Function(function) => match model.get_function(function) {
                    Some(graph) => graph_text(graph, &declaration.parameters, sort, &name)?,
                    None => value_text(&default(sort.sort()), sort, &name)?,
                },
            };
            let parameters: Vec<String> = (declaration.parameters.iter().enumerate())
                .map(|(at, &sort)| format!("(x!{at} {})", self.sort_text(sort)))
                .collect();
            text += &format!(
                "  (define-fun {} ({}) {} {body})\n",
                symbol(&declaration.name),
                parameters.join(" "),
                self.sort_text(sort)
            );
        }
        text += ")";
        Ok(text)
    }
}
