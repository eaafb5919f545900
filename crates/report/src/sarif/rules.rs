//! Rules: the kinds of properties, and the weaknesses that they belong to.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{
    Component, ComponentReference, Configuration, Descriptor, Level, Message, Reference, Relationship,
    RuleProperties,
};
use super::{Rule, help};
use crate::model::Report;
use crate::words::{self, limited};

/// The name of the taxonomy.
const CWE: &str = "CWE";

/// GitHub's limits on the texts of a rule, in characters.
const NAME: usize = 255;
const DESCRIPTION: usize = 1024;

/// All rules of a run.
pub(super) struct Rules {
    rules: Vec<Rule>,
    /// Where in `rules` a name is.
    known: BTreeMap<String, usize>,
    /// The weaknesses, in their order.
    weaknesses: Vec<u32>,
}

impl Rules {
    /// The rules of the table, and after them those that only the report has.
    pub fn new(report: &Report, table: &[Rule]) -> Self {
        let (mut rules, mut known) = (vec![], BTreeMap::new());
        let others = report.properties.iter().map(|property| Rule {
            name: property.kind.clone(),
            sentence: property.message.clone(),
            cwe: property.cwe,
            on_by_default: true,
            limit: false,
        });
        for rule in table.iter().cloned().chain(others) {
            if !known.contains_key(&rule.name) {
                known.insert(rule.name.clone(), rules.len());
                rules.push(rule);
            }
        }
        let weaknesses: BTreeSet<u32> = rules.iter().filter_map(|rule: &Rule| rule.cwe).collect();
        Self { rules, known, weaknesses: weaknesses.into_iter().collect() }
    }

    /// Where a rule is.
    pub fn index(&self, name: &str) -> usize {
        // Every property of the report has a rule.
        self.known.get(name).copied().unwrap_or(0)
    }

    /// The weakness that a rule belongs to.
    pub fn taxa(&self, name: &str) -> Vec<Reference> {
        self.rules.get(self.index(name)).and_then(|rule| self.taxon(rule.cwe?)).into_iter().collect()
    }

    fn taxon(&self, cwe: u32) -> Option<Reference> {
        let index = self.weaknesses.binary_search(&cwe).ok()?;
        let tool_component = Some(ComponentReference { name: CWE, index: 0 });
        Some(Reference { id: cwe.to_string(), index, tool_component })
    }

    /// The tool, with its rules.
    pub fn driver(&self, report: &Report, notifications: Vec<Descriptor>) -> Component {
        let (name, version) = (&report.tool.name, &report.tool.version);
        let supported = if self.weaknesses.is_empty() {
            vec![]
        } else {
            vec![ComponentReference { name: CWE, index: 0 }]
        };
        Component {
            name: name.clone(),
            full_name: Some(format!("{name} {version}")),
            version: Some(version.clone()),
            semantic_version: is_semantic(version).then(|| version.clone()),
            rules: self.rules.iter().map(|rule| self.descriptor(rule)).collect(),
            notifications,
            supported_taxonomies: supported,
            ..Component::default()
        }
    }

    fn descriptor(&self, rule: &Rule) -> Descriptor {
        let short = words::sentence(&rule.sentence);
        let explained = help::of(&rule.name);
        let full = if explained.is_empty() { short.clone() } else { format!("{short} {explained}") };
        let level = if rule.limit { Level::Note } else { Level::Error };
        let relationship = |target| Relationship { target, kinds: ["superset"] };
        Descriptor {
            id: rule.name.clone(),
            name: Some(limited(&pascal_case(&rule.name), NAME)),
            short_description: Some(Message::plain(limited(&short, DESCRIPTION))),
            full_description: Some(Message::plain(limited(&full, DESCRIPTION))),
            help: Some(help_message(rule, &full)),
            default_configuration: Some(Configuration { enabled: rule.on_by_default, level }),
            relationships: rule.cwe.and_then(|cwe| self.taxon(cwe)).map(relationship).into_iter().collect(),
            properties: Some(RuleProperties {
                precision: "very-high",
                severity: if rule.limit { "recommendation" } else { "error" },
                tags: tags(rule),
            }),
            ..Descriptor::default()
        }
    }

    /// The Common Weakness Enumeration, as far as rules belong to it.
    pub fn taxonomies(&self) -> Vec<Component> {
        if self.weaknesses.is_empty() {
            return vec![];
        }
        let taxon = |cwe: &u32| Descriptor {
            id: cwe.to_string(),
            help_uri: Some(format!("https://cwe.mitre.org/data/definitions/{cwe}.html")),
            ..Descriptor::default()
        };
        vec![Component {
            name: CWE.to_string(),
            organization: Some("MITRE"),
            information_uri: Some("https://cwe.mitre.org/"),
            short_description: Some(Message::plain("Common Weakness Enumeration".to_string())),
            taxa: self.weaknesses.iter().map(taxon).collect(),
            is_comprehensive: Some(false),
            ..Component::default()
        }]
    }
}

fn help_message(rule: &Rule, full: &str) -> Message {
    let replayed = "A result of level error comes with an input, and was seen to happen when the program was \
                    executed with it.";
    let limit = "This says nothing about the program, only that Fathom cannot follow it further.";
    let meaning = if rule.limit { limit } else { replayed };
    let switch = |name: String| match (rule.limit, rule.on_by_default) {
        (true, _) => String::new(),
        (false, true) => format!(" --no-check {name} switches the check off."),
        (false, false) => format!(" The check is off unless --check {name} asks for it."),
    };
    let text = format!("{full} {meaning}{}", switch(rule.name.clone()));
    let weakness = rule.cwe.map_or_else(String::new, |cwe| {
        format!("\n\n[CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)")
    });
    let markdown = format!("# {}\n\n{text}{weakness}", rule.name);
    Message::formatted(text, markdown)
}

fn tags(rule: &Rule) -> Vec<String> {
    let mut tags = vec!["correctness".to_string()];
    if let Some(cwe) = rule.cwe {
        tags.extend(["security".to_string(), format!("external/cwe/cwe-{cwe:03}")]);
    }
    tags
}

/// `UseAfterFree` for `use-after-free`.
fn pascal_case(name: &str) -> String {
    name.split(|c: char| !c.is_alphanumeric())
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect()
}

/// Whether a version has the form of Semantic Versioning: three numbers, perhaps more behind them.
fn is_semantic(version: &str) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or("");
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |text: &&str| {
        !text.is_empty()
            && text.bytes().all(|b| b.is_ascii_digit())
            && (text.len() == 1 || !text.starts_with('0'))
    };
    numbers.len() == 3 && numbers.iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_versions() {
        assert_eq!(pascal_case("use-after-free"), "UseAfterFree");
        assert_eq!(pascal_case("assertion"), "Assertion");
        for version in ["0.1.0", "1.22.3-rc.1", "1.0.0+5"] {
            assert!(is_semantic(version), "{version}");
        }
        for version in ["", "1.0", "1.0.0.0", "01.0.0", "v1.0.0", "1.0.x"] {
            assert!(!is_semantic(version), "{version}");
        }
    }

    #[test]
    fn every_kind_of_the_ir_is_explained_within_the_limits() {
        for kind in fathom_ir::Property::ALL {
            let explained = help::of(kind.name());
            assert!(explained.len() > 40, "{} has no help", kind.name());
            let full = kind.sentence().len() + explained.len() + 2;
            assert!(full <= DESCRIPTION, "the help of {} is too long", kind.name());
        }
    }
}
