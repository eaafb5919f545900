//! Certificates as files: the formula in DIMACS, the proof in the text form of LRAT.

use std::io::{self, Write};

use super::{Certificate, Clauses, Proof, Step};
use crate::sat::Lit;

/// The comment by which a DIMACS file says how many of its last clauses are assumptions. Other readers see
/// unit clauses.
const ASSUMPTIONS: &str = "c assumptions ";

/// One of the two files of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// The formula.
    Dimacs,
    /// The proof.
    Lrat,
}

impl std::fmt::Display for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            File::Dimacs => "DIMACS",
            File::Lrat => "LRAT",
        })
    }
}

/// A file that is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file} file, line {line}: {problem}")]
pub struct ReadError {
    /// Which file.
    pub file: File,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Malformed,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// There is no `p cnf <variables> <clauses>` before the first clause, or more than one.
    #[error("expected one `p cnf <variables> <clauses>` before the clauses")]
    Header,
    /// A word is not a literal.
    #[error("`{0}` is not a literal")]
    Literal(String),
    /// A literal is of a variable that the header does not announce.
    #[error("literal {0} is beyond the variables that the header announces")]
    Variable(i32),
    /// A word is not the number of a clause.
    #[error("`{0}` is not the number of a clause")]
    Number(String),
    /// A proof step has RAT hints.
    #[error("RAT hints are not admitted")]
    Rat,
    /// A list has no `0` at its end.
    #[error("a list does not end in 0")]
    Unterminated,
    /// Something follows the last `0` of a line.
    #[error("`{0}` after the end of the step")]
    Trailing(String),
    /// The header announces another number of clauses.
    #[error("the header announces {announced} clauses, the file has {found}")]
    Count {
        /// What the header says.
        announced: usize,
        /// What is there.
        found: usize,
    },
    /// The assumptions that a comment announces are not unit clauses at the end of the file.
    #[error("the announced assumptions are not the last clauses")]
    Assumptions,
}

impl Certificate {
    /// Writes the formula in DIMACS, with the assumptions as unit clauses at the end.
    pub fn write_dimacs(&self, mut w: impl Write) -> io::Result<()> {
        if !self.assumptions.is_empty() {
            writeln!(w, "{ASSUMPTIONS}{}", self.assumptions.len())?;
        }
        writeln!(w, "p cnf {} {}", self.max_var(), self.clauses.len() + self.assumptions.len())?;
        for clause in self.premises() {
            write_lits(&mut w, clause)?;
            writeln!(w, "0")?;
        }
        Ok(())
    }

    /// Writes the proof in LRAT, for the clauses as [`Certificate::write_dimacs`] numbers them.
    pub fn write_lrat(&self, mut w: impl Write) -> io::Result<()> {
        // A deletion is labelled with the number of the last clause before it.
        let mut last = self.clauses.len() + self.assumptions.len();
        for step in self.proof.steps() {
            match step {
                Step::Add { id, clause, hints } => {
                    write!(w, "{id} ")?;
                    write_lits(&mut w, clause)?;
                    write!(w, "0 ")?;
                    write_ids(&mut w, hints)?;
                    last = id as usize;
                }
                Step::Delete { ids } => {
                    write!(w, "{last} d ")?;
                    write_ids(&mut w, ids)?;
                }
            }
            writeln!(w, "0")?;
        }
        Ok(())
    }

    /// Reads what [`Certificate::write_dimacs`] and [`Certificate::write_lrat`] wrote, or any other program
    /// in these formats. That it can be read does not make it valid: see [`super::check`].
    pub fn read(dimacs: &str, lrat: &str) -> Result<Certificate, ReadError> {
        let (clauses, assumptions) = read_dimacs(dimacs)?;
        let mut proof = Proof::default();
        for (index, line) in lrat.lines().enumerate() {
            read_step(line, &mut proof).map_err(|problem| ReadError {
                file: File::Lrat,
                line: index + 1,
                problem,
            })?;
        }
        Ok(Certificate { clauses, assumptions, proof })
    }
}

fn write_lits(w: &mut impl Write, lits: &[Lit]) -> io::Result<()> {
    lits.iter().try_for_each(|lit| write!(w, "{lit} "))
}

fn write_ids(w: &mut impl Write, ids: &[u32]) -> io::Result<()> {
    ids.iter().try_for_each(|id| write!(w, "{id} "))
}

/// The state of reading a DIMACS file.
#[derive(Default)]
struct Dimacs {
    /// Variables and clauses, as announced.
    header: Option<(u32, usize)>,
    assumptions: usize,
    clauses: Clauses,
    /// The literals since the last `0`: a clause may span lines.
    open: Vec<Lit>,
}

