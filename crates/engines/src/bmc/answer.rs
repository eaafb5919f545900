//! From what was found to an answer.

use fathom_ir::{LocId, Program, Property};
use fathom_passes::loops::{LoopId, Loops};
use fathom_sem::{Evaluator, Site};
use rustc_hash::FxHashSet;

use super::question::Found;
use super::replay::place;
use super::{Finding, LoopKey, Run};
use crate::claims::{ClaimKind, Grounds, Ledger};
use crate::{Answer, LoopResult, MissingFunction, PropertyResult, Stopped, Verdict};

/// Why nothing is said of memory that is left at the end.
const NOT_FOLLOWED: &str =
    "what points to memory at the end of the program is not followed in all executions";

/// How many questions are asked to find properties that no execution reaches.
const REACHING_QUESTIONS: usize = 40;

pub(super) fn assemble(mut run: Run<'_>, stopped: Option<Stopped>) -> Answer {
    let complete = stopped.is_none() && run.evaluator.is_complete();
    let time_left = !matches!(stopped, Some(Stopped::Time | Stopped::Memory | Stopped::Interrupted));
    let reached = if time_left && complete { reached_sites(&mut run) } else { None };
    let cut = if time_left { reachable_cut(&mut run) } else { run.cut };
    let vacuous = complete && time_left && run.findings.is_empty() && cut.is_none() && is_vacuous(&mut run);
    let safe = match run.settled {
        _ if complete => Verdict::Proved,
        Some(bound) => Verdict::SafeUpTo(bound),
        None => Verdict::Unknown("the search ended before it was decided".into()),
    };
    let limit = reached_limit(&run);
    let ledger = run.options.keep_claims.then(|| ledger(&mut run, complete));
    let mut properties = Vec::new();
    for (at, &site) in run.evaluator.evidence.sites.iter().enumerate() {
        let verdict = match run.findings.remove(&at) {
            Some(Finding::Failed(counterexample)) => Verdict::Failed(counterexample),
            Some(Finding::Unknown(why)) => Verdict::Unknown(why),
            None if cut.is_some() => Verdict::Unknown("executions end before in what is not checked".into()),
            None if limit.is_some() => Verdict::Unknown(limit.clone().unwrap_or_default()),
            None if site.property == Property::LostMemory && run.not_followed.is_some() => {
                Verdict::Unknown(NOT_FOLLOWED.into())
            }
            None if complete
                && !matches!(site.property, Property::ErrorReached)
                && !site.property.is_limit()
                && reached.as_ref().is_some_and(|reached| !reached.contains(&at)) =>
            {
                Verdict::Unreachable
            }
            None => safe.clone(),
        };
        // A limit that cannot be reached is nobody's concern.
        if site.property.is_limit() && !matches!(verdict, Verdict::Unknown(_)) {
            continue;
        }
        let grounds = ledger.as_ref().map(|ledger| grounds(&run, ledger, at, &verdict)).unwrap_or_default();
        properties.push((result(site, verdict), grounds));
    }
    if let Some(site) = cut {
        let what = "it is not checked, but executions have no meaning after it".to_string();
        properties.push((result(site, Verdict::Unknown(what)), Grounds::default()));
    } else if let Some(site) = run.not_followed
        && !properties.iter().any(|(result, _)| result.property == Property::LostMemory)
    {
        properties.push((result(site, Verdict::Unknown(NOT_FOLLOWED.into())), Grounds::default()));
    }
    if cut.is_none() && limit.is_none() {
        add_assertions_never_seen(&run, if complete { Verdict::Unreachable } else { safe }, &mut properties);
    }
    let program = run.program;
    properties.sort_by_key(|(result, _)| (position(program, result.loc), result.property));
    let (properties, grounds): (Vec<_>, Vec<_>) = properties.into_iter().unzip();
    let open: FxHashSet<LoopKey> = run.evaluator.frontier().into_iter().map(|(key, _)| key).collect();
    let loops = run
        .evaluator
        .loops
        .iter()
        .map(|(&key, &bound)| LoopResult {
            name: loop_name(program, key),
            loc: loop_loc(program, key),
            bound,
            complete: !open.contains(&key) && (complete || stopped == Some(Stopped::Unwind)),
        })
        .collect();
    let missing = run
        .evaluator
        .evidence
        .missing
        .iter()
        .map(|call| MissingFunction {
            name: program.functions[call.function.index()].name.clone(),
            assumed: "nothing: executions end where it is called".to_string(),
            loc: call.loc,
        })
        .collect();
    let mut stats = run.stats;
    stats.steps = run.evaluator.steps;
    stats.terms = run.evaluator.terms.len() as u64;
    stats.objects = run.evaluator.objects.len() as u64;
    stats.obligations = run.evaluator.evidence.obligations.len() as u64 + run.evaluator.evidence.folded;
    stats.folded = run.evaluator.evidence.folded;
    stats.queries = run.questions.asked;
    stats.replays = run.replays;
    stats.solver = run.questions.stats();
    let claims = ledger.map(|ledger| {
        let terms = std::mem::take(&mut run.evaluator.terms);
        Box::new(ledger.with(terms, grounds))
    });
    Answer {
        properties,
        loops,
        missing,
        assumptions: run.evaluator.assumptions.clone(),
        stopped,
        settled: run.settled,
        vacuous,
        disagreements: run.disagreements,
        notes: run.evaluator.extra_notes().to_vec(),
        stats,
        claims,
    }
}

