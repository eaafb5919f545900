//! Finding tasks: in the folders of a suite, in lists, or by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::file::{TaskError, TaskFile, TaskProblem};
use super::models::{DataModels, patterns};
use super::{DataModel, Task, names};
use crate::glob;
use crate::property::Property;

/// Folders of SV-COMP whose programs have threads.
const THREADS: [&str; 6] =
    ["pthread*", "ldv-races", "ldv-linux-*-races", "goblint-regression", "weaver", "libvsync"];

/// No suite nests folders deeper.
const MAX_DEPTH: usize = 8;

/// Which tasks of a suite to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Only these properties. A part of memory safety belongs to memory safety.
    pub properties: Vec<Property>,
    /// Only folders that match one of these patterns, if there is one.
    pub folders: Vec<String>,
    /// Also programs with threads; otherwise only if `folders` names them.
    pub threads: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Self { properties: Property::USUAL.to_vec(), folders: vec![], threads: false }
    }
}

impl Selection {
    fn has_property(&self, property: Property) -> bool {
        self.properties.contains(&property) || self.properties.contains(&property.group())
    }

    fn has_folder(&self, folder: &str) -> bool {
        let any = |patterns: &[&str]| patterns.iter().any(|pattern| glob::matches(pattern, folder));
        if self.folders.is_empty() {
            self.threads || !any(&THREADS)
        } else {
            self.folders.iter().any(|pattern| glob::matches(pattern, folder))
        }
    }
}

/// Tasks, and files that would be tasks if they were in order.
#[derive(Default, Debug)]
pub struct Found {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Files that cannot be used.
    pub skipped: Vec<TaskError>,
}

impl Found {
    fn add(&mut self, tasks: Result<Vec<Task>, TaskError>) {
        match tasks {
            Ok(tasks) => self.tasks.extend(tasks),
            Err(error) => self.skipped.push(error),
        }
    }
}

/// The tasks of a suite: a copy of sv-benchmarks, its folder `c`, or any folder with tasks in it or below.
///
/// In a folder with `.yml` files these are the tasks, else the programs with a verdict in their names. A task
/// that does not say its data model takes it from the `.set` and `.cfg` files of the suite, else ILP32.
pub fn tasks(directory: &Path, selection: &Selection) -> Result<Found, TaskError> {
    let unreadable =
        |problem| TaskError { path: directory.to_path_buf(), problem: TaskProblem::Unreadable(problem) };
    let mut root = fs::canonicalize(directory).map_err(unreadable)?;
    fs::read_dir(&root).map_err(unreadable)?;
    if root.join("c").is_dir() {
        root.push("c");
    }
    let direct = Folder::read(&root);
    // A folder of a suite is read as that: its name is in the names of its tasks.
    let suite = if direct.is_empty() { root.clone() } else { root.parent().unwrap_or(&root).to_path_buf() };
    let models = DataModels::read(&suite);
    let mut found = Found::default();
    for path in folders_below(&root) {
        let name = inside(&suite, &path);
        if !selection.has_folder(&name) {
            continue;
        }
        for file in Folder::read(&path).tasks() {
            let task_name = format!("{name}/{}", file_name(&file));
            found.add(tasks_of(&file, &task_name, &name, &models, selection));
        }
    }
    Ok(found)
}

/// The tasks of one file that somebody named.
pub fn named(path: &Path, selection: &Selection) -> Result<Vec<Task>, TaskError> {
    named_with(path, selection, &mut BTreeMap::new())
}

/// The same, with the data models of suites that were read before.
fn named_with(
    path: &Path,
    selection: &Selection,
    suites: &mut BTreeMap<PathBuf, DataModels>,
) -> Result<Vec<Task>, TaskError> {
    let name = path.display().to_string();
    let absolute = fs::canonicalize(path).map_err(|problem| TaskError {
        path: path.to_path_buf(),
        problem: TaskProblem::Unreadable(problem),
    })?;
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let suite = folder.parent().unwrap_or(folder);
    let models = suites.entry(suite.to_path_buf()).or_insert_with(|| DataModels::read(suite));
    tasks_of(&absolute, &name, &file_name(folder), models, selection)
}

