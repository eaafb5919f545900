//! What verdicts rest on: formulas that were found to have no model.
//!
//! That a property holds is seldom shown by one formula. Each round of deepening asks whether one of its obligations
//! can fail; states beyond the bound are given up only if they cannot be reached; what is not checked or not modelled
//! must not be reached either, since nothing is known of what comes after it. A verdict that is to be checked again
//! needs all of these. What folded while terms were built was decided by simplification, and has no formula.

use fathom_logic::{Term, Terms};

use crate::bmc::script;

/// Everything that the verdicts of an answer rest on.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The terms that the formulas are made of.
    terms: Terms,
    /// Formulas that have no model, in the order in which they were asked for.
    pub claims: Vec<Claim>,
    /// Those that every verdict rests on, by their places in `claims`: what was not looked at cannot be reached.
    pub common: Vec<usize>,
    /// For each property of the answer, in the same order, what its verdict rests on beside these.
    pub grounds: Vec<Grounds>,
}

/// A formula that has no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What it means that it has none.
    pub kind: ClaimKind,
    /// The bound of the round that asked.
    pub bound: u32,
    /// How many cases it has: none of them can be.
    pub cases: usize,
    question: Term,
}

/// What a formula without a model means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimKind {
    /// None of these obligations fails in any execution.
    Holds,
    /// No execution reaches these states beyond the bound.
    NotBeyond,
    /// No execution ends in undefined behaviour of a kind that is not checked.
    NotCut,
    /// No execution depends on where objects lie for which one address was chosen.
    AnyLayout,
    /// No execution looks at these properties.
    Unreachable,
}

/// What the verdict of a property rests on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Grounds {
    /// Claims about it, by their places in [`Claims::claims`].
    pub claims: Vec<usize>,
    /// Evaluation came to it.
    pub met: bool,
}

/// A formula has something in it that SMT-LIB does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoScript;

impl std::fmt::Display for NoScript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the formula has operations that SMT-LIB does not have")
    }
}

impl Claims {
    /// The formula of a claim as a script in SMT-LIB.
    pub fn script(&mut self, claim: usize) -> Result<String, NoScript> {
        let question = self.claims.get(claim).map(|claim| claim.question).ok_or(NoScript)?;
        script(&mut self.terms, question).ok_or(NoScript)
    }
}

/// What a claim is about: places in the lists of the evidence.
#[derive(Debug)]
enum About {
    Obligations(Vec<usize>),
    Sites(Vec<usize>),
    Nothing,
}

/// Claims as they are found.
#[derive(Default, Debug)]
pub(crate) struct Log {
    claims: Vec<(Claim, About)>,
    /// How many there were when the last bound was settled.
    settled: usize,
}

impl Log {
    /// Notes that none of these terms can hold. Those that folded need no claim.
    pub fn note(&mut self, terms: &mut Terms, kind: ClaimKind, bound: u32, cases: &[(Term, usize)]) {
        // As it was asked: no new terms, so that the search does not depend on whether claims are kept.
        let all: Vec<Term> = cases.iter().map(|&(term, _)| term).collect();
        let question = terms.or_all(&all);
        if terms.as_bool(question) == Some(false) {
            return;
        }
        let open = cases.iter().filter(|&&(term, _)| terms.as_bool(term) != Some(false));
        let subjects: Vec<usize> = open.map(|&(_, subject)| subject).collect();
        let cases = subjects.len();
        let about = match kind {
            ClaimKind::Holds => About::Obligations(subjects),
            ClaimKind::Unreachable => About::Sites(subjects),
            ClaimKind::NotBeyond | ClaimKind::NotCut | ClaimKind::AnyLayout => About::Nothing,
        };
        self.claims.push((Claim { kind, bound, cases, question }, about));
    }

    /// Everything up to a bound is decided, by what is noted so far.
    pub fn settle(&mut self) {
        self.settled = self.claims.len();
    }

    /// What verdicts rest on, given the site of each obligation, and which sites are of what is not modelled.
    pub fn finish(
        self,
        complete: bool,
        site_of: impl Fn(usize) -> usize,
        is_limit: impl Fn(usize) -> bool,
    ) -> Ledger {
        let mut ledger = Ledger::default();
        // Beyond the last bound that was settled, nothing is claimed if the search was not complete.
        let last = if complete { self.claims.len() } else { self.settled };
        for (claim, about) in self.claims.into_iter().take(last) {
            let at = ledger.claims.len();
            match about {
                About::Nothing => ledger.common.push(at),
                About::Obligations(obligations) => {
                    let sites: Vec<usize> = obligations.into_iter().map(&site_of).collect();
                    if sites.iter().any(|&site| is_limit(site)) {
                        ledger.common.push(at);
                    }
                    ledger.holds.extend(sites.into_iter().map(|site| (site, at)));
                }
                About::Sites(sites) => {
                    ledger.unreachable.extend(sites.into_iter().map(|site| (site, at)));
                }
            }
            ledger.claims.push(claim);
        }
        for list in [&mut ledger.holds, &mut ledger.unreachable] {
            list.sort_unstable();
            list.dedup();
        }
        ledger
    }
}

/// Claims, and which sites they are about.
#[derive(Default, Debug)]
pub(crate) struct Ledger {
    claims: Vec<Claim>,
    common: Vec<usize>,
    /// Sites and claims that their obligations hold, sorted.
    holds: Vec<(usize, usize)>,
    /// Sites and claims that they cannot be reached, sorted.
    unreachable: Vec<(usize, usize)>,
}

impl Ledger {
    /// The claims that the obligations of a site hold.
    pub fn holds(&self, site: usize) -> Vec<usize> {
        of(&self.holds, site)
    }

    /// The claims that no execution looks at a site.
    pub fn unreachable(&self, site: usize) -> Vec<usize> {
        of(&self.unreachable, site)
    }

    /// The claims with the terms that they are made of.
    pub fn with(self, terms: Terms, grounds: Vec<Grounds>) -> Claims {
        Claims { terms, claims: self.claims, common: self.common, grounds }
    }
}

fn of(list: &[(usize, usize)], site: usize) -> Vec<usize> {
    let start = list.partition_point(|&(other, _)| other < site);
    list[start..].iter().take_while(|&&(other, _)| other == site).map(|&(_, claim)| claim).collect()
}
