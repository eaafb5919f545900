//! Evidence: an execution that fails, recorded once, in the words of the source.
//!
//! [`Execution::record`] replays a counterexample on the program as it was lowered, where variables still have
//! their memory, finds out what the failure depends on, and writes it down. [`model`] is the data that every
//! view is made from: terminal, HTML, SARIF, tests, witnesses. It has no ids of the IR and no addresses, so
//! it can be stored, read by others, and read again. [`json`] stores and reads it, [`Evidence::check`] says
//! whether it is sound.

mod arrivals;
mod check;
mod condition;
pub mod error;
mod image;
pub mod json;
mod leaves;
pub mod model;
mod objects;
mod record;
mod slice;
pub mod source;
pub mod state;
mod steps;

pub use error::Error;
pub use model::{
    Change, Contents, Event, Evidence, Input, Kind, Object, ObjectId, Position, Source, StandardInput, Step,
    Target, Value, Where,
};
pub use record::{Asked, Execution};
