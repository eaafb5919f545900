//! Evidence: an execution that fails, recorded once, in the words of the source.
//!
//! [`model`] is the data that every view is made from: terminal, HTML, SARIF, tests, witnesses. It has no
//! ids of the IR and no addresses, so it can be stored, read by others, and read again. [`json`] stores and
//! reads it, [`Evidence::check`] says whether it is sound.

mod check;
pub mod error;
pub mod json;
pub mod model;

pub use error::Error;
pub use model::{
    Change, Event, Evidence, Input, Kind, Object, ObjectId, Position, Step, Target, Value, Where,
};
