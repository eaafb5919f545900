//! Reads automata, and says what is wrong with their form. Documents with a document type are refused: its
//! entities can stand for gigabytes, and witnesses have none.

use std::collections::HashMap;

use roxmltree::{Document, Node as Xml, ParsingOptions};

use super::write::KEYS;
use super::{Automaton, Edge, Head, Kind, Node};
use crate::lint::{Finding, Findings, Severity};
use crate::model::DataModel;
use crate::source::Sources;
use crate::yaml;

/// Witnesses of large programs have some megabytes.
const MAX_BYTES: usize = 64 << 20;
/// Elements and pieces of text.
const MAX_NODES: u32 = 4_000_000;

/// Why a text is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum XmlError {
    /// It is not XML, or has a document type.
    #[error("{0}")]
    Syntax(String),
    /// It is too large.
    #[error("it is larger than {MAX_BYTES} bytes")]
    TooLarge,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The automaton, if it could be read.
    pub automaton: Option<Automaton>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    edge_lines: Vec<usize>,
}

/// Reads a witness.
pub fn read(text: &str) -> Result<Read, XmlError> {
    if text.len() > MAX_BYTES {
        return Err(XmlError::TooLarge);
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| XmlError::Syntax(error.to_string()))?;
    let lines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect();
    let mut reader = Reader { lines, findings: Findings::default(), keys: HashMap::new() };
    let (automaton, edge_lines) = reader.document(document.root_element());
    Ok(Read { automaton, findings: reader.findings.0, edge_lines })
}

impl Read {
    /// Compares the automaton with the program that it is about.
    pub fn lint(&self, sources: &Sources) -> Vec<Finding> {
        let mut findings = Findings::default();
        let Some(automaton) = &self.automaton else { return vec![] };
        let [source] = &sources.0[..] else {
            let what = "a GraphML witness of a program with several files";
            findings.add(Severity::Unsupported, ("graph", None), what, "it is about one file");
            return findings.0;
        };
        if !source.sha256.eq_ignore_ascii_case(&automaton.head.program_hash) {
            let what = format!(
                "programhash is {}, and that of the program {}",
                automaton.head.program_hash, source.sha256
            );
            let advice = "the witness is of another version of the program; use the one it was made for";
            findings.add(Severity::Error, ("graph", None), what, advice);
        }
        for (edge, line) in automaton.edges.iter().zip(&self.edge_lines) {
            let place = ("edge", Some(*line));
            let lines = [("startline", edge.start_line), ("endline", edge.end_line)];
            for (key, number) in lines {
                if number.is_some_and(|number| number as usize > source.line_count()) {
                    findings.add(
                        Severity::Error,
                        place,
                        format!("the program has no such {key}"),
                        "count from 1",
                    );
                }
            }
            let offsets = [("startoffset", edge.start_offset), ("endoffset", edge.end_offset)];
            for (key, number) in offsets {
                if number.is_some_and(|number| number as usize > source.bytes.len()) {
                    findings.add(
                        Severity::Error,
                        place,
                        format!("the program has no such {key}"),
                        "count from 0",
                    );
                }
            }
        }
        findings.0
    }
}

struct Reader {
    /// Where lines end.
    lines: Vec<usize>,
    findings: Findings,
    /// Keys that the document defines, and what they belong to.
    keys: HashMap<String, String>,
}

/// The values of an element's data, by their keys.
type Data = HashMap<&'static str, Vec<String>>;

impl Reader {
    fn add(&mut self, severity: Severity, xml: Xml, what: impl Into<String>, advice: &str) {
        let line = self.line(xml);
        self.findings.add(severity, (xml.tag_name().name(), Some(line)), what, advice);
    }

    /// The line that an element begins in, from 1.
    fn line(&self, xml: Xml) -> usize {
        self.lines.partition_point(|&end| end < xml.range().start) + 1
    }

    fn error(&mut self, xml: Xml, what: impl Into<String>, advice: &str) {
        self.add(Severity::Error, xml, what, advice);
    }

