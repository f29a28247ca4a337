//! The tree of nodes as users change it, and the same bits in each run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod determinism;
mod hostile;
mod nodes;
mod removal;
mod visuals;
