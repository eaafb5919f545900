//! Property files of SV-COMP: what to check, and from where.
//!
//! A file has one or more lines `CHECK( init(main()), LTL(FORMULA) )`; white space does not matter. Each
//! formula is a goal, which stands for kinds of properties, and only these are checked.

use std::fs;
use std::path::{Path, PathBuf};

pub use fathom_bench::Property as Goal;
use fathom_ir::{Property, PropertySet};

use crate::{Failure, checks};

/// What property files ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// Where execution starts.
    pub entry: String,
    /// What is to hold, in the order of the file.
    pub goals: Vec<Goal>,
}

impl Specification {
    /// The kinds to check, without limits.
    pub fn kinds(&self) -> PropertySet {
        self.goals.iter().fold(PropertySet::EMPTY, |kinds, &goal| checks::union(kinds, self::kinds(goal)))
    }
}

/// The kinds that a goal stands for. Those of termination and of data races are no properties of single steps.
pub fn kinds(goal: Goal) -> PropertySet {
    let parts = [Goal::ValidFree, Goal::ValidDeref, Goal::ValidMemtrack];
    checks::set(match goal {
        Goal::UnreachCall => &[Property::ErrorReached],
        Goal::ValidFree => &[Property::InvalidFree, Property::DoubleFree, Property::MismatchedFree],
        Goal::ValidDeref => &[
            Property::NullDereference,
            Property::OutOfBoundsRead,
            Property::OutOfBoundsWrite,
            Property::WildPointer,
            Property::UseAfterFree,
            Property::UseAfterScope,
            Property::UseAfterReturn,
            Property::WriteToConstant,
            Property::InvalidCall,
        ],
        Goal::ValidMemtrack => &[Property::LostMemory],
        Goal::ValidMemcleanup => &[Property::MemoryLeak],
        Goal::NoOverflow => &[Property::SignedOverflow, Property::ShiftOverflow],
        Goal::NoDataRace | Goal::Termination => &[],
        Goal::ValidMemsafety => return parts.into_iter().map(kinds).fold(PropertySet::EMPTY, checks::union),
    })
}

/// Why a property file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum PropertyError {
    /// It is none.
    #[error("line {line}: {what}")]
    Malformed { line: usize, what: String },
    /// It has nothing in it.
    #[error("no CHECK in it; expected CHECK( init(main()), LTL(G ! call(reach_error())) ) or the like")]
    Empty,
    /// It asks for what nobody has built.
    #[error("line {line}: {what} is not supported yet")]
    Unsupported { line: usize, what: String },
    /// The lines do not agree.
    #[error("line {line}: execution cannot start both at {first} and at {second}")]
    TwoEntries { line: usize, first: String, second: String },
}

/// Functions whose call is an error.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Reads property files; several ask for everything that one of them asks for.
pub fn read(paths: &[PathBuf]) -> Result<Option<Specification>, Failure> {
    let mut all: Option<Specification> = None;
    for path in paths {
        let new = read_one(path)?;
        all = Some(match all {
            None => new,
            Some(before) if before.entry == new.entry => {
                Specification { goals: [before.goals, new.goals].concat(), ..before }
            }
            Some(before) => {
                let (name, first, entry) = (path.display(), before.entry, new.entry);
                let message = format!(
                    "{name}: execution cannot start both at {first} and at {entry}; check them apart"
                );
                return Err(Failure::usage(message));
            }
        });
    }
    Ok(all)
}

fn read_one(path: &Path) -> Result<Specification, Failure> {
    let name = path.display();
    let text = fs::read(path)
        .map_err(|error| Failure::Input(format!("error: cannot read {name}: {}\n", io_reason(&error))))?;
    parse(&String::from_utf8_lossy(&text)).map_err(|error| match error {
        PropertyError::Unsupported { .. } => Failure::usage(format!("{name}, {error}")),
        PropertyError::Malformed { .. } | PropertyError::TwoEntries { .. } => {
            Failure::Input(format!("error: {name}, {error}\n"))
        }
        PropertyError::Empty => Failure::Input(format!("error: {name}: {error}\n")),
    })
}

