//! Waypoints everywhere: whatever a witness points at, the copy of the program has the same lines and is still
//! made of functions, statements and brackets that match.

use std::fs;
use std::path::{Path, PathBuf};

use fathom_witness::c::parse::Syntax;
use fathom_witness::c::place;
use fathom_witness::model::{
    Branch, Expression, Invariant, InvariantKind, Location, Segment, Waypoint, WaypointKind,
};
use fathom_witness::weave::{self, Aim, Step, Unwoven};
use fathom_witness::{Source, Sources};

fn programs() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let (mut found, mut folders) = (vec![], vec![tests]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "c" || end == "i") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() > 100, "{}", found.len());
    found
}

fn location(source: &Source, offset: usize) -> Location {
    let (line, column) = source.position(offset);
    Location { file_name: source.name.clone(), line, column: Some(column), function: None }
}

/// A segment for every place that something can point at, with waypoints that nobody passes.
fn segments(source: &Source) -> Vec<Segment> {
    let mut avoid = vec![];
    let mut add = |kind: WaypointKind, offset: usize| {
        avoid.push(Waypoint { kind, location: location(source, offset) });
    };
    for statement in &source.syntax.statements {
        add(WaypointKind::Assumption(Expression::c("0")), statement.range.start);
    }
    for token in &source.syntax.tokens {
        let (line, column) = source.position(token.start);
        if let Ok(found) = place::branching(source, line, Some(column)) {
            let switch = matches!(
                found,
                place::Branching::Statement(at)
                    if matches!(source.syntax.statements[at].kind, fathom_witness::c::StatementKind::Switch { .. })
            );
            let branch = if switch { Branch::Default } else { Branch::Bool(true) };
            add(WaypointKind::Branching(branch), token.start);
        }
        if place::call(source, line, Some(column)).is_ok() {
            add(WaypointKind::FunctionReturn(None), token.start);
            add(WaypointKind::FunctionEnter, token.start);
        }
    }
    let targets = source.syntax.statements.iter().map(|statement| statement.range.start);
    let follow = |offset| Waypoint { kind: WaypointKind::Target, location: location(source, offset) };
    let is_target = |offset: &usize| {
        let (line, column) = source.position(*offset);
        place::target(source, line, Some(column)).is_ok()
    };
    targets.filter(is_target).map(|offset| Segment { avoid: avoid.clone(), follow: follow(offset) }).collect()
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn programs_keep_their_lines_and_their_form() {
    let (mut woven_programs, mut refused) = (0, vec![]);
    for path in programs() {
        let sources = Sources(vec![Source::new(path.display().to_string(), fs::read(&path).unwrap())]);
        let source = &sources.0[0];
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for segment in segments(source).iter().take(8) {
            for leaks in [false, true] {
                let aim = Aim { error_functions: vec!["reach_error"], leaks };
                let woven = match weave::violation(&sources, &[Step::from(segment)], &aim) {
                    Ok(woven) => woven,
                    Err(unwoven) => {
                        refused.push(format!("{name}: {unwoven}"));
                        continue;
                    }
                };
                let text = &woven.texts[0];
                let added = if leaks { 5 } else { 2 };
                assert_eq!(lines(text), lines(&source.bytes) + added, "{name}");
                let syntax = Syntax::new(text);
                assert_eq!(syntax.problem, None, "{name}");
                assert_eq!(
                    syntax.functions.len(),
                    source.syntax.functions.len() + usize::from(leaks),
                    "{name}: {}",
                    String::from_utf8_lossy(text)
                );
                for (before, after) in source.syntax.functions.iter().zip(&syntax.functions) {
                    assert_eq!(before.problem.is_some(), after.problem.is_some(), "{name}: {}", before.name);
                }
                woven_programs += 1;
            }
        }
    }
    assert!(woven_programs > 1000, "{woven_programs}");
    refused.dedup();
    assert!(refused.len() * 20 < woven_programs, "{refused:#?}");
}

#[test]
fn invariants_at_every_loop_and_statement() {
    let (mut count, mut programs_woven, mut refused) = (0, 0, vec![]);
    for path in programs() {
        let sources = Sources(vec![Source::new(path.display().to_string(), fs::read(&path).unwrap())]);
        let source = &sources.0[0];
        let of = |statement: &fathom_witness::c::Statement| {
            let kind = if statement.kind.loop_condition().is_some() {
                InvariantKind::Loop
            } else {
                InvariantKind::Location
            };
            Invariant { kind, location: location(source, statement.range.start), value: Expression::c("1") }
        };
        let invariants: Vec<Invariant> = source.syntax.statements.iter().map(of).collect();
        let woven = match weave::correctness(&sources, &invariants) {
            Ok(woven) => woven,
            // What a block around it would end is refused.
            Err(Unwoven::Unsupported { what, .. }) => {
                refused.push(what);
                continue;
            }
            Err(error) => panic!("{}: {error}", path.display()),
        };
        programs_woven += 1;
        assert_eq!(lines(&woven.texts[0]), lines(&source.bytes), "{}", path.display());
        assert_eq!(woven.invariants.len(), invariants.len());
        assert_eq!(Syntax::new(&woven.texts[0]).problem, None, "{}", path.display());
        count += invariants.len();
    }
    assert!(count > 1000, "{count}");
    assert!(refused.len() * 20 < programs_woven, "{refused:#?}");
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

#[test]
fn ruins_of_programs_are_no_trouble() {
    let programs = programs();
    let mut dice = Dice(7);
    for _ in 0..600 {
        let mut bytes = fs::read(&programs[dice.roll(programs.len())]).unwrap();
        for _ in 0..1 + dice.roll(8) {
            let at = dice.roll(bytes.len());
            match dice.roll(4) {
                0 => drop(bytes.drain(at..(at + dice.roll(20)).min(bytes.len()))),
                1 => bytes.insert(at, b"(){}[];:?\"'\\#\n/*\xff"[dice.roll(17)]),
                2 => bytes.truncate(at),
                _ => {
                    let piece = bytes[at..(at + dice.roll(30)).min(bytes.len())].to_vec();
                    let to = dice.roll(bytes.len() + 1);
                    bytes.splice(to..to, piece);
                }
            }
        }
        let sources = Sources(vec![Source::new("a.c", bytes)]);
        let aim = Aim { error_functions: vec!["reach_error"], leaks: dice.roll(2) == 0 };
        for segment in segments(&sources.0[0]).iter().take(3) {
            // Whatever comes of it.
            let _ = weave::violation(&sources, &[Step::from(segment)], &aim);
        }
    }
}
