//! What tests share.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::property::Property;
use crate::run::Outcome;
use crate::task::{DataModel, Expected, Task};
use crate::tool::{Kind, Tool};
use crate::verdict::Status;

/// A task in the folder `folder`, with one file that does not exist.
pub fn task(name: &str, property: Property, expected: Expected) -> Task {
    Task {
        name: format!("folder/{name}"),
        folder: "folder".into(),
        files: vec![format!("/suite/folder/{name}.i").into()],
        property,
        property_file: None,
        expected,
        data_model: DataModel::Ilp32,
    }
}

/// A folder that is removed when the test ends, with what lies beside it under the same name.
pub struct Scratch {
    parent: PathBuf,
    /// The folder.
    pub path: PathBuf,
}

impl Scratch {
    /// An empty folder for a test.
    pub fn new(test: &str) -> Self {
        let parent = std::env::temp_dir().join(format!("fathom-bench-{}-{test}", std::process::id()));
        let path = parent.join("scratch");
        let _ = fs::remove_dir_all(&parent);
        fs::create_dir_all(&path).unwrap();
        Self { parent, path }
    }

    /// Writes a file, and the folders that it needs.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.parent);
    }
}

/// A tool without options.
pub fn tool(label: &str) -> Tool {
    Tool {
        kind: Kind::Fathom,
        program: "/bin/fathom".into(),
        options: vec![],
        label: label.into(),
        version: format!("{label} 1.0"),
    }
}

/// A run that took so many seconds.
pub fn outcome(status: Status, seconds: f64) -> Outcome {
    let time = Duration::from_secs_f64(seconds);
    Outcome {
        status,
        reason: String::new(),
        cpu: time,
        wall: time,
        memory: 100 << 20,
        command: "/bin/fathom svcomp".into(),
    }
}
