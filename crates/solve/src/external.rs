//! Solvers that are programs: they are told formulas in SMT-LIB through a pipe.
//!
//! Levels are Bool constants that each assertion of the level depends on, and a check assumes those of the
//! open levels. So nothing that was declared or defined is ever popped, and every solver that knows
//! `check-sat-assuming` is incremental. Models are rebuilt from the values of bit-vectors and Bools alone,
//! since every solver prints memories in its own way, and evaluated like those of the embedded solver.

mod process;
mod reply;

use fathom_ir::Bits;

use fathom_logic::reads::{self, ExpandError, Through};
use fathom_logic::smtlib::print::{Printer, logic_of};
use fathom_logic::{Evaluator, Model, Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

use crate::lemmas::{Abstracted, Instances, Valuation};
use crate::sat::{Answer, Budget, Reason};
use crate::solver::{SolveError, Solver};
use process::Process;
use reply::{Reply, bits_value, bool_value, parse_values};

/// The solvers that are known by name, and how they are started.
pub const KNOWN: &[(&str, &str)] = &[
    ("z3", "z3 -in -smt2"),
    ("cvc5", "cvc5 --lang smt2 --incremental --arrays-exp"),
    ("bitwuzla", "bitwuzla"),
    ("yices", "yices-smt2 --incremental"),
    ("boolector", "boolector --smt2 --incremental"),
    ("mathsat", "mathsat"),
];

/// Pairs of a memory and an index that bulk operators may be expanded to.
const BULK_READS: usize = 1 << 22;

/// How often a model is completed by lemmas.
const ROUNDS: usize = 1000;

/// Values asked for in one command.
const VALUES_AT_ONCE: usize = 500;

/// A level of assertions.
#[derive(Default, Debug)]
struct Level {
    /// As they were given.
    assertions: Vec<Term>,
    /// How many the running process has been told.
    told: usize,
    /// The constant in the process that stands for the level.
    name: Option<String>,
}

/// A running process, and what it knows.
struct Session {
    process: Process,
    printer: Printer,
    logic: &'static str,
    /// What it was told, without bulk operators.
    told: Vec<Term>,
    /// Constants for equalities of memories: their values are clear, while those of equalities are formulas
    /// to some solvers.
    equalities: FxHashMap<Term, String>,
}

/// A solver on a pipe.
pub struct External {
    command: String,
    levels: Vec<Level>,
    session: Option<Session>,
    instances: Instances,
    model: Option<Model>,
    failed: Vec<Term>,
}

/// The command line of a solver that is known by name; else the name is one.
fn command_line(name: &str) -> &str {
    KNOWN.iter().find(|(known, _)| *known == name).map_or(name, |(_, command)| command)
}

/// Looks for the program of a solver, without starting it.
pub fn find(name: &str) -> Result<(), SolveError> {
    Process::find(command_line(name))
}

/// What a solver answers to a script with one `check-sat`, which it gets as it is.
pub fn answer(name: &str, script: &str, budget: &Budget) -> Result<Answer, SolveError> {
    let mut process = Process::start(command_line(name))?;
    process.send(script)?;
    match process.reply(budget)? {
        Reply::Stopped(reason) => Ok(Answer::Unknown(reason)),
        Reply::Text(text) => match text.as_str() {
            "sat" => Ok(Answer::Sat),
            "unsat" => Ok(Answer::Unsat),
            "unknown" => Ok(Answer::Unknown(Reason::Solver)),
            other => Err(process.error(&format!("it answered: {other}"))),
        },
    }
}

impl External {
    /// A solver by its name in [`KNOWN`], or by its command line. The program is started with the first check.
    pub fn new(name: &str) -> Self {
        let command = command_line(name).to_owned();
        let levels = vec![Level::default()];
        Self {
            command,
            levels,
            session: None,
            instances: Instances::default(),
            model: None,
            failed: Vec::new(),
        }
    }

    /// Starts the program anew and forgets that it was told anything.
    fn restart(&mut self, logic: &'static str) -> Result<(), SolveError> {
        self.session = None;
        self.instances = Instances::default();
        for level in &mut self.levels {
            level.told = 0;
            level.name = None;
        }
        let mut process = Process::start(&self.command)?;
        process.send(&format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {logic})\n"
        ))?;
        let mut printer = Printer::new();
        printer.set_overflow_predicates(false);
        self.session =
            Some(Session { process, printer, logic, told: Vec::new(), equalities: FxHashMap::default() });
        Ok(())
    }

    /// Tells the process what it does not know yet. The constants to assume: those of the levels, then those
    /// of the assumptions.
    fn tell(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
    ) -> Result<(Vec<String>, Vec<String>), SolveError> {
        let all: Vec<Term> =
            self.levels.iter().flat_map(|level| &level.assertions).chain(assumptions).copied().collect();
        let logic = logic_of(terms, &all);
        if self.session.as_ref().is_none_or(|session| session.logic != logic) {
            self.restart(logic)?;
        }
        let Some(session) = &mut self.session else { return Err(died(&self.command)) };
        let mut assumed = Vec::new();
        for (at, level) in self.levels.iter_mut().enumerate() {
            if at > 0 && level.name.is_none() {
                level.name = Some(session.new_constant()?);
            }
            assumed.extend(level.name.clone());
            let new = reads::expand(terms, &level.assertions[level.told..], Through::Bulk, BULK_READS)
                .map_err(inexpressible)?;
            for formula in new {
                session.assert(terms, formula, level.name.as_deref())?;
            }
            level.told = level.assertions.len();
        }
        let mut names = Vec::new();
        for formula in reads::expand(terms, assumptions, Through::Bulk, BULK_READS).map_err(inexpressible)? {
            let name = session.new_constant()?;
            session.assert(terms, formula, Some(&name))?;
            names.push(name);
        }
        Ok((assumed, names))
    }

    /// After sat: builds the model from values that the process gives, and makes sure that everything holds.
    /// Where the values do not determine the memories yet, it gives lemmas with the answer.
    fn read_model(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<(Answer, Vec<Term>), SolveError> {
        let Some(session) = &mut self.session else { return Err(died(&self.command)) };
        let mut abstracted = Abstracted::default();
        let mut wanted = Vec::new();
        for term in abstracted.extend(terms, &session.told) {
            let of_memory = terms.sort(term).is_array()
                || terms.operands(term).iter().any(|&operand| terms.sort(operand).is_array());
            if of_memory || matches!(terms.op(term), Op::Symbol(_) | Op::Apply(_)) {
                wanted.extend(terms.operands(term).iter().copied().chain([term]));
            }
        }
        // Memories that differ do so somewhere, but only the process knows where until there is a name for it.
        let witnesses = self.instances.witnesses(terms, &mut abstracted);
        if !witnesses.is_empty() {
            for &equality in &abstracted.equalities {
                session.name(terms, equality)?;
            }
            return Ok((Answer::Sat, witnesses));
        }
        wanted.retain(|&term| !terms.sort(term).is_array());
        wanted.sort_unstable();
        wanted.dedup();
        let mut values = Values::default();
        for part in wanted.chunks(VALUES_AT_ONCE) {
            if let Some(reason) = session.values(terms, part, budget, &mut values)? {
                return Ok((Answer::Unknown(reason), Vec::new()));
            }
        }
        let outcome = self.instances.check(terms, &abstracted, &mut values);
        if !outcome.lemmas.is_empty() {
            return Ok((Answer::Sat, outcome.lemmas));
        }
        let mut evaluator = Evaluator::new(terms, &outcome.model);
        let mut formulas = self.levels.iter().flat_map(|level| &level.assertions).chain(assumptions);
        if !formulas.all(|&formula| evaluator.holds(formula)) {
            return Err(SolveError::External(format!(
                "`{}` gave a model that does not satisfy the formula",
                self.command
            )));
        }
        self.model = Some(outcome.model);
        Ok((Answer::Sat, Vec::new()))
    }
}

