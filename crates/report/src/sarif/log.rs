//! The objects of SARIF that we write, each with the properties that we write.
//!
//! Names and meaning are those of the standard: OASIS, "Static Analysis Results Interchange Format (SARIF)
//! Version 2.1.0", section 3. What is absent here is absent in our files.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: Vec<Run>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    pub tool: Tool,
    pub invocations: Vec<Invocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automation_details: Option<AutomationDetails>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub original_uri_base_ids: BTreeMap<&'static str, ArtifactLocation>,
    pub artifacts: Vec<Artifact>,
    pub results: Vec<Finding>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taxonomies: Vec<Component>,
    pub column_kind: &'static str,
    pub properties: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
pub(super) struct AutomationDetails {
    pub id: String,
}

#[derive(Serialize)]
pub(super) struct Tool {
    pub driver: Component,
}

/// A `toolComponent`: the tool itself, or a taxonomy.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Component {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information_uri: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_description: Option<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Descriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notifications: Vec<Descriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taxa: Vec<Descriptor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_comprehensive: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supported_taxonomies: Vec<ComponentReference>,
}

#[derive(Serialize, Clone)]
pub(super) struct ComponentReference {
    pub name: &'static str,
    pub index: usize,
}

/// A `reportingDescriptor`: a rule, a kind of notification, or a taxon.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help_uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_configuration: Option<Configuration>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relationships: Vec<Relationship>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<RuleProperties>,
}

impl Descriptor {
    pub fn notification(id: &str, text: &str) -> Self {
        Self { id: id.into(), short_description: Some(Message::plain(text.into())), ..Self::default() }
    }
}

#[derive(Serialize)]
pub(super) struct Configuration {
    pub enabled: bool,
    pub level: Level,
}

#[derive(Serialize)]
pub(super) struct Relationship {
    pub target: Reference,
    pub kinds: [&'static str; 1],
}

/// A `reportingDescriptorReference`.
#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub(super) struct Reference {
    pub id: String,
    pub index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_component: Option<ComponentReference>,
}

/// What GitHub looks for in the property bag of a rule.
#[derive(Serialize)]
pub(super) struct RuleProperties {
    pub precision: &'static str,
    #[serde(rename = "problem.severity")]
    pub severity: &'static str,
    pub tags: Vec<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    None,
    Note,
    Warning,
    Error,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Fail,
    Open,
    Pass,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

impl Message {
    pub fn plain(text: String) -> Self {
        Self { text: literal(&text), markdown: None }
    }

    pub fn formatted(text: String, markdown: String) -> Self {
        Self { text: literal(&text), markdown: Some(literal(&markdown)) }
    }
}

/// Text without placeholders: the standard wants braces doubled that are none (section 3.11.5).
fn literal(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub execution_successful: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub working_directory: Option<ArtifactLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_time_utc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time_utc: Option<String>,
    pub tool_execution_notifications: Vec<Notification>,
    pub properties: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
pub(super) struct Notification {
    pub descriptor: Reference,
    pub level: Level,
    pub message: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Artifact {
    pub location: ArtifactLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hashes: BTreeMap<&'static str, String>,
}

#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

#[derive(Serialize, Clone, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub start_line: u32,
    pub start_column: u32,
    pub end_line: u32,
    /// Without it, the region goes to the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub name: String,
    pub fully_qualified_name: String,
    pub kind: &'static str,
}

/// A `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding {
    pub rule_id: String,
    pub rule_index: usize,
    pub kind: Kind,
    pub level: Level,
    pub message: Message,
    pub locations: Vec<Location>,
    pub partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taxa: Vec<Reference>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeFlow {
    pub message: Message,
    pub thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
pub(super) struct ThreadFlow {
    pub locations: Vec<ThreadFlowLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadFlowLocation {
    pub location: Location,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub state: BTreeMap<String, Message>,
    pub nesting_level: u32,
    pub execution_order: u64,
    pub importance: &'static str,
}

#[derive(Serialize)]
pub(super) struct Stack {
    pub message: Message,
    pub frames: Vec<Frame>,
}

#[derive(Serialize)]
pub(super) struct Frame {
    pub location: Location,
}
