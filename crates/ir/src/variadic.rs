//! What an area of variadic arguments holds, see [`VaAbi`](crate::VaAbi).

use std::fmt::Write as _;

use crate::{Target, Type};

/// How the name of an area of variadic arguments begins.
const PREFIX: &str = "variadic arguments:";

/// What the caller passed in a slot, as far as a program tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed<'a> {
    /// A value of the type with this name.
    Value(&'a str),
    /// A structure, a vector, or a value that may be a part of one: any read of it can be right.
    Other,
}

/// The types of the arguments in an area, as the area's name lists them: `i32@0 f64@8 struct@16`.
#[derive(Clone, Copy, Debug)]
pub struct AreaTypes<'a>(&'a str);

impl<'a> AreaTypes<'a> {
    /// The list in the name of an object, if that is an area.
    pub fn of_name(name: &'a str) -> Option<Self> {
        name.strip_prefix(PREFIX).map(Self)
    }

    /// What lies in the slots, with the offsets.
    pub fn slots(self) -> impl Iterator<Item = (u64, Passed<'a>)> {
        self.0.split_whitespace().filter_map(|entry| {
            let (ty, offset) = entry.split_once('@')?;
            let passed = if ty == OTHER { Passed::Other } else { Passed::Value(ty) };
            Some((offset.parse().ok()?, passed))
        })
    }

    /// The type of the value that was passed at an offset, if a value of `wanted` cannot be taken there. A pointer
    /// and an integer of its size are taken for each other.
    pub fn mismatch(self, offset: u64, wanted: Type, target: &Target) -> Option<&'a str> {
        let (_, passed) = self.slots().find(|&(at, _)| at == offset)?;
        let Passed::Value(passed) = passed else { return None };
        let word = Type::Int(target.pointer_bits);
        let name = |ty: Type| if ty == Type::Ptr { word.to_string() } else { ty.to_string() };
        let normal = if passed == "ptr" { name(Type::Ptr) } else { passed.to_owned() };
        (normal != name(wanted)).then_some(passed)
    }
}

/// How a list of types calls what is not a plain value.
const OTHER: &str = "other";

/// The name of an area, as it is made slot by slot.
#[derive(Debug)]
pub struct AreaName(String);

impl Default for AreaName {
    fn default() -> Self {
        Self(PREFIX.to_owned())
    }
}

impl AreaName {
    /// A slot with a value of a type; `None`: with something else.
    pub fn push(&mut self, ty: Option<Type>, offset: u64) {
        // Writing to a string does not fail.
        let _ = match ty {
            Some(ty) => write!(self.0, " {ty}@{offset}"),
            None => write!(self.0, " {OTHER}@{offset}"),
        };
    }

    /// The name.
    pub fn finish(self) -> String {
        self.0
    }
}

/// Says that an argument is taken as what it is not.
pub fn mismatch_text(wanted: Type, passed: &str) -> String {
    format!("an argument of type {wanted} is taken, {passed} was passed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FloatKind;

    #[test]
    fn a_value_is_taken_as_what_it_was_passed_as() {
        let mut name = AreaName::default();
        let double = Type::Float(FloatKind::F64);
        for (offset, ty) in [(0, Some(Type::Int(32))), (8, Some(double)), (16, None), (32, Some(Type::Ptr))] {
            name.push(ty, offset);
        }
        let name = name.finish();
        let types = AreaTypes::of_name(&name).expect("an area's name");
        let target = Target::default();
        assert_eq!(types.mismatch(0, Type::Int(32), &target), None);
        assert_eq!(types.mismatch(0, Type::Int(8), &target), Some("i32"));
        assert_eq!(types.mismatch(0, double, &target), Some("i32"));
        assert_eq!(types.mismatch(8, Type::Int(64), &target), Some("f64"));
        assert_eq!(types.mismatch(16, double, &target), None, "any part of a structure");
        assert_eq!(types.mismatch(32, Type::Int(64), &target), None, "an integer as large as a pointer");
        assert_eq!(types.mismatch(32, Type::Int(32), &target), Some("ptr"));
        assert!(AreaTypes::of_name("x").is_none());
    }
}