/// What is known while the search goes on: what fails, and the bound up to which nothing else does.
pub(super) fn so_far(run: &Run<'_>) -> Answer {
    let mut failed: Vec<_> = run
        .findings
        .iter()
        .filter_map(|(&at, finding)| match finding {
            Finding::Failed(found) => {
                Some(result(run.evaluator.evidence.sites[at], Verdict::Failed(found.clone())))
            }
            Finding::Unknown(_) => None,
        })
        .collect();
    failed.sort_by_key(|result| (position(run.program, result.loc), result.property));
    Answer {
        properties: failed,
        loops: vec![],
        missing: vec![],
        assumptions: run.evaluator.assumptions.clone(),
        stopped: None,
        settled: run.settled,
        vacuous: false,
        disagreements: run.disagreements.clone(),
        notes: run.evaluator.extra_notes().to_vec(),
        stats: crate::Stats::default(),
        claims: None,
    }
}

/// A property with what is known of it.
fn result(site: Site, verdict: Verdict) -> PropertyResult {
    let Site { loc, function, property, note } = site;
    PropertyResult { property, loc, function, note, verdict }
}

/// The claims, and which sites they are about.
fn ledger(run: &mut Run<'_>, complete: bool) -> Ledger {
    let evidence = &run.evaluator.evidence;
    let site_of = |obligation: usize| evidence.obligations[obligation].site;
    std::mem::take(&mut run.log).finish(complete, site_of, |site| evidence.sites[site].property.is_limit())
}

/// What the verdict of a site rests on.
fn grounds(run: &Run<'_>, ledger: &Ledger, site: usize, verdict: &Verdict) -> Grounds {
    let claims = match verdict {
        Verdict::Proved | Verdict::SafeUpTo(_) => ledger.holds(site),
        Verdict::Unreachable => ledger.unreachable(site),
        Verdict::Failed(_) | Verdict::Unknown(_) => Vec::new(),
    };
    let met = !claims.is_empty() || !run.evaluator.evidence.reached[site].is_empty();
    Grounds { claims, met }
}

/// Sites that some execution looks at; `None` if that is not known.
fn reached_sites(run: &mut Run<'_>) -> Option<FxHashSet<usize>> {
    let mut reached: FxHashSet<usize> = run.findings.keys().copied().collect();
    let mut open = Vec::new();
    let mut terms = Vec::new();
    for site in 0..run.evaluator.evidence.sites.len() {
        if reached.contains(&site) {
            continue;
        }
        let ways = run.evaluator.evidence.reached[site].clone();
        let any: Vec<_> = ways
            .iter()
            .map(|&(guard, facts)| run.questions.reaching(&mut run.evaluator, guard, facts))
            .collect();
        open.push(site);
        terms.push(run.evaluator.terms.or_all(&any));
    }
    for _ in 0..REACHING_QUESTIONS {
        match run.questions.ask(&mut run.evaluator, &run.options, &terms) {
            Found::Nothing => {
                run.claim(ClaimKind::Unreachable, &terms, open.into_iter());
                return Some(reached);
            }
            Found::Model(model) => {
                let holding = run.questions.all_which(&run.evaluator, &model, &terms);
                if holding.is_empty() {
                    return None;
                }
                for &at in holding.iter().rev() {
                    reached.insert(open.swap_remove(at));
                    terms.swap_remove(at);
                }
            }
            Found::Unknown(_) => break,
        }
    }
    // What was not found yet may be reached.
    reached.extend(open);
    Some(reached)
}