/// The tasks of a list: paths and patterns, one a line, relative to the list; as the `.set` files of SV-COMP.
/// A path that is no task is an error, what a pattern finds is skipped then.
pub fn listed(list: &Path, selection: &Selection) -> Result<Found, TaskError> {
    let text = fs::read(list).map_err(|problem| TaskError {
        path: list.to_path_buf(),
        problem: TaskProblem::Unreadable(problem),
    })?;
    let folder = list.parent().unwrap_or(Path::new(""));
    let (mut found, mut seen, mut suites) = (Found::default(), BTreeSet::new(), BTreeMap::new());
    for line in patterns(&String::from_utf8_lossy(&text)) {
        let is_pattern = line.contains(['*', '?', '[']);
        let paths = if is_pattern { expand(folder, &line) } else { vec![folder.join(&line)] };
        for path in paths {
            if !seen.insert(path.clone()) {
                continue;
            }
            match named_with(&path, selection, &mut suites) {
                Err(error) if !is_pattern => return Err(error),
                tasks => found.add(tasks),
            }
        }
    }
    Ok(found)
}

/// The files that a pattern stands for, in order.
fn expand(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut paths = vec![folder.to_path_buf()];
    for component in pattern.split('/') {
        if component.contains(['*', '?', '[']) {
            let fits = |path: &PathBuf| glob::matches(component, &file_name(path));
            paths = paths.iter().flat_map(|path| entries(path)).filter(fits).collect();
        } else {
            paths.iter_mut().for_each(|path| path.push(component));
        }
    }
    paths.retain(|path| path.is_file());
    paths
}

/// The tasks of a file, one for each property that is asked for.
fn tasks_of(
    file: &Path,
    name: &str,
    folder: &str,
    models: &DataModels,
    selection: &Selection,
) -> Result<Vec<Task>, TaskError> {
    let task = |property, expected, data_model: Option<DataModel>| Task {
        name: name.to_string(),
        folder: folder.to_string(),
        files: vec![file.to_path_buf()],
        property,
        property_file: None,
        expected,
        data_model: data_model
            .unwrap_or_else(|| models.of(&format!("{folder}/{}", file_name(file)), property)),
    };
    if !is_definition(file) {
        let verdicts = names::verdicts(&file_name(file));
        if verdicts.is_empty() {
            return Err(TaskError { path: file.to_path_buf(), problem: TaskProblem::NoVerdict });
        }
        let wanted = verdicts.into_iter().filter(|&(property, _)| selection.has_property(property));
        return Ok(wanted.map(|(property, expected)| task(property, expected, None)).collect());
    }
    let definition = TaskFile::read(file)?;
    let mut tasks = vec![];
    for entry in &definition.properties {
        let (Some(property), Some(expected)) = (entry.property(), entry.expected) else { continue };
        if selection.has_property(property) {
            let mut task = task(property, expected, definition.data_model);
            task.files.clone_from(&definition.input_files);
            task.property_file = fs::canonicalize(&entry.property_file).ok();
            tasks.push(task);
        }
    }
    match definition.input_files.iter().find(|input| !input.is_file()) {
        Some(input) if !tasks.is_empty() => {
            Err(TaskError { path: file.to_path_buf(), problem: TaskProblem::NoInput(input.clone()) })
        }
        _ => Ok(tasks),
    }
}

/// What could be tasks in one folder.
struct Folder {
    definitions: Vec<PathBuf>,
    programs: Vec<PathBuf>,
}

