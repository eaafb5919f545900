//! Evidence: an execution that fails, recorded once, in the words of the source.
//!
//! [`model`] is the data that every view is made from: terminal, HTML, SARIF, tests, witnesses. It has no
//! ids of the IR and no addresses, so it can be stored, read by others, and read again.

pub mod model;

pub use model::{
    Change, Event, Evidence, Input, Kind, Object, ObjectId, Position, Step, Target, Value, Where,
};
