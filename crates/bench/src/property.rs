//! The properties of SV-COMP.

/// What a task asks, and what an alarm names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// The error function is never called.
    UnreachCall,
    /// The three that follow, together.
    ValidMemsafety,
    /// Every access is to memory that is there.
    ValidDeref,
    /// Every `free` is of memory that may be freed.
    ValidFree,
    /// All memory is tracked: freed, or something points to it.
    ValidMemtrack,
    /// All memory is freed when the program ends.
    ValidMemcleanup,
    /// No signed overflow.
    NoOverflow,
    /// Every execution ends.
    Termination,
    /// No two threads race.
    NoDataRace,
}

/// Parts of memory safety, each of which a task file or an alarm can name.
const SUBPROPERTIES: [Property; 3] = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];

impl Property {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::UnreachCall,
        Self::ValidMemsafety,
        Self::ValidDeref,
        Self::ValidFree,
        Self::ValidMemtrack,
        Self::ValidMemcleanup,
        Self::NoOverflow,
        Self::Termination,
        Self::NoDataRace,
    ];

    /// Those that a benchmark is about if nobody says otherwise.
    pub const USUAL: [Self; 4] =
        [Self::UnreachCall, Self::ValidMemsafety, Self::ValidMemcleanup, Self::NoOverflow];

    /// The name, as in `unreach-call.prp`.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnreachCall => "unreach-call",
            Self::ValidMemsafety => "valid-memsafety",
            Self::ValidDeref => "valid-deref",
            Self::ValidFree => "valid-free",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoOverflow => "no-overflow",
            Self::Termination => "termination",
            Self::NoDataRace => "no-data-race",
        }
    }

    /// The property with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|property| property.name() == name)
    }

    /// The property that this one is a part of, or itself.
    pub fn group(self) -> Self {
        if SUBPROPERTIES.contains(&self) { Self::ValidMemsafety } else { self }
    }

    /// What an alarm about this property may name.
    pub fn violations(self) -> Vec<Self> {
        if self == Self::ValidMemsafety { SUBPROPERTIES.to_vec() } else { vec![self] }
    }

    /// The property file. The function that must not be called had another name before 2020.
    pub fn text(self, error_function: &str) -> String {
        let line = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
        match self {
            Self::UnreachCall => line(&format!("G ! call({error_function}())")),
            Self::ValidMemsafety => SUBPROPERTIES.map(|part| part.text(error_function)).concat(),
            Self::ValidDeref | Self::ValidFree | Self::ValidMemtrack | Self::ValidMemcleanup => {
                line(&format!("G {}", self.name()))
            }
            Self::NoOverflow => line("G ! overflow"),
            Self::Termination => line("F end"),
            Self::NoDataRace => line("G ! data-race"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for property in Property::ALL {
            assert_eq!(Property::by_name(property.name()), Some(property));
        }
        assert_eq!(Property::by_name("coverage-branches"), None);
    }

    #[test]
    fn property_files() {
        let text = Property::ValidMemsafety.text("reach_error");
        assert_eq!(
            text,
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n"
        );
        let text = Property::UnreachCall.text("__VERIFIER_error");
        assert_eq!(text, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
    }
}