/// What a specification in a witness asks for: the text of a property file, or a formula alone, as some tools
/// write it. `None` if it is neither.
pub fn read_text(text: &str) -> Option<Specification> {
    let formula = || parse(&format!("CHECK( init(main()), LTL({text}) )"));
    parse(text).or_else(|_| formula()).ok()
}

/// What the system says, without its number.
pub fn io_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

fn parse(text: &str) -> Result<Specification, PropertyError> {
    let mut reader = Reader { text, at: 0 };
    let mut all: Option<Specification> = None;
    while reader.peek().is_some() {
        let line = reader.line();
        let (entry, goal) = check(&mut reader)?;
        let specification =
            all.get_or_insert_with(|| Specification { entry: entry.clone(), goals: Vec::new() });
        if specification.entry != entry {
            let first = specification.entry.clone();
            return Err(PropertyError::TwoEntries { line, first, second: entry });
        }
        specification.goals.push(goal);
    }
    all.ok_or(PropertyError::Empty)
}

/// `CHECK( init(NAME()), LTL(FORMULA) )`
fn check(reader: &mut Reader) -> Result<(String, Goal), PropertyError> {
    match reader.word() {
        "CHECK" => {}
        "COVER" => return Err(reader.unsupported("COVER (a test suite as the answer)")),
        _ => return Err(reader.malformed("CHECK")),
    }
    for part in ["(", "init", "("] {
        reader.expect(part)?;
    }
    let entry = reader.name()?.to_string();
    for part in ["(", ")", ")", ",", "LTL", "("] {
        reader.expect(part)?;
    }
    let goal = formula(reader)?;
    for part in [")", ")"] {
        reader.expect(part)?;
    }
    Ok((entry, goal))
}

/// What stands inside `LTL(…)`.
fn formula(reader: &mut Reader) -> Result<Goal, PropertyError> {
    match reader.word() {
        "G" => {}
        "F" => {
            reader.expect("end")?;
            return Ok(Goal::Termination);
        }
        _ => return Err(reader.malformed("a formula G … or F end")),
    }
    if reader.peek() != Some('!') {
        return match reader.word() {
            "valid-free" => Ok(Goal::ValidFree),
            "valid-deref" => Ok(Goal::ValidDeref),
            "valid-memtrack" => Ok(Goal::ValidMemtrack),
            "valid-memcleanup" => Ok(Goal::ValidMemcleanup),
            "" => Err(reader.malformed("a property behind G")),
            other => Err(reader.unsupported(&format!("the property 'G {other}'"))),
        };
    }
    reader.expect("!")?;
    match reader.word() {
        "overflow" => Ok(Goal::NoOverflow),
        "data-race" => Ok(Goal::NoDataRace),
        "call" => {
            reader.expect("(")?;
            let name = reader.name()?;
            if !ERROR_FUNCTIONS.contains(&name) {
                let what = format!("'G ! call({name}())' for other functions than reach_error");
                return Err(reader.unsupported(&what));
            }
            for part in ["(", ")", ")"] {
                reader.expect(part)?;
            }
            Ok(Goal::UnreachCall)
        }
        "" => Err(reader.malformed("a property behind G !")),
        other => Err(reader.unsupported(&format!("the property 'G ! {other}'"))),
    }
}

