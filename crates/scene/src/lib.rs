//! The scene document: what passes from a builder to the simulator, its checks, its schema.
//!
//! Floor 0: names and numbers only. This crate must never know how anything is simulated, how a
//! middleware behaves, or any file other than the text handed to it.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod builder;
pub mod component_config;
pub mod description;
pub mod diagnostic;
pub mod document;
pub mod nearest;
pub mod python_repr;
pub mod schema;
#[cfg(test)]
mod test_scene;
pub mod validate;
pub mod value;
pub mod wiring;
pub mod wiring_table;

pub use component_config::component_config;
pub use description::{
    ArgumentDescription, BuilderDescription, Catalogue, Description, FieldDescription, Kind,
    LevelDescription, PropertyDescription, ServiceDescription, ServiceKind,
};
pub use diagnostic::{Diagnostic, Severity};
pub use document::{Document, DocumentError, Environment, Object, ObjectKind, Source};
pub use schema::schema;
pub use validate::{Capabilities, validate};
pub use value::{Map, Value};
pub use wiring::{Direction, ModifierEntry, OverlayEntry, StreamEntry};
pub use wiring_table::WiringTable;