/// A place where some execution ends in undefined behaviour of a kind that is not checked, or might: then
/// nothing is known of what comes after.
fn reachable_cut(run: &mut Run<'_>) -> Option<Site> {
    if run.look_at_cuts() {
        return run.cut;
    }
    run.evaluator.evidence.cuts.get(run.cuts_asked).map(|cut| cut.site)
}

/// Something reached that is not modelled, in words: what comes after it was not looked at.
fn reached_limit(run: &Run<'_>) -> Option<String> {
    let sites = &run.evaluator.evidence.sites;
    let ends = |property| run.options.throw_ends && property == Property::Exception;
    let is_limit = |property: Property| property.is_limit() && !ends(property);
    let limits = run.findings.iter().filter(|(at, _)| is_limit(sites[**at].property));
    let (_, first) = limits.min_by_key(|(at, _)| **at)?;
    match first {
        Finding::Unknown(what) => Some(what.clone()),
        Finding::Failed(_) => None,
    }
}

/// Whether no execution satisfies the program's assumptions to its end.
fn is_vacuous(run: &mut Run<'_>) -> bool {
    let ends = run.evaluator.evidence.ends.clone();
    let terms: Vec<_> =
        ends.iter().map(|&(end, facts)| run.questions.reaching(&mut run.evaluator, end, facts)).collect();
    matches!(run.questions.ask(&mut run.evaluator, &run.options, &terms), Found::Nothing)
}

/// The user's assertions that evaluation never came to.
fn add_assertions_never_seen(
    run: &Run<'_>,
    verdict: Verdict,
    properties: &mut Vec<(PropertyResult, Grounds)>,
) {
    let seen: FxHashSet<(Property, LocId)> =
        properties.iter().map(|(result, _)| (result.property, result.loc)).collect();
    if !run.options.checks.contains(Property::Assertion) {
        return;
    }
    for &site in run.options.assertions.iter().filter(|site| !seen.contains(&(site.property, site.loc))) {
        properties.push((result(site, verdict.clone()), Grounds::default()));
    }
}

fn position(program: &Program, loc: LocId) -> (u32, u32, u32) {
    program.loc(loc).map_or((u32::MAX, 0, 0), |at| (at.file.map_or(0, |file| file.0), at.line, at.column))
}

/// A site in words, for messages about Fathom itself.
pub(super) fn describe_site(program: &Program, evaluator: &Evaluator<'_>, site: Site) -> String {
    let note = evaluator.note(site.note);
    let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
    format!("{}{note} at {}", site.property, place(program, site.loc))
}

/// The name of a loop for `--unwindset`.
fn loop_name(program: &Program, (func, loop_id): LoopKey) -> String {
    let name = &program.functions[func.index()].name;
    match loop_id {
        Some(LoopId(number)) => format!("{name}.{number}"),
        None => name.clone(),
    }
}

/// The loop of a name.
pub(super) fn loop_by_name(program: &Program, name: &str) -> Option<LoopKey> {
    if let Some(func) = program.function_named(name) {
        return Some((func, None));
    }
    let (function, number) = name.rsplit_once('.')?;
    Some((program.function_named(function)?, Some(LoopId(number.parse().ok()?))))
}

fn loop_loc(program: &Program, (func, loop_id): LoopKey) -> LocId {
    let function = &program.functions[func.index()];
    let (Some(id), Some(body)) = (loop_id, &function.body) else { return function.loc };
    let loops = Loops::find(body);
    let Some(found) = loops.loops.get(id.index()) else { return function.loc };
    let block = &body.blocks[found.header.index()];
    let positions = block.insts.iter().map(|inst| inst.loc).chain([block.term_loc]);
    positions.into_iter().find(|&loc| program.loc(loc).is_some()).unwrap_or(function.loc)
}