impl Folder {
    fn read(path: &Path) -> Self {
        let files: Vec<PathBuf> = entries(path).into_iter().filter(|path| path.is_file()).collect();
        let names: BTreeSet<String> = files.iter().map(|path| file_name(path)).collect();
        let is_program = |path: &&PathBuf| {
            let name = file_name(path);
            let preprocessed = |stem: &str| names.contains(&format!("{stem}.i"));
            match name.strip_suffix(".c") {
                // The preprocessed one is the task.
                Some(stem) => !preprocessed(stem) && !preprocessed(&name),
                None => name.ends_with(".i"),
            }
        };
        let has_verdict = |path: &&PathBuf| !names::verdicts(&file_name(path)).is_empty();
        Self {
            definitions: files.iter().filter(|path| is_definition(path)).cloned().collect(),
            programs: files.iter().filter(is_program).filter(has_verdict).cloned().collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.definitions.is_empty() && self.programs.is_empty()
    }

    fn tasks(self) -> Vec<PathBuf> {
        if self.definitions.is_empty() { self.programs } else { self.definitions }
    }
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yml")
}

/// A folder and all below it, in order. Links are not followed.
fn folders_below(root: &Path) -> Vec<PathBuf> {
    let (mut all, mut level) = (vec![], vec![root.to_path_buf()]);
    for _ in 0..MAX_DEPTH {
        let is_folder = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
        let next = level.iter().flat_map(|folder| entries(folder)).filter(is_folder).collect();
        all.append(&mut level);
        level = next;
    }
    all.sort();
    all
}

/// What is in a folder and not hidden, in order. A folder that cannot be read is empty.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| !file_name(path).starts_with('.')).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A path inside a suite, with slashes.
fn inside(suite: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(suite).unwrap_or(path).to_string_lossy().into_owned();
    if relative.is_empty() { ".".into() } else { relative }
}

#[cfg(test)]
mod tests {
    use super::super::Expected;
    use super::*;
    use crate::testing::Scratch;

    const DEFINITION: &str = "format_version: '2.0'\ninput_files: a.i\nproperties:\n  \
        - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n  \
        - property_file: ../properties/no-overflow.prp\n    expected_verdict: true\n";

    fn suite(test: &str) -> Scratch {
        let scratch = Scratch::new(&format!("find-{test}"));
        let files = [
            ("c/new/a.yml", DEFINITION),
            ("c/new/a.i", "int main() { reach_error(); }"),
            ("c/new/ignored_true-unreach-call.c", ""),
            ("c/new/broken.yml", "format_version: ["),
            ("c/new/gone.yml", &DEFINITION.replace("a.i", "gone.i")),
            ("c/properties/unreach-call.prp", "CHECK"),
            ("c/old/x_false-valid-deref.c", ""),
            ("c/old/x_false-valid-deref.i", ""),
            ("c/old/y_true-unreach-call_true-termination.c", "__VERIFIER_error()"),
            ("c/old/nothing.c", ""),
            ("c/pthread-ext/z_true-unreach-call.c", ""),
            ("c/Heap-MemSafety.set", "old/x_*.i\n"),
            ("c/Heap-MemSafety.cfg", "Architecture: 64 bit\n"),
            ("c/.hidden/h_true-unreach-call.c", ""),
        ];
        for (name, text) in files {
            scratch.write(name, text);
        }
        scratch
    }

    fn names(tasks: &[Task]) -> Vec<String> {
        tasks.iter().map(|task| format!("{} {} {}", task.name, task.property.name(), task.expected)).collect()
    }

