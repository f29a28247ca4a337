//! Models in a scene: nodes, bodies and visuals that are created from files, and errors.
#![allow(clippy::unwrap_used)]

mod bad;
mod bodies;
#[path = "../common/mod.rs"]
mod common;
mod links;
mod materials;
mod object_services;
mod parts;
mod site;
mod solids;
mod worlds;
