//! All encodings of a program give the same answer.
//!
//! Each program of `tests/check` is checked with the default encoding and with others, in turn, and some of them
//! with another solver, if `FATHOM_TEST_Z3` names one; with `FATHOM_SAMPLE=N` every Nth program with all. Encodings
//! that are there for comparison may be slow: what is not decided in time is counted and compared with nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fathom_engines::{Answer, CheckOptions, Encoding, Stopped, bmc};
use fathom_ir::{Program, Property};
use fathom_sem::{MemoryForm, MergeForm};

use super::conclusion::Conclusion;
use super::rows::rows;
use super::{Task, options};
use crate::args::{CheckCmd, Command};
use crate::pipeline::{self, Missing, Reading, Timings};
use crate::suite;
use fathom_frontend::models::World;

/// Nobody looks.
struct Quiet;

impl fathom_engines::Progress for Quiet {
    fn evaluating(&mut self, _bound: u32, _steps: u64) {}

    fn solving(&mut self, _bound: u32, _left: usize) {}
}

/// How long one check may take, and if there are many.
const LIMITS: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(2)];

/// How many encodings each program is checked with, beside the default one.
const SAMPLE: usize = 1;

/// Of so many programs one is checked, unless `FATHOM_SAMPLE` says otherwise.
const PROGRAM_SAMPLE: usize = 3;

/// Every so many programs, one is checked with another solver too.
const SOLVER_SAMPLE: usize = 8;

/// A way to check a program: an encoding, and a solver if it is another one.
type Way = (Encoding, Option<String>);

/// All combinations of the options; the first is the default.
fn all() -> Vec<Encoding> {
    let pick = |number: u32, bit: u32| number >> bit & 1 == 1;
    (0..64)
        .map(|number| Encoding {
            memory: if pick(number, 0) { MemoryForm::Arrays } else { MemoryForm::Lambdas },
            merge: if pick(number, 1) { MergeForm::Paths } else { MergeForm::Gates },
            flat: pick(number, 2),
            symbolic_addresses: pick(number, 3),
            simplify: !pick(number, 4),
            cone: !pick(number, 5),
        })
        .collect()
}

fn arguments(path: &Path) -> CheckCmd {
    match suite::command("check", path) {
        Command::Check(args) => *args,
        _ => panic!("not check"),
    }
}

/// What the user is told: of the program, and of each property. Bounds depend on the effort.
fn told(program: &Program, answer: &Answer) -> BTreeMap<String, String> {
    let without_bound = |word: String| if word.starts_with("safe") { "safe".to_string() } else { word };
    let rows = rows(program, answer);
    let mut told = BTreeMap::new();
    for row in &rows {
        let at = row.position.as_ref().map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
        let key = format!("{} at {} {}", row.property, at.unwrap_or_default(), row.note);
        told.insert(key, without_bound(row.state.word()));
    }
    told.insert("the program".into(), without_bound(Conclusion::new(&rows, answer).line().0));
    told
}

/// What is told in one answer and not in the other. A property may fold away before it is one: unless it
/// fails, it need not be told of. That a check which holds is never reached is not always found out.
fn difference(expected: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Option<String> {
    let alike = |a: &str, b: &str| {
        // How far a check gets, the first bound included, is a matter of effort.
        let either = [["proved", "unreachable"], ["safe", "unknown"]];
        a == b || either.iter().any(|words| words.contains(&a) && words.contains(&b))
    };
    let differ = |key: &&String| match (expected.get(*key), found.get(*key)) {
        (Some(a), Some(b)) => !alike(a, b),
        (a, b) => a.or(b).is_some_and(|word| word == "failed"),
    };
    let key = expected.keys().chain(found.keys()).find(differ)?;
    Some(format!("{key}: {:?}, not {:?}", found.get(key), expected.get(key)))
}

/// Where the answer for an encoding differs from the one for the default, and how many were too slow.
fn differences(path: &Path, ways: &[Way], limit: Duration) -> (Vec<String>, usize) {
    let args = arguments(path);
    let Ok(Task { entry, checks }) = Task::new(&args) else { panic!("{}: no task", path.display()) };
    let timings = &mut Timings::default();
    let Ok(pipeline::Prepared { program, entry, .. }) = pipeline::for_engines(
        &args.files,
        &args.compile,
        checks,
        &entry,
        &Reading {
            world: World { io_may_fail: args.io_may_fail },
            ..Reading::new(Missing::new(args.stub_missing))
        },
        timings,
    ) else {
        return (vec![format!("{}: does not compile", path.display())], 0);
    };
    let ask = |(encoding, solver): Way| {
        let start = Instant::now();
        let options =
            CheckOptions { encoding, solver, deadline: Some(start + limit), ..options(&args, checks) };
        bmc::check(&program, entry, &options, &mut Quiet)
    };
    let (mut wrong, mut slow) = (Vec::new(), 0);
    let expected = told(&program, &ask((Encoding::default(), None)));
    for way in ways {
        // Which objects a pointer in memory points to is read off terms that were simplified.
        if !way.0.simplify && checks.contains(Property::LostMemory) {
            continue;
        }
        let answer = ask(way.clone());
        if !answer.disagreements.is_empty() {
            wrong.push(format!("{}: {way:?}: {:?}", path.display(), answer.disagreements));
        } else if answer.stopped == Some(Stopped::Time) {
            slow += 1;
        } else if let Some(what) = difference(&expected, &told(&program, &answer)) {
            wrong.push(format!("{}: {way:?}: {what}", path.display()));
        }
    }
    (wrong, slow)
}

#[test]
fn encodings_agree() {
    let one_in: Option<usize> = std::env::var("FATHOM_SAMPLE").ok().and_then(|text| text.parse().ok());
    let everything = one_in.is_some();
    let solver = std::env::var("FATHOM_TEST_Z3").map(|path| format!("{path} -in"));
    let all = all();
    let programs: Vec<PathBuf> =
        suite::programs().into_iter().step_by(one_in.unwrap_or(PROGRAM_SAMPLE).max(1)).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new((Vec::new(), 0, 0));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(path) = programs.get(number)
                {
                    let others = &all[1..];
                    let some: Vec<Encoding> = match everything {
                        true => others.to_vec(),
                        false => (0..SAMPLE).map(|i| others[(SAMPLE * number + i) % others.len()]).collect(),
                    };
                    let mut some: Vec<Way> = some.into_iter().map(|encoding| (encoding, None)).collect();
                    if let Ok(solver) = &solver
                        && (everything || number.is_multiple_of(SOLVER_SAMPLE))
                    {
                        some.push((Encoding::default(), Some(solver.clone())));
                    }
                    let (wrong, slow) = differences(path, &some, LIMITS[usize::from(everything)]);
                    let mut found = found.lock().unwrap();
                    found.0.extend(wrong);
                    found.1 += slow;
                    found.2 += some.len();
                }
            });
        }
    });
    let (wrong, slow, checked) = found.into_inner().unwrap();
    println!("{} programs, {checked} checks, {slow} too slow, {} differ", programs.len(), wrong.len());
    // On a machine that does other things as well, more are.
    assert!(checked >= SAMPLE * programs.len() && slow * 3 < checked, "{slow} of {checked} were too slow");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
