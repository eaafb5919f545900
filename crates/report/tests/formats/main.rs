//! Sample reports under `tests/data`, in every format.
//!
//! `NAME.json` is a report; beside it lies what comes out, `NAME.sarif`, `NAME.all.sarif` and `NAME.xml`.
//! `FATHOM_UPDATE=1` writes these anew.

mod json;
mod junit;
mod samples;
mod sarif;
mod schema;
mod schemas;
