//! `--certify`: writes down what verdicts rest on, with proofs.
//!
//! The search is not touched. After it, every formula that a verdict rests on is refuted once more, by a solver of
//! its own that keeps its proof. This takes a second search, but the first one is incremental and remembers what
//! other questions taught it, and verdicts are the same with and without certificates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_certificate::model::{
    self, Claim, DecidedBy, Exploration, Manifest, Options, Outcome, Query, SourceFile, Tool, Verdict,
};
use fathom_certificate::{Writer, Written, sha256};
use fathom_engines::claims::{ClaimKind, Claims};
use fathom_engines::{Answer, CheckOptions, bmc};
use fathom_frontend::Unit;
use fathom_ir::{Program, Property};
use fathom_solve::{Budget, Reason};

use super::conclusion::Conclusion;
use super::rows::{Row, State, rows};
use crate::args::{CheckCmd, Cli};
use crate::pipeline::Timings;
use crate::{Failure, limits, smt};

/// Conflicts that the refutation of a formula may run into, if there is no limit of time. The search may have had
/// help from what other questions taught it.
const CONFLICTS: u64 = 2_000_000;

/// A directory for certificates.
pub struct Certification {
    writer: Writer,
    directory: PathBuf,
}

/// A directory for certificates about a program.
pub struct OfProgram {
    writer: Writer,
    directory: PathBuf,
    program: model::Program,
}

/// Refuses options that do not go with `--certify`.
pub fn can_be_certified(args: &CheckCmd) -> Result<(), Failure> {
    if args.certify.is_none() {
        return Ok(());
    }
    if args.solver != smt::EMBEDDED {
        let message = "--certify needs the solver inside: proofs of other solvers are not in LRAT, and cannot be \
                       checked; leave out --solver";
        return Err(Failure::Usage(Cli::command().error(ErrorKind::ArgumentConflict, message)));
    }
    if args.emit_smt2 == args.certify {
        return Err(Failure::usage("--certify and --emit-smt2 need a directory each"));
    }
    Ok(())
}

impl Certification {
    /// What the options ask for; refuses what cannot be, before anything else is done.
    pub fn prepare(args: &CheckCmd) -> Result<Option<Self>, Failure> {
        let Some(directory) = args.certify.clone() else { return Ok(None) };
        let writer = Writer::create(&directory).map_err(unwritable)?;
        Ok(Some(Self { writer, directory }))
    }

    /// Takes down which program it is about.
    pub fn of_program(self, files: &[PathBuf], units: &[Unit], entry: &str) -> Result<OfProgram, Failure> {
        let files = files.iter().map(|path| source_file(path)).collect::<Result<_, _>>()?;
        let llvm_ir = units.iter().map(|unit| sha256(unit.text.as_bytes())).collect();
        let program = model::Program { files, llvm_ir, entry: entry.to_string() };
        Ok(OfProgram { writer: self.writer, directory: self.directory, program })
    }
}

fn unwritable(error: fathom_certificate::WriteError) -> Failure {
    Failure::Input(format!("error: {error}\n"))
}

fn source_file(path: &Path) -> Result<SourceFile, Failure> {
    let name = path.display().to_string();
    if path == Path::new("-") {
        return Ok(SourceFile { path: name, sha256: None });
    }
    let bytes =
        fs::read(path).map_err(|error| Failure::Input(format!("error: cannot read {name}: {error}\n")))?;
    Ok(SourceFile { path: name, sha256: Some(sha256(&bytes)) })
}

