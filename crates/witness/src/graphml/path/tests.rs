use super::*;
use crate::graphml::{Head, Node};
use crate::model::DataModel;

const PROGRAM: &str = "int g = 0;\nint f(void);\nint main(void) {\n  int x = f();\n  while (x > 0 && g)\n    x--;\n  \
                       if (x) { x = 1; x = 2; }\n  reach_error();\n}\n";

fn source() -> Source {
    Source::new("a.c", PROGRAM.into())
}

fn automaton(kind: Kind, edges: Vec<Edge>) -> Automaton {
    let head = Head {
        kind,
        language: "C".into(),
        producer: "tool".into(),
        specifications: vec![],
        program_file: "a.c".into(),
        program_hash: String::new(),
        architecture: DataModel::Lp64,
        creation_time: String::new(),
    };
    let last = edges.iter().map(|edge| edge.target).filter(|&target| target < 90).max().unwrap_or(0);
    let mut nodes: Vec<Node> =
        (0..=last).map(|at| Node { id: format!("N{at}"), ..Node::default() }).collect();
    nodes[0].entry = true;
    if kind == Kind::Violation {
        nodes[last].violation = true;
        nodes.push(Node { id: "sink".into(), sink: true, ..Node::default() });
    }
    Automaton { head, nodes, edges }
}

/// Edges in a row.
fn row(edges: Vec<Edge>) -> Automaton {
    let edges = edges.into_iter().enumerate().map(|(at, edge)| Edge { source: at, target: at + 1, ..edge });
    automaton(Kind::Violation, edges.collect())
}

fn line(line: u32) -> Edge {
    Edge { start_line: Some(line), ..Edge::default() }
}

/// What is followed, in short.
fn shown(automaton: &Automaton) -> Result<Vec<String>, String> {
    let of = |check: &Check| match check {
        Check::Waypoint(waypoint) => {
            let kind = match &waypoint.kind {
                WaypointKind::Branching(branch) => format!("branch {branch}"),
                WaypointKind::FunctionReturn(Some(expression)) => format!("returned {}", expression.value),
                other => other.name().to_string(),
            };
            format!("{kind} {}", waypoint.location)
        }
        Check::AfterLine(at, expression) => format!("after {} {at}", expression.value),
        Check::OnLine(at) => format!("line {at}"),
        Check::End(at) => format!("target {at}"),
    };
    let steps = path(automaton, &source(), "main")?;
    let words = steps.iter().map(|step| {
        let avoided: String = step.avoid.iter().map(|check| format!("not {}, ", of(check))).collect();
        avoided + &of(&step.follow)
    });
    Ok(words.collect())
}

#[test]
fn a_path() {
    let result = Edge {
        assumption: Some("\\result == 5;".into()),
        result_function: Some("f".into()),
        scope: Some("main".into()),
        ..line(4)
    };
    let path = row(vec![
        Edge { enter_function: Some("main".into()), ..Edge::default() },
        line(1),
        line(4),
        result,
        Edge { control: Some(true), ..line(5) },
        Edge { control: Some(false), ..line(5) },
        line(6),
        Edge { assumption: Some("x == 0; g = 1;".into()), ..line(7) },
        line(8),
    ]);
    assert_eq!(
        shown(&path).unwrap(),
        [
            "returned (\\result == 5) a.c:4:13",
            "branch false a.c:5:3",
            "line a.c:6",
            "after (x == 0) && (g == 1) a.c:7",
            "line a.c:8",
            "target a.c:8",
        ]
    );
}

#[test]
fn sinks_are_avoided() {
    let branch = |holds, source, target| Edge { source, target, control: Some(holds), ..line(7) };
    let mut found = automaton(
        Kind::Violation,
        vec![branch(true, 0, 1), branch(false, 0, 99), Edge { source: 1, target: 2, ..line(8) }],
    );
    let sink = found.nodes.len() - 1;
    found.edges[1].target = sink;
    assert_eq!(
        shown(&found).unwrap(),
        ["not branch false a.c:7:3, branch true a.c:7:3", "line a.c:8", "target a.c:8"]
    );
}

#[test]
fn functions_that_are_entered() {
    let path = row(vec![Edge { enter_function: Some("f".into()), ..line(4) }, line(8)]);
    assert_eq!(shown(&path).unwrap(), ["function_enter a.c:4:13", "line a.c:8", "target a.c:8"]);
}

#[test]
fn what_is_not_clear_is_refused() {
    let problem = |edges| shown(&row(edges)).unwrap_err();
    let assumption = |text: &str| Edge { assumption: Some(text.into()), ..line(4) };
    assert!(
        problem(vec![Edge { control: Some(true), ..Edge::default() }]).contains("without saying the line")
    );
    assert!(problem(vec![Edge::default()]).contains("the last edge says no line"));
    assert!(
        problem(vec![Edge { control: Some(true), ..line(4) }, line(8)]).contains("line 4 has 0 branches")
    );
    let other = Edge { result_function: Some("h".into()), ..assumption("\\result == 1") };
    assert!(problem(vec![other, line(8)]).contains("line 4 does not call 'h' exactly once"));
    let scope = Edge { scope: Some("f".into()), ..assumption("x == 1") };
    assert!(problem(vec![scope, line(8)]).contains("not in the function 'f'"));
    assert!(problem(vec![assumption(";"), line(8)]).contains("is no condition"));
    assert!(problem(vec![Edge { thread: Some("1".into()), ..line(4) }]).contains("several threads"));
    let mut forked = row(vec![line(4), line(8)]);
    forked.edges.push(Edge { source: 0, target: 2, ..line(7) });
    assert!(shown(&forked).unwrap_err().contains("node 'N0' leads to several others"));
    let mut circle = row(vec![line(4), line(8)]);
    circle.edges[1].target = 0;
    assert!(shown(&circle).unwrap_err().contains("in circles"));
    let mut end = row(vec![line(4), line(8)]);
    end.edges.pop();
    assert!(shown(&end).unwrap_err().contains("leads nowhere"));
}

#[test]
fn invariants_of_loops() {
    let head = Edge { source: 0, target: 1, enter_loop_head: true, ..line(5) };
    let mut found = automaton(Kind::Correctness, vec![head]);
    found.nodes[0].invariant = Some("true".into());
    found.nodes[1].invariant = Some("x >= 0".into());
    let all = invariants(&found, &source()).unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].location.to_string(), all[0].value.value.as_str()), ("a.c:5:3".into(), "x >= 0"));
    found.nodes[1].scope = Some("f".into());
    assert!(invariants(&found, &source()).unwrap_err().contains("scope"));
    found.nodes[1].scope = Some("main".into());
    for line in [4, 6] {
        found.edges[0].start_line = Some(line);
        assert_eq!(invariants(&found, &source()).unwrap(), all, "the loop comes next");
    }
    found.edges[0].start_line = Some(7);
    assert!(invariants(&found, &source()).unwrap_err().contains("there is no loop there"));
    found.edges[0].enter_loop_head = false;
    assert!(invariants(&found, &source()).unwrap_err().contains("not the head of a loop"));
    found.edges.clear();
    assert!(invariants(&found, &source()).unwrap_err().contains("nothing leads to node 'N1'"));
}
