//! What a suite says about 32 and 64 bits: the `.set` files (lists of patterns) with their `.cfg` files or with the
//! width in their names, and, where they say nothing, the makefiles of the folders.

use std::fs;
use std::path::{Path, PathBuf};

use super::DataModel;
use crate::glob;
use crate::property::Property;

/// The sets and folders of a suite that have a data model.
pub struct DataModels {
    root: PathBuf,
    sets: Vec<Set>,
}

struct Set {
    patterns: Vec<String>,
    topics: Vec<Property>,
    model: DataModel,
}

impl DataModels {
    /// Reads the sets in a folder. What cannot be read says nothing.
    pub fn read(root: &Path) -> Self {
        let entries = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<_> =
            entries.filter(|path| path.extension().is_some_and(|extension| extension == "set")).collect();
        files.sort();
        let lossy = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let set = |path: &std::path::PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let model = architecture(&lossy(&path.with_extension("cfg"))).or_else(|| width_in(&name))?;
            Some(Set { patterns: patterns(&lossy(path)), topics: topics(&name), model })
        };
        Self { root: root.to_path_buf(), sets: files.iter().filter_map(set).collect() }
    }

    /// The model of a task by its path in the suite; ILP32 if neither a set nor the makefile of its folder
    /// says anything. Sets about the same property count most.
    pub fn of(&self, path: &str, property: Property) -> DataModel {
        let having =
            || self.sets.iter().filter(|set| set.patterns.iter().any(|pattern| glob::matches(pattern, path)));
        let about = having().find(|set| set.topics.contains(&property.group()));
        let set = about.or_else(|| having().next()).map(|set| set.model);
        set.or_else(|| self.of_folder(path)).unwrap_or(DataModel::Ilp32)
    }

    /// What the makefile says that is next to a task, or in the closest folder around it.
    fn of_folder(&self, path: &str) -> Option<DataModel> {
        let folders = Path::new(path).ancestors().skip(1);
        let makefiles = folders.map(|folder| self.root.join(folder).join("Makefile"));
        let texts = makefiles.filter_map(|file| fs::read(file).ok());
        texts.into_iter().find_map(|text| compiled_for(&String::from_utf8_lossy(&text)))
    }
}

/// Lines of a list that are no comments.
pub fn patterns(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_string).collect()
}

/// `Architecture: 32 bit`
fn architecture(text: &str) -> Option<DataModel> {
    let (_, behind) = text.split_once("Architecture:")?;
    match behind.trim_start().get(..2)? {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// `DeviceDriversLinux64`, `DeviceDriversLinux64.false-unreach-call`
fn width_in(name: &str) -> Option<DataModel> {
    let name = name.split('.').next().unwrap_or_default();
    let width = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    match width {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// `CC.Arch := 64`
fn compiled_for(makefile: &str) -> Option<DataModel> {
    let value = makefile.lines().find_map(|line| line.trim_start().strip_prefix("CC.Arch"))?;
    match value.trim_start_matches([' ', '\t', ':', '?', '=']).trim_end() {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// What a set is about, by its name; sets of no other property are about reachability.
fn topics(name: &str) -> Vec<Property> {
    let names: [(Property, &[&str]); 5] = [
        (Property::ValidMemsafety, &["MemSafety", "MemorySafety"]),
        (Property::ValidMemcleanup, &["MemCleanup"]),
        (Property::NoOverflow, &["Overflows"]),
        (Property::Termination, &["Termination"]),
        (Property::NoDataRace, &["DataRace"]),
    ];
    let found: Vec<Property> = names
        .into_iter()
        .filter(|(_, words)| words.iter().any(|word| name.contains(word)))
        .map(|(property, _)| property)
        .collect();
    if found.is_empty() { vec![Property::UnreachCall] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_about_the_same_property_count_most() {
        let set = |pattern: &str, name: &str, model| Set {
            patterns: vec![pattern.into()],
            topics: topics(name),
            model,
        };
        let models = DataModels {
            root: PathBuf::from("there is no such folder"),
            sets: vec![
                set("list/*.i", "ReachSafety-Heap", DataModel::Lp64),
                set("list/*.i", "MemSafety-Heap", DataModel::Ilp32),
                set("ldv/*", "Systems", DataModel::Lp64),
            ],
        };
        assert_eq!(models.of("list/a.i", Property::UnreachCall), DataModel::Lp64);
        assert_eq!(models.of("list/a.i", Property::ValidDeref), DataModel::Ilp32);
        assert_eq!(models.of("list/a.i", Property::NoOverflow), DataModel::Lp64);
        assert_eq!(models.of("ldv/a.i", Property::NoOverflow), DataModel::Lp64);
        assert_eq!(models.of("else/a.i", Property::UnreachCall), DataModel::Ilp32);
    }

    #[test]
    fn lists_and_configurations() {
        assert_eq!(patterns("# x\n\n a/*.c \nb.c\n"), ["a/*.c", "b.c"]);
        assert_eq!(architecture("Description: x\nArchitecture: 64 bit\n"), Some(DataModel::Lp64));
        assert_eq!(width_in("DeviceDriversLinux64.false-unreach-call"), Some(DataModel::Lp64));
        assert_eq!(width_in("Drivers32"), Some(DataModel::Ilp32));
        assert_eq!(width_in("BusyBox"), None);
        assert_eq!(width_in("Loops-640"), None);
        assert_eq!(architecture("Architecture: 6"), None);
        assert_eq!(compiled_for("LEVEL := ../\n\nCC.Arch := 64\ninclude x\n"), Some(DataModel::Lp64));
        assert_eq!(compiled_for("CC.Arch ?= 32"), Some(DataModel::Ilp32));
        assert_eq!(compiled_for("CC.Archer := 64\n"), None);
        assert_eq!(topics("MemSafety-MemCleanup"), [Property::ValidMemsafety, Property::ValidMemcleanup]);
    }
}
