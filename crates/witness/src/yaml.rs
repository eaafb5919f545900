//! Witnesses in YAML, version 2.0: a list of entries. What version 2.1 adds is read as far as it means the
//! same, and named where it does not.

mod read;
mod write;

pub(crate) use read::is_time;
pub use read::{Read, read};
pub use write::write;
