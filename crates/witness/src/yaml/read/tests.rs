use super::*;
use crate::yaml::write;

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

fn head(kind: &str) -> String {
    format!(
        "- entry_type: \"{kind}\"\n  metadata:\n    format_version: \"2.0\"\n    \
         uuid: \"01234567-89ab-cdef-0123-456789abcdef\"\n    creation_time: \"2026-11-15T19:02:30Z\"\n    \
         producer:\n      name: \"tool\"\n      version: \"1\"\n    task:\n      input_files:\n      - \"a.c\"\n      \
         input_file_hashes:\n        \"a.c\": \"{HASH}\"\n      \
         specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"\n      \
         data_model: \"LP64\"\n      language: \"C\"\n"
    )
}

fn waypoint(kind: &str, action: &str, constraint: &str, line: u32) -> String {
    let constraint = match constraint {
        "" => String::new(),
        other => format!("        constraint: {other}\n"),
    };
    format!(
        "    - waypoint:\n        type: \"{kind}\"\n        action: \"{action}\"\n{constraint}        \
         location: {{file_name: a.c, line: {line}, column: 3, function: main}}\n"
    )
}

fn segment(waypoints: &[String]) -> String {
    format!("  - segment:\n{}", waypoints.concat())
}

fn target() -> String {
    segment(&[waypoint("target", "follow", "", 9)])
}

fn violation(segments: &[String]) -> String {
    format!("{}  content:\n{}", head("violation_sequence"), segments.concat())
}

fn messages(text: &str) -> Vec<String> {
    read(text).unwrap().findings.iter().map(ToString::to_string).collect()
}

/// The only finding.
fn message(text: &str) -> String {
    let all = messages(text);
    assert_eq!(all.len(), 1, "{all:#?}\n{text}");
    all.concat()
}

#[test]
fn what_is_written_is_read_again_and_the_same_once_more() {
    let assumption = waypoint("assumption", "avoid", "{value: x > 3, format: c_expression}", 3);
    let segments = [
        segment(&[assumption, waypoint("branching", "follow", "{value: true}", 4)]),
        segment(&[waypoint("branching", "follow", "{value: default}", 4)]),
        segment(&[waypoint("branching", "follow", "{value: '-7'}", 4)]),
        segment(&[waypoint("function_enter", "follow", "", 5)]),
        segment(&[waypoint(
            "function_return",
            "follow",
            "{value: '\\result == -5', format: acsl_expression}",
            5,
        )]),
        target(),
    ];
    let first = read(&violation(&segments)).unwrap();
    assert_eq!(first.findings, []);
    let written = write(&first.entries);
    let second = read(&written).unwrap();
    assert_eq!(second.findings, []);
    assert_eq!(second.entries[0].content, first.entries[0].content);
    assert_eq!(write(&second.entries), written, "the name of an entry follows from the rest");
    assert_eq!(first.line("entry 1, segment 6, waypoint 1"), Some(53), "{}", violation(&segments));
}

#[test]
fn invariants_are_read_and_written() {
    let text = format!(
        "{}  content:\n  - invariant:\n      type: loop_invariant\n      \
         location: {{file_name: a.c, line: 4}}\n      value: \"x <= 3\"\n      format: c_expression\n",
        head("invariant_set")
    );
    let first = read(&text).unwrap();
    assert_eq!(first.findings, []);
    let Content::Correctness(invariants) = &first.entries[0].content else { panic!() };
    assert_eq!((invariants[0].kind, invariants[0].location.column), (InvariantKind::Loop, None));
    assert_eq!(read(&write(&first.entries)).unwrap().entries[0].content, first.entries[0].content);
    for empty in ["  content: []\n", "  content:\n"] {
        let none = read(&format!("{}{empty}", head("invariant_set"))).unwrap();
        assert_eq!((none.findings, none.entries[0].content.clone()), (vec![], Content::Correctness(vec![])));
    }
}

