//! Checking a directory of certificates that anybody may have made.

use std::path::Path;

use fathom_solve::external;
use fathom_solve::refutation::Refused;
use fathom_solve::{Answer, Budget, Reason};
use serde::Deserialize;

use crate::model::{self, Claim, DecidedBy, Files, Manifest, Outcome, Property, Query, Verdict};
use crate::query::{self, Problem, Proof, Texts};
use crate::store::{self, StoreError};

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Of it, the clock and the interrupt count.
    pub budget: Budget,
    /// A solver that is to confirm each formula: a name or a command line, see [`external`].
    pub solver: Option<String>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The manifest. What it says holds together, and its certificates are right.
    pub manifest: Manifest,
    /// The number of certificates.
    pub certificates: usize,
    /// What was checked of all of them together.
    pub proof: Proof,
    /// How many properties hold, as the manifest says.
    pub holding: usize,
    /// Those of them that rest on queries without a certificate: their places, and why.
    pub uncertified: Vec<(usize, String)>,
    /// Queries that the other solver did not confirm, and why.
    pub unconfirmed: Vec<(u32, String)>,
}

impl Checked {
    /// How many properties that hold were decided in this way.
    pub fn decided_by(&self, way: DecidedBy) -> usize {
        self.manifest.properties.iter().filter(|property| property.decided_by == Some(way)).count()
    }
}

/// Why a directory is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A file cannot be had, or is not what the manifest says.
    #[error(transparent)]
    File(#[from] StoreError),
    /// The manifest is not JSON, or not one of ours.
    #[error("{file} is not a manifest: {0}", file = model::FILE)]
    Manifest(String),
    /// The manifest is newer than this program.
    #[error(
        "{file} is of version {0} of the format, and only version {known} is known here; use the Fathom that wrote it",
        file = model::FILE,
        known = model::VERSION
    )]
    Version(u64),
    /// The manifest contradicts itself.
    #[error("{file} contradicts itself: {0}", file = model::FILE)]
    Inconsistent(String),
    /// The certificate of a query is wrong.
    #[error("query {id}: {problem}")]
    Query {
        /// Its number.
        id: u32,
        /// What is wrong.
        problem: Problem,
    },
    /// Another solver says that the formula has a model.
    #[error("query {id}: {solver} says that the formula has a model")]
    Contradicted {
        /// Its number.
        id: u32,
        /// The solver.
        solver: String,
    },
    /// The budget ended first.
    #[error("not checked to the end: {0}")]
    Stopped(Reason),
}

impl Refusal {
    /// Whether there is no certificate that could be looked at, rather than a wrong one.
    pub fn is_unreadable(&self) -> bool {
        match self {
            Self::File(StoreError::Changed { .. }) => false,
            Self::File(_) | Self::Manifest(_) | Self::Version(_) => true,
            Self::Inconsistent(_) | Self::Query { .. } | Self::Contradicted { .. } | Self::Stopped(_) => {
                false
            }
        }
    }
}

/// Checks a directory. `progress` is told how many certificates of how many have been checked.
pub fn check(
    directory: &Path,
    options: &CheckOptions,
    mut progress: impl FnMut(usize, usize),
) -> Result<Checked, Refusal> {
    let manifest = read_manifest(directory)?;
    consistent(&manifest).map_err(Refusal::Inconsistent)?;
    let certified: Vec<(u32, &Files)> =
        manifest.queries.iter().filter_map(|query| Some((query.id, query.certificate.as_ref()?))).collect();
    let mut proof = Proof::default();
    let mut unconfirmed = Vec::new();
    for (at, &(id, files)) in certified.iter().enumerate() {
        progress(at, certified.len());
        let texts = read_texts(directory, files)?;
        let checked = query::verify(&texts, &options.budget).map_err(|problem| match problem {
            Problem::Refused(Refused::Stopped(reason)) => Refusal::Stopped(reason),
            problem => Refusal::Query { id, problem },
        })?;
        proof.clauses += checked.clauses;
        proof.steps += checked.steps;
        if let Some(solver) = &options.solver {
            match external::answer(solver, &texts.formula, &options.budget) {
                Ok(Answer::Unsat) => {}
                Ok(Answer::Sat) => return Err(Refusal::Contradicted { id, solver: solver.clone() }),
                Ok(Answer::Unknown(reason)) => unconfirmed.push((id, reason.to_string())),
                Err(error) => unconfirmed.push((id, error.to_string())),
            }
        }
    }
    let certificates = certified.len();
    let uncertified = uncertified(&manifest);
    let holding = manifest.properties.iter().filter(|property| property.verdict.holds()).count();
    Ok(Checked { manifest, certificates, proof, holding, uncertified, unconfirmed })
}

/// What tells manifests of all versions from other files.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

fn read_manifest(directory: &Path) -> Result<Manifest, Refusal> {
    let bytes = store::read(directory, model::FILE)?;
    let malformed = |error: serde_json::Error| Refusal::Manifest(error.to_string());
    let header: Header = serde_json::from_slice(&bytes).map_err(malformed)?;
    if header.format != model::FORMAT {
        return Err(Refusal::Manifest(format!("its format is not {}", model::FORMAT)));
    }
    if header.version != u64::from(model::VERSION) {
        return Err(Refusal::Version(header.version));
    }
    serde_json::from_slice(&bytes).map_err(malformed)
}

