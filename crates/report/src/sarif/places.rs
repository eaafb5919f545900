//! Places in the source as SARIF has them, and the files that they are in.

use std::collections::BTreeMap;

use fathom_evidence::{Position, Where};

use super::fingerprint;
use super::log::{Artifact, ArtifactLocation, Location, LogicalLocation, PhysicalLocation, Region};
use super::uri;
use crate::model::{Property, Report};
use crate::source::{File, Files};
use crate::words::one_line;

/// The folder that relative names start from. Services know it under this name.
const ROOT: &str = "%SRCROOT%";

/// Makes locations, and remembers the files that they are in.
pub(super) struct Places<'a> {
    report: &'a Report,
    files: Files<'a>,
    /// Files by their URIs, in the order in which they came, with a name that each has in the report.
    artifacts: Vec<(ArtifactLocation, String)>,
    /// How many of them are those on the command line, which come first.
    targets: usize,
    /// Where in `artifacts` a URI is.
    known: BTreeMap<String, usize>,
    /// GitHub's hashes of the lines of files.
    hashes: BTreeMap<String, Option<Vec<String>>>,
}

impl<'a> Places<'a> {
    pub fn new(report: &'a Report, files: Files<'a>) -> Self {
        let (artifacts, known, hashes) = Default::default();
        let mut places = Self { report, files, artifacts, targets: 0, known, hashes };
        for file in report.program.files.iter().filter(|file| !file.is_empty()) {
            places.artifact(file);
        }
        places.targets = places.artifacts.len();
        places
    }

    /// A place, as far as it is known.
    pub fn location(&mut self, place: &Where) -> Location {
        let position = place.position.as_ref().filter(|position| !position.file.is_empty());
        Location {
            physical_location: position.map(|position| self.physical(position)),
            logical_locations: function(&place.function),
            ..Location::default()
        }
    }

    /// The place of a result. It always has a file, or services refuse the whole log: where nothing better
    /// is known, the first one on the command line.
    pub fn of_result(&mut self, place: &Where) -> Location {
        let mut location = self.location(place);
        if location.physical_location.is_none() {
            let file = self.report.program.files.iter().find(|file| !file.is_empty());
            location.physical_location =
                file.map(|file| PhysicalLocation { artifact_location: self.artifact(file), region: None });
        }
        location
    }

    fn physical(&mut self, position: &Position) -> PhysicalLocation {
        let region = region(self.files.get(&position.file), position);
        PhysicalLocation { artifact_location: self.artifact(&position.file), region: Some(region) }
    }

    fn artifact(&mut self, file: &str) -> ArtifactLocation {
        let (uri, relative) = uri::file(&self.report.program.directory, file);
        let index = *self.known.entry(uri.clone()).or_insert_with(|| {
            let location = ArtifactLocation {
                uri,
                uri_base_id: relative.then_some(ROOT),
                index: Some(self.artifacts.len()),
            };
            self.artifacts.push((location, file.to_string()));
            self.artifacts.len() - 1
        });
        self.artifacts[index].0.clone()
    }

    /// The source line at a position, without blanks around it.
    pub fn line(&mut self, position: &Position) -> Option<String> {
        let line = self.files.get(&position.file)?.line(position.line)?;
        Some(one_line(&String::from_utf8_lossy(line))).filter(|line| !line.is_empty())
    }

    /// The fingerprints of a property, the own one still without a number.
    pub fn fingerprints(&mut self, property: &Property) -> (String, Option<String>) {
        let Some(position) = &property.place.position else {
            return (fingerprint::own(property, None), None);
        };
        let own = fingerprint::own(property, self.files.get(&position.file));
        let files = &mut self.files;
        let hashes = self
            .hashes
            .entry(position.file.clone())
            .or_insert_with(|| files.get(&position.file).map(|file| fingerprint::github(file.bytes())));
        let line = usize::try_from(position.line).ok().and_then(|line| line.checked_sub(1));
        let github = line.and_then(|line| hashes.as_ref()?.get(line).cloned());
        (own, github)
    }

    /// The folder that relative URIs start from, if it is known.
    pub fn bases(&self) -> BTreeMap<&'static str, ArtifactLocation> {
        working_directory(self.report).map(|folder| (ROOT, folder)).into_iter().collect()
    }

    /// The files that were mentioned.
    pub fn artifacts(&mut self) -> Vec<Artifact> {
        let mut list = vec![];
        for (number, (location, name)) in self.artifacts.iter().enumerate() {
            let file = self.files.get(name);
            list.push(Artifact {
                location: location.clone(),
                roles: if number < self.targets { vec!["analysisTarget"] } else { vec![] },
                source_language: language(name),
                length: file.map(|file| file.bytes().len()),
                hashes: file.map(|file| ("sha-256", file.sha256())).into_iter().collect(),
            });
        }
        list
    }
}

/// The folder that the command ran in.
pub(super) fn working_directory(report: &Report) -> Option<ArtifactLocation> {
    let uri = uri::folder(&report.program.directory)?;
    Some(ArtifactLocation { uri, uri_base_id: None, index: None })
}

fn function(name: &str) -> Vec<LogicalLocation> {
    let name = one_line(name);
    if name.is_empty() {
        return vec![];
    }
    vec![LogicalLocation { fully_qualified_name: name.clone(), name, kind: "function" }]
}

fn region(file: Option<&File>, position: &Position) -> Region {
    let line = position.line.max(1);
    let (start_column, end_column) = match position.column {
        0 => (1, None),
        column => match file.and_then(|file| file.columns(position)) {
            Some((start, end)) => (start, Some(end)),
            None => (column, Some(column.saturating_add(1))),
        },
    };
    Region { start_line: line, start_column, end_line: line, end_column }
}

/// The language of a file, in the words of the standard's appendix on languages.
fn language(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "c" | "h" | "i" => Some("c"),
        "cc" | "cpp" | "cxx" | "C" | "hpp" | "hh" | "ii" => Some("cplusplus"),
        "rs" => Some("rust"),
        _ => None,
    }
}