fn died(command: &str) -> SolveError {
    SolveError::External(format!("`{command}` is not running"))
}

fn inexpressible(error: ExpandError) -> SolveError {
    match error {
        ExpandError::UsedWhole => {
            SolveError::Unsupported("equality of memories that were filled or copied, by another solver,")
        }
        ExpandError::TooLarge => SolveError::TooLarge,
    }
}

impl Session {
    /// Declares a Bool of our own.
    fn new_constant(&mut self) -> Result<String, SolveError> {
        let name = self.printer.new_name("fathom");
        self.process.send(&format!("(declare-fun {name} () Bool)\n"))?;
        Ok(name)
    }

    /// Asserts a formula, under a condition.
    fn assert(&mut self, terms: &Terms, formula: Term, condition: Option<&str>) -> Result<(), SolveError> {
        let mut text = String::new();
        let printed = self.printer.define(terms, &[formula], &mut text).and_then(|()| {
            text.push_str("(assert ");
            if let Some(condition) = condition {
                text.push_str(&format!("(=> {condition} "));
            }
            self.printer.write(terms, formula, &mut text)
        });
        printed.map_err(|_| SolveError::Unsupported("bulk operators by another solver"))?;
        text.push_str(if condition.is_some() { "))\n" } else { ")\n" });
        self.told.push(formula);
        self.process.send(&text)
    }

    /// Gives an equality of memories a constant, unless it has one.
    fn name(&mut self, terms: &Terms, equality: Term) -> Result<(), SolveError> {
        if !self.equalities.contains_key(&equality) {
            let name = self.new_constant()?;
            let mut text = String::new();
            let printed = self.printer.define(terms, &[equality], &mut text).and_then(|()| {
                text.push_str(&format!("(assert (= {name} "));
                self.printer.write(terms, equality, &mut text)
            });
            printed.map_err(|_| SolveError::Unsupported("bulk operators by another solver"))?;
            text.push_str("))\n");
            self.process.send(&text)?;
            self.equalities.insert(equality, name);
        }
        Ok(())
    }

