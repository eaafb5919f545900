//! Writes the page for a report that is kept as JSON: `html_report REPORT.json DIRECTORY`. Sources are read
//! from the folder of the report.

use std::error::Error;
use std::path::Path;

use fathom_report::{Report, html};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [report, directory] = arguments.as_slice() else {
        return Err("usage: html_report REPORT.json DIRECTORY".into());
    };
    let folder = Path::new(report).parent().unwrap_or(Path::new("."));
    let report: Report = serde_json::from_str(&std::fs::read_to_string(report)?)?;
    let page = html::write(&report, &|file| std::fs::read_to_string(folder.join(file)).ok());
    std::fs::create_dir_all(directory)?;
    std::fs::write(Path::new(directory).join("index.html"), page)?;
    Ok(())
}