    fn document(&mut self, root: Xml) -> (Option<Automaton>, Vec<usize>) {
        if root.tag_name().name() != "graphml" {
            self.error(root, "the document is no graphml", "a witness begins with <graphml>");
            return (None, vec![]);
        }
        if root.tag_name().namespace() != Some("http://graphml.graphdrawing.org/xmlns") {
            let advice = "say xmlns=\"http://graphml.graphdrawing.org/xmlns\"";
            self.add(Severity::Warning, root, "another default namespace than that of GraphML", advice);
        }
        let mut graphs = vec![];
        for child in root.children().filter(Xml::is_element) {
            match child.tag_name().name() {
                "key" => self.key(child),
                "graph" => graphs.push(child),
                other => {
                    let what = format!("an element '{other}'");
                    self.add(Severity::Warning, child, what, "graphml has keys and a graph");
                }
            }
        }
        match graphs[..] {
            [graph] => self.graph(graph),
            _ => {
                self.error(root, format!("it has {} graphs", graphs.len()), "a witness has one graph");
                (None, vec![])
            }
        }
    }

    fn key(&mut self, xml: Xml) {
        let (Some(id), Some(domain)) = (xml.attribute("id"), xml.attribute("for")) else {
            self.add(
                Severity::Warning,
                xml,
                "a key without id or for",
                "say what it is called and for what it is",
            );
            return;
        };
        if let Some((_, known, _)) = KEYS.iter().find(|(name, ..)| *name == id)
            && *known != domain
        {
            let what = format!("'{id}' is a key of a {known}, and not of a {domain}");
            self.add(Severity::Warning, xml, what, "define it for what it is");
        }
        if self.keys.insert(id.to_string(), domain.to_string()).is_some() {
            self.add(Severity::Warning, xml, format!("'{id}' is defined twice"), "define it once");
        }
    }

    /// The data of an element.
    fn data(&mut self, xml: Xml, domain: &str) -> Data {
        let mut all: Data = HashMap::new();
        for child in xml.children().filter(Xml::is_element) {
            match child.tag_name().name() {
                "data" => {}
                "node" | "edge" if domain == "graph" => continue,
                other => {
                    let what = format!("an element '{other}' in a {domain}");
                    self.add(Severity::Warning, child, what, "it is ignored");
                    continue;
                }
            }
            let Some(key) = child.attribute("key") else {
                self.error(child, "data without a key", "say which key it is of");
                continue;
            };
            let known = KEYS.iter().find(|(name, ..)| *name == key);
            match (known, self.keys.get(key)) {
                (Some((name, of, _)), _) if *of == domain => {
                    let text: String =
                        child.descendants().filter(Xml::is_text).filter_map(|text| text.text()).collect();
                    all.entry(name).or_default().push(text.trim().to_string());
                }
                // Keys of tools mean what the tools like.
                (None, Some(of)) if of == domain => {}
                (Some(_) | None, _) => {
                    let what = format!("'{key}' is no key of a {domain}");
                    self.add(Severity::Warning, child, what, "it is ignored; define keys of your own");
                }
            }
        }
        all
    }

    /// The only value of a key.
    fn one(&mut self, xml: Xml, data: &Data, key: &str) -> Option<String> {
        let values = data.get(key)?;
        if values.len() > 1 {
            self.error(xml, format!("'{key}' is there {} times", values.len()), "say it once");
        }
        values.first().cloned()
    }

    /// The only value of a key that has to be there.
    fn need(&mut self, xml: Xml, data: &Data, key: &str) -> Option<String> {
        let found = self.one(xml, data, key);
        if found.is_none() {
            self.error(xml, format!("'{key}' is missing"), "the format demands it");
        }
        found
    }