impl OfProgram {
    /// Refutes what the verdicts rest on, and writes everything. What there is to tell about it.
    pub fn write(
        self,
        args: &CheckCmd,
        program: &Program,
        answer: &mut Answer,
        options: &CheckOptions,
        timings: &mut Timings,
    ) -> Result<String, Failure> {
        let Some(mut claims) = answer.claims.take() else {
            return Err(Failure::Internal("nothing is known of what the verdicts rest on".into()));
        };
        let rows = rows(program, answer);
        let mut numbered = Numbered::new(&claims, &rows);
        let certified = timings.step("certify", || {
            let result = numbered.certify(&mut claims, &self.writer, args, options);
            (result, format!("{} formulas", numbered.queries.len()))
        });
        certified?;
        let conclusion = Conclusion::new(&rows, answer);
        let complete = answer.stopped.is_none();
        let manifest = Manifest {
            format: model::FORMAT.to_string(),
            version: model::VERSION,
            tool: Tool { name: "Fathom".into(), version: env!("CARGO_PKG_VERSION").into() },
            program: self.program,
            options: asked(args, options),
            assumptions: answer.assumptions.clone(),
            outcome: outcome(&conclusion),
            summary: conclusion.line().1,
            exploration: Exploration {
                complete,
                bound: answer.settled.filter(|_| !complete),
                queries: numbered.ids(&claims.common),
            },
            properties: rows.iter().map(|row| numbered.property(&claims, row)).collect(),
            queries: numbered.queries,
        };
        self.writer.finish(&manifest).map_err(unwritable)?;
        Ok(summary(&manifest, &self.directory))
    }
}

fn outcome(conclusion: &Conclusion) -> Outcome {
    match conclusion {
        Conclusion::Failed(..) => Outcome::Failed,
        Conclusion::Proved(_) => Outcome::Proved,
        Conclusion::SafeUpTo(_) => Outcome::Bounded,
        Conclusion::Unknown(_) => Outcome::Unknown,
    }
}

/// The options that the verdicts depend on.
fn asked(args: &CheckCmd, options: &CheckOptions) -> Options {
    let kinds = Property::ALL.iter().filter(|&&kind| options.checks.contains(kind));
    Options {
        command: std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
        checks: kinds.map(|kind| kind.name().to_string()).collect(),
        unwind: options.unwind,
        unwindset: options.unwindset.iter().cloned().collect::<BTreeMap<_, _>>(),
        malloc_may_fail: options.malloc_may_fail,
        io_may_fail: args.io_may_fail,
        stub_missing: args.stub_missing,
    }
}

/// The claims that some verdict rests on, numbered as queries.
struct Numbered {
    queries: Vec<Query>,
    /// The claim of each query.
    claims: Vec<usize>,
}

impl Numbered {
    fn new(claims: &Claims, rows: &[Row]) -> Self {
        let mut used: BTreeMap<usize, Vec<usize>> =
            claims.common.iter().map(|&claim| (claim, vec![])).collect();
        for (number, row) in rows.iter().enumerate() {
            for claim in claims_of(claims, row) {
                used.entry(claim).or_default().push(number);
            }
        }
        let mut numbered = Self { queries: Vec::new(), claims: Vec::new() };
        for (at, mut properties) in used {
            properties.dedup();
            let claim = &claims.claims[at];
            numbered.claims.push(at);
            numbered.queries.push(Query {
                id: numbered.claims.len() as u32,
                claim: match claim.kind {
                    ClaimKind::Holds => Claim::Holds,
                    ClaimKind::NotBeyond => Claim::NotBeyond,
                    ClaimKind::NotCut => Claim::NotCut,
                    ClaimKind::AnyLayout => Claim::AnyLayout,
                    ClaimKind::Unreachable => Claim::Unreachable,
                },
                bound: claim.bound,
                cases: claim.cases as u64,
                properties,
                certificate: None,
                uncertified: None,
            });
        }
        numbered
    }