fn read_dimacs(text: &str) -> Result<(Clauses, Vec<Lit>), ReadError> {
    let error = |line, problem| ReadError { file: File::Dimacs, line, problem };
    let mut dimacs = Dimacs::default();
    let mut lines = 1;
    for (index, line) in text.lines().enumerate() {
        lines = index + 1;
        dimacs.line(line).map_err(|problem| error(lines, problem))?;
    }
    dimacs.finish().map_err(|problem| error(lines, problem))
}

impl Dimacs {
    fn line(&mut self, line: &str) -> Result<(), Malformed> {
        if let Some(count) = line.strip_prefix(ASSUMPTIONS) {
            self.assumptions = count.trim().parse().map_err(|_| Malformed::Assumptions)?;
        } else if line.starts_with('c') {
            // A comment.
        } else if line.starts_with('p') {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["p", "cnf", variables, clauses] = words[..] else { return Err(Malformed::Header) };
            let header = variables.parse().ok().zip(clauses.parse().ok()).ok_or(Malformed::Header)?;
            if self.header.replace(header).is_some() {
                return Err(Malformed::Header);
            }
        } else {
            for word in line.split_whitespace() {
                self.word(word)?;
            }
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Malformed> {
        let (variables, _) = self.header.ok_or(Malformed::Header)?;
        match read_lit(word)? {
            None => self.clauses.extend(self.open.drain(..)),
            Some(lit) if lit.var() <= variables => self.open.push(lit),
            Some(lit) => return Err(Malformed::Variable(lit.dimacs())),
        }
        Ok(())
    }

    /// Splits off the assumptions.
    fn finish(self) -> Result<(Clauses, Vec<Lit>), Malformed> {
        let (_, announced) = self.header.ok_or(Malformed::Header)?;
        if !self.open.is_empty() {
            return Err(Malformed::Unterminated);
        }
        let found = self.clauses.len();
        if found != announced {
            return Err(Malformed::Count { announced, found });
        }
        let formula = found.checked_sub(self.assumptions).ok_or(Malformed::Assumptions)?;
        let mut clauses = Clauses::default();
        let mut assumptions = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            match clause {
                _ if index < formula => clauses.push(clause),
                &[lit] => assumptions.push(lit),
                _ => return Err(Malformed::Assumptions),
            }
        }
        Ok((clauses, assumptions))
    }
}

/// Reads one line of a proof: `id literals 0 hints 0`, or `id d ids 0`.
fn read_step(line: &str, proof: &mut Proof) -> Result<(), Malformed> {
    let mut words = line.split_whitespace().peekable();
    let Some(first) = words.next().filter(|word| !word.starts_with('c')) else { return Ok(()) };
    let id = read_id(first)?.ok_or_else(|| Malformed::Number(first.to_owned()))?;
    if words.next_if_eq(&"d").is_some() {
        proof.delete(&until_zero(&mut words, read_id)?);
    } else {
        let clause = until_zero(&mut words, read_lit)?;
        let hints = until_zero(&mut words, read_id)?;
        proof.add(id, &clause, &hints);
    }
    match words.next() {
        None => Ok(()),
        Some(word) => Err(Malformed::Trailing(word.to_owned())),
    }
}

/// Reads words up to and with the one that reads as `None`.
fn until_zero<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    read: fn(&str) -> Result<Option<T>, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let mut list = Vec::new();
    loop {
        match read(words.next().ok_or(Malformed::Unterminated)?)? {
            Some(item) => list.push(item),
            None => return Ok(list),
        }
    }
}

/// A literal, or `None` for the 0 that ends a list.
fn read_lit(word: &str) -> Result<Option<Lit>, Malformed> {
    match word.parse() {
        Ok(0) => Ok(None),
        Ok(number) if number != i32::MIN => Ok(Lit::from_dimacs(number)),
        _ => Err(Malformed::Literal(word.to_owned())),
    }
}

/// The number of a clause, or `None` for the 0 that ends a list.
fn read_id(word: &str) -> Result<Option<u32>, Malformed> {
    match word.parse::<i64>() {
        Ok(0) => Ok(None),
        Ok(number) if number < 0 => Err(Malformed::Rat),
        Ok(number) => u32::try_from(number).map(Some).map_err(|_| Malformed::Number(word.to_owned())),
        Err(_) => Err(Malformed::Number(word.to_owned())),
    }
}
