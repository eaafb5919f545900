//! The report as one page for a browser: verdicts, source, and every failing execution to step through.
//!
//! The page is one file that asks nobody for anything. Its head and the table of properties are markup that
//! is written here ([`page`]), readable without scripts. Source and executions are data for the scripts in
//! `html/*.js` ([`data`]). Text of the program gets into the page in two ways only, both in [`escape`]: as
//! text in markup, and as JSON in an element that is no script. Scripts and styles are allowed by their hash,
//! so even what got past that would not run.

mod data;
mod escape;
mod page;

use crate::model::Report;

/// The page. `source` gives the text of a file that the report names, if it can be read.
pub fn write(report: &Report, source: &dyn Fn(&str) -> Option<String>) -> String {
    let (page, traces) = data::gather(report, source);
    page::write(report, &page, &traces)
}