/// The rest of a property file.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest().chars().next()
    }

    /// A name or the name of a property; empty if something else comes.
    fn word(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-$.".contains(c))).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The name of a function.
    fn name(&mut self) -> Result<&'a str, PropertyError> {
        match self.word() {
            "" => Err(self.malformed("the name of a function")),
            name => Ok(name),
        }
    }

    fn expect(&mut self, what: &str) -> Result<(), PropertyError> {
        self.skip_space();
        if !self.rest().starts_with(what) {
            return Err(self.malformed(what));
        }
        self.at += what.len();
        Ok(())
    }

    /// The line that it has got to, from 1.
    fn line(&self) -> usize {
        1 + self.text[..self.at].matches('\n').count()
    }

    fn malformed(&self, expected: &str) -> PropertyError {
        PropertyError::Malformed { line: self.line(), what: format!("expected {expected}") }
    }

    fn unsupported(&self, what: &str) -> PropertyError {
        PropertyError::Unsupported { line: self.line(), what: what.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(formula: &str) -> Vec<&'static str> {
        let parsed = parse(&format!("CHECK( init(main()), LTL({formula}) )\n")).unwrap();
        assert_eq!(parsed.entry, "main");
        Property::ALL.iter().filter(|&&p| parsed.kinds().contains(p)).map(|p| p.name()).collect()
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_property_stands_for_kinds() {
        assert_eq!(kinds("G ! call(reach_error())"), ["error-reached"]);
        assert_eq!(kinds("G ! call(__VERIFIER_error())"), ["error-reached"]);
        assert_eq!(kinds("G valid-free"), ["invalid-free", "double-free", "mismatched-free"]);
        assert_eq!(kinds("G valid-memtrack"), ["lost-memory"]);
        assert_eq!(kinds("G valid-memcleanup"), ["memory-leak"]);
        assert_eq!(kinds("G ! overflow"), ["signed-overflow", "shift-overflow"]);
        assert!(kinds("F end").is_empty() && kinds("G ! data-race").is_empty());
        let deref = kinds("G valid-deref");
        assert!(deref.contains(&"null-dereference") && deref.contains(&"use-after-scope"));
        assert!(!deref.contains(&"double-free") && !deref.contains(&"array-index"));
    }

    #[test]
    fn several_lines_ask_for_all_of_them() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                    CHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        let parsed = parse(text).unwrap();
        for property in [Property::DoubleFree, Property::OutOfBoundsRead, Property::LostMemory] {
            assert!(parsed.kinds().contains(property));
        }
        assert!(!parsed.kinds().contains(Property::Assertion));
        assert_eq!(parsed.goals, [Goal::ValidFree, Goal::ValidDeref, Goal::ValidMemtrack]);
    }

    #[test]
    fn spaces_do_not_matter_and_init_names_the_entry() {
        let parsed = parse("\n CHECK(init( ldv_main ( ) ),\n LTL( G!call( reach_error( ) ) ))").unwrap();
        assert_eq!(parsed.entry, "ldv_main");
        assert_eq!(parsed.goals, [Goal::UnreachCall]);
    }

    #[test]
    fn what_is_not_supported_is_named() {
        let unsupported = |formula: &str| error(&format!("CHECK( init(main()), LTL({formula}) )"));
        assert!(unsupported("G ! call(abort())").contains("'G ! call(abort())' for other functions"));
        assert!(unsupported("G def-behavior").contains("'G def-behavior' is not supported yet"));
        assert!(unsupported("G ! deadlock").contains("'G ! deadlock' is not supported yet"));
        let cover = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
        assert!(error(cover).contains("COVER") && error(cover).contains("not supported yet"));
    }

    #[test]
    fn what_is_wrong_is_said_with_the_line() {
        assert!(error("").contains("no CHECK in it"));
        assert!(error(" \n\n").contains("no CHECK in it"));
        assert_eq!(error("hello"), "line 1: expected CHECK");
        assert_eq!(error("CHECK( init(main()), LTL(G ! overflow) )\n\nCHECK init"), "line 3: expected (");
        assert_eq!(error("CHECK( init(main()), LTL(G ! overflow)"), "line 1: expected )");
        assert_eq!(error("CHECK( init(), LTL(G ! overflow) )"), "line 1: expected the name of a function");
        assert_eq!(error("CHECK( init(main()), LTL() )"), "line 1: expected a formula G … or F end");
        assert_eq!(error("CHECK( init(main()), LTL(G !) )"), "line 1: expected a property behind G !");
        let two = "CHECK( init(f()), LTL(G ! overflow) )\nCHECK( init(g()), LTL(G ! overflow) )";
        assert_eq!(error(two), "line 2: execution cannot start both at f and at g");
    }
}
