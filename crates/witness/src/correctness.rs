//! A correctness witness from invariants that were found.

use crate::c::place;
use crate::graphml::{Automaton, Edge, Kind, Node};
use crate::model::{Content, Expression, Format, Invariant, InvariantKind, Location};
use crate::violation::{About, NoWitness};

/// An invariant of a loop, as an engine knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    /// The file, as the program names it.
    pub file: String,
    /// The line of the loop, from 1.
    pub line: u32,
    /// The column of its keyword, from 1, in bytes; 0 if there is one loop in the line.
    pub column: u32,
    /// What holds whenever its condition is about to be evaluated, as C.
    pub expression: String,
}

/// The text of a correctness witness. There may be no invariants at all; those that point at no loop of the
/// program, or are no expression of C, are left out: the others are as true without them.
pub fn write(invariants: &[LoopInvariant], about: &About, format: Format) -> Result<String, NoWitness> {
    let mut found: Vec<Invariant> = invariants.iter().filter_map(|one| invariant(one, about)).collect();
    found.sort_by(|a, b| (&a.location, &a.value.value).cmp(&(&b.location, &b.value.value)));
    found.dedup();
    match format {
        Format::Yaml => about.checked_yaml(Content::Correctness(found)),
        Format::GraphMl => {
            let (_, head) = about.head(Kind::Correctness)?;
            about.checked_graphml(&automaton(head, &found))
        }
    }
}

fn invariant(one: &LoopInvariant, about: &About) -> Option<Invariant> {
    crate::expression::Pure::new(&one.expression, false).ok()?;
    let (_, source) = about.sources.named(&one.file)?;
    let [line] = source.physical_lines(&one.file, one.line)[..] else { return None };
    let column = match one.column {
        0 => None,
        column => Some(source.position(source.offset_in_bytes(line, column)?).1),
    };
    let at = place::loop_statement(source, line, column).ok()?;
    let statement = &source.syntax.statements[at];
    let (line, column) = source.position(statement.range.start);
    Some(Invariant {
        kind: InvariantKind::Loop,
        location: Location {
            file_name: source.name.clone(),
            line,
            column: Some(column),
            function: Some(source.syntax.functions[statement.function].name.clone()),
        },
        value: Expression::c(one.expression.clone()),
    })
}

/// A node for every loop, with all that holds there.
fn automaton(head: crate::graphml::Head, invariants: &[Invariant]) -> Automaton {
    let mut automaton = Automaton {
        head,
        nodes: vec![Node { id: "N0".into(), entry: true, ..Node::default() }],
        edges: vec![],
    };
    for group in invariants.chunk_by(|a, b| a.location == b.location) {
        let location = &group[0].location;
        let parts: Vec<String> = group.iter().map(|one| format!("({})", one.value.value)).collect();
        let target = automaton.nodes.len();
        automaton.nodes.push(Node {
            id: format!("N{target}"),
            invariant: Some(parts.join(" && ")),
            scope: location.function.clone(),
            ..Node::default()
        });
        automaton.edges.push(Edge {
            source: target - 1,
            target,
            start_line: Some(location.line),
            enter_loop_head: true,
            ..Edge::default()
        });
    }
    automaton
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DataModel, Producer};
    use crate::{Source, Sources, graphml, yaml};

    const PROGRAM: &str = "int main(void) {\n  int x = 0;\n  while (x < 9)\n    x++;\n  for (;;) ;\n}\n";

    fn written(invariants: &[(u32, u32, &str)], format: Format) -> Result<String, NoWitness> {
        let sources = Sources(vec![Source::new("dir/a.c", PROGRAM.into())]);
        let about = About {
            sources: &sources,
            specification: "CHECK( init(main()), LTL(G ! overflow) )\n",
            data_model: DataModel::Lp64,
            producer: Producer { name: "Fathom".into(), version: "1".into(), ..Producer::default() },
            creation_time: "2026-11-15T19:02:30Z",
        };
        let of = |&(line, column, expression): &(u32, u32, &str)| LoopInvariant {
            file: "dir/a.c".into(),
            line,
            column,
            expression: expression.into(),
        };
        write(&invariants.iter().map(of).collect::<Vec<_>>(), &about, format)
    }

    #[test]
    fn invariants_of_loops_in_both_formats() {
        let all = [(5, 0, "x == 9"), (3, 3, "x <= 9"), (3, 3, "x >= 0")];
        let entries = yaml::read(&written(&all, Format::Yaml).unwrap()).unwrap().entries;
        let Content::Correctness(found) = &entries[0].content else { panic!() };
        let shown: Vec<String> =
            found.iter().map(|one| format!("{} {}", one.location, one.value.value)).collect();
        assert_eq!(shown, ["dir/a.c:3:3 x <= 9", "dir/a.c:3:3 x >= 0", "dir/a.c:5:3 x == 9"]);
        let automaton = graphml::read(&written(&all, Format::GraphMl).unwrap()).unwrap().automaton.unwrap();
        assert_eq!(automaton.nodes[1].invariant.as_deref(), Some("(x <= 9) && (x >= 0)"));
        let source = Source::new("dir/a.c", PROGRAM.into());
        assert_eq!(graphml::invariants(&automaton, &source).unwrap().len(), 2);
    }

    #[test]
    fn nothing_to_say_is_a_witness_too() {
        let text = written(&[], Format::Yaml).unwrap();
        assert!(text.ends_with("  content: []\n"), "{text}");
        assert!(written(&[], Format::GraphMl).unwrap().contains("correctness_witness"));
    }

    #[test]
    fn what_cannot_be_said_is_left_out() {
        let all = [(2, 0, "x == 0"), (3, 9, "x == 0"), (3, 0, "x++ == 0"), (99, 0, "1"), (3, 0, "x < 10")];
        let text = written(&all, Format::Yaml).unwrap();
        assert_eq!(text.matches("- invariant:").count(), 1, "{text}");
    }

    #[test]
    fn the_same_is_written_the_same() {
        let (one, other) =
            (written(&[(3, 0, "x < 10")], Format::Yaml), written(&[(3, 3, "x < 10")], Format::Yaml));
        assert_eq!(one, other);
        assert_ne!(one, written(&[(3, 0, "x < 11")], Format::Yaml), "the name depends on the content");
    }
}
