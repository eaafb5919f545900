//! The part of YAML that task files use: scalars, lists and maps.
//!
//! Files come from anywhere, so size and depth are bounded, and aliases are refused: a few lines of them
//! stand for gigabytes.

use saphyr_parser::{Event, Parser, ScalarStyle};

/// Task files are some hundred bytes long.
const MAX_BYTES: usize = 1 << 20;

/// Lists of maps are two deep.
const MAX_DEPTH: usize = 16;

/// A value, with nothing shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Text, or a number as it was written; `None` for null.
    Scalar(Option<String>),
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
    /// More than a task file needs.
    #[error("it is larger than {MAX_BYTES} bytes")]
    TooLarge,
    /// More than a task file needs.
    #[error("line {line}: {what} in a task file")]
    Refused {
        /// From 1.
        line: usize,
        /// Aliases, several documents and the like.
        what: &'static str,
    },
}

impl Node {
    /// The first document of a text, which must be the only one.
    pub fn parse(text: &str) -> Result<Self, YamlError> {
        if text.len() > MAX_BYTES {
            return Err(YamlError::TooLarge);
        }
        let mut builder = Builder::default();
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| YamlError::Syntax {
                line: error.marker().line(),
                what: error.info().to_string(),
            })?;
            let line = span.start.line();
            builder.take(event).map_err(|what| YamlError::Refused { line, what })?;
        }
        match builder.root {
            None | Some(Self::Scalar(None)) => Err(YamlError::Empty),
            Some(node) => Ok(node),
        }
    }

    /// The value of a key; `None` if there is none, or null.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else { return None };
        let (_, value) = entries.iter().find(|(name, _)| name == key)?;
        (*value != Self::Scalar(None)).then_some(value)
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Scalar(text) => text.as_deref(),
            Self::List(_) | Self::Map(_) => None,
        }
    }
}

/// Lists and maps that are not finished, and the key that waits for its value in each map.
#[derive(Default)]
struct Builder {
    open: Vec<(Node, Option<String>)>,
    root: Option<Node>,
}

impl Builder {
    fn take(&mut self, event: Event) -> Result<(), &'static str> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => Err("a second document"),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
            Event::Alias(_) => Err("an alias"),
            Event::Scalar(text, style, ..) => {
                let null =
                    style == ScalarStyle::Plain && ["", "~", "null", "Null", "NULL"].contains(&text.as_ref());
                self.add(Node::Scalar((!null).then(|| text.into_owned())))
            }
            Event::SequenceStart(..) => self.begin(Node::List(vec![])),
            Event::MappingStart(..) => self.begin(Node::Map(vec![])),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some((node, _)) => self.add(node),
                None => Err("an end without a beginning"),
            },
        }
    }

    fn begin(&mut self, node: Node) -> Result<(), &'static str> {
        if self.open.len() >= MAX_DEPTH {
            return Err("too many levels");
        }
        self.open.push((node, None));
        Ok(())
    }

    fn add(&mut self, node: Node) -> Result<(), &'static str> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some((Node::List(items), _)) => items.push(node),
            Some((Node::Map(entries), key)) => match key.take() {
                Some(name) => entries.push((name, node)),
                None => match node {
                    Node::Scalar(Some(name)) if entries.iter().any(|(other, _)| *other == name) => {
                        return Err("a key for the second time");
                    }
                    Node::Scalar(Some(name)) => *key = Some(name),
                    Node::Scalar(None) | Node::List(_) | Node::Map(_) => return Err("a key that is no text"),
                },
            },
            // Only lists and maps are begun.
            Some((Node::Scalar(_), _)) => return Err("a value inside a scalar"),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Node::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn lists_maps_and_scalars() {
        let node = Node::parse("a: 'x' # comment\nb:\n  - c: \"~\"\n    d: ~\n  - [1, two]\ne:\n").unwrap();
        assert_eq!(node.get("a").and_then(Node::text), Some("x"));
        let Some(Node::List(items)) = node.get("b") else { panic!("{node:?}") };
        assert_eq!(items[0].get("c").and_then(Node::text), Some("~"), "in quotes it is text");
        assert_eq!((items[0].get("d"), node.get("e"), node.get("f")), (None, None, None));
        let numbers = ["1", "two"].map(|text| Node::Scalar(Some(text.into())));
        assert_eq!(items[1], Node::List(numbers.to_vec()));
        assert_eq!(node.text(), None);
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
        assert!(Node::parse(&"[".repeat(100_000)).is_err() && Node::parse(&"- ".repeat(100_000)).is_err());
        assert!(error(&"x".repeat(2 << 20)).contains("larger than"));
        assert_eq!(error("a: 1\na: 2\n"), "line 2: a key for the second time in a task file");
        assert_eq!(error("? [a]\n: b\n"), "line 1: a key that is no text in a task file");
        assert_eq!(error("a: 1\n---\nb: 2\n"), "line 2: a second document in a task file");
    }

    #[test]
    fn broken_text_is_refused_with_its_line() {
        for text in ["a: b\n - c: [\n", "a: 'x\n", "a: [b\n", "a: b: c\n", "%YAML 1.2\n%YAML 1.2\n---\n"] {
            assert!(error(text).starts_with("line "), "{text:?}: {}", error(text));
        }
    }
}
