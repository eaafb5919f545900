//! One session: the state of a solver between two commands, and what each command does to it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fathom_logic::smtlib::lexer::string_literal;
use fathom_logic::smtlib::print::symbol;
use fathom_logic::smtlib::{Assumption, AttributeValue, Chunk, Command, Query, Script};
use fathom_logic::{Evaluator, Term, Terms};
use fathom_solve::{Answer, Budget, SolveError};

use super::Signal;
use super::engine::Engine;
use super::options::{Options, Refused};
use crate::args::SmtArgs;
use crate::{exit, output};

/// What follows a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The next command.
    Continue,
    /// The end.
    Stop,
}

/// The standard's modes of execution.
#[derive(Clone, PartialEq, Debug)]
enum Mode {
    /// Nothing but options, information and a logic so far.
    Start,
    /// Assertions, and no answer about them.
    Assert,
    /// The last answer was sat.
    Sat,
    /// The last answer was unknown.
    Unknown,
    /// The last answer was unsat. It needs these of the named assertions and of the assumptions.
    Unsat { core: Vec<String>, assumptions: Vec<String> },
}

/// What a command answers.
enum Response {
    /// Nothing but that it worked.
    Success,
    /// This text.
    Text(String),
    /// That we do not support it.
    Unsupported,
}

type Executed = Result<Response, String>;

/// An assertion, as far as the session must remember it.
struct Assertion {
    level: usize,
    /// As it was written, for `get-assertions`.
    text: Option<String>,
    /// Name and formula, for cores: the formula is then assumed and not asserted.
    tracked: Option<(String, Term)>,
}

/// A session.
pub struct Session {
    limits: Limits,
    signal: Signal,
    terms: Terms,
    script: Script,
    engine: Engine,
    options: Options,
    mode: Mode,
    logic: Option<String>,
    assertions: Vec<Assertion>,
    reason_unknown: Option<String>,
    /// There was an error, or even one of ours.
    errors: bool,
    internal: bool,
    proofs: u64,
}

/// What the command line says.
struct Limits {
    solver: String,
    timeout: Option<Duration>,
    conflicts: Option<u64>,
    certify: bool,
    proof_dir: Option<PathBuf>,
    stats: bool,
}

impl Limits {
    fn engine(&self) -> Engine {
        Engine::new(&self.solver, self.certify)
    }
}

impl Session {
    /// An empty session.
    pub fn new(args: &SmtArgs, signal: Signal) -> Self {
        let limits = Limits {
            solver: args.solver.clone(),
            // A limit beyond the end of time is none.
            timeout: args.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            conflicts: args.conflicts,
            certify: args.certify || args.proof_dir.is_some(),
            proof_dir: args.proof_dir.clone(),
            stats: args.stats,
        };
        Self {
            engine: limits.engine(),
            limits,
            signal,
            terms: Terms::new(),
            script: Script::new(),
            options: Options::default(),
            mode: Mode::Start,
            logic: None,
            assertions: Vec::new(),
            reason_unknown: None,
            errors: false,
            internal: false,
            proofs: 0,
        }
    }

    /// Executes one command and prints its answer.
    pub fn execute(&mut self, chunk: &Chunk<'_>) -> Next {
        let command = match self.script.read(&mut self.terms, chunk) {
            Ok(command) => command,
            Err(error) => {
                self.error(&error.to_string());
                return Next::Continue;
            }
        };
        let exit = command == Command::Exit;
        match self.perform(command) {
            Ok(Response::Success) if self.options.print_success => self.options.regular.line("success"),
            Ok(Response::Success) => {}
            Ok(Response::Text(text)) => self.options.regular.line(&text),
            Ok(Response::Unsupported) => self.options.regular.line("unsupported"),
            Err(message) => self.error(&chunk.error(0, message).to_string()),
        }
        if exit || self.signal.interrupt.is_set() { Next::Stop } else { Next::Continue }
    }

    /// The end of the session; the exit code.
    pub fn finish(mut self) -> u8 {
        if self.limits.stats {
            let statistics = self.statistics();
            let lines: String = statistics.iter().map(|(name, n)| format!("{name:<14} {n:>14}\n")).collect();
            output::error(&lines);
        }
        match (self.internal, self.errors) {
            (true, _) => exit::INTERNAL,
            (false, true) => exit::BAD_INPUT,
            (false, false) => exit::FINISHED,
        }
    }

