//! Properties as results.

use std::collections::BTreeMap;

use super::fingerprint::{Counter, GITHUB, OWN};
use super::log::{Finding, Kind, Level};
use super::places::Places;
use super::rules::Rules;
use super::{Include, flow, message};
use crate::model::{Property, Report, Verdict};

/// A result for each property that is wanted: first what fails, then what is not known, then the others, each
/// in the order of the source.
pub(super) fn results(report: &Report, include: Include, rules: &Rules, places: &mut Places) -> Vec<Finding> {
    let mut counter = Counter::default();
    let mut results = vec![];
    for property in &report.properties {
        // Numbered also if it is left out: fingerprints do not depend on what is wanted or known.
        let (own, github) = places.fingerprints(property);
        let own = counter.numbered(own);
        let github = github.unwrap_or_else(|| own.clone());
        let rank = rank(&property.verdict);
        let wanted = match include {
            Include::Failures => rank == 0,
            Include::Undecided => rank <= 1,
            Include::All => true,
        };
        if wanted {
            let fingerprints = BTreeMap::from([(OWN, own), (GITHUB, github)]);
            results.push((rank, result(report, property, fingerprints, rules, places)));
        }
    }
    results.sort_by_key(|(rank, _)| *rank);
    results.into_iter().map(|(_, result)| result).collect()
}

fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Failed { .. } => 0,
        Verdict::Unknown { .. } => 1,
        Verdict::SafeUpTo { .. } => 2,
        Verdict::Proved | Verdict::Unreachable => 3,
    }
}

fn result(
    report: &Report,
    property: &Property,
    partial_fingerprints: BTreeMap<&'static str, String>,
    rules: &Rules,
    places: &mut Places,
) -> Finding {
    // The standard allows a level other than `none` only for failures (section 3.27.10).
    let (kind, level) = match &property.verdict {
        Verdict::Failed { .. } => (Kind::Fail, Level::Error),
        Verdict::Unknown { .. } => (Kind::Open, Level::None),
        Verdict::SafeUpTo { .. } if !report.bound_as_asked => (Kind::Open, Level::None),
        Verdict::SafeUpTo { .. } | Verdict::Proved | Verdict::Unreachable => (Kind::Pass, Level::None),
    };
    let mut finding = Finding {
        rule_id: property.kind.clone(),
        rule_index: rules.index(&property.kind),
        kind,
        level,
        message: message::of(property, &[]),
        locations: vec![places.of_result(&property.place)],
        partial_fingerprints,
        code_flows: vec![],
        related_locations: vec![],
        stacks: vec![],
        taxa: rules.taxa(&property.kind),
    };
    if let Verdict::Failed { evidence } = &property.verdict {
        let (locations, memories) = flow::memory(evidence, places);
        finding.message = message::of(property, &memories);
        finding.related_locations = locations;
        finding.code_flows = flow::flow(evidence, places);
        finding.stacks = flow::stacks(evidence, places);
    }
    finding
}
