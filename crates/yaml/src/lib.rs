//! The part of YAML that task files and witnesses use: scalars, lists and maps.
//!
//! Files come from anywhere, so size and depth are bounded, and aliases are refused: a few lines of them
//! stand for gigabytes.

use std::collections::HashSet;

use saphyr_parser::{Event, Parser, ScalarStyle};

/// How much is taken of a kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// What the file is, with its article: "a task file".
    pub kind: &'static str,
    /// How long it may be.
    pub bytes: usize,
    /// How deep lists and maps may nest.
    pub depth: usize,
}

/// A value, with nothing shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Where it begins, from 1.
    pub line: usize,
    /// What it is.
    pub value: Value,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `~`, or nothing at all.
    Null,
    /// Text, or a number as it was written.
    Scalar {
        /// What it says.
        text: String,
        /// Without quotes, so that it may be a number or a Boolean.
        plain: bool,
    },
    /// `[a, b]`
    List(Vec<Node>),
    /// `{a: b}`, in the order of the text.
    Map(Vec<(String, Node)>),
}

/// Why a text is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum YamlError {
    /// Not YAML.
    #[error("line {line}: {what}")]
    Syntax {
        /// From 1.
        line: usize,
        /// What the parser says.
        what: String,
    },
    /// Nothing in it.
    #[error("it is empty")]
    Empty,
    /// More than such a file needs.
    #[error("it is larger than {0} bytes")]
    TooLarge(usize),
    /// More than such a file needs.
    #[error("line {line}: {what} in {kind}")]
    Refused {
        /// From 1.
        line: usize,
        /// Aliases, several documents and the like.
        what: &'static str,
        /// What the file should be.
        kind: &'static str,
    },
}

impl Node {
    /// The first document of a text, which must be the only one.
    pub fn parse(text: &str, limits: Limits) -> Result<Self, YamlError> {
        if text.len() > limits.bytes {
            return Err(YamlError::TooLarge(limits.bytes));
        }
        let mut builder = Builder { depth: limits.depth, ..Builder::default() };
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| YamlError::Syntax {
                line: error.marker().line(),
                what: error.info().to_string(),
            })?;
            let line = span.start.line();
            builder.take(event, line).map_err(|what| YamlError::Refused { line, what, kind: limits.kind })?;
        }
        match builder.root {
            None | Some(Self { value: Value::Null, .. }) => Err(YamlError::Empty),
            Some(node) => Ok(node),
        }
    }

    /// The value of a key; `None` if there is none, or null.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let (_, value) = self.entries().iter().find(|(name, _)| name == key)?;
        (value.value != Value::Null).then_some(value)
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The items of a list.
    pub fn items(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Null | Value::Scalar { .. } | Value::Map(_) => None,
        }
    }

    /// The keys and values of a map; nothing if it is none.
    pub fn entries(&self) -> &[(String, Self)] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Null | Value::Scalar { .. } | Value::List(_) => &[],
        }
    }
}

/// A list or map that is not finished.
struct Open {
    node: Node,
    /// In a map: the key that waits for its value.
    key: Option<String>,
    /// In a map: the keys so far.
    keys: HashSet<String>,
}

#[derive(Default)]
struct Builder {
    depth: usize,
    open: Vec<Open>,
    root: Option<Node>,
}