    fn error(&mut self, message: &str) {
        self.errors = true;
        self.options.regular.line(&format!("(error {})", string_literal(message)));
    }

    fn perform(&mut self, command: Command) -> Executed {
        match command {
            Command::SetLogic(logic) => self.set_logic(logic),
            Command::SetOption { keyword, value } => self.set_option(&keyword, &value),
            Command::GetOption(keyword) => {
                Ok(self.options.get(&keyword).map_or(Response::Unsupported, Response::Text))
            }
            Command::SetInfo { .. } => Ok(Response::Success),
            Command::GetInfo(keyword) => self.get_info(&keyword),
            Command::Declared => {
                self.mode = Mode::Assert;
                Ok(Response::Success)
            }
            Command::Assert { formula, name, text } => {
                self.assert(formula, name, text);
                Ok(Response::Success)
            }
            Command::Push(levels) => {
                self.script.push(levels)?;
                (0..levels).for_each(|_| self.engine.solver_mut().push());
                self.mode = Mode::Assert;
                Ok(Response::Success)
            }
            Command::Pop(levels) => {
                self.script.pop(levels)?;
                (0..levels).for_each(|_| self.engine.solver_mut().pop());
                let left = self.script.levels();
                self.assertions.truncate(self.assertions.partition_point(|a| a.level <= left));
                self.mode = Mode::Assert;
                Ok(Response::Success)
            }
            Command::CheckSat => self.check(&[]),
            Command::CheckSatAssuming(assumptions) => self.check(&assumptions),
            Command::GetModel => {
                self.need(self.options.produce_models, ":produce-models")?;
                let model = self.model()?;
                let text = self.script.model_text(&self.terms, model).map_err(|error| error.to_string())?;
                Ok(Response::Text(text))
            }
            Command::GetValue(queries) => self.get_value(&queries),
            Command::GetAssignment => self.get_assignment(),
            Command::GetAssertions => {
                self.need(self.options.produce_assertions, ":produce-assertions")?;
                let texts: Vec<&str> = self.assertions.iter().filter_map(|a| a.text.as_deref()).collect();
                Ok(Response::Text(format!("({})", texts.join("\n "))))
            }
            Command::GetProof => Ok(Response::Unsupported),
            Command::GetUnsatCore => {
                self.need(self.options.produce_unsat_cores, ":produce-unsat-cores")?;
                match &self.mode {
                    Mode::Unsat { core, .. } => Ok(Response::Text(format!("({})", core.join(" ")))),
                    _ => Err("there is a core only after unsat".into()),
                }
            }
            Command::GetUnsatAssumptions => {
                self.need(self.options.produce_unsat_assumptions, ":produce-unsat-assumptions")?;
                match &self.mode {
                    Mode::Unsat { assumptions, .. } => {
                        Ok(Response::Text(format!("({})", assumptions.join(" "))))
                    }
                    _ => Err("there are unsatisfiable assumptions only after unsat".into()),
                }
            }
            Command::Reset => {
                self.terms = Terms::new();
                self.script = Script::new();
                self.engine = self.limits.engine();
                self.options = Options::default();
                self.mode = Mode::Start;
                self.logic = None;
                self.assertions.clear();
                self.reason_unknown = None;
                Ok(Response::Success)
            }
            Command::ResetAssertions => {
                self.script.reset_assertions();
                self.engine = self.limits.engine();
                self.assertions.clear();
                if self.mode != Mode::Start {
                    self.mode = Mode::Assert;
                }
                Ok(Response::Success)
            }
            Command::Echo(text) => Ok(Response::Text(string_literal(&text))),
            Command::Exit => Ok(Response::Success),
            Command::Unsupported(_) => Ok(Response::Unsupported),
        }
    }

    /// A command needs an option.
    fn need(&self, on: bool, keyword: &str) -> Result<(), String> {
        if on { Ok(()) } else { Err(format!("this needs (set-option {keyword} true)")) }
    }

    fn set_logic(&mut self, logic: String) -> Executed {
        if let Some(old) = &self.logic {
            return Err(format!("the logic is {} already", symbol(old)));
        }
        if self.mode != Mode::Start {
            return Err("the logic must be set before anything is declared or asserted".into());
        }
        if !is_known_logic(&logic) {
            return Err(format!("the logic {} is not supported", symbol(&logic)));
        }
        self.script.set_logic(&logic);
        self.logic = Some(logic);
        Ok(Response::Success)
    }

