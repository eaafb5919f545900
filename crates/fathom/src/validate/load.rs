//! Reads the program and the witness.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use fathom_witness::graphml::{self, Automaton, Kind};
use fathom_witness::model::{Content, DataModel, Format};
use fathom_witness::weave::Step;
use fathom_witness::{Finding, Source, Sources, lint, yaml};

use super::judge::Claim;
use crate::Failure;
use crate::property_file::io_reason;

/// What is read of a file at most: more is no program and no witness.
const MAX_BYTES: u64 = 64 << 20;

/// A witness, and what is to be said about it.
pub struct Loaded {
    /// What it says, as far as it could be read.
    pub claims: Vec<Claim>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What it says the program was checked for.
    pub specifications: Vec<String>,
    /// What it says the program was compiled for.
    pub data_models: Vec<DataModel>,
    /// What it is written in.
    pub format: Format,
}

/// The files of the program.
pub fn sources(files: &[PathBuf]) -> Result<Sources, Failure> {
    let mut all = vec![];
    for path in files {
        let is_c = path.extension().is_some_and(|end| end == "c" || end == "i");
        if !is_c {
            let message = format!("{}: the program of a witness is a .c or .i file", path.display());
            return Err(Failure::usage(message));
        }
        all.push(Source::new(path.display().to_string(), read(path)?));
    }
    Ok(Sources(all))
}

/// The witness, compared with the program.
pub fn witness(path: &Path, sources: &Sources, entry: &str) -> Result<Loaded, Failure> {
    let refuse = |why: String| Failure::Input(format!("error: {}: {why}\n", path.display()));
    let bytes = read(path)?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("it is not text".into()))?;
    // A byte order mark is no text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim_start().starts_with('<') {
        return from_graphml(text, sources, entry).map_err(|error| refuse(error.to_string()));
    }
    from_yaml(text, sources).map_err(|error| refuse(error.to_string()))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let wrong =
        |error: &io::Error| Failure::Input(format!("error: cannot read {name}: {}\n", io_reason(error)));
    let file = File::open(path).map_err(|error| wrong(&error))?;
    let mut bytes = vec![];
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::Input(format!("error: {name}: it is larger than {MAX_BYTES} bytes\n")));
    }
    Ok(bytes)
}

fn from_yaml(text: &str, sources: &Sources) -> Result<Loaded, fathom_yaml::YamlError> {
    let read = yaml::read(text)?;
    let mut findings = read.findings.clone();
    findings.extend(lint::entries(&read.entries, sources, |place| read.line(place)));
    let mut loaded = Loaded {
        claims: vec![],
        findings,
        specifications: vec![],
        data_models: vec![],
        format: Format::Yaml,
    };
    let mut invariants = None;
    for entry in read.entries {
        loaded.specifications.push(entry.metadata.task.specification);
        loaded.data_models.push(entry.metadata.task.data_model);
        match entry.content {
            Content::Violation(segments) => {
                loaded.claims.push(Claim::Violation(segments.iter().map(Step::from).collect()));
            }
            Content::Correctness(more) => invariants.get_or_insert_with(Vec::new).extend(more),
        }
    }
    loaded.claims.extend(invariants.map(Claim::Correctness));
    Ok(loaded)
}

fn from_graphml(text: &str, sources: &Sources, entry: &str) -> Result<Loaded, graphml::XmlError> {
    let read = graphml::read(text)?;
    let mut findings = read.findings.clone();
    findings.extend(read.lint(sources));
    let mut loaded = Loaded {
        claims: vec![],
        findings,
        specifications: vec![],
        data_models: vec![],
        format: Format::GraphMl,
    };
    // With several files the linter has said what there is to say.
    if let (Some(automaton), [source]) = (read.automaton, &sources.0[..]) {
        loaded.claims.push(claim(&automaton, source, entry));
        loaded.specifications = vec![automaton.head.specifications.join("\n")];
        loaded.data_models.push(automaton.head.architecture);
    }
    Ok(loaded)
}

fn claim(automaton: &Automaton, source: &Source, entry: &str) -> Claim {
    let claim = match automaton.head.kind {
        Kind::Violation => graphml::path(automaton, source, entry).map(Claim::Violation),
        Kind::Correctness => graphml::invariants(automaton, source).map(Claim::Correctness),
    };
    claim.unwrap_or_else(Claim::Unclear)
}
