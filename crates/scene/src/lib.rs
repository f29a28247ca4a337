//! The scene document: what passes from a builder to the simulator, its checks, its schema.
//!
//! Floor 0: names and numbers only. This crate must never know how anything is simulated, how a
//! middleware behaves, or any file other than the text handed to it.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod description;
pub mod nearest;
pub mod python_repr;
pub mod value;

pub use description::{
    ArgumentDescription, BuilderDescription, Catalogue, Description, FieldDescription, Kind,
    LevelDescription, PropertyDescription, ServiceDescription, ServiceKind,
};
pub use value::{Map, Value};
