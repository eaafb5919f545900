//! Verdicts in file names, as in SV-COMP before 2019: `name_true-unreach-call_false-termination.c`.

use super::Expected;
use crate::property::Property;

/// What a file name says: properties, each with its verdict.
///
/// A violated part of memory safety is a violation of memory safety; a part that holds is a question of its
/// own, since nothing is said of the others.
pub fn verdicts(name: &str) -> Vec<(Property, Expected)> {
    let mut found = vec![];
    let mut rest = name;
    while let Some(at) = rest.find(['_']) {
        rest = &rest[at + 1..];
        let (verdict, behind) = if let Some(behind) = rest.strip_prefix("true-") {
            (true, behind)
        } else if let Some(behind) = rest.strip_prefix("false-") {
            (false, behind)
        } else {
            continue;
        };
        let Some(property) = longest(behind) else { continue };
        rest = &behind[property.name().len()..];
        found.push(match verdict {
            true => (property, Expected::True),
            false if property.group() == property => (property, Expected::False(None)),
            false => (property.group(), Expected::False(Some(property))),
        });
    }
    found
}

/// The property with the longest name that a text begins with.
fn longest(text: &str) -> Option<Property> {
    Property::ALL
        .into_iter()
        .filter(|property| text.starts_with(property.name()))
        .max_by_key(|property| property.name().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(
            verdicts("a_b_true-unreach-call_false-termination.c"),
            [(Property::UnreachCall, Expected::True), (Property::Termination, Expected::False(None))]
        );
        assert_eq!(
            verdicts("x_false-valid-deref.i"),
            [(Property::ValidMemsafety, Expected::False(Some(Property::ValidDeref)))]
        );
        assert_eq!(
            verdicts("x_false-valid-memtrack-read.i"),
            [(Property::ValidMemsafety, Expected::False(Some(Property::ValidMemtrack)))]
        );
        assert_eq!(verdicts("x_true-valid-memsafety.i"), [(Property::ValidMemsafety, Expected::True)]);
        assert_eq!(verdicts("x_true-valid-free.i"), [(Property::ValidFree, Expected::True)]);
        assert_eq!(verdicts("x_true-alloca_true-no-overflow.c"), [(Property::NoOverflow, Expected::True)]);
        assert_eq!(verdicts("true-unreach-call.c"), []);
        assert_eq!(verdicts("x_false-def-behavior.c"), []);
    }
}
