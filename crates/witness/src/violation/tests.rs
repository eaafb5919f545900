use fathom_evidence::Where;
use fathom_evidence::model::{FORMAT, VERSION as EVIDENCE_VERSION};

use super::*;
use crate::weave::Step;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);\n\
void reach_error(void) {}\n\
int twice(int n) {\n  return n + n;\n}\n\
int main(void) {\n  int x = __VERIFIER_nondet_int(\n    ), y = __VERIFIER_nondet_int(/* ) */);\n  int u;\n  \
if (twice(x) == y && u == 3) {\n    reach_error();\n  }\n  while (x < y + 1) x++;\n  return 0;\n}\n";

fn position(file: &str, line: u32, column: u32) -> Option<Position> {
    Some(Position { file: file.into(), line, column })
}

fn input(name: &str, at: Option<Position>, value: i32) -> Input {
    Input {
        from: fathom_evidence::Source::Call,
        name: name.into(),
        position: at,
        ty: "int".into(),
        value: value.to_string(),
        bits: format!("{value:x}"),
        arbitrary: false,
        stdin: false,
    }
}

fn evidence(place: Option<Position>, inputs: Vec<Input>) -> Evidence {
    let place = Where { function: "main".into(), position: place };
    Evidence {
        format: FORMAT.into(),
        version: EVIDENCE_VERSION,
        property: "error-reached".into(),
        message: "the error function is called".into(),
        cwe: None,
        stack: vec![place.clone()],
        place,
        details: vec![],
        object: None,
        inputs,
        arguments: None,
        stdin: None,
        contents: vec![],
        objects: vec![],
        steps: vec![],
        left_out: 0,
        layout: false,
    }
}

fn sources(name: &str, text: &str) -> Sources {
    Sources(vec![Source::new(name, text.into())])
}

fn about(sources: &Sources) -> About<'_> {
    About {
        sources,
        specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
        data_model: DataModel::Lp64,
        producer: Producer { name: "Fathom".into(), version: "1".into(), ..Producer::default() },
        creation_time: "2026-11-15T19:02:30Z",
    }
}

/// Waypoints in short.
fn shown(evidence: &Evidence, sources: &Sources) -> Vec<String> {
    let segments = segments(evidence, sources, DataModel::Lp64).unwrap();
    let of = |segment: &Segment| {
        let waypoint = &segment.follow;
        let value = match &waypoint.kind {
            WaypointKind::Assumption(value) | WaypointKind::FunctionReturn(Some(value)) => {
                value.value.clone()
            }
            other => other.name().to_string(),
        };
        format!("{value} @ {} in {}", waypoint.location, waypoint.location.function.as_deref().unwrap_or("-"))
    };
    segments.iter().map(of).collect()
}

const NONDET: &str = "__VERIFIER_nondet_int";

#[test]
fn inputs_and_the_failure() {
    let sources = sources("a.c", PROGRAM);
    let found = evidence(
        position("a.c", 11, 5),
        vec![
            input(NONDET, position("a.c", 7, 11), 4),
            input("__VERIFIER_nondet_int()", position("dir/a.c", 8, 12), -8),
            input("u", position("a.c", 9, 7), 3),
        ],
    );
    assert_eq!(
        shown(&found, &sources),
        [
            "\\result == 4 @ a.c:8:5 in main",
            "\\result == -8 @ a.c:8:41 in main",
            "u == 3 @ a.c:10:3 in main",
            "target @ a.c:11:5 in main",
        ]
    );
}

#[test]
fn elements_of_variables_that_were_never_set_are_left_out() {
    let text = "struct s { int a; };\nint main(void) {\n  int list[2];\n  struct s pair;\n  struct s *next;\n  int one;\n  return one;\n}\n";
    let sources = sources("a.c", text);
    let unset = |name, line, column| input(name, position("a.c", line, column), 0);
    let found = evidence(
        position("a.c", 7, 3),
        vec![
            unset("list", 3, 7),
            unset("list", 3, 7),
            unset("pair", 4, 12),
            unset("next", 5, 13),
            unset("one", 6, 7),
        ],
    );
    assert_eq!(
        shown(&found, &sources),
        ["next == 0 @ a.c:6:3 in main", "one == 0 @ a.c:7:3 in main", "target @ a.c:7:3 in main"]
    );
}

#[test]
fn what_is_left_at_the_end_is_at_the_last_statement() {
    let sources = sources("a.c", PROGRAM);
    let step = |line, column, depth, inputs: &[usize]| fathom_evidence::Step {
        at: Where { function: "main".into(), position: position("a.c", line, column) },
        depth,
        events: inputs.iter().map(|&input| Event::Input { input }).collect(),
        changes: vec![],
        more: 0,
        matters: false,
    };
    let mut found = evidence(
        position("a.c", 7, 3),
        vec![input(NONDET, position("a.c", 7, 11), 4), input(NONDET, position("a.c", 8, 12), 8)],
    );
    found.property = "memory-leak".into();
    assert_eq!(shown(&found, &sources), ["target @ a.c:7:3 in main"], "nothing is known of the order");
    found.steps = vec![step(7, 11, 0, &[0, 1]), step(14, 3, 0, &[]), step(15, 1, 0, &[])];
    assert_eq!(
        shown(&found, &sources),
        ["\\result == 4 @ a.c:8:5 in main", "\\result == 8 @ a.c:8:41 in main", "target @ a.c:14:3 in main"]
    );
    found.steps = vec![step(7, 11, 0, &[0]), step(14, 10, 0, &[]), step(4, 3, 1, &[1]), step(14, 3, 0, &[])];
    assert_eq!(
        shown(&found, &sources),
        ["\\result == 4 @ a.c:8:5 in main", "target @ a.c:14:3 in main"],
        "the second came when the statement was under way"
    );
}