    /// Asks for values; gives the reason if it took too long.
    fn values(
        &mut self,
        terms: &Terms,
        part: &[Term],
        budget: &Budget,
        values: &mut Values,
    ) -> Result<Option<Reason>, SolveError> {
        let mut text = String::new();
        let unprintable = |_| SolveError::Unsupported("bulk operators by another solver");
        self.printer.define(terms, part, &mut text).map_err(unprintable)?;
        text.push_str("(get-value (");
        for &term in part {
            match self.equalities.get(&term) {
                Some(name) => text.push_str(name),
                None => self.printer.write(terms, term, &mut text).map_err(unprintable)?,
            }
            text.push(' ');
        }
        text.push_str("))\n");
        self.process.send(&text)?;
        let reply = match self.process.reply(budget)? {
            Reply::Text(text) => text,
            Reply::Stopped(reason) => return Ok(Some(reason)),
        };
        let parsed = parse_values(&reply).filter(|list| list.len() == part.len());
        let list =
            parsed.ok_or_else(|| self.process.error(&format!("its values cannot be read: {reply}")))?;
        for (&term, value) in part.iter().zip(&list) {
            let understood = match terms.sort(term) {
                Sort::Bool => bool_value(value).map(|value| values.bools.insert(term, value)).is_some(),
                Sort::Bits(width) => {
                    bits_value(value, width).map(|value| values.bits.insert(term, value)).is_some()
                }
                _ => true,
            };
            if !understood {
                return Err(self.process.error(&format!("it gave a value that cannot be read: {value}")));
            }
        }
        Ok(None)
    }
}

/// Values that the process gave.
#[derive(Default)]
struct Values {
    bools: FxHashMap<Term, bool>,
    bits: FxHashMap<Term, Bits>,
}

impl Valuation for Values {
    fn bits(&mut self, terms: &Terms, term: Term) -> Bits {
        self.bits.get(&term).cloned().unwrap_or_else(|| Bits::zero(terms.width(term)))
    }

    fn holds(&mut self, _: &Terms, term: Term) -> bool {
        self.bools.get(&term).copied().unwrap_or(false)
    }
}

impl Solver for External {
    fn assert(&mut self, _: &mut Terms, formula: Term) {
        self.model = None;
        if let Some(level) = self.levels.last_mut() {
            level.assertions.push(formula);
        }
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
    }

    fn pop(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
            self.model = None;
        }
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        self.model = None;
        self.failed.clear();
        let result = self.try_check(terms, assumptions, budget);
        // After an error or a time-out nobody knows what the process does: the next check starts a new one.
        if !matches!(result, Ok(Answer::Sat | Answer::Unsat)) {
            self.session = None;
        }
        result
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn failed(&self) -> &[Term] {
        &self.failed
    }
}

impl External {
    fn try_check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let (levels, names) = self.tell(terms, assumptions)?;
        for _ in 0..ROUNDS {
            let (answer, lemmas) = self.ask(terms, assumptions, &levels, &names, budget)?;
            if lemmas.is_empty() {
                return Ok(answer);
            }
            // They are valid, so the answer stays; but now the values of more reads are known.
            let lemmas = reads::expand(terms, &lemmas, Through::Bulk, BULK_READS).map_err(inexpressible)?;
            let Some(session) = &mut self.session else { return Err(died(&self.command)) };
            for lemma in lemmas {
                session.assert(terms, lemma, None)?;
            }
        }
        Err(SolveError::External(format!("`{}` gives no model of the memories", self.command)))
    }

    /// One check; on sat, lemmas if the model is not complete.
    fn ask(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        levels: &[String],
        names: &[String],
        budget: &Budget,
    ) -> Result<(Answer, Vec<Term>), SolveError> {
        let Some(session) = &mut self.session else { return Err(died(&self.command)) };
        if levels.is_empty() && names.is_empty() {
            session.process.send("(check-sat)\n")?;
        } else {
            let all = [levels, names].concat().join(" ");
            session.process.send(&format!("(check-sat-assuming ({all}))\n"))?;
        }
        let answer = match session.process.reply(budget)? {
            Reply::Stopped(reason) => return Ok((Answer::Unknown(reason), Vec::new())),
            Reply::Text(text) => text,
        };
        match answer.as_str() {
            "sat" => self.read_model(terms, assumptions, budget),
            "unsat" => {
                if !names.is_empty() {
                    session.process.send("(get-unsat-assumptions)\n")?;
                    let used = match session.process.reply(budget)? {
                        Reply::Stopped(reason) => return Ok((Answer::Unknown(reason), Vec::new())),
                        Reply::Text(text) => text,
                    };
                    let used: Vec<&str> = used.split(['(', ')', ' ', '\n']).collect();
                    self.failed = assumptions
                        .iter()
                        .zip(names)
                        .filter(|(_, name)| used.contains(&name.as_str()))
                        .map(|(&assumption, _)| assumption)
                        .collect();
                }
                Ok((Answer::Unsat, Vec::new()))
            }
            "unknown" => Ok((Answer::Unknown(Reason::Solver), Vec::new())),
            other => Err(session.process.error(&format!("it answered: {other}"))),
        }
    }
}