#[test]
fn texts_survive_quoting() {
    let mut entry = read(&violation(&[target()])).unwrap().entries.remove(0);
    entry.metadata.producer.name = "a \"b\" \\ \n\t\u{7}\u{2028} é: - #".into();
    entry.metadata.task.specification = "CHECK( a )\nCHECK( b )".into();
    let again = read(&write(&[entry.clone()])).unwrap();
    assert_eq!(again.entries[0].metadata.producer, entry.metadata.producer);
    assert_eq!(again.entries[0].metadata.task, entry.metadata.task);
}

#[test]
fn what_the_metadata_need() {
    let text = violation(&[target()]);
    for (from, to, what) in [
        ("    format_version: \"2.0\"\n", "", "'format_version' is missing; the format demands it"),
        ("\"2.0\"", "\"3.0\"", "format_version '3.0' is not known; versions 2.0 and 2.1 are"),
        ("\"2.0\"", "2.0", "format_version is a number; write it in quotes"),
        ("cdef-0123-456789abcdef", "cdef-0123", "'uuid' is no UUID"),
        ("2026-11-15T19:02:30Z", "15.11.2026", "'creation_time' is no time"),
        ("      version: \"1\"\n", "", "'version' is missing"),
        ("      version: \"1\"\n", "      version: [1]\n", "'version' is no text"),
        (
            "      input_files:\n      - \"a.c\"\n",
            "      input_files: []\n",
            "'input_files' is no list of names",
        ),
        ("        \"a.c\": ", "        \"b.c\": ", "'input_file_hashes' has no hash of 'a.c'"),
        ("9f86d", "9x86d", "the hash of 'a.c' is no SHA-256; write 64 hexadecimal digits"),
        ("9f86d", "9f86", "the hash of 'a.c' is no SHA-256"),
        ("LP64", "LLP64", "data_model 'LLP64' is not known; it is ILP32 or LP64"),
        ("language: \"C\"", "language: \"Java\"", "a program in 'Java'"),
        ("producer:\n      name: \"tool\"\n      version: \"1\"\n", "producer: x\n", "it is no map"),
        ("file_name: a.c", "file_name: b.h", "b.h:9:3 is in no input file"),
        ("violation_sequence", "violation", "entry_type 'violation' is not known"),
        ("violation_sequence", "ghost_instrumentation", "ghost variables (since version 2.1)"),
        ("    producer:", "    extra: 1\n    producer:", "'extra' is not known; it is ignored"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = messages(&text.replacen(from, to, 1));
        assert!(found.iter().any(|message| message.contains(what)), "{what}: {found:?}");
    }
}

#[test]
fn times() {
    for good in ["2026-11-15T19:02:30Z", "2026-11-15T19:02:30+01:00", "2026-11-15T19:02:30.123Z"] {
        assert!(is_time(good), "{good}");
    }
    for bad in
        ["", "2026-11-15", "2026-11-15T19:02:30", "2026-11-15 19:02:30Z", "2026-11-15T19:02:30.Z", "é2026"]
    {
        assert!(!is_time(bad), "{bad}");
    }
}

#[test]
fn segments_end_with_the_only_waypoint_to_follow() {
    let follow = |line| waypoint("function_enter", "follow", "", line);
    let avoid = waypoint("function_enter", "avoid", "", 4);
    let of = |segments: &[String]| message(&violation(segments));
    assert!(of(&[segment(&[follow(3), follow(4)]), target()]).contains("it has 2 waypoints to follow"));
    assert!(of(&[segment(std::slice::from_ref(&avoid)), target()]).contains("it has 0 waypoints to follow"));
    assert!(of(&[segment(&[follow(3), avoid]), target()]).contains("warning: line 18 (entry 1, segment 1)"));
    let both = messages(&violation(&[target(), segment(&[follow(3)])]));
    assert!(
        both[0].contains("the target is not in the last segment") && both[1].contains("there is no target")
    );
    assert!(of(&[segment(&[waypoint("target", "avoid", "", 3)])]).contains("a target to avoid"));
    assert!(
        message(&violation(&[]).replace("  content:\n", "  content: []\n")).contains("it has no segment")
    );
}

#[test]
fn constraints_of_waypoints() {
    let of = |kind: &str, constraint: &str| {
        messages(&violation(&[segment(&[waypoint(kind, "follow", constraint, 3)]), target()])).concat()
    };
    assert!(
        of("assumption", "")
            .contains("error: line 20 (entry 1, segment 1, waypoint 1): 'constraint' is missing")
    );
    assert!(of("assumption", "{format: c_expression}").contains("'value' is missing"));
    assert!(of("assumption", "{value: x > 1}").contains("warning"));
    assert!(of("assumption", "{value: x > 1, format: smt}").contains("format 'smt' is not known"));
    assert!(of("assumption", "{value: x > 1, format: acsl_expression}").starts_with("unsupported"));
    assert!(of("assumption", "{value: x = 1, format: c_expression}").contains("'=' has a side effect"));
    assert!(
        of("assumption", "{value: '\\result == 1', format: c_expression}")
            .contains("only where a function returned")
    );
    assert!(of("function_enter", "{value: 1}").contains("a constraint of a function_enter"));
    assert!(of("branching", "{value: maybe}").contains("no branch is 'maybe'"));
    assert!(of("branching", "{value: true}").is_empty() && of("branching", "{value: 'true'}").is_empty());
    assert_eq!(of("function_return", ""), "");
    assert!(
        of("function_return", "{value: '\\result == x', format: acsl_expression}").starts_with("warning")
    );
    assert!(of("function_return", "{value: '\\result == 1', format: c_expression}").starts_with("warning"));
    assert_eq!(of("function_return", "{value: '\\result == 1', format: ext_c_expression}"), "");
    assert!(of("loop_enter", "").contains("type 'loop_enter' is not known"));
}

#[test]
fn locations_count_from_one() {
    let text = violation(&[target()]);
    for (from, to) in
        [("line: 9", "line: 0"), ("line: 9", "line: x"), ("column: 3", "column: 0"), ("line: 9, ", "")]
    {
        assert!(message(&text.replacen(from, to, 1)).starts_with("error"), "{to}");
    }
}

#[test]
fn what_is_no_witness() {
    assert!(message("a: 1\n").contains("it is no list"));
    assert!(message("[]\n").contains("it has no entry"));
    assert!(messages("- 1\n- {}\n").iter().all(|message| message.starts_with("error")));
    let both = format!("{}{}  content: []\n", violation(&[target()]), head("invariant_set"));
    assert!(message(&both).contains("for violation and for correctness"));
    for text in ["", "\u{0}\u{1}", "a: &x [*x]", "- [", "--- a\n--- b\n"] {
        assert!(read(text).is_err(), "{text:?}");
    }
    assert!(read(&"- ".repeat(100_000)).is_err() && read(&"[".repeat(100_000)).is_err());
    let whole = violation(&[target()]);
    let needed = whole.rfind("line: 9").unwrap();
    for end in 0..needed {
        let wrong = read(&whole[..end]).map_or(1, |read| read.findings.len());
        assert!(wrong > 0, "{}", &whole[..end]);
    }
}

#[test]
fn version_two_point_one() {
    let text = |kind: &str| {
        format!(
            "{}  content:\n  - invariant:\n      type: {kind}\n      location: {{file_name: a.c, line: 4}}\n      \
             value: x\n      format: ext_c_expression\n      labels: [inductive]\n",
            head("invariant_set").replace("2.0", "2.1")
        )
    };
    assert_eq!(messages(&text("loop_invariant")), Vec::<String>::new());
    assert!(message(&text("loop_transition_invariant")).starts_with("unsupported"));
    let contract =
        format!("{}  content:\n  - contract: {{type: function_contract}}\n", head("invariant_set"));
    assert!(message(&contract).contains("a contract (since version 2.1)"));
    let cycle = violation(&[segment(&[waypoint("branching", "cycle", "{value: true}", 3)]), target()]);
    assert!(message(&cycle).contains("a cycle (since version 2.1)"));
}
