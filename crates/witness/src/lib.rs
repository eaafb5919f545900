//! x
pub mod c;
mod expression;
pub mod graphml;
mod hash;
pub mod lint;
pub mod model;
pub mod source;
pub mod weave;
pub mod yaml;
pub use lint::Finding;
pub use source::{Source, Sources};