fn read_texts(directory: &Path, files: &Files) -> Result<Texts, StoreError> {
    let [formula, clauses, proof, models] = files.all().map(|file| store::read_described(directory, file));
    Ok(Texts { formula: formula?, clauses: clauses?, proof: proof?, models: models? })
}

/// Properties that hold, but rest on queries without certificates.
fn uncertified(manifest: &Manifest) -> Vec<(usize, String)> {
    let missing = |id: u32| manifest.queries[id as usize - 1].uncertified.as_ref().map(|why| (id, why));
    let common = manifest.exploration.queries.iter().find_map(|&id| missing(id));
    let mut found = Vec::new();
    for (at, property) in manifest.properties.iter().enumerate() {
        let why = common.or_else(|| property.queries.iter().find_map(|&id| missing(id)));
        if let Some((id, why)) = why.filter(|_| property.verdict.holds()) {
            found.push((at, format!("query {id}: {why}")));
        }
    }
    found
}

/// Whether every verdict rests on what it has to rest on.
fn consistent(manifest: &Manifest) -> Result<(), String> {
    for (at, query) in manifest.queries.iter().enumerate() {
        query_is_consistent(manifest, at, query).map_err(|what| format!("query {}: {what}", at + 1))?;
    }
    for &id in &manifest.exploration.queries {
        find(manifest, id).map_err(|what| format!("exploration: {what}"))?;
    }
    for (at, property) in manifest.properties.iter().enumerate() {
        property_is_consistent(manifest, at, property).map_err(|what| format!("property {at}: {what}"))?;
    }
    outcome_is_consistent(manifest)
}

fn find(manifest: &Manifest, id: u32) -> Result<&Query, String> {
    let query = (id as usize).checked_sub(1).and_then(|at| manifest.queries.get(at));
    query.ok_or_else(|| format!("there is no query {id}"))
}

fn query_is_consistent(manifest: &Manifest, at: usize, query: &Query) -> Result<(), &'static str> {
    if query.id as usize != at + 1 {
        return Err("its number is not that of its place");
    }
    match (&query.certificate, &query.uncertified) {
        (Some(_), None) | (None, Some(_)) => {}
        _ => return Err("it has either a certificate or a reason why there is none"),
    }
    // These are about what nobody looked at, so that every verdict depends on them.
    let common = matches!(query.claim, Claim::NotBeyond | Claim::NotCut | Claim::AnyLayout);
    if common && !manifest.exploration.queries.contains(&query.id) {
        return Err("the exploration does not rest on it");
    }
    let rests = |&property: &usize| {
        manifest.properties.get(property).is_some_and(|property| property.queries.contains(&query.id))
    };
    if !query.properties.iter().all(rests) {
        return Err("a property in its list is not there, or does not rest on it");
    }
    Ok(())
}

fn property_is_consistent(manifest: &Manifest, at: usize, property: &Property) -> Result<(), String> {
    match property.verdict {
        Verdict::Proved | Verdict::Unreachable if !manifest.exploration.complete => {
            return Err("it holds in every execution, but not every execution was looked at".into());
        }
        Verdict::SafeUpTo => {
            let bound = property.bound.ok_or("it is safe up to a bound, but which?")?;
            if manifest.exploration.bound.is_none_or(|explored| explored < bound) {
                return Err("executions up to its bound were not all looked at".into());
            }
        }
        Verdict::Proved | Verdict::Unreachable | Verdict::Failed | Verdict::Unknown => {}
    }
    match (property.verdict.holds(), property.decided_by) {
        (true, Some(DecidedBy::Queries)) if property.queries.is_empty() => {
            return Err("it was decided by queries, but there are none".into());
        }
        (true, Some(DecidedBy::Queries)) => {}
        (true, Some(DecidedBy::Folded | DecidedBy::NeverMet)) | (false, None)
            if property.queries.is_empty() => {}
        (true, Some(DecidedBy::Folded | DecidedBy::NeverMet)) => {
            return Err("there was nothing to ask, but it has queries".into());
        }
        (true, None) => return Err("it holds, and nothing says what decided that".into()),
        (false, _) => return Err("it does not hold, but something decided that it does".into()),
    }
    for &id in &property.queries {
        let query = find(manifest, id)?;
        let fits = match query.claim {
            Claim::Holds => matches!(property.verdict, Verdict::Proved | Verdict::SafeUpTo),
            // One place can be there several times, and only some of them be unreachable.
            Claim::Unreachable => matches!(property.verdict, Verdict::Proved | Verdict::Unreachable),
            Claim::NotBeyond | Claim::NotCut | Claim::AnyLayout => false,
        };
        if !fits || !query.properties.contains(&at) {
            return Err(format!("query {id} is not about it"));
        }
    }
    Ok(())
}

fn outcome_is_consistent(manifest: &Manifest) -> Result<(), String> {
    let any = |verdict: Verdict| manifest.properties.iter().any(|property| property.verdict == verdict);
    let right = match manifest.outcome {
        Outcome::Failed => any(Verdict::Failed),
        Outcome::Unknown => !any(Verdict::Failed),
        Outcome::Proved => {
            let others = [Verdict::Failed, Verdict::Unknown, Verdict::SafeUpTo];
            manifest.exploration.complete && !others.into_iter().any(any)
        }
        Outcome::Bounded => {
            let explored = manifest.exploration.complete || manifest.exploration.bound.is_some();
            explored && ![Verdict::Failed, Verdict::Unknown].into_iter().any(any)
        }
    };
    if right { Ok(()) } else { Err("the outcome is not that of the properties".into()) }
}