    fn boolean(&mut self, xml: Xml, data: &Data, key: &str) -> bool {
        match self.one(xml, data, key).as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => {
                self.error(xml, format!("'{key}' is '{other}'"), "it is true or false");
                false
            }
        }
    }

    fn number(&mut self, xml: Xml, data: &Data, key: &str, least: u32) -> Option<u32> {
        let text = self.one(xml, data, key)?;
        let number = text.parse().ok().filter(|&number: &u32| number >= least);
        if number.is_none() {
            self.error(xml, format!("'{key}' is no number from {least}"), "write a number");
        }
        number
    }

    fn graph(&mut self, xml: Xml) -> (Option<Automaton>, Vec<usize>) {
        if xml.attribute("edgedefault") != Some("directed") {
            let advice = "say edgedefault=\"directed\"";
            self.add(Severity::Warning, xml, "edges without a direction", advice);
        }
        let data = self.data(xml, "graph");
        let head = self.head(xml, &data);
        let (mut nodes, mut names) = (vec![], HashMap::new());
        let of = |name: &'static str| xml.children().filter(move |child| child.tag_name().name() == name);
        for child in of("node") {
            if let Some(node) = self.node(child) {
                if names.insert(node.id.clone(), nodes.len()).is_some() {
                    self.error(child, format!("two nodes are called '{}'", node.id), "give each its name");
                }
                nodes.push(node);
            }
        }
        let (mut edges, mut lines) = (vec![], vec![]);
        for child in of("edge") {
            if let Some(edge) = self.edge(child, &names) {
                if nodes[edge.source].sink {
                    self.error(child, "it leaves a sink", "nothing leaves a sink");
                }
                edges.push(edge);
                lines.push(self.line(child));
            }
        }
        let entries = nodes.iter().filter(|node| node.entry).count();
        if entries != 1 {
            let what = format!("{entries} nodes are the entry");
            self.error(xml, what, "exactly one node is where executions start");
        }
        let Some(head) = head else { return (None, lines) };
        self.kinds(xml, head.kind, &nodes, &edges);
        (Some(Automaton { head, nodes, edges }), lines)
    }

    fn head(&mut self, xml: Xml, data: &Data) -> Option<Head> {
        let kind = self.need(xml, data, "witness-type").and_then(|name| {
            let kind = [Kind::Violation, Kind::Correctness].into_iter().find(|kind| kind.name() == name);
            if kind.is_none() {
                let advice = "it is violation_witness or correctness_witness";
                self.error(xml, format!("witness-type '{name}' is not known"), advice);
            }
            kind
        });
        if let Some(version) =
            self.one(xml, data, "witness-format-version").filter(|version| version != "1.0")
        {
            self.error(xml, format!("witness-format-version '{version}' is not known"), "it is 1.0");
        }
        let language = self.need(xml, data, "sourcecodelang");
        if let Some(other) = language.as_ref().filter(|&language| language != "C") {
            self.add(Severity::Unsupported, xml, format!("a program in '{other}'"), "only C is checked");
        }
        let producer = self.need(xml, data, "producer");
        let specifications = data.get("specification").cloned().unwrap_or_default();
        if specifications.is_empty() {
            self.error(xml, "'specification' is missing", "the format demands it");
        }
        let program_file = self.need(xml, data, "programfile");
        let program_hash = self.need(xml, data, "programhash");
        let is_hash = |hash: &String| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if program_hash.as_ref().is_some_and(|hash| !is_hash(hash)) {
            self.error(xml, "'programhash' is no SHA-256", "write 64 hexadecimal digits");
        }
        let architecture = self.need(xml, data, "architecture").and_then(|name| match name.as_str() {
            "32bit" => Some(DataModel::Ilp32),
            "64bit" => Some(DataModel::Lp64),
            other => {
                self.error(xml, format!("architecture '{other}' is not known"), "it is 32bit or 64bit");
                None
            }
        });
        // Old witnesses have none.
        let creation_time = self.one(xml, data, "creationtime").unwrap_or_default();
        if !yaml::is_time(&creation_time) {
            self.add(Severity::Warning, xml, "'creationtime' is no time", "write it as 2026-11-15T19:02:30Z");
        }
        Some(Head {
            kind: kind?,
            language: language?,
            producer: producer?,
            specifications,
            program_file: program_file?,
            program_hash: program_hash?,
            architecture: architecture?,
            creation_time,
        })
    }

    fn node(&mut self, xml: Xml) -> Option<Node> {
        let Some(id) = xml.attribute("id") else {
            self.error(xml, "a node without a name", "say id=\"…\"");
            return None;
        };
        let data = self.data(xml, "node");
        if self.boolean(xml, &data, "cyclehead") {
            self.add(Severity::Unsupported, xml, "a cycle", "only safety is checked");
        }
        Some(Node {
            id: id.to_string(),
            entry: self.boolean(xml, &data, "entry"),
            sink: self.boolean(xml, &data, "sink"),
            violation: self.boolean(xml, &data, "violation"),
            invariant: self.one(xml, &data, "invariant"),
            scope: self.one(xml, &data, "invariant.scope"),
        })
    }

    fn edge(&mut self, xml: Xml, names: &HashMap<String, usize>) -> Option<Edge> {
        let data = self.data(xml, "edge");
        let mut end = |attribute: &str| {
            let found = xml.attribute(attribute).and_then(|name| names.get(name)).copied();
            if found.is_none() {
                self.error(xml, format!("its {attribute} is no node"), "name a node of the graph");
            }
            found
        };
        let (source, target) = (end("source"), end("target"));
        let control = match self.one(xml, &data, "control").as_deref() {
            None => None,
            Some("condition-true") => Some(true),
            Some("condition-false") => Some(false),
            Some(other) => {
                let advice = "it is condition-true or condition-false";
                self.error(xml, format!("control '{other}' is not known"), advice);
                None
            }
        };
        let assumption = self.one(xml, &data, "assumption").filter(|text| !text.is_empty());
        let result_function = self.one(xml, &data, "assumption.resultfunction");
        if assumption.as_ref().is_some_and(|text| text.contains("\\result")) && result_function.is_none() {
            let advice = "say which function it is of: assumption.resultfunction";
            self.error(xml, "\\result without a function", advice);
        }
        Some(Edge {
            source: source?,
            target: target?,
            start_line: self.number(xml, &data, "startline", 1),
            end_line: self.number(xml, &data, "endline", 1),
            start_offset: self.number(xml, &data, "startoffset", 0),
            end_offset: self.number(xml, &data, "endoffset", 0),
            control,
            assumption,
            scope: self.one(xml, &data, "assumption.scope"),
            result_function,
            enter_function: self.one(xml, &data, "enterFunction"),
            return_from: match self.one(xml, &data, "returnFromFunction") {
                Some(name) => Some(name),
                None => self.one(xml, &data, "returnFrom"),
            },
            enter_loop_head: self.boolean(xml, &data, "enterLoopHead"),
            thread: self.one(xml, &data, "threadId"),
            create_thread: self.one(xml, &data, "createThread"),
        })
    }

    /// What belongs to the other kind of witness.
    fn kinds(&mut self, xml: Xml, kind: Kind, nodes: &[Node], edges: &[Edge]) {
        match kind {
            Kind::Violation => {
                if nodes.iter().any(|node| node.invariant.is_some()) {
                    self.error(xml, "invariants in a violation witness", "leave them away");
                }
                if !nodes.iter().any(|node| node.violation) {
                    self.error(
                        xml,
                        "no node is the violation",
                        "mark the node where the property is violated",
                    );
                }
            }
            Kind::Correctness => {
                if nodes.iter().any(|node| node.violation || node.sink) {
                    self.error(xml, "violations or sinks in a correctness witness", "leave them away");
                }
                if edges.iter().any(|edge| edge.assumption.is_some()) {
                    let what = "assumptions in a correctness witness";
                    self.add(Severity::Unsupported, xml, what, "write invariants of nodes");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<data key='witness-type'>violation_witness</data>\n\
        <data key='sourcecodelang'>C</data><data key='producer'>tool</data>\
        <data key='specification'>CHECK( init(main()), LTL(G ! call(reach_error())) )</data>\
        <data key='programfile'>a.c</data>\
        <data key='programhash'>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</data>\
        <data key='architecture'>64bit</data><data key='creationtime'>2026-11-15T19:02:30Z</data>";

    const GRAPH: &str = "<node id='a'><data key='entry'>true</data></node>\
        <node id='b'><data key='violation'>true</data></node>\
        <edge source='a' target='b'><data key='startline'>2</data></edge>";

    fn whole(head: &str, graph: &str) -> String {
        format!(
            "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n\
             <graph edgedefault='directed'>{head}{graph}</graph></graphml>"
        )
    }

    fn messages(text: &str) -> Vec<String> {
        read(text).unwrap().findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_the_head_needs() {
        assert_eq!(messages(&whole(HEAD, GRAPH)), Vec::<String>::new());
        for (from, to, what) in [
            ("violation_witness", "witness", "witness-type 'witness' is not known"),
            ("<data key='sourcecodelang'>C</data>", "", "'sourcecodelang' is missing"),
            (">C<", ">Java<", "a program in 'Java'"),
            ("64bit", "x86", "architecture 'x86' is not known"),
            ("ba7816", "xa7816", "'programhash' is no SHA-256"),
            ("2026-11-15T19:02:30Z", "today", "'creationtime' is no time"),
            (
                "<data key='producer'>tool</data>",
                "<data key='producer'>a</data><data key='producer'>b</data>",
                "'producer' is there 2 times",
            ),
            ("key='producer'", "key='author'", "'author' is no key of a graph"),
            ("key='producer'", "", "data without a key"),
        ] {
            let found = messages(&whole(&HEAD.replacen(from, to, 1), GRAPH));
            assert!(found.iter().any(|message| message.contains(what)), "{what}: {found:?}");
        }
    }

    #[test]
    fn what_the_graph_needs() {
        for (from, to, what) in [
            ("<data key='entry'>true</data>", "", "0 nodes are the entry"),
            ("<data key='violation'>true</data>", "<data key='entry'>true</data>", "2 nodes are the entry"),
            ("<data key='violation'>true</data>", "", "no node is the violation"),
            ("id='b'", "id='a'", "two nodes are called 'a'"),
            ("id='b'", "", "a node without a name"),
            ("target='b'", "target='c'", "its target is no node"),
            (">2<", ">zero<", "'startline' is no number from 1"),
            (">2<", ">0<", "'startline' is no number from 1"),
            ("<data key='violation'>true", "<data key='violation'>yes", "'violation' is 'yes'"),
            ("<data key='entry'>", "<data key='sink'>true</data><data key='entry'>", "it leaves a sink"),
            ("<data key='startline'>2", "<data key='control'>true", "control 'true' is not known"),
            (
                "<data key='startline'>2",
                "<data key='assumption'>\\result == 1",
                "\\result without a function",
            ),
            ("<data key='startline'>2", "<data key='entry'>2", "'entry' is no key of a edge"),
            (
                "<data key='entry'>",
                "<data key='invariant'>x</data><data key='entry'>",
                "invariants in a violation",
            ),
            ("<data key='entry'>", "<data key='cyclehead'>true</data><data key='entry'>", "a cycle"),
        ] {
            assert!(GRAPH.contains(from), "{from}");
            let found = messages(&whole(HEAD, &GRAPH.replacen(from, to, 1)));
            assert!(found.iter().any(|message| message.contains(what)), "{what}: {found:?}");
        }
        let correct = HEAD.replace("violation_witness", "correctness_witness");
        assert!(
            messages(&whole(&correct, GRAPH))[0].contains("violations or sinks in a correctness witness")
        );
    }

    #[test]
    fn findings_have_their_line() {
        let found = messages(&whole(&HEAD.replace("64bit", "x86"), GRAPH));
        assert!(found[0].starts_with("error: line 2 (graph): architecture"), "{found:?}");
    }

    #[test]
    fn the_program_is_compared() {
        let sources = |text: &str| Sources(vec![crate::Source::new("a.c", text.into())]);
        let read = |graph: &str| super::read(&whole(HEAD, graph)).unwrap();
        let other = read(GRAPH).lint(&sources("abd\n\n"));
        assert!(other[0].what.contains("programhash is ba7816"), "{other:?}");
        let short = read(GRAPH).lint(&sources("abc"));
        assert_eq!(short.len(), 1);
        assert!(short[0].what.contains("no such startline"), "{short:?}");
        let beyond = GRAPH.replace("startline'>2", "endoffset'>9");
        assert!(read(&beyond).lint(&sources("abc"))[0].what.contains("no such endoffset"));
        let two = Sources([sources("abc").0, sources("abc").0].concat());
        assert_eq!(read(GRAPH).lint(&two)[0].severity, Severity::Unsupported);
    }

    #[test]
    fn bombs_and_ruins_are_refused() {
        let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><graphml>&b;</graphml>";
        assert!(matches!(read(bomb), Err(XmlError::Syntax(_))));
        assert!(read(&"<a>".repeat(1_000_000)).is_err() && read(&"<".repeat(1_000_000)).is_err());
        let deep = format!("<graphml>{}{}</graphml>", "<a>".repeat(300_000), "</a>".repeat(300_000));
        assert!(messages(&deep).iter().any(|message| message.contains("it has 0 graphs")));
        let many = format!("<graphml>{}</graphml>", "<a/>".repeat(4_100_000));
        assert!(matches!(read(&many), Err(XmlError::Syntax(_))));
        let text = whole(HEAD, GRAPH);
        for end in 0..text.len() {
            if text.is_char_boundary(end) {
                assert!(read(&text[..end]).is_err(), "{end}");
            }
        }
        for text in ["", "<", "hello", "<graphml/><graphml/>", "\0"] {
            assert!(read(text).is_err(), "{text:?}");
        }
        assert!(messages("<a/>")[0].contains("no graphml"));
        assert!(messages("<graphml/>").iter().any(|message| message.contains("it has 0 graphs")));
    }
}
