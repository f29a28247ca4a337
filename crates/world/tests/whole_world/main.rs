//! User operations on the node tree, determinism, saving and restoring.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod determinism;
mod hostile;
mod nodes;
mod removal;
mod visuals;