    fn set_option(&mut self, keyword: &str, value: &AttributeValue) -> Executed {
        match self.options.set(keyword, value, self.mode != Mode::Start) {
            Ok(()) => {}
            Err(Refused::Unsupported) => return Ok(Response::Unsupported),
            Err(Refused::Error(message)) => return Err(message),
        }
        self.script.set_global_declarations(self.options.global_declarations);
        self.script.set_keep_assertions(self.options.produce_assertions);
        Ok(Response::Success)
    }

    fn get_info(&mut self, keyword: &str) -> Executed {
        let value = match keyword {
            ":name" => string_literal("Fathom"),
            ":version" => string_literal(env!("CARGO_PKG_VERSION")),
            ":authors" => string_literal("the Fathom authors"),
            ":error-behavior" => "continued-execution".into(),
            ":assertion-stack-levels" => self.script.levels().to_string(),
            ":reason-unknown" => match (&self.mode, &self.reason_unknown) {
                (Mode::Unknown, Some(reason)) => reason.clone(),
                _ => return Err("there is a reason only after unknown".into()),
            },
            ":all-statistics" => {
                let all: Vec<String> =
                    self.statistics().iter().map(|(name, number)| format!(":{name} {number}")).collect();
                return Ok(Response::Text(format!("({})", all.join(" "))));
            }
            _ => return Ok(Response::Unsupported),
        };
        Ok(Response::Text(format!("({keyword} {value})")))
    }

    fn statistics(&mut self) -> [(&'static str, u64); 12] {
        let stats = self.engine.stats();
        [
            ("terms", self.terms.len() as u64),
            ("checks", stats.checks),
            ("definitions", stats.definitions),
            ("gates", stats.gates),
            ("lemmas", stats.lemmas),
            ("sat-calls", stats.sat_calls),
            ("variables", stats.variables),
            ("clauses", stats.clauses),
            ("conflicts", stats.conflicts),
            ("decisions", stats.decisions),
            ("propagations", stats.propagations),
            ("certified", stats.certified),
        ]
    }

    fn assert(&mut self, formula: Term, name: Option<String>, text: Option<String>) {
        let level = self.script.levels();
        let tracked = name.filter(|_| self.options.produce_unsat_cores).map(|name| (name, formula));
        if tracked.is_none() {
            self.engine.solver_mut().assert(&mut self.terms, formula);
        }
        if tracked.is_some() || text.is_some() {
            self.assertions.push(Assertion { level, text, tracked });
        }
        self.mode = Mode::Assert;
    }
}

/// Checks and what can be asked after them.
impl Session {
    fn check(&mut self, assumptions: &[Assumption]) -> Executed {
        let tracked: Vec<(String, Term)> = self.assertions.iter().filter_map(|a| a.tracked.clone()).collect();
        let assumed: Vec<Term> = (assumptions.iter().map(|assumption| assumption.formula))
            .chain(tracked.iter().map(|&(_, formula)| formula))
            .collect();
        let conflicts = match (self.limits.conflicts, self.options.resource_limit) {
            (limit, 0) => limit,
            (limit, more) => Some(limit.map_or(more, |limit| limit.min(more))),
        };
        let budget = Budget {
            conflicts,
            deadline: self.limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            interrupt: Some(self.signal.interrupt.clone()),
            ..Budget::default()
        };
        self.mode = Mode::Assert;
        self.signal.set_checking(true);
        let answer = self.engine.solver_mut().check(&mut self.terms, &assumed, &budget);
        self.signal.set_checking(false);
        let text = match answer {
            Ok(Answer::Sat) => {
                self.mode = Mode::Sat;
                "sat"
            }
            Ok(Answer::Unsat) if self.script.counts_elements() => {
                self.unknown("incomplete".into(), "the answer depends on how many elements a sort has")
            }
            Ok(Answer::Unsat) => {
                // Two assertions may be one formula: one of them is enough for a core.
                let mut failed = self.engine.solver().failed().to_vec();
                let mut take = |formula: Term| {
                    let at = failed.iter().position(|&other| other == formula);
                    at.map(|at| failed.swap_remove(at)).is_some()
                };
                let used: Vec<String> =
                    assumptions.iter().filter(|a| take(a.formula)).map(|a| a.text.clone()).collect();
                let core = tracked
                    .iter()
                    .filter(|(_, formula)| take(*formula))
                    .map(|(name, _)| symbol(name))
                    .collect();
                self.mode = Mode::Unsat { core, assumptions: used };
                self.certified();
                "unsat"
            }
            Ok(Answer::Unknown(reason)) => {
                let reason = reason.to_string();
                self.unknown(string_literal(&reason), &reason)
            }
            Err(error @ (SolveError::WrongModel | SolveError::WrongProof(_))) => {
                self.internal = true;
                return Err(error.to_string());
            }
            Err(error @ SolveError::External(_)) => return Err(error.to_string()),
            Err(error @ (SolveError::Unsupported(_) | SolveError::TooLarge | SolveError::Stopped(_))) => {
                self.unknown("incomplete".into(), &error.to_string())
            }
        };
        Ok(Response::Text(text.into()))
    }