impl Builder {
    fn take(&mut self, event: Event, line: usize) -> Result<(), &'static str> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => Err("a second document"),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
            Event::Alias(_) => Err("an alias"),
            Event::Scalar(text, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                let null = plain && ["", "~", "null", "Null", "NULL"].contains(&text.as_ref());
                let value = if null { Value::Null } else { Value::Scalar { text: text.into_owned(), plain } };
                self.add(Node { line, value })
            }
            Event::SequenceStart(..) => self.begin(Node { line, value: Value::List(vec![]) }),
            Event::MappingStart(..) => self.begin(Node { line, value: Value::Map(vec![]) }),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => self.add(open.node),
                None => Err("an end without a beginning"),
            },
        }
    }

    fn begin(&mut self, node: Node) -> Result<(), &'static str> {
        if self.open.len() >= self.depth {
            return Err("too many levels");
        }
        self.open.push(Open { node, key: None, keys: HashSet::new() });
        Ok(())
    }

    fn add(&mut self, node: Node) -> Result<(), &'static str> {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut open.node.value {
            Value::List(items) => items.push(node),
            Value::Map(entries) => match (open.key.take(), node.value) {
                (Some(name), value) => entries.push((name, Node { line: node.line, value })),
                (None, Value::Scalar { text, .. }) => {
                    if !open.keys.insert(text.clone()) {
                        return Err("a key for the second time");
                    }
                    open.key = Some(text);
                }
                (None, Value::Null | Value::List(_) | Value::Map(_)) => return Err("a key that is no text"),
            },
            // Only lists and maps are begun.
            Value::Null | Value::Scalar { .. } => return Err("a value inside a scalar"),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Limits = Limits { kind: "a task file", bytes: 1 << 20, depth: 16 };

    fn error(text: &str) -> String {
        Node::parse(text, SMALL).unwrap_err().to_string()
    }

    #[test]
    fn lists_maps_and_scalars() {
        let text = "a: 'x' # comment\nb:\n  - c: \"~\"\n    d: ~\n  - [1, two, \"3\"]\ne:\n";
        let node = Node::parse(text, SMALL).unwrap();
        assert_eq!(node.get("a").and_then(Node::text), Some("x"));
        let items = node.get("b").and_then(Node::items).unwrap();
        assert_eq!(items[0].get("c").and_then(Node::text), Some("~"), "in quotes it is text");
        assert_eq!((items[0].get("d"), node.get("e"), node.get("f")), (None, None, None));
        let inner = items[1].items().unwrap();
        assert_eq!(inner.iter().filter_map(Node::text).collect::<Vec<_>>(), ["1", "two", "3"]);
        let plain = |node: &Node| matches!(node.value, Value::Scalar { plain: true, .. });
        assert_eq!(inner.iter().map(plain).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!((node.line, items[0].line, items[1].line), (1, 3, 5));
        assert_eq!((node.text(), node.items(), items.len()), (None, None, 2));
    }

    #[test]
    fn what_is_empty() {
        for text in ["", "\n", "# nothing\n", "---\n", "~"] {
            assert_eq!(error(text), "it is empty", "{text:?}");
        }
    }

    #[test]
    fn bombs_are_refused() {
        let aliases = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert_eq!(error(aliases), "line 2: an alias in a task file");
        assert_eq!(error(&"[".repeat(40)), "line 1: too many levels in a task file");
        for deep in ["[".repeat(100_000), "- ".repeat(100_000)] {
            assert!(Node::parse(&deep, SMALL).is_err());
        }
        assert!(error(&"x".repeat(2 << 20)).contains("larger than 1048576 bytes"));
        assert_eq!(error("a: 1\na: 2\n"), "line 2: a key for the second time in a task file");
        assert_eq!(error("? [a]\n: b\n"), "line 1: a key that is no text in a task file");
        assert_eq!(error("a: 1\n---\nb: 2\n"), "line 2: a second document in a task file");
    }

    #[test]
    fn many_keys_do_not_take_long() {
        let text: String = (0..100_000).map(|n| format!("k{n}: v\n")).collect();
        let limits = Limits { bytes: 8 << 20, ..SMALL };
        assert_eq!(Node::parse(&text, limits).unwrap().entries().len(), 100_000);
    }

    #[test]
    fn broken_text_is_refused_with_its_line() {
        for text in ["a: b\n - c: [\n", "a: 'x\n", "a: [b\n", "a: b: c\n", "%YAML 1.2\n%YAML 1.2\n---\n"] {
            assert!(error(text).starts_with("line "), "{text:?}: {}", error(text));
        }
    }
}