#[test]
fn what_cannot_be_pointed_at_is_left_out() {
    let sources = sources("a.c", PROGRAM);
    let found = evidence(
        position("a.c", 11, 0),
        vec![
            input(NONDET, None, 1),
            input(NONDET, position("b.h", 7, 11), 1),
            input(NONDET, position("a.c", 7, 3), 1),
            input(NONDET, position("a.c", 99, 1), 1),
            input("argc", position("a.c", 6, 5), 1),
            input("v", position("a.c", 9, 7), 1),
            input("u", position("a.c", 10, 7), 1),
        ],
    );
    assert_eq!(shown(&found, &sources), ["target @ a.c:11:5 in main"]);
}

#[test]
fn targets_are_statements_or_full_expressions() {
    let sources = sources("a.c", PROGRAM);
    let of = |line, column| shown(&evidence(position("a.c", line, column), vec![]), &sources).concat();
    assert_eq!(of(4, 12), "target @ a.c:4:3 in twice");
    assert_eq!(of(7, 11), "target @ a.c:7:3 in main");
    assert_eq!(of(10, 20), "target @ a.c:10:7 in main", "the condition of the if");
    assert_eq!(of(13, 16), "target @ a.c:13:10 in main", "the condition of the while");
    assert_eq!(of(13, 23), "target @ a.c:13:21 in main");
    assert_eq!(of(15, 1), "target @ a.c:14:3 in main", "the end of a function");
}

#[test]
fn a_failure_in_a_library_is_where_it_was_called() {
    let sources = sources("a.c", PROGRAM);
    let mut found = evidence(position("/usr/include/string.h", 3, 1), vec![]);
    assert_eq!(segments(&found, &sources, DataModel::Lp64), Err(NoWitness::NoTarget));
    found.stack.push(Where { function: "main".into(), position: position("a.c", 11, 5) });
    assert_eq!(shown(&found, &sources), ["target @ a.c:11:5 in main"]);
}

#[test]
fn positions_of_preprocessed_files() {
    let text = format!("# 1 \"/tmp/a.c\"\n# 1 \"<built-in>\"\n# 1 \"/tmp/a.c\"\n{PROGRAM}");
    let sources = sources("a.i", &text);
    let found = evidence(position("/tmp/a.c", 11, 5), vec![input(NONDET, position("/tmp/a.c", 8, 12), 4)]);
    assert_eq!(shown(&found, &sources), ["\\result == 4 @ a.i:11:41 in main", "target @ a.i:14:5 in main"]);
}

#[test]
fn characters_are_not_bytes() {
    let text = "int f(void);\nint main(void) {\n  /* äöü */ int x = f();\n  return x;\n}\n";
    let sources = sources("a.c", text);
    let bytes = text.lines().nth(2).unwrap().find("f()").unwrap() as u32 + 1;
    let found = evidence(position("a.c", 4, 3), vec![input("f", position("a.c", 3, bytes), 4)]);
    assert_eq!(shown(&found, &sources)[0], "\\result == 4 @ a.c:3:23 in main");
}

#[test]
fn both_formats_are_well_formed_and_mean_the_same() {
    let sources = sources("a.c", &PROGRAM.replace("(\n    ), y", "();\n  int y"));
    let found = evidence(
        position("a.c", 11, 5),
        vec![input(NONDET, position("a.c", 7, 11), 4), input(NONDET, position("a.c", 8, 11), 8)],
    );
    let text = write(&found, &about(&sources), Format::Yaml).unwrap();
    assert!(text.contains("value: \"\\\\result == 8\"\n          format: \"acsl_expression\""), "{text}");
    assert!(
        text.contains("specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"\n"),
        "{text}"
    );
    assert_eq!(text, write(&found, &about(&sources), Format::Yaml).unwrap(), "always the same");
    let graph = write(&found, &about(&sources), Format::GraphMl).unwrap();
    let automaton = graphml::read(&graph).unwrap().automaton.unwrap();
    let path = graphml::path(&automaton, &sources.0[0], "main").unwrap();
    let of_yaml: Vec<Step> =
        segments(&found, &sources, DataModel::Lp64).unwrap().iter().map(Step::from).collect();
    assert_eq!(path.len(), of_yaml.len() + 1, "the line of the target is a step of its own");
    let places = |steps: &[Step]| -> Vec<String> {
        let of = |step: &Step| match &step.follow {
            crate::weave::Check::Waypoint(waypoint) => waypoint.location.to_string(),
            _ => "-".into(),
        };
        steps.iter().take(2).map(of).collect()
    };
    assert_eq!(places(&path), places(&of_yaml));
}

#[test]
fn graphml_is_about_one_file() {
    let mut two = sources("a.c", PROGRAM);
    two.0.push(Source::new("b.c", vec![]));
    let found = evidence(position("a.c", 11, 5), vec![]);
    assert!(write(&found, &about(&two), Format::Yaml).is_ok());
    assert_eq!(write(&found, &about(&two), Format::GraphMl), Err(NoWitness::Files(2)));
}

#[test]
fn a_witness_that_the_linter_refuses_is_not_written() {
    let sources = sources("a.c", PROGRAM);
    let found = evidence(position("a.c", 11, 5), vec![]);
    let late = About { creation_time: "tomorrow", ..about(&sources) };
    let refused = write(&found, &late, Format::Yaml).unwrap_err().to_string();
    assert!(refused.contains("'creation_time' is no time"), "{refused}");
}
