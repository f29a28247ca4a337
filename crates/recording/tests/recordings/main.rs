//! Recordings of real runs, and of files that no simulator wrote.
#![allow(clippy::unwrap_used, clippy::panic)]

mod comparing;
mod exporting;
mod hostile;
mod round_trip;
mod support;