    #[test]
    fn definitions_and_old_names() {
        let suite = suite("both");
        let found = tasks(&suite.path, &Selection::default()).unwrap();
        assert_eq!(
            names(&found.tasks),
            [
                "new/a.yml unreach-call false",
                "new/a.yml no-overflow true",
                "old/x_false-valid-deref.i valid-memsafety false(valid-deref)",
                "old/y_true-unreach-call_true-termination.c unreach-call true",
            ]
        );
        let [reach, overflow, memory, old] = &found.tasks[..] else { panic!() };
        assert!(reach.property_file.as_ref().unwrap().ends_with("c/properties/unreach-call.prp"));
        assert_eq!(overflow.property_file, None);
        assert!(reach.files[0].is_absolute() && reach.files[0].is_file());
        assert_eq!((memory.data_model, old.data_model), (DataModel::Lp64, DataModel::Ilp32));
        assert!(old.property_text().unwrap().contains("__VERIFIER_error"));
        assert!(reach.property_text().unwrap().contains("reach_error"));
        let skipped: Vec<String> = found.skipped.iter().map(ToString::to_string).collect();
        assert!(skipped[0].contains("broken.yml: line "), "{skipped:?}");
        assert!(skipped[1].contains("gone.yml: no input file"), "{skipped:?}");
        assert_eq!(skipped.len(), 2);
    }

    #[test]
    fn properties_and_folders_are_selected() {
        let suite = suite("selection");
        let select = |properties: &[Property], folders: &[&str], threads| {
            let folders = folders.iter().map(ToString::to_string).collect();
            let selection = Selection { properties: properties.to_vec(), folders, threads };
            tasks(&suite.path, &selection).unwrap().tasks
        };
        assert_eq!(select(&[Property::Termination], &[], false).len(), 1);
        assert_eq!(select(&[Property::UnreachCall], &["o*"], false).len(), 1);
        assert_eq!(select(&[Property::UnreachCall], &["nothing"], false).len(), 0);
        assert_eq!(select(&[Property::UnreachCall], &[], true).len(), 3);
        assert_eq!(select(&[Property::UnreachCall], &["pthread-ext"], false).len(), 1, "it was asked for");
        assert_eq!(select(&[Property::ValidMemsafety], &[], false)[0].expected, {
            Expected::False(Some(Property::ValidDeref))
        });
    }

    #[test]
    fn one_folder_keeps_the_names_and_models_of_the_suite() {
        let suite = suite("one");
        let found = tasks(&suite.path.join("c/old"), &Selection::default()).unwrap().tasks;
        let all = tasks(&suite.path, &Selection::default()).unwrap().tasks;
        assert_eq!(found, all[2..]);
    }

    #[test]
    fn files_by_name() {
        let suite = suite("named");
        let found = named(&suite.path.join("c/new/a.yml"), &Selection::default()).unwrap();
        assert_eq!((found.len(), found[0].folder.as_str()), (2, "new"));
        let found = named(&suite.path.join("c/old/x_false-valid-deref.i"), &Selection::default()).unwrap();
        assert_eq!(found[0].data_model, DataModel::Lp64);
        for (file, message) in [
            ("c/new/broken.yml", "line "),
            ("c/new/gone.yml", "no input file"),
            ("c/old/nothing.c", "no verdict"),
            ("c/no.yml", "cannot read"),
        ] {
            let error = named(&suite.path.join(file), &Selection::default()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn lists() {
        let suite = suite("lists");
        let list = suite.path.join("c/mine.set");
        let read = |text: &str| {
            fs::write(&list, text).unwrap();
            listed(&list, &Selection::default())
        };
        let found = read("# mine\nnew/a.yml\nold/*.i\nold/x*.i\n").unwrap();
        assert_eq!((found.tasks.len(), found.skipped.len()), (3, 0));
        let found = read("n*/*.yml\n").unwrap();
        assert_eq!((found.tasks.len(), found.skipped.len()), (2, 2));
        assert!(read("new/broken.yml\n").is_err());
        assert!(listed(&suite.path.join("no.set"), &Selection::default()).is_err());
    }

    #[test]
    fn what_is_no_folder_is_refused() {
        assert!(tasks(Path::new("/no/such/folder"), &Selection::default()).is_err());
        let suite = suite("file");
        assert!(tasks(&suite.path.join("c/new/a.i"), &Selection::default()).is_err());
    }
}