    /// The numbers of claims, sorted.
    fn ids(&self, claims: &[usize]) -> Vec<u32> {
        let mut ids: Vec<u32> = claims
            .iter()
            .filter_map(|claim| self.claims.binary_search(claim).ok())
            .map(|at| self.queries[at].id)
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Refutes each, as long as there is time.
    fn certify(
        &mut self,
        claims: &mut Claims,
        writer: &Writer,
        args: &CheckCmd,
        options: &CheckOptions,
    ) -> Result<(), Failure> {
        let rest = args.timeout.map(|timeout| timeout.saturating_sub(limits::reserve(timeout)));
        let deadline = rest.and_then(|rest| limits::started().checked_add(rest));
        let budget = Budget {
            conflicts: deadline.is_none().then_some(CONFLICTS),
            propagations: None,
            clauses: None,
            deadline,
            interrupt: Some(options.interrupt.clone().into()),
        };
        for (query, &claim) in self.queries.iter_mut().zip(&self.claims) {
            let written = match out_of(&budget, options)
                .map_or_else(|| claims.script(claim).map_err(|why| why.to_string()), Err)
            {
                Ok(script) => writer.query(query.id, script, &budget).map_err(unwritable)?,
                Err(why) => Written::Uncertified(why),
            };
            match written {
                Written::Certified(files) => query.certificate = Some(files),
                Written::Uncertified(why) => query.uncertified = Some(why),
                Written::Satisfiable => {
                    let message =
                        "a formula that a verdict rests on has a model after all; nothing is certified";
                    return Err(Failure::Internal(message.into()));
                }
            }
        }
        Ok(())
    }

    fn property(&self, claims: &Claims, row: &Row) -> model::Property {
        let (verdict, bound, reason) = match row.state {
            State::Failed(_) => (Verdict::Failed, None, None),
            State::Unknown(why) => (Verdict::Unknown, None, Some(why.to_string())),
            State::SafeUpTo(bound) => (Verdict::SafeUpTo, Some(bound), None),
            State::Proved => (Verdict::Proved, None, None),
            State::Unreachable => (Verdict::Unreachable, None, None),
        };
        let queries = self.ids(&claims_of(claims, row));
        let met = row.results.iter().any(|&result| claims.grounds.get(result).is_some_and(|one| one.met));
        let decided_by = match (queries.is_empty(), met) {
            (false, _) => DecidedBy::Queries,
            (true, true) => DecidedBy::Folded,
            (true, false) => DecidedBy::NeverMet,
        };
        let position = row.position.as_ref();
        model::Property {
            kind: row.property.name().to_string(),
            note: row.note.to_string(),
            function: row.function.clone(),
            file: position.map(|position| position.file.clone()),
            line: position.map(|position| position.line).filter(|&line| line != 0),
            column: position.map(|position| position.column).filter(|&column| column != 0),
            verdict,
            bound,
            reason,
            decided_by: verdict.holds().then_some(decided_by),
            queries,
        }
    }
}

/// What there is not enough of to begin with another formula, if anything.
fn out_of(budget: &Budget, options: &CheckOptions) -> Option<String> {
    if options.interrupt.load(Ordering::Relaxed) {
        return Some(Reason::Interrupted.to_string());
    }
    if budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Some(Reason::Time.to_string());
    }
    bmc::uses_too_much_memory(options).then(|| "the memory is used up (--memory-limit)".into())
}

/// The claims that the verdict of a row rests on.
fn claims_of(claims: &Claims, row: &Row) -> Vec<usize> {
    match row.state {
        State::Failed(_) | State::Unknown(_) => Vec::new(),
        State::SafeUpTo(_) | State::Proved | State::Unreachable => {
            let grounds = row.results.iter().filter_map(|&result| claims.grounds.get(result));
            grounds.flat_map(|grounds| grounds.claims.iter().copied()).collect()
        }
    }
}

/// What there is to tell about the certificates.
fn summary(manifest: &Manifest, directory: &Path) -> String {
    let missing: Vec<&Query> = manifest.queries.iter().filter(|query| query.certificate.is_none()).collect();
    let lacks = |id: &u32| missing.iter().any(|query| query.id == *id);
    let explored = !manifest.exploration.queries.iter().any(lacks);
    let (mut all, mut proved, mut folded) = (0, 0, 0);
    for property in manifest.properties.iter().filter(|property| property.verdict.holds()) {
        all += 1;
        match property.decided_by {
            Some(DecidedBy::Queries) => {
                proved += usize::from(explored && !property.queries.iter().any(lacks))
            }
            Some(DecidedBy::Folded | DecidedBy::NeverMet) | None => folded += usize::from(explored),
        }
    }
    let proofs = match manifest.queries.len() - missing.len() {
        1 => "1 proof".to_string(),
        number => format!("{number} proofs"),
    };
    if all == 0 {
        return "\ncertified: nothing, since no property is known to hold\n".into();
    }
    let mut text = format!("\ncertified: {proved} of {all} verdicts that a property holds, by {proofs}");
    if folded > 0 {
        text += &format!("; {folded} by simplification alone, which has no proof");
    }
    text += &format!("; see {}\n", directory.display());
    for query in missing {
        let why = query.uncertified.as_deref().unwrap_or_default();
        text += &format!("not certified: {} on query {}: {why}\n", rest(manifest, query), query.id);
    }
    text
}

