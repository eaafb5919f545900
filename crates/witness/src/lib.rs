//! Witnesses.