    /// The answer is unknown, for this reason in the standard's words and in ours.
    fn unknown(&mut self, reason: String, why: &str) -> &'static str {
        self.mode = Mode::Unknown;
        self.reason_unknown = Some(reason);
        self.options.diagnostic.line(&format!("unknown: {why}"));
        "unknown"
    }

    /// Says that the last answer was checked, and keeps its proof if it should be kept.
    fn certified(&mut self) {
        if !self.limits.certify {
            return;
        }
        let Some(certificate) = self.engine.certificate() else {
            self.options.diagnostic.line("certified: it follows without a proof of clauses");
            return;
        };
        let steps = certificate.proof.additions();
        let mut text = format!("certified: the proof of unsat has {steps} steps, all checked");
        if let Some(directory) = &self.limits.proof_dir {
            self.proofs += 1;
            let (formula, proof) = (
                directory.join(format!("{}.cnf", self.proofs)),
                directory.join(format!("{}.lrat", self.proofs)),
            );
            let written = write_file(&formula, |file| certificate.write_dimacs(file))
                .and_then(|()| write_file(&proof, |file| certificate.write_lrat(file)));
            text += &match written {
                Ok(()) => format!("; see {} and {}", formula.display(), proof.display()),
                Err(error) => format!("; cannot write to {}: {error}", directory.display()),
            };
        }
        self.options.diagnostic.line(&text);
    }

    fn model(&self) -> Result<&fathom_logic::Model, String> {
        match &self.mode {
            Mode::Sat => self.engine.solver().model().ok_or_else(|| "there is no model".to_string()),
            _ => Err("there is a model only after sat".into()),
        }
    }

    fn get_value(&self, queries: &[Query]) -> Executed {
        self.need(self.options.produce_models, ":produce-models")?;
        let mut evaluator = Evaluator::new(&self.terms, self.model()?);
        let mut pairs = Vec::new();
        for query in queries {
            let value = evaluator.value(query.term);
            let text = self.script.value_text(value, query.sort).map_err(|error| error.to_string())?;
            pairs.push(format!("({} {text})", query.text));
        }
        Ok(Response::Text(format!("({})", pairs.join("\n "))))
    }

    fn get_assignment(&self) -> Executed {
        self.need(self.options.produce_assignments, ":produce-assignments")?;
        let mut evaluator = Evaluator::new(&self.terms, self.model()?);
        let pairs: Vec<String> = (self.script.named_formulas())
            .map(|(name, formula)| format!("({} {})", symbol(name), evaluator.holds(formula)))
            .collect();
        Ok(Response::Text(format!("({})", pairs.join(" "))))
    }
}

fn write_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write(&mut file)?;
    file.flush()
}

/// A logic of bit-vectors, floats, arrays, functions and declared sorts, in any combination.
fn is_known_logic(logic: &str) -> bool {
    if matches!(logic, "ALL" | "QF_AX") {
        return true;
    }
    let rest = logic.strip_prefix("QF_").unwrap_or(logic);
    let rest = rest.strip_prefix('A').unwrap_or(rest);
    let rest = rest.strip_prefix("UF").unwrap_or(rest);
    let rest = rest.strip_prefix("BV").unwrap_or(rest);
    let rest = rest.strip_prefix("FP").unwrap_or(rest);
    rest.is_empty() && !logic.is_empty() && logic != "QF_"
}