/// Who rests on a query.
fn rest(manifest: &Manifest, query: &Query) -> String {
    if manifest.exploration.queries.contains(&query.id) {
        return "all verdicts rest".into();
    }
    match query.properties.len() {
        1 => "1 verdict rests".into(),
        number => format!("{number} verdicts rest"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(decided_by: DecidedBy, queries: &[u32]) -> model::Property {
        model::Property {
            kind: "assertion".into(),
            note: String::new(),
            function: "main".into(),
            file: None,
            line: None,
            column: None,
            verdict: Verdict::Proved,
            bound: None,
            reason: None,
            decided_by: Some(decided_by),
            queries: queries.to_vec(),
        }
    }

    fn query(id: u32, properties: &[usize], certified: bool) -> Query {
        let file = || model::File { file: String::new(), sha256: String::new() };
        let files = || model::Files { formula: file(), clauses: file(), proof: file(), models: file() };
        Query {
            id,
            claim: Claim::Holds,
            bound: 1,
            cases: 1,
            properties: properties.to_vec(),
            certificate: certified.then(files),
            uncertified: (!certified).then(|| "the time is up".into()),
        }
    }

    /// Two properties by a query each, one by simplification.
    fn manifest(certified: [bool; 2], common: &[u32]) -> Manifest {
        Manifest {
            format: model::FORMAT.into(),
            version: model::VERSION,
            tool: Tool { name: String::new(), version: String::new() },
            program: model::Program { files: vec![], llvm_ir: vec![], entry: "main".into() },
            options: Options {
                command: vec![],
                checks: vec![],
                unwind: None,
                unwindset: BTreeMap::new(),
                malloc_may_fail: false,
                io_may_fail: false,
                stub_missing: false,
            },
            assumptions: vec![],
            outcome: Outcome::Proved,
            summary: String::new(),
            exploration: Exploration { complete: true, bound: None, queries: common.to_vec() },
            properties: vec![
                property(DecidedBy::Queries, &[1]),
                property(DecidedBy::Folded, &[]),
                property(DecidedBy::Queries, &[2]),
            ],
            queries: vec![query(1, &[0], certified[0]), query(2, &[2], certified[1])],
        }
    }

    #[test]
    fn the_summary_claims_nothing_that_is_not_there() {
        let told = |certified, common: &[u32]| summary(&manifest(certified, common), Path::new("dir"));
        let folded = "1 by simplification alone, which has no proof";
        assert_eq!(
            told([true, true], &[]),
            format!("\ncertified: 2 of 3 verdicts that a property holds, by 2 proofs; {folded}; see dir\n")
        );
        assert_eq!(
            told([true, false], &[]),
            format!(
                "\ncertified: 1 of 3 verdicts that a property holds, by 1 proof; {folded}; see dir\n\
                 not certified: 1 verdict rests on query 2: the time is up\n"
            )
        );
        // Without what all rest on, there is nothing.
        assert_eq!(
            told([true, false], &[2]),
            "\ncertified: 0 of 3 verdicts that a property holds, by 1 proof; see dir\n\
             not certified: all verdicts rest on query 2: the time is up\n"
        );
        let nothing = Manifest { properties: vec![], queries: vec![], ..manifest([true; 2], &[]) };
        assert!(summary(&nothing, Path::new("dir")).contains("certified: nothing"));
    }
}
