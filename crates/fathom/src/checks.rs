//! What is checked: by default, always, at most; and the table of kinds.

use fathom_ir::{Property, PropertySet};

/// What `fathom run` checks by default.
pub fn for_run() -> PropertySet {
    PropertySet::default()
}

/// What `fathom check` checks by default. Whether a value was ever written doubles what has to be decided
/// about each, so that is left to those who ask for it.
pub fn for_check() -> PropertySet {
    PropertySet::default().without(Property::UninitialisedUse)
}

/// Every kind.
pub fn all() -> PropertySet {
    set(Property::ALL)
}

/// What cannot be switched off: what Fathom cannot model.
pub fn limits() -> PropertySet {
    Property::ALL.iter().filter(|p| p.is_limit()).fold(PropertySet::EMPTY, |set, &p| set.with(p))
}

/// These kinds.
pub fn set(kinds: &[Property]) -> PropertySet {
    kinds.iter().fold(PropertySet::EMPTY, |set, &property| set.with(property))
}

/// What is in one of the sets.
pub fn union(a: PropertySet, b: PropertySet) -> PropertySet {
    Property::ALL.iter().filter(|&&property| a.contains(property)).fold(b, |set, &p| set.with(p))
}

/// These kinds, and those that a check which leaves them out must not pass over.
pub fn with_cuts(checks: PropertySet) -> PropertySet {
    Property::ALL.iter().filter(|property| !property.goes_on()).fold(checks, |set, &p| set.with(p))
}

/// The table of kinds, for a command that checks these by default.
pub fn list(default: PropertySet) -> String {
    let mut text = String::new();
    for (title, limits) in
        [("Checks (* = only with --check)", false), ("Limits (always on; exit code 2)", true)]
    {
        text += &format!("{title}\n");
        for &property in Property::ALL.iter().filter(|property| property.is_limit() == limits) {
            let mark = if default.contains(property) { ' ' } else { '*' };
            let cwe = property.cwe().map_or(String::new(), |number| format!("CWE-{number}"));
            text += &format!("{mark} {:<20} {cwe:<9} {}\n", property.name(), property.sentence());
        }
        if !limits {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_marks_what_is_off() {
        let mark = |default, name: &str| {
            let text = list(default);
            let line = text.lines().find(|line| line.get(2..).is_some_and(|rest| rest.starts_with(name)));
            line.and_then(|line| line.chars().next())
        };
        assert_eq!(mark(for_run(), "uninitialised-use"), Some(' '));
        assert_eq!(mark(for_check(), "uninitialised-use"), Some('*'));
        assert_eq!(mark(for_check(), "memory-leak"), Some('*'));
        assert_eq!(mark(for_check(), "missing-body"), Some(' '));
    }
}
