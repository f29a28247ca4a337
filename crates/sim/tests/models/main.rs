//! Models of files in a scene: what of them becomes nodes, bodies and looks, and what is refused.
#![allow(clippy::unwrap_used)]

mod bad;
mod bodies;
#[path = "../common/mod.rs"]
mod common;
mod parts;
mod services;
mod site;
