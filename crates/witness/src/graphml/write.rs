//! Writes automata: keys in a fixed order, all of them defined, the same automaton always as the same bytes.

use std::fmt::Write as _;

use super::{Automaton, Edge, Head, Node, architecture};

/// Every key: its name, what it belongs to, and the type of its values.
pub(super) const KEYS: [(&str, &str, &str); 29] = [
    ("witness-format-version", "graph", "string"),
    ("witness-type", "graph", "string"),
    ("sourcecodelang", "graph", "string"),
    ("producer", "graph", "string"),
    ("specification", "graph", "string"),
    ("programfile", "graph", "string"),
    ("programhash", "graph", "string"),
    ("architecture", "graph", "string"),
    ("creationtime", "graph", "string"),
    ("entry", "node", "boolean"),
    ("sink", "node", "boolean"),
    ("violation", "node", "boolean"),
    ("invariant", "node", "string"),
    ("invariant.scope", "node", "string"),
    ("cyclehead", "node", "boolean"),
    ("startline", "edge", "int"),
    ("endline", "edge", "int"),
    ("startoffset", "edge", "int"),
    ("endoffset", "edge", "int"),
    ("control", "edge", "string"),
    ("assumption", "edge", "string"),
    ("assumption.scope", "edge", "string"),
    ("assumption.resultfunction", "edge", "string"),
    ("enterFunction", "edge", "string"),
    ("returnFromFunction", "edge", "string"),
    ("returnFrom", "edge", "string"),
    ("enterLoopHead", "edge", "boolean"),
    ("threadId", "edge", "string"),
    ("createThread", "edge", "string"),
];

/// Keys that are read, and never written.
const OLD: [&str; 2] = ["cyclehead", "returnFrom"];

/// The text of a witness.
pub fn write(automaton: &Automaton) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, domain, ty) in KEYS.into_iter().filter(|(name, ..)| !OLD.contains(name)) {
        let default = if ty == "boolean" { "<default>false</default>" } else { "" };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "  <key id=\"{name}\" attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{domain}\">{default}</key>"
        );
    }
    out += "  <graph edgedefault=\"directed\">\n";
    head(&automaton.head, &mut out);
    automaton.nodes.iter().for_each(|one| node(one, &mut out));
    for (number, one) in automaton.edges.iter().enumerate() {
        edge(number, one, &automaton.nodes, &mut out);
    }
    out + "  </graph>\n</graphml>\n"
}

fn data(out: &mut String, indent: usize, key: &str, value: &str) {
    let _ = writeln!(out, "{:indent$}<data key=\"{key}\">{}</data>", "", escape(value));
}

fn head(head: &Head, out: &mut String) {
    let Head {
        kind,
        language,
        producer,
        specifications,
        program_file,
        program_hash,
        architecture: model,
        creation_time,
    } = head;
    data(out, 4, "witness-format-version", "1.0");
    data(out, 4, "witness-type", kind.name());
    data(out, 4, "sourcecodelang", language);
    data(out, 4, "producer", producer);
    specifications.iter().for_each(|text| data(out, 4, "specification", text));
    data(out, 4, "programfile", program_file);
    data(out, 4, "programhash", program_hash);
    data(out, 4, "architecture", architecture(*model));
    data(out, 4, "creationtime", creation_time);
}

fn node(node: &Node, out: &mut String) {
    let _ = writeln!(out, "    <node id=\"{}\">", escape(&node.id));
    for (key, holds) in [("entry", node.entry), ("sink", node.sink), ("violation", node.violation)] {
        if holds {
            data(out, 6, key, "true");
        }
    }
    for (key, value) in [("invariant", &node.invariant), ("invariant.scope", &node.scope)] {
        if let Some(value) = value {
            data(out, 6, key, value);
        }
    }
    *out += "    </node>\n";
}

fn edge(number: usize, edge: &Edge, nodes: &[Node], out: &mut String) {
    let name = |at: usize| nodes.get(at).map_or(String::new(), |node| escape(&node.id));
    let (source, target) = (name(edge.source), name(edge.target));
    let _ = writeln!(out, "    <edge id=\"E{number}\" source=\"{source}\" target=\"{target}\">");
    let numbers = [
        ("startline", edge.start_line),
        ("endline", edge.end_line),
        ("startoffset", edge.start_offset),
        ("endoffset", edge.end_offset),
    ];
    for (key, value) in numbers {
        if let Some(value) = value {
            data(out, 6, key, &value.to_string());
        }
    }
    if let Some(holds) = edge.control {
        data(out, 6, "control", if holds { "condition-true" } else { "condition-false" });
    }
    let texts = [
        ("assumption", &edge.assumption),
        ("assumption.scope", &edge.scope),
        ("assumption.resultfunction", &edge.result_function),
        ("enterFunction", &edge.enter_function),
        ("returnFromFunction", &edge.return_from),
        ("threadId", &edge.thread),
        ("createThread", &edge.create_thread),
    ];
    for (key, value) in texts {
        if let Some(value) = value {
            data(out, 6, key, value);
        }
    }
    if edge.enter_loop_head {
        data(out, 6, "enterLoopHead", "true");
    }
    *out += "    </edge>\n";
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            // XML has no word for other control characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphml::{Kind, read};
    use crate::model::DataModel;

    pub(crate) fn example() -> Automaton {
        let head = Head {
            kind: Kind::Violation,
            language: "C".into(),
            producer: "tool <1> & \"co\"".into(),
            specifications: vec!["CHECK( init(main()), LTL(G ! call(reach_error())) )".into()],
            program_file: "a.c".into(),
            program_hash: "ab".repeat(32),
            architecture: DataModel::Ilp32,
            creation_time: "2026-11-15T19:02:30Z".into(),
        };
        let node = |id: &str| Node { id: id.into(), ..Node::default() };
        let nodes = vec![
            Node { entry: true, ..node("N0") },
            node("N1"),
            Node { violation: true, ..node("N2") },
            Node { sink: true, ..node("S") },
        ];
        let first = Edge {
            target: 1,
            start_line: Some(3),
            end_line: Some(3),
            start_offset: Some(10),
            end_offset: Some(20),
            assumption: Some("\\result == 5".into()),
            scope: Some("main".into()),
            result_function: Some("f".into()),
            enter_function: Some("f".into()),
            return_from: Some("g".into()),
            ..Edge::default()
        };
        let second =
            Edge { source: 1, target: 2, start_line: Some(4), control: Some(true), ..Edge::default() };
        let third = Edge {
            source: 1,
            target: 3,
            start_line: Some(4),
            control: Some(false),
            enter_loop_head: true,
            ..Edge::default()
        };
        Automaton { head, nodes, edges: vec![first, second, third] }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let automaton = example();
        let text = write(&automaton);
        let again = read(&text).unwrap();
        assert_eq!(again.findings, []);
        assert_eq!(again.automaton.as_ref(), Some(&automaton));
        assert_eq!(write(&again.automaton.unwrap()), text);
    }
}
